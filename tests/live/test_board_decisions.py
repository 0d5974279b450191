"""My City and Small City decided from steady readings: tokens, cards, who ended, and what is entered by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from live.demo.comparison import compare
from live.records.store import RecordStore
from live.table.corrections import answer, turn
from live.table.decisions import observe
from live.table.interpretation import DecisionSettings
from live.table.round_ends import at_round_end
from live.table.session import Draft, Pending, Plain, Session, begin, write
from scoring import rules_for
from scoring.protocol import Placement
from scoring.referee.settings import USUAL
from simulator.games import random_game, scripted_game
from tabletop.errors import UsageError
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import End, PassCard, PlaceBuilding, TurnCard
from tabletop.games.my_city_chess.values import SetLandmark
from tabletop.games.small_city.values import BuildTile, EndRound, MoveCitizen
from tabletop.moves import Move
from tabletop.readings import Confidence, Reading
from tabletop.records import Header, Record, read_record

NOW = "2026-01-01T00:00:00Z"
HEADER = Header("my-city", ("Ann", "Ben"))
CHESS = Header("my-city-chess", ("red", "blue"))
BUILDINGS = tuple(part.id for part in load_game("my-city").of_kind("building"))
CARDS = tuple(part.id for part in load_game("my-city").of_kind("card"))
LANDMARKS = tuple(part.id for part in load_game("my-city-chess").of_kind("landmark"))
PARTS = tuple(part.id for part in load_game("small-city").parts if part.kind in ("tile", "citizen"))
OTHER_PARTS = {"my-city": BUILDINGS, "my-city-chess": LANDMARKS}
FIRST = (
    TurnCard("yellow-1"),
    PlaceBuilding("Ann", "yellow-1", ("G1", "G2")),
    PlaceBuilding("Ben", "yellow-1", ("G7", "G8")),
)


def played(*moves: Move) -> Session:
    """A game of My City after the first round and these moves."""
    return write(begin(HEADER), [Draft(move) for move in (*FIRST, *moves)], at=None).session


def seen(session: Session, *, without: tuple[str, ...] = ()) -> Reading:
    """What a perfect reader says of the table as it lies in a session; nothing of the places `without`."""
    game = session.header.game
    evidence: dict[str, dict[str, float]] = {}
    for place, what in session.rules.contents(session.state).items():
        words: tuple[str, ...] = ("empty", *OTHER_PARTS.get(game, PARTS))
        if place == "card":
            words = CARDS
        elif place.startswith("track:"):
            words = tuple(str(space) for space in range(51))
        if place not in without:
            evidence[place] = {word: 0.0 if word == what else -25.0 for word in (*words, what)}
    return Reading(game, session.position, dict.fromkeys(evidence, "certain"), evidence=evidence)


def by_looks(reading: Reading, alike: Mapping[str, Sequence[str]]) -> Reading:
    """The reading of pieces of which only the looks are seen: each may be any of these on its place."""
    evidence = {
        place: {word: 0.0 if word in words else -25.0 for word in reading.evidence[place]}
        for place, words in alike.items()
    }
    confidence: dict[str, Confidence] = {**reading.confidence, **dict.fromkeys(alike, "ask")}
    return replace(reading, evidence={**reading.evidence, **evidence}, confidence=confidence)


def watched_for(session: Session, reading: Reading, from_s: float, to_s: float) -> Session:
    """The session after ten looks a second at the same."""
    for tick in range(round(10 * (to_s - from_s)) + 1):
        session = observe(session, reading, seen_s=from_s + tick / 10, at=NOW).session
    return session


def watched(session: Session, reading: Reading) -> Session:
    """The same reading for three seconds."""
    return watched_for(session, reading, 0.0, 3.0)


def settled(session: Session, from_s: float = 0.0, to_s: float = 3.0) -> Session:
    """The session after its table has been seen as it lies."""
    return watched_for(session, seen(session), from_s, to_s)


def hidden(reading: Reading, *places: str, covered: bool = True) -> Reading:
    """The reading in which nothing is seen of these places, with something over them or not."""
    flat = {place: dict.fromkeys(reading.evidence[place], 0.0) for place in places}
    over = frozenset(places) if covered else reading.covered
    return replace(reading, evidence={**reading.evidence, **flat}, covered=over)


def landmarks_on(*places: str, covered: Sequence[str] = ()) -> Reading:
    """What is seen of landmarks that look alike; nothing of what is covered."""
    lying = write(begin(CHESS), [Draft(SetLandmark("zoo", on)) for on in places], at=None).session
    reading = by_looks(seen(lying), {f"square:{on}": LANDMARKS for on in places})
    words = {place: {**dict.fromkeys(LANDMARKS, -25.0), **told} for place, told in reading.evidence.items()}
    hidden = frozenset(f"square:{on}" for on in covered)
    words |= {place: dict.fromkeys(words[place], 0.0) for place in hidden}
    return replace(reading, evidence=words, uncoded=frozenset(LANDMARKS), covered=hidden)


def new_moves(before: Session, after: Session) -> list[Move]:
    """What was written since."""
    return [move.judged.move for move in after.moves[len(before.moves) :]]


def test_a_token_that_goes_a_step_back_is_a_pass() -> None:
    """Nobody has to press anything."""
    session = played(TurnCard("red-3"))
    then = seen(write(session, [Draft(PassCard("Ben"))], at=None).session)
    assert new_moves(session, watched(session, then)) == [PassCard("Ben")]


def test_a_pass_that_its_token_shows_is_not_asked_about_while_a_hand_rests_on_the_board() -> None:
    """What the hand hides might be a building, but then the token would not have gone back."""
    session = played(TurnCard("red-3"))
    then = seen(write(session, [Draft(PassCard("Ann"))], at=None).session)
    under = {place for place in then.evidence if place.startswith("cell:Ann:") and place[9] in "ABCDE"}
    confidence: dict[str, Confidence] = {**then.confidence, **dict.fromkeys(under, "ask")}
    after = watched(session, hidden(replace(then, confidence=confidence), *under, covered=False))
    assert new_moves(session, after) == [PassCard("Ann")]
    assert after.questions == ()


def test_who_has_not_acted_when_the_next_card_is_turned_over_has_ended() -> None:
    """Ann's token stands where it stood and she built nothing: she ends, before the card."""
    session = played(TurnCard("red-3"), PassCard("Ben"))
    then = seen(write(session, [Draft(End("Ann")), Draft(TurnCard("blue-2"))], at=None).session)
    assert new_moves(session, watched(session, then)) == [End("Ann"), TurnCard("blue-2")]


def test_the_card_is_told_before_what_is_built_on_it_though_two_have_ended() -> None:
    """Ann and Dee end, the next card, and Ben's building on it, all in one look: he does not build on the last card."""
    four = Header("my-city", ("Ann", "Ben", "Cem", "Dee"))
    known = (
        TurnCard("yellow-1"),
        PlaceBuilding("Ann", "yellow-1", ("G1", "G2")), PlaceBuilding("Ben", "yellow-1", ("G7", "G8")),
        PlaceBuilding("Cem", "yellow-1", ("G7", "G8")), PlaceBuilding("Dee", "yellow-1", ("G7", "G8")),
        TurnCard("red-3"), PassCard("Ben"), PassCard("Cem"),
    )  # fmt: skip
    session = write(begin(four), [Draft(move) for move in known], at=None).session
    session = settled(session)
    carded = write(session, [Draft(End("Ann")), Draft(End("Dee")), Draft(TurnCard("blue-2"))], at=None).session
    place = rules_for("my-city").placements(carded.state, "blue-2", player="Ben")[0]
    built = PlaceBuilding("Ben", "blue-2", tuple(place.at["on"]))
    then = seen(write(carded, [Draft(built)], at=None).session)
    after = watched(session, then)
    assert new_moves(session, after) == [End("Ann"), End("Dee"), TurnCard("blue-2"), built]
    assert after.questions == ()


@pytest.mark.parametrize("flat", [False, True], ids=["not seen", "seen without a word"])
def test_a_card_under_a_hand_is_told_by_the_building_that_was_built_on_it(flat: bool) -> None:
    """The camera froze while the card was turned over; then Ann's arm lies over it, and her building on her board."""
    session = played(TurnCard("red-3"), PassCard("Ann"), PassCard("Ben"))
    place = rules_for("my-city").placements(played(TurnCard("blue-2")).state, "blue-2", player="Ann")[0]
    new = (TurnCard("blue-2"), PlaceBuilding("Ann", "blue-2", tuple(place.at["on"])))
    then = seen(write(session, [Draft(move) for move in new], at=None).session, without=("card",))
    if flat:
        then = replace(then, evidence={**then.evidence, "card": dict.fromkeys(CARDS, 0.0)})
    after = watched(session, then)
    assert new_moves(session, after) == list(new)
    assert all(move.judged.legal for move in after.moves[-2:])


def trackless() -> tuple[Session, Reading]:
    """Ben has passed; then Ann passes and the next card is turned over, and nothing is seen of the tracks."""
    session = played(TurnCard("red-3"), PassCard("Ben"))
    after = write(session, [Draft(PassCard("Ann")), Draft(TurnCard("blue-2"))], at=None).session
    return session, seen(after, without=("track:Ann", "track:Ben"))


def test_without_a_token_people_are_asked_whether_it_was_a_pass() -> None:
    """Where no track is seen, passing and ending look alike."""
    session, then = trackless()
    after = watched(session, then)
    answers = [choice.label for question in after.questions for choice in question.choices]
    assert any("Ann passes" in answer for answer in answers)
    assert any("Ann ends" in answer for answer in answers)


def test_nobody_is_asked_about_a_place_under_a_hand() -> None:
    """While a hand lies on Ann's track the wait for a question does not run; when it is gone, people are asked."""
    session, then = trackless()
    under = watched(session, replace(then, covered=frozenset({"track:Ann"})))
    assert under.questions == ()
    assert new_moves(session, under) == []
    just_free = observe(under, then, seen_s=3.1, at=NOW).session
    assert just_free.questions == ()
    assert observe(just_free, then, seen_s=4.2, at=NOW).session.questions


