"""Looking up grey levels in a picture, and what is done for rows of numbers."""

import numpy as np
import pytest

from vision.pixels.arrays import MAP_COLUMNS, distinct, median, quantiles, sample_levels, sample_maps


def test_no_points_have_no_levels() -> None:
    """Where nothing changed nothing is looked up, and nobody has to ask before."""
    assert sample_levels(np.zeros((8, 8, 3), np.uint8), np.zeros((0, 5, 2))).shape == (0, 5, 3)


def test_more_points_in_a_row_than_a_map_takes_are_looked_up() -> None:
    """OpenCV's maps end at 32767 columns; many codes' sides make longer rows."""
    grey = np.arange(0, 250, 10, np.uint8)[None].repeat(3, axis=0)
    x = np.tile(np.arange(25, dtype=np.float32), (2, MAP_COLUMNS // 25 + 2))
    levels = sample_maps(grey, x, np.ones_like(x))
    assert (levels == 10 * x).all()


def test_light_grey_levels_are_ordered_like_other_numbers() -> None:
    """Two of them added up do not fit into eight bits."""
    light = np.array([[250, 240, 254, 244]], np.uint8)
    assert median(light).tolist() == [247.0]
    assert [one.tolist() for one in quantiles(light, (0.0, 0.5, 1.0))] == [[240.0], [247.0], [254.0]]


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("count", [4, 5])
def test_medians_are_numpys(axis: int, count: int) -> None:
    """Along each axis, of an even and of an odd number of values."""
    values = np.random.default_rng(3).normal(size=(count, count, 3))
    np.testing.assert_array_equal(median(values, axis=axis), np.median(values, axis=axis))


def test_distinct_values_ascend() -> None:
    """Each value of an array once, whatever its shape."""
    assert distinct(np.array([[3, 1], [2, 3]])) == [1, 2, 3]
