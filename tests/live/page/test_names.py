"""The editor and *What would it be worth?* list names, never the ids of records; in German, German ones."""

import re
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from pseudo import COLLECT
from served_pages import shown

from live.page.forms import move_forms
from live.page.state import named
from live.table.session import begin
from tabletop.gamefile import load_game, shipped_games
from tabletop.layingdown import kind_words, kinds_to_lay, on_tracks
from tabletop.records import Header
from tabletop.shipped import TRIAL
from tabletop.translation import translated

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
