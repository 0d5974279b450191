"""Whose turns the last moves were: forgotten, early and stray pucks, turns that left no trace."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from seen import THREE, THREE_LAID, TWO, TWO_LAID, reading_of
from thinned import thinned

from live.table.attribution import reattributed
from live.table.corrections import answer
from live.table.decisions import observe
from live.table.interpretation import DecisionSettings, Interpretation
from live.table.repairs import late_part
from live.table.session import Choice, Draft, PuckSighting, Question, Session, begin, write
from live.table.turn_window import WHOSE_QUIET
from tabletop.games.big_city.values import Build, PlaceTile, Quiet, Streetcars
from tabletop.lattice import PlacedStreetcar
from tabletop.moves import Move
from tabletop.readings import Reading

HOUSE = Build("Ann", "residence", (11, 12))
SHOP = Build("Ben", "business", (21, 22, 23))
HALL = Build("Cem", "city-hall", (15,))
NEXT = Build("Ann", "residence", (31,))
CAR, FURTHER, THIRD = PlacedStreetcar(15, "east"), PlacedStreetcar(16, "south"), PlacedStreetcar(18, "east")
LINE = (HOUSE, SHOP, HALL, Streetcars("Ann", (PlacedStreetcar(13, "south"),)))
"""A streetcar that others can be laid on from."""
ROUND = (*LINE, Quiet("Ben"), Quiet("Cem"))
"""It is Ann's turn again."""

LATER = (
    NEXT,
    Build("Ben", "residence", (41,)),
    Build("Cem", "residence", (44,)),
    Build("Ann", "residence", (34,)),
    Build("Ben", "residence", (24,)),
    Build("Cem", "residence", (26,)),
)

Look = tuple[tuple[Move, ...], str | None, float] | tuple[tuple[Move, ...], str | None, float, tuple[str, ...]]
"""What lies there, on whose mat the puck lies, for how many seconds, and what a hand hides meanwhile."""
Change = Callable[[Reading, bool], Reading]
"""What else is seen in a look, where something is hidden or not."""


