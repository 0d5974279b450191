"""Plain pieces without codes: read by colour and footprint from pictures of the virtual table."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from measuring.contents import contents
from measuring.plain import PlainPicture, plain_picture
from measuring.tally import compare
from thinned import thinned

from scoring import rules_for
from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedZone
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.geometry import Pose
from tabletop.lattice import PlacedPiece, PlacedStreetcar
from tabletop.notation import read_position
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plainkinds import palette_pieces, pieces_for, plain_kinds, taught_pieces
from tabletop.plans import plan_of
from tabletop.plans.plan import PlannedPart
from tabletop.profiles import ColourProfile, TaughtColour
from vision import FrameReading, read_image, reread
from vision.places.shot import Pyramid, SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.uncoded.look import plain_look
from vision.uncoded.pieces import grounds_like_pieces, printed_grounds

MEADOW = Path(__file__).parents[2] / "examples" / "meadow.toml"

Places = Callable[[BigCityPosition], dict[str, Any]]
BLOCKS = {
    "residence": (237, 187, 30), "business": (36, 88, 168), "city-hall": (107, 63, 160), "church": (179, 38, 46),
    "cinema": (35, 35, 39), "bank": (18, 145, 127), "post-office": (224, 123, 31), "shopping-center": (179, 38, 46),
    "lincoln-park": (47, 143, 58), "central-park": (47, 143, 58), "stanford": (107, 74, 53),
    "rockwell": (138, 148, 158),
}  # fmt: skip
"""Colours of a set of wooden blocks; church and shopping center are told by their shapes."""


def blocks(*, cars: bool = False, height_mm: float = 12.0) -> PieceSet:
    """Big City's pieces as wooden blocks 22 mm wide, and streetcars as bars, the puck as a disc."""
    found = []
    for part in load_game("big-city").of_kind("piece"):
        rows, columns = (max(cell[axis] for cell in part.cells) for axis in (0, 1))
        size = (22.0 + 48.0 * columns, 22.0 + 48.0 * rows)
        found.append(PlainPiece(part.id, BLOCKS[str(part.piece)], size, height_mm))
    if cars:
        found.append(PlainPiece("streetcar", (40, 60, 70), (20.0, 9.0), 8.0))
        found.append(PlainPiece("puck", (150, 30, 30), (24.0, 24.0), 8.0, round=True))
    return PieceSet("blocks", "Blocks", "big-city", tuple(found))


def photo(position: Any, pieces: PieceSet, **shot: Any) -> Photograph:
    """A picture of a position laid out with plain pieces."""
    game = load_game(position.game)
    return shoot(plan_of(position, game), PartsBox(game, pieces), Shot(**shot))


def assert_nothing_wrong(sight: FrameReading, truth: BigCityPosition, places: Places) -> None:
    """Whatever is not asked about is right."""
    got, wanted = places(sight.reading.position), places(truth)
    # A street of which the truth knows nothing is covered by a piece: at most it may be called empty.
    assert not {
        place: (got.get(place), wanted.get(place))
        for place, sure in sight.reading.confidence.items()
        if sure != "ask"
        and place.split(":")[0] in ("property", "street")
        and got.get(place) != wanted.get(place, False)
    }


@pytest.fixture(scope="module")
def lying(table: Any) -> Photograph:
    """The city that all tests know, its pieces wooden blocks."""
    return photo(table.city, blocks(), view="above", light="window", table="stone", seed=12)


@pytest.fixture(scope="module")
def read_before(lying: Photograph, table: Any) -> FrameReading:
    """What is read in it."""
    return read_image(lying.image, table.game, players=table.city.players, pieces=blocks())


@pytest.mark.parametrize(
    ("view", "light", "cloth", "cars"),
    thinned(
        [
            ("above", "window", "stone", True),
            ("webcam-35", "ceiling", "wood", False),
            ("above", "lamp", "white", False),
        ],
        1,
    ),
)
def test_blocks_are_read_by_colour_and_footprint(
    table: Any, places: Places, view: str, light: str, cloth: str, cars: bool
) -> None:
    """Blocks of one to four properties, from above and aslant: every property right, nothing wrong in the streets."""
    pieces = blocks(cars=cars)
    shown = photo(table.city, pieces, view=view, light=light, table=cloth, seed=11)
    sight = read_image(shown.image, table.game, players=table.city.players, pieces=pieces)
    assert sight.reading.position.pieces == table.city.pieces
    assert_nothing_wrong(sight, table.city, places)
    properties = {place: sure for place, sure in sight.reading.confidence.items() if place.startswith("property")}
    assert "ask" not in properties.values()
    if view == "above":
        assert sight.reading.position == table.city


