"""Somebody who leans over the table's edge: out of the picture, but between it and a lamp."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from simulator.bodies import Flesh
from tabletop.geometry import PointMm

# Outward from the table, sideways, up from the shoulders' height, and radius, in mm: head, neck, shoulders, back.
_HEAD = ((-70, 0, 60, 95), (-40, 0, 40, 85), (0, 0, 10, 75))
_SHOULDERS_MM = 165.0
_BACK_MM = 420.0


@dataclass(frozen=True, slots=True)
class Leaner:
    """A person whose chest is over a point beside the table; only the shadow is in the picture."""

    at_mm: PointMm
    from_deg: float
    """The side on which the person stands, clockwise from the table's x axis; 90 is the lower edge."""
    height_mm: float
    """Of the shoulders above the table."""

    def flesh(self) -> Flesh:
        """The spheres of head, shoulders and back."""
        spheres: list[tuple[float, float, float, float]] = [*_HEAD]
        for out in np.arange(0.0, _BACK_MM, 70.0):
            spheres += [(float(out), float(side), 0.0, 95.0) for side in np.linspace(-_SHOULDERS_MM, _SHOULDERS_MM, 5)]
        turn = radians(self.from_deg)
        x, y, z, radii = np.array(spheres, dtype=np.float64).T
        centres = [self.at_mm[0] + x * cos(turn) - y * sin(turn), self.at_mm[1] + x * sin(turn) + y * cos(turn)]
        colours = np.full((len(spheres), 3), 0.1)
        return Flesh(np.column_stack([*centres, self.height_mm + z]), radii, colours, seen=False)
