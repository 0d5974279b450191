"""The printed pages themselves, cut out and laid on a table, are read: print and reader meet without the simulator."""

import json
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
from thinned import thinned

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import Pose
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import plan_of
from vision import read_image

PX_PER_MM = 3.0
MARGIN_MM = 30.0
POSITION = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0)), PlacedTile(3, (0, 3), 1)),
    pieces=tuple(
        sorted(
            (
                PlacedPiece("bank", (22,)),
                PlacedPiece("business", (11, 14)),
                PlacedPiece("church", (33,)),
                PlacedPiece("city-hall", (15,)),
                PlacedPiece("lincoln-park", (25, 26)),
                PlacedPiece("residence", (17, 18, 19)),
                PlacedPiece("residence", (36,)),
                PlacedPiece("stanford", (12, 13, 16)),
            )
        )
    ),
    streetcars=(PlacedStreetcar(14, "east"), PlacedStreetcar(18, "south")),
    players=("Ann", "Ben"),
    turn="Ben",
)
Picture = npt.NDArray[np.uint8]


@lru_cache(maxsize=32)
def _page(pdf: bytes, page: int) -> Picture:
    """A page as a picture."""
    return np.array(pypdfium2.PdfDocument(pdf)[page - 1].render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[:, :, :3])


def _cut_out(files: dict[str, bytes], part: dict[str, Any]) -> tuple[Picture, npt.NDArray[np.float64]]:
    """A part's piece of its page, and its outline in that picture's pixels."""
    picture = _page(files[part["pdf"]], part["page"])
    outline = np.array(part["outline_mm"])
    low, high = outline.min(axis=0), outline.max(axis=0)
    (x0, y0), (x1, y1) = (low * PX_PER_MM).astype(int), np.ceil(high * PX_PER_MM).astype(int)
    return picture[y0:y1, x0:x1], outline * PX_PER_MM - (x0, y0)


@cache
def _table(style: str, ink_saver: bool) -> Picture:
    """All parts of the position as printed, on brown ground, each at its pose, a little crooked."""
    game = load_game("big-city")
    files = print_game(game, PrintSettings(parts=("tiles", "pieces", "mats"), style=style, ink_saver=ink_saver))
    manifest = {part["id"]: part for part in json.loads(files["parts.json"])["parts"]}
    plan = plan_of(POSITION, game)
    width, height = (int((side + 2 * MARGIN_MM) * PX_PER_MM) for side in plan.size_mm)
    table = np.full((height, width, 3), (70, 104, 140), np.uint8)
    random = np.random.default_rng(3)
    for planned in plan.parts:
        picture, outline = _cut_out(files, manifest[planned.part])
        middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
        crooked = 0.0 if planned.part.startswith("tile") else random.uniform(-1.5, 1.5)
        shift = (0.0, 0.0) if planned.part.startswith("tile") else random.uniform(-1.0, 1.0, 2)
        pose = Pose(
            (planned.pose.x_mm + MARGIN_MM + shift[0]) * PX_PER_MM,
            (planned.pose.y_mm + MARGIN_MM + shift[1]) * PX_PER_MM,
            planned.pose.rotation_deg + crooked,
        )
        corners = (middle + np.array([(0, 0), (1, 0), (0, 1)])).astype(np.float32)
        places = np.array([pose.apply((0, 0)), pose.apply((1, 0)), pose.apply((0, 1))], np.float32)
        laid = cv2.getAffineTransform(corners, places)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
        moved = cv2.warpAffine(picture, laid, (width, height), flags=cv2.INTER_LINEAR)
        covered = cv2.warpAffine(mask, laid, (width, height)) > 127
        table[covered] = moved[covered]
    return table


def _photographed(table: Picture) -> Picture:
    """The table at a slant, a little soft, as JPEG."""
    height, width = table.shape[:2]
    inset = 0.06 * width
    seen = np.array([(inset, 20), (width - inset, 20), (width - 10, height - 10), (10, height - 10)], np.float32)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    slanted = cv2.warpPerspective(table, cv2.getPerspectiveTransform(corners, seen), (width, height))
    soft = cv2.GaussianBlur(slanted, (0, 0), 0.8)
    done, jpeg = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 85])
    assert done
    return np.array(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), dtype=np.uint8)


WAYS = [
    ("standard", False, False),
    ("light", True, False),
    ("light", True, True),
    ("standard", False, True),
    ("standard", True, False),
    ("standard", True, True),
    ("light", False, False),
    ("light", False, True),
]
"""Style, whether ink is spared, whether the printer knows grey alone; all but the first three with `make soak`."""


@pytest.mark.parametrize(("style", "ink_saver", "grey"), thinned(WAYS, 3))
def test_what_was_laid_out_from_the_printed_sheets_is_read(style: str, ink_saver: bool, grey: bool) -> None:
    """Tiles, pieces, streetcars and the puck come back as they were laid, from the PDFs' own pixels."""
    table = _table(style, ink_saver)
    if grey:
        table = cv2.cvtColor(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    sight = read_image(_photographed(table), load_game("big-city"), players=POSITION.players)
    position = sight.reading.position
    assert isinstance(position, BigCityPosition), sight.reading.problems
    assert position.tiles == POSITION.tiles
    assert position.pieces == POSITION.pieces
    assert position.streetcars == POSITION.streetcars
    assert position.turn == "Ben"
