"""Hands that lay parts on the virtual table, and whole games played there."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from scoring import replay
from simulator.art import PartsBox
from simulator.games import Turn, random_game, scripted_game, turns_of
from simulator.gestures import Pace
from simulator.layout import Key
from simulator.mishaps import FAULTS
from simulator.performance import Mishaps, Performance, not_passed_on
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UsageError
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition, Build, Exchange, Pass, PlaceTile, Streetcars
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.lattice import PlacedPiece, PlacedTile
from tabletop.plainkinds import palette_pieces
from tabletop.records import Header, corrected

QUICK = Room(size_px=(320, 180), pace=Pace(travel_mm_s=4000.0, place_s=0.2, between_s=0.4, frames_per_s=5.0), seed=1)


def table_for(position: BigCityPosition, game: GameFile, box: PartsBox, room: Room = QUICK) -> VirtualTable:
    """A table on which the position will lie in the end."""
    return VirtualTable(game, position, room, box=box)


def lying(table: VirtualTable) -> set[Key]:
    """What lies where."""
    return set(table.layout.lying)


def test_a_hand_brings_a_piece_and_leaves_it(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """While a player plays there are frames; afterwards the piece lies there and nothing else has moved."""
    table = table_for(city, game, box)
    table.lay(replace(city, pieces=city.pieces[1:]))
    before = dict(table.layout.lying)
    frames = list(table.play(city, 1))
    assert len(frames) >= 4
    (new,) = lying(table) - before.keys()
    assert new[0] == "business-2"
    assert all(table.layout.lying[key] is lay for key, lay in before.items())


def test_a_piece_that_moves_is_carried(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """Putting a piece right is one change: the same part taken up there and laid down here."""
    table = table_for(city, game, box)
    table.lay(city)
    pieces = tuple(PlacedPiece("residence", (14, 17)) if p.kind == "residence" else p for p in city.pieces)
    (change,) = table.changes_to(replace(city, pieces=pieces))
    assert change.taken is not None
    assert change.laid is not None
    assert change.taken[0] == change.laid.part == "residence-2"


def test_a_growing_city_moves_nothing(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """A neighbourhood above and left of the others is one new part, although every plan begins at its corner."""
    grown = replace(city, tiles=(*city.tiles, PlacedTile(4, (-2, -1))))
    table = table_for(grown, game, box)
    table.lay(city)
    (change,) = table.changes_to(grown)
    assert change.taken is None
    assert change.laid is not None
    assert change.laid.part == "tile-4"


def test_what_lies_in_the_picture_is_where_the_plan_has_it(
    city: BigCityPosition, game: GameFile, box: PartsBox
) -> None:
    """Laid part by part, everything has its planned place relative to the first neighbourhood."""
    grown = replace(city, tiles=(*city.tiles, PlacedTile(4, (-2, -1))))
    table = table_for(grown, game, box)
    table.lay(city)
    table.lay(grown)
    places = {key[0]: np.array(key[1:3]) for key in table.layout.lying}
    assert places["tile-4"] - places["tile-1"] == pytest.approx((0.5 * 48 - 48, -2.5 * 48))


def test_the_same_room_films_the_same_frames(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """A room's seed decides every frame."""
    films = []
    for _ in range(2):
        table = table_for(city, game, box)
        table.lay(replace(city, turn="Ann"))
        films.append(list(table.play(city, 2)))
    assert all(np.array_equal(one, two) for one, two in zip(*films, strict=True))