def test_people_are_asked_about_a_place_that_stays_covered() -> None:
    """What has lain on the track for a quarter of a minute is a cup, and the game must go on."""
    session, then = trackless()
    under = watched(session, replace(then, covered=frozenset({"track:Ann"})))
    later = observe(under, replace(then, covered=frozenset({"track:Ann"})), seen_s=16.5, at=NOW)
    assert later.session.questions


def test_a_building_that_comes_after_the_next_card_was_no_end() -> None:
    """The inferred end becomes the building, and everything after it is legal again."""
    session = played(TurnCard("red-3"), PassCard("Ben"), End("Ann"), TurnCard("blue-2"))
    place = rules_for("my-city").placements(played(TurnCard("red-3")).state, "red-3", player="Ann")[0]
    late = PlaceBuilding("Ann", "red-3", tuple(place.at["on"]))
    laid = played(TurnCard("red-3"), PassCard("Ben"), late, TurnCard("blue-2"))
    assert laid.moves[-2].judged.legal
    after = watched(session, seen(laid))
    assert [move.judged.move for move in after.moves] == [move.judged.move for move in laid.moves]
    assert all(move.judged.legal for move in after.moves[len(FIRST) :])


def test_a_building_that_was_misread_is_put_right_after_the_next_card() -> None:
    """A better look shows it one cell further; the card that was turned over meanwhile stays."""
    session = played(TurnCard("red-3"))
    first, other = (PlaceBuilding("Ann", "red-3", tuple(place.at["on"])) for place in _two_places(session))
    after = (PassCard("Ben"), TurnCard("blue-2"))
    laid = played(TurnCard("red-3"), other, *after)
    found = watched(played(TurnCard("red-3"), first, *after), seen(laid))
    assert [move.judged.move for move in found.moves] == [move.judged.move for move in laid.moves]


def _two_places(session: Session) -> tuple[Placement, Placement]:
    """Two places of the shown building on Ann's board."""
    places = rules_for("my-city").placements(session.state, "red-3", player="Ann")
    return places[0], places[1]


def test_the_order_within_a_round_is_nobodys_mistake_but_the_round_is() -> None:
    """All act at once after a card; who did it after the next card did something else."""
    script = played(TurnCard("red-3"), End("Ann"), PassCard("Ben"), TurnCard("blue-2"))
    record = Record(HEADER, script.entries)
    assert compare(record, played(TurnCard("red-3"), PassCard("Ben"), End("Ann"), TurnCard("blue-2")), None).right == 7
    later = compare(record, played(TurnCard("red-3"), PassCard("Ben"), TurnCard("blue-2"), End("Ann")), None)
    assert later.right == 4
    assert later.differences


def test_two_neighbours_of_which_nobody_saw_the_first_are_no_mistake() -> None:
    """Two of Ben's warehouses laid out of sight: which came first changes nothing; another place is a mistake."""
    first, then, other = (BuildTile("Ben", "warehouse", (on,)) for on in ("J8", "A3", "C3"))
    record = Record(Header("small-city", ("Ann", "Ben")), small(first, then).entries)
    assert compare(record, small(then, first), None).differences == ()
    assert compare(record, small(then, other), None).right < len(record.entries)


def test_the_card_of_a_blocked_building_is_written_too() -> None:
    """The blocking card, then the card that it blocks: nobody acts, and the next card is a new round."""
    session = played(TurnCard("blocking"))
    then = seen(write(session, [Draft(TurnCard("red-3"))], at=None).session)
    after = watched(session, then)
    assert new_moves(session, after) == [TurnCard("red-3")]
    assert after.state.waiting() == ()
    assert "red-3" in (after.position.card or "")


def test_a_card_on_one_on_which_nobody_acted_tells_of_a_blocking_card_that_nobody_saw() -> None:
    """The picture hung while the blocking card was turned over, and the blocked one on it: the next one tells."""
    session = played()
    for cards in ((blocked := TurnCard("red-3"),), (blocked, then := TurnCard("blue-2"))):
        session = watched(session, seen(played(*cards)))
    assert [one.judged.move for one in session.moves] == [*FIRST, TurnCard("blocking"), blocked, then]
    assert all(one.judged.legal for one in session.moves[len(FIRST) :])
    again = watched(session, seen(played(*cards, TurnCard("yellow-4"))))
    assert TurnCard("blocking") not in new_moves(session, again)


@pytest.mark.parametrize("waits_for", [(), ("Ben",)], ids=["all have acted", "Ben has not acted"])
def test_a_card_that_single_looks_showed_before_the_next_one_was_blocked(waits_for: tuple[str, ...]) -> None:
    """A visitor stands before the camera while the blocking card and the blocked one are turned over."""
    acted = [PassCard(player) for player in HEADER.players if player not in waits_for]
    before = (TurnCard("yellow-4"), *acted)
    blocked, then = TurnCard("red-3"), TurnCard("blue-2")
    session = settled(played(*before), 0.0, 1.0)
    visitor = hidden(seen(played(*before)), "card", covered=False)
    look = {"card": {card: 0.0 if card == "card-red-3" else -25.0 for card in CARDS}}
    session = observe(session, visitor, seen_s=1.1, at=NOW, glimpsed=look).session
    after = watched_for(session, seen(played(*before, then)), 1.2, 4.0)
    new = [one.judged.move for one in after.moves[len(FIRST) + len(before) :]]
    assert (new == [TurnCard("blocking"), blocked, then]) is not bool(waits_for)
    assert TurnCard("blocking") not in new or not waits_for


@pytest.mark.parametrize("glimpsed", [True, False])
def test_a_pass_that_only_single_looks_showed_makes_no_blocking_card(glimpsed: bool) -> None:
    """Ben's hand lies over his token while the next card is turned over: he passed, or nobody knows."""
    before = (TurnCard("red-3"), End("Ann"), PassCard("Ben"), TurnCard("blue-2"))
    session = settled(played(*before), 0.0, 1.0)
    passed, then = seen(played(*before, PassCard("Ben"))), seen(played(*before, PassCard("Ben"), TurnCard("yellow-4")))
    look = {"track:Ben": passed.evidence["track:Ben"]} if glimpsed else {}
    hand = hidden(passed, "track:Ben", covered=False)
    session = observe(session, hand, seen_s=1.1, at=NOW, glimpsed=look).session
    after = watched_for(session, hidden(then, "track:Ben", covered=False), 1.2, 4.0)
    new = [one.judged.move for one in after.moves[len(FIRST) + len(before) :]]
    assert TurnCard("blocking") not in [one.judged.move for one in after.moves]
    assert not glimpsed or new == [PassCard("Ben"), TurnCard("yellow-4")]


@pytest.mark.parametrize("entered", [(End("Ann"),), (End("Ben"), End("Ann"))], ids=["one", "both"])
def test_who_ends_on_a_card_that_the_camera_sees_only_later_ends_on_it(entered: tuple[Move, ...]) -> None:
    """All had acted on the card before it: what is entered then is entered on the next one."""
    session = settled(played(TurnCard("red-3"), PassCard("Ann"), PassCard("Ben")))
    for move in entered:
        session = turn(session, {"do": "end", "player": move.player}, at=NOW).session
    after = watched(session, seen(played(TurnCard("red-3"), PassCard("Ann"), PassCard("Ben"), TurnCard("blue-2"))))
    new = after.moves[-len(entered) - 1 :]
    assert [one.judged.move for one in new] == [TurnCard("blue-2"), *entered]
    assert all(one.judged.legal for one in new)


def test_a_citizen_that_vanishes_goes_back_to_the_pool() -> None:
    """The square shows its tile again; one that appears elsewhere at the same look has only moved."""
    moves = [
        BuildTile("Ann", "residential", ("C4", "C5"), 2),
        BuildTile("Ben", "park", ("D4", "D5", "D6"), 3),
        MoveCitizen("Ann", "Ann", "pool", "C4"),
        EndRound(),
    ]
    session = write(begin(Header("small-city", ("Ann", "Ben"))), [Draft(move) for move in moves], at=None).session
    for move in (MoveCitizen("Ann", "Ann", "C4", "pool"), MoveCitizen("Ann", "Ann", "C4", "C5")):
        then = seen(write(session, [Draft(move)], at=None).session)
        assert new_moves(session, watched(session, then)) == [move]


SMALL = (
    BuildTile("Ann", "residential", ("C4", "C5"), 2),
    BuildTile("Ben", "park", ("D4", "D5", "D6"), 3),
    MoveCitizen("Ann", "Ben", "pool", "D5"),
)
"""A citizen was laid last."""


def small(*moves: Move) -> Session:
    """A game of Small City after these moves."""
    return write(begin(Header("small-city", ("Ann", "Ben"))), [Draft(move) for move in moves], at=None).session


def test_a_citizen_that_is_carried_on_at_once_was_laid_wrongly() -> None:
    """One line with the place where it stands in the end, not two moves; the same for one that is taken back."""
    session = small(*SMALL)
    right = MoveCitizen("Ann", "Ann", "pool", "C4")
    for moves in ((*SMALL[:2], right), SMALL[:2]):
        after = watched(session, seen(small(*moves)))
        assert [move.judged.move for move in after.moves] == list(moves)
        assert after.entries[-1].kind == "replace"


def test_what_was_laid_last_is_put_right_though_much_else_is_new() -> None:
    """The warehouse lies two squares further; a citizen, a park and a factory were laid before anybody saw that."""
    last = BuildTile("Ben", "warehouse", ("B9",))
    new = (
        BuildTile("Ben", "warehouse", ("B5",)),
        MoveCitizen("Ben", "Ben", "pool", "D5"),
        BuildTile("Ben", "park", ("E8", "E9"), 2),
        BuildTile("Ann", "factory", ("D7", "D8", "D9"), 3),
    )
    session = settled(small(*SMALL[:2], last), 0.0, 1.0)
    after = watched_for(session, seen(small(*SMALL[:2], *new)), 1.1, 4.0)
    assert [move.judged.move for move in after.moves[2:3]] == [new[0]]
    assert {move.judged.move for move in after.moves[3:]} == set(new[1:])
    assert after.questions == ()


