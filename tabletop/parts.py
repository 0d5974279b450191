"""Anything that lies on the table and that we can print, with its codes and colour patches, in the part's own frame.

That frame has its origin in the middle of the outline's bounding box, x to the right and y down as printed; a plan
turns the part clockwise about that point.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from tabletop.geometry import PointMm, PolygonMm, RectangleMm, bounding_box, rectangle
from tabletop.sections import AidRow, TrackGrid

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
    anchor_mm: PointMm | None = None
    """Of a corner piece: where it touches the board's corner, in its own frame."""
    corner: str | None = None
    building: str | None = None
    """Of a card: the part that it stands for."""
    module: str | None = None
    type: str | None = None
    level: int | None = None
    value: int | None = None
    difficulty: str | None = None
    terrain: str | None = None
    stands_on: str | None = None
    """`track`, `parts` (other ones) or `street` (between places); None where it lies on places."""
    spaces: TrackGrid | None = None
    tile: int | None = None
    """Of a card: the neighbourhood in whose stack it lies; `number` is its property's."""
    icon: str | None = None
    notes: str = ""
    rows: tuple[AidRow, ...] = ()
    title_de: str = ""
    says: str = ""
    says_de: str = ""
    of: str | None = None
    """Of a label: the kind of part that it makes of a plain cube."""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    """Words and numbers under other keys of the file, with which the rules in it count."""

    @property
    def on_track(self) -> bool:
        """Whether it stands on a score track, and on no other place."""
        return self.stands_on == "track"

    @property
    def on_top(self) -> bool:
        """Whether it stands upon other parts."""
        return self.stands_on == "parts"

    @property
    def most_lying(self) -> int:
        """How many may lie on the table: on each player's board, where each has copies."""
        return self.per_player or self.count

    @property
    def words(self) -> frozenset[str]:
        """Everything by which a game's rules may name it: its id, kind, piece and tags."""
        return frozenset((self.id, self.kind, self.piece or self.id, *self.tags))

    def said(self, key: str) -> Any:
        """What the file says under a key; None where it says nothing."""
        return getattr(self, key) if key in _NAMES else self.attributes.get(key)

    @property
    def box_mm(self) -> RectangleMm:
        """The outline's bounding box in the part's frame: left, top, right and bottom."""
        return _box_of(self.outline_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the outline's bounding box."""
        left, top, right, bottom = self.box_mm
        return (right - left, bottom - top)


_NAMES = frozenset(one.name for one in fields(Part))


def details(entry: Any) -> dict[str, Any]:
    """What an entry of a file says, a dataclass, under the names of a part's fields."""
    return {one.name: getattr(entry, one.name) for one in fields(entry) if one.name in _NAMES}


@lru_cache(maxsize=4096)
def _box_of(outline_mm: PolygonMm) -> RectangleMm:
    """An outline's bounding box; packers ask for it a million times."""
    return bounding_box(outline_mm)
