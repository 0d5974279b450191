"""What `history` tells of drawn looks: each mechanism by what comes out of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history.difference import lines_between
from history.events import History, TimedMove
from history.historian import Historian
from history.settings import SETTINGS
from live.demo.comparison import same_move
from scoring import rules_for
from tabletop.entries import Entry
from tabletop.games.big_city.values import Build, PlaceTile, Quiet
from tabletop.games.my_city.values import End, PassCard, PlaceBuilding, TurnCard
from tabletop.games.small_city.values import BuildTile, EndRound, MoveCitizen
from tabletop.moves import Move
from tabletop.positions import TrackMarker
from tabletop.readings import Confidence, Reading
from tabletop.records import Header, corrected

PEBBLES = str(Path(__file__).parents[1] / "scoring" / "sample_game" / "pebbles.toml")
TILES = (PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))
HOUSE, SHOP = Build("Ann", "residence", (11, 12)), Build("Ben", "business", (21, 22, 23))
HALL, NEXT = Build("Cem", "city-hall", (15,)), Build("Ann", "residence", (31,))
OTHERS = tuple(f"other-{number}" for number in range(24))
"""What a reader may think of beside what lies there."""


class Table:
    """A table whose looks are drawn: five a second, of what lies there after some moves."""

    def __init__(self, game: str, *players: str) -> None:
        self.rules = rules_for(game)
        self.start = self.rules.start(Header(game, players))
        self.historian = Historian(self.rules, self.start)
        self.now_s = 0.0
        self.words: dict[str, set[str]] = {}

    @property
    def told(self) -> list[Move]:
        """What people see."""
        return [one.move for one in self.historian.record]

    def state(self, moves: Sequence[Move]) -> Any:
        """After these moves."""
        state = self.start
        for move in moves:
            state = self.rules.judge(state, move).state
        return state

    def reading(
        self, moves: Sequence[Move], puck: str | None, hidden: Collection[str], others: Mapping[str, Any]
    ) -> Reading:
        """A perfect reader's, but for places that are hidden and those that show something else."""
        state, evidence = self.state(moves), {}
        confidence: dict[str, Confidence] = {}
        for place, word in self.rules.contents(state).items():
            known = self.words.setdefault(place.partition(":")[0], {"empty"} if not place.startswith("tile") else set())
            known.add(word)
            if place.startswith("tile:"):
                evidence[place], confidence[place] = {word: 0.0}, "certain"
                continue
            shown = others.get(place, (word,))
            words = {*known, *shown, *OTHERS}
            flat = place in hidden
            evidence[place] = {one: 0.0 if flat or one in shown else -25.0 for one in sorted(words)}
            confidence[place] = "ask" if flat or len(shown) > 1 else "certain"
        position: Any = self.rules.position(state)
        return Reading(position.game, replace(position, turn=puck), confidence, evidence=evidence)

    def look(
        self,
        *moves: Move,
        puck: str | None = None,
        for_s: float = 2.0,
        hidden: Collection[str] = (),
        others: Mapping[str, Any] | None = None,
    ) -> None:
        """Looks at the table as it lies after these moves."""
        reading = self.reading(moves, puck, hidden, others or {})
        for _ in range(max(1, round(for_s * 5))):
            self.now_s += 0.2
            self.historian.see(reading, self.now_s)

    def hand(self, for_s: float = 1.0) -> None:
        """Looks in which something moves: nothing is read."""
        self.now_s += for_s

    def blind(self, for_s: float) -> None:
        """Nothing of the table is seen."""
        self.historian.lost()
        self.now_s += for_s


def city(*moves: Move) -> Table:
    """Big City, its neighbourhoods laid and then these moves made, each seen and the puck passed."""
    table = Table("big-city", "Ann", "Ben", "Cem")
    table.look(puck="Ann")
    for count in range(1, len(TILES) + len(moves) + 1):
        made = (*TILES, *moves)[:count]
        table.hand()
        table.look(*made, puck=table.rules.to_move(table.state(made)))
    assert table.told == [*TILES, *moves]
    return table


