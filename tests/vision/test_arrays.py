"""Looking up grey levels in a picture."""

import numpy as np

from vision.pixels.arrays import sample_levels


def test_no_points_have_no_levels() -> None:
    """Where nothing changed nothing is looked up, and nobody has to ask before."""
    assert sample_levels(np.zeros((8, 8, 3), np.uint8), np.zeros((0, 5, 2))).shape == (0, 5, 3)
