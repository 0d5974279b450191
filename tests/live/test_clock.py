"""The players' clocks: whose runs, what a turn gives, and when all of them rest."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from page_table import table_with
from seen import THREE, THREE_LAID

from live.page.shown import CameraStatus
from live.runtime.clock import ClockRule, TableClock, clock_rule, started
from live.table.session import Choice, Draft, Question, write
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Build, Pass

PLAYERS = ("Ann", "Ben")


def run(rule: str, *turns: tuple[str | None, float], resting: bool = False) -> TableClock:
    """A clock that looks at whose turn it is at some seconds."""
    found = clock_rule(rule)
    assert found is not None
    clock = started(found, PLAYERS, 0.0)
    for turn, now_s in turns:
        clock = clock.looked(turn, resting=resting, now_s=now_s)
    return clock


@pytest.mark.parametrize(
    ("rule", "turns", "at_s", "left_s"),
    [
        ("20", [("Ann", 0.0), ("Ben", 30.0)], 40.0, {"Ann": 1170.0, "Ben": 1190.0}),
        ("up", [("Ann", 0.0), ("Ben", 30.0)], 35.0, {"Ann": 30.0, "Ben": 5.0}),
        ("1+10", [("Ann", 0.0), ("Ben", 30.0)], 30.0, {"Ann": 40.0, "Ben": 60.0}),
        ("1", [("Ann", 0.0)], 61.0, {"Ann": -1.0, "Ben": 60.0}),
        ("20", [(None, 0.0)], 100.0, {"Ann": 1200.0, "Ben": 1200.0}),
    ],
    ids=["down", "up", "Fischer", "overstepped", "all act at once"],
)
def test_only_the_clock_of_whose_turn_it_is_runs(
    rule: str, turns: list[tuple[str | None, float]], at_s: float, left_s: dict[str, float]
) -> None:
    """Down or up, with seconds more after each turn; nobody loses by overstepping, and nobody's runs where all act."""
    assert run(rule, *turns).at(at_s) == left_s


def test_a_rest_gives_nothing_and_takes_nothing() -> None:
    """A pause within a turn stops the clock, gives no seconds, and the turn goes on after it."""
    clock = run("1+10", ("Ann", 0.0)).looked("Ann", resting=True, now_s=20.0)
    assert clock.at(500.0) == {"Ann": 40.0, "Ben": 60.0}
    assert clock.looked("Ann", resting=False, now_s=500.0).at(505.0)["Ann"] == 35.0
    assert clock.looked("Ann", resting=True, now_s=600.0) is clock


@pytest.mark.parametrize("words", ["", "0", "ten", "20+", "-5", "20+10+3"])
def test_what_is_no_clock_is_refused_with_the_mend(words: str) -> None:
    """One sentence says what may be written."""
    with pytest.raises(UsageError, match=r"15\+10"):
        clock_rule(words)
    assert (clock_rule("off"), clock_rule("up")) == (None, ClockRule())


def test_clocks_rest_while_the_table_waits_for_people(tmp_path: Path) -> None:
    """Asked something, paused, without a camera, over: all rest; else the next player's runs."""
    asked = Question("q1", "What happened?", (), (Choice("a"), Choice("b")), (4,), 4)
    moment, made = datetime(2026, 1, 1, tzinfo=UTC), (*THREE_LAID, Build("Ann", "residence", (11, 12)))
    with table_with(tmp_path, THREE, *made) as table:

        def running() -> str | None:
            table.look_at_clock()
            assert table.table_clock is not None
            return table.table_clock.running

        table.clock = lambda: moment
        table.watching = CameraStatus("watching")
        table.act("clock", {"clock": "20"})
        assert running() == "Ben"
        moment += timedelta(seconds=60)
        table.session = replace(table.session, questions=(asked,))
        assert running() is None
        assert table.publication.state["clock"]["seconds"]["Ben"] == 1140.0
        table.session = replace(table.session, questions=())
        table.act("pause", {"paused": True})
        assert running() is None
        table.act("pause", {"paused": False})
        table.watching = CameraStatus("lost")
        assert running() is None
        table.watching = CameraStatus("watching")
        assert running() == "Ben"
        passes = [Draft(Pass(player)) for player in ("Ben", "Cem", "Ann")]
        table.take(write(table.session, passes, at=None))
        assert running() is None
        table.act("clock", {"clock": "off"})
        assert table.publication.state["clock"] is None