def test_without_a_pieces_file_blocks_are_asked_about(table: Any) -> None:
    """Nobody said that there are plain pieces: a block might be a hand or a cup, so nothing is claimed."""
    shown = photo(table.city, blocks(cars=True), view="above", light="window", table="stone", seed=11)
    sight = read_image(shown.image, table.game, players=table.city.players)
    for number in (11, 13, 14, 15, 16, 23):
        assert sight.reading.confidence[f"property:{number}"] == "ask"


def test_printed_tokens_are_read_the_same_with_a_pieces_file(table: Any) -> None:
    """Where the printed tokens lie after all, a pieces file changes nothing."""
    shown = table.photo(seed=11)
    sight = read_image(shown.image, table.game, players=table.city.players, pieces=blocks())
    assert sight.reading.position == table.city
    assert "ask" not in sight.reading.confidence.values()


def test_two_blocks_side_by_side_are_no_long_one(table: Any, places: Places) -> None:
    """The street between two blocks of one colour shows; over a long one it does not."""
    city = replace(
        table.city,
        pieces=(
            PlacedPiece("residence", (11,)),
            PlacedPiece("residence", (12,)),
            PlacedPiece("residence", (14, 15)),
            PlacedPiece("residence", (16,)),
        ),
        streetcars=(),
    )
    pieces = blocks()
    shown = photo(city, pieces, view="above", light="ceiling", table="wood", seed=3)
    sight = read_image(shown.image, table.game, players=city.players, pieces=pieces)
    assert sight.reading.position.pieces == city.pieces
    assert_nothing_wrong(sight, city, places)


def test_paper_and_hands_are_no_pieces(
    lying: Photograph, read_before: FrameReading, table: Any, places: Places
) -> None:
    """A sheet in a block's colour over several lots, a patch of skin: asked about, nothing wrong is said."""
    image = lying.image.copy()
    blue, green, red = (int(value) for value in image[tuple(_middle(read_before, "property:21")[::-1])])
    for place, colour in (("property:39", (blue, green, red)), ("property:33", (118, 150, 206))):
        cv2.circle(image, _middle(read_before, place), 90, colour, -1)
    sight = read_image(image, table.game, players=table.city.players, pieces=blocks())
    assert sight.reading.confidence["property:39"] == "ask"
    assert sight.reading.confidence["property:33"] == "ask"
    assert_nothing_wrong(sight, table.city, places)


def _middle(sight: FrameReading, place: str) -> tuple[int, int]:
    x, y = sight.outlines_px[place].mean(axis=0)
    return (int(x), int(y))


def test_what_a_hand_hides_may_be_the_rest_of_a_piece(
    lying: Photograph, read_before: FrameReading, table: Any, places: Places
) -> None:
    """A long block of which skin covers one end and the street is not told as a shorter one."""
    image = lying.image.copy()
    cv2.circle(image, _middle(read_before, "property:18"), 48, (118, 150, 206), -1)
    sight = read_image(image, table.game, players=table.city.players, pieces=blocks())
    assert sight.reading.confidence["property:17"] == "ask"
    assert_nothing_wrong(sight, table.city, places)


def test_more_pieces_than_there_are_are_asked_about(table: Any) -> None:
    """Two city halls can not be: both are asked about."""
    city = replace(table.city, pieces=(PlacedPiece("city-hall", (11,)),), streetcars=())
    pieces = blocks()
    shown = photo(city, pieces, view="above", light="ceiling", table="wood", seed=4)
    image = shown.image.copy()
    before = read_image(image, table.game, pieces=pieces)
    (x, y), (u, v) = _middle(before, "property:11"), _middle(before, "property:17")
    image[v - 40 : v + 41, u - 40 : u + 41] = image[y - 40 : y + 41, x - 40 : x + 41]
    sight = read_image(image, table.game, players=city.players, pieces=pieces)
    assert sight.reading.confidence["property:11"] == sight.reading.confidence["property:17"] == "ask"


def test_a_look_again_keeps_plain_pieces(lying: Photograph, read_before: FrameReading) -> None:
    """The next frame is read with the same pieces."""
    assert reread(lying.image, read_before).reading.position == read_before.reading.position


