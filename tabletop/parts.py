"""Anything that lies on the table and that we can print, with its codes and colour patches, in the part's own frame.

That frame has its origin in the middle of the outline's bounding box, x to the right and y down as printed; a plan
turns the part clockwise about that point.
"""

from collections.abc import Collection, Mapping, Sequence
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
    player: str | None = None
    """Whose it is: a player's colour or name."""
    board: str | None = None
    """The board that it is, by its name, its file or its sections."""
    dictionary: str | None = None
    """Of its codes, where that is not the game's."""
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """With which values of which options it is needed; empty means always."""
    per_player: int | None = None
    """How many of its copies each player has."""
    tags: tuple[str, ...] = ()
    """Words by which a custom game's rules name it, beside its id, kind and piece."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Other keys of the file."""

    @property
    def on_track(self) -> bool:
        """Whether it stands on a score track, and on no other place (`stands_on` in the game file)."""
        return self.extra.get("stands_on") == "track"

    def said(self, key: str) -> Any:
        """What the file says under a key that not all parts have; None where it says nothing."""
        return getattr(self, key) if key in DETAILS else self.extra.get(key)

    @property
    def box_mm(self) -> RectangleMm:
        """The outline's bounding box in the part's frame: left, top, right and bottom."""
        return _box_of(self.outline_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the outline's bounding box."""
        left, top, right, bottom = self.box_mm
        return (right - left, bottom - top)


DETAILS = ("player", "board", "dictionary", "when", "per_player", "tags")
"""Keys of a file that every part, card, sticker and summary sheet may have."""


def details(entry: Mapping[str, Any], besides: Collection[str] = ()) -> dict[str, Any]:
    """What a file's entry says `besides` some keys, as fields of a part."""
    found = {key: entry[key] for key in DETAILS if key in entry}
    if "tags" in found:
        found["tags"] = tuple(found["tags"])
    extra = {key: value for key, value in entry.items() if key not in besides and key not in DETAILS}
    return {**found, "extra": extra}


@lru_cache(maxsize=4096)
def _box_of(outline_mm: PolygonMm) -> RectangleMm:
    """An outline's bounding box; packers ask for it a million times."""
    return bounding_box(outline_mm)
