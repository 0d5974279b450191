"""Small codes are found near where they must lie by all pixels of their print, and nothing else is."""

from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import ReaderSettings
from vision.pixels.nearby import small_codes_near
from vision.pixels.patterns import modules

GAME = load_game("my-city")
SETTINGS = ReaderSettings()
IDS = (350, 351, 352)
OTHER = 361
FINE = 8


def lying(side_px: float) -> Any:
    """Where three codes lie that are looked at aslant, (3, 4, 2)."""
    square = np.array([[0.0, 0.0], [1.0, 0.15], [0.9, 0.8], [-0.1, 0.65]]) * side_px
    return square + np.array([[[60.0 + 70.0 * index, 55.3 + 6.7 * index]] for index in range(3)])


def drawn(quads: Any, ids: tuple[int, ...], *, noise: float = 7.0, covered: bool = False) -> Any:
    """A dim, noisy picture of codes with their white rims; `covered` ones are dark squares."""
    printed = modules(GAME.codes.dictionary, ids)[:, 0]
    count = printed.shape[-1]
    picture: Any = np.full((150 * FINE, 280 * FINE), 70.0, np.float32)
    inner = np.array([[1, 1], [count + 1, 1], [count + 1, count + 1], [1, count + 1]], np.float32)
    for quad, bits in zip(quads, printed, strict=True):
        look = np.full((count + 2, count + 2), 96.0, np.float32)
        look[1:-1, 1:-1] = 30.0 if covered else 30.0 + 66.0 * bits
        carry = cv2.getPerspectiveTransform(inner * 20, np.float32((quad + 0.5) * FINE))
        large: Any = np.kron(look, np.ones((20, 20), np.float32))
        over = cv2.warpPerspective(large, carry, picture.shape[::-1], borderValue=-1.0)
        picture = np.where(over >= 0, over, picture)
    small = cv2.GaussianBlur(cv2.resize(picture, (280, 150), interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    return np.clip(small + np.random.default_rng(4).normal(0.0, noise, small.shape), 0, 255).astype(np.uint8)


def off(quads: Any) -> Any:
    """Where three codes would have to lie: too far to one side, and too small."""
    middles = quads.mean(axis=1, keepdims=True)
    return middles + 0.94 * (quads - middles) + [5.0, -6.0]


@pytest.mark.parametrize("side_px", [11.0, 14.0, 19.0])
def test_small_codes_are_found_beside_where_they_must_lie(side_px: float) -> None:
    """From 1.6 pixels a module on, six pixels off, to half a pixel."""
    quads = lying(side_px)
    found = small_codes_near(drawn(quads, IDS), IDS, off(quads), GAME, SETTINGS)
    assert [code.id for code in found] == list(IDS)
    for code, quad in zip(found, quads, strict=True):
        assert np.abs(code.middle_px - quad.mean(axis=0)).max() < 0.5
        assert np.linalg.norm(code.corners_px - quad, axis=1).max() < 1.2


def test_nothing_else_is_taken_for_a_small_code() -> None:
    """Another code of the game, a dark square, plain paper: where they lie, none of these codes does."""
    quads = lying(14.0)
    for picture in (
        drawn(quads, (OTHER, *IDS[:2])),  # each lies where another one is looked for
        drawn(quads, IDS, covered=True),
        drawn(quads - 1000.0, IDS),
    ):
        assert small_codes_near(picture, IDS, off(quads), GAME, SETTINGS) == []


def test_nothing_is_told_where_all_lie_as_they_must_or_are_large() -> None:
    """There the codes that were found hold the sheets better than a quarter of a pixel does."""
    quads = lying(14.0)
    assert small_codes_near(drawn(quads, IDS), IDS, quads + 0.3, GAME, SETTINGS) == []
    large = lying(45.0)
    assert small_codes_near(drawn(large, IDS), IDS, off(large), GAME, SETTINGS) == []


def test_of_a_part_that_lies_there_twice_no_code_is_taken_for_the_other_ones() -> None:
    """Both promise the same code, each elsewhere, and it shows at one: nobody knows whose it is, and nothing falls."""
    quads = lying(14.0)
    twice = np.concatenate([off(quads), off(quads) + np.array([2.0, 0.0])])
    assert small_codes_near(drawn(quads, IDS), IDS * 2, twice, GAME, SETTINGS) == []
