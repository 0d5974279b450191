"""Men of one colour on a board that people made: ground is never learnt from them, however many there are."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from thinned import thinned

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import GameFile, load_game
from tabletop.notation import load_position
from tabletop.piecefile import PieceSet, load_pieces
from tabletop.plans import plan_of
from vision import read_image
from vision.pixels.arrays import BgrImage

EXAMPLE = Path(__file__).parents[2] / "examples" / "own-board"
START: Mapping[str, str] = {
    f"{file}{rank}": "red-man" if rank < 4 else "blue-man"
    for rank in (1, 2, 3, 6, 7, 8)
    for file in ("aceg" if rank % 2 else "bdfh")
}
"""Draughts before the first move."""


def example(folder: Path, men_mm: float) -> tuple[GameFile, str, PieceSet]:
    """The example's plank and discs, these of another size; the game and its name."""
    for name in ("plank", "threes", "men"):
        shutil.copy(EXAMPLE / f"{name}.toml", folder)
    men = (folder / "men.toml").read_text("utf-8").replace("[30.0, 30.0]", f"[{men_mm}, {men_mm}]")
    (folder / "men.toml").write_text(men, encoding="utf-8")
    path = str(folder / "threes.toml")
    return load_game(path), path, load_pieces(str(folder / "men.toml"))


def answers(image: BgrImage, game: GameFile, path: str, pieces: PieceSet) -> tuple[list[str], list[str]]:
    """The squares that are told wrongly, and those that are asked about."""
    reading = read_image(image, game, name=path, pieces=pieces).reading
    lying = {part.on[0]: part.part for part in reading.position.parts}
    told = {place.removeprefix("cell:"): sure for place, sure in reading.confidence.items() if place[:5] == "cell:"}
    assert len(told) == 64
    wrong = [cell for cell, sure in told.items() if sure != "ask" and lying.get(cell) != START.get(cell)]
    return wrong, [cell for cell, sure in told.items() if sure == "ask"]


EVERY = [(mm, view, light) for mm in (38.0, 34.0, 36.0, 40.0) for view, light in (
    ("above", "ceiling"), ("phone-30", "window"), ("phone-45", "dim"), ("above", "dim"), ("phone-30", "ceiling"),
    ("phone-45", "window"), ("phone-30", "dim"), ("above", "window"), ("phone-45", "ceiling"))]  # fmt: skip


@pytest.mark.parametrize(("men_mm", "view", "light"), thinned(EVERY, 3))
def test_men_that_nearly_fill_their_squares_are_no_ground(tmp_path: Path, men_mm: float, view: str, light: str) -> None:
    """Twelve of one colour on thirty-two dark squares: none is told as bare, and hardly a square is asked about."""
    game, path, pieces = example(tmp_path, men_mm)
    lines = "".join(f'[[parts]]\npart = "{part}"\non = ["{cell}"]\n' for cell, part in START.items())
    (tmp_path / "start.toml").write_text(f'game = "{path}"\n{lines}', encoding="utf-8")
    plan = plan_of(load_position(str(tmp_path / "start.toml")), game)
    photo = shoot(plan, PartsBox(game, pieces), Shot(view=view, light=light, size_px=(1600, 1200)))
    wrong, asked = answers(photo.image, game, path, pieces)
    assert wrong == []
    assert len(asked) <= 4


@pytest.mark.parametrize(("px_per_mm", "grain"), thinned([(4, 0.0), (8, 0.0), (4, 4.0), (8, 8.0)], 2))
def test_a_fine_picture_without_noise_is_read_no_worse(tmp_path: Path, px_per_mm: int, grain: float) -> None:
    """Small men cover half of what is looked at of a square: bare squares, the fewer, tell how plain ground is."""
    game, path, pieces = example(tmp_path, 29.0)
    wrong, asked = answers(_from_above(px_per_mm, grain), game, path, pieces)
    assert wrong == []
    assert len(asked) <= 2


def _from_above(px_per_mm: int, grain: float) -> BgrImage:
    """The plank with black and light squares and men, flat and evenly lit."""
    rng, rim = np.random.default_rng(1), 20
    image = np.full(((420 + 2 * rim) * px_per_mm,) * 2 + (3,), 40, np.float32)

    def at(mm: float) -> int:
        return round((mm + rim) * px_per_mm)

    cv2.rectangle(image, (at(0), at(0)), (at(420), at(420)), (205, 212, 216), -1)
    for row, column in np.ndindex(8, 8):
        x, y = 63.0 + 42.0 * column, 63.0 + 42.0 * row
        if (row + column) % 2:
            cv2.rectangle(image, (at(x - 21), at(y - 21)), (at(x + 21), at(y + 21)), (42, 40, 40), -1)
        part = START.get(f"{'abcdefgh'[column]}{8 - row}")
        if part is not None:
            off = rng.uniform(-3.0, 3.0, 2)
            colour = (40, 39, 214) if part == "red-man" else (176, 82, 37)
            cv2.circle(image, (at(x + off[0]), at(y + off[1])), round(14.5 * px_per_mm), colour, -1)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for number, (x, y) in enumerate(((21, 21), (399, 21), (399, 399), (21, 399))):
        code = cv2.aruco.generateImageMarker(family, number, 26 * px_per_mm)
        image[at(y - 13) :, at(x - 13) :][: len(code), : len(code)] = (48 + 0.76 * code)[..., None]
    image = cv2.GaussianBlur(image, (0, 0), 1.5)
    texture = cv2.GaussianBlur(rng.normal(0.0, 1.0, image.shape[:2]), (0, 0), 1.6)
    return np.clip(image + grain * (texture / texture.std())[..., None], 0, 255).astype(np.uint8)