def _game(*moves: Move) -> Session:
    return write(begin(THREE), [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session


def as_is(reading: Reading, hidden: bool) -> Reading:
    """As a perfect reader sees it."""
    return reading


def _watched(
    *looks: Look, session: Session | None = None, laid: tuple[Move, ...] = THREE_LAID, change: Change = as_is
) -> Session:
    """What the looks make of a game in which the neighbourhoods lie, or so many of them, ten looks a second."""
    session = session or _game()
    time_s = 0.0
    for moves, puck, seconds, *hidden in looks:
        lying = write(begin(THREE), [Draft(move) for move in (*laid, *moves)], at=None).session.position
        reading = change(reading_of(lying, puck=puck, hidden=hidden[0] if hidden else ()), bool(hidden))
        for _ in range(round(10 * seconds)):
            time_s += 0.1
            session = observe(session, reading, seen_s=time_s, at="2026-01-01T00:00:00Z").session
    return session


def _moves(session: Session) -> list[Move]:
    return [move.judged.move for move in session.moves[len(THREE_LAID) :]]


def _of_two() -> tuple[Session, PlaceTile]:
    """A game of two with its opening, and the neighbourhood that Ben laid last."""
    opening = [Draft(move) for move in TWO_LAID[:3]]
    fifth = PlaceTile("Ben", 5, (-3, 0))
    session = write(begin(TWO), [*opening, Draft(fifth)], at=None).session
    assert all(move.judged.legal for move in session.moves)
    return session, fifth


BEGIN: Look = ((), "Ann", 1.0)
ALL: tuple[Look, ...] = (
    ((HOUSE, SHOP), "Ben", 1.0),
    ((HOUSE, SHOP), "Cem", 1.0),
    ((HOUSE, SHOP, HALL), "Cem", 1.0),
    ((HOUSE, SHOP, HALL), "Ann", 1.0),
)


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param((((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), *ALL), id="as it should be"),
        pytest.param((((HOUSE,), "Cem", 0.4), ((HOUSE,), "Ben", 1.0), *ALL), id="laid down on its way"),
        pytest.param((((HOUSE,), "Cem", 2.0), ((HOUSE,), "Ben", 1.0), *ALL), id="passed to the wrong player"),
        pytest.param((((), "Ben", 1.0), ((HOUSE,), "Ben", 1.0), *ALL), id="passed too early"),
        pytest.param((((HOUSE,), "Ben", 1.0), ((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), *ALL), id="taken back"),
        pytest.param((((HOUSE,), "Ann", 1.0), ((HOUSE, SHOP), "Ann", 1.0), *ALL[1:]), id="forgotten once"),
        pytest.param((((HOUSE,), "Ann", 1.0), ((HOUSE, SHOP), "Ann", 1.0), *ALL[2:]), id="forgotten twice"),
    ],
)
def test_whatever_the_puck_does_three_moves_are_three_moves(looks: tuple[Look, ...]) -> None:
    """Ann, Ben and Cem have built one after the other; a forgotten or stray puck has never to be put right."""
    assert _moves(_watched(BEGIN, *looks)) == [HOUSE, SHOP, HALL]


def test_a_turn_whose_puck_was_never_seen_is_a_quiet_one() -> None:
    """The puck was with Ann, who built; then it is with Cem: Ben had a turn without a trace."""
    seen = _watched(BEGIN, ((HOUSE,), "Ann", 1.0), ((HOUSE,), None, 2.0), ((HOUSE,), "Cem", 1.0))
    assert _moves(seen) == [HOUSE, Quiet("Ben")]


def test_a_puck_laid_down_for_a_moment_is_no_turn() -> None:
    """What is not so for half a second is not written."""
    seen = _watched(BEGIN, ((HOUSE,), "Ann", 1.0), ((HOUSE,), "Cem", 0.4))
    assert _moves(seen) == [HOUSE]


def test_two_turns_that_nobody_saw_come_out_by_what_follows() -> None:
    """Ann builds again with the puck before her, and passes it on: the others had quiet turns, her points are hers."""
    looks: tuple[Look, ...] = (((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), ((HOUSE,), None, 1.0))
    looks = (*looks, ((HOUSE,), "Ann", 1.0), ((HOUSE, NEXT), "Ann", 1.0), ((HOUSE, NEXT), "Ben", 1.0))
    looks = (*looks, ((HOUSE, NEXT, SHOP), "Ben", 1.0), ((HOUSE, NEXT, SHOP), "Cem", 1.0))
    assert _moves(_watched(BEGIN, *looks)) == [HOUSE, Quiet("Ben"), Quiet("Cem"), NEXT, SHOP]


def test_a_turn_without_a_trace_while_a_hand_rests_on_the_city() -> None:
    """Ben passes; a second later Cem lays one streetcar and then another, with the puck already in hand."""
    one, both = (*LINE, Streetcars("Cem", (CAR,))), (*LINE, Streetcars("Cem", (CAR, FURTHER)))
    resting = ("property:41",)
    looks: tuple[Look, ...] = ((LINE, "Ann", 1.0), (LINE, "Ben", 1.0, resting), (LINE, "Cem", 1.0, resting))
    looks = (*looks, (one, None, 0.6, resting), (both, "Ann", 2.0, resting))
    assert _moves(_watched(*looks, session=_game(*LINE))) == [*LINE, Quiet("Ben"), both[-1]]


@pytest.mark.parametrize("plain_s", [0.0, 1.0], ids=["never plain meanwhile", "plainly empty meanwhile"])
def test_a_streetcar_that_can_only_be_made_out_later_belongs_to_the_move_it_was_laid_with(plain_s: float) -> None:
    """One of Ann's two is doubtful until Ben has had the puck; a place that was seen empty meanwhile is Ben's move."""
    one, both = (*ROUND, Streetcars("Ann", (CAR,))), (*ROUND, Streetcars("Ann", (CAR, FURTHER)))
    doubtful = ("street:16:south",)
    looks: tuple[Look, ...] = ((ROUND, "Ann", 1.0), (one, None, 1.0, doubtful), (one, "Ben", 1.0, doubtful))
    looks = (*looks, (one, "Ben", plain_s), (both, "Cem", 3.0))
    found = _moves(_watched(*looks, session=_game(*ROUND)))
    ben = Streetcars("Ben", (FURTHER,))
    assert found == ([*one, ben] if plain_s else [*both, Quiet("Ben")])


def test_what_is_covered_as_soon_as_it_lies_is_no_turn_without_a_trace() -> None:
    """Ben's streetcar is seen for a moment; then a hand rests over it until Cem has built elsewhere."""
    car, under = Streetcars("Ben", (PlacedStreetcar(15, "east"),)), ("street:15:east",)
    hall = replace(HALL, on=(26,))
    looks: tuple[Look, ...] = (((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), ((HOUSE, car), "Ben", 0.2))
    looks = (*looks, ((HOUSE, car), "Cem", 3.0, under), ((HOUSE, car, hall), "Cem", 1.5, under))
    session = _watched(BEGIN, *looks, ((HOUSE, car, hall), "Ann", 2.0))
    assert _moves(session) == [HOUSE, car, hall]
    assert session.questions == ()


def test_what_is_asked_about_once_it_lies_is_written_before_what_the_next_player_lays() -> None:
    """Ben's streetcar is seen for a moment, and asked about until Cem has built: it is not Ben who built."""
    car, hall = Streetcars("Ben", (CAR,)), replace(HALL, on=(26,))

    def asked_about(reading: Reading, doubtful: bool) -> Reading:
        told = {"street:15:east": {"empty": 0.0, "streetcar": -0.1}} if doubtful else {}
        how = {**reading.confidence, **({"street:15:east": "ask"} if doubtful else {})}
        return replace(reading, confidence=how, evidence={**reading.evidence, **told})  # type: ignore[arg-type]

    looks: tuple[Look, ...] = (((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), ((HOUSE, car), "Ben", 0.2))
    looks = (*looks, ((HOUSE, car), "Cem", 0.1), ((HOUSE, car), None, 1.0, ()), ((HOUSE, car, hall), None, 1.5, ()))
    assert _moves(_watched(*looks, ((HOUSE, car, hall), "Ann", 2.0), change=asked_about)) == [HOUSE, car, hall]


def test_a_late_streetcar_may_be_either_players_where_a_hand_has_been_over_it() -> None:
    """Since the puck came to Ben: it is told as his, and the second one of Ann's turn is an answer that people get."""
    one, both = (*ROUND, Streetcars("Ann", (CAR,))), (*ROUND, Streetcars("Ann", (CAR, FURTHER)))
    street, elsewhere = ("street:16:south",), ("street:18:south",)
    looks: tuple[Look, ...] = ((ROUND, "Ann", 1.0), (one, "Ann", 0.6, street), (one, "Ben", 0.4, elsewhere))
    session = _watched(*looks, (one, "Ben", 1.0, street), session=_game(*ROUND))
    line = session.moves[-1].n
    session = replace(session, plain={place: one for place, one in session.plain.items() if place not in street})
    reading = reading_of(
        write(begin(THREE), [Draft(m) for m in (*THREE_LAID, *both)], at=None).session.position, puck="Ben"
    )
    told = Interpretation((Draft(Streetcars("Ben", (FURTHER,))),))
    assert late_part(session, reading, told, DecisionSettings()) is None
    late = late_part(session, reading, told, DecisionSettings(), came_over=False)
    assert late is not None
    assert late.drafts == (Draft(both[-1], "replace", of=line),)


def test_a_streetcar_that_is_made_out_together_with_the_next_move_belongs_to_its_own() -> None:
    """One of Ann's two is doubtful until Ben has built: what else is new takes nothing of Ann's turn away."""
    one, both = (*ROUND, Streetcars("Ann", (CAR,))), (*ROUND, Streetcars("Ann", (CAR, FURTHER)))
    doubtful = ("street:16:south",)
    looks: tuple[Look, ...] = ((ROUND, "Ann", 1.0), (one, None, 1.0, doubtful), (one, "Ben", 1.0, doubtful))
    looks = (*looks, ((*both, LATER[1]), None, 0.6), ((*both, LATER[1]), "Cem", 3.0))
    session = _watched(*looks, session=_game(*ROUND))
    assert _moves(session) == [*both, LATER[1]]
    assert session.questions == ()


@pytest.mark.parametrize("lead", [0.0, 2.8, 3.9], ids=["hidden", "asked about, empty likelier", "just below plain"])
def test_a_streetcar_that_is_made_out_together_with_another_ones_belongs_to_its_own(lead: float) -> None:
    """One of Ann's two is asked about until Cem lays one: the two that come out together are not both Cem's."""
    one, both = (*ROUND, Streetcars("Ann", (CAR,))), (*ROUND, Streetcars("Ann", (CAR, FURTHER)))
    cem, asked = Streetcars("Cem", (THIRD,)), ("street:16:south",)

    def doubtful(reading: Reading, hidden: bool) -> Reading:
        told = {place: {"empty": 0.0, "streetcar": -lead} for place in asked if hidden}
        return replace(reading, evidence={**reading.evidence, **told})

    looks: tuple[Look, ...] = ((ROUND, "Ann", 1.0), (one, None, 1.0, asked), (one, "Ben", 1.0, asked))
    looks = (*looks, ((*one, LATER[1]), "Ben", 1.0, asked), ((*one, LATER[1]), "Cem", 1.0, asked))
    looks = (*looks, ((*both, LATER[1], cem), None, 0.6), ((*both, LATER[1], cem), "Ann", 3.0))
    assert _moves(_watched(*looks, session=_game(*ROUND), change=doubtful)) == [*both, LATER[1], cem]


def _glimpsing(session: Session, *looks: tuple[tuple[Move, ...], str | None, float, tuple[str, ...], bool]) -> Session:
    """What the looks make of a game, ten a second, where single looks of some show a streetcar south of 16."""
    time_s = 0.0
    for moves, puck, seconds, hidden, glimpsed in looks:
        lying = write(begin(THREE), [Draft(move) for move in (*THREE_LAID, *moves)], at=None).session.position
        reading = reading_of(lying, puck=puck, hidden=hidden)
        look = {"street:16:south": {"streetcar": 0.0, "empty": -7.5}} if glimpsed else {}
        for _ in range(round(10 * seconds)):
            time_s += 0.1
            session = observe(session, reading, seen_s=time_s, at="2026-01-01T00:00:00Z", glimpsed=look).session
    return session


@pytest.mark.parametrize("glimpsed", [True, False])
def test_a_streetcar_that_single_looks_showed_before_the_puck_went_on_belongs_to_its_own(glimpsed: bool) -> None:
    """One of Ben's two is under a hand until Cem lays one; without those looks both are Cem's."""
    one, both = (*LINE, Streetcars("Ben", (CAR,))), (*LINE, Streetcars("Ben", (CAR, FURTHER)))
    cem = Streetcars("Cem", (THIRD,))
    doubtful = ("street:16:south", "street:18:east")
    session = _glimpsing(
        _game(*LINE),
        (LINE, "Ben", 1.0, (), False), (one, "Ben", 1.0, doubtful, glimpsed), (one, "Cem", 1.0, doubtful, False),
        ((*both, cem), "Cem", 2.0, (), False), ((*both, cem), "Ann", 3.0, (), False),
    )  # fmt: skip
    theirs = [*both, cem] if glimpsed else [*one, Streetcars("Cem", (FURTHER, THIRD))]
    assert _moves(session) == theirs


@pytest.mark.parametrize("glimpsed", [True, False])
def test_a_streetcar_that_single_looks_showed_in_ones_turn_is_not_the_next_ones_second(glimpsed: bool) -> None:
    """One of Ben's two is under a hand until Cem's is told and Ann has the puck; without those looks it is Cem's."""
    one, both = (*LINE, Streetcars("Ben", (CAR,))), (*LINE, Streetcars("Ben", (CAR, FURTHER)))
    cem = Streetcars("Cem", (THIRD,))
    doubtful = ("street:16:south",)
    session = _glimpsing(
        _game(*LINE),
        (LINE, "Ben", 1.0, (), False), (one, "Ben", 1.0, doubtful, glimpsed), (one, "Cem", 1.0, doubtful, False),
        ((*one, cem), "Cem", 1.0, doubtful, False), ((*one, cem), "Ann", 1.0, doubtful, False),
        ((*both, cem), "Ann", 3.0, (), False),
    )  # fmt: skip
    theirs = [*both, cem] if glimpsed else [*one, Streetcars("Cem", (FURTHER, THIRD))]
    assert _moves(session) == theirs


def test_an_answer_leaves_later_moves_to_the_puck() -> None:
    """Ben is thought to have passed, so that all later moves are one player further; he did not, says somebody."""
    thought = (HOUSE, Quiet("Ben"), replace(SHOP, player="Cem"), replace(HALL, player="Ann"))
    session = replace(_game(*thought), fixed_lines=len(THREE_LAID))
    quiet, shop = (move.n for move in session.moves[len(THREE_LAID) + 1 : len(THREE_LAID) + 3])
    built = (Draft(None, "replace", of=quiet), Draft(SHOP, "replace", of=shop))
    asked = Question("q", WHOSE_QUIET, (), (Choice("Cem"), Choice("Ben", built)), (shop,), shop)
    said = answer(replace(session, questions=(asked,)), {"question": "q", "choice": 1}, at="2026-01-01T00:00:00Z")
    assert _moves(said.session) == [HOUSE, SHOP, replace(HALL, player="Ann")]
    assert _moves(_watched(((HOUSE, SHOP, HALL), "Ann", 2.0), session=said.session)) == [HOUSE, SHOP, HALL]


def test_a_streetcar_on_a_place_that_was_plainly_empty_is_the_next_players() -> None:
    """One look shows Ann's streetcar, the puck with Ben and the rest of the city empty; the next one shows Ben's."""
    one, both = (*ROUND, Streetcars("Ann", (CAR,))), (*ROUND, Streetcars("Ann", (CAR, FURTHER)))
    looks: tuple[Look, ...] = ((ROUND, "Ann", 1.0), (one, "Ben", 0.1), (both, "Cem", 3.0))
    assert _moves(_watched(*looks, session=_game(*ROUND))) == [*one, Streetcars("Ben", (FURTHER,))]


def test_a_neighbourhood_is_laid_by_whoever_has_had_the_puck() -> None:
    """Ann passes; then Ben lays a neighbourhood, of whose place nothing was told before."""
    laid = (HOUSE, SHOP, HALL)
    fifth = (*laid, PlaceTile("Ben", 5, (-3, 0)))
    looks: tuple[Look, ...] = ((laid, "Cem", 1.0), (laid, "Ann", 1.0), (laid, "Ben", 1.0), (fifth, "Cem", 2.0))
    assert _moves(_watched(*looks, session=_game(*laid))) == [*laid, Quiet("Ann"), fifth[-1]]


def test_a_turn_that_the_puck_told_is_not_forgotten_when_it_is_taken_up() -> None:
    """Ann passes while a shadow hides much; Ben has the puck already in hand when he lays a neighbourhood."""
    laid, shade = (HOUSE, SHOP, HALL), tuple(f"property:{number}" for number in range(41, 49))
    fifth = (*laid, PlaceTile("Ben", 5, (-3, 0)))
    looks: tuple[Look, ...] = ((laid, "Cem", 1.0), (laid, "Ann", 1.0), (laid, "Ben", 1.0, shade))
    looks = (*looks, (laid, None, 0.5, shade), (fifth, None, 1.0, shade))
    assert _moves(_watched(*looks, session=_game(*laid))) == [*laid, Quiet("Ann"), fifth[-1]]


def test_a_puck_that_is_seen_before_the_piece_under_the_hand_came_after_it() -> None:
    """Ann's arm hides her house while she passes the puck on; then Ben passes, and Cem builds."""
    under = ("property:31",)
    laid = (HOUSE, SHOP, HALL)
    looks: tuple[Look, ...] = ((laid, "Ann", 1.0), (laid, None, 0.5, under), (laid, "Ben", 0.4, under))
    looks = (*looks, ((*laid, NEXT), "Ben", 1.5), ((*laid, NEXT), "Cem", 1.0))
    more = (*laid, NEXT, Build("Cem", "residence", (44,)))
    found = _watched(*looks, (more, "Cem", 1.0), (more, "Ann", 1.0), session=_game(*laid))
    assert _moves(found) == [*laid, NEXT, Quiet("Ben"), more[-1]]


def test_what_is_seen_empty_with_the_puck_elsewhere_was_laid_after_it_came_there() -> None:
    """Only one of a house's two properties is under Ann's hand; the other is still bare while Ben has the puck."""
    under, laid = ("property:31",), (HOUSE, SHOP, HALL)
    double = Build("Ben", "residence", (31, 32))
    looks: tuple[Look, ...] = ((laid, "Ann", 1.0), (laid, None, 0.5, under), (laid, "Ben", 0.4, under))
    looks = (*looks, ((*laid, double), "Ben", 1.5), ((*laid, double), "Cem", 1.0))
    more = (*laid, double, Build("Cem", "residence", (44,)))
    found = _watched(*looks, (more, "Cem", 1.0), (more, "Ann", 1.0), session=_game(*laid))
    assert _moves(found) == [*laid, Quiet("Ann"), double, more[-1]]


@pytest.mark.parametrize("cems", [(21, 22, 23), ()], ids=["Cem may have built it", "Cem had no card for it"])
def test_no_line_is_written_that_makes_a_move_illegal(cems: tuple[int, ...]) -> None:
    """The puck says that Ben passed and Cem built the shop; where the record's hands forbid that, nothing changes."""
    shop = replace(SHOP, hands=(("Ben", SHOP.on), ("Cem", cems)))
    session = _game(HOUSE, shop)
    lines = {move.judged.move: move.n for move in session.moves}
    way = ((THREE_LAID[-1], "Ann"), (HOUSE, "Ben"), (HOUSE, "Cem"), (shop, "Ann"))
    sightings = tuple(PuckSighting(lines[move], puck, 10.0 * at) for at, (move, puck) in enumerate(way))
    session = replace(session, fixed_lines=len(THREE_LAID), sightings=sightings)
    assert all(move.judged.legal for move in session.moves)
    by_cem = replace(shop, player="Cem")
    told = (Draft(Quiet("Ben"), "insert", after=lines[HOUSE]), Draft(by_cem, "replace", of=lines[shop]))
    assert reattributed(session).drafts == (told if cems else ())


def test_a_turn_without_a_trace_while_the_starting_city_is_still_remembered() -> None:
    """Ben passes after the second building: the turns that may change reach back to where nobody may pass yet."""
    session = begin(THREE)
    looks: list[Look] = []
    for count, whose in enumerate(("Ann", "Ben", "Cem", "Ann")):
        looks.append((THREE_LAID[:count], whose, 1.0))
    looks += [((*THREE_LAID, HOUSE), whose, 1.0) for whose in ("Ann", "Ben", "Cem")]
    session = _watched(*looks, session=session, laid=())
    assert [move.judged.move for move in session.moves] == [*THREE_LAID, HOUSE, Quiet("Ben")]


def test_what_comes_out_from_under_a_hand_is_by_whoever_passed_the_puck_on() -> None:
    """Ben's hand rests on what he has built while the puck is already with Cem."""
    under = tuple(f"property:{number}" for number in range(21, 29))
    looks: tuple[Look, ...] = (((HOUSE,), "Ann", 1.0), ((HOUSE,), "Ben", 1.0), ((HOUSE,), "Cem", 1.5, under))
    assert _moves(_watched(BEGIN, *looks, ((HOUSE, SHOP), "Cem", 2.0))) == [HOUSE, SHOP]


def test_a_round_in_which_all_pass_is_three_quiet_turns() -> None:
    """The puck goes round and lies before each player for a while."""
    round_: tuple[Look, ...] = tuple(((HOUSE,), puck, 1.0) for puck in ("Ann", "Ben", "Cem", "Ann", "Ben"))
    assert _moves(_watched(BEGIN, *round_)) == [HOUSE, Quiet("Ben"), Quiet("Cem"), Quiet("Ann")]


def test_what_people_said_about_turns_stays() -> None:
    """A quiet turn told by button is not taken back because the puck has not moved."""
    session = write(_game(HOUSE), [Draft(Quiet("Ben"))], at=None).session
    session = _watched(((HOUSE,), "Ann", 2.0), ((HOUSE, HALL), "Ann", 2.0), session=session)
    assert _moves(session) == [HOUSE, Quiet("Ben"), HALL]
    assert reattributed(session).drafts == ()


@pytest.mark.parametrize(
    "early",
    thinned([{0, 1}, {0, 2, 4}, {1, 2, 3, 4}, {1, 2}, {0, 2}, {1, 2, 4}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4, 5, 6}], 2),
    ids=str,
)
def test_pucks_passed_on_before_the_move_shift_nobody_for_good(early: set[int]) -> None:
    """For a while a hasty puck looks like a turn without a trace; when it is in step again, the turns are put right."""
    moves, players = (HOUSE, SHOP, HALL, *LATER), THREE.players
    looks: list[Look] = [BEGIN]
    for at, _ in enumerate(moves):
        before, after, whose = moves[:at], moves[: at + 1], players[(at + 1) % 3]
        passed: Look = (before if at in early else after, whose, 1.0)
        laid: Look = (after, whose if at in early else players[at % 3], 1.0)
        looks += [passed, laid] if at in early else [laid, passed]
    assert _moves(_watched(*looks)) == list(moves)


def test_what_no_puck_will_tell_any_more_is_one_question() -> None:
    """Ben passes the puck on before he builds, and Cem passes: by the puck Ben passed, and Cem built the shop."""
    after = (HOUSE, SHOP, NEXT, LATER[1], LATER[2])
    looks: list[Look] = [BEGIN, (after[:1], "Ann", 0.5), (after[:1], None, 0.3), (after[:1], "Ben", 1.0)]
    looks += [(after[:1], "Cem", 1.5), (after[:2], None, 0.3), (after[:2], "Cem", 3.0), (after[:2], "Ann", 1.0)]
    for count, puck in ((3, "Ben"), (4, "Cem")):
        looks += [(after[:count], None, 0.4), (after[:count], puck, 1.0)]
    session = _watched(*looks)
    assert _moves(session) == [HOUSE, Quiet("Ben"), replace(SHOP, player="Cem"), *after[2:4]]
    (question,) = session.questions
    shop = session.moves[len(THREE_LAID) + 2].n
    assert session.played.guesses == {shop}
    right = next(index for index, choice in enumerate(question.choices) if choice.label.startswith("Ben builds"))
    said = answer(session, {"question": question.id, "choice": right}, at="2026-01-01T00:00:00Z").session
    assert _moves(said) == [HOUSE, SHOP, Quiet("Cem"), *after[2:4]]
    later = _watched((after[:4], "Cem", 2.0), (after, None, 0.4), (after, "Ann", 2.0), session=session)
    assert [one.id for one in later.questions] == [question.id]


@pytest.mark.parametrize(
    ("passing", "forgotten"),
    thinned([({0, 1}, set()), ({1, 5}, {3}), ({2}, {0}), ({0}, set()), ({1, 4}, set()), ({0}, {3}), ({4}, {1})], 2),
    ids=str,
)
def test_real_turns_without_a_trace_stay_while_the_game_goes_on(passing: set[int], forgotten: set[int]) -> None:
    """Whoever passes moves the puck and nothing else; nobody is taken for hasty because of that."""
    moves, players = (HOUSE, SHOP, HALL, *LATER), THREE.players
    looks: list[Look] = [BEGIN]
    expected: list[Move] = []
    turn = laid = 0
    puck = "Ann"
    while laid < len(moves):
        player = players[turn % 3]
        if turn in passing:
            expected.append(Quiet(player))
        else:
            expected.append(replace(moves[laid], player=player))
            laid += 1
            looks.append((tuple(move for move in expected if not isinstance(move, Quiet)), puck, 1.0))
        turn += 1
        if turn - 1 not in forgotten:
            puck = players[turn % 3]
            looks.append((tuple(move for move in expected if not isinstance(move, Quiet)), puck, 1.0))
    assert _moves(_watched(*looks)) == expected


@pytest.mark.parametrize("seconds", [1.0, 2.0])
def test_of_two_players_a_puck_that_goes_and_comes_back_tells_two_turns(seconds: float) -> None:
    """Ben and Ann both pass, then Ben builds: the puck was not merely laid down in a wrong place."""
    session, fifth = _of_two()
    laid = (fifth, HOUSE)
    looks: tuple[Look, ...] = (((fifth,), "Ann", 1.0), (laid, "Ann", 1.0), (laid, "Ben", seconds))
    looks = (*looks, (laid, "Ann", seconds), (laid, "Ben", seconds))
    looks = (*looks, ((*laid, SHOP), "Ben", 1.0), ((*laid, SHOP), "Ann", 1.0))
    assert _moves(_watched(*looks, session=session))[1:] == [HOUSE, Quiet("Ben"), Quiet("Ann"), SHOP]


def test_a_piece_that_was_carried_on_is_told_once() -> None:
    """Ann's post office was seen in its new place as Ben's before it was seen to be gone from the old one."""
    wrong, right = Build("Ann", "post-office", (31,)), Build("Ann", "post-office", (34,))
    session = _game(wrong, replace(right, player="Ben"))
    assert _moves(_watched(((right,), "Ben", 3.0), session=session)) == [right]


def test_where_the_puck_went_while_a_move_waited_to_be_written_tells_a_turn() -> None:
    """Ann's streetcar is seen with the puck before Ben, then under a hand; when it is seen again Ann has it back."""
    session, fifth = _of_two()
    car, under = Streetcars("Ann", (PlacedStreetcar(15, "east"),)), ("street:15:east",)
    laid = (fifth, HOUSE, SHOP, car)
    looks: tuple[Look, ...] = ((laid[:2], "Ann", 1.0), (laid[:3], "Ben", 1.0), (laid[:3], "Ann", 1.0))
    looks = (*looks, (laid, "Ben", 0.2), (laid, None, 1.0, under), (laid, "Ann", 2.0))
    assert _moves(_watched(*looks, session=session))[1:] == [HOUSE, SHOP, car, Quiet("Ben")]


def test_nobody_is_asked_whose_a_move_is_while_a_hand_is_over_it() -> None:
    """As above, but somebody's hand rests on the shop when the puck tells no more: it may be about to go."""
    after, shop = (HOUSE, SHOP, NEXT, LATER[1], LATER[2]), ("property:21", "property:22", "property:23")
    looks: list[Look] = [BEGIN, (after[:1], "Ann", 0.5), (after[:1], None, 0.3), (after[:1], "Ben", 1.0)]
    looks += [(after[:1], "Cem", 1.5), (after[:2], None, 0.3), (after[:2], "Cem", 3.0), (after[:2], "Ann", 1.0)]
    looks += [
        (after[:3], None, 0.4),
        (after[:3], "Ben", 0.4),
        (after[:3], "Ben", 1.0, shop),
        (after[:4], None, 0.4, shop),
    ]
    covered = _watched(*looks, (after[:4], "Cem", 4.0, shop))
    assert _moves(covered) == [HOUSE, Quiet("Ben"), replace(SHOP, player="Cem"), *after[2:4]]
    assert covered.questions == ()
    assert len(_watched(*looks, (after[:4], "Cem", 0.4, shop), (after[:4], "Cem", 1.5)).questions) == 1