@pytest.mark.parametrize("game", ["big-city", "my-city", "my-city-chess", "small-city", PEBBLES])
def test_what_is_plainly_seen_is_told_as_it_was_played(game: str) -> None:
    """Every game, people's own too, through the rules alone: random moves, each seen once the hand has gone."""
    table, random, moves = Table(game, "Ann", "Ben"), Random(5), list[Move]()
    table.look(puck=table.rules.to_move(table.start))
    for _ in range(14):
        move = table.rules.sample(table.state(moves), random)
        moves.append(move)
        table.hand()
        if table.rules.leaves_no_trace(move) and move.player is None:
            table.historian.hear([*table.told, move], [len(moves) - 1], table.now_s)
        table.look(*moves, puck=table.rules.to_move(table.state(moves)))
    seen = len(moves) if not table.rules.leaves_no_trace(moves[-1]) else len(table.told)
    assert [one for one in zip(moves[:seen], table.told, strict=True) if not same_move(*one)] == []
    quiet = any(move.player is not None and table.rules.leaves_no_trace(move) for move in moves)
    assert quiet or not any(one.guess for one in table.historian.record)


def test_a_thing_is_told_by_the_look_that_confirms_it() -> None:
    """One look alone may show a hand: it is never told, and what stays is told within half a second."""
    table = city()
    table.hand()
    table.look(*TILES, HOUSE, puck="Ann", for_s=0.2)
    assert table.told == [*TILES]
    table.look(*TILES, HOUSE, puck="Ann", for_s=0.4)
    assert table.told == [*TILES, HOUSE]


def test_what_is_taken_back_is_no_move() -> None:
    """A house lies there for three seconds, then elsewhere: only the second counts."""
    other = Build("Ann", "residence", (13, 16))
    table = city()
    table.hand()
    table.look(*TILES, HOUSE, puck="Ann", for_s=3.0)
    table.hand()
    table.look(*TILES, other, puck="Ann", for_s=4.0)
    assert table.told == [*TILES, other]


def test_what_is_taken_away_once_others_have_moved_was_no_move() -> None:
    """Two more moves were told upon it: they stay, and whoever laid it has passed."""
    table = city(HOUSE, SHOP, HALL)
    table.hand()
    table.look(*TILES, SHOP, HALL, puck="Ann", for_s=4.0)
    assert table.told == [*TILES, Quiet("Ann"), SHOP, HALL]


@pytest.mark.parametrize(
    ("stops", "said"),
    [
        (("Ben", "Cem"), (HOUSE, Quiet("Ben"), replace(SHOP, player="Cem"))),
        (("Ben",), (HOUSE, SHOP)),
        (("Cem", "Cem"), (HOUSE, SHOP)),
    ],
    ids=["passed by Ben", "as it should", "passed on early"],
)
def test_the_pucks_way_tells_whose_turn_it_was(stops: Sequence[str], said: Sequence[Move]) -> None:
    """It stays with whoever passes; who hands it on before the move has made it all the same."""
    table = city(HOUSE)
    for stop in stops:
        table.hand()
        table.look(*TILES, HOUSE, puck=stop)
    table.hand()
    after = "Cem" if said[-1].player == "Ben" else "Ann"
    table.look(*TILES, *said, puck=after, for_s=4.0)
    assert table.told == [*TILES, *said]


def test_of_two_moves_in_a_blind_time_neither_is_certain() -> None:
    """Two neighbourhoods that came out of sight: the record has both, marked, and people are asked once."""
    table = Table("big-city", "Ann", "Ben", "Cem")
    table.look(TILES[0], puck="Ben")
    table.blind(4.0)
    table.look(*TILES, puck="Ann", for_s=5.0)
    record = table.historian.record
    assert {type(one.move) for one in record} == {PlaceTile}
    assert [one.guess for one in record[1:]] == [True, True]
    (question,) = table.historian.questions
    wanted = next(at for at, choice in enumerate(question.choices) if choice[1:3] == TILES[1:])
    table.look(*TILES, HOUSE, puck="Ben")
    (question,) = table.historian.questions
    table.historian.hear(question.choices[wanted], question.lines, table.now_s)
    table.look(*TILES, HOUSE, puck="Ben")
    assert table.told == [*TILES, HOUSE]
    assert not any(one.guess for one in table.historian.record)


