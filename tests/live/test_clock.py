"""The players' clocks: whose runs, what a turn gives, and when all of them rest."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from page_table import NASTY, Played

from live.runtime.clock import ClockRule, TableClock, clock_rule, started
from live.table.session import Choice, Question
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Pass

PLAYERS = ("Ann", "Ben")


def run(rule: str, *turns: tuple[str | None, float], resting: bool = False) -> TableClock:
    """A clock that looks at whose turn it is at some seconds."""
    found = clock_rule(rule)
    assert found is not None
    clock = started(found, PLAYERS, 0.0)
    for turn, now_s in turns:
        clock = clock.looked(turn, resting=resting, now_s=now_s)
    return clock


def test_only_the_clock_of_whose_turn_it_is_runs() -> None:
    """Twenty minutes each: Ann thinks 30 s, Ben 10 s so far."""
    clock = run("20", ("Ann", 0.0), ("Ben", 30.0))
    assert clock.at(40.0) == {"Ann": 1170.0, "Ben": 1190.0}


def test_counting_up_and_by_fischer() -> None:
    """Up: what was spent; Fischer: ten seconds more after each turn; nobody loses by overstepping."""
    assert run("up", ("Ann", 0.0), ("Ben", 30.0)).at(35.0) == {"Ann": 30.0, "Ben": 5.0}
    assert run("1+10", ("Ann", 0.0), ("Ben", 30.0)).at(30.0) == {"Ann": 40.0, "Ben": 60.0}
    assert run("1", ("Ann", 0.0)).at(61.0)["Ann"] == -1.0


def test_a_rest_gives_nothing_and_takes_nothing() -> None:
    """A pause within a turn stops the clock, gives no seconds, and the turn goes on after it."""
    clock = run("1+10", ("Ann", 0.0)).looked("Ann", resting=True, now_s=20.0)
    assert clock.at(500.0) == {"Ann": 40.0, "Ben": 60.0}
    assert clock.looked("Ann", resting=False, now_s=500.0).at(505.0)["Ann"] == 35.0
    assert clock.looked("Ann", resting=True, now_s=600.0) is clock


def test_a_game_in_which_all_act_at_once_has_nobodys_clock_running() -> None:
    """My City: it is nobody's turn."""
    assert run("20", (None, 0.0)).at(100.0) == {"Ann": 1200.0, "Ben": 1200.0}


@pytest.mark.parametrize("words", ["", "0", "ten", "20+", "-5", "20+10+3"])
def test_what_is_no_clock_is_refused_with_the_mend(words: str) -> None:
    """One sentence says what may be written."""
    with pytest.raises(UsageError, match=r"15\+10"):
        clock_rule(words)
    assert (clock_rule("off"), clock_rule("up")) == (None, ClockRule())


def test_clocks_rest_while_the_table_waits_for_people(tmp_path: Path) -> None:
    """Paused, asked something, without a camera, over: all rest; else the next player's runs."""
    played = Played(tmp_path)
    played.close()
    table, moment = played.table, datetime(2026, 1, 1, tzinfo=UTC)
    table.clock = lambda: moment
    table.act("clock", {"clock": "20"})
    assert table.table_clock is not None
    assert table.table_clock.running == NASTY
    moment += timedelta(seconds=60)
    asked = Question("q1", "What happened?", (), (Choice("a"), Choice("b")), (4,), 4)
    table.session = replace(table.session, questions=(asked,))
    table.look_at_clock()
    assert table.table_clock.running is None
    assert table.publication.state["clock"]["seconds"][NASTY] == 1140.0
    table.session = replace(table.session, questions=())
    table.act("pause", {"paused": True})
    table.look_at_clock()
    assert table.table_clock.running is None
    table.act("pause", {"paused": False})
    table.watching = replace(table.watching, state="lost")
    table.look_at_clock()
    assert table.table_clock.running is None
    table.watching = replace(table.watching, state="watching")
    table.look_at_clock()
    assert table.table_clock.running == NASTY
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))
    table.look_at_clock()
    assert table.table_clock.running is None
    table.act("clock", {"clock": "off"})
    assert table.publication.state["clock"] is None
