"""What decides how sure a place is, on values and without pictures: just on each side of every bound."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import GameFile, load_game
from tabletop.lattice import PlacedStreetcar
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plainkinds import palette_pieces, plain_kinds
from tabletop.readings import Confidence
from vision import load_image, read_image
from vision.boards.cells import LaidBoard
from vision.boards.off_board import puck_beside, token_sureness
from vision.boards.setup import setup_of
from vision.city.lattice import build_city, tile_sureness
from vision.pixels.codes import SeenCode
from vision.places.seats import Seats, read_seats
from vision.places.shot import Pyramid, SolvedShot
from vision.settings import ConfidenceSettings, LatticeSettings, LightSettings
from vision.settings.boards import BoardSettings
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet, SolvedTable
from vision.uncoded.loose import (
    STEP_MM,
    WINDOW,
    CellClaim,
    LooseBed,
    Patch,
    loose_answer,
    one_cell_each,
    patches_of,
    patches_upon,
)
from vision.uncoded.materials import materials_of
from vision.uncoded.puck import only_one
from vision.uncoded.streetcars import no_car_by_rails
from vision.unread import light_problems

PLANE = TablePlane(np.array([[2.0, 0.0, 1000.0], [0.0, 2.0, 700.0], [0.0, 0.0, 1.0]]), 0.0, (2000, 1400))
"""Seen straight from above, two pixels a millimetre, the table's origin in the middle."""
BIG_CITY = load_game("big-city")
SURENESS = ConfidenceSettings()
PLAYERS = ("Ann", "Ben")

LIGHTHOUSES = str(Path(__file__).parents[2] / "examples" / "lighthouses.toml")


def _seen(
    part_id: str, x_mm: float, y_mm: float, correlation: float, *, code: int = 0, game: Any = BIG_CITY
) -> SeenCode:
    """A part's code as it is seen with its middle there, unturned, at the part's height."""
    part = game.by_id[part_id]
    half = part.codes[code].side_mm / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + np.array([x_mm, y_mm])
    return SeenCode(part.codes[code].id, PLANE.to_picture(corners, height_mm=part.height_mm), correlation)


def _tile(number: int, *correlations: float, x_mm: float = 0.0) -> Sheet:
    part = next(part for part in BIG_CITY.of_kind("tile") if part.number == number)
    codes = tuple(_seen(part.id, x_mm, 0.0, value, code=index) for index, value in enumerate(correlations))
    return Sheet(part, x_mm, 0.0, 0.0, codes)


@pytest.mark.parametrize(
    ("correlations", "sureness"),
    [((0.86,), "certain"), ((0.84,), "likely"), ((), "likely"), ((0.70, 0.70), "certain")],
    ids=["one clear code", "one poor code", "covered", "two codes that agree"],
)
def test_a_neighbourhood_is_certain_by_two_codes_or_a_clear_one(correlations: Sequence[float], sureness: str) -> None:
    """A single code that is hardly made out may be another one; a covered neighbourhood is held to lie where it lay."""
    city = build_city([_tile(1, *correlations)], BIG_CITY, LatticeSettings())
    assert tile_sureness(city, SURENESS) == {"tile:1": sureness}


def test_a_neighbourhood_that_is_seen_twice_is_asked_about() -> None:
    """However clear both are."""
    city = build_city([_tile(1, 0.99, 0.99), _tile(1, 0.99, x_mm=400.0)], BIG_CITY, LatticeSettings())
    assert tile_sureness(city, SURENESS) == {"tile:1": "ask"}


@lru_cache
@pytest.mark.parametrize(
    ("gap_mm", "turned_deg", "told"),
    [
        (8.9, 0.0, "certain"),
        (9.1, 0.0, "ask"),
        (14.9, 0.0, "ask"),
        (15.1, 0.0, "reserve"),
        (0.0, 6.9, "certain"),
        (0.0, 7.1, "ask"),
        (0.0, 13.9, "ask"),
        (0.0, 14.1, "reserve"),
    ],
)
def test_a_neighbourhood_that_lies_askew_is_asked_about(gap_mm: float, turned_deg: float, told: str) -> None:
    """A finger's breadth off it touches; further off it may be meant to, or have been put away."""
    half_mm, turned = 1.5 * BIG_CITY.grid.pitch_mm, np.radians(turned_deg)
    other = _tile(3, 0.99, 0.99, x_mm=half_mm * (1.0 + np.cos(turned)) + gap_mm)
    other = replace(other, y_mm=half_mm * np.sin(turned), rotation_deg=turned_deg)  # about their joint's middle
    city = build_city([_tile(1, 0.99, 0.99), other], BIG_CITY, LatticeSettings())
    assert ("reserve" if 3 in city.reserve else tile_sureness(city, SURENESS)["tile:3"]) == told


