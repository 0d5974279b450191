"""The codes that an owner taped round a board's cells: found in its photograph, measured by their own size.

Only a code's size is known in millimetres, so the size of the cells follows from it; where the codes lie follows from
the grid that was laid on the cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop.boardparts import FEWEST_CODES
from tabletop.gamefile import GameFile
from vision import BgrImage
from vision.pixels.board_colours import FlatBoard
from vision.pixels.codes import sides_px
from vision.pixels.detection import find_codes
from vision.settings import ReaderSettings

RIM_MM = 4.0
"""What counts to the board round a code: its white, and the paper."""
SIZES_APART = 0.12
"""Codes whose sizes differ more, as a share, were not printed in one go, or do not lie flat on the board."""
ON_CELLS = 0.1
"""So far, in cells, a code may reach over the cells' border: lines drawn and corners tapped are not exact."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TapedSections:
    """Keys of a board file's sections `[board]`, `[grid]` and `[codes]`."""

    board: dict[str, Any]
    grid: dict[str, Any]
    codes: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TapedCodes:
    """Codes round a photographed grid; lengths in cells, points from the grid's upper left corner."""

    dictionary: str
    side_mm: float
    middles: Mapping[int, Point] = field(default_factory=dict)
    side: float = 0.0
    """A code's side in cells."""
    seat: int | None = None
    """Whose board's codes they are, counted from 1."""
    trouble: str = ""
    """The page's word for why they do not do; empty where they do, or where there are none."""

    @property
    def usable(self) -> bool:
        """Whether a board can be found by them."""
        return bool(self.middles) and not self.trouble

    def laid(self, rows: int, columns: int) -> TapedSections:
        """Where cells and codes lie on the board, which reaches from the outermost codes to the outermost cells."""
        pitch = self.side_mm / self.side
        reach = self.side_mm / 2**0.5 + RIM_MM  # a code may be turned
        middles = {id_: (x * pitch, y * pitch) for id_, (x, y) in sorted(self.middles.items())}
        left = min(0.0, *(x - reach for x, _ in middles.values()))
        top = min(0.0, *(y - reach for _, y in middles.values()))
        right = max(columns * pitch, *(x + reach for x, _ in middles.values()))
        bottom = max(rows * pitch, *(y + reach for _, y in middles.values()))
        at = [{"id": id_, "centre_mm": [round(x - left, 1), round(y - top, 1)]} for id_, (x, y) in middles.items()]
        return TapedSections(
            {"size_mm": [round(right - left, 1), round(bottom - top, 1)]},
            {"pitch_mm": round(pitch, 2), "first_cell_mm": [round(pitch / 2 - left, 1), round(pitch / 2 - top, 1)]},
            {"dictionary": self.dictionary, "side_mm": self.side_mm, "at": at},
        )


def taped_codes(image: BgrImage, flat: FlatBoard, game: GameFile) -> TapedCodes:
    """The codes of one of the game's boards that are seen in the photograph of a board, round its cells.

    Of several boards' codes those of which most are seen count: another board may reach into the picture.
    """
    import cv2
    import numpy as np

    boards = {code.id: (part, code) for part in game.of_kind("board") for code in part.codes}
    found = find_codes(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), game, ReaderSettings())
    seen = [(boards[code.id][0], code.id, flat.in_cells(code.corners_px)) for code in found if code.id in boards]
    dictionary, side_mm = game.codes.dictionary, game.codes.side_mm
    if not seen:
        return TapedCodes(dictionary, side_mm)
    (most, count), *others = Counter(part.id for part, _, _ in seen).most_common()
    mine = {id_: corners for part, id_, corners in seen if part.id == most}
    sides = sorted(float(sides_px(corners[None]).mean()) for corners in mine.values())
    side = sides[len(sides) // 2]
    trouble = ""
    if others and others[0][1] == count:
        trouble = "codes-boards"
    elif count < FEWEST_CODES:
        trouble = "codes-few"
    elif sides[-1] - sides[0] > SIZES_APART * side:
        trouble = "codes-sizes"
    elif any(_on_cells(corners, flat) for corners in mine.values()):
        trouble = "codes-cells"
    middles = {id_: (float(corners[:, 0].mean()), float(corners[:, 1].mean())) for id_, corners in mine.items()}
    seat = next(part.number for part, _, _ in seen if part.id == most)
    return TapedCodes(dictionary, side_mm, middles, side, seat, trouble)


def _on_cells(corners: Any, flat: FlatBoard) -> bool:
    """Whether a code's square reaches over the cells."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    across = left < flat.columns - ON_CELLS and right > ON_CELLS
    return bool(across and top < flat.rows - ON_CELLS and bottom > ON_CELLS)
