"""All pages are one product: one style, dark and light, one main part, nobody kept out, connected or not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from axe import needs_axe, violations_in_both
from browsing import CHROMIUM, Browser
from served_pages import ledger, phone, setting_up

from live.entering.application import make_application
from live.entering.desk import BoardDesk
from live.page.hosting import hosted
from simulator.displays import VirtualDisplay
from simulator.displays.page import serve_display

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
GREY = np.full((600, 800, 3), 140, np.uint8)


@contextmanager
def corners(folder: Path) -> Iterator[str]:
    """The page on which a board is entered, no corner tapped."""
    desk = BoardDesk("lagoon", folder / "lagoon.toml", GREY)
    with hosted(lambda at: make_application(desk, at), host=None, port=None) as at:
        yield at.here


@contextmanager
def cells(folder: Path) -> Iterator[str]:
    """The same with its cells laid, to be put right."""
    desk = BoardDesk("lagoon", folder / "lagoon.toml", GREY)
    found = desk.fit([(100, 100), (700, 100), (700, 500), (100, 500)], 4, 4)
    draft = {"corners": [[100, 100], [700, 100], [700, 500], [100, 500]], "rows": 4, "columns": 4}
    desk.keep({**draft, "terrain": found["terrain"], "river": found["river"], "unsure": found["unsure"],
               "sticker_cells": [], "told": {}, "river_told": False, "taps": 4})  # fmt: skip
    with hosted(lambda at: make_application(desk, at), host=None, port=None) as at:
        yield at.here


@contextmanager
def display(folder: Path) -> Iterator[str]:
    """The virtual display's page."""
    with VirtualDisplay() as virtual:
        server = serve_display(virtual, "matrix", 0)
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        server.server_close()


SHOWS = {
    phone: ".score",
    setting_up: "#games .pick",
    ledger: "#ledger td",
    corners: "#steps [aria-current]",
    cells: "#grid .cell",
    display: "#display[src^='data:']",
}
"""What stands on a page once it shows what it has."""
LOST = ":is(#away, #trouble):not([hidden])"


@needs_axe
@pytest.mark.parametrize("serve", SHOWS, ids=lambda serve: serve.__name__)
def test_a_page_has_the_one_look_and_keeps_nobody_out(
    browser: Browser, tmp_path: Path, serve: Callable[[Path], Iterator[str]]
) -> None:
    """axe finds nothing, dark and light; there is one main part; the ground is the one that all pages have."""
    with serve(tmp_path) as here:  # type: ignore[attr-defined]
        page = browser.new_page(locale="en-GB", viewport={"width": 390, "height": 844})
        page.goto(here)
        page.locator(SHOWS[serve]).first.wait_for()
        assert page.locator("main").count() == 1
        grounds = []
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert grounds == ["rgb(15, 21, 28)", "rgb(243, 239, 230)"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations_in_both(page) == []
        page.close()


@needs_axe
@pytest.mark.parametrize(
    ("path", "when"),
    [
        ("", "before"),
        ("replay", "before"),
        ("phone", "after"),
        *(pytest.param(path, "before", marks=pytest.mark.soak) for path in ("phone", "tv", "overlay")),
        *(pytest.param(path, "after", marks=pytest.mark.soak) for path in ("", "tv", "overlay", "replay")),
    ],
)
def test_a_page_that_lost_its_table_keeps_nobody_out(browser: Browser, tmp_path: Path, path: str, when: str) -> None:
    """Nothing came at all, or the table went away while the page was open."""
    page = browser.new_page(locale="en-GB", viewport={"width": 1000, "height": 800})
    with phone(tmp_path) as here:
        if when == "before":
            page.route("**/api/v1/**", lambda route: route.abort())
        page.goto(here.replace("phone", path))
        page.locator(LOST if when == "before" and path != "overlay" else "main").first.wait_for(state="attached")
        if when == "after":
            page.locator(".score").first.wait_for()
    if when == "after" and path not in ("replay", "overlay"):
        page.locator(LOST).wait_for()
    assert violations_in_both(page) == []
    page.close()