def test_a_hand_that_stays_is_in_every_frame(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """Until hands are withdrawn a resting hand changes the picture; afterwards it is as before."""
    table = table_for(city, game, box)
    table.lay(city)
    (free,) = table.still(0.1)
    list(table.leave_hand((100.0, 80.0), 1))
    (covered,) = table.still(0.1)
    list(table.withdraw_hands())
    (again,) = table.still(0.1)
    assert np.abs(free.astype(int) - covered).mean() > 2 * np.abs(free.astype(int) - again).mean()


def test_the_scripted_game_has_everything() -> None:
    """The script is a legal game to its end with every kind of move and piece, one of them put right."""
    record = scripted_game("big-city")
    replayed = replay(record)
    moves = [move for _, move in corrected(record.entries)]
    assert len(record.header.players) == 3
    assert len(moves) >= 40
    assert replayed.over
    assert all(move.judged.legal for move in replayed.moves)
    built = {(move.kind, len(move.on)) for move in moves if isinstance(move, Build)}
    sizes = {(kind, size) for kind in ("residence", "business") for size in (1, 2, 3)}
    assert built >= sizes | {
        ("city-hall", 1), ("church", 1), ("cinema", 1), ("bank", 1), ("post-office", 1), ("shopping-center", 2),
        ("lincoln-park", 2), ("central-park", 3), ("stanford", 3), ("rockwell", 4),
    }  # fmt: skip
    assert {type(move) for move in moves} == {Build, PlaceTile, Streetcars, Exchange, Pass}


def test_the_script_puts_an_illegal_placement_right() -> None:
    """One line is illegal as it was played, and the next one replaces it."""
    record = scripted_game("big-city")
    (correction,) = (entry for entry in record.entries if entry.kind == "replace")
    assert correction.of == correction.n - 1
    wrong = replay(replace(record, entries=record.entries[: correction.of]))
    assert not wrong.moves[-1].judged.legal


def test_the_puck_waits_for_the_correction() -> None:
    """Who puts a placement right passes the puck on only then."""
    record = scripted_game("big-city")
    correction = next(entry for entry in record.entries if entry.kind == "replace")
    turns = {turn.n: turn for turn in turns_of(record)}
    wrong, right = turns[correction.n - 1].position, turns[correction.n].position
    assert wrong.turn == record.header.players[turns[correction.n].seat - 1]
    assert right.turn != wrong.turn


def test_a_random_game_is_the_same_for_the_same_seed() -> None:
    """Random games are made of legal moves and repeat with their seed."""
    header = Header("big-city", ("Ann", "Ben"))
    record = random_game(header, 5, at_most=12)
    assert record == random_game(header, 5, at_most=12)
    assert all(move.judged.legal for move in replay(record).moves)


def short_game() -> tuple[BigCityPosition, tuple[Turn, ...]]:
    """Five turns of the scripted game from its second on: neighbourhoods, a building, streetcars."""
    before, *turns = turns_of(scripted_game("big-city"))[:6]
    return before.position, tuple(turns)


@pytest.mark.parametrize("fault", FAULTS)
def test_every_mishap_ends_with_the_right_table(fault: str, game: GameFile, box: PartsBox) -> None:
    """Whatever goes wrong on the way, in the end there lies what was played, and the frames come to an end.

    One frame in sixteen is drawn: what lies there does not depend on who looks.
    """
    opening, turns = short_game()
    seldom = replace(QUICK, pace=replace(QUICK.pace, frames_per_s=2.5))
    table = table_for(turns[-1].position, game, box, seldom)
    show = Performance(table, opening, turns, Mishaps((fault,), every=2))
    while (frame := show.read(seen=show.frames_given % 16 == 0)) is not None:
        assert frame.shape == (180, 320, 3)
    assert [shown.n for shown in show.shown] == [turn.n for turn in turns]
    assert table.changes_to(turns[-1].position) == ()


def test_a_mishap_is_to_be_seen(game: GameFile, box: PartsBox) -> None:
    """A frozen camera gives the same picture again and again, an ordinary one never twice."""
    opening, turns = short_game()
    repeats = []
    for faults in ((), ("frozen",)):
        show = Performance(table_for(turns[-1].position, game, box), opening, turns[:4], Mishaps(faults))
        frames = []
        while (frame := show.read()) is not None:
            frames.append(frame)
        repeats.append(sum(np.array_equal(one, two) for one, two in pairwise(frames)))
    assert repeats[0] == 0
    assert repeats[1] >= 10


def test_a_forgotten_puck_hides_nobodys_turn(city: BigCityPosition) -> None:
    """The puck stays where it lay, but not where a turn of which only the puck tells would leave no trace."""
    before, built = replace(city, pieces=city.pieces[1:], turn="Ann"), replace(city, turn="Ben")
    forgotten = replace(built, turn="Ann")
    assert not_passed_on(before, built, replace(built, pieces=())) == forgotten
    assert not_passed_on(replace(city, turn="Ann"), built, replace(built, pieces=())) == built
    assert not_passed_on(before, built, replace(built, turn="Ann")) == built


def test_an_unknown_mishap_names_the_known_ones(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """A wrong fault is wrong use."""
    with pytest.raises(UsageError, match="forgotten-puck"):
        Performance(table_for(city, game, box), city, (), Mishaps(("earthquake",)))


def test_a_citizen_is_laid_upon_a_plain_tile() -> None:
    """A wooden tile is thicker than a printed one: what a hand lays there stands on its top and is seen."""
    small = load_game("small-city")
    tiles = (PlacedBoroughTile("park", ("C3",), 1),)
    borough = Borough("Ann", tiles, (PlacedCitizen("Ann", "C3"),))
    table = VirtualTable(
        small,
        SmallCityPosition((borough,), ("Ann",)),
        QUICK,
        box=PartsBox(small, palette_pieces(small)),
    )
    table.lay(SmallCityPosition((Borough("Ann", tiles),), ("Ann",)))
    list(table.play(SmallCityPosition((borough,), ("Ann",)), 1))
    solids = {solid.name: solid for solid in table.layout.solids}
    assert solids["citizen-1"].z_mm == solids["park-1"].top_z_mm
