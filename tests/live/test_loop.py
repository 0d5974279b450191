"""The loop: stored before shown, hands and silence wait, a full disk loses nothing, wishes between two frames."""

import pkgutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest
from page_table import table_with
from seen import TWO, TWO_LAID, reading_of

from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import Frame, Silence
from live.table.frame_reader import FrameOutcome
from live.table.session import Choice, Draft, Question, Session, begin, write
from tabletop.games.big_city.values import Build
from tabletop.games.small_city.values import BuildTile as Tile
from tabletop.moves import Move
from tabletop.readings import Reading
from tabletop.records import Header

HOUSE = Build("Ann", "residence", (11, 12))
PICTURE = numpy.zeros((8, 8, 3), numpy.uint8)

ANSWERED_S = 30.0
Seen = Reading | Silence | str
"""What a frame brings: a reading, a silence of the camera, `quiet`, or another state without one (`moving`, `dark`)."""


class ScriptedTable:
    """Source and watcher in one: frames whose readings are known."""

    live = False
    name = "script"
    sight = None

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._seen = list(seen)
        self._number = 0
        self.reading: Reading | None = None

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame."""
        if self._number >= len(self._seen):
            return None
        self._number += 1
        now = self._seen[self._number - 1]
        return now if isinstance(now, Silence) else Frame(PICTURE, self._number / 10, self._number)

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """What is known of it."""
        now = self._seen[frame.number - 1]
        if isinstance(now, str):
            return FrameOutcome("watching", quiet=True) if now == "quiet" else FrameOutcome(now)
        assert isinstance(now, Reading)
        self.reading = now
        return FrameOutcome("watching", reading=now)

    def shown_with(self, place: str) -> None:
        """There are no pictures."""

    def beside(self, frame: Frame) -> tuple[()]:
        """There is one camera."""
        return ()

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game whose starting neighbourhoods lie."""
    with table_with(tmp_path, TWO, *TWO_LAID) as made:
        yield made


def _then(session: Session, *moves: Move, puck: str = "Ann") -> Reading:
    return reading_of(write(session, [Draft(move) for move in moves], at=None).session.position, puck=puck)


def _watch(table: LiveTable, *seen: Seen, script: type[ScriptedTable] = ScriptedTable, **how: Any) -> None:
    shown = script(seen, **how)
    watch_table(table, shown, shown, stop=threading.Event())  # type: ignore[arg-type]


def _played(table: LiveTable) -> list[Move]:
    return [move.judged.move for move in table.session.moves[len(TWO_LAID) :]]


def test_a_wish_is_answered_while_a_look_takes_long(table: LiveTable) -> None:
    """The look waits for the answer to a correction: it comes, and what was seen then still counts."""
    answers = []

    class SlowTable(ScriptedTable):
        def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
            answers.append(table.mailbox.ask("quiet", {"quiet": frame.number == 1}).result(ANSWERED_S))
            return super().look(frame, own_light=own_light)

    _watch(table, *[_then(table.session, HOUSE)] * 3, script=SlowTable)
    assert [answer["lines"] for answer in answers] == [len(TWO_LAID)] * 3
    assert _played(table) == [HOUSE]


BEFORE, LAID = "before", "laid"


@pytest.mark.parametrize(
    ("seen", "known"),
    [
        ([LAID, LAID], False),
        ([LAID, LAID, LAID], True),
        ([LAID, "moving", LAID, "moving", "moving"], False),
        ([LAID, "moving", LAID, "moving", LAID], True),
        ([BEFORE, BEFORE, LAID, "quiet"], False),
        ([BEFORE, BEFORE, LAID, "quiet", "quiet"], True),
    ],
)
def test_a_move_is_known_after_three_still_looks(table: LiveTable, seen: list[str], known: bool) -> None:
    """Also with a hand between them, whose looks count nothing; quiet frames confirm what came last."""
    readings = {BEFORE: _then(table.session), LAID: _then(table.session, HOUSE)}
    _watch(table, *(readings.get(one, one) for one in seen))
    assert _played(table) == [HOUSE] * known


class Wishing(ScriptedTable):
    """At one frame somebody does something on the page."""

    def __init__(self, seen: Sequence[Seen], at: int, wish: Callable[[], None]) -> None:
        super().__init__(seen)
        self._at, self._wish = at, wish

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame."""
        if self._number == self._at:
            self._wish()
        return super().next(timeout_s)


def test_what_people_write_is_held_against_the_quiet_table(table: LiveTable) -> None:
    """A line comes while nothing moves: the next quiet frame tells what is still plainly empty after it."""

    def wish() -> None:
        table.take(write(table.session, [Draft(HOUSE)], at=None))

    empty = _then(table.session)
    _watch(table, empty, empty, empty, "quiet", "quiet", script=Wishing, at=4, wish=wish)
    assert table.session.plain["property:21"].after == len(TWO_LAID) + 1


def test_a_rounds_end_is_entered_between_two_frames_and_until_then_the_table_lay_still(tmp_path: Path) -> None:
    """Halfway between the quiet frame before and the hand's after it; what a look showed held until the quiet one."""
    header = Header("small-city", ("Ann", "Ben"))
    begun = write(begin(header), [Draft(Tile("Ann", "park", ("G1",), 1))], at=None)
    lying = begun.session.rules.contents(begun.session.state)
    evidence = {place: {what: 0.0, "citizen-1": -25.0} for place, what in lying.items()}
    look = Reading("small-city", begun.session.position, dict.fromkeys(evidence, "certain"), evidence=evidence)
    with table_with(tmp_path, header) as table:
        table.take(begun)
        end = partial(table.act, "turn", {"do": "end-round"})
        _watch(table, *[look] * 3, "quiet", "quiet", "moving", script=Wishing, at=5, wish=end)
    assert table.session.round_end is not None
    assert table.session.round_end.entered_s == pytest.approx(0.55)
    assert {one.seen_s for one in table.session.plain.values()} == {0.5}


