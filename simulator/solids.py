"""Something upright on the virtual table: an outline, a height, what its top looks like."""

from dataclasses import dataclass

from simulator.textures import Texture
from tabletop.geometry import PolygonMm, Pose
from tabletop.parts import Part

Bgr = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """Something upright on the table: an outline, a height, what its top looks like."""

    name: str
    outline_mm: PolygonMm
    pose: Pose
    z_mm: float
    """Of its underside."""
    height_mm: float
    top: Texture
    side_albedo: Bgr
    part: Part | None = None
    """The game's part that it is, None for a cup or a pencil."""
    is_ground: bool = False
    """Whether other things lie on it, as on a chess board."""
    lifted_mm: float = 0.0
    """How far a hand holds it above what its shadow falls on; 0 where it lies."""

    @property
    def top_z_mm(self) -> float:
        """Height of its upper face."""
        return self.z_mm + self.height_mm

    @property
    def placed_outline_mm(self) -> PolygonMm:
        """The outline in the table frame."""
        return self.pose.apply_all(self.outline_mm)
