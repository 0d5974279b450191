"""How sure the explanation of places is, on made-up correlations: lots, streets and cells, just beside every bound."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import PlacedTile
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plainkinds import pieces_for, plain_kinds
from vision.boards.cells import LaidBoard, cell_field
from vision.boards.doubts import ambiguous_cells
from vision.boards.ground import Ground, score_ground
from vision.boards.off_board import OffBoardReading, read_off_board
from vision.boards.reader import assign_cells
from vision.boards.scores import ground_log
from vision.boards.setup import Setup, setup_of
from vision.boards.whites import Whites
from vision.city.ground_plan import Street
from vision.city.lattice import City
from vision.city.reader import assign_lots, hangs_on_doubt, read_street
from vision.city.scores import StreetView, piece_ids
from vision.pixels.arrays import Floats
from vision.pixels.codes import SeenCode
from vision.places.assignment import Assignment
from vision.places.confidence import log_likelihood_of
from vision.places.place import PlaceFrame, TablePlace
from vision.places.scores import PlaceScores
from vision.places.shot import Pyramid, SolvedShot
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.settings.boards import BoardSettings
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet, SolvedTable
from vision.uncoded.clusters import PlainAnswer, apart, doubt_of, explain_with_refit
from vision.uncoded.faces import Face, PlainCell
from vision.uncoded.materials import materials_of
from vision.uncoded.shapes import Cut, Laid, cuts_together

SURENESS = ConfidenceSettings()
SOMEWHERE = PlaceFrame(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0]))

# Big City's properties: 11 and 12 beside each other, and what their codes correlate with.

BIG_CITY = load_game("big-city")
IDS = piece_ids(BIG_CITY)
CITY_CELLS: Mapping[Cell, int] = {(0, 0): 11, (0, 1): 12, (0, 2): 13}
Shown = Mapping[str, float]
"""Part id and the index of its code -> correlation (`residence-2:0`); `empty` -> correlation with the empty lot."""


def _lot(cell: Cell, shown: Shown) -> PlaceScores:
    codes = np.zeros((len(IDS), 4))
    for name, correlation in shown.items():
        if name != "empty":
            part, index = name.split(":")
            codes[IDS.index(BIG_CITY.by_id[part].codes[int(index)].id), 0] = correlation
    place, empty = TablePlace(0, cell, f"property:{CITY_CELLS[cell]}", SOMEWHERE), shown.get("empty", 0.0)
    return PlaceScores(place, codes, log_likelihood_of(empty, SURENESS), empty)


def _lots(*shown: Shown) -> Assignment:
    views = [_lot(cell, one) for cell, one in zip(CITY_CELLS, shown, strict=False)]
    return assign_lots(views, CITY_CELLS, BIG_CITY, SURENESS)


@pytest.mark.parametrize(
    ("shown", "sureness"),
    [
        ({"residence-1:0": 0.90}, "certain"),
        ({"residence-1:0": 0.79}, "likely"),
        ({"residence-1:0": 0.85, "church:0": 0.75}, "likely"),
        ({"residence-1:0": 0.85, "church:0": 0.815}, "likely"),
        ({"residence-1:0": 0.85, "church:0": 0.822}, "ask"),
        ({"residence-1:0": 0.85, "church:0": 0.84}, "ask"),
        ({"residence-1:0": 0.90, "empty": 0.85}, "likely"),
        ({"empty": 0.90}, "certain"),
        ({"empty": 0.79}, "likely"),
        ({"empty": 0.85, "church:0": 0.75}, "likely"),
        ({"empty": 0.50, "church:0": 0.50}, "ask"),
    ],
    ids=lambda value: " ".join(f"{name} {value[name]}" for name in value) if isinstance(value, Mapping) else value,
)
def test_a_property_is_certain_only_by_a_good_fit_with_a_clear_lead(shown: Shown, sureness: str) -> None:
    """One explanation must fit well, and so much better than any other code and than bare ground."""
    assert _lots(shown).sureness["property:11"] == sureness


def _fit(nats: float) -> float:
    """The correlation that has this log-likelihood."""
    unlike = (nats - log_likelihood_of(0.0, SURENESS)) * 2 / SURENESS.weight
    return math.sqrt(1.0 - math.exp(-unlike))


@pytest.mark.parametrize(("code_nats", "sureness"), [(2.3, "certain"), (2.6, "certain"), (2.8, "likely")])
def test_by_chance_some_code_fits_bare_ground_a_little(code_nats: float, sureness: str) -> None:
    """Only what fits better than the best of hundreds on trees and rocks speaks against an empty property."""
    told = _lots({"empty": _fit(7.0), "church:0": _fit(code_nats)}).sureness
    assert told["property:11"] == sureness


@pytest.mark.parametrize(("lead_nats", "stays"), [(2.9, True), (3.1, False)])
def test_a_piece_of_which_a_property_shows_something_else_is_told(lead_nats: float, stays: bool) -> None:
    """Where something else fits but a little better the piece may still lie there; then the other property tells it."""
    explained = _lots({"residence-2:0": 0.99}, {"residence-2:1": _fit(7.0), "church:0": _fit(7.0 + lead_nats)})
    assert (not explained.problems) is stays


def test_no_likelihood_is_told_for_less_than_the_floor() -> None:
    """What is ruled out by one look can be told by the next ones: e to the power of -25."""
    assert min(_lots({"residence-1:0": 0.999}).evidence["property:11"].values()) == -25.0


def test_what_is_covered_of_a_clear_piece_is_likely() -> None:
    """One of its two properties shows it; what lies on the other nobody sees."""
    explained = _lots({"residence-2:0": 0.95}, {})
    assert dict(explained.sureness) == {"property:11": "certain", "property:12": "likely"}
    assert [piece.cells for piece in explained.parts] == [((0, 0), (0, 1))]


def test_what_is_covered_of_a_doubtful_piece_is_asked_about() -> None:
    """The property that shows it is not certain itself."""
    assert dict(_lots({"residence-2:0": 0.79}, {}).sureness) == {"property:11": "likely", "property:12": "ask"}


def test_a_piece_of_which_not_all_fits_is_asked_about() -> None:
    """The second property of a clear piece of two plainly is bare: somebody has not laid it where it belongs."""
    explained = _lots({"residence-2:0": 0.99}, {"empty": 0.90})
    assert dict(explained.sureness) == {"property:11": "ask", "property:12": "ask"}
    assert [problem.places for problem in explained.problems] == [("property:11", "property:12")]


def test_a_piece_that_hangs_out_of_the_city_is_asked_about() -> None:
    """Its second cell lies beside the last property."""
    explained = _lots({"empty": 0.95}, {"empty": 0.95}, {"residence-2:0": 0.99})
    assert explained.sureness["property:13"] == "ask"
    assert explained.parts == ()


def _street(car: float, *rails: float) -> StreetView:
    return StreetView(Street(((0, 0), "east"), "street:11:east", SOMEWHERE, (SOMEWHERE,) * len(rails)), car, rails)


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (_street(0.3, 0.95, 0.95), ("certain", False)),
        (_street(0.3, 0.95), ("certain", False)),
        (_street(0.54, 0.95), ("certain", False)),
        (_street(0.56, 0.95), ("ask", False)),
        (_street(0.56, 0.95, 0.95), ("certain", False)),
        (_street(0.56, 0.95, 0.79), ("ask", False)),
        (_street(0.90, 0.0), ("certain", True)),
        (_street(0.79, 0.0), ("likely", True)),
        (_street(0.85, 0.75), ("likely", True)),
        (_street(0.59, 0.59), ("ask", False)),
    ],
    ids=str,
)
def test_a_street_is_certain_only_where_rail_or_streetcar_plainly_shows(
    view: StreetView, told: tuple[str, bool]
) -> None:
    """Something like a streetcar beside one rail is asked about; two clear rails leave no room for one."""
    assert read_street(view, SURENESS)[:2] == told


@pytest.mark.parametrize(
    ("doubtful", "covered", "seen", "hangs"),
    [
        (set(), set(), {1, 2}, False),
        ({2}, set(), {1, 2}, True),
        ({3}, set(), {1, 2, 3}, False),
        ({3}, set(), {2, 3}, True),
        (set(), {(0, 5)}, {1, 2}, False),
        (set(), {(-1, 3)}, {1, 2}, True),
    ],
    ids=["all clear", "its own", "another", "counted from another", "far cover", "cover across"],
)
def test_a_street_is_asked_about_where_its_name_hangs_on_doubt(
    doubtful: set[int], covered: set[Cell], seen: set[int], hangs: bool
) -> None:
    """Streets are named by the lower number beside them: of a neighbourhood whose place is doubtful nobody knows it."""
    tiles = tuple(PlacedTile(number, (0, 3 * index)) for index, number in enumerate(sorted(seen)))
    sheet = Sheet(BIG_CITY.by_id["tile-1"], 0.0, 0.0, 0.0, ())
    city = City(tiles, dict.fromkeys(seen, sheet), (), frozenset(doubtful), (), (), covered=frozenset(covered))
    numbers = {(0, 2): 13, (0, 3): 21, (1, 3): 22, (-2, 3): 41}
    street = replace(_street(0.0, 0.9).street, segment=((0, 3), "north" if covered else "west"))
    street = replace(street, segment=((-1, 3), "south") if (-1, 3) in covered else ((0, 2), "east"))
    assert hangs_on_doubt(street, city, numbers) == hangs


# Boards: Ann's and Ben's boroughs of Small City.

SMALL_CITY = setup_of(load_game("small-city"))
MY_CITY = setup_of(load_game("my-city"))
OWN = BoardSettings()
PLAIN = Ground(0.0, True, np.zeros(3), 1.0, 1.0, True)


def _board(setup: Setup) -> LaidBoard:
    part = next(part for part in setup.game.of_kind("board") if part.number == 1)
    return LaidBoard(Sheet(part, 0.0, 0.0, 0.0, ()), setup.boards[part.id], "Ann")


def _view(setup: Setup, cell: Cell, shown: Shown, ground: Ground = PLAIN, *, off_mm: float = 0.0) -> PlaceScores:
    ids = setup.piece_ids
    codes: Floats = np.zeros((len(ids), 4))
    for name, correlation in shown.items():
        part, index = name.split(":")
        codes[ids.index(setup.game.by_id[part].codes[int(index)].id), 0] = correlation
    place = TablePlace(0, cell, f"cell:{cell[0]}:{cell[1]}", SOMEWHERE, "plain")
    return PlaceScores(place, codes, ground_log(ground, OWN), ground.fit, off_mm)


def _explained(setup: Setup, *views: PlaceScores) -> Assignment:
    return assign_cells(views, [_board(setup)], setup, ReaderSettings(), known={})


def _sureness(setup: Setup, *views: PlaceScores) -> list[str]:
    told = _explained(setup, *views).sureness
    return [told[view.place.name] for view in views]


@pytest.mark.parametrize(
    ("shown", "fit", "sureness"),
    [
        ({"warehouse:0": 0.90}, 0.0, "certain"),
        ({"warehouse:0": 0.79}, 0.0, "likely"),
        ({"warehouse:0": 0.85, "statue:0": 0.75}, 0.0, "likely"),
        ({"warehouse:0": 0.85, "statue:0": 0.84}, 0.0, "ask"),
        ({"warehouse:0": 0.85}, 0.9, "likely"),
        ({}, 0.95, "likely"),
        ({"warehouse:0": 0.75}, 0.95, "likely"),
        ({}, 0.37, "ask"),
    ],
    ids=str,
)
def test_a_cell_is_certain_only_by_a_good_fit_with_a_clear_lead(shown: Shown, fit: float, sureness: str) -> None:
    """One code must fit well, and so much better than any other and than the ground, whose plain colour is likely."""
    assert _sureness(SMALL_CITY, _view(SMALL_CITY, (3, 3), shown, replace(PLAIN, fit=fit))) == [sureness]


@pytest.mark.parametrize(("code_nats", "parts"), [(3.9, []), (4.1, ["warehouse"])])
def test_what_hardly_shows_its_code_is_no_best_guess(code_nats: float, parts: list[str]) -> None:
    """On a board one of hundreds of codes always fits a little."""
    explained = _explained(SMALL_CITY, _view(SMALL_CITY, (3, 3), {"warehouse:0": _fit(code_nats)}))
    assert [lying.part.id for lying in explained.parts] == parts


@pytest.mark.parametrize(
    ("ground", "code", "plainly"),
    [
        (replace(PLAIN, fit=0.95), 0.0, True),
        (replace(PLAIN, fit=0.80), 0.0, False),
        (replace(PLAIN, fit=0.95), 0.77, False),
        (replace(PLAIN, fit=1.0, known=False), 0.0, False),
    ],
    ids=["plain", "a poor fit", "a code nearly as well", "no other cell proves it"],
)
def test_ground_is_plainly_bare_by_a_good_fit_with_a_clear_lead(ground: Ground, code: float, plainly: bool) -> None:
    """It then teaches how bare cells look in this picture; what looks as the file says may be a hand or a cloth."""
    (told,) = _explained(SMALL_CITY, _view(SMALL_CITY, (3, 3), {"warehouse:0": code}, ground)).told.values()
    assert told.plainly_bare(SURENESS) is plainly


@pytest.mark.parametrize(("share", "sureness"), [(0.39, "certain"), (0.41, "likely")])
def test_a_part_between_two_cells_is_not_certain(share: float, sureness: str) -> None:
    """Far off its cell's middle it may belong to the next."""
    off_mm = share * _board(SMALL_CITY).board.pitch_mm
    assert _sureness(SMALL_CITY, _view(SMALL_CITY, (3, 3), {"warehouse:0": 0.95}, off_mm=off_mm)) == [sureness]