def test_shapes_of_one_colour_that_touch_are_told_apart() -> None:
    """My City: buildings of one colour side by side are cut along their seams into known shapes."""
    game = load_game("my-city")
    found = []
    for part in game.of_kind("building"):
        rows, columns = (max(cell[axis] for cell in part.cells) for axis in (0, 1))
        colour = {"yellow": (233, 185, 42), "red": (192, 57, 43), "blue": (42, 92, 168), "church": (122, 79, 163)}
        size = (23.0 + 25.0 * columns, 23.0 + 25.0 * rows)
        found.append(PlainPiece(part.id, colour[part.id.split("-")[0]], size, 5.0))
    pieces = PieceSet("shapes", "Shapes", "my-city", tuple(found))
    buildings = (
        PlacedBuilding("blue-1", ("F5", "F6")),
        PlacedBuilding("blue-2", ("D4", "D5", "D6")),
        PlacedBuilding("red-1", ("E4", "E5")),
        PlacedBuilding("yellow-2", ("G4", "G5", "G6")),
    )
    shapes = {part.id: len(part.cells) for part in game.of_kind("building")}
    assert shapes["blue-1"] == 2
    assert shapes["blue-2"] == shapes["yellow-2"] == 3
    position = MyCityPosition((PlayerBoard("Ann", "eternal", tuple(sorted(buildings))),), ("Ann",))
    shown = photo(position, pieces, view="above", light="ceiling", table="wood", seed=2)
    sight = read_image(shown.image, game, players=("Ann",), pieces=pieces)
    assert sight.reading.position.boards[0].buildings == position.boards[0].buildings
    covered = {cell for building in buildings for cell in building.on}
    assert all(sight.reading.confidence[f"cell:Ann:{cell}"] != "ask" for cell in covered)
    free = [sure for place, sure in sight.reading.confidence.items() if place.split(":")[-1] not in covered]
    assert free.count("ask") <= 0.02 * len(free)


CUBES = PieceSet(
    "cubes",
    "Cubes and bars",
    "my-city-chess",
    tuple(
        PlainPiece(f"{player}-{kind}", colour, size, 12.0)
        for player, colour in (("red", (198, 43, 43)), ("blue", (37, 82, 176)), ("yellow", (233, 189, 23)))
        for kind, size in (("residential-1", (14.0, 14.0)), ("commercial-2", (26.0, 13.0)), ("park-1", (25.0, 25.0)))
    ),
)


def test_loose_counters_are_told_by_colour_and_size() -> None:
    """My City on a chess board: cubes, bars and slabs of three colours, anywhere on their squares."""
    zones = (
        PlacedZone("blue", "commercial", 2, "b7"),
        PlacedZone("blue", "park", 1, "g2"),
        PlacedZone("red", "park", 1, "e5"),
        PlacedZone("red", "residential", 1, "c3"),
        PlacedZone("yellow", "commercial", 2, "f6"),
        PlacedZone("yellow", "residential", 1, "d4"),
    )
    position = MyCityChessPosition((), tuple(sorted(zones)))
    shown = photo(position, CUBES, view="above", light="ceiling", table="wood", seed=6)
    sight = read_image(shown.image, load_game("my-city-chess"), pieces=CUBES)
    assert sight.reading.position.zones == position.zones
    asked = [place for place, sure in sight.reading.confidence.items() if place[:6] == "square" and sure == "ask"]
    assert not asked


@pytest.mark.parametrize("seed", [2, 6, 9])
def test_pale_counters_are_no_part_of_the_pale_ground(seed: int) -> None:
    """Colours that people write down are wide: a pale counter's patch took in all of the pale square round it."""
    pale = {(198, 43, 43): (246, 160, 152), (37, 82, 176): (176, 208, 250), (233, 189, 23): (184, 230, 158)}
    counters = replace(CUBES, pieces=tuple(replace(one, colour=pale[one.colour]) for one in CUBES.pieces))
    kinds = (("residential", 1), ("commercial", 2), ("park", 1))
    on = iter(("b7", "g2", "e5", "c3", "f6", "d4", "h8", "a1", "g7"))
    zones = tuple(sorted(PlacedZone(who, *kind, next(on)) for who in ("blue", "red", "yellow") for kind in kinds))
    shown = photo(MyCityChessPosition((), zones), counters, view="above", light="ceiling", table="wood", seed=seed)
    reading = read_image(shown.image, load_game("my-city-chess"), pieces=counters).reading
    assert reading.position.zones == zones
    assert "ask" not in {reading.confidence[f"square:{zone.on}"] for zone in zones}


def test_a_hand_over_counters_is_survived() -> None:
    """Hands over a chess board with loose pieces: whatever is not asked about is right."""
    zones = (PlacedZone("blue", "residential", 1, "c3"), PlacedZone("red", "park", 1, "f5"))
    shown = photo(MyCityChessPosition((), zones), CUBES, view="above", light="ceiling", table="wood", seed=9, hands=2)
    sight = read_image(shown.image, load_game("my-city-chess"), pieces=CUBES)
    got = {zone.on: zone for zone in sight.reading.position.zones}
    wanted = {zone.on: zone for zone in zones}
    told = [place for place, sure in sight.reading.confidence.items() if place[:6] == "square" and sure != "ask"]
    assert all(got.get(place[7:]) == wanted.get(place[7:]) for place in told)
    assert len(told) > 32


