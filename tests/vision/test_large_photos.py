"""Photographs of many megapixels are read at half their size, unless the whole one may show more."""

import ctypes
import os
import subprocess
import sys
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


def test_grey_is_not_unpacked_twice() -> None:
    """Who looks which game lies there and who reads it share it; another reduction is another picture."""
    photo = PhotoFile(cv2.imencode(".jpg", np.zeros((64, 64), np.uint8))[1].tobytes(), "zeros")
    assert photo.grey() is photo.grey()
    assert photo.grey(2).shape == (32, 32)
    assert photo.colour(2).shape == (32, 32, 3)


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"),
    reason="only glibc from 2.33 on tells what it keeps",
)
def test_what_a_reading_gives_back_is_kept_for_the_next() -> None:
    """A picture's memory lies among the kept one and stays there when it goes; without care it is mapped for itself and
    goes back to the system, page by page. In a process without the allocator's settings that `conftest.py` gives."""
    photo = PHOTOS / "my-city-chess" / "hard-45-sun.jpg"
    words = f"""
import ctypes
import numpy as np
from tabletop.gamefile import load_game
from vision.large_photos import read_photo
from vision.pixels.photo_file import PhotoFile

class Told(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd 6 7 8 9 10".split()]

told = ctypes.CDLL(None).mallinfo2
told.restype = Told
read_photo(PhotoFile(open({str(photo)!r}, "rb").read(), "photo"), load_game("my-city-chess"))
before = told()
picture = np.ones(16 << 20, np.uint8)
during = told()
del picture
after = told()
print(during.hblks - before.hblks, during.arena - after.arena)
"""
    plain = {name: value for name, value in os.environ.items() if name != "GLIBC_TUNABLES"}
    done = subprocess.run([sys.executable, "-c", words], env=plain, capture_output=True, text=True, check=True)
    mapped, gone = map(int, done.stdout.split())
    assert mapped == 0
    assert gone == 0
