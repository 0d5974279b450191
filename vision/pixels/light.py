"""Whether the light or the sharpness of a picture is to blame, in words with the mend."""

import numpy as np

from tabletop.readings import Problem
from vision.pixels.arrays import GreyImage
from vision.settings import LightSettings


def light_problems(grey: GreyImage, settings: LightSettings) -> tuple[Problem, ...]:
    """What is wrong with the picture as a whole: too dark, overexposed; nothing where it is fine."""
    small = grey[:: max(1, grey.shape[0] // 270), :: max(1, grey.shape[1] // 480)].astype(float)
    even = small.std() < settings.even_spread and small.mean() < settings.even_grey
    if even or np.percentile(small, 99) < settings.dark_grey:
        return (Problem("too-dark", "the picture is too dark to read; turn a lamp on, or expose longer"),)
    if (small >= settings.white_grey).mean() > settings.bright_share:
        return (Problem("overexposed", "the picture is overexposed; dim the lamp, or give the camera less exposure"),)
    return ()


def blurred(grey: GreyImage, settings: LightSettings) -> Problem | None:
    """Whether light meets dark in the picture, and nowhere sharply; a bare table has nothing to be sharp."""
    apart = max(1, round(max(grey.shape) * settings.far_apart))
    if sharpness(grey) >= settings.sharpness or _steepest(grey, apart) < settings.light_meets_dark:
        return None
    return Problem(
        "blurred", "the picture is blurred; wipe the lens, let the camera focus on the table, and hold it still"
    )


def sharpness(grey: GreyImage) -> float:
    """Steepness of the strongest edges: the 99.7th percentile of neighbouring pixels' differences."""
    return _steepest(grey, 1)


def _steepest(grey: GreyImage, apart: int) -> float:
    """The 99.7th percentile of the differences of pixels so far apart along the rows."""
    step = max(1, grey.shape[0] // 1080)
    rows = grey[::step].astype(np.int16)
    if rows.shape[1] <= apart:
        return 0.0
    return float(np.percentile(np.abs(rows[:, apart:] - rows[:, :-apart]), 99.7))
