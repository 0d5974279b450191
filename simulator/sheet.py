"""A sheet of printed paper in a part's own frame, on which the virtual table's parts are drawn."""

from collections.abc import Sequence

import cv2
import numpy as np

from simulator.pictures import BgrImage
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, area_mm2, bounding_box
from tabletop.parts import Code, Part

PIXELS_PER_MM = 20
"""Drawing resolution: the modules of 2.4 and 2.25 mm come out as whole pixels."""
BOARD_PIXELS_PER_MM = 10
"""The same for boards, which are large: half of it is still finer than a phone sees a board of 28 cm."""
SHIFT = 4  # cv2's drawing takes sub-pixel positions in sixteenths

BgrLevels = tuple[int, int, int]
WHITE: BgrLevels = (255, 255, 255)


def _fill(picture: BgrImage, colour: BgrLevels) -> None:
    """One colour everywhere: whole rows are copied faster than single pixels."""
    picture[:1] = colour
    picture[1:] = picture[:1]


class DrawnSheet:
    """A drawing in a part's own frame, in mm; the picture's middle is (0, 0)."""

    def __init__(self, size_mm: tuple[float, float], ground: BgrLevels, *, pixels_per_mm: int = PIXELS_PER_MM) -> None:
        self.pixels_per_mm = pixels_per_mm
        # Even numbers of pixels keep the frame's origin on a pixel's edge through every halving.
        self.width, self.height = (2 * round(side * pixels_per_mm / 2) for side in size_mm)
        self.picture: BgrImage = np.empty((self.height, self.width, 3), dtype=np.uint8)
        _fill(self.picture, ground)

    def _at(self, point: PointMm) -> tuple[float, float]:
        return (
            point[0] * self.pixels_per_mm + self.width / 2 - 0.5,
            point[1] * self.pixels_per_mm + self.height / 2 - 0.5,
        )

    def _fixed(self, point: PointMm) -> tuple[int, int]:
        x, y = self._at(point)
        return (round(x * (1 << SHIFT)), round(y * (1 << SHIFT)))

    def box(self, centre: PointMm, width_mm: float, height_mm: float, colour: BgrLevels) -> None:
        """A filled upright rectangle, to the nearest twentieth of a millimetre."""
        left, top = (round(value + 0.5) for value in self._at((centre[0] - width_mm / 2, centre[1] - height_mm / 2)))
        right, bottom = (
            round(value + 0.5) for value in self._at((centre[0] + width_mm / 2, centre[1] + height_mm / 2))
        )
        _fill(self.picture[max(top, 0) : bottom, max(left, 0) : right], colour)

    def disc(self, centre: PointMm, radius_mm: float, colour: BgrLevels) -> None:
        """A filled circle."""
        radius = round(radius_mm * self.pixels_per_mm * (1 << SHIFT))
        cv2.circle(self.picture, self._fixed(centre), radius, colour, cv2.FILLED, cv2.LINE_AA, SHIFT)

    def polygon(self, points: Sequence[PointMm], colour: BgrLevels) -> None:
        """A filled polygon."""
        fixed = np.array([self._fixed(point) for point in points], dtype=np.int32)
        cv2.fillPoly(self.picture, [fixed], colour, cv2.LINE_AA, SHIFT)

    def line(self, points: Sequence[PointMm], width_mm: float, colour: BgrLevels) -> None:
        """A line with round ends through the points."""
        fixed = np.array([self._fixed(point) for point in points], dtype=np.int32)
        thickness = max(1, round(width_mm * self.pixels_per_mm))
        cv2.polylines(self.picture, [fixed], False, colour, thickness, cv2.LINE_AA, SHIFT)

    def text(self, words: str, centre: PointMm, height_mm: float, colour: BgrLevels, *, width_mm: float = 1e9) -> None:
        """Words centred on a point, made smaller where they would be wider than told."""
        font, scale = cv2.FONT_HERSHEY_DUPLEX, height_mm * self.pixels_per_mm / 22
        (width, _), _ = cv2.getTextSize(words, font, scale, 1)
        scale *= min(1.0, width_mm * self.pixels_per_mm / width)
        thickness = max(1, round(2.6 * scale))
        (width, height), _ = cv2.getTextSize(words, font, scale, thickness)
        x, y = self._at(centre)
        cv2.putText(
            self.picture, words, (round(x - width / 2), round(y + height / 2)), font, scale, colour, thickness,
            cv2.LINE_AA,
        )  # fmt: skip

    def codes(self, part: Part, game: GameFile) -> None:
        """All fiducials of a part on their quiet zones, in proportion for smaller ones."""
        dictionary = part.dictionary or game.codes.dictionary
        for code in part.codes:
            quiet_mm = game.codes.quiet_zone_mm * min(1.0, code.side_mm / game.codes.side_mm)
            self.code(code, dictionary, quiet_mm)

    def code(self, code: Code, dictionary_name: str, quiet_mm: float) -> None:
        """A fiducial on its white quiet zone."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary_name))
        modules = dictionary.markerSize + 2
        bits = cv2.aruco.generateImageMarker(dictionary, code.id, modules, borderBits=1)
        self.box(code.centre_mm, code.side_mm + 2 * quiet_mm, code.side_mm + 2 * quiet_mm, (255, 255, 255))
        left, top = code.corners_mm[0]
        size = code.side_mm / modules
        for row in range(modules):
            for column in range(modules):
                if not bits[row, column]:
                    self.box((left + (column + 0.5) * size, top + (row + 0.5) * size), size, size, (24, 24, 24))

    def inside(self, outline: Sequence[PointMm]) -> BgrImage:
        """255 within the outline, 0 beside it, shape (height, width)."""
        mask: BgrImage = np.full((self.height, self.width), 255, dtype=np.uint8)
        left, top, right, bottom = bounding_box(outline)
        if abs(area_mm2(outline)) > 0.9999 * (right - left) * (bottom - top):
            return mask  # a rectangle fills its sheet
        mask[:] = 0
        corners = np.array([self._at(point) for point in outline])
        # fillPoly takes in the pixels on its line: half a pixel inwards on each side keeps the size.
        corners -= 0.5 * np.sign(corners - corners.mean(axis=0))
        cv2.fillPoly(mask, [np.round(corners * (1 << SHIFT)).astype(np.int32)], (255,), cv2.LINE_8, SHIFT)
        return mask


def colour_of(game: GameFile, name: str) -> BgrLevels:
    """A palette colour, blue first; KeyError where the palette lacks it."""
    red, green, blue = game.palette[name]
    return (blue, green, red)


def mix(first: BgrLevels, second: BgrLevels, share: float) -> BgrLevels:
    """`first` with that share of `second` in it, from 0 to 1."""
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (blue, green, red)


def readable_on(colour: BgrLevels) -> BgrLevels:
    """White, or near black on light colours."""
    blue, green, red = colour
    return (16, 16, 16) if 0.11 * blue + 0.59 * green + 0.3 * red > 140 else WHITE
