"""Labels that turn plain cubes and bars into pieces: a piece's face with its codes, as narrow as codes allow."""

from collections.abc import Iterator
from dataclasses import replace

from printables.art.common import offset
from tabletop.gamefile import GameFile, Part

LABEL_MM = 22.0
"""Width across: a code of 16.8 mm, its white and 0.6 mm of colour; it fits on cubes and bars from 22 mm on."""
LABELLED = ("piece", "building", "tile")


def labels_of(game: GameFile) -> Iterator[Part]:
    """A label for each piece with a code on every square, its codes where the piece has them."""
    for part in game.parts:
        if part.kind not in LABELLED or not part.cells or part.properties or len(part.codes) != len(part.cells):
            continue
        width = min(part.size_mm) - game.grid.pitch_mm * (_shorter(part) - 1)
        if width < LABEL_MM:
            continue
        outline = offset(part.outline_mm, (LABEL_MM - width) / 2)
        extra = {**part.extra, "of": part.kind}
        yield replace(part, id=f"label-{part.id}", kind="label", outline_mm=outline, extra=extra)


def _shorter(part: Part) -> int:
    """Squares along a piece's shorter side."""
    return min(len({cell[axis] for cell in part.cells}) for axis in (0, 1))
