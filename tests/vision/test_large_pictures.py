"""Any picture that is not refused is read within a gigabyte, however its pixels are packed."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.errors import UnreadableInput
from vision import decode_grey, decode_image

WIDTH, HEIGHT = 10_250, 7_750
"""79 megapixels: just below the limit."""
MOST_MB = 1000
READING = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "live.main", "read", *sys.argv[1:]], capture_output=True, text=True)
unit = 1024**2 if sys.platform == "darwin" else 1024
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // unit)
print(done.stderr)
"""
"""In a process of its own: what a process took before it called another program counts as that program's."""


def png(bits: int, colours: int, *extra: bytes, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A grey PNG of one shade, its pixels as a PNG's header counts them, and other chunks before them."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    packer = zlib.compressobj(1)
    row = b"\0" + b"\x60" * (width * channels * bits // 8)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0))
    palette = chunk(b"PLTE", bytes(range(256)) * 3) if colours == 3 else b""
    others = b"".join(chunk(one[:4], one[4:]) for one in extra)
    return b"\x89PNG\r\n\x1a\n" + header + palette + others + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def by_opencv(kind: str, channels: int, dtype: type = np.uint8, *options: int) -> bytes:
    """A picture of one shade, packed by OpenCV."""
    shape = (HEIGHT, WIDTH, channels) if channels > 1 else (HEIGHT, WIDTH)
    return cv2.imencode(kind, np.full(shape, 90, dtype), options)[1].tobytes()


WHOLE_444 = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
KINDS: dict[str, Callable[[], bytes]] = {
    "png-alpha.png": lambda: png(8, 6),
    "png-colours.png": lambda: png(8, 2),
    "png-deep.png": lambda: png(16, 2),
    "png-grey.png": lambda: png(8, 0),
    "png-grey-deep.png": lambda: png(16, 0),
    "png-grey-alpha.png": lambda: png(8, 4),
    "png-palette.png": lambda: png(8, 3),
    "png-palette-alpha.png": lambda: png(8, 3, b"tRNS" + b"\x80" * 256),
    "jpeg.jpg": lambda: by_opencv(".jpg", 3),
    "jpeg-grey.jpg": lambda: by_opencv(".jpg", 1),
    "jpeg-progressive.jpg": lambda: by_opencv(".jpg", 3, np.uint8, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, *WHOLE_444),
    "webp.webp": lambda: by_opencv(".webp", 3, np.uint8, cv2.IMWRITE_WEBP_QUALITY, 50),
    "webp-alpha.webp": lambda: by_opencv(".webp", 4, np.uint8, cv2.IMWRITE_WEBP_QUALITY, 50),
    "tiff.tiff": lambda: by_opencv(".tiff", 3),
    "tiff-deep.tiff": lambda: by_opencv(".tiff", 3, np.uint16),
    "tiff-alpha.tiff": lambda: by_opencv(".tiff", 4),
    "tiff-one-strip.tiff": lambda: by_opencv(".tiff", 3, np.uint8, cv2.IMWRITE_TIFF_ROWSPERSTRIP, 100_000),
}


def peak_mb(path: Path, *words: str) -> tuple[int, int, str]:
    """Exit code, megabytes that `boardsight read` took at most, and what it said."""
    told = subprocess.run(
        [sys.executable, "-c", READING, str(path), *words], capture_output=True, text=True, timeout=600, check=True
    ).stdout
    first, said = told.split("\n", 1)
    code, megabytes = first.split()
    return int(code), int(megabytes), said


@pytest.mark.soak
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("words", [(), ("--game", "my-city")])
def test_a_large_picture_takes_less_than_a_gigabyte(tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    """79 megapixels of any kind are unpacked and searched, in grey and in colour, within 1,000 MB."""
    path = tmp_path / name
    path.write_bytes(KINDS[name]())
    code, megabytes, said = peak_mb(path, *words)
    assert code == 4, said
    assert not any(refused in said for refused in ("megapixels", "damaged", "MB")), said  # it was looked at
    assert megabytes <= MOST_MB


def test_a_quarter_of_its_pixels_take_a_quarter_of_that(tmp_path: Path) -> None:
    """What is unpacked whole, transparency laid on white, and searched: the everyday part of the test above."""
    least, quarter = tmp_path / "least.png", tmp_path / "quarter.png"
    least.write_bytes(png(8, 6, width=100, height=100))
    quarter.write_bytes(png(8, 6, width=WIDTH // 2, height=HEIGHT // 2))
    (_, without, _), (code, megabytes, said) = peak_mb(least), peak_mb(quarter)
    assert code == 4, said
    assert megabytes - without <= (MOST_MB - without) / 4


def test_deep_colours_with_transparency_have_a_limit_of_their_own() -> None:
    """What cannot be unpacked within a gigabyte is refused before it is, and told how many megapixels can."""
    low = png(16, 6, height=1)
    pretending = low.replace(struct.pack(">II", WIDTH, 1), struct.pack(">II", WIDTH, HEIGHT))
    with pytest.raises(UnreadableInput, match="of a picture of its kind 56 megapixels can be read, so save it as JPEG"):
        decode_image(pretending, "deep.png")


def jpeg_saying(width: int, height: int) -> bytes:
    """A JPEG with its width and height."""
    return cv2.imencode(".jpg", np.full((height, width), 90, np.uint8))[1].tobytes()


def test_a_phone_s_108_megapixels_are_read_at_half_their_size() -> None:
    """Pictures of the largest phones are unpacked at a quarter of their pixels, which is more than the codes need."""
    data = jpeg_saying(12_000, 9_000)
    assert decode_grey(data, "phone.jpg").shape == (4_500, 6_000)
    assert decode_image(data, "phone.jpg").shape == (4_500, 6_000, 3)


def test_larger_ones_are_refused() -> None:
    """Beyond that a JPEG is refused, too."""
    with pytest.raises(UnreadableInput, match="125 megapixels"):
        decode_grey(jpeg_saying(13_000, 10_000), "huge.jpg")