def test_a_cube_seen_aslant_is_no_bar() -> None:
    """Its wall may look like its top, so that it measures like a bar: right, or asked about."""
    zones = (PlacedZone("blue", "residential", 1, "c3"), PlacedZone("red", "residential", 1, "f5"))
    shown = photo(
        MyCityChessPosition((), zones),
        CUBES,
        view="phone-45",
        light="mixed",
        table="wood",
        seed=6,
        size_px=(2000, 1500),
    )
    sight = read_image(shown.image, load_game("my-city-chess"), pieces=CUBES)
    got = {zone.on: (zone.player, zone.type) for zone in sight.reading.position.zones}
    for zone in zones:
        right = got.get(zone.on) == (zone.player, zone.type)
        assert right or sight.reading.confidence[f"square:{zone.on}"] == "ask"


def test_a_counter_of_the_palette_tells_its_player_alone() -> None:
    """Counters that differ in nothing but colour: whose is told by the evidence, which one is asked."""
    game = load_game("my-city-chess")
    zone = PlacedZone("red", "park", 1, "e5")
    shown = photo(
        MyCityChessPosition((), (zone,)), palette_pieces(game), view="above", light="ceiling", table="wood", seed=6
    )
    sight = read_image(shown.image, game, pieces=palette_pieces(game))
    evidence = sight.reading.evidence["square:e5"]
    assert sight.reading.confidence["square:e5"] == "ask"
    assert max(evidence, key=lambda word: evidence[word]).startswith("red")
    assert evidence["red-park-1"] - evidence["blue-park-1"] > 4.0


def test_pieces_of_the_grounds_own_colour_are_told_by_the_lines_that_they_hide() -> None:
    """City hall and fire station look like bare squares; a warehouse is no odd citizen, though nearly of its colour."""
    game = load_game("small-city")
    tiles = (
        PlacedBoroughTile("city-hall", ("C1", "D1", "C2", "D2")),
        PlacedBoroughTile("fire", ("A7", "B7", "A8")),
        PlacedBoroughTile("warehouse", ("J8",)),
    )
    position = SmallCityPosition((Borough("Ann", tiles),), ("Ann",))
    printed = palette_pieces(replace(game, sections=replace(game.sections, plain={})))
    shown = photo(position, printed, view="above", light="ceiling", table="wood", seed=6)
    reading = read_image(shown.image, game, players=("Ann",), pieces=printed).reading
    contents = rules_for("small-city").contents(rules_for("small-city").resume(position))
    told = {place: max(likely, key=lambda word: likely[word]) for place, likely in reading.evidence.items() if likely}
    assert {place: told[place] for place in contents} == contents


@pytest.mark.parametrize(
    ("name", "ground", "apart"),
    [("small-city", {"plain", "extension"}, 1), ("my-city-chess", {"square-light", "square-dark"}, 2)],
)
def test_the_palettes_pieces_are_not_of_the_grounds_colour(name: str, ground: set[str], apart: int) -> None:
    """Where any colour will do, none is taken that a board has between its lines; people's own may have it."""
    game, settings = load_game(name), PlainSettings()
    settings = replace(settings, like_ground=apart * settings.like_ground)
    grounds = printed_grounds(game, settings)
    for plain, alike in ((game, False), (replace(game, sections=replace(game.sections, plain={})), True)):
        kinds = plain_kinds(palette_pieces(plain), plain)
        assert bool(grounds_like_pieces(grounds, kinds, settings) & ground) is alike


def test_a_citizen_upon_a_plain_tile_is_no_code() -> None:
    """Nobody looks for the codes of pieces that were given without: blue upon green matched a tramway's.

    Orange upon red is seen, too: all of a tile of nearly a citizen's colour may be orange, as people write colours
    down, and its middle is another one.
    """
    game, players = load_game("small-city"), ("Ann", "Ben")
    pieces = palette_pieces(game)
    park = PlacedBoroughTile("park", ("I7", "H8", "I8", "J8", "I9"), 5)
    citizens = (PlacedCitizen("Ann", "D4"), PlacedCitizen("Ann", "I8"))
    borough = Borough("Ann", (PlacedBoroughTile("cultural", ("D4", "D5"), 6), park), citizens)
    position = SmallCityPosition((borough, Borough("Ben")), players)
    shown = photo(position, pieces, view="above", light="ceiling", table="wood", seed=1, size_px=(1920, 1080))
    reading = read_image(shown.image, game, players=players, pieces=pieces).reading
    assert isinstance(reading.position, SmallCityPosition)
    assert park in reading.position.boroughs[0].tiles
    assert reading.position.boroughs[0].citizens == citizens


