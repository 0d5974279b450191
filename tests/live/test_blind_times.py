"""Times in which nobody sees the table: what happened in them is found, or asked, and marked until it is settled."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from evenings.played import answered, marks, moves_made
from seen import reading_of

from live.demo.comparison import compare
from live.table.decisions import observe
from live.table.session import Draft, Session, begin, write
from live.table.steady import Sight
from live.table.turn_window import AttributionSettings, TurnWindow
from scoring.replay import guess_words
from simulator.games import opening_position, random_game, turns_of
from tabletop.entries import Entry
from tabletop.games.big_city.values import Build, PlaceTile, Quiet
from tabletop.records import Header, Record

LOOKS_A_SECOND = 5
BLIND_S, EVERY_S = 4.0, 10.0
PLAYERS = ("Ann", "Ben", "Cem")


@dataclass(frozen=True)
class Played:
    """A game of which nothing was seen for 4 s in every 10."""

    record: Record
    session: Session
    questions: int
    gaps: int


def looks_at(record: Record, seed: int) -> Iterator[tuple[Any, str | None]]:
    """Table and puck, look by look: somebody lays a piece, then passes the puck on; turns take two to five seconds."""
    pace, before = random.Random(seed), opening_position(record)
    for turn in turns_of(record):
        count = int(pace.uniform(2.2, 5.0) * LOOKS_A_SECOND)
        laid = int(count * pace.uniform(0.3, 0.5))
        passed = laid + int(pace.uniform(0.3, 1.0) * LOOKS_A_SECOND)
        for look in range(count):
            lying = before if look < laid else turn.position
            yield lying, (before if look < passed else turn.position).turn
        before = turn.position
    for _ in range(4 * LOOKS_A_SECOND):
        yield before, before.turn


def played(seed: int, moves: int) -> Played:
    """A random game, seen but for its blind times by a perfect reader."""
    players = PLAYERS[: 2 + seed % 2]
    record = random_game(Header("big-city", players), seed)
    record = replace(record, entries=record.entries[:moves])
    session, questions, gaps, seen_s = begin(record.header), 0, 0, 0.0
    for number, (lying, puck) in enumerate(looks_at(record, seed)):
        now_s = number / LOOKS_A_SECOND
        if now_s % EVERY_S >= EVERY_S - BLIND_S:
            continue
        reading = reading_of(lying, puck=puck)
        blind_s, seen_s = now_s - seen_s, now_s
        gaps += blind_s > 1.0
        step = observe(session, reading, seen_s=now_s, at="2026-01-01T00:00:00Z", blind_s=blind_s)
        session = step.session
        questions += sum(event == "question" for event, _ in step.news)
    return Played(record, session, questions, gaps)


def test_turns_without_a_trace_in_blind_times_are_marked() -> None:
    """Two players, several such turns out of sight: nobody can tell whose the others were, and none is called sure."""
    evening = played(2, moves=20)
    unmarked, _ = marks(evening.record, evening.session)
    assert unmarked == 0
    assert evening.questions <= evening.gaps


@pytest.mark.parametrize("seed", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_what_happened_out_of_sight_is_right_or_marked(seed: int) -> None:
    """Nothing wrong without a mark; at most one question a gap; right once somebody has answered."""
    evening = played(seed, moves=18 if seed == 1 else 26)
    made = moves_made(evening.record)
    unmarked, right_guesses = marks(evening.record, evening.session)
    assert unmarked == 0
    assert evening.questions <= evening.gaps
    assert right_guesses <= 3
    assert compare(evening.record, answered(evening.session, evening.record), None).right == len(made)
    assert bool(guess_words(evening.session.played)) == bool(evening.session.questions)


def test_a_doubt_about_turns_is_settled_by_what_the_puck_shows_later() -> None:
    """Whatever is asked about whose turns they were: once the puck's way tells it apart, nobody is asked any more."""
    evening = played(3, moves=12)
    assert evening.session.played.guesses == frozenset()
    assert compare(evening.record, evening.session, None).right == len(moves_made(evening.record))