def test_tiles_that_look_alike_are_asked_about_at_once() -> None:
    """Nothing is gained by waiting where looks never tell a refinery from a harbor; a tap tells what it was."""
    session = small(first := BuildTile("Ben", "warehouse", ("J8",)))
    right = BuildTile("Ann", "refinery", ("D7", "E7"))
    on = ("cell:Ann:D7", "cell:Ann:E7")
    reading = by_looks(seen(small(first, right)), dict.fromkeys(on, ("refinery", "harbor")))
    session = observe(session, replace(reading, uncoded=frozenset(PARTS)), seen_s=0.0, at="").session
    (question,) = session.questions
    tap = next(index for index, choice in enumerate(question.choices) if "refinery" in choice.label)
    answered = answer(session, {"question": question.id, "choice": tap}, at="").session
    assert [move.judged.move for move in answered.moves] == [first, right]
    assert not answered.questions
    assert not answered.played.guesses


@pytest.mark.parametrize("guessed", [False, True])
def test_a_doubtful_look_makes_no_other_piece_of_a_known_one(guessed: bool) -> None:
    """A police station in mirrored light looks like a cultural building later; only a guess is put right by that."""
    police = BuildTile("Ann", "police", ("B3", "B4"))
    session = small(police)
    if guessed:
        session = replace(session, played=replace(session.played, guesses=frozenset({1})))
    doubtful = by_looks(seen(session), dict.fromkeys(session.rules.places_of(police), ("cultural-2",)))
    after = watched(session, replace(doubtful, uncoded=frozenset(PARTS)))
    assert ([move.judged.move for move in after.moves] == [police]) is not guessed


def test_a_doubtful_look_does_not_send_a_citizen_away() -> None:
    """Another citizen beside it, and its own square shows the tile alone, perhaps: the new one comes from the pool."""
    first = MoveCitizen("Ann", "Ann", "pool", "C4")
    then = MoveCitizen("Ann", "Ann", "pool", "C5")
    session = small(SMALL[0], first)
    reading = seen(small(SMALL[0], first, then))
    doubtful = replace(by_looks(reading, {"cell:Ann:C4": ("residential-2",)}), uncoded=frozenset(PARTS))
    after = watched(settled(session), doubtful)
    assert [move.judged.move for move in after.moves] == [SMALL[0], first, then]


@pytest.mark.parametrize(
    ("stands", "sureness"),
    [(True, "certain"), (True, "likely"), (False, "certain"), (False, "likely")],
    ids=["a citizen, perhaps in a hand", "a citizen out of focus", "a tile", "a tile out of focus"],
)
def test_what_is_known_is_gone_only_if_that_lasts(stands: bool, sureness: Confidence) -> None:
    """A hand carries a citizen for a second or two; a camera that hunts for its focus loses it, or a tile, as long."""
    citizen, warehouse = MoveCitizen("Ann", "Ann", "pool", "C4"), BuildTile("Ann", "warehouse", ("J8",))
    left = small(*((SMALL[0], SMALL[1], warehouse) if stands else (SMALL[0], citizen, SMALL[1])))
    session = settled(small(SMALL[0], citizen, SMALL[1], warehouse), 0.0, 1.0)
    place = "cell:Ann:C4" if stands else "cell:Ann:J8"
    gone = replace(seen(left), uncoded=frozenset(PARTS))
    gone = replace(gone, confidence={**gone.confidence, place: sureness})
    early = watched_for(session, gone, 1.1, 3.0)
    assert (early.entries == session.entries) is (stands or sureness == "likely")
    late = watched_for(early, gone, 3.1, 6.0)
    assert late.rules.contents(late.state)[place] == left.rules.contents(left.state)[place]


def test_a_citizen_that_is_carried_to_another_square_is_one_move() -> None:
    """For two seconds it stands nowhere: it has not gone to the pool."""
    carried = MoveCitizen("Ann", "Ann", "C4", "C5")
    laid = (SMALL[0], MoveCitizen("Ann", "Ann", "pool", "C4"), SMALL[1])
    session = small(*laid)
    assert session.rules.judge(session.state, carried).legal
    on_its_way = watched_for(settled(session, 0.0, 1.0), seen(small(SMALL[0], SMALL[1])), 1.1, 3.0)
    after = watched_for(on_its_way, seen(small(*laid, carried)), 3.1, 6.0)
    assert [move.judged.move for move in after.moves] == [*laid, carried]


@pytest.mark.parametrize(("behind", "at_once"), [(5.0, False), (7.0, True)])
def test_what_looks_nearly_as_much_like_bare_ground_is_no_citizen_yet(behind: float, at_once: bool) -> None:
    """Colour and shadow beside a red tile look like a pink citizen for a moment; what stays there is one."""
    citizen = MoveCitizen("Ann", "Ann", "pool", "C5")
    session = small(*SMALL)
    reading = seen(small(*SMALL, citizen))
    told = {**reading.evidence["cell:Ann:C5"], "empty": -behind}
    reading = replace(reading, evidence={**reading.evidence, "cell:Ann:C5": told}, uncoded=frozenset(PARTS))
    session = settled(session, 0.0, 1.0)
    early = watched_for(session, reading, 1.1, 3.0)
    assert (new_moves(session, early) == [citizen]) is at_once
    assert new_moves(session, watched_for(early, reading, 3.1, 3.5)) == [citizen]


def test_a_citizen_out_of_focus_is_not_sent_away_since_something_else_is_laid() -> None:
    """What waits is written before what comes after it, but not that somebody has gone, who may be back."""
    before, tile = BuildTile("Ann", "warehouse", ("A9",)), BuildTile("Ann", "refinery", ("D7", "E7"))
    session = settled(small(*SMALL, before), 0.0, 1.0)
    session = watched_for(session, replace(seen(small(*SMALL[:2], before)), uncoded=frozenset(PARTS)), 1.1, 1.5)
    gone = replace(seen(small(*SMALL[:2], before, tile)), uncoded=frozenset(PARTS))
    session = watched_for(session, gone, 1.6, 3.0)
    after = watched_for(session, seen(small(*SMALL, before, tile)), 3.1, 5.0)
    assert [move.judged.move for move in after.moves] == [*SMALL, before, tile]


def test_a_tile_that_looks_like_another_is_asked_about_alone_though_a_citizen_is_new_elsewhere() -> None:
    """A tap tells which tile it is; in what order the same player's things came nobody is asked."""
    right, citizen = BuildTile("Ann", "refinery", ("D7", "E7")), MoveCitizen("Ann", "Ann", "pool", "C5")
    session = settled(small(*SMALL), 0.0, 1.0)
    on = ("cell:Ann:D7", "cell:Ann:E7")
    reading = by_looks(seen(small(*SMALL, right, citizen)), dict.fromkeys(on, ("refinery", "harbor")))
    session = watched_for(session, replace(reading, uncoded=frozenset(PARTS)), 1.1, 3.0)
    assert {move.do for move in new_moves(small(*SMALL), session)} == {"build", "move-citizen"}
    (question,) = session.questions
    assert question.places == on
    assert all(" then " not in choice.label for choice in question.choices)


def test_what_waits_is_told_before_a_tile_that_looks_like_another() -> None:
    """The citizen was seen first, though not surely yet when the tile came."""
    citizen, tile = MoveCitizen("Ann", "Ann", "pool", "C5"), BuildTile("Ann", "refinery", ("D7", "E7"))
    session = settled(small(*SMALL), 0.0, 1.0)
    for laid, from_s, to_s in (((citizen,), 1.1, 2.0), ((citizen, tile), 2.1, 4.0)):
        reading = seen(small(*SMALL, *laid))
        doubtful = {"cell:Ann:C5": {**reading.evidence["cell:Ann:C5"], "empty": -5.0}}
        reading = replace(reading, evidence={**reading.evidence, **doubtful}, uncoded=frozenset(PARTS))
        if tile in laid:
            reading = by_looks(reading, dict.fromkeys(("cell:Ann:D7", "cell:Ann:E7"), ("refinery", "harbor")))
        session = watched_for(session, reading, from_s, to_s)
    assert [move.do for move in new_moves(small(*SMALL), session)] == ["move-citizen", "build"]


def test_a_citizen_put_right_while_people_enter_the_end_is_one_move() -> None:
    """It stood where no building is; a hand lay over both squares when the end of the round was entered."""
    wrong, right = (MoveCitizen("Ann", "Ann", "pool", to) for to in ("A9", "C5"))
    stood = small(*SMALL, wrong)
    assert not stood.moves[-1].judged.legal
    session = watched_for(stood, seen(stood), 0.0, 1.0)
    looks = seen(small(*SMALL))
    under = hidden(looks, "cell:Ann:A9", "cell:Ann:C5")
    session = watched_for(session, under, 1.1, 3.0)
    session = turn(session, {"do": "end-round"}, at="").session
    session = watched_for(session, under, 3.1, 3.5)
    after = watched_for(session, seen(small(*SMALL, right)), 3.6, 6.0)
    assert [move.judged.move for move in after.moves] == [*SMALL, right, EndRound()]
    assert all(move.judged.legal for move in after.moves)


def test_a_building_against_the_rules_that_lies_elsewhere_by_now_came_later() -> None:
    """A yellow sleeve on Ben's board looked like the next card's building; it goes, and Ben builds that where it is."""
    ghost = PlaceBuilding("Ben", "yellow-2", ("B3", "C3", "D3"))
    later = (TurnCard("yellow-2"), PlaceBuilding("Ann", "yellow-2", ("H1", "H2", "H3")))
    session = played(ghost, *later)
    assert [move.judged.legal for move in session.moves[-3:]] == [False, True, True]
    right = PlaceBuilding("Ben", "yellow-2", ("H7", "H8", "H9"))
    after = watched(session, replace(seen(played(*later, right)), uncoded=frozenset(BUILDINGS)))
    assert [move.judged.move for move in after.moves] == [*FIRST, *later, right]
    assert all(move.judged.legal for move in after.moves[-3:])


