"""Things that nobody described over boards with plain pieces, and light that nobody wants: never wrong and certain."""

import re
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from laid_positions import BOROUGHS
from measuring.contents import contents
from measuring.foreign import foreign_picture
from measuring.plain import PHOTOS
from measuring.tally import Compared, compare
from thinned import thinned

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.scene import NEAT
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedZone
from tabletop.piecefile import load_pieces
from tabletop.plans import plan_of
from vision import FrameReading, read_image
from vision.pixels.arrays import BgrImage

ZONES = MyCityChessPosition(
    zones=tuple(
        PlacedZone("red", "residential", 1, on) for on in ("b2", "c3", "d4", "e5", "f6", "g7", "c5", "e3")
    ),
    players=("red", "blue"),
)  # fmt: skip
Paint = Callable[[Photograph], BgrImage]


@pytest.fixture(scope="module")
def read() -> Callable[[Any, Paint], tuple[FrameReading, Compared]]:
    """How a position is read from a picture of it, taken from above, that was painted over."""
    taken: dict[str, Photograph] = {}

    def reading(position: Any, paint: Paint) -> tuple[FrameReading, Compared]:
        game = load_game(position.game)
        word = "cubes" if position is ZONES else "shapes"
        pieces = load_pieces(str(PHOTOS / position.game / "pieces" / f"{word}.toml"))
        if position.game not in taken:
            shot = Shot(view="above", light="ceiling", table="wood", seed=3, size_px=(1600, 900), disorder=NEAT)
            taken[position.game] = shoot(plan_of(position, game), PartsBox(game, pieces), shot)
        image = paint(taken[position.game])
        players = position.players if position is ZONES else ("Ann", "Ben")
        sight = read_image(image, game, players=players, pieces=pieces)
        return sight, compare(position, sight.reading)

    return reading


def middle_of(photo: Photograph, part: str, share: float = 0.5) -> np.ndarray[Any, Any]:
    """A point in mm on a part's longer middle line."""
    outline = np.array(next(one.outline_mm for one in photo.truth.parts if one.part == part))
    low, high = outline.min(axis=0), outline.max(axis=0)
    share_of = np.where(np.arange(2) == np.argmax(high - low), share, 0.5)
    return np.asarray(low + share_of * (high - low))


def painted(photo: Photograph, middle_mm: Any, size_mm: tuple[float, float], bgr: tuple[int, int, int]) -> BgrImage:
    """The picture with a rectangle over it, 5 mm above the table."""
    image = photo.image.copy()
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2
    corners = np.column_stack([middle_mm + half, np.full(4, 5.0)])
    cv2.fillPoly(image, [np.rint(photo.truth.camera.project(corners) * 16).astype(np.int32)], bgr, cv2.LINE_AA, 4)
    return image


def test_the_end_of_a_piece_of_which_light_burns_out_the_rest_is_no_smaller_one(
    read: Callable[[Any, Paint], tuple[FrameReading, Compared]],
) -> None:
    """A lamp mirrored by half of a long piece leaves a square of its colour."""

    def lamp(photo: Photograph) -> BgrImage:
        light = photo.image.astype(float)
        rows, columns = np.mgrid[: light.shape[0], : light.shape[1]]
        for part in ("park-2", "factory-2", "commercial-2"):
            x, y = photo.truth.camera.project(np.array([[*middle_of(photo, part, 0.25), 4.0]]))[0]
            width = abs(photo.truth.camera.project(np.array([[*(middle_of(photo, part, 0.25) + 9.0), 4.0]]))[0, 0] - x)
            spot = np.minimum(1.0, 2.0 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / width**2))
            light += 255.0 * spot[..., None]
        return np.asarray(np.clip(light, 0, 255), np.uint8)

    assert read(BOROUGHS, lamp)[1].wrong_certain == 0


@pytest.mark.parametrize("size_mm", [(16.0, 16.0), (15.0, 24.0)])
def test_a_chip_of_a_pieces_colour_is_no_piece_that_fills_its_cell(
    read: Callable[[Any, Paint], tuple[FrameReading, Compared]], size_mm: tuple[float, float]
) -> None:
    """A die, a short pencil, a bar of shadow: smaller than any piece."""

    def chip(photo: Photograph) -> BgrImage:
        x, y = photo.truth.camera.project(np.array([[*middle_of(photo, "factory-2", 0.3), 4.0]]))[0].astype(int)
        colour = np.median(photo.image[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3), axis=0).astype(int).tolist()
        beside = middle_of(photo, "park-1") + np.array([2 * 27.5, 27.5])
        return painted(photo, beside, size_mm, tuple(colour))

    sight, compared = read(BOROUGHS, chip)
    assert compared.wrong_certain == 0
    assert sight.reading.confidence["cell:Ben:B2"] == "certain"


