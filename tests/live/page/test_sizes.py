"""The page on every screen: what matters is in sight without scrolling; what is new moves for who likes that."""

import re
from pathlib import Path

import pytest
from browsing import CHROMIUM
from page_table import NASTY, Played

from live.page import application
from simulator.games import scripted_game
from tabletop.games.big_city.values import Build

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

WIDE = [(1280, 720), (1366, 768), (1920, 1080), (1024, 768), (768, 1024)]
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].map((node) => {
  const box = node.getBoundingClientRect();
  const onTop = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 12));
  return box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
    && (node.contains(onTop) || onTop?.closest('#city') === node.closest('#city'));
})"""
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
LARGEST_PAGE_BYTES = 150_000
"""What a browser fetches before it shows a table, without pictures."""


def test_board_scores_and_last_moves_are_in_sight(looked_at: "Page") -> None:
    """Nothing of the page has to be scrolled on any screen: the whole board, every score, the two newest moves."""
    expect(looked_at.locator("#city .piece")).to_have_count(1)
    page_size = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    for width, height in WIDE:
        looked_at.set_viewport_size({"width": width, "height": height})
        looked_at.evaluate(TWO_FRAMES)
        assert looked_at.evaluate(page_size) == [height, width]
        for selector in ("#board", ".score", "#moves > li:nth-child(-n+2) summary"):
            assert set(looked_at.evaluate(IN_SIGHT, selector)) == {True}, (width, selector)
        box = looked_at.locator("#board").bounding_box()
        assert box is not None
        assert box["width"] * box["height"] > 0.3 * width * height, "the board is what people look at"


def test_on_a_phone_scores_and_the_newest_move_come_first(page: "Page", played: Played) -> None:
    """The board is one swipe away, and one press for who does not swipe."""
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#moves > li")).to_have_count(4)
    assert set(page.evaluate(IN_SIGHT, ".score")) == {True}
    assert page.evaluate(IN_SIGHT, "#moves > li:first-child summary") == [True]
    assert page.evaluate(IN_SIGHT, "#board") == [False]
    page.locator("#panes").evaluate("(panes) => panes.scrollBy({ left: innerWidth * 0.8 })")
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
    page.locator("#tabs button").first.click()
    expect(page.locator("#moves > li").first).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#tabs button").first).to_have_attribute("aria-current", "true")


def test_the_board_is_drawn_as_it_is_printed(looked_at: "Page") -> None:
    """Tiles and pieces come with their printed art, without codes; what can be tapped stays where it was."""
    expect(looked_at.locator("#city .tile.printed use")).to_have_count(4)
    expect(looked_at.locator("#city .piece.printed use")).to_have_count(1)
    expect(looked_at.locator("#city .lot")).not_to_have_count(0)
    expect(looked_at.locator("svg.shelf [id='art-residence-2'] path").first).to_be_attached()
    assert looked_at.locator("#city text.glyph").count() == 0


def test_points_fly_to_their_player_unless_somebody_wishes_less_motion(page: "Page", played: Played) -> None:
    """A piece appears and its points fly; with reduced motion both are simply there."""
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""() => {
      new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
        const told = document.body.dataset;
        if (node.classList?.contains('flying')) told.flown = (told.flown ?? "") + node.textContent;
      }))).observe(document.body, { childList: true });
    }""")
    expect(page.locator("#city .piece")).to_have_count(1)
    played.play(Build(NASTY, "business", (21, 22, 23)))
    expect(page.locator("body")).to_have_attribute("data-flown", "+10")
    expect(page.locator("#city .piece.appears")).to_have_count(1)
    page.emulate_media(reduced_motion="reduce")
    played.play(Build("Cem", "residence", (31,)))
    expect(page.locator("#moves > li")).to_have_count(6)
    page.evaluate(TWO_FRAMES)  # in which nothing comes
    expect(page.locator("body")).to_have_attribute("data-flown", "+10")


@pytest.mark.parametrize("name", ["table.html", "replay.html", "tv.html", "overlay.html"])
def test_the_page_is_small(name: str) -> None:
    """Everything that a page fetches but pictures, not compressed."""
    folder = Path(application.__file__).parent / "static"
    waiting, fetched = [name], set[str]()
    while waiting:
        file = waiting.pop()
        if file not in fetched:
            fetched.add(file)
            waiting += re.findall(
                r'(?:(?:from|import) "\./|(?:src|href)="/page/)([a-z-]+\.(?:js|css|svg))"', (folder / file).read_text()
            )
    assert {"stream.js", "style.css"} & fetched
    assert sum((folder / file).stat().st_size for file in fetched) <= LARGEST_PAGE_BYTES


def test_every_game_is_drawn_with_its_printed_art() -> None:
    """For every part that a shipped game's board shows there is a drawing, and it is no larger than a small picture."""
    import gzip

    from live.drawing.art import art_on_table
    from live.drawing.page import draw
    from simulator.games import turns_of

    for game in ("big-city", "my-city", "my-city-chess", "small-city"):
        position = turns_of(scripted_game(game))[-1].position
        board = draw(position)
        assert board is not None
        wanted = {shape["art"] for shape in board["shapes"] if "art" in shape}
        assert wanted, game
        for part in wanted:
            drawing = art_on_table(position, part)
            assert drawing is not None, part
            assert len(drawing) < 20_000, part
            assert f'id="art-{part}"' in gzip.decompress(drawing).decode(), part


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_no_button_runs_out_of_the_picture(tab: "Page", language: str) -> None:
    """What is pressed most stands there, the rest behind one more press."""
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto(f"/?lang={language}")
    buttons = tab.locator(".table > header nav button:visible")
    expect(tab.locator("#speak")).to_be_hidden()
    for more in (False, True):
        if more:
            tab.locator("#more").click()
            expect(tab.locator("#speak")).to_be_visible()
        rights = buttons.evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
        assert len(rights) >= 4
        assert max(rights) <= 360


def test_a_replay_shows_the_score_in_a_phones_first_screen(tab: "Page") -> None:
    """Above the board; and what was gained stands apart from who leads."""
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto("/replay")
    expect(tab.locator(".score .total")).to_have_text(["7", "0", "0"])
    assert set(tab.evaluate(IN_SIGHT, "#scores .score")) == {True}
    assert set(tab.evaluate(IN_SIGHT, "#board")) == {True}
    expect(tab.locator(".score .marks").first).to_have_text("leads +7")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