def _mats() -> tuple[Sheet, ...]:
    """Two mats beside each other, a hand's breadth apart, each with its code well seen."""
    parts = [part for part in BIG_CITY.of_kind("mat") if part.number in (1, 2)]
    return tuple(
        Sheet(part, 250.0 * index - 125.0, 0.0, 0.0, (_seen(part.id, 250.0 * index - 125.0, 0.0, 0.95),))
        for index, part in enumerate(parts)
    )


def _shot(sheets: Sequence[Sheet], codes: Sequence[SeenCode], game: GameFile = BIG_CITY) -> SolvedShot:
    """A grey picture in which these sheets and codes were seen."""
    empty = np.full((1400, 2000), 128, np.uint8)
    return SolvedShot(empty, Pyramid(empty), codes, SolvedTable(PLANE, tuple(sheets), 0.1), game, PLAYERS)


def _seats(*pucks: SeenCode) -> Seats:
    return read_seats(_shot(_mats(), pucks))


def _puck(inside_mm: float, correlation: float = 0.95) -> SeenCode:
    """So far within the right rim of the first mat."""
    mat = _mats()[0]
    (puck,) = BIG_CITY.of_kind("puck")
    return _seen(puck.id, mat.x_mm + mat.part.size_mm[0] / 2 - inside_mm, 0.0, correlation)


@pytest.mark.parametrize(
    ("inside_mm", "turn", "sureness"),
    [(4.1, "Ann", "certain"), (3.9, "Ann", "likely"), (0.5, "Ann", "likely"), (-0.5, None, "likely")],
)
def test_a_puck_on_a_mats_very_edge_is_not_certain(inside_mm: float, turn: str | None, sureness: str) -> None:
    """It may be a higher one that lies beside the mat; beyond the edge it is nobody's."""
    seats = _seats(_puck(inside_mm))
    assert (seats.turn, seats.sureness["puck"]) == (turn, sureness)


def test_a_puck_whose_code_is_poorly_seen_is_not_certain() -> None:
    """Well within the mat, but hardly made out."""
    seats = _seats(_puck(30.0, correlation=0.79))
    assert (seats.turn, seats.sureness["puck"]) == ("Ann", "likely")


def test_two_pucks_are_asked_about() -> None:
    """Which one counts only people know."""
    assert _seats(_puck(20.0), _puck(40.0)).sureness["puck"] == "ask"


def test_mats_that_are_poorly_seen_are_not_certain() -> None:
    """A mat whose code is hardly made out may be another player's."""
    mat = _mats()[0]
    poor = Sheet(mat.part, mat.x_mm, 0.0, 0.0, (_seen(mat.part.id, mat.x_mm, 0.0, 0.79),))
    seats = read_seats(_shot((poor, _mats()[1]), [_puck(30.0)]))
    assert (seats.sureness["mat:Ann"], seats.sureness["mat:Ben"]) == ("likely", "certain")


SMALL_CITY = setup_of(load_game("small-city"))
GAP_MM = 60.0


def _boards() -> list[LaidBoard]:
    """Ann's and Ben's boards side by side, 60 mm apart, the gap's middle at the table's origin."""
    parts = [part for part in SMALL_CITY.game.of_kind("board") if part.number in (1, 2)]
    found = []
    for part, owner, side in zip(parts, PLAYERS, (-1, 1), strict=True):
        x_mm = side * (GAP_MM + part.size_mm[0]) / 2
        found.append(LaidBoard(Sheet(part, x_mm, 0.0, 0.0, ()), SMALL_CITY.boards[part.id], owner))
    return found


