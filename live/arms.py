"""Whether an arm reaches into the picture: what differs from the free table and touches the picture's edge."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from live.sources.frames import BgrImage


@dataclass(frozen=True, slots=True)
class ArmSettings:
    """What counts as an arm."""

    blocks: int = 8
    """So many changed blocks of the small picture (1/40 of its width each) in one piece that touches the edge: a
    child's forearm over a table that is a metre wide covers three across and reaches in for more than three."""
    remembered: int = 4
    """Tables without an arm that are remembered: with a resting hand and without it, before and after a lamp."""


class ArmWatch:
    """Remembers how the table looked when it was read, and tells whether an arm has come in since."""

    def __init__(self, settings: ArmSettings | None = None) -> None:
        self._settings = settings or ArmSettings()
        self._known: deque[BgrImage] = deque(maxlen=self._settings.remembered)

    def remember(self, grey: BgrImage) -> None:
        """Take a small picture (`vision.small_grey`) in as one in which everything rests."""
        alike = next((index for index, known in enumerate(self._known) if not self._reaches_in(known, grey)), None)
        if alike is not None:
            del self._known[alike]
        self._known.append(grey)

    def sees_arm(self, grey: BgrImage) -> bool:
        """Whether against every remembered picture something large reaches in from the edge."""
        return bool(self._known) and all(self._reaches_in(known, grey) for known in self._known)

    def _reaches_in(self, known: BgrImage, grey: BgrImage) -> bool:
        import cv2
        import numpy

        from vision.watch import changed_blocks

        blocks = numpy.asarray(changed_blocks(known, grey), numpy.uint8)
        count, _labels, figures, _ = cv2.connectedComponentsWithStats(blocks, connectivity=8)
        rows, columns = blocks.shape
        for label in range(1, count):
            left, top, width, height, area = (int(value) for value in figures[label])
            touches = left == 0 or top == 0 or left + width == columns or top + height == rows
            if touches and area >= self._settings.blocks:
                return True
        return False