def test_a_hidden_cell_of_a_clear_part_is_likely() -> None:
    """The other cell tells the part; what covers this one hides whether it has been pushed."""
    views = [_view(MY_CITY, (3, 3), {"yellow-1:0": 0.95}), _view(MY_CITY, (3, 4), {})]
    assert _sureness(MY_CITY, *views) == ["certain", "likely"]


def test_a_hidden_cell_of_a_part_that_citizens_may_stand_on_is_asked_about() -> None:
    """What hides it may be one."""
    views = [_view(SMALL_CITY, (3, 3), {"commercial-2:0": 0.95}), _view(SMALL_CITY, (3, 4), {})]
    assert _sureness(SMALL_CITY, *views) == ["certain", "ask"]


@pytest.mark.parametrize(("elsewhere", "sureness"), [(0.95, "certain"), (0.77, "ask")])
def test_what_lies_under_a_citizen_is_told_by_the_tiles_other_squares(elsewhere: float, sureness: str) -> None:
    """The citizen is clear; its tile is only where another square of it is."""
    citizen = _view(SMALL_CITY, (3, 3), {"citizen-1:0": 0.95})
    beside = _view(SMALL_CITY, (3, 4), {"commercial-2:1": elsewhere})
    assert _sureness(SMALL_CITY, citizen, beside)[0] == sureness


