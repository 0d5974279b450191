"""The numbers that tune calibration, each with its unit and where it comes from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Which views count, and when a lens is known well enough by virtual views of the sheet."""

    least_corners: int = 12
    """Corners of the sheet that a view must show; fewer hardly hold its pose."""
    least_spread: float = 0.08
    """Length of the seen corners' cloud over its width must not fall below this: a single row tells no plane."""
    blurred_px: float = 1.6
    """Standard deviation of an edge's blur beyond which a view is rejected, at least."""
    blurred_share: float = 0.0012
    """... or this share of the picture's width where that is more: 2.3 px at 1080p."""
    blurred_ratio: float = 1.9
    """... and a view so many times softer than the median view has moved."""
    repeated_share: float = 0.02
    """Median way of the corners, over the picture's width, below which two views are the same."""
    still_px: float = 1.0
    """Way between two frames beyond which the sheet moves, at 1920 pixels of width."""
    outlier_ratio: float = 3.0
    """A view whose residual is so many times the median's is left out."""
    flat_share: float = 0.0004
    """Residual over the picture's width beyond which sheet or lens do not fit: .8 px at 1080p."""
    flat_px: float = 0.4
    """... but at least this: small pictures of cheap cameras reach .25 px (OpenCV's `left01.jpg` and so on)."""
    coverage_columns: int = 6
    coverage_rows: int = 4
    views_per_cell: int = 2
    """Views that must have corners in a cell of the coverage map (the outermost share of the picture is free)."""
    tilted: float = 0.12
    """Growth of the scale over the sheet from which a view counts as tilted: 20 degrees at two sheets' distance."""
    views_per_tilt: int = 2
    large_enough: float = 0.09
    """Share of the picture that the seen corners should span in the median view."""
    least_views: int = 6
    live_views: int = 40
    """A live calibration gives up asking for more."""
    good_share: float = 0.0006
    """Ray error (worst over the picture, 95 %) over the picture's width: 1.15 px at 1080p, .5 mm on the table."""
    insufficient_share: float = 0.0013
    """Beyond this a profile would do harm and is not written: 2.5 px at 1080p."""