def test_a_plain_tile_does_not_go_on_under_a_printed_one_on_which_a_citizen_stands() -> None:
    """Homes of four squares are no five, one of them under a citizen: a fire station's codes show that it is there."""
    game, players = load_game("small-city"), ("Ann", "Ben")
    kept = {"residential", "commercial", "factory", "park", "cultural"}
    printed = palette_pieces(game)
    pieces = replace(printed, pieces=tuple(one for one in printed.pieces if one.part.rpartition("-")[0] in kept))
    homes = PlacedBoroughTile("residential", ("C7", "D7", "C8", "D8"), 4)
    fire = PlacedBoroughTile("fire", ("C9", "B10", "C10"))
    citizens = (PlacedCitizen("Ann", "C9"),)
    position = SmallCityPosition((Borough("Ann", (fire, homes), citizens), Borough("Ben")), players)
    shown = photo(position, pieces, view="above", light="ceiling", table="wood", seed=1, size_px=(1920, 1080))
    sight = read_image(shown.image, game, players=players, pieces=pieces)
    assert homes in sight.reading.position.boroughs[0].tiles
    assert sight.boards is not None
    by_colour = sight.boards.plain[0].by_colour.sureness
    assert "ask" not in {by_colour[f"cell:Ann:{name}"] for name in homes.on}


def test_a_citizen_upon_a_tile_of_nearly_its_colour_is_seen_whatever_lies_beside_the_tile() -> None:
    """Orange upon red ends half-way to the red that shows round it, not half-way to the pink of the tiles beside."""
    game, players = load_game("small-city"), ("Ann", "Ben")
    pieces = palette_pieces(game)
    red = (PlacedBoroughTile("cultural", ("E6", "E7"), 6), PlacedBoroughTile("cultural", ("F6",), 1))
    twos = (("refinery", ("D5", "E5")), ("harbor", ("F7", "F8")), ("harbor", ("G5", "G6")))
    pink = (PlacedBoroughTile("warehouse", ("E8",)), *(PlacedBoroughTile(kind, on) for kind, on in twos))
    citizens = tuple(PlacedCitizen("Ann", on) for on in ("E6", "E7", "F6"))
    position = SmallCityPosition((Borough("Ann", (*red, *pink), citizens), Borough("Ben")), players)
    shown = photo(position, pieces, view="above", light="ceiling", table="wood", seed=6, size_px=(1920, 1080))
    reading = read_image(shown.image, game, players=players, pieces=pieces).reading
    assert isinstance(reading.position, SmallCityPosition)
    assert reading.position.boroughs[0].citizens == citizens


@pytest.mark.parametrize(("off_mm", "seed"), [(-3.0, 2), (3.0, 2), (0.0, 3)])
def test_plain_tiles_are_told_beneath_printed_citizens_and_their_shadows_are_none(off_mm: float, seed: int) -> None:
    """Of a tile's rim a citizen hides a half, and darkens some: what shows beside it tells the tile.

    The shadow that a tile throws on a part of the cells beside it is no other tile, whatever its colour.
    """
    game, players = load_game("small-city"), ("Ann", "Ben")
    every = palette_pieces(game)
    pieces = replace(every, pieces=tuple(one for one in every.pieces if not one.part.startswith("citizen")))
    tiles = (
        PlacedBoroughTile("park", ("B7", "C7", "D7"), 3),
        PlacedBoroughTile("residential", ("F4", "F5", "G5"), 3),
        PlacedBoroughTile("commercial", ("C2", "C3"), 2),
    )
    citizens = tuple(PlacedCitizen("Ann", on) for on in ("B7", "F4", "C3"))
    plan = plan_of(SmallCityPosition((Borough("Ann", tiles, citizens), Borough("Ben")), players), game)

    def moved(part: PlannedPart) -> PlannedPart:
        pose = Pose(part.pose.x_mm + off_mm, part.pose.y_mm + off_mm, part.pose.rotation_deg)
        return replace(part, pose=pose) if part.part.startswith("citizen") else part

    plan = replace(plan, parts=tuple(map(moved, plan.parts)))
    shown = shoot(plan, PartsBox(game, pieces), Shot(view="above", light="window", seed=seed, size_px=(1920, 1080)))
    reading = read_image(shown.image, game, players=players, pieces=pieces).reading
    assert isinstance(reading.position, SmallCityPosition)
    assert set(reading.position.boroughs[0].tiles) == set(tiles)
    assert "ask" not in {reading.confidence[f"cell:Ann:{cell}"] for tile in tiles for cell in tile.on}


@pytest.mark.parametrize(
    ("on", "citizen", "off_mm", "player"), [(("C3", "D3"), "D3", 7.0, "Dee"), (("I3", "J3"), "I3", 5.0, "Dee")]
)
def test_a_citizen_at_its_tiles_edge_is_one(on: tuple[str, ...], citizen: str, off_mm: float, player: str) -> None:
    """Seen aslant, from beside the board: it is not on the bare cell beside too, and the tile's side is none."""
    game, players = load_game("small-city"), ("Ann", "Ben", "Cem", "Dee")
    pieces, tile = palette_pieces(game), PlacedBoroughTile("harbor", on)
    laid = Borough(player, (tile,), (PlacedCitizen("Cem", citizen),))
    boroughs = tuple(laid if one == player else Borough(one) for one in players)
    plan = plan_of(SmallCityPosition(boroughs, players), game)

    def moved(part: PlannedPart) -> PlannedPart:
        pose = Pose(part.pose.x_mm + off_mm, part.pose.y_mm, part.pose.rotation_deg)
        return replace(part, pose=pose) if part.part.startswith("citizen") else part

    plan = replace(plan, parts=tuple(map(moved, plan.parts)))
    shown = shoot(plan, PartsBox(game, pieces), Shot(view="above", light="window", seed=1, size_px=(1920, 1080)))
    reading = read_image(shown.image, game, players=players, pieces=pieces).reading
    assert isinstance(reading.position, SmallCityPosition)
    assert [one.citizens for one in reading.position.boroughs if one.citizens] == [laid.citizens]


