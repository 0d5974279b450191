"""The score track as a witness of whose turns the last moves were, with the turn puck and without it."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from seen import THREE, THREE_LAID, reading_of

from live.table.corrections import answer
from live.table.decisions import observe
from live.table.score_track import possible_owners, tracked
from live.table.session import Draft, Session, begin, write
from scoring import rules_for
from tabletop.games.big_city.values import Build, PlaceTile, Quiet
from tabletop.moves import Move
from tabletop.positions import TrackMarker
from tabletop.readings import Confidence, Reading
from tabletop.translation import translation

HOUSE = Build("Ann", "residence", (11, 12))
SHOP = Build("Ben", "business", (21, 22, 23))
CORNER = Build("Cem", "residence", (44,))
NEXT = Build("Ann", "residence", (31,))

LAID = PlaceTile("Ben", 5, (-4, 0))

Look = tuple[tuple[Move, ...], Mapping[str, int], str | None]
"""What lies there, where the markers stand, on whose mat the puck lies."""


def _points(*moves: Move) -> list[int]:
    session = write(begin(THREE), [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session
    return [move.judged.points for move in session.moves[len(THREE_LAID) :]]


HOUSE_POINTS, SHOP_POINTS, CORNER_POINTS, NEXT_POINTS = _points(HOUSE, SHOP, CORNER, NEXT)


def _seen(
    moves: tuple[Move, ...], spaces: Mapping[str, int], puck: str | None, sureness: Confidence = "certain"
) -> Reading:
    lying = write(begin(THREE), [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session.position
    reading = reading_of(lying, puck=puck)
    markers = tuple(TrackMarker(player, space) for player, space in sorted(spaces.items()))
    confidence = {**reading.confidence, **dict.fromkeys((f"track:{player}" for player in spaces), sureness)}
    return replace(reading, position=replace(reading.position, scores=markers), confidence=confidence)


def _watched(*looks: Look) -> Session:
    """What looks of two seconds each make of a game in which the neighbourhoods lie."""
    session = write(begin(THREE), [Draft(move) for move in THREE_LAID], at=None).session
    time_s = 0.0
    for look in looks:
        for _ in range(20):
            time_s += 0.1
            session = observe(session, _seen(*look), seen_s=time_s, at="2026-01-01T00:00:00Z").session
    return session


def _made(session: Session) -> list[Move]:
    return [move.judged.move for move in session.moves[len(THREE_LAID) :]]


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


TWO_STORIES: tuple[Look, ...] = (
    ((), {"Ann": 0}, None),
    ((HOUSE,), {"Ann": HOUSE_POINTS}, None),
    ((HOUSE, LAID), {"Ann": HOUSE_POINTS}, None),
    ((HOUSE, LAID, NEXT), {"Ann": HOUSE_POINTS + NEXT_POINTS}, None),
)
"""Between two moves of Ann's one of the others lays a neighbourhood, and one passes: nothing tells which."""


def test_of_two_stories_that_nothing_tells_apart_people_are_asked() -> None:
    """One question with both stories; whose move it was is marked until somebody says it, and then right."""
    session = _watched(*TWO_STORIES)
    assert _made(session) == [HOUSE, LAID, Quiet("Cem"), NEXT]
    (question,) = session.questions
    assert translation(question.text, "de") is not None
    laid = session.moves[len(THREE_LAID) + 1].n
    assert laid in session.played.guesses
    other = next(n for n, choice in enumerate(question.choices) if "Cem places" in choice.label)
    said = answer(session, {"question": question.id, "choice": other}, at="2026-01-01T00:00:00Z").session
    assert _made(said) == [HOUSE, Quiet("Ben"), replace(LAID, player="Cem"), NEXT]
    assert (said.questions, said.played.guesses) == ((), frozenset())


def test_a_guess_stays_one_however_long_the_game_goes_on() -> None:
    """Moves that are too long ago to be given to others are no surer for that."""
    session = _watched(*TWO_STORIES)
    spaces, rules, random = {"Ann": HOUSE_POINTS + NEXT_POINTS}, session.rules, Random(1)
    time_s, moves = 100.0, [HOUSE, LAID, Quiet("Cem"), NEXT]
    while len(moves) < 16:
        state = write(begin(THREE), [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session.state
        sampled = (rules.sample(state, random) for _ in range(100))
        moves.append(next(move for move in sampled if not rules.leaves_no_trace(move)))
        for _ in range(20):
            time_s += 0.1
            session = observe(session, _seen(tuple(moves), spaces, None), seen_s=time_s, at="").session
    assert len(session.moves) >= len(THREE_LAID) + 16
    assert len(session.questions) == 1
    assert session.played.guesses


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
    session = write(begin(THREE), [Draft(move) for move in THREE_LAID], at=None).session
    assert tracked(session, _seen((), {"Ann": 4}, None, "ask")) == session


def test_what_several_markers_advanced_together_is_told_apart() -> None:
    """Two moves between two looks at the track: the one account that explains both markers is found."""
    moves = (HOUSE, SHOP)
    session = write(begin(THREE), [Draft(move) for move in THREE_LAID], at=None).session
    session = tracked(session, _seen((), {"Ann": 0, "Ben": 0, "Cem": 0}, None))
    session = replace(write(session, [Draft(move) for move in moves], at=None).session, track=session.track)
    spaces = {"Ann": 0, "Ben": SHOP_POINTS, "Cem": HOUSE_POINTS}
    session = tracked(session, _seen(moves, spaces, None))
    assert possible_owners(session, session.moves[len(THREE_LAID) :]) == (frozenset({"Cem"}), frozenset({"Ben"}))


def test_a_game_is_taken_up_with_the_points_of_the_markers() -> None:
    """A position with markers resumes with their points, hundreds included."""
    rules = rules_for("big-city")
    position = _seen((HOUSE,), {"Ann": 17, "Ben": 3, "Cem": 99}, "Ann").position
    position = replace(position, scores=(TrackMarker("Ann", 17, 1), *position.scores[1:]))
    state = rules.taken_up(rules.start(THREE), position)
    assert rules.totals(state) == {"Ann": 117, "Ben": 3, "Cem": 99}
