"""Whether the light or the sharpness of a picture is to blame, in words with the mend."""

import numpy as np

from tabletop.readings import Problem
from vision.arrays import GreyImage
from vision.settings import LightSettings


def light_problems(grey: GreyImage, settings: LightSettings) -> tuple[Problem, ...]:
    """What is wrong with the picture as a whole: too dark, overexposed, blurred; nothing where it is fine."""
    small = grey[:: max(1, grey.shape[0] // 270), :: max(1, grey.shape[1] // 480)].astype(float)
    even = small.std() < settings.even_spread and small.mean() < settings.even_grey
    if even or np.percentile(small, 99) < settings.dark_grey:
        return (Problem("too-dark", "the picture is too dark to read; turn a lamp on, or expose longer"),)
    if (small >= 253).mean() > settings.bright_share:
        return (Problem("overexposed", "the picture is overexposed; dim the lamp, or give the camera less exposure"),)
    if sharpness(grey) < settings.sharpness:
        return (
            Problem(
                "blurred", "the picture is blurred; wipe the lens, let the camera focus on the table, and hold it still"
            ),
        )
    return ()


def sharpness(grey: GreyImage) -> float:
    """Steepness of the strongest edges: the 99.7th percentile of neighbouring pixels' differences."""
    step = max(1, grey.shape[0] // 1080)
    rows = grey[::step].astype(np.int16)
    if rows.shape[1] < 2:
        return 0.0
    return float(np.percentile(np.abs(np.diff(rows, axis=1)), 99.7))