@pytest.mark.parametrize("hidden", ["citizen", "hand", "nothing"])
def test_what_comes_over_a_part_of_a_piece_makes_it_no_smaller(hidden: str) -> None:
    """A tile of three squares under a citizen looks like one of two; where the third lies bare it is one."""
    tile, small_one = (BuildTile("Ann", "residential", on, len(on)) for on in (("H3", "H4", "I3"), ("H3", "H4")))
    session = small(tile)
    looks = seen(small(small_one))
    over = (
        {"citizen-1": 0.0, "empty": -8.0} if hidden == "citizen" else dict.fromkeys(looks.evidence["cell:Ann:I3"], 0.0)
    )
    covered = frozenset({"cell:Ann:I3"}) if hidden == "hand" else frozenset()
    if hidden != "nothing":
        looks = replace(looks, evidence={**looks.evidence, "cell:Ann:I3": over}, covered=covered)
    after = watched(session, replace(looks, uncoded=frozenset(PARTS)))
    assert [move.judged.move for move in after.moves if move.judged.move.do == "build"] == [
        small_one if hidden == "nothing" else tile
    ]


def test_a_blurred_code_is_waited_for() -> None:
    """While a camera looks for its focus a coded landmark may be any of its colour; the next sharp picture tells."""
    session = begin(CHESS)
    zoo = SetLandmark("zoo", "c2")
    sharp = seen(write(session, [Draft(zoo)], at=None).session)
    blurred = by_looks(sharp, {"square:c2": LANDMARKS})
    session = settled(session)
    session = watched_for(session, blurred, 10.0, 11.7)
    assert not session.questions
    assert not session.moves
    told = observe(session, sharp, seen_s=11.8, at="").session
    assert [move.judged.move for move in told.moves] == [zoo]
    assert not told.questions
    asked = observe(session, blurred, seen_s=12.1, at="").session
    assert asked.questions


def test_no_illegal_move_is_made_of_looks_alone() -> None:
    """An exposure that runs too far makes printed woods look like a building whose card does not lie there."""
    session = played(TurnCard("red-3"))
    woods = ("cell:Ben:J1", "cell:Ben:K1", "cell:Ben:K2")
    after = watched(session, by_looks(seen(session), dict.fromkeys(woods, ("yellow-3", "red-4", "yellow-6"))))
    assert new_moves(session, after) == []
    assert not after.questions
    assert [problem.code for problem in after.problems] == ["unexplained"]


def test_several_counters_that_look_alike_are_a_question_each() -> None:
    """Three landmarks of one colour set out between two looks: a tap each, also for what is guessed elsewhere."""
    session = begin(CHESS)
    set_out = [SetLandmark(name, on) for name, on in (("airport", "a7"), ("seaport", "h8"), ("zoo", "c2"))]
    lying = write(session, [Draft(move) for move in set_out], at=None).session
    reading = by_looks(seen(lying), {f"square:{move.on}": LANDMARKS for move in set_out})
    session = settled(session)
    session = observe(session, replace(reading, uncoded=frozenset(LANDMARKS)), seen_s=10.0, at="").session
    assert len(session.questions) == len(session.played.guesses) == 3
    for move in set_out:
        question = next(one for one in session.questions if one.places == (f"square:{move.on}",))
        told = session.rules.tell(move)
        tap = next(index for index, choice in enumerate(question.choices) if choice.label == told)
        session = answer(session, {"question": question.id, "choice": tap}, at="").session
    assert {move.judged.move for move in session.moves} == set(set_out)
    assert not session.questions


def test_a_piece_that_was_guessed_elsewhere_leaves_another_guess_there() -> None:
    """What lies on h8 is the airport, says a tap; so on a7, where that was thought to lie, is another: still asked."""
    session = begin(CHESS)
    set_out = [SetLandmark("seaport", "a7"), SetLandmark("airport", "h8")]
    reading = seen(write(session, [Draft(move) for move in set_out], at=None).session)
    reading = by_looks(reading, {f"square:{move.on}": LANDMARKS for move in set_out})
    session = settled(session)
    session = observe(session, replace(reading, uncoded=frozenset(LANDMARKS)), seen_s=10.0, at="").session
    guessed = {
        move.judged.move.on: move.judged.move.name
        for move in session.moves
        if isinstance(move.judged.move, SetLandmark)
    }
    for on, other in (("h8", "a7"), ("a7", "h8")):
        question = next(one for one in session.questions if one.places == (f"square:{on}",))
        told = session.rules.tell(SetLandmark(guessed[other], on))
        tap = next((index for index, choice in enumerate(question.choices) if choice.label == told), None)
        if tap is not None:
            session = answer(session, {"question": question.id, "choice": tap}, at="").session
            break
    assert [move.judged.legal for move in session.moves] == [True, True]
    assert len(session.questions) == len(session.played.guesses) == 1
    assert session.questions[0].places == (f"square:{other}",)


def test_the_answer_about_a_counter_that_was_carried_on_is_no_second_one() -> None:
    """It lay wrongly and was put right; which it is takes the place of what was guessed, and adds nothing."""
    session = settled(begin(CHESS))
    session = watched_for(session, landmarks_on("f5"), 100.0, 101.5)
    session = watched_for(session, landmarks_on("g8"), 110.0, 111.5)
    (question,) = session.questions
    tap = next(index for index, choice in enumerate(question.choices) if "zoo is set out on g8" in choice.label)
    session = answer(session, {"question": question.id, "choice": tap}, at="").session
    assert [move.judged.move for move in session.moves] == [SetLandmark("zoo", "g8")]


def test_a_counter_that_is_carried_on_while_others_that_look_like_it_are_new_leaves_nothing_behind() -> None:
    """It lay wrongly: its old place is bare, and any of the new ones may be it."""
    session = settled(begin(CHESS))
    session = watched_for(session, landmarks_on("f5"), 100.0, 103.0)
    session = watched_for(session, landmarks_on("g8", "h3", "c1"), 110.0, 113.0)
    laid = [move.judged.move for move in session.moves]
    assert sorted(move.on for move in laid if isinstance(move, SetLandmark)) == ["c1", "g8", "h3"]
    assert all(move.judged.legal for move in session.moves)
    assert len(session.questions) == 3


def test_a_guess_whose_place_is_bare_is_soon_withdrawn_and_what_people_said_stays() -> None:
    """A landmark lay wrongly, under a hand; where it lies now people have said which it is; its first place is bare."""
    session = settled(begin(CHESS))
    session = watched_for(session, landmarks_on("f5"), 10.0, 12.0)
    session = watched_for(session, landmarks_on("f5", "g8", covered=["f5"]), 12.1, 13.0)
    question = next(one for one in session.questions if one.places == ("square:g8",))
    session = answer(session, {"question": question.id, "choice": 3}, at="").session
    known = session.moves[1].judged.move
    session = watched_for(session, landmarks_on("g8"), 13.1, 13.6)
    assert [move.judged.move for move in session.moves] == [known]


def test_what_is_gone_is_withdrawn_though_a_hand_comes_over_its_place_meanwhile() -> None:
    """Nobody saw it lie there again: the time under the hand counts as well."""
    session = settled(begin(CHESS))
    session = watched_for(session, landmarks_on("f5"), 10.0, 12.0)
    session = answer(session, {"question": session.questions[0].id, "choice": 0}, at="").session
    bare = landmarks_on()
    session = watched_for(session, bare, 12.1, 12.5)
    assert len(session.moves) == 1
    session = watched_for(session, landmarks_on("f5", covered=["f5"]), 12.6, 13.0)
    session = watched_for(session, bare, 13.1, 13.2)
    assert not session.moves


def test_what_is_against_the_rules_is_asked_about_where_others_look_like_it() -> None:
    """A row has two landmarks; a third stands there, one of them taken up under a hand, and any may be any."""
    session = settled(begin(CHESS))
    for start_s, places in ((10.0, ("f5",)), (13.0, ("f5", "h5"))):
        session = watched_for(session, landmarks_on(*places), start_s, start_s + 2)
        session = answer(session, {"question": session.questions[0].id, "choice": 3}, at="").session
    session = watched_for(session, landmarks_on("f5", "h5", "e5", covered=["f5"]), 15.1, 19.0)
    assert session.rules.places_of(session.moves[2].judged.move) == ("square:e5",)
    assert not session.moves[2].judged.legal
    assert session.played.guesses == {session.moves[2].n}


def test_what_the_rules_allow_is_told_before_what_they_do_not_yet() -> None:
    """The last landmark and the first counter lie there at once: the landmark comes first, and both are legal."""
    made = [entry.move for entry in random_game(CHESS, 2).entries if entry.move is not None][:17]
    session = write(begin(CHESS), [Draft(move) for move in made[:15]], at=None).session
    session = settled(session)
    zones = tuple(part.id for part in load_game(CHESS.game).of_kind("zone") if part.id.startswith("red"))
    reading = seen(write(session, [Draft(move) for move in made[15:]], at=None).session)
    words = {place: {**dict.fromkeys(zones, -25.0), **told} for place, told in reading.evidence.items()}
    landmark, zone = (session.rules.places_of(move)[0] for move in made[15:])
    reading = by_looks(replace(reading, evidence=words), {landmark: LANDMARKS, zone: zones})
    reading = replace(reading, uncoded=frozenset((*LANDMARKS, *zones)))
    session = watched_for(session, reading, 10.0, 11.1)
    assert [move.judged.legal for move in session.moves] == [True] * 17
    assert session.moves[15].judged.move == made[15]


@pytest.mark.parametrize("bare", [False, True])
def test_whose_turn_it_is_comes_before_what_waits_of_others(bare: bool) -> None:
    """Two counters laid while nobody could see; the second one shows first, and waits.

    It was laid out of turn only where the first one's square was plainly bare then.
    """
    made = [entry.move for entry in random_game(CHESS, 2).entries if entry.move is not None][:18]
    session = write(begin(CHESS), [Draft(move) for move in made[:16]], at=None).session
    session = settled(session, 0.0, 1.0)
    both = write(session, [Draft(move) for move in made[16:]], at=None).session
    places = [session.rules.places_of(move)[0] for move in made[16:]]
    assert [move.player for move in made[16:]] == ["red", "blue"]
    zones = tuple(part.id for part in load_game(CHESS.game).of_kind("zone"))
    alike = {
        place: [zone for zone in zones if zone.startswith(colour)]
        for place, colour in zip(places, ("red", "blue"), strict=True)
    }
    reading = seen(both)
    words = {place: {**dict.fromkeys(zones, -25.0), **told} for place, told in reading.evidence.items()}
    reading = replace(by_looks(replace(reading, evidence=words), alike), uncoded=frozenset((*LANDMARKS, *zones)))
    session = replace(session, pending=Pending((Draft(made[17]),), 6.0))
    if bare:
        session = replace(session, plain={**session.plain, places[0]: Plain(16, 6.0)})
    session = watched_for(session, reading, 6.4, 9.0)
    order = [session.rules.places_of(move.judged.move)[0] for move in session.moves[16:]]
    assert order == (places[::-1] if bare else places)


