"""Moves are counted, not the record's lines: people see 1, 2, 3 however often something was put right between them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser, tab_at
from page_table import NASTY, Played

from live.network.messages import Sender
from live.network.state_messages import event_of, state_of
from live.page.shown import CameraStatus
from live.page.state import view
from live.page.story import story_of
from live.runtime.hosting import page_of
from live.table.session import Draft, draft_words, write
from scoring.replay import guess_words
from scoring.transcript import transcript
from tabletop.games.big_city.values import Build, Pass

if CHROMIUM is not None:
    from playwright.sync_api import expect

COUNTED = [1, 2, 3, 4, 5]


@pytest.fixture
def mended(tmp_path: Path) -> Iterator[Played]:
    """Four moves, of which the last was put right twice (lines 5 and 6), and one more (line 7)."""
    played = Played(tmp_path)
    build = Build("Ann", "residence", (11,))
    for draft in (Draft(build, "replace", of=4), Draft(build, "replace", of=4), Draft(Pass(NASTY))):
        played.table.take(write(played.table.session, [draft], at="2026-01-01T00:00:00Z"))
    yield played
    played.close()


def test_page_replay_and_network_count_moves(mended: Played) -> None:
    """The line stays in `n`, by which a move is corrected; its number is what people see."""
    session = mended.table.session
    shown = view(session, CameraStatus())["moves"]
    assert [move["n"] for move in shown] == [1, 2, 3, 4, 7]
    told = state_of(session, CameraStatus(), Sender("T", "r", "p"))
    for moves in (shown, story_of(session)["moves"], [move.to_json() for move in told.moves]):
        assert [move["number"] for move in moves] == COUNTED


def test_news_questions_and_transcripts_count_moves(mended: Played) -> None:
    """What is taken back is called by its number in the question, in the news and in the event."""
    session = mended.table.session
    gone = Draft(None, "replace", of=7)
    assert draft_words(session, gone) == "move 5 is taken back"
    assert draft_words(session, Draft(Pass("Cem"), "replace", of=7)) == "move 5 becomes Cem passes"
    step = write(session, [gone], at=None)
    assert [(data["n"], data["number"]) for event, data in step.news if event == "replaced"] == [(7, 5)]
    again = write(session, [Draft(Pass("Cem"))], at=None)
    assert [(data["n"], data["number"]) for event, data in again.news if event == "move"] == [(8, 6)]
    _, event = event_of(session, again.entries[0], Sender("T", "r", "p"))
    assert event.move is not None
    assert event.move.number == 6
    lines = transcript(session.played).splitlines()
    assert [int(line[:4]) for line in lines if line[:4].strip().isdigit()] == COUNTED
    guessed = replace(session.played, guesses=frozenset({7}))
    assert guess_words(guessed).startswith("1 move is a guess: 5 <img")


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
def test_the_pages_show_the_numbers(browser: Browser, mended: Played) -> None:
    """The list, the editor's title and the replay."""
    with page_of(mended.table, host=None, port=None) as at, tab_at(browser, at.here) as page:
        page.goto("/")
        expect(page.locator("#moves .n")).to_have_text(["5", "4", "3", "2", "1"])
        page.locator("#moves summary").first.click()
        page.locator("#moves .tools button:visible").first.click()
        expect(page.locator("#editor-title")).to_contain_text("Move 5:")
        page.goto("/replay")
        expect(page.get_by_role("button", name="5 <img")).to_be_visible()
