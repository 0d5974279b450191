"""Words drawn on pictures can be read on large ones as well."""

import numpy as np
import pytest

from vision.annotation import letter


@pytest.mark.parametrize("size", [(960, 1280), (3000, 4000)])
def test_letters_grow_with_the_picture(size: tuple[int, int]) -> None:
    """Capitals are a hundredth of the longer side high, and as strong as they are high, on 1.2 and on 12 megapixels."""
    drawn = np.zeros((*size, 3), np.uint8)
    letter(drawn, "HIH", np.array([size[1] / 2, size[0] / 2]), (0, 0, 255))
    red = (drawn[..., 2] > 200) & (drawn[..., 0] < 100)
    rows, middle = np.flatnonzero(red.any(axis=1)), red[:, red.shape[1] // 2 - 3 : red.shape[1] // 2 + 4]
    assert len(rows) >= 0.008 * max(size)
    assert red[rows].sum(axis=1).mean() >= 3 * max(1, len(rows) // 14)
    assert middle.any()


def test_long_words_stay_within_their_place() -> None:
    """A word is at most as wide as it may be."""
    drawn = np.zeros((900, 1200, 3), np.uint8)
    letter(drawn, "white-king-of-the-hill", np.array([600.0, 450.0]), (0, 0, 255), widest_px=150.0)
    columns = np.flatnonzero(drawn.any(axis=(0, 2)))
    assert columns.max() - columns.min() <= 160