def test_a_doubt_about_turns_grows_while_the_puck_is_on_its_way() -> None:
    """It need not be seen in one place for long: people are asked where it is seen next."""
    header = Header("big-city", ("Ann", "Ben"))
    start = [PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Ann", 4, (3, 4))]
    start += [PlaceTile("Ben", 5, (6, 0))]
    first, second = Build("Ann", "residence", (11, 12)), Build("Ann", "residence", (31,))
    games = [
        begin(header, [Entry(n, move) for n, move in enumerate(moves, start=1)])
        for moves in (start, [*start, first], [*start, first, Quiet("Ben"), second])
    ]
    looks = [(0, "Ann", 2.0, 0.0), (1, None, 0.6, 4.6), (1, "Ann", 1.4, 0.0), (1, None, 0.8, 0.0), (2, None, 0.4, 0.0)]
    looks += [(2, "Ben", 1.0, 0.0), (2, None, 1.0, 0.0), (2, "Ben", 0.4, 0.0)]
    session = write(begin(header), [Draft(move) for move in start], at=None).session
    session = _seen(session, [game.position for game in games], looks)
    (question,) = session.questions
    assert any(choice.label.endswith("Ann builds a single residence on 31") for choice in question.choices)


def _seen(session: Session, lying: Sequence[Any], looks: Sequence[tuple[int, str | None, float, float]]) -> Session:
    """What looks make of it: which of the tables lies there, whose puck it is, for how long, after how long a gap."""
    now_s = 0.0
    for table, puck, lasts_s, blind_s in looks:
        now_s += blind_s
        for look in range(round(lasts_s * LOOKS_A_SECOND)):
            now_s += 1 / LOOKS_A_SECOND
            gap_s = 0.0 if look else blind_s
            session = observe(session, reading_of(lying[table], puck=puck), seen_s=now_s, at="x", blind_s=gap_s).session
    return session


GAP_START = [PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4))]
GAP_START += [Build("Ann", "residence", (11, 12))]


def _after_a_gap(then: list[Any], seconds: float) -> Session:
    """Ann has built and Ben has the puck; in the dark somebody builds, and Ann has it. What follows is seen so long."""
    header, unseen = Header("big-city", PLAYERS), Build("Ben", "residence", (21,))
    session = write(begin(header), [Draft(move) for move in GAP_START], at=None).session
    tables = [[], [unseen], *([unseen, Quiet("Cem"), *then[: count + 1]] for count in range(len(then)))]
    lying = [write(session, [Draft(move) for move in moves], at=None).session.position for moves in tables]
    looks = [
        (0, "Ann", 1.0, 0.0),
        (0, "Ben", 2.0, 0.0),
        (0, None, 0.6, 0.0),
        (1, None, 0.6, 4.4),
        (1, "Ann", seconds, 0.0),
    ]
    for number in range(len(then)):
        looks += [(number + 2, None, 0.6, 0.0), (number + 2, PLAYERS[(number + 1) % 3], seconds, 0.0)]
    return _seen(session, lying, looks)


def test_the_puck_may_have_gone_on_before_and_after_what_was_laid_out_of_sight() -> None:
    """Ben built and Cem's turn left no trace, or the other way round: neither is likelier."""
    session = _after_a_gap([], 4.0)
    (question,) = session.questions
    assert {choice.label for choice in question.choices} == {
        f"{player} builds a single residence on 21" for player in ("Ben", "Cem")
    }
    window = TurnWindow.of(replace(session, questions=()), AttributionSettings())
    assert window is not None
    assert window.cost((0, 1)) == window.cost((1, 0))


def test_a_doubt_about_turns_is_asked_about_though_the_game_goes_on() -> None:
    """Moves follow each other too fast for the doubt ever to be looked at for long; none of them tells it."""
    places = ((13,), (22,), (31,), (32,), (41,), (42,))
    then = [Build(PLAYERS[number % 3], "residence", on) for number, on in enumerate(places)]
    session = _after_a_gap(then, 1.0)
    assert any("residence on 21" in choice.label for question in session.questions for choice in question.choices)


def _look(share_covered: float) -> Any:
    lying = opening_position(random_game(Header("big-city", PLAYERS), 1))
    places = reading_of(lying).evidence
    return reading_of(lying, hidden=list(places)[: int(share_covered * len(places))])


def test_the_table_is_out_of_sight_in_the_dark_and_under_what_covers_it() -> None:
    """Not while a hand makes its move, nor while something covers a part of it."""
    sight = Sight()
    assert sight.seen(_look(0.0), 0.0) == 0.0
    assert sight.seen(_look(0.2), 4.0) == 0.0, "a hand for four seconds"
    sight.lost()
    assert sight.seen(_look(0.0), 8.0) == pytest.approx(4.0), "the dark"
    assert sight.seen(_look(0.9), 10.0) == 0.0, "it is covered"
    assert sight.seen(_look(0.0), 14.0) == pytest.approx(6.0), "and was covered"
    assert sight.seen(_look(0.0), 25.0) == pytest.approx(11.0), "hands over it for long"
