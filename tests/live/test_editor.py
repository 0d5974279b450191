"""Corrections on the page in every game: the form comes from the server, places are tapped on the drawn boards."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from browsing import CHROMIUM, Browser, tab_at
from served_pages import table_of
from thinned import thinned

from live.page.forms import move_forms
from live.runtime.live_table import LiveTable
from live.table.session import begin
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.notation import move_from_json, move_to_json
from tabletop.records import Header

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {
    "big-city": ("Ann", "Ben", "Cem"),
    "my-city-chess": ("red", "blue"),
    "my-city": ("Zoe", "Ann"),
    "small-city": ("Zoe", "Ann"),
    str(EXAMPLES / "meadow.toml"): ("Zoe", "Ann"),
}
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_every_move_can_be_entered_in_its_form(game: str) -> None:
    """Whatever a move of a random game carries has a field (but cards and hands); its words can be chosen."""
    record = play_game(rules_for(game), Header(game, GAMES[game]), Random(2), at_most=60)
    forms = {form["do"]: form for form in move_forms(begin(record.header, record.entries))["forms"]}
    for entry in record.entries:
        assert entry.move is not None
        body = move_to_json(game, entry.move)
        form = forms[body["do"]]
        assert body.keys() - {"do", "player", "cards", "hands"} <= {field["key"] for field in form["fields"]}
        assert ("player" in body) == form["player"]
        for field in form["fields"]:
            if field["choices"] and not field["open"] and field["key"] in body:
                assert body[field["key"]] in field["choices"], field["key"]


@contextmanager
def _page(browser: Browser, game: str, folder: Path, moves: int) -> Iterator[tuple["Page", LiveTable]]:
    """A random game's page after so many moves."""
    record = play_game(rules_for(game), Header(game, GAMES[game]), Random(3), at_most=moves)
    with table_of(folder, record) as (table, here), tab_at(browser, here) as page:
        page.goto("/")
        yield page, table


@needs_chromium
@pytest.mark.parametrize("game", thinned(reversed(GAMES), 1), ids=lambda game: Path(game).stem)
def test_a_move_saved_unchanged_stays_the_same_move(browser: Browser, game: str, tmp_path: Path) -> None:
    """Opened and saved without a change, the newest move becomes a correction with the very same body."""
    with _page(browser, game, tmp_path, 14) as (page, table):
        last = table.session.moves[-1]
        page.locator("#moves summary").first.click()
        page.locator("#moves .tools button").first.click()
        expect(page.locator("#field-do")).to_have_value(last.judged.move.do)
        page.locator("#editor-save").click()
        expect(page.locator("#editor")).to_be_hidden()
        correction = table.session.entries[-1]
        assert (correction.kind, correction.of, correction.move) == ("replace", last.n, last.judged.move)


@needs_chromium
@pytest.mark.parametrize("game", thinned(["small-city", "my-city"], 1))
def test_a_building_is_moved_by_tapping_its_board(browser: Browser, game: str, tmp_path: Path) -> None:
    """Tap a building, tap where it is not and where it is: the move has the new cells of the same player's board.

    In Small City, too, what no camera sees is entered by the keyboard alone: the key a opens the form for it; typed in
    and sent by Enter it stands in the record.
    """
    with _page(browser, game, tmp_path, 14) as (page, table):
        rules = table.session.rules
        built = next(move for move in reversed(table.session.moves) if move.judged.move.do == "build")
        places = rules.places_of(built.judged.move)
        free = next(
            place
            for place, what in rules.contents(table.session.state).items()
            if what == "empty" and place.rpartition(":")[0] == places[0].rpartition(":")[0]
        )

        def tap(place: str) -> None:
            names = [shape["place"] for shape in table.publication.state["board"]["shapes"] if shape.get("tap")]
            page.locator("#city .lot").nth(names.index(place)).dispatch_event("click")

        tap(places[0])
        expect(page.locator("#field-on")).not_to_have_value("")
        tap(places[0])
        tap(free)
        page.locator("#editor-save").click()
        expect(page.locator("#editor")).to_be_hidden()
        corrected = table.session.entries[-1].move
        assert corrected is not None
        assert set(rules.places_of(corrected)) == {*places[1:], free}
        assert corrected.player == built.judged.move.player
        if game == "small-city":
            page.keyboard.press("a")
            expect(page.locator("#field-do")).to_have_value("enter")
            page.locator("#field-player").select_option("Ann")
            page.locator("#field-key").focus()
            page.keyboard.type("votes")
            page.keyboard.press("Tab")
            page.keyboard.type("4")
            page.keyboard.press("Enter")
            expect(page.locator("#editor")).to_be_hidden()
            expected = move_from_json("small-city", {"player": "Ann", "do": "enter", "key": "votes", "value": 4})
            assert table.session.entries[-1].move == expected


@needs_chromium
def test_a_piece_and_a_neighbourhood_are_corrected(browser: Browser, tmp_path: Path) -> None:
    """By keys alone: to a place, Enter, another place, Enter; the focus stays, and comes back after Escape.

    Nobody counts rows and columns: how a neighbourhood lies and beside what is chosen as people see it, and written.
    """
    with _page(browser, "big-city", tmp_path, 14) as (page, table):
        built = next(move for move in reversed(table.session.moves) if move.judged.move.do == "build")
        places = table.session.rules.places_of(built.judged.move)
        lot = page.locator(f"#city [data-place='{places[0]}']")
        lot.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#editor")).to_be_visible()
        expect(page.locator("#field-do")).to_be_visible()
        page.locator("#editor-cancel").focus()
        page.keyboard.press("Escape")
        expect(page.locator("#editor")).to_be_hidden()
        expect(lot).to_be_focused()
        table.mailbox.ask("pause", {"paused": True}).result(60)  # the page is drawn anew meanwhile
        expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
        expect(lot).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#field-do")).to_be_visible()
        lot.focus()
        page.keyboard.press("Enter")
        wished = " ".join(place.removeprefix("property:") for place in places[1:])
        expect(page.locator("#field-on")).to_have_value(wished)
        page.locator("#editor-cancel").click()
        laid = next(move for move in reversed(table.session.moves) if move.judged.move.do == "place-tile")
        before = move_to_json("big-city", laid.judged.move)
        page.locator(f"#moves li[data-n='{laid.n}'] summary").click()
        page.locator(f"#moves li[data-n='{laid.n}'] .tools button").first.click()
        spots = page.locator("#field-at option")
        expect(spots.filter(has_text="neighbourhood").first).to_be_attached()
        expect(page.locator("#editor-fields")).not_to_contain_text("column")
        expect(page.locator("#field-turn option").first).to_have_text("as printed")
        now = page.locator("#field-at option:checked")
        expect(now).to_have_text(re.compile(r"^(above|below|left of|right of) neighbourhood \d, \d\d beside \d\d$"))
        other = page.locator("#field-at option:not(:checked)").first
        words, wanted = other.text_content(), other.get_attribute("value")
        assert words is not None
        assert wanted is not None
        page.locator("#field-at").select_option(wanted)
        page.locator("#editor-save").click()
        expect(page.locator("#editor")).to_be_hidden()
        correction = table.session.entries[-1].move
        assert correction is not None
        assert move_to_json("big-city", correction) == {**before, "at": json.loads(wanted)}
        expect(page.locator(f"#moves li[data-n='{laid.n}']")).to_contain_text(words)
