"""From steady readings to the record: whose move, which move, what is put right, what is left alone."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from seen import THREE, THREE_LAID, reading_of
from thinned import thinned

from live.demo.comparison import compare
from live.table import explanations
from live.table.decisions import observe
from live.table.explanations import interpret
from live.table.interpretation import DecisionSettings
from live.table.session import Draft, Session, begin, write
from scoring import replay, rules_for
from scoring.random_play import play_game
from scoring.referee.explanation import Explanation, Hypothesis, RefereeQuestion
from tabletop.entries import Entry
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import Build, PlaceTile, Quiet, Streetcars
from tabletop.games.my_city_chess.values import SetLandmark
from tabletop.lattice import PlacedStreetcar
from tabletop.moves import Move
from tabletop.readings import Confidence, Reading
from tabletop.records import Header, Record


def _game(*moves: Move) -> Session:
    session = begin(THREE)
    return write(session, [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session


def _after(session: Session, *moves: Move) -> Session:
    """The session as it would be after these moves: only to ask what the table would then look like."""
    return write(session, [Draft(move) for move in moves], at=None).session


def _watch(session: Session, reading: Reading, *, seconds: float = 3.0, start_s: float = 0.0) -> Session:
    """See the same reading for a while, ten times a second."""
    for tick in range(int(seconds * 10) + 1):
        before = session
        session = observe(session, reading, seen_s=start_s + tick / 10, at="2026-01-01T00:00:00Z").session
        if session == before and session.pending is None:  # nothing waits: the same look decides nothing more
            return session
    return session


def _moves(session: Session) -> list[Move]:
    return [move.judged.move for move in session.moves[len(THREE_LAID) :]]


HOUSE = Build("Ann", "residence", (11, 12))
SHOP = Build("Ben", "business", (21, 22, 23))
HALL = Build("Cem", "city-hall", (15,))
LINE = (HOUSE, SHOP, HALL, Streetcars("Ann", (PlacedStreetcar(13, "south"),)))
"""A streetcar that others can be laid on from."""
ROUND = (*LINE, Quiet("Ben"), Quiet("Cem"))
"""It is Ann's turn again."""
CAR, OTHER = PlacedStreetcar(15, "east"), PlacedStreetcar(16, "south")


def test_a_piece_that_is_plainly_seen_is_written_at_once() -> None:
    """A new piece on the table of the player whose turn it is becomes a move in the first steady look."""
    session = _game()
    then = reading_of(_after(session, HOUSE).position, puck="Ann")
    assert _moves(observe(session, then, seen_s=0.0, at="x").session) == [HOUSE]


def test_what_waits_came_before_what_was_not_yet_there() -> None:
    """A neighbourhood is seen but not yet sure when a further one lies there too: their order is not asked."""
    settings = DecisionSettings(sure_enough=1.0)  # so that everything waits
    session = write(begin(THREE), [Draft(THREE_LAID[0])], at=None).session
    first, second = PlaceTile("Ben", 4, (0, 3)), PlaceTile("Cem", 3, (6, 0))
    for tick, moves in enumerate(((), (first,), *[(first, second)] * 10)):
        reading = reading_of(_after(begin(THREE), THREE_LAID[0], *moves).position, puck="Ben")
        session = observe(session, reading, seen_s=tick / 10, at="x", settings=settings).session
        assert session.questions == ()
    assert [move.judged.move for move in session.moves] == [THREE_LAID[0], first, second]