@pytest.mark.parametrize(
    ("x_mm", "correlation", "turn", "sureness"),
    [
        (0.0, 0.95, None, "ask"),
        (-4.0, 0.95, None, "ask"),
        (-5.5, 0.95, "Ann", "likely"),
        (-6.0, 0.95, "Ann", "likely"),
        (-14.0, 0.95, "Ann", "likely"),
        (-16.0, 0.95, "Ann", "certain"),
        (-16.0, 0.79, "Ann", "likely"),
        (16.0, 0.95, "Ben", "certain"),
    ],
)
def test_a_puck_between_two_boards_is_asked_about(
    x_mm: float, correlation: float, turn: str | None, sureness: str
) -> None:
    """In the middle nobody's turn is told; by a board it is, the nearer the surer, and only where it is well seen."""
    (puck,) = SMALL_CITY.game.of_kind("puck")
    code = _seen(puck.id, x_mm, 0.0, correlation, game=SMALL_CITY.game)
    seats = puck_beside(_shot((), [code], SMALL_CITY.game), _boards())
    assert (seats.turn, seats.sureness["puck"]) == (turn, sureness)
    assert bool(seats.evidence) == (turn is not None)


@pytest.mark.parametrize(("beyond_mm", "turn"), [(85.0, "Ann"), (95.0, None)])
def test_a_puck_far_from_every_board_is_asked_about(beyond_mm: float, turn: str | None) -> None:
    """Somebody has put it away."""
    (puck,) = SMALL_CITY.game.of_kind("puck")
    ann = _boards()[0]
    code = _seen(puck.id, ann.sheet.x_mm - ann.sheet.part.size_mm[0] / 2 - beyond_mm, 0.0, 0.95, game=SMALL_CITY.game)
    assert puck_beside(_shot((), [code], SMALL_CITY.game), _boards()).turn == turn


@pytest.mark.parametrize(
    ("share", "rival", "sureness"),
    [
        (0.9, 0.1, "likely"),
        (0.9, 0.53, "likely"),
        (0.9, 0.55, "ask"),
        (0.36, 0.1, "likely"),
        (0.34, 0.1, "ask"),
        (0.21, 0.0, "likely"),
        (0.21, 0.06, "ask"),
        (0.19, 0.0, "ask"),
    ],
)
def test_a_token_that_two_spaces_show_is_asked_about(share: float, rival: float, sureness: str) -> None:
    """It must show its colour on one space, and less on any other; by its colour it is never certain."""
    assert token_sureness(share, rival, BoardSettings()) == sureness


@pytest.mark.parametrize(
    ("rails", "strip", "told"),
    [(0.96, 1.0, "certain"), (0.94, 1.0, "likely"), (0.93, 0.51, "likely"), (0.93, 0.49, None), (0.91, 1.0, None)],
)
def test_rails_tell_that_no_plain_streetcar_covers_them(rails: float, strip: float, told: str | None) -> None:
    """They must be seen plainly, a rim's only one with the street beside it: else it may be a block's dark side."""
    answer = no_car_by_rails(rails, strip, PlainSettings())
    assert (answer and answer[0]) == told


@pytest.mark.parametrize(
    ("shares", "on"),
    [((0.86, 0.0), 0), ((0.84, 0.0), None), ((0.0, 0.9, 0.49), 1), ((0.0, 0.9, 0.51), None), ((0.9, 0.9), None)],
)
def test_a_plain_puck_lies_where_one_mat_plainly_shows_it(shares: Sequence[float], on: int | None) -> None:
    """Most of its core on one mat, and less than half on any other."""
    assert only_one(shares, PlainSettings()) == on


@pytest.mark.parametrize(("grey", "told"), [(20, True), (45, True), (59, True), (61, False)])
def test_an_evenly_dark_picture_is_told(grey: int, told: bool) -> None:
    """A lid before the lens in a lit room is grey with some noise, not black: not the focus is to blame."""
    noise = np.random.default_rng(1).normal(0.0, 2.0, (720, 1280))
    picture = np.clip(np.rint(grey + noise), 0, 255).astype(np.uint8)
    codes = [problem.code for problem in light_problems(picture, LightSettings())]
    assert (codes == ["too-dark"]) == told


def test_a_dim_table_with_something_on_it_is_not_too_dark() -> None:
    """The same mean with edges in it is a picture of something."""
    picture = np.full((720, 1280), 30, np.uint8)
    for index in range(12):
        cv2.rectangle(picture, (40 + 100 * index, 200), (90 + 100 * index, 500), 110, -1)
    assert "too-dark" not in [problem.code for problem in light_problems(picture, LightSettings())]


