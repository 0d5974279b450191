"""A phone's page in a real browser: a photo is chosen, what was read comes back; skipped where Chromium is missing."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from axe import AXE, violations
from browsing import CHROMIUM, Browser
from page_table import phone_table

from live.runtime.hosting import Desks, page_of
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.plans import plan_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

RECORD = scripted_game("my-city-chess")
LAID = 20


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A phone's photograph of the table, a few moves after the landmarks were set out."""
    game = load_game("my-city-chess")
    plan = plan_of(turns_of(RECORD)[LAID - 1].position, game)
    path = tmp_path_factory.mktemp("photo") / "table.jpg"
    cv2.imwrite(str(path), shoot(plan, PartsBox(game), Shot(view="phone-45", size_px=(2016, 1512))).image)
    return path


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table whose camera is a phone, shared as `play --camera phone` shares it; its address with the token."""
    with (
        phone_table(tmp_path, RECORD.header) as played,
        page_of(played.table, host="127.0.0.2", port=None, desks=Desks(played.desk)) as at,
    ):
        assert at.entrusted is not None
        yield at.entrusted


def test_a_guest_is_asked_nothing_and_one_press_sends_them_away(browser: Browser, tmp_path: Path, photo: Path) -> None:
    """A guest's phone shows the question without answers; after the press its photo is refused with the mend."""
    with (
        phone_table(tmp_path, RECORD.header) as played,
        page_of(played.table, host="127.0.0.2", port=None, desks=Desks(played.desk)) as at,
    ):
        assert at.for_guests is not None
        assert at.entrusted is not None
        guest, table = phone_at(browser, at.for_guests), phone_at(browser, at.entrusted, "")
        guest.locator("#camera-photo").set_input_files(photo)
        expect(guest.locator(".question .soft")).to_have_text("Answer it at the table.")
        expect(guest.locator(".question button")).to_have_count(0)
        table.locator("#share").click()
        table.locator("#guests-renew").click()
        expect(table.locator("#drop-words")).to_contain_text("scan the new one")
        guest.locator("#camera-photo").set_input_files(photo)
        expect(guest.locator("#photo-words")).to_contain_text("this code is taken back")
        guest.close()
        table.close()


def phone_at(browser: Browser, address: str, path: str = "phone") -> "Page":
    """A phone that has scanned the code."""
    page = browser.new_page(
        base_url=address.partition("#")[0],
        viewport={"width": 390, "height": 844},
        locale="en-GB",
        device_scale_factor=2,
    )
    page.goto(address.replace("/#", f"/{path}#"))
    return page


def test_a_photo_brings_points_reasons_and_the_picture(browser: Browser, address: str, photo: Path) -> None:
    """The phone takes a photo; points, reasons and the annotated picture come back; nothing is too wide."""
    phone = phone_at(browser, address)
    expect(phone.locator(".score")).to_have_count(2)
    phone.locator("#camera-photo").set_input_files(photo)
    expect(phone.locator(".photo details")).to_have_count(2)
    expect(phone.locator(".photo .soft").last).to_contain_text("places certain")
    assert phone.locator(".photo img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
    phone.locator(".question button").first.click()  # the game was under way: yes, it stands so
    expect(phone.locator("#moves > li").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("#language").click()
    expect(phone.locator(".photo .soft").last).to_contain_text("Plätze sicher")
    phone.close()


def test_what_the_table_cannot_read_is_said_on_the_phone(browser: Browser, address: str, tmp_path: Path) -> None:
    """One sentence where the person looks, and the next photo is taken."""
    phone = phone_at(browser, address)
    for name, data, words in (
        ("notes.pdf", b"%PDF-1.7", "That is no picture"),
        ("photo.heic", b"\0\0\0\x18ftypheic" + bytes(64), "HEIC"),
        ("photo.jpg", b"no picture at all", "not a picture"),
        ("large.jpg", bytes(49 * 2**20), "too large"),
    ):
        (tmp_path / name).write_bytes(data)
        phone.locator("#kept-photo").set_input_files(tmp_path / name)
        expect(phone.locator("#photo-words")).to_contain_text(words)
        expect(phone.locator("#camera-photo")).to_be_enabled()
    phone.close()


def test_a_phone_that_changes_network_keeps_its_photo(browser: Browser, address: str, photo: Path) -> None:
    """Where the connection breaks off the photo is kept and sent again by itself."""
    phone = phone_at(browser, address)
    expect(phone.locator(".score")).to_have_count(2)
    phone.context.set_offline(True)
    phone.locator("#camera-photo").set_input_files(photo)
    expect(phone.locator("#photo-words")).to_contain_text("kept and sent again")
    phone.context.set_offline(False)
    expect(phone.locator(".photo details")).to_have_count(2)
    phone.close()


def test_a_photo_is_dropped_on_the_tables_page(browser: Browser, address: str, photo: Path) -> None:
    """The table's own page reads a photo that is chosen there too; codes with the token are for the table's machine."""
    page = phone_at(browser, address, "")
    expect(page.locator("#title")).to_have_text("MY CITY on a chess board")
    page.locator("#share").click()
    expect(page.locator("#qr-phone")).to_be_hidden()
    page.locator("#dropped-file").set_input_files(photo)
    expect(page.locator("#dropped .photo details")).to_have_count(2)
    expect(page.locator("#phone-code")).to_be_hidden()
    page.close()


def test_how_to_play_opens_on_phone_and_table(browser: Browser, address: str) -> None:
    """One press, in the page's language; axe finds nothing, and nothing is too wide."""
    for path, language, begins in (("phone", "en", "Whoever has the"), ("", "de", "Wer um ein")):
        page = phone_at(browser, address, path)
        if language == "de":
            page.locator("#more").click()
            page.locator("#language").click()
        page.locator("#how-open").click()
        expect(page.locator("#how-words p").first).to_contain_text(begins)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if AXE.is_file():
            assert violations(page) == []
        page.close()
