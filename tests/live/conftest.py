"""Lets the live tests import the helpers that lie beside them, and browsers take their time on a busy machine.

`BOARDSIGHT_NETWORK_LATENCY_MS=500 pytest tests/live` lets every page wait so long for each answer: a test that reads a
page once without waiting for what it shows falls then each time, instead of once in fifty runs on a busy machine. (The
test that takes a phone off the network falls, too: taking it off ends the latency.)
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import browsing

from live.page import server


@pytest.fixture(scope="session", autouse=True)
def _addresses_of_its_own() -> Iterator[None]:
    """Workers that run side by side look for a free port each in a place of its own: so a file's pages keep their
    address from test to test, and a browser its process for them."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    with patch.object(server, "FIRST_PORT", server.FIRST_PORT + 40 * number):
        yield


@pytest.fixture(scope="session")
def one_chromium() -> Iterator[browsing.OneChromium]:
    """One Chromium for a worker's whole run."""
    started = browsing.OneChromium()
    yield started
    started.close()


@pytest.fixture(scope="module")
def browser(one_chromium: browsing.OneChromium) -> Iterator[browsing.Browser]:
    """It, with nothing open from the files before."""
    if browsing.CHROMIUM is None:
        pytest.skip("needs Chromium (Debian: apt install chromium)")
    with one_chromium.lent() as lent:
        yield lent


try:
    from playwright.sync_api import Browser, BrowserContext, Page, expect
except ImportError:  # the tests that need a browser are skipped by name
    pass
else:
    expect.set_options(timeout=60_000)

    def slowed_down(kind: type[Browser] | type[BrowserContext], latency_ms: float) -> None:
        """Every page that such a one opens has a slow network (DevTools protocol, Network.emulateNetworkConditions)."""
        opens = kind.new_page

        def new_page(self: Browser | BrowserContext, **options: object) -> Page:
            page = opens(self, **options)  # type: ignore[arg-type]
            network = page.context.new_cdp_session(page)
            network.send("Network.enable")
            conditions = {"offline": False, "latency": latency_ms, "downloadThroughput": -1, "uploadThroughput": -1}
            network.send("Network.emulateNetworkConditions", conditions)
            return page

        kind.new_page = new_page  # type: ignore[assignment, method-assign]

    latency_ms = float(os.environ.get("BOARDSIGHT_NETWORK_LATENCY_MS", "0"))
    if latency_ms:
        for kind in (Browser, BrowserContext):
            slowed_down(kind, latency_ms)
