"""A picture file into pixels: upright, eight bits, blue-green-red; or one sentence why not."""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tabletop.addresses import address_name, is_address
from tabletop.errors import UnreadableInput
from tabletop.textfiles import need_regular
from vision.pixels.arrays import BgrImage, GreyImage, to_grey

LARGEST_MEGAPIXELS = 80
"""Larger pictures are refused before they are unpacked: no table needs them, and a small file can pretend any size."""
LARGEST_HALVED_MEGAPIXELS = 125
"""Up to here a JPEG, which can be unpacked at half its width and height, is read so: phones take up to 108."""
SIDES_PX = (8, 32_000)
"""No table is seen in less; OpenCV counts places in a picture up to 32,767."""
MOST_SCANS, MOST_SCANNED_MEGAPIXELS = 100, 800
"""Of a JPEG: each scan goes over the whole picture, which takes 4 ms a megapixel. Usual are one, three, or ten."""
_SCANS_OR_END = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""What ends packed pixels in a JPEG."""
LARGEST_FILE_BYTES = 200_000_000
LARGEST_UNPACKING_BYTES = 900_000_000
"""What a file and its unpacking together may take, so that the whole program stays below a gigabyte: a picture of deep
colours with transparency takes 16 bytes a pixel, one of a phone six."""
_REDUCED = {
    1: (cv2.IMREAD_COLOR, cv2.IMREAD_GRAYSCALE),
    2: (cv2.IMREAD_REDUCED_COLOR_2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
    4: (cv2.IMREAD_REDUCED_COLOR_4, cv2.IMREAD_REDUCED_GRAYSCALE_4),
    8: (cv2.IMREAD_REDUCED_COLOR_8, cv2.IMREAD_REDUCED_GRAYSCALE_8),
}
"""How OpenCV is told by how much to reduce width and height of a JPEG: in colour, and in grey."""
JPEG_IN_TIFF = 7
STRIP_PIXELS = 1 << 20
"""Transparent pictures are laid on white so many pixels at a time."""


@dataclass(frozen=True, slots=True)
class _Header:
    """What a file says of itself, read before anything is unpacked."""

    width: int
    height: int
    bytes_per_pixel: float = 6.0
    """That unpacking takes at most: OpenCV holds what it unpacks twice for a moment, three bytes a pixel each."""
    transparent: bool = False
    halved_bytes_per_pixel: float | None = None
    """The same where it can be unpacked at half its width and height."""
    scans: int = 1
    """So many times unpacking goes over the whole picture."""

    @property
    def megapixels(self) -> float:
        """How many millions of pixels."""
        return self.width * self.height / 1e6

    def halved(self, data: bytes) -> bool:
        """Whether it is to be unpacked at half its width and height."""
        return self.megapixels > LARGEST_MEGAPIXELS or not self._fits(self.bytes_per_pixel, data)

    def refusal(self, data: bytes) -> str | None:
        """Why it cannot be read at all: more pixels, or more memory than may be."""
        most = LARGEST_MEGAPIXELS if self.halved_bytes_per_pixel is None else LARGEST_HALVED_MEGAPIXELS
        if self.width < 1 or self.height < 1 or self.megapixels > most:
            return f"says it is {self.width} × {self.height} pixels; between 1 and {most} megapixels can be read"
        least, most = SIDES_PX
        if not (least <= self.width <= most and least <= self.height <= most):
            return f"says it is {self.width} × {self.height} pixels; {least} to {most} a side can be read"
        if self.scans > min(MOST_SCANS, max(10.0, MOST_SCANNED_MEGAPIXELS / self.megapixels)):
            return f"is packed in {self.scans} layers, which takes too long to unpack; save it as an ordinary JPEG"
        smallest = self.halved_bytes_per_pixel or self.bytes_per_pixel
        if not self._fits(smallest, data):
            most = int((LARGEST_UNPACKING_BYTES - len(data)) / smallest / 1e6)
            return (
                f"says it is {self.width} × {self.height} pixels; of a picture of its kind {most} megapixels can be "
                "read, so save it as JPEG"
            )
        return None

    def _fits(self, bytes_per_pixel: float, data: bytes) -> bool:
        return self.megapixels * 1e6 * bytes_per_pixel + len(data) <= LARGEST_UNPACKING_BYTES


def load_image(path: str | Path) -> BgrImage:
    """The picture in a file, turned upright by its EXIF data; UnreadableInput with the reason where there is none."""
    return decode_image(bytes_of(path), str(path))


def load_grey(path: str | Path) -> GreyImage:
    """The picture in a file as grey levels (height, width): of a JPEG that takes half the time, or less."""
    return decode_grey(bytes_of(path), str(path))


def bytes_of(path: str | Path) -> bytes:
    """A file's contents; UnreadableInput where it cannot be opened or is far too large."""
    try:
        need_regular(path)
        if Path(path).stat().st_size > LARGEST_FILE_BYTES:
            raise UnreadableInput(f"{path} is larger than {LARGEST_FILE_BYTES // 10**6} MB; save the photo as JPEG")
        return Path(path).read_bytes()
    except OSError as error:
        name = address_name(str(path)) if is_address(str(path)) else path
        raise UnreadableInput(f"{name} cannot be opened: {error.strerror or error}") from error


