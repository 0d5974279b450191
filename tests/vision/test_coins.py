"""Coins on bare squares, where a flat pale thing may be taken for a piece: the count of a kind speaks against it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.scene import NEAT
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark
from tabletop.piecefile import PieceSet, load_pieces
from tabletop.plans import plan_of
from vision import FrameReading, read_image
from vision.pixels.arrays import BgrImage

COINS = ("a2", "b5", "c3", "d7", "e2", "e5", "g4", "h7")
PIECES = """
[pieces]
name = "blocks"
title = "Blocks"
game = "my-city-chess"
[[piece]]
part = "landmark-stadium"
colour = "#a8bcc8"
size_mm = [22.0, 22.0]
height_mm = 18.0
[[piece]]
part = "landmark-zoo"
colour = "#be3a26"
size_mm = [22.0, 22.0]
height_mm = 12.0
"""


def with_coins(image: BgrImage, sight: FrameReading) -> BgrImage:
    """A silver coin on each of those squares, lighter on one side and ringed, each of another tone."""
    picture, rng = image.astype(float), np.random.default_rng(1)
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    for square in COINS:
        outline = sight.outlines_px[f"square:{square}"]
        (left, top), radius = outline.mean(axis=0), 0.29 * float(np.ptp(outline, axis=0).min())
        away, tone = np.hypot(x - left, y - top), rng.uniform(150, 200)
        inside = np.clip(radius - away + 0.5, 0.0, 1.0)
        shine = 1.0 + 0.1 * np.sin(9.0 * away / radius) + 0.12 * (x - left) / radius
        picture += inside[..., None] * ((tone * shine)[..., None] * (1.05, 1.0, 0.97) - picture)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6), 0, 255), np.uint8)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> PieceSet:
    """A pale blue block of which there is one, and a red one."""
    path: Path = tmp_path_factory.mktemp("coins") / "blocks.toml"
    path.write_text(PIECES, encoding="utf-8")
    return load_pieces(str(path))


@pytest.fixture(scope="module")
def coins(pieces: PieceSet) -> tuple[BgrImage, MyCityChessPosition]:
    """A chess board from above with both blocks and eight coins."""
    game = load_game("my-city-chess")
    position = MyCityChessPosition(landmarks=(PlacedLandmark("stadium", "c6"), PlacedLandmark("zoo", "f3")))
    shot = Shot(view="above", light="ceiling", seed=3, size_px=(1600, 1200), disorder=NEAT)
    image = shoot(plan_of(position, game), PartsBox(game, pieces), shot).image
    return with_coins(image, read_image(image, game, pieces=pieces)), position


def taken_for(image: BgrImage, pieces: PieceSet, sure: tuple[str, ...]) -> list[str]:
    """The squares with a coin that are told as something with such a confidence."""
    reading = read_image(image, load_game("my-city-chess"), pieces=pieces).reading
    return [square for square in COINS if reading.confidence[f"square:{square}"] in sure]


@pytest.mark.xfail(
    strict=True, reason="its shape, its missing side and its shadow are no witnesses: the issue on the reader"
)
def test_no_coin_is_told_as_a_block(coins: tuple[BgrImage, MyCityChessPosition], pieces: PieceSet) -> None:
    """It is round and flat, the block square and 18 mm high."""
    assert taken_for(coins[0], pieces, ("certain", "likely")) == []
