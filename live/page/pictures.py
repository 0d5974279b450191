"""The camera's picture for the page: cut to where the game lies, drawn on, encoded; and cut-outs for questions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from live.sources.frames import BgrImage
from tabletop.errors import BoardsightError
from vision import FrameReading, annotate, crop_of


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """How the page gets the camera's picture."""

    width_px: int = 1280
    """No wider than this."""
    margin: float = 0.08
    """Of the game's size: so much table is shown around it."""
    quality: int = 80
    """JPEG quality, 1 to 100."""


def picture_jpeg(
    image: BgrImage,
    sight: FrameReading | None,
    known: FrameReading | None,
    settings: PictureSettings,
    beside: Sequence[tuple[BgrImage, FrameReading | None]] = (),
) -> bytes:
    """The part of the camera's picture where the game lies, as a JPEG, with what was read drawn on it.

    `sight` is what is drawn, None where nothing can be; `known` is the last sight of the table. Pictures of further
    cameras with what was read in them (`beside`) stand below.
    """
    import cv2
    import numpy

    pictures = [_shown(image, sight, known, settings)]
    width = pictures[0].shape[1]
    for other, seen in beside:
        picture = _shown(other, seen if sight is not None else None, seen if known is not None else None, settings)
        size = (width, round(picture.shape[0] * width / picture.shape[1]))
        pictures.append(cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(picture.dtype, copy=False))
    well, encoded = cv2.imencode(".jpg", numpy.vstack(pictures), [cv2.IMWRITE_JPEG_QUALITY, settings.quality])
    if not well:
        raise BoardsightError("the camera's picture could not be encoded")
    return encoded.tobytes()


def _shown(
    image: BgrImage, sight: FrameReading | None, known: FrameReading | None, settings: PictureSettings
) -> BgrImage:
    """One camera's picture as people get it."""
    import cv2

    drawn: BgrImage = image if sight is None else annotate(image, sight)
    if known is not None and known.outlines_px:
        left, top, right, bottom = game_area_px(known, settings.margin)
        drawn = drawn[top:bottom, left:right]
    height, width = drawn.shape[:2]
    if width > settings.width_px:
        size = (settings.width_px, round(height * settings.width_px / width))
        drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA).astype(drawn.dtype, copy=False)
    return drawn


def game_area_px(sight: FrameReading, margin: float) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what was read with some table around it, in steps so that it does not tremble."""
    import numpy

    points = numpy.concatenate([outline.reshape(-1, 2) for outline in sight.outlines_px.values()])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    more = margin * float(max(right - left, bottom - top))
    width, height = sight.size_px
    step = 32
    return (
        max(0, int(left - more) // step * step),
        max(0, int(top - more) // step * step),
        min(width, -int(-(right + more) // step) * step),
        min(height, -int(-(bottom + more) // step) * step),
    )


def without_doubts(sight: FrameReading, asked: Collection[str]) -> FrameReading:
    """The sight with nothing drawn on places that can't be told just now, but those that people are `asked` about."""
    sureness = sight.reading.confidence
    shown = {
        place: outline for place, outline in sight.outlines_px.items() if sureness[place] != "ask" or place in asked
    }
    return replace(sight, outlines_px=shown)


def crop_jpeg(image: BgrImage, sight: FrameReading, place: str) -> bytes:
    """A place cut out of the camera's picture, as a JPEG."""
    import cv2

    return cv2.imencode(".jpg", crop_of(image, sight, place))[1].tobytes()
