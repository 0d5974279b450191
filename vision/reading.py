"""What one look at the table gave: the reading, and where everything lies in the picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tabletop.gamefile import GameFile
from tabletop.piecefile import PieceSet
from tabletop.profiles import CameraProfile
from tabletop.readings import Reading
from vision.city.assignment import FoundPiece
from vision.city.lattice import City
from vision.city.scores import LotView, StreetView
from vision.pixels.arrays import PointsPx
from vision.pixels.codes import SeenCode
from vision.settings import ReaderSettings
from vision.table.sheets import SolvedTable

if TYPE_CHECKING:
    from vision.boards.reader import BoardReading
    from vision.change.quiet_gate import QuietGate


@dataclass(frozen=True)
class FrameReading:
    """A reading with its geometry; `table` and `city` are None where too little was seen."""

    reading: Reading
    game: GameFile
    players: tuple[str, ...]
    size_px: tuple[int, int]
    settings: ReaderSettings
    mirrored: bool = False
    profile: CameraProfile | None = None
    """The camera's profile with which the picture was straightened; geometry is that of the picture as taken."""
    outlines_px: Mapping[str, PointsPx] = field(default_factory=dict)
    """Place -> its polygon (n, 2) in the picture as it was given."""
    hidden: frozenset[str] = frozenset()
    """Places that something covers: their evidence is flat."""
    moved_px: float = 0.0
    codes: tuple[SeenCode, ...] = ()
    pieces: tuple[FoundPiece, ...] = ()
    pieces_px: tuple[PointsPx, ...] = ()
    """Outline of each of `pieces` in the picture."""
    table: SolvedTable | None = None
    city: City | None = None
    lot_views: tuple[LotView, ...] = ()
    street_views: tuple[StreetView, ...] = ()
    plain: PieceSet | None = None
    """Pieces that are told by colour."""
    boards: "BoardReading | None" = None
    """Of games with boards: their cells and parts."""
    watch: "QuietGate | None" = field(default=None, compare=False, repr=False)
    """Remembers how the picture looked, to see what changed since."""
