"""Picture files: every kind that people have, and what is refused."""

import random
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.errors import UnreadableInput
from vision import decode_image, load_grey, load_image
from vision.pixels.arrays import to_grey

PICTURE = np.zeros((40, 60, 3), np.uint8)
PICTURE[:, :20] = (255, 0, 0)
PICTURE[:20, 20:] = (0, 200, 0)


def encoded(kind: str, image: np.ndarray = PICTURE) -> bytes:
    """A picture's file."""
    return cv2.imencode(kind, image)[1].tobytes()


@pytest.mark.parametrize("kind", [".jpg", ".png", ".bmp", ".webp", ".tiff"])
def test_kinds_of_pictures_are_read(kind: str) -> None:
    """Each usual kind gives the same colours."""
    image = decode_image(encoded(kind), "picture")
    assert image.shape == (40, 60, 3)
    assert np.abs(image[30, 10].astype(int) - (255, 0, 0)).max() < 30


def test_transparency_lies_on_white() -> None:
    """Where a picture with alpha is transparent, there is white paper, not what happens to be stored."""
    image = np.dstack([PICTURE, np.full((40, 60), 255, np.uint8)])
    image[:, :20, 3] = 0
    assert (decode_image(encoded(".png", image), "picture")[30, 10] == 255).all()


@pytest.mark.parametrize("more", [0, 1], ids=["colours alone", "with transparency"])
def test_sixteen_bits_become_eight(more: int) -> None:
    """A 16-bit picture keeps its brightness."""
    deep = np.dstack([PICTURE, *more * [np.full((40, 60), 255, np.uint8)]]).astype(np.uint16) * 257
    image = decode_image(encoded(".png", deep), "picture")
    assert image.dtype == np.uint8
    assert tuple(image[10, 40]) == (0, 200, 0)


def test_grey_becomes_three_channels() -> None:
    """A grey picture is read like any other."""
    image = decode_image(encoded(".png", PICTURE[:, :, 1]), "picture")
    assert image.shape == (40, 60, 3)
    assert tuple(image[10, 40]) == (200, 200, 200)


def test_exif_turns_the_picture_upright() -> None:
    """A phone's JPEG that lies on its side is turned by its EXIF data."""
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    data = encoded(".jpg")
    with_exif = data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    assert decode_image(with_exif, "picture").shape == (60, 40, 3)


def saying(width: int, height: int) -> bytes:
    """The head of a PNG of that size."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + b"\0" * 40


def layered(more: int, shape: tuple[int, int]) -> bytes:
    """A progressive JPEG of ten scans, of which the last comes again so many times less one."""
    progressive = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    data = cv2.imencode(".jpg", np.full((*shape, 3), 200, np.uint8), progressive)[1].tobytes()
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + (more - 1) * last + data[-2:]


def in_tiff(jpeg: bytes, side: int) -> bytes:
    """A JPEG as the one strip of a TIFF."""
    tags = {256: side, 257: side, 258: 8, 259: 7, 262: 6, 273: 134, 277: 3, 278: side, 279: len(jpeg)}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items())
    return (b"II*\0\x08\0\0\0" + struct.pack("<H", len(tags)) + entries + bytes(4)).ljust(134, b"\0") + jpeg


def test_usual_layers_are_read() -> None:
    """A JPEG of ten scans, with a film of a phone behind its end in which everything may stand."""
    assert decode_image(layered(1, (64, 64)) + 200 * b"\xff\xda", "progressive.jpg").shape == (64, 64, 3)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello, I am no picture at all", "not a picture"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, "HEIC"),
        (encoded(".jpg")[:400], "breaks off"),
        (encoded(".png")[:120], "damaged"),
        (saying(80_000_000, 1), "8 to 32000 a side"),
        (saying(1, 80_000_000), "8 to 32000 a side"),
        (saying(32_001, 2_000), "8 to 32000 a side"),
        (layered(150, (64, 64)), "packed in 159 layers"),
        (layered(100, (3000, 4000)), "packed in 109 layers"),
        (in_tiff(layered(150, (64, 64)), 64), "packed in 159 layers"),
    ],
)
def test_what_is_no_picture_is_refused(data: bytes, words: str) -> None:
    """What cannot be a picture is refused with the reason."""
    with pytest.raises(UnreadableInput, match=words):
        decode_image(data, "picture")


def damaged(rng: random.Random) -> bytes:
    """A picture file with bytes changed, cut out or doubled."""
    data = bytearray(encoded(rng.choice([".jpg", ".png", ".bmp", ".webp", ".tiff"])))
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(data))
        what = rng.random()
        if what < 0.6:
            data[at] = rng.randrange(256)
        elif what < 0.8:
            del data[at : at + rng.randint(1, 30)]
        else:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 30)))
        if not data:
            break
    return bytes(data)


def test_grey_levels_come_out_the_same_from_the_shorter_way(tmp_path: Path) -> None:
    """A JPEG unpacked straight to grey is but for rounding the grey of its colours, and turned upright like them."""
    photo = Path(__file__).parent.parent / "photos" / "big-city" / "phone-45-lamp-middle.jpg"
    apart = np.abs(load_grey(photo).astype(int) - to_grey(load_image(photo)).astype(int))
    assert np.percentile(apart, 99) <= 2  # colours that no screen shows are cut, which shifts their grey
    assert apart.mean() < 0.5
    path = tmp_path / "clear.png"
    cv2.imwrite(str(path), np.zeros((20, 30, 4), np.uint8))
    assert load_grey(path).shape == (20, 30)
    assert load_grey(path).min() == 255