def test_a_citizen_on_nothing_is_asked_about() -> None:
    """Somewhere it must stand on a tile."""
    assert _sureness(SMALL_CITY, _view(SMALL_CITY, (3, 3), {"citizen-1:0": 0.95})) == ["ask"]


def test_a_part_that_hangs_over_the_rim_is_asked_about() -> None:
    """Its second cell lies beside the board; the first is not told either."""
    board = _board(MY_CITY).board
    row, column = max(board.cell_set, key=lambda cell: (cell[1], -cell[0]))
    explained = _explained(MY_CITY, _view(MY_CITY, (row, column), {"yellow-1:0": 0.99}))
    assert list(explained.sureness.values()) == ["ask"]
    assert [problem.code for problem in explained.problems] == ["part-contradicts"]


def test_a_part_of_which_a_cell_plainly_is_bare_is_asked_about() -> None:
    """Both its cells are."""
    bare = replace(PLAIN, fit=0.95)
    views = [_view(MY_CITY, (3, 3), {"yellow-1:0": 0.99}), _view(MY_CITY, (3, 4), {"yellow-1:1": 0.6}, bare)]
    assert _sureness(MY_CITY, *views) == ["ask", "ask"]


PLANE = TablePlane(np.array([[2.0, 0.0, 1000.0], [0.0, 2.0, 900.0], [0.0, 0.0, 1.0]]), 0.0, (2000, 1800))


