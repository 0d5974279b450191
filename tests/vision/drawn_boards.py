"""Pictures of boards and games of people's own, drawn code by code: what lies there is not what their files say."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from simulator.camera import Camera, camera_at
from tabletop.dictionaries import modules_of
from tabletop.gamefile import GameFile, load_game

TABLE, PAPER, WHITE, BLACK = (70, 95, 130), (215, 225, 228), 240, 25
TWICE = 2
"""Pictures are drawn so much larger and shrunk."""


@dataclass(frozen=True)
class Drawn:
    """A code that lies somewhere: its middle counted from the board's upper left corner."""

    id: int
    middle_mm: tuple[float, float]
    side_mm: float
    dictionary: str
    height_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True)
class OwnBoard:
    """A board as it is made; `to_toml` writes its file, in which something may be told wrongly by replacing a value."""

    rows: int = 6
    columns: int = 7
    pitch_mm: float = 40.0
    first_cell_mm: tuple[float, float] = (70.0, 70.0)
    size_mm: tuple[float, float] = (380.0, 340.0)
    dictionary: str = "DICT_4X4_50"
    side_mm: float = 30.0
    codes: tuple[tuple[int, float, float], ...] = ((3, 20, 20), (7, 360, 20), (11, 360, 320), (15, 20, 320))

    def to_toml(self) -> str:
        """The board's file."""
        codes = "".join(f"[[codes.at]]\nid = {id_}\ncentre_mm = [{x}, {y}]\n" for id_, x, y in self.codes)
        return (
            f'[board]\nname = "garden"\ntitle = "Our garden"\ngame = "custom"\nsize_mm = {list(self.size_mm)}\n'
            f'[grid]\nshape = "square"\nrows = {self.rows}\ncolumns = {self.columns}\npitch_mm = {self.pitch_mm}\n'
            f'first_cell_mm = {list(self.first_cell_mm)}\nnames = "rows-from-top"\n'
            f'[codes]\ndictionary = "{self.dictionary}"\nside_mm = {self.side_mm}\n{codes}'
        )

    def middle_mm(self, cell: str) -> tuple[float, float]:
        """Where a cell's middle really is."""
        x, y = self.first_cell_mm
        return (x + self.pitch_mm * "ABCDEFGHIJ".index(cell[0]), y + self.pitch_mm * (int(cell[1:]) - 1))

    def drawn(self) -> list[Drawn]:
        """The board's own codes where they really are."""
        return [Drawn(id_, (x, y), self.side_mm, self.dictionary) for id_, x, y in self.codes]


GAME = """
[game]
name = "tokens"
title = "Tokens"
rules = "custom"
players = [2, 2]
board = "garden.toml"
[grid]
shape = "square"
rows = 6
columns = 7
pitch_mm = 40.0
[[parts]]
id = "king"
[[parts]]
id = "rook"
count = 2
[[parts]]
id = "pawn"
count = 8
"""


def own_game(folder: Path, told: OwnBoard, text: str = GAME) -> tuple[GameFile, str]:
    """A game file with the board as its file tells it, and that file's path."""
    (folder / "garden.toml").write_text(told.to_toml())
    (folder / "tokens.toml").write_text(text)
    path = str(folder / "tokens.toml")
    return load_game(path), path


def token(game: GameFile, part: str, middle_mm: tuple[float, float], **changed: float) -> Drawn:
    """A part of the game, laid with its middle there."""
    code = game.by_id[part].codes[0]
    drawn = Drawn(code.id, middle_mm, code.side_mm, game.codes.dictionary, game.by_id[part].height_mm)
    return replace(drawn, **changed)  # type: ignore[arg-type]


def camera_over(
    board: OwnBoard, *, tilt_deg: float = 20.0, away_mm: float = 620.0, k1: float = 0.0, view_deg: float = 62.0
) -> Camera:
    """A camera of 1920 by 1080 that looks at the board's middle."""
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    tilt = np.radians(tilt_deg)
    eye = (x, y + away_mm * float(np.sin(tilt)), away_mm * float(np.cos(tilt)))
    return camera_at(eye, (x, y), size_px=(1920, 1080), field_of_view_deg=view_deg, distortion=(k1, 0.0, 0.0, 0.0, 0.0))


def picture(board: OwnBoard, codes: Iterable[Drawn], camera: Camera, *, noise: float = 1.0) -> np.ndarray:
    """The picture of the board with these codes on and beside it, each with a white border of one module."""
    width, height = camera.size_px
    image = np.full((height * TWICE, width * TWICE, 3), TABLE, np.uint8)
    w, h = board.size_mm
    along = np.linspace(0.0, 1.0, 40, endpoint=False)[:, None]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], float)
    rim = (corners[:, None] * (1 - along) + np.roll(corners, -1, axis=0)[:, None] * along).reshape(-1, 2)
    _fill(image, camera, np.column_stack([rim, np.zeros(len(rim))]), PAPER)
    for code in (*board.drawn(), *codes):
        _code(image, camera, code)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 0.6)
    grain = np.random.default_rng(0).normal(0.0, noise, small.shape)
    return np.asarray(np.clip(small + grain, 0, 255), np.uint8)


def _code(image: np.ndarray, camera: Camera, code: Drawn) -> None:
    count = modules_of(code.dictionary)
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, code.dictionary))
    bits = cv2.aruco.generateImageMarker(family, code.id, count)
    turn = np.radians(code.turn_deg)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    unit = code.side_mm / count

    def place(left: float, top: float, right: float, bottom: float) -> np.ndarray:
        points = (np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - count / 2) * unit @ rotation
        return np.column_stack([points + code.middle_mm, np.full(4, code.height_mm)])

    _fill(image, camera, place(-1, -1, count + 1, count + 1), (WHITE,) * 3)
    _fill(image, camera, place(0, 0, count, count), (BLACK,) * 3)
    for row in range(count):
        for column in range(count):
            if bits[row, column]:
                _fill(image, camera, place(column, row, column + 1, row + 1), (WHITE,) * 3)


def _fill(image: np.ndarray, camera: Camera, points: np.ndarray, colour: tuple[int, ...]) -> None:
    pixels = (camera.project(points) + 0.5) * TWICE - 0.5
    cv2.fillPoly(image, [np.round(pixels * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