@pytest.mark.parametrize(
    ("size_nats", "sureness", "plainly"),
    [(-2.9, "likely", True), (-3.1, "likely", False), (-5.9, "likely", False), (-6.1, "ask", False)],
)
def test_a_loose_piece_is_told_only_when_it_measures_what_it_should(
    size_nats: float, sureness: str, plainly: bool
) -> None:
    """Its colour is plain; one whose sides are a little off is no citizen upon another piece, far off it is asked."""
    material = materials_of(plain_kinds(COUNTER, CHESS), PlainSettings())[0]
    answer = loose_answer((3, 3), [Patch(material.kinds[0], 9.0, size_nats)], PlainSettings())
    assert (answer.sureness, answer.plainly) == (sureness, plainly)
    assert (answer.piece is None) == (sureness == "ask")


CHESS = load_game("my-city-chess")
COUNTER = PieceSet("one", "", "my-city-chess", (PlainPiece("red-residential-1", (198, 43, 43), (14.0, 14.0), 8.0),))


@pytest.mark.parametrize(
    ("left_mm", "width_mm", "share", "found"),
    [(-9.0, 18.0, 1.0, True), (-20.0, 29.0, 1.0, False), (-6.0, 12.0, 1.0, False), (-9.0, 18.0, 0.35, False)],
    ids=["a citizen", "over a side", "too small", "of another colour"],
)
def test_what_stands_upon_a_piece_that_may_have_its_colour(
    left_mm: float, width_mm: float, share: float, found: bool
) -> None:
    """Orange upon red: a patch of the citizen's own colour and size that ends before all four sides of the cell."""
    game, settings, pitch_mm = load_game("small-city"), PlainSettings(), 27.5
    kinds = [kind for kind in plain_kinds(palette_pieces(game), game) if kind.part.id == "citizen-1"]
    material, red = materials_of(kinds, settings)[0], np.array([50.0, 65.0, 30.0])
    along = np.arange(-WINDOW * pitch_mm, WINDOW * pitch_mm + STEP_MM / 2, STEP_MM)
    across = np.abs(along) < (9.0 if width_mm > 12.0 else 6.0)
    upon = across[:, None] & ((along > left_mm) & (along < left_mm + width_mm))[None, :]
    values = np.where(upon[..., None], red + share * (material.lab - red), red)
    near = np.abs(along) < settings.standing_mm
    patches = patches_upon(values, near[:, None] & near, (material, kinds), LooseBed(pitch_mm, 0.0), settings)
    assert bool(patches) is found


def test_patches_of_several_cells_are_looked_at_each_for_itself() -> None:
    """Two cells whose whole windows have one colour show the same as one of them alone."""
    game, settings, pitch_mm = load_game("small-city"), PlainSettings(), 27.5
    kinds = [kind for kind in plain_kinds(palette_pieces(game), game) if kind.part.id == "citizen-1"]
    material, bed = materials_of(kinds, settings)[0], LooseBed(pitch_mm, 0.0)
    side = len(np.arange(-WINDOW * pitch_mm, WINDOW * pitch_mm + STEP_MM / 2, STEP_MM))
    windows = np.tile(material.lab.astype(np.float32), (2, side, side, 1))
    (alone,) = patches_of(windows[:1], material, kinds, [bed], settings)
    both = patches_of(windows, material, kinds, [bed, bed], settings)
    assert [[one.size_nats for one in found] for found in both] == [[alone[0].size_nats]] * 2


@pytest.mark.parametrize(("colour", "touches"), [("red", True), ("red", False), ("faint", True)])
def test_pieces_of_one_colour_that_touch_are_told_each_on_its_own_cell(colour: str, touches: bool) -> None:
    """A ship nearly fills its hex, and the next one's corner touches it; ground that shows little is not cut in two."""
    game, settings, pitch_mm = load_game(LIGHTHOUSES), PlainSettings(), 34.0
    kinds = [kind for kind in plain_kinds(palette_pieces(game), game) if kind.part.id == "red-ship-1"]
    material, beside = materials_of(kinds, settings)[0], np.array([29.4, 17.0])
    along = np.arange(-WINDOW * pitch_mm, WINDOW * pitch_mm + STEP_MM / 2, STEP_MM)
    right, down = along[None, :], along[:, None]
    own = (np.abs(right) < 13.7) & (np.abs(down) < 13.7)
    other = (np.abs(right - beside[0]) < 16.5) & (np.abs(down - beside[1]) < 13.7)
    ground = np.array([90.0, -5.0, -8.0]) if colour == "red" else material.lab + np.array([40.0, -15.0, -10.0])
    values = np.where((own | (other & touches))[..., None], material.lab, ground).astype(np.float32)
    bed = LooseBed(pitch_mm, 0.0, beside[None])
    (found,) = patches_of(values[None], material, kinds, [bed], settings)
    fits = [one for one in found if one.size_nats > settings.plainly_sized]
    assert bool(fits) is (colour == "red")