def _code(x_mm: float, y_mm: float, side_mm: float) -> SeenCode:
    half = side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return SeenCode(1, PLANE.to_picture(square + np.array([x_mm, y_mm])), 0.95)


def _cells(boards: Sequence[LaidBoard]) -> Sequence[TablePlace]:
    return cell_field(PLANE, boards, SMALL_CITY, OWN).cells


def _shot(setup: Setup, *codes: SeenCode) -> SolvedShot:
    """A grey picture in which these codes were seen."""
    grey = np.full((1800, 2000), 128, np.uint8)
    return SolvedShot(np.dstack([grey] * 3), Pyramid(grey), codes, SolvedTable(PLANE, (), 0.1), setup.game, ("Ann",))


def _tied(*codes: SeenCode, other: Sequence[SeenCode] = ()) -> frozenset[str]:
    laid = _board(SMALL_CITY)
    boards = [replace(laid, sheet=replace(laid.sheet, codes=codes))]
    field = cell_field(PLANE, boards, SMALL_CITY, OWN)
    if other:
        away = replace(laid, sheet=replace(laid.sheet, x_mm=5000.0, codes=tuple(other)), owner="Ben")
        field = replace(field, boards=(*field.boards, away))
    return ambiguous_cells(_shot(SMALL_CITY), field).asked


