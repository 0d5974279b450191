"""Codes that people scan from a screen: whole and large on every page that shows one, at every size."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from browsing import CHROMIUM, Browser
from page_table import HEADER, NASTY, Played, phone_table

from live.page.hosting import Address
from live.runtime.hosting import Desks, page_of
from tabletop.games.big_city.values import Pass

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

SIZES = [(360, 740), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)]
SHARED = "0.0.0.0"


def reads(page: "Page", start: str) -> bool:
    """Whether a phone that is held before the screen reads a code that begins so."""
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    detector = cv2.QRCodeDetector()
    return detector.detectAndDecode(picture)[0].startswith(start) or any(
        text.startswith(start) for text in detector.detectAndDecodeMulti(picture)[1]
    )


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Address]:
    """A table whose phone has sent no photo yet, on the table's own machine."""
    with (
        phone_table(tmp_path, HEADER, watched=False) as played,
        page_of(played.table, host=SHARED, port=None, desks=Desks(played.desk)) as at,
    ):
        yield at


@pytest.mark.parametrize("light", ["dark", "light"])
def test_the_phones_code_is_read_from_the_tables_page(browser: Browser, waiting: Address, light: str) -> None:
    """Until the first photo comes the code is the page's main thing, three steps beside it, at every size."""
    page = browser.new_page(base_url=waiting.here, locale="en-GB", color_scheme=light)
    page.goto("/")
    expect(page.locator("#qr-camera")).to_be_visible()
    for width, height in SIZES if light == "dark" else SIZES[::3]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#qr-camera").evaluate("image => image.decode()")
        assert reads(page, f"{waiting.shared}phone#"), (width, height)
        box = page.locator("#qr-camera").bounding_box()
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1
        assert box["width"] >= 0.4 * min(width, height), (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        expect(page.locator("#phone-code li")).to_have_count(3)
    page.close()


def test_the_codes_in_the_dialogs_are_read(browser: Browser, waiting: Address) -> None:
    """The dialog with the codes shows both whole at every size, one to take photos and one to follow the game."""
    page = browser.new_page(base_url=waiting.here, locale="en-GB")
    page.goto("/")
    page.locator("#share").click()
    for width, height in SIZES[::2]:
        page.set_viewport_size({"width": width, "height": height})
        for code, start in (("#qr-phone", f"{waiting.shared}phone#"), ("#qr", f"{waiting.shared}#")):
            page.locator(code).scroll_into_view_if_needed()
            page.locator(code).evaluate("image => image.decode()")
            assert reads(page, start), (code, width, height)
    page.close()


def test_the_television_says_which_game_and_how_to_join(browser: Browser, waiting: Address) -> None:
    """The game's name, the address and its code, by which nobody can change anything, on any screen."""
    page = browser.new_page(base_url=waiting.here, locale="en-GB")
    page.goto("/tv")
    expect(page.locator("#title")).to_have_text("Big City")
    expect(page.locator("#join")).to_contain_text(f"{waiting.shared}".removeprefix("http://").rstrip("/"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#qr-join").evaluate("image => image.decode()")
        assert reads(page, f"{waiting.shared}"), (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.close()


def test_the_code_for_bg_stats_is_whole_and_large(browser: Browser, tmp_path: Path) -> None:
    """A whole game stands in it, more than OpenCV reads from screenshots; so it is as large as the screen lets it."""
    played = Played(tmp_path)
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))
    with page_of(played.table, host=None, port=None, desks=Desks(bg_stats=True)) as at:
        page = browser.new_page(base_url=at.here, locale="en-GB")
        page.goto("/")
        page.locator("#feast-bg").click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.locator("#feast-qr").scroll_into_view_if_needed()
            expect(page.locator("#feast-qr")).to_be_in_viewport(ratio=0.99)
            box = page.locator("#feast-qr").bounding_box()
            assert box is not None
            assert box["width"] == pytest.approx(box["height"], abs=1)
            assert box["width"] > 0.5 * min(width, height), (width, height)
        page.close()
    played.close()
