"""What no language knows has no brackets in the pseudo-language; and nothing is listed by its id."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from pseudo import COLLECT, plain_on
from served_pages import ledger, phone, setting_up, shown
from thinned import thinned

from live.page.forms import move_forms
from live.page.state import named
from live.table.session import Choice, Question, begin
from simulator.games import scripted_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.layingdown import kind_words, kinds_to_lay, on_tracks
from tabletop.records import Header
from tabletop.shipped import TRIAL
from tabletop.translation import PSEUDO, translated

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

DATA = ("Boardsight", "DE", "EN", "BG Stats", "OBS", "Red", "Blue", "Green", "Yellow")
"""What stays as it is in every language: the program, languages, other programs, printed names of counters."""


def dialogs(page: "Page") -> None:
    """Everything that a press opens on the table's page stands open at once."""
    page.locator("#sound-open").click()
    expect(page.locator("#sound select").first).to_be_visible()
    page.locator("#sound button").last.click()
    page.locator("#help").click()
    expect(page.locator("#keys-list dd").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#moves summary").first.dispatch_event("click")
    page.locator("#moves .tools button").first.dispatch_event("click")
    expect(page.locator("#editor-fields select").first).to_be_visible()


@pytest.mark.parametrize("game", thinned(["big-city", "small-city", "my-city", "my-city-chess"], 1))
def test_nothing_at_the_table_is_plain_english(browser: Browser, tmp_path: Path, game: str) -> None:
    """A table with a question, every dialog and the editor with each kind of move; then its end, its replay.

    The pages that only show say what the table's page says: of the first game alone.
    """
    header = scripted_game(game).header
    data = (*DATA, *header.players, load_game(game).title, game)
    found: list[str] = []
    with shown(tmp_path, game, moves=12) as (table, here):
        page = browser.new_page(base_url=here, locale="en-GB")
        page.goto(f"/?lang={PSEUDO}")
        expect(page.locator("#moves > li")).not_to_have_count(0)
        expect(page.locator("#city .tile.printed, #city .board.printed, #city .printed").first).to_be_attached()
        choices_ = (Choice("nothing has happened"), Choice("the last move is taken back"))
        asked = Question("q1", "What happened on the table?", (), choices_, (2,), 2)
        table.session = replace(table.session, questions=(asked,))
        table.show()
        expect(page.locator(".question")).to_be_visible()
        dialogs(page)
        kinds = page.locator("#field-do option").evaluate_all("(kinds) => kinds.map((kind) => kind.value)")
        for kind in kinds:
            page.locator("#field-do").select_option(kind)
            found += plain_on(page, data)
        page.close()
    with shown(tmp_path / "end", game) as (table, here):
        page = browser.new_page(base_url=here, locale="en-GB")
        page.goto(f"/?lang={PSEUDO}")
        expect(page.locator("#moves > li")).not_to_have_count(0)
        found += plain_on(page, data)
        for address in ("replay", "tv", "overlay") if game == "big-city" else ():
            page.goto(f"{here}{address}?lang={PSEUDO}")
            expect(page.locator("#steps li, .score").first).to_be_attached()
            found += plain_on(page, data)
        page.close()
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.parametrize("serve", [phone, setting_up, ledger], ids=lambda serve: serve.__name__)
def test_nothing_beside_the_table_is_plain_english(
    browser: Browser, tmp_path: Path, serve: Callable[[Path], Iterator[str]]
) -> None:
    """The phone's page, the page on which a table is set up, a campaign's page."""
    titles = [load_game(game).title for game in (*shipped_games(), TRIAL)]
    with serve(tmp_path) as here:  # type: ignore[attr-defined]
        page = browser.new_page(locale="en-GB")
        page.goto(f"{here}?lang={PSEUDO}")
        expect(page.get_by_text("⟦").first).to_be_attached()
        found = plain_on(page, (*DATA, *titles, "Ann", "Ben", "Cem"))
        page.close()
    assert not found, "\n".join(found)


WORDS = (Path(__file__).parents[3] / "live/page/static/words.js").read_text("utf-8")
SAME = {"Bank", "Park", "Statue", "Zoo", "Aquarium", "Museum", "Domino"}
"""The same in German, or a building's own name."""


@pytest.mark.parametrize("game", [*shipped_games(), TRIAL])
def test_whatever_can_be_chosen_has_a_name_in_both_languages(game):
    """Every choice of every form, and every kind that may be asked about."""
    session = begin(Header(game, ("Ann", "Ben")))
    names = {one["kind"]: one["text"] for one in named(load_game(game))}
    fields = [field for form in move_forms(session)["forms"] for field in form["fields"]]
    chosen = {str(choice) for field in fields for choice in field["choices"]} | set(session.rules.kinds(session.state))
    chosen = {one for one in chosen - {"Ann", "Ben"} if not re.fullmatch(r"-?\d+", one)}
    assert [one for one in chosen - names.keys() if WORDS.count(f"is-{one}") < 2 and f'"is-{one}"' not in WORDS] == []
    told = {name for kind, name in names.items() if kind in chosen}
    assert [name for name in told if re.search(r"\w-\d|[a-z]-[a-z]", name)] == []
    proper = {part.title for part in load_game(game).parts if part.title.istitle() and " " in part.title}
    assert {name for name in told if translated(name, "de") == name} <= SAME | proper


@pytest.mark.parametrize("game", [*shipped_games(), TRIAL])
def test_pieces_of_ones_own_are_listed_by_their_names(game):
    """What the set-up page draws and lists to lay down, each by another name."""
    played = load_game(game)
    words = [kind_words(kind, played) for kind in kinds_to_lay(played, besides=on_tracks(played))]
    assert [one for one in words if re.search(r"\w-\d|[a-z]-[a-z]", one)] == []
    assert len(set(words)) == len(words)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
@pytest.mark.parametrize(
    "game", ["my-city", *(pytest.param(game, marks=pytest.mark.soak) for game in ("small-city", "my-city-chess"))]
)
def test_no_page_shows_an_id(browser: Browser, tmp_path: Path, game: str) -> None:
    """Neither the table's page with a move and the editor open, nor television, replay and phone."""
    ids = {word for part in load_game(game).parts for word in (part.id, part.piece or "") if "-" in word}
    raw = re.compile(rf"\b(?:cell|square|mat|track):|\b(?:{'|'.join(map(re.escape, ids))})\b")
    with shown(tmp_path, game, moves=12) as (_, here):
        page = browser.new_page(base_url=here, locale="en-GB")
        for path in ("tv", "replay", "phone", ""):
            page.goto(f"/{path}")
            page.locator(".score").first.wait_for()
            if not path:
                page.locator("#moves .tools button").first.dispatch_event("click")
                page.locator("#editor-fields select").first.wait_for()
            assert [text for text in page.evaluate(COLLECT) if raw.search(text)] == []
        page.close()