@pytest.mark.parametrize(
    ("sureness", "alike", "asks"), [("certain", (), False), ("likely", (), True), ("ask", ("residence-3",), False)]
)
def test_nobody_is_asked_whether_what_stays_and_is_certain_is_there(
    sureness: Confidence, alike: tuple[str, ...], asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a single look it may be misread; people would be asked only of what has been seen for long.

    Of pieces that look alike nobody is ever certain which it is.
    """
    session = _game()
    ours, nothing = (Hypothesis(moves, (), _after(session, *moves).state, 0.5) for moves in ((HOUSE,), ()))

    def told(*asked: Any, **settings: Any) -> Explanation:
        question = RefereeQuestion("What happened?", (("a house", ours), ("nothing", nothing)))
        return Explanation("ask", ours, (nothing,), (question,))

    monkeypatch.setattr(explanations, "explain", told)
    reading = reading_of(_after(session, HOUSE).position, puck="Ann")
    places = ("property:11", "property:12")
    how = {**reading.confidence, **dict.fromkeys(places, sureness)}
    seen = {place: {**reading.evidence[place], **dict.fromkeys(alike, 0.0)} for place in places}
    reading = replace(reading, confidence=how, evidence={**reading.evidence, **seen})
    account = interpret(session, reading, DecisionSettings())
    assert (account.asks, [draft.move for draft in account.drafts]) == (asks, [HOUSE])


def test_a_question_of_which_no_answer_is_left_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its answers contradict what is certain: what is written may be put right later, and the game goes on."""
    session = _game()
    ours, theirs, *wrong = (
        Hypothesis(moves, (), _after(session, *moves).state, 0.25)
        for moves in ((HOUSE,), (replace(HOUSE, player="Ben"),), (), (SHOP,))
    )
    question = RefereeQuestion("What happened?", tuple(("another", one) for one in wrong))
    explanation = Explanation("ask", ours, (theirs, *wrong), (question,))
    monkeypatch.setattr(explanations, "explain", lambda *asked, **settings: explanation)
    after = _watch(session, reading_of(_after(session, HOUSE).position, puck="Ann"))
    assert (_moves(after), after.questions) == ([HOUSE], ())


@pytest.mark.parametrize("puck", ["Ann", None, "Ben"])
def test_two_streetcars_one_after_the_other_are_one_move(puck: str | None) -> None:
    """The second one is seen while the puck still lies there, or together with its leaving, or its coming to Ben."""
    base = _game(*ROUND)
    session = _watch(base, reading_of(base.position, puck="Ann"))
    session = _watch(session, reading_of(_after(base, Streetcars("Ann", (CAR,))).position, puck="Ann"))
    session = _watch(session, reading_of(_after(base, Streetcars("Ann", (CAR, OTHER))).position, puck=puck), start_s=10)
    laid = _moves(session)[-1]
    assert isinstance(laid, Streetcars)
    assert (laid.player, set(laid.segments)) == ("Ann", {OTHER, CAR})
    assert session.rules.to_move(session.state) == "Ben"


def test_a_turn_of_two_streetcars_is_written_once() -> None:
    """One lies, the hand goes on; one lies under the hand and the other beside it; both lie, and the hand is gone."""
    base = _game(*ROUND)
    one, other = OTHER, CAR
    looks = (((one,), "property:41"), ((one, other), "street:16:south"))
    session = _watch(base, reading_of(base.position, puck="Ann"))
    for number, (laid, hidden) in enumerate(looks, start=1):
        lying = _after(base, Streetcars("Ann", laid)).position
        session = _watch(session, reading_of(lying, puck="Ann", hidden=(hidden,)), seconds=0.9, start_s=10.0 * number)
        assert _moves(session) == _moves(base)
    both = Streetcars("Ann", (other, one))
    session = _watch(session, reading_of(_after(base, both).position, puck="Ben"), start_s=50.0)
    assert _moves(session) == [*_moves(base), both]
    assert len(session.entries) == len(base.entries) + 1


def test_a_streetcar_under_a_hand_stays_in_its_move() -> None:
    """The second one is seen while a hand hides the first, which is in the record: the move has both."""
    base = _game(*ROUND)
    one, other = OTHER, CAR
    session = _watch(base, reading_of(_after(base, Streetcars("Ann", (one,))).position, puck="Ann"))
    then = reading_of(_after(base, Streetcars("Ann", (one, other))).position, puck="Ann", hidden=("street:16:south",))
    session = _watch(session, then, start_s=10.0)
    laid = _moves(session)[-1]
    assert isinstance(laid, Streetcars)
    assert set(laid.segments) == {one, other}


def test_a_streetcar_that_is_not_told_of_just_now_is_not_carried_on() -> None:
    """A shadow flickers over one of Ann's two while Ben lays his; she has forgotten to pass the puck."""
    base = _game(*ROUND)
    both = Streetcars("Ann", (PlacedStreetcar(15, "east"), PlacedStreetcar(16, "south")))
    bens = Streetcars("Ben", (PlacedStreetcar(13, "east"),))
    session = _watch(base, reading_of(base.position, puck="Ann"))
    session = _watch(session, reading_of(_after(base, both).position, puck="Ann"), start_s=10.0)
    then = reading_of(_after(base, both, bens).position, puck="Ann", hidden=("street:16:south",))
    session = _watch(session, replace(then, covered=frozenset()), start_s=20.0)
    assert _moves(session)[-2:] == [both, bens]


def test_a_single_streetcar_is_known_as_soon_as_the_hand_is_gone() -> None:
    """Where nothing is hidden there is nothing to wait for."""
    base = _game(*ROUND)
    one = Streetcars("Ann", (PlacedStreetcar(16, "south"),))
    session = _watch(base, reading_of(base.position, puck="Ann"))
    session = _watch(session, reading_of(_after(base, one).position, puck="Ann"), seconds=0.5, start_s=10.0)
    assert _moves(session)[-1] == one


def test_a_street_that_a_tall_piece_hides_keeps_nobody_waiting() -> None:
    """It showed no more while two others moved: no hand hides a second streetcar there."""
    base = _game(*LINE)
    ben, cem = Build("Ben", "residence", (41,)), Build("Cem", "residence", (31,))
    one = Streetcars("Ann", (PlacedStreetcar(16, "south"),))
    session = _watch(base, reading_of(base.position, puck="Ben"))
    for number, move in enumerate((ben, cem, one), start=1):
        player = ("Cem", "Ann", "Ann")[number - 1]
        lying = _after(session, move).position
        session = _watch(
            session, reading_of(lying, puck=player, hidden=("street:44:south",)), seconds=0.5, start_s=10.0 * number
        )
    assert _moves(session)[-3:] == [ben, cem, one]


def test_what_lies_where_a_hand_came_in_the_next_players_turn_is_that_players() -> None:
    """Ann lays a streetcar, and another street is blurred; Ben has the puck, reaches there, and a streetcar lies."""
    base = _game(*ROUND)
    ann, ben = Streetcars("Ann", (PlacedStreetcar(16, "south"),)), Streetcars("Ben", (PlacedStreetcar(15, "east"),))
    after = _after(base, ann)
    session = _watch(base, reading_of(base.position, puck="Ann"))
    hidden = reading_of(after.position, puck="Ben", hidden=("street:15:east",))
    session = _watch(session, replace(hidden, covered=frozenset()), start_s=10.0)
    session = _watch(session, hidden, start_s=20.0)
    session = _watch(session, reading_of(_after(after, ben).position, puck="Ben"), start_s=30.0)
    assert _moves(session)[-2:] == [ann, ben]


def test_an_illegal_placement_is_written_and_then_put_right() -> None:
    """It lies there, so it is in the record with its reason; put right, the same line has another body."""
    base = _game(HOUSE, SHOP, HALL)
    wrong, right = Build("Ann", "cinema", (33,)), Build("Ann", "residence", (33,))
    session = _watch(base, reading_of(_after(base, wrong).position, puck="Ann"))
    assert _moves(session)[-1] == wrong
    assert not session.moves[-1].judged.legal
    session = _watch(session, reading_of(_after(base, right).position, puck="Ann"), start_s=10)
    assert _moves(session) == [HOUSE, SHOP, HALL, right]
    assert session.entries[-1].kind == "replace"


def test_a_piece_taken_back_is_taken_back_only_after_a_while() -> None:
    """Gone for a moment is being straightened; gone for good, the line counts no more and the turn is back."""
    base = _game(HOUSE)
    session = _watch(base, reading_of(_after(base, SHOP).position, puck="Ben"))
    gone = reading_of(base.position, puck="Ben")
    assert _moves(observe(session, gone, seen_s=10.0, at="x").session) == [HOUSE, SHOP]
    session = _watch(session, gone, start_s=10.0)
    assert _moves(session) == [HOUSE]
    assert session.rules.to_move(session.state) == "Ben"


def test_a_piece_being_straightened_is_not_what_lies_beside_it() -> None:
    """While an earlier piece is gone for a moment, its move does not become a later one of another player."""
    base = _game(HOUSE, Build("Ben", "residence", (31, 32, 33)), HALL, Build("Ann", "business", (13,)), SHOP)
    gone = replace(base.position, pieces=tuple(piece for piece in base.position.pieces if 31 not in piece.on))
    session = _watch(base, reading_of(base.position, puck="Cem"), seconds=0.5)
    session = _watch(session, reading_of(gone, puck="Cem"), seconds=0.6, start_s=1.0)
    assert session.entries == base.entries


def test_an_earlier_misreading_is_repaired_by_a_better_look() -> None:
    """A piece that turns out to lie elsewhere changes the old move, and the scores after it follow."""
    base = _game(HOUSE, SHOP, HALL, Build("Ann", "residence", (31,)))
    really = _game(Build("Ann", "residence", (13, 16)), SHOP, HALL, Build("Ann", "residence", (31,)))
    session = _watch(base, reading_of(really.position, puck="Ben"))
    assert _moves(session) == _moves(really)
    assert dict(session.played.totals) == dict(really.played.totals)


def test_a_hand_over_the_board_changes_nothing() -> None:
    """Whatever is hidden is neither gone nor new."""
    base = _game(HOUSE, SHOP)
    hidden = [place for place in reading_of(base.position).evidence if place.startswith(("property:", "street:"))]
    session = _watch(base, reading_of(base.position, puck="Cem", hidden=hidden), seconds=20)
    assert session.entries == base.entries


@pytest.mark.parametrize(("seed", "moves"), thinned([(1, 30), *((seed, 60) for seed in range(1, 23))], 1))
def test_a_whole_random_game_is_read_as_it_was_played(seed: int, moves: int) -> None:
    """Random turns, each seen with the puck passed on: moves, table and scores equal the game."""
    rules = rules_for("big-city")
    script = play_game(rules, THREE, Random(seed), at_most=moves)
    session = begin(THREE)
    session = _watch(session, reading_of(session.position, puck="Ann"), seconds=1)
    for count in range(1, len(script.entries) + 1):
        table = replay(Record(THREE, script.entries[:count]))
        puck = rules.to_move(table.state) or script.entries[count - 1].move.player  # type: ignore[union-attr]
        session = _watch(session, reading_of(rules.position(table.state), puck=puck), start_s=10.0 * count)
    verdict = compare(script, session, None)
    assert verdict.differences == ()
    assert verdict.right == verdict.played


def test_a_record_taken_up_again_goes_on_as_if_nothing_had_been() -> None:
    """A session begun from its entries has the same moves, scores and turn."""
    session = _watch(_game(HOUSE), reading_of(_after(_game(HOUSE), SHOP).position, puck="Cem"))
    again = begin(THREE, session.entries)
    told = [(move.n, move.judged.move, move.judged.points, move.totals) for move in session.moves]
    assert [(move.n, move.judged.move, move.judged.points, move.totals) for move in again.moves] == told
    assert isinstance(again.entries[0], Entry)


@pytest.mark.parametrize("hidden", [0, 30])
def test_what_was_misplaced_is_put_right_where_much_is_hidden(hidden: int) -> None:
    """A landmark is carried on to its square while a lamp's bands hide half of the board, its first one too."""
    header = Header("my-city-chess", ("red", "blue"))
    wrong, right = SetLandmark("water-plant", "f5"), SetLandmark("water-plant", "g8")
    set_out = [SetLandmark("museum", "h3"), wrong, SetLandmark("cathedral", "d2")]
    session = write(begin(header), [Draft(move) for move in set_out], at=None).session
    lying = session.rules.contents(
        write(begin(header), [Draft(right), *map(Draft, set_out[::2])], at=None).session.state
    )
    words = ("empty", *(part.id for part in load_game(header.game).parts if part.id.startswith("landmark-")))
    unseen = {"square:f5", *[place for place in lying if lying[place] == "empty"][:hidden]} if hidden else set()
    evidence = {
        place: {word: 0.0 if word == what or place in unseen else -25.0 for word in words}
        for place, what in lying.items()
    }
    confidence = {place: "ask" if place in unseen else "certain" for place in lying}
    reading = Reading(header.game, session.position, confidence, evidence=evidence, covered=frozenset(unseen))  # type: ignore[arg-type]
    for look in range(20):
        session = observe(session, reading, seen_s=look / 10, at="x").session
    assert [move.judged.move for move in session.moves] == [set_out[0], right, set_out[2]]
