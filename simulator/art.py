"""The virtual table's own drawing of every part of a game file: what the camera sees instead of printed paper."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from simulator.pictures import BgrImage
from simulator.textures import Texture, texture_from
from tabletop.gamefile import Code, GameFile, Part
from tabletop.geometry import PointMm, area_mm2, bounding_box

PIXELS_PER_MM = 20
"""Drawing resolution: the modules of 2.4 and 2.25 mm come out as whole pixels."""
RING_MM = 1.5
"""Width of the coloured ring at a token's edge."""
SHIFT = 4  # cv2's drawing takes sub-pixel positions in sixteenths

Bgr = tuple[int, int, int]


@dataclass
class PartsBox:
    """The printed parts of one game, each drawn when it is first taken out."""

    game: GameFile
    _drawn: dict[str, Texture] = field(default_factory=dict)

    def texture(self, part_id: str) -> Texture:
        """The part's printed surface; KeyError where the game has no such part."""
        if part_id not in self._drawn:
            part = self.game.by_id[part_id]
            sheet = draw_part(part, self.game)
            self._drawn[part_id] = texture_from(sheet.picture, sheet.inside(part.outline_mm), PIXELS_PER_MM)
        return self._drawn[part_id]


class Sheet:
    """A drawing in a part's own frame, in mm; the picture's middle is (0, 0)."""

    def __init__(self, size_mm: tuple[float, float], ground: Bgr) -> None:
        # Even numbers of pixels keep the frame's origin on a pixel's edge through every halving.
        self.width, self.height = (2 * round(side * PIXELS_PER_MM / 2) for side in size_mm)
        self.picture: BgrImage = np.full((self.height, self.width, 3), ground, dtype=np.uint8)

    def _at(self, point: PointMm) -> tuple[float, float]:
        return (point[0] * PIXELS_PER_MM + self.width / 2 - 0.5, point[1] * PIXELS_PER_MM + self.height / 2 - 0.5)

    def _fixed(self, point: PointMm) -> tuple[int, int]:
        x, y = self._at(point)
        return (round(x * (1 << SHIFT)), round(y * (1 << SHIFT)))

    def box(self, centre: PointMm, width_mm: float, height_mm: float, colour: Bgr) -> None:
        """A filled upright rectangle, to the nearest twentieth of a millimetre."""
        left, top = (round(value + 0.5) for value in self._at((centre[0] - width_mm / 2, centre[1] - height_mm / 2)))
        right, bottom = (
            round(value + 0.5) for value in self._at((centre[0] + width_mm / 2, centre[1] + height_mm / 2))
        )
        self.picture[max(top, 0) : bottom, max(left, 0) : right] = colour

    def disc(self, centre: PointMm, radius_mm: float, colour: Bgr) -> None:
        """A filled circle."""
        radius = round(radius_mm * PIXELS_PER_MM * (1 << SHIFT))
        cv2.circle(self.picture, self._fixed(centre), radius, colour, cv2.FILLED, cv2.LINE_AA, SHIFT)

    def polygon(self, points: Sequence[PointMm], colour: Bgr) -> None:
        """A filled polygon."""
        fixed = np.array([self._fixed(point) for point in points], dtype=np.int32)
        cv2.fillPoly(self.picture, [fixed], colour, cv2.LINE_AA, SHIFT)

    def text(self, words: str, centre: PointMm, height_mm: float, colour: Bgr, *, width_mm: float = 1e9) -> None:
        """Words centred on a point, made smaller where they would be wider than told."""
        font, scale = cv2.FONT_HERSHEY_DUPLEX, height_mm * PIXELS_PER_MM / 22
        (width, _), _ = cv2.getTextSize(words, font, scale, 1)
        scale *= min(1.0, width_mm * PIXELS_PER_MM / width)
        thickness = max(1, round(2.6 * scale))
        (width, height), _ = cv2.getTextSize(words, font, scale, thickness)
        x, y = self._at(centre)
        cv2.putText(
            self.picture, words, (round(x - width / 2), round(y + height / 2)), font, scale, colour, thickness,
            cv2.LINE_AA,
        )  # fmt: skip

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


def draw_part(part: Part, game: GameFile) -> Sheet:
    """The part's printed face."""
    if part.properties:
        return _tile(part, game)
    if part.cells:
        return _piece(part, game)
    painter = {"streetcar": _streetcar, "puck": _puck, "mat": _mat}.get(part.kind, _plain)
    return painter(part, game)


def colour_of(game: GameFile, name: str) -> Bgr:
    """A palette colour, blue first; KeyError where the palette lacks it."""
    red, green, blue = game.palette[name]
    return (blue, green, red)


