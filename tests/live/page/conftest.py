"""The table's page in a real browser, with a game of a few moves; skipped where Chromium is not installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from page_table import Played

from live.runtime.hosting import page_of

if CHROMIUM is not None:
    from playwright.sync_api import Page


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A game of a few moves."""
    made = Played(tmp_path)
    yield made
    made.close()


@pytest.fixture
def page(browser: Browser, played: Played) -> Iterator["Page"]:
    """The table's page, open; whatever the console complains about fails the test."""
    complaints: list[str] = []
    with page_of(played.table, host=None, port=None) as address:
        opened = browser.new_page(base_url=address.here, viewport={"width": 1280, "height": 900}, locale="en-GB")
        opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto("/")
        yield opened
        opened.close()
    assert [said for said in complaints if "409" not in said] == []  # a refused wish is no fault of the page