def test_cells_far_from_the_only_small_code_are_asked_about() -> None:
    """A code of 5 pixels tells the direction to 9 degrees, so what is far off may be its neighbour."""
    width, height = _board(SMALL_CITY).board.size_mm
    corner = (-width / 2, -height / 2)
    two = (_code(5000.0, 0.0, 30.0), _code(5100.0, 0.0, 30.0))
    small = _tied(_code(*corner, 2.5), other=two)
    assert 0 < len(small) < len(_cells([_board(SMALL_CITY)]))
    assert _tied(_code(*corner, 60.0), other=two) == frozenset()
    assert len(_tied(_code(*corner, 60.0))) == len(_cells([_board(SMALL_CITY)]))


class _EvenLight:
    """Whites of a picture in which every cell has its printed colour, and glare lies where it is said."""

    def __init__(self, colour: Floats, veil: float, clip: bool) -> None:
        self._colour, self._veil, self._clip = colour, veil, clip

    def at(self, samples_px: Any) -> Floats:
        """Grey levels of samples (n, k, 2)."""
        level = np.full((*np.shape(samples_px)[:2], 3), 255.0 if self._clip else 0.0)
        return level if self._clip else level + 255.0 * self._colour

    def reflectance(self, shown: Floats, middles: Floats) -> Floats:
        """As shares of white."""
        return np.broadcast_to(self._colour, shown.shape)

    def veil(self, middles: Floats) -> Floats:
        """How light black looks there."""
        return np.full(len(middles), self._veil)


@pytest.mark.parametrize(
    ("veil", "clip", "shows"), [(0.0, False, True), (0.29, False, True), (0.31, False, False), (0.0, True, False)]
)
def test_ground_under_glare_or_burnt_out_tells_nothing(veil: float, clip: bool, shows: bool) -> None:
    """Where black looks grey, or all is white, a cell of its ground's very colour is not seen to be free."""
    cells = cell_field(PLANE, [_board(SMALL_CITY)], SMALL_CITY, OWN)
    colour = np.array(SMALL_CITY.game.palette["open-square"][::-1]) / 255.0
    whites: Any = _EvenLight(colour, veil, clip)
    grounds = score_ground(whites, cells, SMALL_CITY.game, OWN, known={})
    plain = [ground.fit for ground, cell in zip(grounds, cells.cells, strict=True) if cell.ground == "plain"]
    assert all((fit > 0.9) == shows for fit in plain)
    assert plain


# Plain pieces: one face of a city hall's colour on a lattice of its own.

PLAIN_SETTINGS = PlainSettings()
PURPLE = PieceSet("blocks", "Blocks", "big-city", (PlainPiece("city-hall", (107, 63, 160), (22.0, 22.0), 12.0),))


