"""The pictures for a camera's calibration: files in the sensor's own orientation, with what EXIF says of the camera."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.exif import ExifFacts, photo_facts
from tabletop.errors import UnreadableInput
from tabletop.profiles import CLOCKWISE_TURNS
from vision.pixels.arrays import BgrImage
from vision.pixels.images import load_image

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
Kind = tuple[tuple[int, int], str, str]
"""Size in pixels, camera, focus."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One picture as the sensor saw it."""

    name: str
    image: BgrImage
    facts: ExifFacts

    @property
    def kind(self) -> Kind:
        """Size, camera and focus: views of one calibration must share them."""
        return ((self.image.shape[1], self.image.shape[0]), self.facts.camera, self.facts.focus)


def picture_paths(given: Sequence[Path]) -> list[Path]:
    """Files as given, folders as their pictures in the order of their names; UnreadableInput where there is none."""
    paths: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = sorted(entry for entry in path.iterdir() if entry.suffix.lower() in PICTURES)
            if not inside:
                raise UnreadableInput(f"{path} has no pictures; JPEG, PNG, WebP, BMP and TIFF can be read")
            paths += inside
        else:
            paths.append(path)
    return paths


def load_photos(paths: Sequence[Path]) -> Iterator[Photo]:
    """The pictures one by one, each turned back to how the sensor saw it."""
    for path in paths:
        image = load_image(path)
        facts = photo_facts(path.read_bytes())
        if facts.orientation in (2, 4, 5, 7):
            raise UnreadableInput(f"{path} is mirrored by its EXIF data; switch the selfie mirror off")
        turns = CLOCKWISE_TURNS[facts.orientation]
        yield Photo(path.name, np.ascontiguousarray(np.rot90(image, turns)), facts)


def usual_kind(photos: Sequence[Kind]) -> Kind:
    """The size, camera and focus that most pictures have; the first ones at a tie."""
    return Counter(photos).most_common(1)[0][0]


def odd_one(kind: Kind, usual: Kind) -> str:
    """Why a picture of that kind does not go with the usual ones; empty where it does."""
    (size, camera, focus), (usual_size, usual_camera, usual_focus) = kind, usual
    if size != usual_size:
        return f"has {size[0]} x {size[1]} pixels, the others {usual_size[0]} x {usual_size[1]}"
    if camera != usual_camera:
        return f"was taken by another camera ({camera or 'unknown'})"
    if focus != usual_focus:
        return f"was taken at another focus or zoom ({focus or 'unknown'} instead of {usual_focus or 'unknown'})"
    return ""