@pytest.mark.parametrize(("covered", "at"), [(True, 0), (False, 1)])
def test_what_lay_under_a_hand_when_people_ended_the_round_was_laid_before(covered: bool, at: int) -> None:
    """The last tile is seen only after the button was pressed; its place was plainly bare after it or was not."""
    session = settled(small(*SMALL), 1.0, 2.0)
    build = BuildTile("Ben", "warehouse", ("J8",))
    laid = seen(write(session, [Draft(build)], at=None).session)
    hand = hidden(laid, "cell:Ben:J8")
    session = watched_for(session, hand if covered else seen(session), 2.1, 2.5)
    session = turn(session, {"do": "end-round"}, at="").session
    session = watched_for(session, hand if covered else seen(session), 2.6, 2.8)
    session = watched_for(session, laid, 2.9, 4.0)
    assert [move.judged.move for move in session.moves[-2:]].index(build) == at
    assert len(session.moves) == len(SMALL) + 2


@pytest.mark.parametrize(("shown_s", "at"), [(2.0, 0), (2.4, 1), (2.8, 2)])
def test_of_two_ends_one_after_the_other_both_are_after_what_was_seen_before_them(shown_s: float, at: int) -> None:
    """Rounds in which nobody does anything end at 2.1 and 2.5 s; single looks show a tile beside a hand before."""
    session = settled(small(*SMALL), 1.0, 1.8)
    build = BuildTile("Ben", "warehouse", ("J8",))
    laid = seen(write(session, [Draft(build)], at=None).session)
    (place,) = session.rules.places_of(build)
    hand = hidden(laid, place)
    glimpses = {round(10 * shown_s): {place: laid.evidence[place]}}
    for tick in range(19, 29):
        told = glimpses.get(tick, {place: seen(session).evidence[place]} if tick < 10 * shown_s else {})
        session = observe(session, hand, seen_s=tick / 10, at=NOW, glimpsed=told).session
        if tick in (21, 25):
            session = at_round_end(turn(session, {"do": "end-round"}, at="").session, tick / 10)
    session = watched_for(session, laid, 2.9, 4.0)
    assert [one.judged.move for one in session.moves[3:]].index(build) == at
    assert len(session.moves) == len(SMALL) + 3


def test_nothing_that_is_seen_takes_back_what_people_entered() -> None:
    """A citizen under a hand when the last round's end was entered stood there before; the end stays."""
    session = settled(small(*SMALL, *[EndRound()] * 7), 1.0, 2.0)
    move = MoveCitizen("Ben", "Ann", "pool", "C4")
    laid = seen(write(session, [Draft(move)], at=None).session)
    session = watched_for(session, hidden(laid, "cell:Ann:C4", covered=False), 2.1, 2.5)
    session = turn(session, {"do": "end-round"}, at="").session
    session = watched_for(session, laid, 2.6, 4.0)
    assert [one.judged.move for one in session.moves[-2:]] == [move, EndRound()]


@pytest.mark.parametrize("behind", [0.0, 0.5])
def test_what_stands_on_a_tile_that_looks_like_another_after_the_end_was_laid_after_it(behind: float) -> None:
    """A harbor is plainly seen though it might be a refinery: nobody stood there when the end was entered."""
    harbor, move = BuildTile("Ann", "harbor", ("H8", "I8")), MoveCitizen("Ben", "Ann", "pool", "H8")
    session = settled(small(*SMALL), 0.0, 0.5)
    session = write(session, [Draft(harbor)], at=None).session

    def looks(of: Session) -> Reading:
        stands = of.rules.contents(of.state)["cell:Ann:H8"] != "harbor"
        alike = ("cell:Ann:I8",) if stands else ("cell:Ann:H8", "cell:Ann:I8")
        reading = by_looks(seen(of), dict.fromkeys(alike, ("refinery", "harbor")))
        told = {place: {**reading.evidence[place], "refinery": -behind} for place in alike}
        return replace(reading, evidence={**reading.evidence, **told}, uncoded=frozenset(PARTS))

    bare = looks(session)
    session = watched_for(session, bare, 1.0, 2.0)
    session = turn(session, {"do": "end-round"}, at="").session
    session = watched_for(session, bare, 2.1, 3.0)
    session = watched_for(session, looks(write(session, [Draft(move)], at=None).session), 3.1, 5.0)
    assert [one.judged.move for one in session.moves[-2:]] == [EndRound(), move]


def test_nobody_is_asked_whether_a_round_has_ended() -> None:
    """Who ends the round presses the button, and does so once; also where the referee thinks that it may have been."""
    session = small(SMALL[1], EndRound())
    laid = seen(small(SMALL[1], EndRound(), BuildTile("Ann", "harbor", ("H8", "I8"))))
    laid = by_looks(laid, dict.fromkeys(("cell:Ann:H8", "cell:Ann:I8"), ("refinery", "harbor")))
    laid = replace(laid, uncoded=frozenset(PARTS))
    likely = DecisionSettings(replace(USUAL, quiet_move=0.5, unprompted=0.9, another_turn=0.9, trailing_quiet=0.9))
    for tick in range(31):
        session = observe(session, laid, seen_s=tick / 10, at="", settings=likely).session
    assert session.questions
    assert not [one.label for asked in session.questions for one in asked.choices[1:] if "round" in one.label]


def test_a_piece_that_only_a_guess_leaves_is_a_guess_too() -> None:
    """The last but one landmark is guessed, so the last can be one alone: marked until people say what the first is."""
    names = [name.removeprefix("landmark-") for name in LANDMARKS if not name.endswith("city-dump")]
    places = ("e3", "c3", "h7", "b2", "f2", "d8", "f1", "g6", "g8", "f7", "g1", "b5", "c4", "b4", "d6", "g5")
    set_out = [Draft(SetLandmark(name, on)) for name, on in zip(names[:14], places, strict=False)]
    session = write(begin(CHESS), set_out, at=None).session
    for count in (15, 16):
        session = watched_for(session, landmarks_on(*places[:count]), 10.0 * count, 10.0 * count + 2.0)
    assert session.played.guesses == {move.n for move in session.moves[14:]}
    first = next(one for one in session.questions if one.lines == (session.moves[14].n,))
    other = next(index for index, one in enumerate(first.choices) if names[15] in one.label.replace(" ", "-"))
    session = answer(session, {"question": first.id, "choice": other}, at="").session
    assert [move.judged.move.name for move in session.moves[14:]] == [names[15], names[14]]
    assert (session.questions, session.played.guesses) == ((), frozenset())


def test_a_citizen_that_is_carried_on_later_has_moved() -> None:
    """After the end of a round, or another player's move, it is a move of its own."""
    for between in (EndRound(), BuildTile("Ben", "warehouse", ("J8",))):
        session = small(*SMALL, between)
        move = MoveCitizen("Ann", "Ann", "D5", "C4", "Ben")
        then = seen(write(session, [Draft(move)], at=None).session)
        assert new_moves(session, watched(session, then)) == [move]


def test_an_entry_is_written_and_a_senseless_one_refused() -> None:
    """Votes entered on the page count at once; what the rules do not know is refused with the reason."""
    session = begin(Header("small-city", ("Ann", "Ben")))
    step = turn(session, {"do": "enter", "player": "Ann", "key": "votes", "value": 12}, at="x")
    assert dict(step.session.played.totals) == {"Ann": 12, "Ben": 0}
    with pytest.raises(UsageError, match="helper"):
        turn(session, {"do": "enter", "player": "Ann", "key": "vote", "value": 12}, at="x")
    with pytest.raises(UsageError, match="whole number"):
        turn(session, {"do": "enter", "player": "Ann", "key": "votes", "value": "many"}, at="x")


def test_the_rounds_end_is_entered_by_nobody_in_particular() -> None:
    """`end-round` needs no player, and an entry is possible after the game too."""
    session = begin(Header("small-city", ("Ann", "Ben")))
    for _ in range(8):
        session = turn(session, {"do": "end-round"}, at="x").session
    assert session.played.over
    with pytest.raises(UsageError, match="over"):
        turn(session, {"do": "end-round"}, at="x")
    entered = turn(session, {"do": "enter", "player": "Ben", "key": "promise:12", "value": 6}, at="x").session
    assert entered.played.totals["Ben"] == 6


def test_an_end_is_entered_where_no_card_follows() -> None:
    """The last player to end says so on the page."""
    session = played(TurnCard("red-3"))
    for player in HEADER.players:
        session = turn(session, {"do": "end", "player": player}, at="x").session
    assert session.played.over
    assert [board.ended for board in session.position.boards] == [True, True]


def test_a_table_that_was_set_out_before_the_first_look_asks_nothing() -> None:
    """All landmarks lie there at once: they are written, and nobody is asked which came first."""
    record = scripted_game("my-city-chess")
    landmarks = [entry.move for entry in record.entries if entry.move is not None and entry.move.do == "set-landmark"]
    before = begin(record.header)
    laid = write(before, [Draft(move) for move in landmarks], at=None).session
    after = watched(before, seen(laid))
    assert len(landmarks) > 3
    assert sorted(map(str, new_moves(before, after))) == sorted(map(str, landmarks))
    assert after.questions == ()


CULTURAL = BuildTile("Ben", "cultural", ("A1", "A2"), 6)