def test_only_what_changed_is_looked_at_for_loose_pieces() -> None:
    """A citizen more: most squares keep what they showed, the other borough all that was told of it; nobody looks for
    the citizens of who does not play."""
    game = load_game("small-city")
    pieces, players = palette_pieces(game), ("Ann", "Ben")
    tile, both = PlacedBoroughTile("commercial", ("C3",), 1), (PlacedCitizen("Ann", "C3"), PlacedCitizen("Ann", "H8"))
    before, after = (
        SmallCityPosition((Borough("Ann", (tile,), citizens), Borough("Ben")), players) for citizens in (both[:1], both)
    )
    table = VirtualTable(game, after, Room(seed=6), box=PartsBox(game, pieces))
    table.lay(before)
    first = read_image(next(table.still(0.1)), game, players=players, pieces=pieces)
    table.lay(after)
    image = next(table.still(0.1))
    again, whole = reread(image, first), read_image(image, game, players=players, pieces=pieces)
    assert first.boards is not None
    assert again.boards is not None
    kept = sum(
        cell in known.loose and known.loose[cell] is claims
        for known, seen in zip(first.boards.plain, again.boards.plain, strict=True)
        for cell, claims in seen.loose.items()
        if claims
    )
    assert kept >= 1
    assert again.boards.plain[1] is first.boards.plain[1]
    assert again.boards.plain[0] is not first.boards.plain[0]
    assert again.reading.position == whole.reading.position
    named = {one.patch.kind.part.id for seen in first.boards.plain for told in seen.loose.values() for one in told}
    assert named <= {"citizen-1", "citizen-2"}


def test_taught_colours_name_parts(table: Any) -> None:
    """A profile of taught colours alone serves, where its names are kinds of the game; heights are found out."""
    lesson = photo(table.city, blocks(height_mm=10.0), view="above", light="window", table="stone", seed=7)
    sight = read_image(lesson.image, table.game, players=table.city.players)
    assert sight.table is not None
    shot = SolvedShot(
        lesson.image, Pyramid(lesson.image[..., 1]), sight.codes, sight.table, table.game, pieces=blocks()
    )
    look = plain_look(shot)
    assert look is not None
    spread = ((4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 4.0))
    colours = []
    for piece in table.city.pieces:
        seen = look.field.at(sight.outlines_px[f"property:{piece.on[0]}"].mean(axis=0))
        lab = (float(seen[0]), float(seen[1]), float(seen[2]))
        colours.append(TaughtColour(piece.kind, lab, spread, 100, (22.0, 22.0), 484.0))
    named = {colour.name: colour for colour in colours}
    pieces = taught_pieces(ColourProfile("big-city", "2026-11-20", tuple(named.values())), table.game, "colours.toml")
    shown = photo(table.city, blocks(height_mm=10.0), view="above", light="ceiling", table="wood", seed=11)
    read = read_image(shown.image, table.game, players=table.city.players, pieces=pieces)
    assert read.reading.position.pieces == table.city.pieces


def test_a_taught_name_that_means_nothing_is_refused(table: Any) -> None:
    """The sentence says which name, and what to do."""
    spread = ((4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 4.0))
    profile = ColourProfile("big-city", "2026-11-20", (TaughtColour("tower", (50.0, 0.0, 0.0), spread, 9),))
    with pytest.raises(UnreadableInput, match=r"'tower' is no part.*new pieces"):
        taught_pieces(profile, table.game, "colours.toml")


def test_a_pieces_file_may_use_taught_colours(tmp_path: Any) -> None:
    """`colours` names the profile beside the file, `taught` the colour in it; an unknown one is told."""
    profile = """format = "boardsight-colours/1"
game = "big-city"
made = "2026-11-20"
[[colours]]
name = "gold"
lab = [80.0, 5.0, 70.0]
covariance = [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]
samples = 90
"""
    text = """[pieces]
name = "own"
game = "big-city"
colours = "colours.toml"
[[piece]]
part = "residence-1"
taught = "{colour}"
size_mm = [20.0, 20.0]
height_mm = 15.0
"""
    (tmp_path / "colours.toml").write_text(profile)
    for colour in ("gold", "silver"):
        (tmp_path / f"{colour}.toml").write_text(text.format(colour=colour))
    game = load_game("big-city")
    assert pieces_for(str(tmp_path / "gold.toml"), game).colours[0].name == "gold"
    with pytest.raises(UnreadableInput, match=r"silver.*gold"):
        pieces_for(str(tmp_path / "silver.toml"), game)


