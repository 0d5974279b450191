"""The virtual table's own drawing of plain pieces: blocks, bars and discs of one colour, with a little grain."""

from dataclasses import replace

import cv2
import numpy as np

from simulator.pictures import BgrImage, srgb_to_linear
from simulator.solids import Solid
from simulator.textures import PAPER_BLACK, PAPER_WHITE, texture_from
from tabletop.gamefile import Part, Rgb
from tabletop.geometry import Pose, bounding_box
from tabletop.plainkinds import PlainKind
from tabletop.profiles import TaughtColour

PIXELS_PER_MM = 8
GRAIN = 0.03
"""Share by which wood is lighter and darker along its grain."""
UNTOLD_MM = 10.0
"""Height of blocks whose height nobody told."""
UNTOLD_COLOUR = (150, 110, 70)


def block_of(kind: PlainKind, part: Part, pose: Pose, z_mm: float) -> Solid:
    """A plain piece where its part would lie, without codes; taught colours, which are no sRGB, are drawn as wood."""
    colour: Rgb = UNTOLD_COLOUR if isinstance(kind.colour, TaughtColour) else kind.colour
    blue, green, red = (float(value) for value in srgb_to_linear(np.array(colour[::-1]) / 255.0))
    side = tuple(0.9 * (PAPER_BLACK + (PAPER_WHITE - PAPER_BLACK) * value) for value in (blue, green, red))
    picture = _grained(kind, colour)
    codeless = replace(part, codes=(), outline_mm=kind.outline_mm)
    height = UNTOLD_MM if kind.height_mm is None else kind.height_mm
    top = texture_from(picture, _inside(kind, picture), PIXELS_PER_MM)
    return Solid(part.id, kind.outline_mm, pose, z_mm, height, top, (side[0], side[1], side[2]), codeless)


def _grained(kind: PlainKind, colour: Rgb) -> BgrImage:
    """The colour over the outline's bounding box, streaked along its longer side."""
    left, top, right, bottom = bounding_box(kind.outline_mm)
    width, height = (2 * round(side * PIXELS_PER_MM / 2) for side in (right - left, bottom - top))
    streaks = np.random.default_rng(width * 4096 + height).normal(0.0, 1.0, (height, width)).astype(np.float32)
    along = (0.0, 1.2) if width >= height else (1.2, 0.0)
    streaks = np.asarray(cv2.GaussianBlur(streaks, (0, 0), 10.0 + 60.0 * along[1], sigmaY=10.0 + 60.0 * along[0]))
    streaks = GRAIN * streaks / max(float(streaks.std()), 1e-6)
    shaded = np.array(colour[::-1], float) * (1.0 + streaks[..., None])
    return np.asarray(np.clip(np.rint(shaded), 0, 255), np.uint8)


def _inside(kind: PlainKind, picture: BgrImage) -> BgrImage:
    """255 within the outline."""
    left, top, _, _ = bounding_box(kind.outline_mm)
    corners = (np.array(kind.outline_mm) - (left, top)) * PIXELS_PER_MM
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], (255.0,))
    return mask