def test_a_lost_camera_is_said_and_the_game_waits(table: LiveTable) -> None:
    """Silence is a state with a sentence; no move comes of it, and the game goes on afterwards."""
    house = _then(table.session, HOUSE)
    states: list[str] = []
    table.publication.publish = lambda state, news=(): states.append(state["camera"]["state"])  # type: ignore[method-assign]
    _watch(table, house, Silence("webcam is gone", 0.0), house, house)
    assert _played(table) == []
    changes = [state for state, before in zip(states, ["", *states], strict=False) if state != before]
    assert changes == ["watching", "lost", "watching", "ended"]


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize(
    "place",
    [
        "live.runtime.loop.observe",
        "live.runtime.loop.at_round_end",
        "live.runtime.loop._picture_questions",
        "live.table.steady.Sight.seen",
        "live.table.steady.Steady.see",
        "live.table.decisions.with_glimpses",
        "live.table.decisions.interpret",
        "live.table.explanations.explain",
        "live.table.decisions.settled_by",
        "live.table.decisions.with_doubts",
        "live.table.decisions.write",
    ],
)
def test_a_look_that_cannot_be_taken_in_is_left_out_and_the_next_is_tried(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch, place: str, times: int
) -> None:
    """Wherever it fails: told once, and the move is written by the looks after it, also where nothing moves."""
    told: list[str] = []
    table.faults.say = told.append
    left, house, real = [times], _then(table.session, HOUSE), pkgutil.resolve_name(place)

    def failing(*given: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise IndexError("tuple index out of range")
        return real(*given, **named)

    monkeypatch.setattr(place, failing)
    _watch(table, *[house] * 3, *["quiet"] * 12)
    assert left[0] < 0
    assert _played(table) == [HOUSE]
    assert len([line for line in told if "IndexError" in line]) == 1


@pytest.mark.parametrize(
    "memory",
    [
        {"glimpsed": {"property:11": (None,)}},
        {"plain": {"property:11": None}},
        {"sightings": (None,)},
        {"hidden_s": None},
        {"seen": 3},
    ],
)
def test_what_is_left_of_earlier_looks_ends_no_game(table: LiveTable, memory: dict[str, Any]) -> None:
    """Whatever they left that can't be taken in is forgotten with the first look that fails on it."""
    table.faults.say = lambda line: None
    table.session = replace(table.session, **memory)
    _watch(table, *[_then(table.session, HOUSE)] * 3, *["quiet"] * 12)
    assert _played(table) == [HOUSE]


def test_a_fault_at_every_look_is_told_once_and_pauses_nothing(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people enter is written meanwhile, and open questions stay."""
    told: list[str] = []
    table.faults.say = told.append
    asked = Question("q", "Which?", (), (Choice("this"), Choice("that")))
    table.session = replace(table.session, questions=(asked,), confirm=True)

    def failing(*given: Any, **named: Any) -> Any:
        raise ValueError("no")

    monkeypatch.setattr("live.table.decisions.interpret", failing)
    quiet = partial(table.act, "turn", {"do": "quiet"})
    _watch(table, *[_then(table.session, HOUSE)] * 9, script=Wishing, at=6, wish=quiet)
    assert len(told) == 1
    assert "what happened on the table" in told[0]
    assert [move.do for move in _played(table)] == ["quiet"]
    assert (table.session.questions, table.session.confirm) == ((asked,), True)
    assert table.publication.state["problems"][0]["code"] == "fault"


def test_while_the_game_rests_nothing_is_decided(table: LiveTable) -> None:
    """Paused from the page, the table may be touched freely; afterwards what lies there counts."""
    house = _then(table.session, HOUSE)
    table.mailbox.ask("pause", {"paused": True})
    _watch(table, *[house] * 5)
    assert _played(table) == []
    table.mailbox.ask("pause", {"paused": False})
    _watch(table, *[house] * 3)
    assert _played(table) == [HOUSE]


def test_a_clock_set_back_does_no_harm(table: LiveTable) -> None:
    """Times of day are written down and never reckoned with."""
    from datetime import UTC, datetime

    times = iter([datetime(2026, 5, 1, tzinfo=UTC), *[datetime(2020, 1, 1, tzinfo=UTC)] * 50])
    table.clock = lambda: next(times)
    _watch(table, *[_then(table.session, HOUSE)] * 5)
    assert _played(table) == [HOUSE]
