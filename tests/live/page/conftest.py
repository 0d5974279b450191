"""The table's page in a real browser, with a game of a few moves; skipped where Chromium is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser, tab_at
from page_table import Played

from live.runtime.hosting import page_of

if CHROMIUM is not None:
    from playwright.sync_api import Page, ViewportSize

SIZE: "ViewportSize" = {"width": 1280, "height": 900}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A game of a few moves."""
    made = Played(tmp_path)
    yield made
    made.close()


@contextmanager
def tab_of(browser: Browser, played: Played) -> Iterator["Page"]:
    """A tab at a game's address."""
    with page_of(played.table, host=None, port=None) as address, tab_at(browser, address.here, viewport=SIZE) as opened:
        yield opened


@pytest.fixture
def tab(browser: Browser, played: Played) -> Iterator["Page"]:
    """A tab at the game's address in which nothing is open yet, for what does not begin on the table's page."""
    with tab_of(browser, played) as opened:
        yield opened


@pytest.fixture
def page(tab: "Page") -> "Page":
    """The table's page, open."""
    tab.goto("/")
    return tab


@pytest.fixture(scope="module")
def _page_to_look_at(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Page"]:
    played = Played(tmp_path_factory.mktemp("looked-at"))
    with tab_of(browser, played) as opened:
        opened.goto("/")
        yield opened
    played.close()


@pytest.fixture
def looked_at(_page_to_look_at: "Page") -> "Page":
    """The table's page for tests that only look: opened once a file; of any size, in any light, as if it were new."""
    _page_to_look_at.set_viewport_size(SIZE)
    _page_to_look_at.emulate_media(color_scheme=None)
    return _page_to_look_at
