"""One picture of a table that is solved, with all that whoever reads it was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.piecefile import PieceSet
from vision.pixels.arrays import BgrImage, GreyImage, resized
from vision.pixels.codes import SeenCode
from vision.pixels.shade import without_shade
from vision.settings import ReaderSettings
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable


class Pyramid:
    """The photograph at full size, half, quarter and eighth, made when first asked for."""

    def __init__(self, grey: GreyImage) -> None:
        self._levels = [grey]
        self._evenly_lit: Pyramid | None = None

    def level(self, index: int) -> GreyImage:
        """The photograph shrunk by 2 to the power of `index`."""
        while len(self._levels) <= index:
            self._levels.append(np.asarray(resized(self._levels[-1], 0.5), np.uint8))
        return self._levels[index]

    def evenly_lit(self, side_px: float) -> Pyramid:
        """The same without shadows, where codes have sides of about so many pixels; made when first asked for."""
        if self._evenly_lit is None:
            self._evenly_lit = Pyramid(without_shade(self.level(0), side_px))
        return self._evenly_lit


@dataclass(frozen=True, slots=True, eq=False)
class SolvedShot:
    """A picture (height, width, 3), or a grey one, in which codes were seen and the table was solved."""

    image: BgrImage
    pyramid: Pyramid
    """Its brightness at several sizes."""
    codes: Sequence[SeenCode]
    table: SolvedTable
    game: GameFile
    players: tuple[str, ...] = ()
    settings: ReaderSettings = field(default_factory=ReaderSettings)
    pieces: PieceSet | None = None
    """Pieces that bear codes of their own, or none."""

    @property
    def grey(self) -> GreyImage:
        """Its brightness."""
        return self.pyramid.level(0)

    @property
    def plane(self) -> TablePlane:
        """Where the table lies in it."""
        return self.table.plane
