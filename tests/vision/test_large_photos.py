"""Photographs of many megapixels are read at half their size, unless the whole one may show more."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.notation import load_position
from vision import read_image
from vision.large_photos import LEAST_PX, read_photo
from vision.pixels.images import reduction_of
from vision.pixels.photo_file import PhotoFile

PHOTOS = Path(__file__).parents[1] / "photos"


class Watched(PhotoFile):
    """A photograph that remembers how it was unpacked."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, "photo")
        self.unpacked: list[int] = []

    def colour(self, reduced: int = 1) -> np.ndarray:
        """In colour."""
        self.unpacked.append(reduced)
        return super().colour(reduced)

    def grey(self, reduced: int = 1) -> np.ndarray:
        """In grey."""
        self.unpacked.append(reduced)
        return super().grey(reduced)


@pytest.mark.parametrize("name", ["my-city-chess/tuning-hard-lamp", "big-city/hard-phone-50-dim-02"])
def test_a_large_photograph_of_large_codes_is_unpacked_small(name: str) -> None:
    """What is read is what the whole one tells, and errors are told in its pixels."""
    path = PHOTOS / f"{name}.jpg"
    truth, game = load_position(str(path.with_suffix(".toml"))), load_game(Path(name).parts[0])
    photo = Watched(path.read_bytes())
    small = read_photo(photo, game, players=truth.players).reading
    assert photo.unpacked == [2]
    whole = read_image(photo.colour(), game, players=truth.players).reading
    assert (small.position, small.confidence) == (whole.position, whole.confidence)
    assert small.camera.reprojection_px == pytest.approx(whole.camera.reprojection_px, rel=0.2)


def _with_wide_rim(name: str, longest_px: int) -> bytes:
    """A photograph amid much grey, so that it is large and its codes are not."""
    image = cv2.imread(str(PHOTOS / f"{name}.jpg"))
    rim = (longest_px - image.shape[1]) // 2
    large = cv2.copyMakeBorder(image, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize("name", ["my-city/brutal-dim-720p", "big-city/brutal-webcam-35-dim-23"])
def test_a_large_photograph_of_small_codes_is_read_whole(name: str) -> None:
    """At half their size too few of its codes would be seen."""
    truth, game = load_position(str(PHOTOS / f"{name}.toml")), load_game(Path(name).parts[0])
    photo = Watched(_with_wide_rim(name, 2 * LEAST_PX + 100))
    reading = read_photo(photo, game, players=truth.players).reading
    assert photo.unpacked == [2, 1]
    assert (
        reading
        == read_image(photo.grey() if game.laid_of_tiles else photo.colour(), game, players=truth.players).reading
    )


@pytest.mark.parametrize(
    ("size_px", "ending", "told"),
    [
        ((4032, 3024), ".jpg", 2),
        ((3000, 4000), ".jpg", 2),
        ((8064, 60), ".jpg", 4),
        ((3264, 2448), ".jpg", 1),
        ((4032, 60), ".png", 1),
    ],
)
def test_only_a_jpeg_is_reduced_and_never_below_a_webcams_size(
    size_px: tuple[int, int], ending: str, told: int
) -> None:
    """Its longest side is what counts."""
    data = cv2.imencode(ending, np.zeros((size_px[1], size_px[0]), np.uint8))[1].tobytes()
    assert reduction_of(data, LEAST_PX) == told
    assert max(PhotoFile(data, "zeros").grey(told).shape) == max(size_px) // told
