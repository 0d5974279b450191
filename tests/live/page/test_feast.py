"""The end of a game is celebrated on every page, and something stays of it: a picture, a PDF, a sheet of paper."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from axe import needs_axe, violations
from browsing import CHROMIUM, Browser
from page_table import NASTY, Played

from live.page.souvenir import best_moves, souvenir_of, souvenir_pdf, souvenir_svg
from live.runtime.hosting import Desks, page_of
from live.table.session import begin
from tabletop.games.big_city.values import Pass
from tabletop.records import read_record

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

GOLDEN = Path(__file__).parents[2] / "scoring/golden"


def end(played: Played) -> None:
    """Everybody passes."""
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))


def test_the_end_is_a_feast(page: "Page", played: Played) -> None:
    """Winner, ranking and best moves come by themselves, go when the game goes on, and can be called again.

    Nobody is asked to log plays: that is off by default.
    """
    feast = page.locator("#feast")
    expect(page.locator("#moves > li")).to_have_count(4)
    expect(feast).to_be_hidden()
    end(played)
    expect(feast.locator(".winners")).to_contain_text("Ann wins")
    expect(feast.locator(".ranking b")).to_have_text(["7", "0", "0"])
    expect(feast.locator(".best li")).to_have_count(1)
    expect(page.locator("#feast-bg")).to_be_hidden()
    page.locator("#feast-close").click()
    expect(feast).to_be_hidden()
    page.locator("#theend").click()
    expect(feast).to_be_visible()
    played.table.mailbox.ask("correct", {"do": "undo"}).result(60)
    expect(feast).to_be_hidden()
    expect(page.locator("#theend")).to_be_hidden()


def test_nothing_rains_on_who_wishes_less_motion(page: "Page", played: Played) -> None:
    """Confetti falls once, and not at all with reduced motion."""
    page.emulate_media(reduced_motion="no-preference")
    end(played)
    expect(page.locator(".confetti i").first).to_be_attached()
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator("#feast .winners")).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)


@needs_axe
def test_the_game_goes_to_bg_stats_where_that_was_wished(browser: Browser, played: Played) -> None:
    """The feast shows a code and a way; without the option it shows neither."""
    end(played)
    with page_of(played.table, host=None, port=None, desks=Desks(bg_stats=True)) as address:
        page = browser.new_page(base_url=address.here, reduced_motion="reduce")
        page.goto("/")
        page.locator("#feast-bg").click()
        expect(page.locator("#feast-code")).to_be_visible()
        expect(page.locator("#feast-qr")).to_have_js_property("complete", True)
        assert page.locator("#feast-qr").evaluate("image => image.naturalWidth") > 100
        assert violations(page) == []
        page.close()


def test_one_press_prints_it_and_others_save_it(page: "Page", played: Played) -> None:
    """The printer gets one sheet with the souvenir and nothing else of the page.

    Another press gives a PNG large enough to print, a third the PDF.
    """
    page.evaluate("""() => { window.print = () => {
      const shown = [...document.body.children].filter((node) => getComputedStyle(node).display !== 'none');
      document.documentElement.dataset.printed = shown.map((node) => node.className).join();
    }; }""")
    page.emulate_media(media="print")
    end(played)
    page.locator("#feast-print").dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("data-printed", "sheet")
    expect(page.locator(".sheet")).to_have_count(0)
    page.emulate_media(media="screen")
    with page.expect_download(timeout=60_000) as download:
        page.locator("#feast-png").click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (2400, 1697)
    assert page.request.get(page.locator("#feast-pdf").get_attribute("href") or "").body().startswith(b"%PDF-1.7")


@pytest.mark.parametrize("game", ["big-city", "my-city", "my-city-chess", "small-city"])
def test_every_game_has_a_souvenir(game: str) -> None:
    """Names, points and the best moves stand on the PDF, its fonts are embedded; the SVG is well formed."""
    from xml.etree import ElementTree

    import pypdfium2

    record, _ = read_record((GOLDEN / f"{game}.jsonl").read_bytes())
    session = begin(record.header, record.entries)
    souvenir = souvenir_of(session, language="de")
    ElementTree.fromstring(souvenir_svg(souvenir))
    page = pypdfium2.PdfDocument(BytesIO(souvenir_pdf(souvenir)))[0]
    text = page.get_textpage().get_text_range()
    for player in session.header.players:
        assert player in text
        assert str(session.played.totals[player]).replace("-", "−") in text
    best = best_moves(session.moves, 3)
    assert ("beste Züge" in text) == bool(best)
    assert [move.judged.points for move in best] == sorted((move.judged.points for move in best), reverse=True)


def test_a_name_that_no_typeface_has_is_no_obstacle() -> None:
    """Letters that cannot be printed become dots."""
    lines = (GOLDEN / "big-city.jsonl").read_text("utf-8")
    record, _ = read_record(re.sub(r', "crc": \d+', "", lines).replace('"Ann"', '"Ann 🎲"'))
    assert souvenir_pdf(souvenir_of(begin(record.header, record.entries))).startswith(b"%PDF")