def _plain_answer(*, off: float = 0.0, beyond: float = 9.0) -> PlainAnswer:
    """A face so many Delta E lighter than the city hall's colour, whose colour ends at its rim so clearly."""
    materials = materials_of(plain_kinds(PURPLE, BIG_CITY), PLAIN_SETTINGS)
    (material,) = materials
    lab = material.lab + np.array([off, 0.0, 0.0])
    nats = float(material.nats(lab, PLAIN_SETTINGS)[0])
    face = Face(PlainCell((0, 0), SOMEWHERE), lab, 1.0, 12.0, 22.0, nats)
    joints = {frozenset({(0, 0), (0, 1)}): beyond}
    _, answers = explain_with_refit({(0, 0): face}, joints, materials, {"city-hall": 1}, PLAIN_SETTINGS)
    return answers[0, 0]


@pytest.mark.parametrize(
    ("face", "sureness"),
    [
        ({}, "likely"),
        ({"beyond": -1.9}, "likely"),
        ({"beyond": -2.1}, "ask"),
        ({"off": 32.0}, "likely"),
        ({"off": 34.0}, "ask"),
    ],
    ids=str,
)
def test_a_plain_piece_is_likely_only_with_its_colour_to_its_rim(face: Mapping[str, Any], sureness: str) -> None:
    """Its colour fits, and it does not go on beyond its cells; by colour alone it is never certain."""
    assert _plain_answer(**face).sureness == sureness


@pytest.mark.parametrize(
    ("bound", "doubt"),
    [(0, "stranger"), (1, "colour"), (2, "cut"), (3, "end")],
    ids=["known", "colour", "shape", "ends"],
)
def test_a_plain_piece_is_asked_about_for_what_shows_it_least(bound: int, doubt: str) -> None:
    """Just above each bound nothing is asked; just below one of them that is what makes people be asked."""
    just_above, just_below = (1.1, 2.1, 2.1, -1.9), (0.9, 1.9, 1.9, -2.1)
    nats = [just_below[index] if index == bound else value for index, value in enumerate(just_above)]
    assert doubt_of(*just_above, PLAIN_SETTINGS) is None
    assert doubt_of(*nats, PLAIN_SETTINGS) == doubt


def _side_by_side(beyond: float, rims: bool) -> PlainAnswer:
    """Three in a row and one below the first, all of one colour, which goes on from one to the other so plainly."""
    sizes = {"business-1": (22.0, 22.0), "business-3": (118.0, 22.0)}
    pieces = tuple(PlainPiece(part, (36, 88, 168), size, 12.0) for part, size in sizes.items())
    materials = materials_of(plain_kinds(PieceSet("blocks", "Blocks", "big-city", pieces), BIG_CITY), PLAIN_SETTINGS)
    lab = materials[0].lab
    cells = [(0, 0), (0, 1), (0, 2), (1, 0)]
    faces = {cell: Face(PlainCell(cell, SOMEWHERE), lab, 1.0, 12.0, 22.0, 9.0) for cell in cells}
    joints = {frozenset(pair): -7.0 for pair in pairwise(cells[:3])} | {frozenset({(0, 0), (1, 0)}): beyond}
    supply = dict.fromkeys(sizes, 1)
    shown = (lambda laid: {cell: 9.0 for one in laid for cell in one.cells}) if rims else None
    return explain_with_refit(faces, joints, materials, supply, PLAIN_SETTINGS, shown)[1][1, 0]


def test_a_seam_may_not_show_where_shapes_leave_no_other_way() -> None:
    """Two blocks pushed together are likely what alone fits; where a street lies between them, no street is no end."""
    assert _side_by_side(-5.0, rims=False).sureness == "likely"
    assert _side_by_side(-5.0, rims=True).sureness == "ask"


def _cut(nats: float, *parts: str) -> Cut:
    """One way to cut a heap, in which these parts lie somewhere."""
    return Cut(tuple(Laid(BIG_CITY.by_id[part], 0, ((0, 0),), 9.0, 9.0) for part in parts), (), nats)


ONE_EACH = {"business-1": 1, "business-2": 1, "business-3": 1}