CITIZENS = plain_kinds(palette_pieces(load_game("small-city")), load_game("small-city"))


def _claim(part: str, seen_mm: tuple[float, float], own_nats: float) -> CellClaim:
    kind = next(kind for kind in CITIZENS if kind.part.id == part)
    return CellClaim(Patch(kind, 7.5, -0.5), np.array(seen_mm), own_nats)


@pytest.mark.parametrize(
    ("own_nats", "sureness", "plainly"),
    [(2.9, "likely", True), (3.1, "likely", False), (4.9, "likely", False), (5.1, "ask", False)],
)
def test_a_loose_piece_lies_on_one_cell(own_nats: float, sureness: Confidence, plainly: bool) -> None:
    """At its tile's height a citizen lies on the tile, at that of the ground on the cell beside: one piece, one cell.

    Where the other cell has nearly as much right, nobody knows on which it lies.
    """
    claims = {(7, 1): [_claim("citizen-3", (0.0, 0.0), 7.0)], (7, 0): [_claim("citizen-3", (-5.0, 0.0), own_nats)]}
    answers = one_cell_each(claims, PlainSettings())
    assert answers.keys() == {(7, 1)}
    assert (answers[7, 1].sureness, answers[7, 1].plainly) == (sureness, plainly)


@pytest.mark.parametrize(("part", "x_mm"), [("citizen-3", -18.0), ("citizen-2", -5.0)], ids=["beside", "other colour"])
def test_two_loose_pieces_keep_their_cells(part: str, x_mm: float) -> None:
    """They stand side by side, or are of two colours."""
    claims = {(7, 1): [_claim("citizen-3", (0.0, 0.0), 7.0)], (7, 0): [_claim(part, (x_mm, 0.0), 3.0)]}
    assert one_cell_each(claims, PlainSettings()).keys() == claims.keys()


@pytest.mark.parametrize(("left_mm", "found"), [(4.0, True), (6.0, False), (-13.0, True), (-15.0, True)])
def test_a_patch_that_is_cut_off_goes_on(left_mm: float, found: bool) -> None:
    """Of a citizen beyond the cell's rim a part is looked at: its middle is no nearer than its size says."""
    settings, pitch_mm = PlainSettings(), 27.5
    kinds = [kind for kind in CITIZENS if kind.part.id == "citizen-1"]
    material, ground = materials_of(kinds, settings)[0], np.array([90.0, 0.0, 5.0])
    along = np.arange(-WINDOW * pitch_mm, WINDOW * pitch_mm + STEP_MM / 2, STEP_MM)
    upon = (np.abs(along) < 9.0)[:, None] & ((along > left_mm) & (along < left_mm + 18.0))[None, :]
    values = np.where(upon[..., None], material.lab, ground).astype(np.float32)
    (patches,) = patches_of(values[None], material, kinds, [LooseBed(pitch_mm, 0.0)], settings)
    assert bool(patches) is found


def test_a_seam_that_looks_like_a_rail_does_not_make_a_street_bare() -> None:
    """Between a streetcar and a block, in a film: the other rail is plainly hidden."""
    game = load_game("big-city")
    image = load_image(Path(__file__).parent / "pictures" / "streetcar-by-a-seam.jpg")
    sight = read_image(image, game, pieces=palette_pieces(game))
    assert sight.city is not None
    rails = next(view.rails for view in sight.city.streets if view.street.name == "street:25:south")
    assert min(rails) < PlainSettings().cars.rail_covered
    assert max(rails) > PlainSettings().cars.rails_plain
    assert PlacedStreetcar(25, "south") in getattr(sight.reading.position, "streetcars", ())
    assert sight.reading.confidence["street:25:south"] == "likely"