def test_a_grey_picture_has_no_plain_pieces(table: Any) -> None:
    """Without colour nothing is told by colour; printed parts are read as ever."""
    grey = np.asarray(cv2.cvtColor(table.photo(seed=11).image, cv2.COLOR_BGR2GRAY))
    assert read_image(grey, table.game, players=table.city.players, pieces=blocks()).reading.position == table.city


@pytest.mark.parametrize(("light", "seed"), thinned([("ceiling", 1), ("lamp", 7)], 1))
def test_grey_streetcars_in_a_grey_street_are_told_by_the_rails(
    table: Any, places: Places, light: str, seed: int
) -> None:
    """The palette's streetcar has nearly the street's colour: all three are found, and a bare street is no question.

    Under a lamp that is so in two of seven seeds only; in the others one or two of the three are asked about.
    """
    pieces = palette_pieces(table.game)
    shown = photo(table.city, pieces, view="above", light=light, table="wood", seed=seed)
    sight = read_image(shown.image, table.game, players=table.city.players, pieces=pieces)
    assert_nothing_wrong(sight, table.city, places)
    assert set(table.city.streetcars) <= set(sight.reading.position.streetcars)
    sure = [how for place, how in sight.reading.confidence.items() if place.startswith("street:")]
    assert sure.count("ask") <= 0.1 * len(sure)


BETWEEN = (
    # streets at whose ends only printed patches show, between blocks on both sides
    (
        (("cinema", (18,)), ("post-office", (22,)), ("residence", (16,)), ("church", (38,))),
        ((18, "south"), (16, "east")),
    ),
    # beside brown wood, which may be grey in some light, and on a rim, whose rail the streetcar hides
    ((("stanford", (31, 32, 34)), ("residence", (35,)), ("residence", (12,))), ((34, "south"), (12, "north"))),
)


@pytest.mark.parametrize(("blocks_on", "cars"), BETWEEN, ids=["between blocks", "beside brown wood, on a rim"])
def test_a_grey_streetcar_is_seen_whatever_lies_beside_it(
    table: Any, places: Places, blocks_on: Any, cars: Any
) -> None:
    """Nothing but the streetcar looks grey there, and what it lies upon is hidden."""
    pieces = palette_pieces(table.game)
    city = replace(
        table.city,
        pieces=tuple(PlacedPiece(kind, on) for kind, on in blocks_on),
        streetcars=tuple(PlacedStreetcar(*where) for where in cars),
    )
    shown = photo(city, pieces, view="above", light="ceiling", table="wood", seed=4)
    sight = read_image(shown.image, table.game, players=city.players, pieces=pieces)
    assert_nothing_wrong(sight, city, places)
    assert set(sight.reading.position.streetcars) == set(city.streetcars)


@pytest.mark.parametrize("along_mm", [-4.0, -3.0, 3.0])
def test_a_streetcar_off_the_middle_of_its_street_is_seen(table: Any, along_mm: float) -> None:
    """People lay them some millimetres along: what shows beyond the middle's end is no hand that goes on."""
    pieces = palette_pieces(table.game)
    streets = ("street:11:east", "street:13:north", "street:19:south")
    cars = (PlacedStreetcar(11, "east"), PlacedStreetcar(13, "north"), PlacedStreetcar(19, "south"))
    plan = plan_of(replace(table.city, pieces=(), streetcars=cars), table.game)

    def moved(part: PlannedPart) -> PlannedPart:
        (x, y), turn_deg = part.pose.apply((along_mm, 0.0)), part.pose.rotation_deg
        return replace(part, pose=Pose(x, y, turn_deg)) if part.part == "streetcar" else part

    plan = replace(plan, parts=tuple(map(moved, plan.parts)))
    for view in ("above", "webcam-35"):
        shown = shoot(plan, PartsBox(table.game, pieces), Shot(view=view, light="window", seed=4))
        told = read_image(shown.image, table.game, pieces=pieces).reading
        assert all(told.evidence[street]["empty"] < -4.0 for street in streets)
        assert "ask" not in {told.confidence[street] for street in streets}


