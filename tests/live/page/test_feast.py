"""The end of a game is celebrated on every page, and something stays of it: a picture, a PDF, a sheet of paper."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser, tab_at
from page_table import NASTY, Played

from live.page.souvenir import best_moves, souvenir_of, souvenir_pdf, souvenir_svg
from live.runtime.hosting import page_of
from live.table.session import begin
from simulator.games import random_game
from tabletop.games.big_city.values import Pass
from tabletop.records import Header, read_record

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


@pytest.mark.parametrize("path", ["/", "/tv"])
@pytest.mark.parametrize("players", [2, 5])
def test_final_scores_are_the_largest_letters(browser: Browser, tmp_path: Path, path: str, players: int) -> None:
    """Larger than all else that is seen at the end, which names the game too, and nothing of it is cut off."""
    record = random_game(Header("big-city", ("Ann", "Ben", "Cem", "Dan", "Eva")[:players]), 1)
    played = Played(tmp_path, begun=False, header=record.header)
    played.table.session = begin(record.header, record.entries)
    with page_of(played.table, host=None, port=None) as address, tab_at(browser, address.here) as page:
        page.goto(path)
        feast = page.locator("#feast")
        expect(feast).to_contain_text("Big City")
        for width, height in ((1280, 720), (1920, 1080), (768, 1024), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            sizes = feast.evaluate("""(box) => {
              const sizeOf = (node) => parseFloat(getComputedStyle(node).fontSize);
              const scores = [...box.querySelectorAll(".ranking b")];
              const others = [...box.querySelectorAll("*")].filter((node) =>
              !scores.includes(node) && !node.children.length && node.textContent.trim() && node.getClientRects().length
              );
              return [Math.min(...scores.map(sizeOf)), Math.max(...others.map(sizeOf))];
            }""")
            assert sizes[0] > sizes[1], (width, sizes)
            assert feast.evaluate("box => box.scrollWidth <= box.clientWidth"), width
            assert page.locator("#feast .ranking b").last.evaluate(
                "node => node.getBoundingClientRect().bottom < innerHeight"
            )
    played.close()


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_the_same_players_play_again(tab: "Page", played: Played, path: str) -> None:
    """One press lets the table rest while it is cleared, another begins anew; who thinks better of it goes on here."""
    played.table.extra = {**played.table.extra, "again": True}
    end(played)
    tab.goto(path)
    press = tab.locator("#feast").get_by_role("button", name="Play again")
    press.click()
    dialog = tab.locator("dialog.again")
    expect(dialog).to_contain_text("Clear the table")
    assert played.table.paused
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    press.click()
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_have_count(0)
    assert played.table.following is not None


def test_nothing_rains_on_who_wishes_less_motion(page: "Page", played: Played) -> None:
    """Confetti falls once, and not at all with reduced motion."""
    page.emulate_media(reduced_motion="no-preference")
    end(played)
    expect(page.locator(".confetti i").first).to_be_attached()
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator("#feast .winners")).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)


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
