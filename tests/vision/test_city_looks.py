"""The learned look at Big City's lots: lots and streets as one board, and what it answers where the others ask."""

from pathlib import Path

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.piecefile import load_pieces
from tabletop.plainkinds import PlainKind
from vision import load_image, read_image
from vision.city.ground_plan import Street
from vision.pixels.colours import SRGB_TO_XYZ, lab_through_veil, linear_from_srgb
from vision.places.place import PlaceFrame, TablePlace
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.settings.uncoded import PlainSettings
from vision.uncoded.board_input import POINTS, parted
from vision.uncoded.cell_looks import CellTold, LookedAt, bare_reference
from vision.uncoded.city_cells import city_grid, lot_cell, printed_lot, printed_street, street_cell
from vision.uncoded.city_looks import over_streets
from vision.uncoded.learned_cuts import shares_of
from vision.uncoded.materials import Material, as_strong, materials_of, veiled_lab

GAME, SETTINGS, LEARNED = load_game("big-city"), PlainSettings(), LearnedSettings()
PITCH_MM = GAME.grid.pitch_mm
RIGHT = np.array([np.cos(0.3), np.sin(0.3)])
DOWN = np.array([-RIGHT[1], RIGHT[0]])


def frame(row: float, column: float, off_mm: float = 0.0) -> PlaceFrame:
    """A place on a city that is turned a little, or off it to the right."""
    return PlaceFrame(PITCH_MM * (column * RIGHT + row * DOWN) + off_mm * RIGHT, RIGHT, DOWN)


def lot(row: int, column: int, off_mm: float = 0.0) -> TablePlace:
    """A lot, whose tile may lie a little off the others."""
    return TablePlace(0, (row, column), f"property:{row}{column}", frame(row, column, off_mm), "district-2")


LOTS = [lot(-1, 2), lot(-1, 3), lot(0, 2), lot(0, 3, off_mm=2.0)]
BETWEEN = Street(((0, 2), "east"), "street", frame(0.0, 2.5, 1.0), (frame(0.0, 2.5), frame(0.0, 2.5, 2.0)))


def test_lots_and_streets_lie_on_one_board_as_they_lie_on_the_table() -> None:
    """Each as its own tile has it, what is between as the nearest lot; only lots and streets are the board's."""
    grid = city_grid(LOTS, [BETWEEN], PITCH_MM, 0.3)
    assert grid.pitch_mm == PITCH_MM / 2
    for one in LOTS:
        assert grid.middles[grid.at[lot_cell(one.cell)]] == pytest.approx(one.spot.middle_mm)
    assert street_cell(BETWEEN.segment) == (0, 5)
    assert street_cell(((0, 2), "south")) == (1, 4)
    assert grid.middles[grid.at[0, 5]] == pytest.approx(BETWEEN.spot.middle_mm)
    row, column = grid.at[lot_cell((-1, 2))]
    assert grid.middles[row - 1, column - 2] == pytest.approx(frame(-1.5, 1.0).middle_mm)
    assert grid.board.sum() == len(LOTS) + 1
    assert grid.board[grid.at[0, 5]] == 1.0