def decode_image(data: bytes, name: str, reduced: int = 1) -> BgrImage:
    """The same for a picture in memory; `name` is what the message calls it.

    A JPEG is unpacked at a half, a quarter or an eighth of its width and height where it is to be `reduced` so.
    """
    return _decoded(data, _checked(data, name), name, reduced)


def decode_grey(data: bytes, name: str, reduced: int = 1) -> GreyImage:
    """The same as grey levels."""
    header = _checked(data, name)
    if header.halved_bytes_per_pixel is None:
        return to_grey(_decoded(data, header, name, reduced))
    return _unpacked(data, _REDUCED[_reduction(header, data, reduced)][1], name)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height that a picture in memory says it has; None where it is no known kind of picture."""
    header = _header_of(data)
    return None if header is None else (header.width, header.height)


def reduction_of(data: bytes, least_px: int) -> int:
    """By how much a picture in memory can be reduced with its longest side still so long: 1, 2, 4 or 8."""
    header = _header_of(data)
    if header is None or header.halved_bytes_per_pixel is None:
        return 1
    longest = max(header.width, header.height)
    return max(factor for factor in _REDUCED if factor == 1 or longest >= factor * least_px)


_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif", b"avis")


def _checked(data: bytes, name: str) -> _Header:
    """What the data say of themselves; UnreadableInput where they are no whole picture of a size that can be read."""
    if not data:
        raise UnreadableInput(f"{name} is empty; take or copy the photo again")
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise UnreadableInput(f"{name} is a HEIC or AVIF picture; save or share it as JPEG")
    header = _header_of(data)
    if header is None:
        raise UnreadableInput(f"{name} is not a picture that can be read; expected JPEG, PNG, WebP, BMP or TIFF")
    refusal = header.refusal(data)
    if refusal is not None:
        raise UnreadableInput(f"{name} {refusal}")
    if data[:2] == b"\xff\xd8" and _is_cut_jpeg(data):
        raise UnreadableInput(f"{name} breaks off before its end; copy or take the photo again")
    return header


def _reduction(header: _Header, data: bytes, reduced: int) -> int:
    """How much a JPEG is to be reduced: what is too large is halved at least."""
    return max(reduced, 2) if header.halved(data) else reduced


def _decoded(data: bytes, header: _Header, name: str, reduced: int) -> BgrImage:
    """Pixels as 8-bit BGR. What is transparent becomes white."""
    if header.halved_bytes_per_pixel is not None:
        return _unpacked(data, _REDUCED[_reduction(header, data, reduced)][0], name)  # turned by its EXIF data
    if header.transparent:
        raw = _unpacked(data, cv2.IMREAD_UNCHANGED, name)
        if raw.ndim == 3 and raw.shape[2] == 4 and raw.dtype in (np.uint8, np.uint16):
            return _on_white(raw)
        del raw  # never two of them
    return _unpacked(data, cv2.IMREAD_COLOR, name)


def _unpacked(data: bytes, flag: int, name: str) -> np.ndarray:  # 8 bits, but for IMREAD_UNCHANGED
    """What OpenCV makes of the data; UnreadableInput where they are damaged."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except (cv2.error, MemoryError):
        image = None
    if image is None:
        raise UnreadableInput(f"{name} is damaged and cannot be unpacked; copy or take the photo again")
    return np.asarray(image)


