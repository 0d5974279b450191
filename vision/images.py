"""A picture file into pixels: upright, eight bits, blue-green-red; or one sentence why not."""

import struct
from pathlib import Path

import cv2
import numpy as np

from tabletop.errors import UnreadableInput
from vision.arrays import BgrImage, GreyImage, to_grey

LARGEST_MEGAPIXELS = 80
"""Larger pictures are refused before they are unpacked: no table needs them, and a small file can pretend any size."""
LARGEST_FILE_BYTES = 200_000_000


def load_image(path: str | Path) -> BgrImage:
    """The picture in a file, turned upright by its EXIF data; UnreadableInput with the reason where there is none."""
    return decode_image(_bytes_of(path), str(path))


def load_grey(path: str | Path) -> GreyImage:
    """The picture in a file as grey levels (height, width): of a JPEG that takes half the time, or less."""
    return decode_grey(_bytes_of(path), str(path))


def _bytes_of(path: str | Path) -> bytes:
    """A file's contents; UnreadableInput where it cannot be opened or is far too large."""
    try:
        if Path(path).stat().st_size > LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} is larger than {LARGEST_FILE_BYTES // 10**6} MB; save the photo as JPEG")
        return Path(path).read_bytes()
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be opened: {error.strerror or error}") from error


def decode_image(data: bytes, name: str) -> BgrImage:
    """The same for a picture in memory; `name` is what the message calls it."""
    _check(data, name)
    image = _decoded(data)
    if image is None:
        raise UnreadableInput(f"{name} is damaged and cannot be unpacked; copy or take the photo again")
    return image


def decode_grey(data: bytes, name: str) -> GreyImage:
    """The same as grey levels."""
    if data[:2] != b"\xff\xd8":
        return to_grey(decode_image(data, name))
    _check(data, name)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except (cv2.error, MemoryError):
        image = None
    if image is None:
        raise UnreadableInput(f"{name} is damaged and cannot be unpacked; copy or take the photo again")
    return np.asarray(image, np.uint8)


def _check(data: bytes, name: str) -> None:
    """UnreadableInput with the reason where the data are no whole picture of a size that can be read."""
    if not data:
        raise UnreadableInput(f"{name} is empty; take or copy the photo again")
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        raise UnreadableInput(f"{name} is a HEIC or AVIF picture; save or share it as JPEG")
    size = _size_of(data)
    if size is None:
        raise UnreadableInput(f"{name} is not a picture that can be read; expected JPEG, PNG, WebP, BMP or TIFF")
    width, height = size
    if width < 1 or height < 1 or width * height > LARGEST_MEGAPIXELS * 1_000_000:
        raise UnreadableInput(
            f"{name} says it is {width} × {height} pixels; between 1 and {LARGEST_MEGAPIXELS} megapixels can be read"
        )
    if data[:2] == b"\xff\xd8" and _is_cut_jpeg(data):
        raise UnreadableInput(f"{name} breaks off before its end; copy or take the photo again")


def _decoded(data: bytes) -> BgrImage | None:
    """Pixels as 8-bit BGR; None where the data are damaged. What is transparent becomes white."""
    buffer = np.frombuffer(data, np.uint8)
    try:
        if data[:2] == b"\xff\xd8":  # JPEG has no alpha, and here cv2 turns by EXIF
            image = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
            return None if image is None else np.asarray(image, np.uint8)
        raw = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
        if raw is not None and raw.ndim == 3 and raw.shape[2] == 4:
            return _on_white(np.asarray(raw))
        image = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _on_white(bgra: np.ndarray) -> BgrImage:  # 8 or 16 bits
    """A picture with transparency laid on white paper."""
    eight = (bgra / 257.0) if bgra.dtype == np.uint16 else bgra.astype(np.float32)
    opaque = eight[:, :, 3:] / 255.0
    return np.asarray(np.clip(eight[:, :, :3] * opaque + 255.0 * (1 - opaque) + 0.5, 0, 255), np.uint8)


def _size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as the file's header says; None where it is no known kind of picture."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            width, height = struct.unpack(">II", data[16:24])
            return (width, height)
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return (abs(width), abs(height))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:4] in (b"II*\0", b"MM\0*"):
            return _tiff_size(data)
    except (struct.error, IndexError, KeyError):
        return None
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG's frame header."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return (width, height)
        at += 2 + length
    return None


def _is_cut_jpeg(data: bytes) -> bool:
    """Whether the picture's own data never come to their end marker (the thumbnail's end does not count)."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:
            at += 1
            continue
        if data[at + 1] == 0xDA:
            return data.find(b"\xff\xd9", at) < 0
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return True


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height of the three kinds of WebP."""
    kind = data[12:16]
    if kind == b"VP8X":
        return (1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack("<HH", data[26:30])
    return (width & 0x3FFF, height & 0x3FFF)


def _tiff_size(data: bytes) -> tuple[int, int]:
    """Width and height of a TIFF's first directory."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack(order + "I", data[4:8])
    (count,) = struct.unpack(order + "H", data[at : at + 2])
    sizes: dict[int, int] = {}
    for entry in range(count):
        start = at + 2 + 12 * entry
        tag, kind = struct.unpack(order + "HH", data[start : start + 4])
        if tag in (256, 257):
            form = "H" if kind == 3 else "I"
            (sizes[tag],) = struct.unpack(order + form, data[start + 8 : start + 8 + struct.calcsize(form)])
    return (sizes[256], sizes[257])