def test_lots_and_streets_are_printed_as_the_game_file_says() -> None:
    """A light disc in a dark ring on the district's ground; a dark rail along each half of a street."""
    printed = printed_lot(GAME, "district-2")
    assert printed.shape == (POINTS, POINTS, 3)
    assert printed[0, 0] == pytest.approx(veiled_lab(GAME.palette["district-2"]))
    assert printed[POINTS // 2, POINTS // 2] == pytest.approx(veiled_lab(GAME.palette["white"]))
    assert printed[POINTS // 2, 2:4, 0].min() < 60.0
    across = printed_street(GAME, across=True)
    assert across[POINTS // 2, POINTS // 2] == pytest.approx(veiled_lab(GAME.palette["street"]))
    rails = np.flatnonzero(across[:, POINTS // 2, 0] < 75.0)
    assert rails.tolist() == [3, 8]
    assert printed_street(GAME, across=False) == pytest.approx(across.swapaxes(0, 1))


def test_bare_lots_teach_lots_of_other_districts() -> None:
    """The light that moves their print moves that of all: what differs is only what is printed."""
    grid = city_grid(LOTS, [], PITCH_MM, 0.3)
    prints = [printed_lot(GAME, colour) for colour in ("district-1", "district-2", "district-3", "district-4")]
    warm = np.array([-5.0, 4.0, 9.0])
    own = np.array([one + warm for one in prints], np.float32)
    own[3] = 0.0  # something dark lies there
    cells = [
        LookedAt(lot_cell(one.cell), "lot", number < 3, printed)
        for number, (one, printed) in enumerate(zip(LOTS, prints, strict=True))
    ]
    reference, taught, known = bare_reference(grid, cells, own)
    assert known.all()
    assert parted(reference)[grid.at[lot_cell(LOTS[3].cell)]] == pytest.approx(prints[3] + warm, abs=1e-3)
    assert taught[grid.at[lot_cell(LOTS[3].cell)]] == 1.0


ENDS = (0.02, 0.02, 0.02, 0.02)
GOES_RIGHT = (0.02, 0.6, 0.02, 0.02)


def told(bare: float, red: float, on: tuple[float, ...] = ENDS) -> CellTold:
    """What a cell tells of one colour."""
    return CellTold(bare, {0: red}, 1.0 - bare - red, {0: on}, taught=True)


BARE, RED, HIDDEN = told(0.97, 0.01), told(0.01, 0.97), told(0.01, 0.01)


def goes_on(street: CellTold | None) -> float:
    """How probably the piece on a lot goes on over the street to its right, which tells so."""
    cells = {(0, 0): told(0.01, 0.97, GOES_RIGHT)} | ({} if street is None else {(0, 1): street})
    shares = {cell: shares_of(one, [0], LEARNED) for cell, one in cells.items()}
    return over_streets((0, 0), cells, shares, LEARNED).on[0][1]


def test_a_piece_goes_on_where_it_covers_the_street() -> None:
    """A bare street ends it, though its lot's cell does not say so, and one that something hides says little."""
    assert goes_on(RED) > 0.8
    assert goes_on(BARE) < 0.2
    assert goes_on(BARE) < goes_on(HIDDEN) < goes_on(RED)
    assert goes_on(None) == GOES_RIGHT[1]


COLOURS = ((237, 187, 30), (36, 88, 168), (179, 38, 46), (47, 143, 58))


def materials(*colours: tuple[int, int, int]) -> tuple[Material, ...]:
    """Written colours of some kinds."""
    part = GAME.by_id["church"]
    return materials_of([PlainKind(part, colour, np.zeros((0, 2)), 22.0, 12.0) for colour in colours], SETTINGS)


def stronger(colour: tuple[int, int, int], strength: float) -> np.ndarray:
    """How a colour looks whose light is so many times as far from grey."""
    light = linear_from_srgb(colour)
    grey = light @ SRGB_TO_XYZ[1]
    return lab_through_veil(grey + strength * (light - grey))


@pytest.mark.parametrize("strength", [1.0, 1.4, 1.8])
def test_written_colours_are_as_strong_as_those_that_show(strength: float) -> None:
    """Four of them tell it, and a fifth that does not show is taken to be as strong."""
    city_hall = (107, 63, 160)
    labs = [stronger(colour, strength) for colour in COLOURS]
    found = as_strong(materials(*COLOURS, city_hall), labs, SETTINGS)
    assert found[-1].lab == pytest.approx(stronger(city_hall, strength), abs=8.0)
    for one, colour in zip(found, COLOURS, strict=False):
        assert np.linalg.norm(one.lab - stronger(colour, strength)) < 12.0


def test_few_colours_do_not_tell_how_strong_all_are() -> None:
    """One that is told wrongly says nothing of the others."""
    two = materials(*COLOURS[:2])
    assert as_strong(two, [stronger(colour, 1.6) for colour in COLOURS[:2]], SETTINGS) == two
    assert as_strong(two, [], SETTINGS) == two


PHOTO = Path(__file__).parents[1] / "photos" / "big-city" / "tuning-hard-plain-cars-phone-35.jpg"


def test_the_learned_look_answers_at_lots_where_the_others_ask() -> None:
    """A business whose colour tells too little by itself; nothing becomes certain by it."""
    pieces = load_pieces(str(PHOTO.parent / "pieces" / "blocks-and-cars.toml"))
    image = load_image(PHOTO)
    without = ReaderSettings(learned=LearnedSettings(used=False))
    asked = read_image(image, GAME, pieces=pieces, settings=without).reading
    answered = read_image(image, GAME, pieces=pieces).reading
    assert asked.confidence["property:82"] == "ask"
    assert answered.confidence["property:82"] == "likely"
    assert (82,) in {one.on for one in answered.position.pieces if one.kind == "business"}
    surer = {place for place, one in answered.confidence.items() if one == "certain"}
    assert surer <= {place for place, one in asked.confidence.items() if one == "certain"}