def test_a_doubt_outlives_many_further_moves() -> None:
    """The beam is full of fresher doubts by then: what nothing has settled stays marked."""
    table = Table("big-city", "Ann", "Ben", "Cem")
    table.look(TILES[0], puck="Ben")
    table.blind(4.0)
    made = [*TILES]
    for move in (HOUSE, SHOP, HALL, NEXT):
        table.look(*made, puck=table.rules.to_move(table.state(made)))
        table.hand()
        made.append(move)
    table.look(*made)
    assert [one.guess for one in table.historian.record] == [False, True, True, False, False, False, False]


def test_who_has_left_no_trace_when_a_card_is_turned_over_has_ended_or_passed() -> None:
    """A token that went back tells of a pass; who neither built nor passed has ended."""
    first = (TurnCard("yellow-1"), *(PlaceBuilding(one, "yellow-1", ("G7", "G8")) for one in ("Ann", "Ben")))
    made = (*first, TurnCard("red-3"), PassCard("Ben"), End("Ann"), TurnCard("blue-2"))
    table = Table("my-city", "Ann", "Ben")
    table.look()
    for count in (1, 2, 3, 4, 5, 7):
        table.hand()
        table.look(*made[:count])
    assert table.told == [*made]


def test_a_citizen_that_left_under_a_hand_has_moved() -> None:
    """It is seen where it went, as if it came from the pool; once the hand goes, it came from where it stood."""
    tiles = tuple(BuildTile("Ann", "warehouse", (square,)) for square in ("C3", "J8"))
    stood = MoveCitizen("Ann", "Ann", "pool", "C3")
    table, made = Table("small-city", "Ann", "Ben"), (*tiles, stood)
    table.look()
    for count in (1, 2, 3):
        table.hand()
        table.look(*made[:count])
    moved = MoveCitizen("Ann", "Ann", "C3", "J8")
    table.hand()
    table.look(*made, moved, hidden=["cell:Ann:C3"])
    table.look(*made, moved, for_s=4.0)
    assert table.told == [*made, moved]


@pytest.mark.parametrize(("before_s", "after_s"), [(6.0, 0.4), (0.4, 6.0)], ids=["before it", "after it"])
def test_on_which_side_of_a_rounds_end_it_was_laid_its_time_tells(before_s: float, after_s: float) -> None:
    """A hand covers the square around the moment at which people end the round: the longer side is the likelier."""
    tile, places = BuildTile("Ann", "warehouse", ("J8",)), ["cell:Ann:J8"]
    table = Table("small-city", "Ann", "Ben")
    table.look()
    table.look(hidden=places, for_s=before_s)
    table.historian.hear([EndRound()], [0], table.now_s)
    table.look(EndRound(), hidden=places, for_s=after_s)
    table.look(tile, EndRound(), for_s=3.0)
    assert table.told == ([tile, EndRound()] if before_s > after_s else [EndRound(), tile])


def test_which_of_several_alike_it_was_people_say_whenever_they_like() -> None:
    """Pieces that look alike are one move until they say it: it stays open after many more, and no question waits."""
    kinds = ("refinery", "harbor")
    made: list[Any] = [BuildTile("Ann", kinds[0], on) for on in (("A1", "B1"), ("A3", "B3"))]
    looks = {f"cell:Ann:{one}": kinds for tile in made for one in tile.on}
    table, random = Table("small-city", "Ann", "Ben"), Random(1)
    table.look()
    players = ("Ben", "Ann")
    for move in (table.rules.sample(table.state(made), random) for _ in range(200)):
        if isinstance(move, BuildTile) and move.player in players and len(made) < SETTINGS.lag + 4:
            made.append(move)
    for count in range(1, len(made) + 1):
        table.hand()
        there = {place: words for place, words in looks.items() if count > 1 or place[-1] == "1"}
        table.look(*made[:count], others=there)
    assert len(made) > SETTINGS.lag
    question, _ = (one for one in table.historian.questions if one.tap)
    other = next(choice for choice in question.choices if choice[0] == replace(made[0], kind=kinds[1]))
    table.historian.hear(other, question.lines, table.now_s)
    table.look(*made, others=looks)
    assert table.told[0] == replace(made[0], kind=kinds[1])
    assert [one.guess for one in table.historian.record[:3]] == [False, True, False]