@pytest.mark.parametrize(("view", "light", "seed"), [("above", "ceiling", 4), ("webcam-35", "window", 3)])
def test_a_grey_streetcar_is_no_street_in_shade(table: Any, view: str, light: str, seed: int) -> None:
    """Whose edges look a little like rails: it ends where a streetcar would, with lit street round it."""
    pieces = palette_pieces(table.game)
    cars = (PlacedStreetcar(12, "north"), PlacedStreetcar(13, "north"), PlacedStreetcar(19, "south"))
    plan = plan_of(replace(table.city, pieces=(), streetcars=cars), table.game)
    shown = shoot(plan, PartsBox(table.game, pieces), Shot(view=view, light=light, seed=seed, size_px=(1920, 1080)))
    told = read_image(shown.image, table.game, pieces=pieces).reading
    for street in ("street:12:north", "street:13:north", "street:19:south"):
        assert told.confidence[street] != "ask"
        assert told.evidence[street]["empty"] < -2.0


def test_a_plain_puck_tells_whose_turn_it_is_at_a_chess_board() -> None:
    """On the mats of My City on a chess board, though nothing of it is printed."""
    game = load_game("my-city-chess")
    pieces = palette_pieces(game)
    position = MyCityChessPosition((), (), players=("Ann", "Ben"), turn="Ben")
    shown = photo(position, pieces, view="above", light="ceiling", table="wood", seed=6)
    sight = read_image(shown.image, game, players=("Ann", "Ben"), pieces=pieces)
    assert (sight.reading.position.turn, sight.reading.confidence["puck"]) == ("Ben", "likely")


def test_a_plain_puck_on_a_square_is_no_counter() -> None:
    """Somebody drops it on the board: at most a black counter is asked about, and nobody's turn is told by it."""
    game = load_game("my-city-chess")
    pieces = palette_pieces(game)
    plan = plan_of(MyCityChessPosition((), (), players=("Ann", "Ben"), turn="Ben"), game)
    board = next(one for one in plan.parts if game.by_id[one.part].kind == "board")
    square = replace(board.pose, x_mm=board.pose.x_mm + 17.0, y_mm=board.pose.y_mm + 17.0)
    parts = tuple(replace(one, pose=square, z_mm=0.3) if one.part == "puck" else one for one in plan.parts)
    shown = shoot(replace(plan, parts=parts), PartsBox(game, pieces), Shot(view="above", seed=6))
    sight = read_image(shown.image, game, players=("Ann", "Ben"), pieces=pieces)
    told = [zone for zone in sight.reading.position.zones if sight.reading.confidence[f"square:{zone.on}"] != "ask"]
    assert (told, sight.reading.position.turn) == ([], None)


@pytest.fixture(scope="module")
def shapes() -> PlainPicture:
    """My City's shapes, taller than a printed token, laid up to 3 mm off their cells, in a window's light."""
    return plain_picture("tuning", "window", "my-city", 9000)


def test_what_lies_on_a_place_does_not_hide_it(shapes: PlainPicture) -> None:
    """A tall piece is what there is to see: benchmarks count its places among the visible ones."""
    pieces = {place for place, what in contents(shapes.truth).items() if place.startswith("cell") and what}
    assert len(pieces) > 100
    assert len(pieces & shapes.hidden) < 5


def test_the_rim_of_the_piece_beside_is_nothing_on_a_bare_cell(shapes: PlainPicture) -> None:
    """Pieces lie a little off: of the bare cells round them hardly one is asked about, and none is told wrong."""
    game, players = load_game("my-city"), shapes.truth.players
    reading = read_image(shapes.photo.image, game, players=players, pieces=shapes.pieces).reading
    one = compare(shapes.truth, reading, shapes.hidden)
    bare = {place for place, what in contents(shapes.truth).items() if place.startswith("cell") and what is None}
    assert not bare & set(one.wrong)
    assert len(one.asked_visible & bare) <= 4


@pytest.mark.parametrize("kind", ["token", "marker"])
def test_peoples_own_games_name_kinds_as_they_like(kind: str, tmp_path: Path) -> None:
    """What is called a token or a marker there lies on cells like any other part: only a game file says otherwise."""
    text, named = MEADOW.read_text("utf-8"), 'id = "{player}-grove"\n'
    assert named in text
    path = tmp_path / "meadow.toml"
    path.write_text(text.replace(named, f'{named}kind = "{kind}"\n'), "utf-8")
    position = read_position(
        f'game = "{path}"\nplayers = ["red", "blue"]\n[[parts]]\npart = "red-grove"\non = ["B5", "B6", "C6"]\n'
    )
    game = load_game(str(path))
    grove = PlainPiece("red-grove", (190, 40, 40), game.by_id["red-grove"].size_mm, 10.0)
    pieces = PieceSet("groves", "Groves", str(path), (grove,))
    shot = Shot(light="ceiling", table="wood", seed=2, size_px=(1280, 720))
    image = shoot(plan_of(position, game), PartsBox(game, pieces), shot).image
    reading = read_image(image, game, players=("red", "blue"), pieces=pieces).reading
    assert [part.on for part in getattr(reading.position, "parts", ())] == [("B5", "B6", "C6")]
