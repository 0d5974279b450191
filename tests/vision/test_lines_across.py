"""A line drawn across a piece without a code looks like a seam: how many pieces lie there is never certain then."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from measuring.plain import PHOTOS
from measuring.tally import Compared, compare

from simulator.art import PartsBox
from simulator.scene import NEAT
from simulator.studio import Shot, shoot
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, SmallCityPosition
from tabletop.piecefile import load_pieces
from tabletop.plainkinds import plain_kinds
from tabletop.plans import plan_of
from tabletop.readings import Confidence
from vision import read_image
from vision.places.place import PlaceFrame
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import PlainAnswer
from vision.uncoded.faces import Face, PlainCell
from vision.uncoded.materials import materials_of
from vision.uncoded.shapes import Laid
from vision.uncoded.withheld import parted_beneath, parted_by_seams, seams_lost_in_noise

GAME = load_game("small-city")
SHAPES = load_pieces(str(PHOTOS / "small-city" / "pieces" / "shapes.toml"))
BOROUGHS = SmallCityPosition(
    boroughs=(
        Borough(
            "Ann",
            (
                PlacedBoroughTile("park", ("C3", "C4"), 2), PlacedBoroughTile("park", ("H3",), 1),
                PlacedBoroughTile("factory", ("E6", "E7"), 2), PlacedBoroughTile("factory", ("I7",), 1),
            ),
        ),
        Borough("Ben", (PlacedBoroughTile("park", ("B2",), 1),)),
    )
)  # fmt: skip
"""Pieces of two cells, of whose colour there are single ones, too; those lie by themselves."""


@pytest.fixture(scope="module")
def crossed() -> Callable[[float, float], tuple[Compared, set[str]]]:
    """How a picture is read in which a dark line so wide lies across the middle of each piece of two cells, and on.

    And the places that are certain.
    """
    shot = Shot(view="above", light="ceiling", table="wood", seed=3, size_px=(1600, 900), disorder=NEAT)
    photo = shoot(plan_of(BOROUGHS, GAME), PartsBox(GAME, SHAPES), shot)

    def drawn(width_mm: float, beyond_mm: float) -> tuple[Compared, set[str]]:
        image = photo.image.copy()
        for part in photo.truth.parts:
            outline = np.array(part.outline_mm)
            if part.top_z_mm < 3.0 or len(outline) != 4 or np.ptp(outline, axis=0).max() < 40.0 or not width_mm:
                continue
            side = min((outline[1] - outline[0], outline[2] - outline[1]), key=np.linalg.norm)
            across = side / np.linalg.norm(side)
            reach = (np.linalg.norm(side) / 2 + beyond_mm) * across
            wide = width_mm / 2 * np.array([-across[1], across[0]])
            middle = outline.mean(axis=0)
            corners = middle + np.array([reach + wide, wide - reach, -reach - wide, reach - wide])
            pixels = photo.truth.camera.project(np.column_stack([corners, np.full(4, part.top_z_mm)]))
            cv2.fillPoly(image, [np.rint(pixels * 16).astype(np.int32)], (45, 42, 40), cv2.LINE_AA, 4)
        reading = read_image(image, GAME, players=("Ann", "Ben"), pieces=SHAPES).reading
        compared = compare(BOROUGHS, reading)
        return compared, {place for place in compared.right if reading.confidence[place] == "certain"}

    return drawn


@pytest.mark.parametrize("width_mm", [1.5, 4.0, 9.0])
@pytest.mark.parametrize("beyond_mm", [0.0, 15.0])
def test_a_line_across_a_piece_makes_no_two_of_it_for_certain(
    crossed: Callable[[float, float], tuple[Compared, set[str]]], width_mm: float, beyond_mm: float
) -> None:
    """A groove, a string, a pen: as thin as a seam, they may be one."""
    compared, _ = crossed(width_mm, beyond_mm)
    assert compared.wrong_certain == 0, compared.wrong


def test_pieces_that_lie_by_themselves_stay_certain(
    crossed: Callable[[float, float], tuple[Compared, set[str]]],
) -> None:
    """Of one cell or two, with a line across others or none anywhere."""
    assert {f"cell:Ann:{cell}" for cell in ("C3", "C4", "E6", "E7", "H3", "I7")} <= crossed(0.0, 0.0)[1]
    assert {"cell:Ann:H3", "cell:Ann:I7", "cell:Ben:B2"} <= crossed(1.5, 0.0)[1]


@pytest.mark.parametrize(("larger", "supply", "doubted"), [(True, 3, True), (False, 3, False), (True, 0, False)])
def test_only_where_a_kind_would_cover_both_are_two_no_longer_certain(larger: bool, supply: int, doubted: bool) -> None:
    """What no piece of the game could be is no line across one."""
    kinds = plain_kinds(SHAPES, GAME)
    settings = PlainSettings()
    single, double = (GAME.by_id[f"park-{number}"] for number in (1, 2))
    chosen = [kind for kind in kinds if kind.part.id in (single.id, *([double.id] if larger else []))]
    materials = materials_of(chosen, settings)
    cells = ((2, 2), (2, 3))
    answers = {cell: PlainAnswer(Laid(single, 0, (cell,), 9.0, 9.0), "certain", {}) for cell in cells}
    spot = PlaceFrame(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    faces = {cell: Face(PlainCell(cell, spot), materials[0].lab, 1.0, 4.0, 25.0, 9.0) for cell in cells}
    found = parted_by_seams(faces, answers, materials, {single.id: 5, double.id: supply}, settings)
    assert found == (frozenset(cells) if doubted else frozenset())


CORNER = ((0, 0), (0, 1), (1, 0))


@pytest.mark.parametrize(
    ("piece", "cells", "kinds", "sureness", "none_left", "doubted"),
    [
        ("commercial-3", CORNER, (1, 2, 3), "certain", (), True),  # one of two cells and one of one
        ("commercial-3", CORNER, (1, 3), "certain", (), True),
        ("commercial-3", CORNER, (2, 3), "certain", (), False),  # a cell would be left over
        ("commercial-3", CORNER, (1, 2, 3), "certain", (1,), False),
        ("commercial-3", CORNER, (1, 2, 3), "likely", (), False),
        ("commercial-1", CORNER[:1], (1, 2, 3), "certain", (), False),
    ],
)
def test_in_noise_a_piece_that_may_be_several_is_not_certain(
    piece: str,
    cells: tuple[Cell, ...],
    kinds: tuple[int, ...],
    sureness: Confidence,
    none_left: tuple[int, ...],
    *,
    doubted: bool,
) -> None:
    """Only where there are pieces of its colour that cover its cells: seams between them may be lost."""
    chosen = [kind for kind in plain_kinds(SHAPES, GAME) if kind.part.id in {f"commercial-{one}" for one in kinds}]
    laid = Laid(GAME.by_id[piece], 0, cells, 9.0, 9.0)
    answers = {cell: PlainAnswer(laid, sureness, {}) for cell in cells}
    supply = {f"commercial-{one}": 0 if one in none_left else 3 for one in kinds}
    found = seams_lost_in_noise(answers, materials_of(chosen, PlainSettings()), supply, PlainSettings())
    assert found == (frozenset(cells) if doubted else frozenset())


@pytest.mark.parametrize(
    ("beneath", "first", "second", "asked"),
    [
        ((0, 0), "park-1", "park-1", {(0, 0), (0, 1)}),  # two, or one of two cells whose seam a citizen hides
        ((0, 0), "park-1", "commercial-1", {(0, 0), (0, 1)}),  # in its shadow a colour is another one
        ((5, 5), "park-1", "park-1", set()),
    ],
)
def test_beneath_a_citizen_nobody_knows_where_a_piece_ends(
    beneath: tuple[int, int], first: str, second: str, asked: set[tuple[int, int]]
) -> None:
    """What ends beside such a cell, where another piece begins that may be the same, is asked about."""
    materials = materials_of(plain_kinds(SHAPES, GAME), PlainSettings())
    answers = {
        cell: PlainAnswer(Laid(GAME.by_id[part], 0, (cell,), 5.0, 5.0), "likely", {})
        for cell, part in (((0, 0), first), ((0, 1), second))
    }
    assert parted_beneath([beneath], answers, materials, PlainSettings()) == asked