@pytest.mark.parametrize(
    ("heaps", "together"),
    [
        ([[_cut(0.0, "business-1")], [_cut(0.0, "business-1"), _cut(-3.0, "business-3")]], [[-3.0], [-3.0]]),
        (
            [
                [_cut(0.0, "business-1"), _cut(-4.0, "business-2")],
                [_cut(0.0, "business-1"), _cut(-1.0, "business-3")],
            ],
            [[-1.0, -4.0], [-1.0, -4.0]],
        ),
        ([[_cut(0.0, "business-1")], [_cut(-9.0, "business-2")]], [[0.0], [-9.0]]),
        ([[_cut(0.0, "business-1")], [_cut(-1.0, "business-1")]], [[0.0], [-1.0]]),
        ([[_cut(0.0, "business-1")], [_cut(0.0, "business-1")], []], [[0.0], [0.0], []]),
    ],
    ids=["the only way", "the best together", "nothing wanted twice", "nothing goes together", "a heap without a way"],
)
def test_heaps_leave_each_other_enough_pieces(heaps: list[list[Cut]], together: list[list[float]]) -> None:
    """What is there once lies once: each heap's ways are those that leave the others one, with all heaps' nats."""
    found = cuts_together(heaps, ONE_EACH, lambda heap: (), keep=12.0, most_steps=100)
    assert [[cut.nats for cut in cuts] for cuts in found] == together
    assert cuts_together(heaps, ONE_EACH, lambda heap: (), keep=12.0, most_steps=1) == heaps


def test_worse_ways_are_asked_for_where_nothing_goes_together() -> None:
    """Both heaps have one good way only, and it is the same piece: one of them is something else."""
    heaps = [[_cut(0.0, "business-1")], [_cut(0.0, "business-1")]]
    more = ([_cut(0.0, "business-1"), _cut(-20.0, "business-2")], [_cut(0.0, "business-1"), _cut(-15.0, "business-3")])
    one, other = cuts_together(heaps, ONE_EACH, lambda heap: more[heap], keep=12.0, most_steps=100)
    assert [cut.pieces[0].part.id for cut in one] == ["business-1", "business-2"]
    assert [cut.pieces[0].part.id for cut in other] == ["business-3", "business-1"]
    assert one[0].nats - one[1].nats == pytest.approx(5.0)


def test_what_there_is_enough_of_makes_no_two_ways() -> None:
    """Four heaps have ten ways each, by parts of which there are enough, and one by what there is one of for all."""
    plenty = [_cut(-0.1 * count, *("business-3",) * count) for count in range(10)]
    heaps = [[*plenty, _cut(-0.5, "business-1")] for _ in range(4)]
    found = cuts_together(heaps, {"business-1": 1, "business-3": 36}, None, keep=12.0, most_steps=40)
    assert [len(cuts) for cuts in found] == [11] * 4
    assert found[0][-1].nats == pytest.approx(-0.9)


def test_ways_that_want_the_same_are_one() -> None:
    """Sixteen heaps with six ways each that differ in where the pieces lie: what they want together is soon told."""
    heaps = [[_cut(-0.1 * way, "business-1") for way in range(6)] for _ in range(15)]
    heaps.append([_cut(0.0, "business-1"), _cut(-3.0, "business-3")])
    found = cuts_together(heaps, {"business-1": 15, "business-3": 1}, lambda heap: (), keep=12.0, most_steps=100)
    assert [cut.pieces[0].part.id for cut in found[-1]] == ["business-3"]
    assert [cut.nats for cut in found[0]] == pytest.approx([-3.0, -3.1, -3.2, -3.3, -3.4, -3.5])


def test_what_no_look_tells_apart_may_be_any_of_them() -> None:
    """Two of Small City's tiles have one colour and one shape: either lies there, and people are asked which."""
    game = load_game("small-city")
    materials = materials_of(plain_kinds(pieces_for("palette", game), game), PLAIN_SETTINGS)
    families = ({(kind.part.cells): 0 for kind in material.kinds} for material in materials)
    material, shape = next(
        (one, shape)
        for one, shapes in zip(materials, families, strict=True)
        for shape in shapes
        if sum(kind.part.cells == shape for kind in one.kinds) > 1
    )
    twins = {kind.part.id for kind in material.kinds if kind.part.cells == shape}
    faces = {cell: Face(PlainCell(cell, SOMEWHERE), material.lab, 1.0, 12.0, 22.0, 9.0) for cell in shape}
    joints = {frozenset((one, other)): -9.0 for one in shape for other in shape if apart(one, other) == 1}
    supply = {kind.part.id: kind.part.count for one in materials for kind in one.kinds}
    pieces, answers = explain_with_refit(faces, joints, materials, supply, PLAIN_SETTINGS)
    assert [piece.part.id in twins for piece in pieces] == [True]
    for answer in answers.values():
        assert answer.sureness == "ask"
        assert len({answer.evidence[part] for part in twins}) == 1


