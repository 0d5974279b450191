"""What one look at the table gave: the reading, where everything lies in the picture, what the next look needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.piecefile import PieceSet
from tabletop.profiles import CameraProfile
from tabletop.readings import Reading
from vision.boards.cells import CellField, LaidBoard
from vision.boards.ground import Ground
from vision.boards.manned_tiles import SeenTiles
from vision.boards.off_board import OffBoardReading
from vision.boards.plain_cells import PlainBoard
from vision.boards.setup import SHEETS, Setup
from vision.change.quiet_gate import QuietGate
from vision.city.lattice import City
from vision.city.scores import StreetView
from vision.pixels.arrays import PointsPx
from vision.pixels.codes import SeenCode
from vision.places.assignment import LyingPart, PlaceLikelihoods
from vision.places.scores import PlaceScores
from vision.settings import ReaderSettings
from vision.table.sheets import SolvedTable
from vision.uncoded.asked_looks import AskedLooks
from vision.uncoded.cast_shadows import CastShadows
from vision.uncoded.cell_looks import CellTold


@dataclass(frozen=True, slots=True)
class PlacesReading:
    """What a look at lots or cells keeps for the next look, and for drawing."""

    scores: tuple[PlaceScores, ...] = ()
    told: Mapping[str, PlaceLikelihoods] = field(default_factory=dict)
    """What each place told by itself."""
    parts: tuple[LyingPart, ...] = ()


@dataclass(frozen=True, slots=True)
class CityReading:
    """What a look at a city of tiles keeps besides."""

    city: City
    streets: tuple[StreetView, ...]
    learned: Mapping[Cell, CellTold]
    """What the learned look told of lots, of those at which it looked."""


@dataclass(frozen=True, slots=True)
class ShadowSearch:
    """What came of a search for cast shadows."""

    asked: int
    """Places that were asked about after it."""
    shadows: CastShadows | None
    """Those that were taken off; None where there were none, or they were not believed."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What a look at a game with boards keeps besides."""

    setup: Setup
    tiles: SeenTiles
    """What to remember of tiles when citizens stand on all of them."""
    boards: tuple[LaidBoard, ...] = ()
    cells: CellField | None = None
    """Where the cells are seen."""
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    """How well each cell shows its ground."""
    beside: OffBoardReading | None = None
    plain: tuple[PlainBoard, ...] = ()
    """Board by board, what was told of it, where some pieces bear no codes."""
    noise: float | None = None
    """Of the picture, as it was calmed before it was looked at for these; None where it was not."""


@dataclass(frozen=True)
class FrameReading:
    """A reading with its geometry; `table` and `city` are None where too little was seen."""

    reading: Reading
    game: GameFile
    players: tuple[str, ...]
    size_px: tuple[int, int]
    settings: ReaderSettings
    piece_set: PieceSet | None = None
    """Pieces that bear codes of their own, or none, as they were given."""
    mirrored: bool = False
    profile: CameraProfile | None = None
    """The camera's profile with which the picture was straightened; geometry is that of the picture as taken."""
    outlines_px: Mapping[str, PointsPx] = field(default_factory=dict)
    """Place -> its polygon (n, 2) in the picture as it was given."""
    hidden: frozenset[str] = frozenset()
    """Places that something covers: their evidence is flat."""
    moved_px: float = 0.0
    codes: tuple[SeenCode, ...] = ()
    table: SolvedTable | None = None
    places: PlacesReading = PlacesReading()
    city: CityReading | None = None
    boards: BoardReading | None = None
    """Of games with boards, also where none is seen."""
    shadow_search: ShadowSearch | None = None
    """None where nobody looked for shadows."""
    asked: AskedLooks | None = None
    """What each look told of the places that are asked about, where some pieces bear no codes; of a picture by itself,
    not of one that is read with what is kept of the last look."""
    watch: QuietGate | None = field(default=None, compare=False, repr=False)
    """Remembers how the picture looked, to see what changed since."""

    @property
    def sheet_kinds(self) -> tuple[str, ...]:
        """The kinds of parts on which the others lie."""
        return ("tile",) if self.boards is None else SHEETS

    def warped(self, warp: Callable[[PointsPx], PointsPx]) -> FrameReading:
        """The same with its geometry in another picture of the same: `warp` says where points lie there."""
        return replace(
            self,
            outlines_px={place: warp(points) for place, points in self.outlines_px.items()},
            codes=tuple(replace(code, corners_px=warp(code.corners_px)) for code in self.codes),
        )
