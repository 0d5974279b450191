"""Once a game is over nobody is asked what changes no result, and the same players can begin anew."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from page_table import NASTY, Played

from live.network.messages import Sender
from live.network.state_messages import state_of
from live.page.shown import CameraStatus
from live.page.state import view
from live.runtime.loop import watch_table
from live.sources import Silence
from live.table.ending import at_the_end
from live.table.session import Choice, Draft, Question, Session
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Build, Exchange, Pass

LINE = 5
"""Of the pass of the second player, which is a guess."""


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Played]:
    """A game that is over."""
    played = Played(tmp_path)
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))
    yield played
    played.close()


def asked(session: Session, *drafts: Draft) -> Session:
    """The session with the second player's pass in doubt; each draft is an answer."""
    choices = (Choice("it was so"), *(Choice("no", (draft,)) for draft in drafts))
    question = Question("q1", "What happened on the table?", (), choices, (LINE,), LINE)
    played = replace(session.played, guesses=frozenset({LINE}))
    return replace(session, questions=(question,), played=played, doubtful=frozenset({LINE}))


def shown(session: Session) -> tuple[int, int, int]:
    """How many questions, guesses and moves in doubt the page shows, having compared the network's with it."""
    seen = view(session, CameraStatus())
    assert len(state_of(session, CameraStatus(), Sender("T", "r", "p")).questions) == len(seen["questions"])
    moves = seen["moves"]
    return len(seen["questions"]), sum(move["guess"] for move in moves), sum(move["provisional"] for move in moves)


def test_no_question_stands_under_the_winner_that_changes_no_result(over: Played) -> None:
    """Nor is its move a guess any more; a question of which an answer brings points stays, and so does the record."""
    session = over.table.session
    assert session.played.over
    assert shown(asked(session, Draft(Pass(NASTY), "replace", of=LINE))) == (0, 0, 0)
    building = Draft(Build(NASTY, "residence", (21,)), "replace", of=LINE)
    assert shown(asked(session, building)) == (1, 1, 1)
    assert shown(asked(session, Draft(None, "replace", of=LINE + 2))) == (1, 1, 1)  # the game would go on
    assert at_the_end(asked(session, building)).entries == session.entries


def test_while_the_game_goes_on_every_question_stays(tmp_path: Path) -> None:
    """Whatever an answer would change: the game is not over."""
    played = Played(tmp_path)
    session = asked(played.table.session, Draft(Exchange(NASTY), "replace", of=LINE))
    assert at_the_end(session) is session
    played.close()


class StillPhone:
    """A phone that sends nothing."""

    live, name, views = False, "phone", 1

    def next(self, wait_s: float) -> Silence:
        """Nothing yet."""
        return Silence("a photo from the phone is awaited", 0.0, late=True)


def test_play_again_begins_the_same_game_anew(over: Played) -> None:
    """The loop ends with the same players; before the end, and where no game can follow, one sentence says why not."""
    table = over.table
    with pytest.raises(UsageError, match="set the table up anew"):
        table.act("again", {})
    table.extra = {"again": True}
    table.act("again", {})
    assert table.following is not None
    assert table.following.players == table.session.header.players
    assert table.following.at is not None
    watch_table(table, StillPhone(), None, stop=threading.Event())  # type: ignore[arg-type]
    table.act("correct", {"do": "undo"})
    with pytest.raises(UsageError, match="not over yet"):
        table.act("again", {})


def test_only_a_demo_from_the_set_up_page_leads_back_there(over: Played) -> None:
    """The loop ends; a table that people play at says why it doesn't."""
    table = over.table
    with pytest.raises(UsageError, match="only a demo"):
        table.act("set-up", {})
    table.extra = {"set_up": True}
    table.act("set-up", {})
    watch_table(table, StillPhone(), None, stop=threading.Event())  # type: ignore[arg-type]