@pytest.mark.parametrize(("place", "told"), [("property:45", True), ("property:11", False)], ids=["bare", "vouched"])
def test_what_contradicts_the_record_for_long_is_told(place: str, told: bool) -> None:
    """A thing that no move lays there, after five seconds until it is gone; not where people said what lies there."""
    table = city(HOUSE)
    table.historian.hear([*TILES, HOUSE], [len(TILES)], table.now_s)
    table.look(*TILES, HOUSE, for_s=SETTINGS.unexplained_s - 1.0, others={place: OTHERS[:1]})
    assert table.historian.unexplained == ()
    table.look(*TILES, HOUSE, others={place: OTHERS[:1]})
    assert table.historian.unexplained == ((place,) if told else ())
    assert table.told == [*TILES, HOUSE]
    table.look(*TILES, HOUSE)
    assert table.historian.unexplained == ()


def test_proposals_are_spread_over_looks() -> None:
    """However much a look shows, hardly more histories are worked out in it than `written`."""
    table, counts = city(HOUSE), list[int]()
    shown = {f"property:{number}": ("residence-1",) for number in (13, 14, 16, 17, 18, 24, 25, 26, 27, 28)}
    for _ in range(6):
        before = table.historian.beam.writer.written
        table.look(*TILES, HOUSE, puck="Ben", for_s=0.2, others=shown)
        counts.append(table.historian.beam.writer.written - before)
    assert SETTINGS.written <= counts[0] <= SETTINGS.written + 5
    assert max(counts[1:]) > 0


def test_a_record_becomes_any_other_by_its_lines() -> None:
    """Replaced, removed, inserted, written at the end: what is read again are the moves wanted."""
    random, moves = Random(3), [replace(HALL, on=(number,)) for number in range(11, 19)]
    entries: tuple[Entry, ...] = ()
    for _ in range(60):
        wanted = random.sample(moves, random.randint(0, len(moves)))
        entries = (*entries, *lines_between(entries, wanted))
        assert [move for _, move in corrected(entries)] == wanted
        assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))


def test_a_piece_that_the_reader_has_otherwise_is_less_likely_beforehand() -> None:
    """Most likely where the reader says nothing of it, least where the reader has other pieces there."""
    writer = Table("big-city", "Ann", "Ben", "Cem").historian.beam.writer
    written = [
        writer.write(History(), 0, [TimedMove(TILES[0], 1.0, supported=one)], (), 0.0) for one in (None, True, False)
    ]
    priors = [one.prior for one in written if one is not None]
    assert len(set(priors)) == 3
    assert priors == sorted(priors, reverse=True)


@pytest.mark.parametrize(("confidence", "believed"), [("likely", True), ("ask", False)])
def test_a_marker_and_the_puck_are_believed_where_the_reader_is_sure_enough(
    confidence: Confidence, believed: bool
) -> None:
    """What is itself a question says nothing about points or turns."""
    table = Table("big-city", "Ann", "Ben", "Cem")
    reading = table.reading((), "Ben", (), {})
    position = replace(reading.position, scores=(TrackMarker("Ann", 7),))
    unsure = {**reading.confidence, "track:Ann": confidence, "puck": confidence}
    table.historian.see(replace(reading, position=position, confidence=unsure), 1.0)
    beam = table.historian.beam
    assert (beam.markers.spaces, [stop.player for stop in beam.puck.stops]) == (
        ({"Ann": 7}, ["Ben"]) if believed else ({}, [])
    )


def test_times_of_a_history_never_fall() -> None:
    """Whatever was seen first: what was made later lies there later."""
    table = city(HOUSE, SHOP, HALL)
    for _, history in table.historian.beam.ranked:
        times = [-inf, *(event.since_s for event in history.events)]
        assert times == sorted(times)