def _on_white(bgra: np.ndarray) -> BgrImage:  # 8 or 16 bits
    """A picture with transparency laid on white paper, strip by strip."""
    laid = np.empty((*bgra.shape[:2], 3), np.uint8)
    full = np.float32(65535 if bgra.dtype == np.uint16 else 255)
    rows = max(1, STRIP_PIXELS // bgra.shape[1])
    for top in range(0, len(bgra), rows):
        strip = bgra[top : top + rows].astype(np.float32) * (np.float32(255) / full)
        opaque = strip[:, :, 3:] / 255.0
        laid[top : top + rows] = np.clip(strip[:, :, :3] * opaque + 255.0 * (1 - opaque) + 0.5, 0, 255)
    return laid


def _header_of(data: bytes) -> _Header | None:
    """What the file's header says; None where it is no known kind of picture."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return _png_header(data)
        if data[:2] == b"\xff\xd8":
            return _jpeg_header(data)
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return _Header(abs(width), abs(height), 8.0, transparent=True)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _Header(*_webp_size(data), 8.0, transparent=True)
        if data[:4] in (b"II*\0", b"MM\0*"):
            return _tiff_header(data)
    except (struct.error, IndexError, KeyError, ZeroDivisionError):
        return None
    return None


def _png_header(data: bytes) -> _Header:
    """Size and kind of a PNG: with transparency the whole pixels are unpacked, of 16 bits too."""
    width, height, bits, colours = struct.unpack(">IIBB", data[16:26])
    transparent = colours in (4, 6) or b"tRNS" in data[: data.find(b"IDAT")]
    return _Header(width, height, (16.0 if bits == 16 else 8.0) if transparent else 6.0, transparent)


def _jpeg_header(data: bytes) -> _Header | None:
    """Size and kind of a JPEG: a progressive one is held whole as numbers of two bytes while it is unpacked."""
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
            height, width, colours = struct.unpack(">HHB", data[at + 5 : at + 10])
            held = 0.0 if marker in (0xC0, 0xC1) and _in_one_scan(data, at + 2 + length, colours) else 2.0 * colours
            scans = _scans(data, at + 2 + length)
            return _Header(width, height, max(6.0, held + 3.0), False, max(1.5, held + 0.75), scans)
        at += 2 + length
    return None


def _in_one_scan(data: bytes, at: int, colours: int) -> bool:
    """Whether the first scan after `at` brings all colours, so that lines can be unpacked one after the other."""
    while at + 5 < len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return at + 5 < len(data) and data[at + 4] == colours


def _scans(data: bytes, at: int) -> int:
    """How many scans come after `at`, up to the picture's end; what lies behind that is no part of it."""
    scans = 0
    while (found := _SCANS_OR_END.search(data, at)) is not None and found.group() != b"\xff\xd9":
        scans += found.group() == b"\xff\xda"
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2])
    return scans


def _is_cut_jpeg(data: bytes) -> bool:
    """Whether the picture's own data never come to their end marker (the thumbnail's end does not count)."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:
            at += 1
            continue
        if data[at + 1] == 0xDA:
            return data.rfind(b"\xff\xd9", at) < 0
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


def _tiff_header(data: bytes) -> _Header:
    """Size and kind of a TIFF's first picture; a strip or tile of it is held beside the whole."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack(order + "I", data[4:8])
    (count,) = struct.unpack(order + "H", data[at : at + 2])
    told = {"width": 256, "height": 257, "bits": 258, "colours": 262, "samples": 277, "strip rows": 278}
    told |= {"tile width": 322, "tile height": 323, "packing": 259}
    numbers: dict[int, int] = {}
    for entry in range(count):
        start = at + 2 + 12 * entry
        tag, kind, several = struct.unpack(order + "HHI", data[start : start + 8])
        if tag in told.values():
            if tag in numbers:
                raise KeyError(tag)  # which of the two counts is a matter of taste
            form = "H" if kind == 3 else "I"
            where = start + 8
            if several * struct.calcsize(form) > 4:
                (where,) = struct.unpack(order + "I", data[where : where + 4])
            (numbers[tag],) = struct.unpack(order + form, data[where : where + struct.calcsize(form)])
    width, height = numbers[told["width"]], numbers[told["height"]]
    samples, bits = numbers.get(told["samples"], 1), numbers.get(told["bits"], 1)
    transparent = samples in (2, 4) and numbers.get(told["colours"]) in (0, 1, 2)
    part = min(numbers.get(told["strip rows"], height), height) / height
    if told["tile height"] in numbers:
        part = numbers[told["tile width"]] * numbers[told["tile height"]] / (width * height)
    strip = part * max(4.0, samples * bits / 8)
    layers = data.count(b"\xff\xda") if numbers.get(told["packing"]) == JPEG_IN_TIFF else 0
    scans = max(1, -int(-layers * part // 1))
    return _Header(width, height, (bits if transparent else 6.0) + strip, transparent, scans=scans)
