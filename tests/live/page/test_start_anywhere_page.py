"""The question whether the game stands as it lies, in a real browser: on the table's page and on the television."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browsing import CHROMIUM, Browser
from page_table import HEADER, Played
from seen import reading_of

from live.runtime.hosting import page_of
from live.table.decisions import observe
from live.table.session import begin
from scoring import rules_for
from scoring.random_play import play_game

if CHROMIUM is not None:
    from playwright.sync_api import expect


@pytest.fixture
def unwatched(tmp_path: Path) -> Iterator[Played]:
    """A table at which 20 moves were made before the camera came."""
    made = Played(tmp_path, begun=False)
    record = play_game(rules_for(HEADER.game), HEADER, Random(5), at_most=20)
    position = begin(record.header, record.entries).position
    made.table.take(observe(made.table.session, reading_of(position), seen_s=0.0, at=made.table.now()))
    yield made
    made.close()


def test_one_press_takes_the_game_up(browser: Browser, unwatched: Played) -> None:
    """The board is drawn as it was read, one press says that it stands so; points are entered; German too."""
    with page_of(unwatched.table, host=None, port=None) as address:
        page = browser.new_page(base_url=address.here, viewport={"width": 1280, "height": 900}, locale="en-GB")
        page.goto("/tv")
        expect(page.locator("#asked")).to_contain_text("Is this how the game stands?")
        page.goto("/")
        question = page.locator(".question")
        expect(question).to_contain_text("The points so far are not known")
        pieces = page.locator("#city [data-place]")
        expect(pieces.first).to_be_visible()
        page.locator("#language").click()
        expect(question.locator("h2")).to_contain_text("Steht das Spiel so?")
        question.locator("button", has_text="Ja; Cem ist dran").click()
        expect(question).to_have_count(0)
        expect(page.locator("#moves > li")).to_have_count(1)
        expect(page.locator("#moves > li")).to_contain_text("aufgenommen, wie es liegt, Cem ist dran")
        expect(page.locator("#guesses")).to_be_visible()
        for player in range(3):
            page.locator("#entry-player").select_option(index=player)
            expect(page.locator("#entry-key option")).to_have_text(["Punkte davor"])
            page.locator("#entry-value").fill(str(player + 4))
            page.locator("#entry button[type=submit]").click()
            expect(page.locator("#entry-values")).to_contain_text(f"Punkte davor {player + 4}")
        expect(page.locator("#guesses")).to_be_hidden()
        page.close()
    assert list(unwatched.table.session.played.totals.values()) == [4, 5, 6]
