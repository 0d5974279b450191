"""Looking up grey levels in a picture, and what is done for rows of numbers."""

import numpy as np

from vision.pixels.arrays import MAP_COLUMNS, sample_maps


def test_more_points_in_a_row_than_a_map_takes_are_looked_up() -> None:
    """OpenCV's maps end at 32767 columns; many codes' sides make longer rows."""
    grey = np.arange(0, 250, 10, np.uint8)[None].repeat(3, axis=0)
    x = np.tile(np.arange(25, dtype=np.float32), (2, MAP_COLUMNS // 25 + 2))
    levels = sample_maps(grey, x, np.ones_like(x))
    assert (levels == 10 * x).all()
