"""In the pseudo-language nothing of any page is plain English: what nobody can translate has no brackets round it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from pseudo import plain_on
from served_pages import ledger, phone, setting_up, shown
from thinned import thinned

from live.table.session import Choice, Question
from simulator.games import scripted_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.shipped import TRIAL
from tabletop.translation import PSEUDO

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
