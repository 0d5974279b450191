"""One picture of the corpus held against its truth: what a worker does, in this process, beside it or on a cluster."""

import os
import time
from dataclasses import dataclass

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2

from measuring.corpus import Picture
from measuring.tally import Compared, compare
from tabletop.readings import Reading
from vision import FrameReading, decode_grey, decode_image

_WARM: set[str] = set()
"""Games of which this process has made the patterns, which it does once."""


@dataclass(frozen=True, slots=True)
class Held:
    """A picture's result, small enough to travel."""

    picture: Picture
    compared: Compared
    ratio: float | None
    """Time of the whole reading over that of one default detection; None where it never came to an end."""
    reason: str
    """Why it was refused; empty where it was read."""


def held(picture: Picture) -> Held:
    """Read the picture, timed, and compare."""
    cv2.setNumThreads(1)
    if picture.truth.game not in _WARM:
        read_timed(picture)
        _WARM.add(picture.truth.game)
    sight, ratio = read_timed(picture)
    problems = sight.reading.problems
    reason = problems[0].message if sight.reading.position is None and problems else ""
    return Held(picture, compare(picture.truth, sight.reading, picture.hidden), ratio, reason)


def lost(picture: Picture, reason: str) -> Held:
    """The result of a picture whose worker died of it: nothing of it was read."""
    nothing = Reading(picture.truth.game, None)
    return Held(picture, compare(picture.truth, nothing, picture.hidden), None, reason)


def read_timed(picture: Picture) -> tuple[FrameReading, float]:
    """The sight, and the processor time of the whole reading over that of one default detection."""
    data = picture.path.read_bytes()
    started = time.process_time()
    grey = picture.truth.game == "big-city" and picture.pieces is None  # as `boardsight read` does
    sight = picture.read(decode_grey(data, picture.path.name) if grey else decode_image(data, picture.path.name))
    whole = time.process_time() - started
    image = decode_grey(data, picture.path.name)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000))
    started = time.process_time()
    detector.detectMarkers(image)
    return sight, whole / max(time.process_time() - started, 1e-6)