def uncertain(session: Session, *words: str, on: Sequence[str] = ("cell:Ben:A1", "cell:Ben:A2")) -> Reading:
    """What is seen of pieces without codes where something, perhaps one of these words, doubtfully lies on places."""
    reading = seen(session)
    return replace(by_looks(reading, dict.fromkeys(on, words)) if words else reading, uncoded=frozenset(PARTS))


def test_people_are_asked_what_stands_upon_a_piece_that_looks_otherwise_since() -> None:
    """A citizen of nearly the tile's colour: two small tiles seem to lie there; the answer stands where it belongs."""
    session = small(SMALL[0], CULTURAL)
    session = watched_for(session, uncertain(session), 0.0, 1.0)
    session = watched_for(session, uncertain(session, "cultural-1"), 1.1, 2.8)
    assert not session.questions
    session = watched_for(session, uncertain(session, "cultural-1"), 2.9, 3.5)
    (question,) = session.questions
    citizen = MoveCitizen("Ann", "Ben", "pool", "A1")
    tap = next(n for n, one in enumerate(question.choices) if one.drafts == (Draft(citizen),))
    assert question.choices[0].label == "nothing has happened"
    assert len(question.choices) == 5  # two squares, two players
    later = write(session, [Draft(BuildTile("Ann", "warehouse", ("J8",)))], at=None).session
    told = answer(later, {"question": question.id, "choice": tap}, at="").session
    assert [one.judged.move for one in told.moves][2] == citizen
    settled = answer(later, {"question": question.id, "choice": 0}, at="").session
    settled = watched_for(settled, uncertain(settled, "cultural-1"), 4.0, 8.0)
    assert not settled.questions
    assert len(settled.moves) == 3


@pytest.mark.parametrize(
    "seen_as",
    [{"yellow-8": 0.0}, {"yellow-1": 0.0, "yellow-2": -1.6, "yellow-8": -1.6}],
    ids=["one large building", "what is built already"],
)
def test_a_building_beside_one_of_its_colour_is_no_larger_one(seen_as: Mapping[str, float]) -> None:
    """The joint does not show: what was known stays, and the card tells which building lies beside it."""
    session = settled(played(TurnCard("yellow-2")))
    beside = PlaceBuilding("Ann", "yellow-2", ("H1", "H2", "H3"))
    then = seen(write(session, [Draft(beside)], at=None).session)
    places = [f"cell:Ann:{cell}" for cell in ("G1", "G2", *beside.on)]
    alike = {place: {**dict.fromkeys(then.evidence[place], -12.5), **seen_as} for place in places}
    how: dict[str, Confidence] = {**then.confidence, **dict.fromkeys(places, "likely")}
    then = replace(then, evidence={**then.evidence, **alike}, confidence=how, uncoded=frozenset(BUILDINGS))
    after = watched(session, then)
    assert new_moves(session, after) == [beside]
    assert after.questions == ()


@pytest.mark.parametrize(
    "looks",
    [
        {"yellow-3": ("G1", "G2", "H1"), "yellow-6": ("H2", "H3", "G3", "G4"), "yellow-1": ("G5", "H5")},
        {"yellow-3": ("G1", "G2", "H1"), "yellow-1": ("H2", "H3")},
    ],
    ids=["three others", "a larger one and a whole one"],
)
def test_a_building_among_others_of_its_colour_is_none_of_several(looks: Mapping[str, Sequence[str]]) -> None:
    """No joint shows where it should: the card's building lies where nothing was known to."""
    known = (
        TurnCard("yellow-4"),
        PlaceBuilding("Ann", "yellow-4", ("G3", "G4", "G5", "H5")),
        PassCard("Ben"),
        TurnCard("yellow-2"),
    )
    session = settled(played(*known))
    among = PlaceBuilding("Ann", "yellow-2", ("H1", "H2", "H3"))
    then = seen(write(session, [Draft(among)], at=None).session)
    then = by_looks(then, {f"cell:Ann:{cell}": (word,) for word, cells in looks.items() for cell in cells})
    after = watched(session, replace(then, uncoded=frozenset(BUILDINGS)))
    assert new_moves(session, after) == [among]
    assert after.questions == ()


def test_a_building_of_which_each_part_looks_like_one_is_a_whole_one() -> None:
    """A half of it makes a larger one of the building beside it, and the other half looks like a small one."""
    session = settled(played(TurnCard("yellow-4")))
    new = PlaceBuilding("Ann", "yellow-4", ("H2", "H3", "H4", "I4"))
    then = seen(write(session, [Draft(new)], at=None).session)
    looks = {"yellow-6": ("G1", "G2", "H2", "H3"), "yellow-1": ("H4", "I4")}
    then = by_looks(then, {f"cell:Ann:{cell}": (word,) for word, cells in looks.items() for cell in cells})
    after = watched(session, replace(then, uncoded=frozenset(BUILDINGS)))
    assert new_moves(session, after) == [new]
    assert after.questions == ()


@pytest.mark.parametrize("otherwise", ["", "shifted", "guessed"])
def test_a_building_beside_one_that_is_partly_covered_is_no_larger_one(otherwise: str) -> None:
    """A warehouse beside a refinery's open half looks like one; its other half is under a citizen, or bare: shifted."""
    refinery, warehouse = BuildTile("Ann", "refinery", ("C4", "D4")), BuildTile("Ann", "warehouse", ("E4",))
    session = settled(small(refinery, MoveCitizen("Ann", "Ann", "pool", "C4"), BuildTile("Ben", "warehouse", ("J8",))))
    if otherwise == "guessed":
        session = replace(session, played=replace(session.played, guesses=frozenset({1})))
    then = seen(write(session, [Draft(warehouse)], at=None).session)
    then = by_looks(then, dict.fromkeys(("cell:Ann:D4", "cell:Ann:E4"), ("refinery", "harbor")))
    if otherwise == "shifted":
        then = by_looks(then, {"cell:Ann:C4": ("empty",)})
    after = watched(session, replace(then, uncoded=frozenset(PARTS)))
    assert (new_moves(session, after) == [warehouse]) is (not otherwise)


def test_a_harbor_that_is_shifted_beside_a_refinery_is_no_warehouse() -> None:
    """It was laid wrongly and put right, half over where it lay: a film's, where I5 lies beside a refinery too."""
    refinery, wrong = BuildTile("Ann", "refinery", ("H5", "H6")), BuildTile("Ann", "harbor", ("I6", "I7"))
    right = BuildTile("Ann", "harbor", ("I5", "I6"))
    session = settled(small(refinery, wrong))
    then = by_looks(seen(small(refinery, right)), dict.fromkeys(("cell:Ann:I5", "cell:Ann:I6"), ("refinery", "harbor")))
    then = by_looks(then, dict.fromkeys(("cell:Ann:H5", "cell:Ann:H6"), ("refinery", "harbor")))
    after = watched(session, replace(then, uncoded=frozenset(PARTS)))
    assert [move.judged.move for move in after.moves] == [refinery, right]


def test_nobody_is_asked_about_a_piece_that_looks_as_it_was_laid_again() -> None:
    """The light came back before anybody has answered."""
    session = small(SMALL[0], CULTURAL)
    session = watched_for(session, uncertain(session), 0.0, 1.0)
    session = watched_for(session, uncertain(session, "cultural-1"), 1.1, 4.0)
    assert session.questions
    assert not watched_for(session, uncertain(session), 4.1, 5.0).questions


@pytest.mark.parametrize("answered", ["tapped", "looks as laid", "nothing", "shown"])
def test_what_stands_upon_a_piece_is_still_asked_after_the_program_was_killed(tmp_path: Path, answered: str) -> None:
    """The record has the question as soon as the page has it, and its end however it ends."""
    laid = small(SMALL[0], CULTURAL)
    asked = watched_for(watched_for(laid, uncertain(laid), 0.0, 1.0), uncertain(laid, "cultural-1"), 1.1, 4.0)
    store = RecordStore.open(tmp_path / "game.jsonl", header=laid.header)
    store.append(asked.entries)
    again = _taken_up_again(store.path)
    assert again.questions == asked.questions
    assert not again.played.guesses
    (question,) = again.questions
    citizen = MoveCitizen("Ann", "Ben", "pool", "A1")
    match answered:
        case "tapped" | "nothing":
            drafts = (Draft(citizen),) if answered == "tapped" else ()
            choice = next(n for n, one in enumerate(question.choices) if one.drafts == drafts)
            after = answer(again, {"question": question.id, "choice": choice}, at=NOW).session
        case "looks as laid":
            after = watched_for(again, uncertain(laid), 0.0, 0.1)
        case _:
            still = watched_for(again, uncertain(laid, "cultural-1"), 0.0, 1.0)
            assert [one.id for one in still.questions] == [question.id]
            after = watched_for(still, uncertain(small(SMALL[0], CULTURAL, citizen)), 1.1, 3.0)
    store.append(after.entries[len(asked.entries) :])
    ended = _taken_up_again(store.path)
    assert (ended.questions, ended.otherwise, after.questions) == ((), {}, ())
    there = [citizen] if answered in ("tapped", "shown") else []
    assert [one.judged.move for one in ended.moves] == [SMALL[0], CULTURAL, *there]
    store.close()


def _taken_up_again(path: Path) -> Session:
    """The game from what is on the disk, while the program that wrote it has not ended in good order."""
    record, tear = read_record(path.read_bytes())
    assert tear is None
    return begin(record.header, record.entries)


def test_pieces_that_look_otherwise_together_are_in_another_light() -> None:
    """Nobody lays something upon two pieces at once; nor is one asked about that never looked as it was laid."""
    session = small(CULTURAL, BuildTile("Ann", "police", ("B3", "B4")))
    both = ("cell:Ben:A1", "cell:Ben:A2", "cell:Ann:B3", "cell:Ann:B4")
    one = watched_for(session, uncertain(session, "cultural-1"), 0.0, 4.0)
    assert not one.questions
    session = watched_for(session, uncertain(session), 0.0, 1.0)
    assert not watched_for(session, uncertain(session, "cultural-1", on=both), 1.1, 5.0).questions


