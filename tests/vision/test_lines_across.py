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
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, SmallCityPosition
from tabletop.piecefile import load_pieces
from tabletop.plans import plan_of
from vision import read_image

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