def _tile(part: Part, game: GameFile) -> Sheet:
    """A neighbourhood: lots with number discs, streets with rails, codes on the crossings, colour references."""
    art, grid = game.art, game.grid
    sheet = Sheet(part.size_mm, colour_of(game, "street"))
    numbers = [number for row in part.properties for number in row]
    rail = colour_of(game, "rail")
    beside = grid.pitch_mm / 2 - art["rail_offset_mm"]
    for number, (x, y) in zip(numbers, part.cell_centres_mm, strict=True):
        sheet.box((x, y), grid.lot_mm, grid.lot_mm, colour_of(game, part.colour))
        sheet.disc((x, y), art["ring_outer_radius_mm"], colour_of(game, "ink"))
        sheet.disc((x, y), art["disc_radius_mm"], (250, 252, 252))
        sheet.text(str(number), (x, y), art["number_radius_mm"] * 1.1, colour_of(game, "ink"))
        for side in (-1, 1):
            sheet.box((x + side * beside, y), art["rail_width_mm"], art["rail_length_mm"], rail)
            sheet.box((x, y + side * beside), art["rail_length_mm"], art["rail_width_mm"], rail)
    for code in part.codes:
        sheet.box(code.centre_mm, grid.street_mm, grid.street_mm, (255, 255, 255))
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    for patch in part.patches:
        sheet.box(patch.centre_mm, patch.side_mm, patch.side_mm, colour_of(game, patch.colour))
    return sheet


def _piece(part: Part, game: GameFile) -> Sheet:
    """A building's token: coloured ring, white inside, a code per property, the name between them."""
    sheet = _ringed(part, colour_of(game, part.colour))
    for code in part.codes:
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    colour, pitch = colour_of(game, part.colour), game.grid.pitch_mm
    room = pitch - game.codes.side_mm - 2 * game.codes.quiet_zone_mm
    centres = dict(zip(part.cells, part.cell_centres_mm, strict=True))
    for (row, column), (x, y) in centres.items():
        if (row, column + 1) in centres and {(row, column), (row, column + 1)} != set(part.open_between):
            sheet.box((x + pitch / 2, y), room, game.codes.side_mm * 0.8, colour)
            sheet.text(part.title, (x + pitch / 2, y), 3.2, (255, 255, 255), width_mm=room - 3)
        if (row + 1, column) in centres:
            sheet.box((x, y + pitch / 2), game.codes.side_mm * 0.8, room, colour)
            sheet.disc((x, y + pitch / 2), 4.0, (255, 255, 255))
    return sheet


def _ringed(part: Part, ring: Bgr) -> Sheet:
    """A token's ground: the ring's colour, white from 1.5 mm inside the outline."""
    sheet = Sheet(part.size_mm, ring)
    covered = cv2.copyMakeBorder(sheet.inside(part.outline_mm), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    inside = cv2.distanceTransform((covered > 127).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    sheet.picture[inside > RING_MM * PIXELS_PER_MM] = (255, 255, 255)
    return sheet


def _streetcar(part: Part, game: GameFile) -> Sheet:
    """A streetcar: white around its code, a coloured bar at both ends."""
    sheet = Sheet(part.size_mm, (255, 255, 255))
    width, height = part.size_mm
    bar = (width - part.codes[0].side_mm) / 2 - game.codes.quiet_zone_mm
    for side in (-1, 1):
        sheet.box((side * (width - bar) / 2, 0.0), bar, height, colour_of(game, part.colour))
    for code in part.codes:
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    return sheet


def _puck(part: Part, game: GameFile) -> Sheet:
    """The turn puck: a dark frame around its code."""
    sheet = _ringed(part, colour_of(game, part.colour))
    for code in part.codes:
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    sheet.text(part.title.upper(), (0.0, part.size_mm[1] / 2 - RING_MM - 2.3), 2.4, colour_of(game, part.colour))
    return sheet


def _mat(part: Part, game: GameFile) -> Sheet:
    """A player's mat: a frame in the seat's colour, the code, the round place of the puck."""
    colour = colour_of(game, part.colour)
    sheet = _ringed(part, colour)
    for code in part.codes:
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    if part.spot_mm is not None:
        sheet.disc(part.spot_mm, 19.0, colour)
        sheet.disc(part.spot_mm, 17.5, (244, 246, 247))
        sheet.text(part.title, part.spot_mm, 4.0, colour, width_mm=28.0)
    return sheet


def _plain(part: Part, game: GameFile) -> Sheet:
    """A part of a kind without art of its own: its ring, its codes and, where there is room, its title."""
    sheet = _ringed(part, colour_of(game, part.colour))
    if not part.codes:
        sheet.text(part.title, (0.0, 0.0), 4.0, colour_of(game, part.colour), width_mm=part.size_mm[0] - 4)
    for code in part.codes:
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    return sheet