@pytest.mark.parametrize(
    ("sureness", "behind", "kept"),
    [("likely", 5.0, True), ("likely", 10.0, False), ("certain", 5.0, False)],
    ids=["less plainly", "more plainly", "for certain"],
)
def test_a_piece_is_no_other_one_by_a_look_in_another_light_that_tells_it_less_plainly(
    sureness: Confidence, behind: float, kept: bool
) -> None:
    """A park is plainly seen, then it looks like homes in another lamp's light: nobody swaps them."""
    park, homes = BuildTile("Ben", "park", ("G7", "H7"), 2), BuildTile("Ben", "residential", ("G7", "H7"), 2)
    session = small(*SMALL, park)
    places = session.rules.places_of(park)

    def seen_as(told: Mapping[str, float], how: Confidence) -> Reading:
        reading = seen(session)
        evidence = {place: {**dict.fromkeys(reading.evidence[place], -12.5), **told} for place in places}
        confidence = {**reading.confidence, **dict.fromkeys(places, how)}
        return replace(
            reading, evidence={**reading.evidence, **evidence}, confidence=confidence, uncoded=frozenset(PARTS)
        )

    watching = watched_for(session, seen_as({"park-2": 0.0, "residential-2": -9.0}, "certain"), 0.0, 1.0)
    watching = watched_for(watching, seen_as({"park-2": -behind, "residential-2": 0.0}, sureness), 1.1, 6.0)
    assert not watching.questions
    assert [one.judged.move for one in watching.moves] == [*SMALL, park if kept else homes]


def test_what_is_plainly_seen_upon_a_piece_later_was_laid_when_it_began_to_look_otherwise() -> None:
    """Nobody has answered; a tile was laid since, then the lamp was moved and the citizen shows."""
    session, warehouse = small(SMALL[0], CULTURAL), BuildTile("Ann", "warehouse", ("J8",))
    session = watched_for(session, uncertain(session), 0.0, 1.0)
    session = watched_for(session, uncertain(session, "cultural-1"), 1.1, 4.0)
    session = write(session, [Draft(warehouse)], at=None).session
    session = watched_for(session, uncertain(session, "cultural-1"), 4.1, 5.0)
    citizen = MoveCitizen("Ann", "Ben", "pool", "A2")
    shown = uncertain(small(SMALL[0], CULTURAL, warehouse, citizen))
    session = watched_for(session, shown, 5.1, 7.0)
    assert [one.judged.move for one in session.moves] == [SMALL[0], CULTURAL, citizen, warehouse]
    assert not session.questions


def test_a_citizen_that_is_carried_on_while_another_is_laid_was_laid_wrongly() -> None:
    """Nobody saw the table between the two: its first square is as before, and it came from the pool once."""
    session = small(*SMALL)
    right = (MoveCitizen("Ann", "Ben", "pool", "D4"), MoveCitizen("Ann", "Ann", "pool", "C4"))
    after = watched(session, seen(small(*SMALL[:2], *right)))
    assert {one.judged.move for one in after.moves} == {*SMALL[:2], *right}
    assert len(after.moves) == 4


@pytest.mark.parametrize(("until_s", "laid"), [(2.8, 0), (3.6, 1)])
def test_what_doubtful_looks_alone_tell_must_last(until_s: float, laid: int) -> None:
    """Mirrored light on bare ground looks like a recycling center for a moment."""
    session = small(*SMALL)
    session = watched_for(session, uncertain(session), 0.0, 0.9)
    on = tuple(f"cell:Ann:{name}" for name in ("G4", "F5", "G5", "H5"))
    session = watched_for(session, uncertain(session, "recycling", on=on), 1.0, until_s)
    session = watched_for(session, uncertain(session), until_s + 0.1, until_s + 0.2)
    assert len(session.moves) == len(SMALL) + laid


def test_what_was_laid_after_the_rounds_end_is_not_what_was_taken_away_before_it() -> None:
    """A park that nobody laid is gone; the one that looks like it was laid in the next round, and stays there."""
    parks = tuple(BuildTile("Ann", "park", (on,), 1) for on in ("G1", "A7"))
    session = small(SMALL[1], parks[0], EndRound(), parks[1])
    session = watched_for(session, seen(small(SMALL[1], EndRound(), parks[1])), 0.0, 3.0)
    assert [one.judged.move for one in session.moves] == [SMALL[1], EndRound(), parks[1]]


@pytest.mark.parametrize("ends_again", [False, True])
@pytest.mark.parametrize("ghost", ["D7 E7 F7 G7 H7", "B8 C8 D8 E8 F8"])
def test_light_that_looked_like_a_tile_is_not_the_one_laid_in_the_next_round(ghost: str, ends_again: bool) -> None:
    """A tramway that nobody laid is read before the end of a round, and a park is laid after it, beside it or not."""
    park = BuildTile("Ann", "park", ("H6", "I6", "H7", "I7"), 4)
    session = settled(small(*SMALL, BuildTile("Ann", "tramway", tuple(ghost.split()))), 0.0, 1.0)
    session = at_round_end(turn(session, {"do": "end-round"}, at="").session, 1.05)
    session = settled(session, 1.1, 2.0)
    shown, order = seen(small(*SMALL, park)), [*SMALL, EndRound(), park]
    glimpsed = {place: shown.evidence[place] for place in session.rules.places_of(park)}
    hand = hidden(seen(session), *glimpsed)
    session = observe(session, hand, seen_s=2.5, at=NOW, glimpsed=glimpsed).session
    session = watched_for(session, shown, 3.0, 3.1)
    if ends_again:
        session, order = turn(session, {"do": "end-round"}, at="").session, [*order, EndRound()]
    session = watched_for(session, shown, 3.2, 6.0)
    assert [one.judged.move for one in session.moves] == order


CITY_HALL = BuildTile("Ann", "city-hall", ("G7", "H7", "G8", "H8"))
ON_IT = MoveCitizen("Ben", "Ann", "pool", "G8")


def laid_about_an_end(hall_s: float, citizen_s: float, entered_s: float) -> Session:
    """A game in which a city hall and a citizen upon it are laid in a gap from 2.0 to 5.0 s, and a round ends in it.

    One look shows the city hall alone before the citizen lies there, steadily seen is only both.
    """
    session = settled(small(*SMALL), 1.0, 2.0)
    session = turn(session, {"do": "end-round"}, at="").session
    session = at_round_end(session, entered_s, 2.0)
    both = write(session, [Draft(CITY_HALL), Draft(ON_IT)], at=None).session
    there = {place: seen(both).evidence[place] for place in session.rules.places_of(CITY_HALL)}
    hand = hidden(seen(session), *there)
    alone = seen(write(session, [Draft(CITY_HALL)], at=None).session)
    session = observe(
        session, hand, seen_s=hall_s, at=NOW, glimpsed={place: alone.evidence[place] for place in there}
    ).session
    session = observe(session, hand, seen_s=citizen_s, at=NOW, glimpsed=there).session
    return watched_for(session, seen(both), 5.0, 6.0)


@pytest.mark.parametrize(
    ("entered_s", "order"),
    [
        (2.1, [EndRound(), CITY_HALL, ON_IT]),
        (3.1, [CITY_HALL, EndRound(), ON_IT]),
        (4.6, [CITY_HALL, ON_IT, EndRound()]),
    ],
)
def test_what_was_laid_about_the_end_lies_on_its_side_by_when_it_was_seen(entered_s: float, order: list[Move]) -> None:
    """Single looks tell: without the city hall last at 2.0 s, with it at 3.0 s, with the citizen upon it at 4.0 s."""
    session = laid_about_an_end(3.0, 4.0, entered_s)
    assert [one.judged.move for one in session.moves[3:]] == order
    assert not session.questions


def test_of_two_sides_of_an_end_that_are_about_as_likely_people_are_asked() -> None:
    """The city hall came between 2.0 and 3.0 s, the end was entered at 2.5 s: an answer puts it on the other side."""
    session = laid_about_an_end(3.0, 4.0, 2.5)
    (question,) = session.questions
    assert [one.label.index("city hall") < one.label.index("round") for one in question.choices] == [True, False]
    assert [one.judged.move for one in session.moves[3:]] == [CITY_HALL, EndRound(), ON_IT]
    assert session.played.guesses
    other = answer(session, {"question": question.id, "choice": 1}, at="").session
    assert [one.judged.move for one in other.moves[3:]] == [EndRound(), CITY_HALL, ON_IT]
    assert not other.played.guesses


def test_what_lay_against_the_rules_is_carried_on_though_its_new_place_was_seen_first() -> None:
    """A citizen on bare ground, under a hand, then one on a tile: the first place is bare, nobody moved it there."""
    wrong, right = (MoveCitizen("Ann", "Ann", "pool", on) for on in ("I9", "C4"))
    session = settled(small(*SMALL))
    session = write(session, [Draft(wrong), Draft(right)], at=None).session
    assert not session.moves[-2].judged.legal
    tile = BuildTile("Ben", "warehouse", ("J8",))
    session = watched_for(session, seen(small(*SMALL, right)), 4.0, 5.5)
    session = watched_for(session, seen(small(*SMALL, right, tile)), 5.6, 6.0)
    assert [one.judged.move for one in session.moves] == [*SMALL, right, tile]


@pytest.mark.parametrize(("sureness", "written"), [("likely", 0), ("certain", 2)])
def test_light_that_looks_like_a_building_turns_over_no_card(sureness: Confidence, written: int) -> None:
    """Under the hand that turns it over the card shows nothing: what only looks like a building waits for it."""
    session = played(TurnCard("red-3"), PassCard("Ann"), PassCard("Ben"))
    place = rules_for("my-city").placements(played(TurnCard("blue-2")).state, "blue-2", player="Ann")[0]
    new = (TurnCard("blue-2"), PlaceBuilding("Ann", "blue-2", tuple(place.at["on"])))
    looks = seen(write(session, [Draft(move) for move in new], at=None).session, without=("card",))
    on = dict.fromkeys(session.rules.places_of(new[1]), sureness)
    looks = replace(looks, confidence={**looks.confidence, **on}, uncoded=frozenset(BUILDINGS))
    after = watched_for(session, looks, 0.0, 4.0)
    assert len(new_moves(session, after)) == written
    other = seen(write(session, [Draft(TurnCard("yellow-4"))], at=None).session)
    assert not written or new_moves(session, after) == list(new)
    assert written or new_moves(session, watched_for(after, other, 4.1, 5.0)) == [TurnCard("yellow-4")]


