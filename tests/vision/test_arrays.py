"""Looking up grey levels in a picture, and what is done for rows of numbers."""

import numpy as np
import pytest

from vision.pixels.arrays import distinct, median, sample_levels


def test_no_points_have_no_levels() -> None:
    """Where nothing changed nothing is looked up, and nobody has to ask before."""
    assert sample_levels(np.zeros((8, 8, 3), np.uint8), np.zeros((0, 5, 2))).shape == (0, 5, 3)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("count", [4, 5])
def test_medians_are_numpys(axis: int, count: int) -> None:
    """Along each axis, of an even and of an odd number of values."""
    values = np.random.default_rng(3).normal(size=(count, count, 3))
    np.testing.assert_array_equal(median(values, axis=axis), np.median(values, axis=axis))


def test_distinct_values_ascend() -> None:
    """Each value of an array once, whatever its shape."""
    assert distinct(np.array([[3, 1], [2, 3]])) == [1, 2, 3]