def _beside_paler(*, rim_only: bool) -> str:
    """Of two cells of one colour that goes on, the other of which looks paler by 24 Delta E, what lies on the first."""
    game = load_game("small-city")
    kinds = [kind for kind in plain_kinds(pieces_for("palette", game), game) if kind.part.id.startswith("residential-")]
    (material,) = materials_of(kinds, PLAIN_SETTINGS)
    less = 24.0 / float(np.hypot(*material.lab[1:]))
    paler = material.lab * np.array([1.0, 1.0 - less, 1.0 - less])
    own, other = PlainCell((0, 0), SOMEWHERE), PlainCell((0, 1), SOMEWHERE, rim_only=rim_only)
    faces = {
        own.key: Face(own, material.lab, 1.0, 12.0, 22.0, 9.0),
        other.key: Face(other, paler, 0.9, 12.0, 22.0, 6.0),
    }
    supply = {kind.part.id: kind.part.count for kind in material.kinds}
    answer = explain_with_refit(faces, {frozenset(faces): -5.0}, [material], supply, PLAIN_SETTINGS)[1][own.key]
    assert answer.piece is not None
    return answer.piece.part.id


def test_the_rim_round_a_white_code_may_be_paler_than_the_rest_of_its_piece() -> None:
    """A citizen's code bleeds over what shows round it: a tile goes on there, where without one another would begin."""
    assert _beside_paler(rim_only=True) == "residential-2"
    assert _beside_paler(rim_only=False) == "residential-1"


def _three_in_a_row(singles: int) -> PlainAnswer:
    """The middle of three lots on which one block or three may lie, beside so many single blocks of four that exist."""
    sizes = {"business-1": (22.0, 22.0), "business-3": (118.0, 22.0)}
    pieces = tuple(PlainPiece(part, (36, 88, 168), size, 12.0) for part, size in sizes.items())
    materials = materials_of(plain_kinds(PieceSet("blocks", "Blocks", "big-city", pieces), BIG_CITY), PLAIN_SETTINGS)
    row = [(0, 0), (0, 1), (0, 2)]
    cells = [*row, *((2 + 2 * number, 0) for number in range(singles))]
    faces = {cell: Face(PlainCell(cell, SOMEWHERE), materials[0].lab, 1.0, 12.0, 22.0, 9.0) for cell in cells}
    joints = {frozenset(pair): -0.4 for pair in pairwise(row)}
    return explain_with_refit(faces, joints, materials, {"business-1": 4, "business-3": 1}, PLAIN_SETTINGS)[1][0, 1]


def test_what_lies_elsewhere_makes_a_piece_likely() -> None:
    """Two of four single blocks lie elsewhere, so that no three are left for the row."""
    assert _three_in_a_row(singles=1).sureness == "ask"
    answer = _three_in_a_row(singles=2)
    assert answer.piece is not None
    assert (answer.piece.part.id, answer.sureness) == ("business-3", "likely")


# Cards: My City's open card.


def _card(*correlations: float) -> OffBoardReading:
    """What is told of as many cards, so clearly seen, and no board."""
    cards = MY_CITY.game.of_kind("card")[: len(correlations)]
    codes = [
        replace(_code(100.0 * index, 0.0, card.codes[0].side_mm), id=card.codes[0].id, correlation=correlation)
        for index, (card, correlation) in enumerate(zip(cards, correlations, strict=True))
    ]
    shot = _shot(MY_CITY, *codes)
    return read_off_board(shot, MY_CITY, (), Whites(shot))


@pytest.mark.parametrize(
    ("correlations", "sureness"),
    [((0.81,), "certain"), ((0.79,), "likely"), ((0.99, 0.70), "ask")],
    ids=["clear", "poor", "two cards"],
)
def test_a_card_is_certain_only_alone_and_clearly_seen(correlations: Sequence[float], sureness: str) -> None:
    """A poor code may be another card's; of two that lie open nobody knows which is the newest."""
    seen = _card(*correlations)
    assert seen.sureness["card"] == sureness
    assert (seen.told.card is None) == (sureness == "ask")