def test_what_stands_again_where_it_was_taken_from_was_never_taken() -> None:
    """A citizen does not show for a while, and one is laid elsewhere; when it shows again, that came from the pool."""
    first, second = (MoveCitizen("Ann", "Ann", "pool", on) for on in ("C4", "C5"))
    other, tile = MoveCitizen("Ann", "Ann", "C4", "C5"), BuildTile("Ben", "warehouse", ("J8",))
    session = settled(small(*SMALL, first))
    session = write(session, [Draft(other), Draft(tile)], at=None).session
    reading = seen(small(*SMALL, first, second, tile))
    likely: dict[str, Confidence] = dict.fromkeys(reading.confidence, "likely")
    reading = replace(reading, confidence=likely, uncoded=frozenset(PARTS))
    session = watched_for(session, reading, 4.0, 5.0)
    assert [one.judged.move for one in session.moves] == [*SMALL, first, second, tile]


@pytest.mark.parametrize("park_first", [True, False])
def test_what_was_laid_out_of_sight_stands_in_the_order_in_which_single_looks_showed_it(park_first: bool) -> None:
    """A small park showed before a warehouse did, or the other way round, and both are steady at once."""
    tiles = (BuildTile("Ann", "park", ("A4",), 1), BuildTile("Ann", "warehouse", ("H3",)))
    first, last = tiles if park_first else tiles[::-1]
    session = settled(small(*SMALL), 1.0, 2.0)
    both = seen(write(session, [Draft(first), Draft(last)], at=None).session)
    one = seen(write(session, [Draft(first)], at=None).session)
    places = [session.rules.places_of(move)[0] for move in tiles]
    hand = hidden(seen(session), *places)
    for seen_s, told in ((3.0, one), (4.0, both)):
        glimpsed = {place: told.evidence[place] for place in places}
        session = observe(session, hand, seen_s=seen_s, at=NOW, glimpsed=glimpsed).session
    session = watched_for(session, both, 5.0, 6.0)
    assert [move.judged.move for move in session.moves[3:]] == [first, last]


@pytest.mark.parametrize("park_first", [True, False])
def test_of_what_showed_at_once_that_stands_first_over_which_no_hand_was_any_more(park_first: bool) -> None:
    """Both showed when the stream went on, and over a half of one of them was still the hand that laid it."""
    tiles = (BuildTile("Ann", "park", ("A4", "A5"), 2), BuildTile("Cem", "refinery", ("H3", "H4")))
    first, last = tiles if park_first else tiles[::-1]
    header = Header("small-city", ("Ann", "Ben", "Cem"))
    session = write(begin(header), [Draft(move) for move in SMALL], at=None).session
    session = settled(session, 1.0, 2.0)
    both = seen(write(session, [Draft(first), Draft(last)], at=None).session)
    places = [place for move in tiles for place in session.rules.places_of(move)]
    hand = hidden(seen(session), *places, covered=False)
    under = session.rules.places_of(last)[0]
    for seen_s, under_hand in ((3.0, {under}), (4.0, set[str]())):
        glimpsed = {place: both.evidence[place] for place in places if place not in under_hand}
        session = observe(session, hand, seen_s=seen_s, at=NOW, glimpsed=glimpsed).session
    session = watched_for(session, both, 5.0, 6.0)
    assert [move.judged.move for move in session.moves[3:]] == [first, last]


@pytest.mark.parametrize(("shown", "written"), [("recycling", 0), ("empty", 1)])
def test_what_waits_is_not_first_where_the_other_thing_showed_already(shown: str, written: int) -> None:
    """A tile by doubtful looks waits; a center that is steady a look later lay there already, or did not."""
    session = small(*SMALL)
    session = watched_for(session, uncertain(session), 0.0, 0.9)
    waits, center = uncertain(session, "warehouse", on=("cell:Ann:J8",)), ("G4", "F5", "G5", "H5")
    there = {place: dict.fromkeys(waits.evidence[place], -25.0) for place in (f"cell:Ann:{on}" for on in center)}
    flat = {place: dict.fromkeys(told, 0.0) for place, told in there.items()}
    glimpsed = {place: {**told, shown: 0.0} for place, told in there.items()}
    looks = replace(waits, evidence={**waits.evidence, **flat})
    session = observe(session, looks, seen_s=1.0, at=NOW, glimpsed=glimpsed).session
    steady = {place: {**told, "recycling": 0.0} for place, told in there.items()}
    session = observe(session, replace(waits, evidence={**waits.evidence, **steady}), seen_s=1.1, at=NOW).session
    assert (
        len([move for move in session.moves[3:] if session.rules.places_of(move.judged.move) == ("cell:Ann:J8",)])
        == written
    )


LAID, NEXT = (MoveCitizen("Ann", "Ann", "pool", on) for on in ("C4", "C5"))
"""Two citizens of one player, one after the other."""


def looks_like(reading: Reading, sureness: Confidence, told: Mapping[str, float]) -> Reading:
    """The reading of pieces without codes in which the square of `LAID` looks so."""
    place = "cell:Ann:C4"
    evidence = {**reading.evidence, place: {**dict.fromkeys(reading.evidence[place], -12.5), **told}}
    confidence: dict[str, Confidence] = {**reading.confidence, place: sureness}
    return replace(reading, evidence=evidence, confidence=confidence, uncoded=frozenset(PARTS))


@pytest.mark.parametrize(
    ("below", "tile", "sureness"),
    [
        (SMALL[0], {"residential-2": 0.0}, "likely"),
        (BuildTile("Ann", "refinery", ("C4", "C5")), {"harbor": 0.0, "refinery": 0.0}, "ask"),
    ],
    ids=["a tile plainly seen once", "tiles that always look alike"],
)
def test_a_citizen_that_was_put_right_is_one_though_its_new_square_was_seen_first(
    below: BuildTile, tile: Mapping[str, float], sureness: Confidence
) -> None:
    """Its first square is asked about while the second shows, and only now and then plainly bare after that."""
    session = settled(small(below, LAID))
    then = seen(small(below, NEXT))
    session = watched_for(session, looks_like(then, "ask", tile), 4.0, 4.2)
    assert [one.judged.move for one in session.moves] == [below, LAID, NEXT]
    session = observe(session, looks_like(then, sureness, tile), seen_s=4.3, at=NOW).session
    session = watched_for(session, looks_like(then, "ask", tile), 4.4, 5.4)
    assert [one.judged.move for one in session.moves] == [below, NEXT]


def test_a_citizen_that_is_laid_long_after_another_does_not_show_is_another_one() -> None:
    """Light hides the first one, others play meanwhile, and what is laid then came from the pool."""
    between = BuildTile("Ben", "warehouse", ("J8",))
    session = settled(small(SMALL[0], LAID))
    hidden = looks_like(seen(small(SMALL[0], LAID)), "likely", {"residential-2": 0.0})
    session = observe(session, hidden, seen_s=4.0, at=NOW).session
    for last, from_s in ((between,), 4.1), ((between, NEXT), 6.0):
        then = looks_like(seen(small(SMALL[0], LAID, *last)), "ask", {"residential-2": 0.0})
        session = watched_for(session, then, from_s, from_s + 1.5)
    assert [one.judged.move for one in session.moves] == [SMALL[0], LAID, between, NEXT]


@pytest.mark.parametrize(("empty", "laid"), [(-2.6, 0), (-9.6, 1)])
def test_a_doubtful_look_that_explains_a_square_as_well_without_lays_no_citizen(empty: float, laid: int) -> None:
    """A cup's rim on a tile looks like a citizen, or like bare board, for half a minute."""
    session = settled(small(SMALL[0]))
    then = looks_like(seen(small(SMALL[0])), "ask", {"citizen-1": 0.0, "empty": empty})
    session = watched_for(session, then, 4.0, 8.0)
    assert len(new_moves(small(SMALL[0]), session)) == laid
    assert not session.questions


def test_a_citizen_that_seemed_to_have_gone_once_is_not_carried_on_by_looks_that_are_not_certain() -> None:
    """Of nearly its tile's colour, it shows in some looks and in others not, whatever else is laid meanwhile."""
    session = settled(small(SMALL[0], LAID))
    for moves, from_s in ((LAID,), 4.0), ((LAID, NEXT), 5.0):
        there = seen(small(SMALL[0], *moves))
        session = watched_for(session, looks_like(there, "likely", {"residential-2": 0.0}), from_s, from_s + 0.5)
        session = watched_for(session, looks_like(there, "certain", {"citizen-1": 0.0}), from_s + 0.6, from_s + 0.9)
        assert [one.judged.move for one in session.moves] == [SMALL[0], *moves]
        assert all(entry.kind == "played" for entry in session.entries)


def test_who_people_said_stands_there_is_not_sent_away_by_looks_that_are_not_certain() -> None:
    """They were asked since no look shows it; a certain look may tell that it has gone."""
    session = small(SMALL[0], CULTURAL)
    session = watched_for(session, uncertain(session), 0.0, 1.0)
    session = watched_for(session, uncertain(session, "cultural-1"), 1.1, 3.5)
    (question,) = session.questions
    citizen = MoveCitizen("Ann", "Ben", "pool", "A1")
    tap = next(n for n, one in enumerate(question.choices) if one.drafts == (Draft(citizen),))
    session = answer(session, {"question": question.id, "choice": tap}, at="").session
    alone = replace(seen(small(SMALL[0], CULTURAL)), uncoded=frozenset(PARTS))
    likely: dict[str, Confidence] = {**alone.confidence, "cell:Ben:A1": "likely"}
    session = watched_for(session, replace(alone, confidence=likely), 4.0, 8.0)
    assert [one.judged.move for one in session.moves] == [SMALL[0], CULTURAL, citizen]
    session = watched_for(session, alone, 8.1, 12.0)
    assert [one.judged.move for one in session.moves] != [SMALL[0], CULTURAL, citizen]
