"""What the page asks the game without changing it: the worth of places, likely corrections."""

from dataclasses import replace
from typing import Any

import pytest
from seen import reading_of

from live.table.decisions import observe
from live.table.session import Draft, Session, begin, write
from live.table.suggestions import correction_suggestions, placement_values
from scoring import rules_for
from simulator.games import scripted_game
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Build, PlaceTile
from tabletop.records import Header

SCRIPT = scripted_game("big-city")
HEADER = Header("big-city", ("Ann", "Ben"))
START = (
    PlaceTile("Ann", 2, (3, 0)),
    PlaceTile("Ben", 3, (0, 3)),
    PlaceTile("Ann", 4, (3, 4)),
    PlaceTile("Ben", 5, (6, 0)),
)


def _played(*moves: Any) -> Session:
    return write(begin(HEADER), [Draft(move) for move in (*START, *moves)], at=None).session


@pytest.mark.parametrize("count", [8, 20, 55])
def test_worth_is_what_the_rules_would_score(count: int) -> None:
    """Each place has the best points of all placements that cover it."""
    session = begin(SCRIPT.header, SCRIPT.entries[:count])
    rules = rules_for("big-city")
    told = placement_values(session, {"kind": "residence"})
    expected: dict[str, int] = {}
    for placement in rules.placements(session.state, "residence"):
        for number in placement.at["on"]:
            place = f"property:{number}"
            expected[place] = max(placement.points, expected.get(place, placement.points))
    assert told["places"] == expected


def test_an_unknown_kind_has_no_worth() -> None:
    """What is no kind of the game is refused with the kinds that there are."""
    with pytest.raises(UsageError, match="there is no kind 'castle'"):
        placement_values(_played(), {"kind": "castle"})


def test_what_lies_there_is_offered_first() -> None:
    """The record says 11 and 12, on the table lies 11, 12, 13: that is the first correction."""
    session = _played(Build("Ann", "residence", (11, 12)))
    truth = _played(Build("Ann", "residence", (11, 12, 13)))
    seen = observe(session, reading_of(truth.position, puck="Ben"), seen_s=0.0, at="").session
    first = correction_suggestions(_seen_by(session, seen), {"of": 5})["moves"][0]
    assert first["body"]["on"] == [11, 12, 13]


def _seen_by(session: Session, other: Session) -> Session:
    """The session with what the other has seen."""
    return replace(session, seen=other.seen)


def test_without_a_camera_the_nearest_moves_are_offered() -> None:
    """From a record alone: moves of the same player that touch the same places, the most alike first."""
    session = _played(Build("Ann", "residence", (11, 12)))
    offered = correction_suggestions(session, {"of": 5})["moves"]
    assert 1 <= len(offered) <= 5
    assert all({11, 12} & set(move["body"]["on"]) for move in offered)
    assert (offered[0]["body"]["kind"], offered[0]["body"]["on"]) == ("residence", [11, 12, 13])


def test_a_missing_move_is_offered() -> None:
    """A residence that lies there and is in no line is offered after the last move."""
    session = _played()
    truth = _played(Build("Ann", "residence", (11, 12)))
    seen = observe(truth, reading_of(truth.position, puck="Ben"), seen_s=0.0, at="").session
    first = correction_suggestions(_seen_by(session, seen), {"after": 4})["moves"][0]
    assert (first["body"]["kind"], first["body"]["on"], first["player"]) == ("residence", [11, 12], "Ann")


def test_a_line_that_does_not_count_has_no_corrections() -> None:
    """Asking about a move that is not there is refused."""
    with pytest.raises(UsageError, match="no move 99"):
        correction_suggestions(_played(), {"of": 99})
