"""Anything that lies on the table and that we can print, with its codes and colour patches, in the part's own frame.

That frame has its origin in the middle of the outline's bounding box, x to the right and y down as printed; a plan
turns the part clockwise about that point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tabletop.geometry import PointMm, PolygonMm, RectangleMm, bounding_box, rectangle

NO_CODE = -1
"""In `cell_codes`: this cell bears no code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A fiducial printed on a part: its id, its middle in the part's frame, its side with the black border."""

    id: int
    centre_mm: PointMm
    side_mm: float
    cell: int | None = None
    """Index of the part's cell that this code marks, for pieces."""

    @property
    def corners_mm(self) -> PolygonMm:
        """Corners in the part's frame: upper left, upper right, lower right, lower left, as printed."""
        return rectangle(self.side_mm, self.side_mm, centre=self.centre_mm)


@dataclass(frozen=True, slots=True)
class ColourPatch:
    """A colour reference printed on a part: the palette's name, its middle in the part's frame, its side."""

    colour: str
    centre_mm: PointMm
    side_mm: float


@dataclass(frozen=True, slots=True)
class Part:
    """Anything that lies on the table and that we can print."""

    id: str
    kind: str
    title: str
    count: int
    outline_mm: PolygonMm
    height_mm: float
    colour: str
    codes: tuple[Code, ...] = ()
    number: int | None = None
    """The neighbourhood's or the player's number."""
    piece: str | None = None
    """The kind of piece as positions name it, without its size."""
    properties: tuple[tuple[int, ...], ...] = ()
    """A tile's property numbers, row by row as printed."""
    cells: tuple[tuple[int, int], ...] = ()
    """(row, column) of the cells that a piece covers, as printed."""
    cell_centres_mm: tuple[PointMm, ...] = ()
    """Middle of each of `cells` (of each property, row by row, for a tile) in the part's frame."""
    patches: tuple[ColourPatch, ...] = ()
    spot_mm: PointMm | None = None
    """Where the puck lies on a player's mat, in the mat's frame."""
    open_between: tuple[tuple[int, int], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the file that only one room uses."""

    @property
    def on_track(self) -> bool:
        """Whether it stands on a score track, and on no other place (`stands_on` in the game file)."""
        return self.extra.get("stands_on") == "track"

    @property
    def box_mm(self) -> RectangleMm:
        """The outline's bounding box in the part's frame: left, top, right and bottom."""
        return _box_of(self.outline_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the outline's bounding box."""
        left, top, right, bottom = self.box_mm
        return (right - left, bottom - top)


@lru_cache(maxsize=4096)
def _box_of(outline_mm: PolygonMm) -> RectangleMm:
    """An outline's bounding box; packers ask for it a million times."""
    return bounding_box(outline_mm)
