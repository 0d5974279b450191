"""Plain pieces of one colour beside each other: how many they are is certain only where the streets between show it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from measuring.tally import Compared, compare
from thinned import thinned

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from tabletop.gamefile import Rgb, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plans import plan_of
from vision import FrameReading, read_image

GAME = load_game("big-city")
YELLOW, STEEL, RED, WOOD = (237, 187, 30), (40, 60, 70), (179, 38, 46), (112, 68, 34)
CITY = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)),),
    pieces=tuple(PlacedPiece("residence", on) for on in ((11,), (12,), (14,), (15,), (16,), (17, 18))),
    streetcars=(
        PlacedStreetcar(11, "east"), PlacedStreetcar(11, "south"), PlacedStreetcar(12, "south"),
        PlacedStreetcar(14, "east"),
    ),
)  # fmt: skip
"""Houses of one property each with streetcars between them, and one of two properties."""


def houses(height_mm: float, car: Rgb) -> PieceSet:
    """Yellow houses as blocks of one height, and streetcars of a colour."""
    kinds = (("residence-1", 22.0), ("residence-2", 70.0), ("residence-3", 118.0))
    blocks = [PlainPiece(part, YELLOW, (length, 22.0), height_mm) for part, length in kinds]
    return PieceSet("houses", "Houses", "big-city", (*blocks, PlainPiece("streetcar", car, (20.0, 9.0), 8.0)))


def taken(pieces: PieceSet, position: BigCityPosition = CITY, **shot: Any) -> Photograph:
    """A picture of those pieces on a wooden table."""
    return shoot(plan_of(position, GAME), PartsBox(GAME, pieces), Shot(light="window", table="wood", **shot))


def told(photo: Photograph, pieces: PieceSet, position: BigCityPosition = CITY) -> tuple[FrameReading, Compared]:
    """The reading and how it compares with what lies there."""
    sight = read_image(photo.image, GAME, pieces=pieces)
    return sight, compare(position, sight.reading)


@pytest.mark.parametrize(
    ("view", "size_px", "height_mm", "seed"),
    thinned(
        [
            ("webcam-35", (1600, 900), 14.0, 1),
            ("phone-45", (1600, 1200), 10.0, 1),
            ("webcam-35", (1920, 1080), 10.0, 2),
        ],
        2,
    ),
)
def test_two_houses_and_a_streetcar_are_no_long_one_for_certain(
    view: str, size_px: tuple[int, int], height_mm: float, seed: int
) -> None:
    """A streetcar of the houses' colour fills the street between: nothing wrong is certain, the long one is told."""
    pieces = houses(height_mm, YELLOW)
    shown = taken(pieces, view=view, size_px=size_px, seed=seed, azimuth_deg=90.0)
    _, compared = told(shown, pieces)
    assert compared.wrong_certain == 0, compared.wrong
    assert {"property:17", "property:18"} <= compared.right


@pytest.fixture(scope="module")
def long_house() -> Callable[[tuple[int, int, int], float], Compared]:
    """How a picture is read in which something long lies across the middle of the long house: colour, width in mm."""
    pieces = houses(12.0, YELLOW)
    shown = taken(pieces, view="webcam-35", size_px=(1600, 900), seed=1, azimuth_deg=90.0)
    sight, _ = told(shown, pieces)
    one, other = (sight.outlines_px[f"property:{number}"].mean(axis=0) for number in (17, 18))
    mm = (other - one) / GAME.grid.pitch_mm
    across = 30.0 * np.array([-mm[1], mm[0]])

    def laid(colour: tuple[int, int, int], width_mm: float) -> Compared:
        image = shown.image.copy()
        ends = [((one + other) / 2 + end * across).astype(int).tolist() for end in (-1.0, 1.0)]
        cv2.line(image, ends[0], ends[1], colour, max(1, int(width_mm * np.linalg.norm(mm))))
        return told(replace(shown, image=image), pieces)[1]

    return laid


@pytest.mark.parametrize(("colour", "width_mm"), [((200, 200, 205), 3.0), ((40, 90, 160), 3.0), ((60, 60, 60), 14.0)])
def test_a_pencil_on_a_long_house_makes_no_two_of_it(
    long_house: Callable[[tuple[int, int, int], float], Compared], colour: tuple[int, int, int], width_mm: float
) -> None:
    """What parts a house's colour is no street: two houses are not certain, were the pencil as grey as a street."""
    assert long_house(colour, width_mm).wrong_certain == 0


def test_where_the_streets_show_houses_are_certain() -> None:
    """From above, the streetcars steel grey: the long house and two beside each other are told for certain."""
    pieces = houses(12.0, STEEL)
    sight, compared = told(taken(pieces, view="above", size_px=(1600, 900), seed=1), pieces)
    sure = {place for place in compared.right if sight.reading.confidence[place] == "certain"}
    assert {f"property:{number}" for number in (11, 12, 14, 15, 16, 17, 18)} <= sure
