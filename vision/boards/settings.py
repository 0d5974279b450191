"""The numbers that tune the reading of board games, with unit and origin."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """Cells, their ground, and what lies on them; origin: virtual pictures unless told otherwise."""

    reach_mm: float = 6.0
    """Search for a code to each side of a cell's middle: counters carry it 3 mm off, and lie within 2 mm."""
    off_centre: float = 0.40
    """A part whose middle lies further than this share of the pitch from its cell's middle is doubtful."""
    samples: int = 9
    """Colour samples along a cell."""
    cell_share: float = 0.84
    """Part of a cell's width in which its ground is looked at."""
    near_mm: float = 70.0
    """Codes this near tell the white of a place."""
    tolerance: float = 0.055
    """Difference in reflectance (0 black, 1 white) at which a cell's colour is as likely as not its ground's."""
    flat: float = 0.07
    """Samples within this of the cell's own colour count as plain."""
    fewest_alike: int = 3
    """Cells of one kind of ground that must agree before their colour is trusted."""
    printed_tolerance: float = 0.13
    """The same where only the file says how the ground is printed."""
    mat_pitch_px: float = 6.0
    """Smallest cell, in pixels, that is looked at."""
    batch: int = 64
    """Cells that are correlated at once."""
    thickness_mm: float = 45.0
    """Thickest chess board that is tried for people's own."""
