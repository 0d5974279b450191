"""The score track as a witness of whose turns the last moves were, with the turn puck and without it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from seen import reading_of

from live.table.decisions import observe
from live.table.score_track import possible_owners, tracked
from live.table.session import Draft, Session, begin, write
from scoring import rules_for
from tabletop.games.big_city.values import Build, PlaceTile, Quiet
from tabletop.moves import Move
from tabletop.positions import TrackMarker
from tabletop.readings import Confidence, Reading
from tabletop.records import Header

HEADER = Header("big-city", ("Ann", "Ben", "Cem"))
START = (PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))
HOUSE = Build("Ann", "residence", (11, 12))
SHOP = Build("Ben", "business", (21, 22, 23))
CORNER = Build("Cem", "residence", (44,))
NEXT = Build("Ann", "residence", (31,))

Look = tuple[tuple[Move, ...], Mapping[str, int], str | None]
"""What lies there, where the markers stand, on whose mat the puck lies."""


def _points(*moves: Move) -> list[int]:
    session = write(begin(HEADER), [Draft(move) for move in (*START, *moves)], at=None).session
    return [move.judged.points for move in session.moves[len(START) :]]


HOUSE_POINTS, SHOP_POINTS, CORNER_POINTS, NEXT_POINTS = _points(HOUSE, SHOP, CORNER, NEXT)


def _seen(
    moves: tuple[Move, ...], spaces: Mapping[str, int], puck: str | None, sureness: Confidence = "certain"
) -> Reading:
    lying = write(begin(HEADER), [Draft(move) for move in (*START, *moves)], at=None).session.position
    reading = reading_of(lying, puck=puck)
    markers = tuple(TrackMarker(player, space) for player, space in sorted(spaces.items()))
    confidence = {**reading.confidence, **dict.fromkeys((f"track:{player}" for player in spaces), sureness)}
    return replace(reading, position=replace(reading.position, scores=markers), confidence=confidence)


def _watched(*looks: Look) -> Session:
    """What looks of two seconds each make of a game in which the neighbourhoods lie."""
    session = write(begin(HEADER), [Draft(move) for move in START], at=None).session
    time_s = 0.0
    for look in looks:
        for _ in range(20):
            time_s += 0.1
            session = observe(session, _seen(*look), seen_s=time_s, at="2026-01-01T00:00:00Z").session
    return session


def _made(session: Session) -> list[Move]:
    return [move.judged.move for move in session.moves[len(START) :]]


def test_the_points_of_the_moves_differ() -> None:
    """Else nothing here would tell anything."""
    assert len({HOUSE_POINTS, SHOP_POINTS, CORNER_POINTS}) == 3
    assert min(HOUSE_POINTS, SHOP_POINTS, CORNER_POINTS, NEXT_POINTS) > 0


def test_markers_tell_a_quiet_turn_where_nobody_uses_the_puck() -> None:
    """Ben passes without a trace; Cem's marker advances, so that the move is Cem's."""
    session = _watched(
        ((), {"Ann": 0}, None),
        ((HOUSE,), {"Ann": HOUSE_POINTS}, None),
        ((HOUSE, CORNER), {"Ann": HOUSE_POINTS}, None),
        ((HOUSE, CORNER), {"Ann": HOUSE_POINTS, "Cem": CORNER_POINTS}, None),
    )
    assert _made(session) == [HOUSE, Quiet("Ben"), CORNER]


def test_without_markers_and_puck_the_next_player_made_the_move() -> None:
    """The same table without the track: nothing tells of a quiet turn."""
    session = _watched(((), {}, None), ((HOUSE,), {}, None), ((HOUSE, CORNER), {}, None))
    assert _made(session) == [HOUSE, replace(CORNER, player="Ben")]


def test_a_marker_moved_late_tells_as_well() -> None:
    """Cem's marker is moved only after Ann has laid the next piece, and Ann's too."""
    session = _watched(
        ((), {"Ann": 0}, None),
        ((HOUSE,), {"Ann": HOUSE_POINTS}, None),
        ((HOUSE, CORNER), {"Ann": HOUSE_POINTS}, None),
        ((HOUSE, CORNER, NEXT), {"Ann": HOUSE_POINTS}, None),
        ((HOUSE, CORNER, NEXT), {"Ann": HOUSE_POINTS + NEXT_POINTS, "Cem": CORNER_POINTS}, None),
    )
    assert _made(session) == [HOUSE, Quiet("Ben"), CORNER, NEXT]


def test_the_track_outvotes_a_puck_that_everybody_forgot() -> None:
    """The puck stays with Ann; the markers say that Ben passed before Cem built."""
    session = _watched(
        ((), {"Ann": 0}, "Ann"),
        ((HOUSE,), {"Ann": HOUSE_POINTS}, "Ann"),
        ((HOUSE, CORNER), {"Ann": HOUSE_POINTS, "Cem": CORNER_POINTS}, "Ann"),
    )
    assert _made(session) == [HOUSE, Quiet("Ben"), CORNER]


@pytest.mark.parametrize("wrong", [1, -1, 7])
def test_a_marker_moved_to_a_wrong_space_changes_nothing(wrong: int) -> None:
    """Who miscounts has made the move all the same."""
    session = _watched(
        ((), {"Ann": 0, "Ben": 0}, "Ann"),
        ((HOUSE,), {"Ann": HOUSE_POINTS, "Ben": 0}, "Ben"),
        ((HOUSE, SHOP), {"Ann": HOUSE_POINTS, "Ben": SHOP_POINTS + wrong}, "Cem"),
    )
    assert _made(session) == [HOUSE, SHOP]


def test_a_doubtful_marker_says_nothing() -> None:
    """One on the line between two spaces is no witness."""
    session = write(begin(HEADER), [Draft(move) for move in START], at=None).session
    assert tracked(session, _seen((), {"Ann": 4}, None, "ask")) == session


def test_what_several_markers_advanced_together_is_told_apart() -> None:
    """Two moves between two looks at the track: the one account that explains both markers is found."""
    moves = (HOUSE, SHOP)
    session = write(begin(HEADER), [Draft(move) for move in START], at=None).session
    session = tracked(session, _seen((), {"Ann": 0, "Ben": 0, "Cem": 0}, None))
    session = replace(write(session, [Draft(move) for move in moves], at=None).session, track=session.track)
    spaces = {"Ann": 0, "Ben": SHOP_POINTS, "Cem": HOUSE_POINTS}
    session = tracked(session, _seen(moves, spaces, None))
    assert possible_owners(session, session.moves[len(START) :]) == (frozenset({"Cem"}), frozenset({"Ben"}))


def test_a_game_is_taken_up_with_the_points_of_the_markers() -> None:
    """A position with markers resumes with their points, hundreds included."""
    rules = rules_for("big-city")
    position = _seen((HOUSE,), {"Ann": 17, "Ben": 3, "Cem": 99}, "Ann").position
    position = replace(position, scores=(TrackMarker("Ann", 17, 1), *position.scores[1:]))
    state = rules.taken_up(rules.start(HEADER), position)
    assert rules.totals(state) == {"Ann": 117, "Ben": 3, "Cem": 99}