def test_a_pale_phone_over_pieces_is_no_bare_ground(
    read: Callable[[Any, Paint], tuple[FrameReading, Compared]],
) -> None:
    """It is nearly as light as the light squares, but hides the chequer between them."""

    def phone(photo: Photograph) -> BgrImage:
        zones = [np.array(one.outline_mm).mean(axis=0) for one in photo.truth.parts if one.part == "red-residential-1"]
        middle = np.mean(zones, axis=0)
        near = photo.truth.camera.project(np.array([[*zones[0], 0.0]]))[0].astype(int)
        around = photo.image[near[1] - 40 : near[1] + 41, near[0] - 40 : near[0] + 41].reshape(-1, 3)
        square = np.percentile(around, 80, axis=0)  # of light squares
        grey = 255.0 * (square / 255.0) * np.array([0.98, 0.87, 0.81]) ** (1 / 2.2)
        blue, green, red = np.rint(grey).astype(int).tolist()
        return painted(photo, middle, (150.0, 75.0), (blue, green, red))

    compared = read(ZONES, phone)[1]
    assert compared.wrong_certain == 0, compared.wrong


def test_paper_of_the_grounds_colour_hides_the_lines_between_its_cells(
    read: Callable[[Any, Paint], tuple[FrameReading, Compared]],
) -> None:
    """It lies over a piece, as light as bare cells are: none of them is certainly empty."""

    def paper(photo: Photograph) -> BgrImage:
        middle = middle_of(photo, "factory-2")
        beside = middle + np.array([0.0, 2 * 27.5])
        bare = photo.truth.camera.project(np.array([[*beside, 0.0]]))[0].astype(int)
        around = photo.image[bare[1] - 4 : bare[1] + 5, bare[0] - 4 : bare[0] + 5].reshape(-1, 3)
        colour = np.median(around, axis=0).astype(int).tolist()
        return painted(photo, middle, (80.0, 80.0), tuple(colour))

    compared = read(BOROUGHS, paper)[1]
    assert compared.wrong_certain == 0, compared.wrong


def beside(place: str) -> set[str]:
    """The cells beside one: `cell:Ann:B7`, `square:g1`."""
    found = re.fullmatch(r"(.*)([A-Za-z])(\d+)", place)
    if found is None:
        return set()
    board, column, row = found[1], ord(found[2]), int(found[3])
    return {f"{board}{chr(column + dx)}{row + dy}" for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))}


@pytest.mark.parametrize(
    ("kind", "game", "seed"),
    thinned(
        [
            # of a square counter as much shows as a narrow one has, and it is as grey and as dark as its shadow
            ("tail", "my-city-chess", 400),
            # as brown as a red piece, which hides how far the green one beside it goes on
            ("tail", "small-city", 600),
            ("paper of the ground's colour", "my-city-chess", 1),  # few edges between bare squares are left to compare
            # dim: the lines scatter as much as they show, and the paper's rim looks like one
            ("paper of the ground's colour", "my-city", 501),
            ("paper of the ground's colour", "my-city", 2),  # the same without the rim
            ("tail", "my-city-chess", 0),  # the same, not as dark
        ],
        4,
    ),
)
def test_what_hides_a_piece_leaves_nothing_certain_that_is_wrong(kind: str, game: str, seed: int) -> None:
    """Pictures of `benchmarks/accuracy.py foreign` in which something was."""
    picture = foreign_picture(kind, game, seed)
    players = picture.truth.players
    reading = read_image(picture.photo.image, load_game(game), players=players, pieces=picture.pieces).reading
    compared = compare(picture.truth, reading, picture.hidden)
    assert compared.wrong_certain == 0, compared.wrong
    assert len(compared.right & compared.visible) > 0.9 * len(compared.visible)
    bare = {place for place, what in contents(reading.position).items() if what is None}
    asked = {place for place, how in reading.confidence.items() if how == "ask"}
    certain = {place for place, how in reading.confidence.items() if how == "certain"}
    assert not {place for place in bare & certain if asked & beside(place)}, "what hides one cell may hide the next"


def test_where_hardly_any_colour_is_left_none_is_certain(
    read: Callable[[Any, Paint], tuple[FrameReading, Compared]],
) -> None:
    """A camera's night mode: what is made of a quarter of the colours is guessed."""

    def night(photo: Photograph) -> BgrImage:
        linear = (photo.image / 255.0) ** 2.2
        grey = 0.78 * linear.mean(axis=2, keepdims=True) + 0.22 * linear
        return np.asarray(np.rint(255.0 * grey ** (1 / 2.2)), np.uint8)

    sight, compared = read(BOROUGHS, night)
    assert compared.read
    assert "certain" not in {sure for place, sure in sight.reading.confidence.items() if place.startswith("cell:")}
