"""What the page asks the game without changing it: the worth of places, likely corrections."""

from dataclasses import replace
from typing import Any

import pytest
from seen import TWO, TWO_LAID, reading_of

from live.table.decisions import observe
from live.table.session import Draft, Session, begin, write
from live.table.suggestions import correction_suggestions, placement_values
from scoring import rules_for
from simulator.games import scripted_game
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Build

SCRIPT = scripted_game("big-city")


def _played(*moves: Any) -> Session:
    return write(begin(TWO), [Draft(move) for move in (*TWO_LAID, *moves)], at=None).session


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


@pytest.mark.parametrize(
    ("known", "lies", "asked"),
    [((11, 12), (11, 12, 13), {"of": 5}), ((), (11, 12), {"after": 4})],
    ids=["another body", "a missing move"],
)
def test_what_lies_there_is_offered_first(known: Any, lies: Any, asked: Any) -> None:
    """The record has other properties, or no line, of a residence that the camera sees."""
    session = _played(*[Build("Ann", "residence", known)] * bool(known))
    truth = _played(Build("Ann", "residence", lies))
    seen = observe(truth, reading_of(truth.position, puck="Ben"), seen_s=0.0, at="").session
    first = correction_suggestions(replace(session, seen=seen.seen), asked)["moves"][0]
    assert (first["body"]["kind"], first["body"]["on"], first["player"]) == ("residence", [*lies], "Ann")


def test_without_a_camera_the_nearest_moves_are_offered() -> None:
    """From a record alone: moves of the same player that touch the same places, the most alike first."""
    session = _played(Build("Ann", "residence", (11, 12)))
    offered = correction_suggestions(session, {"of": 5})["moves"]
    assert 1 <= len(offered) <= 5
    assert all({11, 12} & set(move["body"]["on"]) for move in offered)
    assert (offered[0]["body"]["kind"], offered[0]["body"]["on"]) == ("residence", [11, 12, 13])


@pytest.mark.parametrize(
    ("ask", "body", "told"),
    [
        (placement_values, {"kind": "castle"}, "there is no kind 'castle'"),
        (correction_suggestions, {"of": 99}, "no move 99"),
    ],
)
def test_what_is_not_there_is_refused(ask: Any, body: Any, told: str) -> None:
    """A kind that the game does not have, a move that was not made."""
    with pytest.raises(UsageError, match=told):
        ask(_played(), body)
