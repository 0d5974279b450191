"""What a photo says of its camera: maker and model, focal length and zoom, and how it is to be turned (EXIF 2.3)."""

import struct
from dataclasses import dataclass

_MAKE, _MODEL, _ORIENTATION, _EXIF_DIRECTORY = 0x010F, 0x0110, 0x0112, 0x8769
_FOCAL_LENGTH, _DIGITAL_ZOOM = 0x920A, 0xA404
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}
"""Bytes by the type of a tag's value."""


@dataclass(frozen=True, slots=True)
class ExifFacts:
    """Empty texts where the photo does not tell."""

    camera: str = ""
    focus: str = ""
    """Focal length and digital zoom, such as `4.25 mm`."""
    orientation: int = 1
    """EXIF's 1 to 8."""


def photo_facts(data: bytes) -> ExifFacts:
    """The facts in a JPEG's bytes; those of a file without EXIF, or with a damaged one, are empty."""
    block = _exif_block(data)
    if block is None or block[:2] not in (b"II", b"MM"):
        return ExifFacts()
    order = "<" if block[:2] == b"II" else ">"
    try:
        (start,) = struct.unpack_from(order + "I", block, 4)
        tags = _directory(block, order, start)
        more = tags.get(_EXIF_DIRECTORY)
        if isinstance(more, int):
            tags |= _directory(block, order, more)
    except struct.error:
        return ExifFacts()
    make, model = str(tags.get(_MAKE, "")), str(tags.get(_MODEL, ""))
    camera = model if model.casefold().startswith(make.casefold()) else f"{make} {model}".strip()
    focal, zoom, orientation = tags.get(_FOCAL_LENGTH), tags.get(_DIGITAL_ZOOM), tags.get(_ORIENTATION)
    focus = f"{focal:g} mm" if isinstance(focal, float) and focal > 0 else ""
    if focus and isinstance(zoom, float) and zoom > 1:
        focus += f", zoom {zoom:g}"
    return ExifFacts(camera, focus, orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1)


def _exif_block(data: bytes) -> bytes | None:
    """The TIFF structure inside a JPEG's first EXIF segment."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            return data[at + 10 : at + 2 + length]
        at += 2 + length
    return None


def _directory(block: bytes, order: str, start: int) -> dict[int, str | int | float]:
    """The tags of one directory that are texts, whole numbers or ratios; struct.error where it is cut off."""
    (count,) = struct.unpack_from(order + "H", block, start)
    tags: dict[int, str | int | float] = {}
    for entry in range(count):
        tag, kind, length, _ = struct.unpack_from(order + "HHII", block, start + 2 + 12 * entry)
        at = start + 2 + 12 * entry + 8
        if _SIZES.get(kind, 1) * length > 4:
            (at,) = struct.unpack_from(order + "I", block, at)
        if kind == 2:
            tags[tag] = block[at : at + length].split(b"\0")[0].decode("ascii", "replace").strip()
        elif kind in (3, 4):
            tags[tag] = int(struct.unpack_from(order + ("H" if kind == 3 else "I"), block, at)[0])
        elif kind == 5:
            above, below = struct.unpack_from(order + "II", block, at)
            tags[tag] = above / below if below else 0.0
    return tags
