"""The virtual table's own drawing of every part of a game file: what the camera sees instead of printed paper."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import cv2
import numpy as np

from simulator.board_art import draw_board
from simulator.counter_art import draw_card, draw_citizen, draw_corner, draw_counter, draw_polyomino, draw_score_token
from simulator.sheet import BOARD_PIXELS_PER_MM, BgrLevels, DrawnSheet, colour_of
from simulator.textures import Texture, texture_from
from tabletop.gamefile import GameFile
from tabletop.parts import Part
from tabletop.piecefile import PieceSet
from tabletop.plainkinds import PlainKind, plain_kinds

RING_MM = 1.5
"""Width of the coloured ring at a token's edge."""
KEPT = 64
"""Parts that are kept drawn for whoever takes out another box: the largest game's are 7 MB each."""


@dataclass
class PartsBox:
    """The parts of one game, drawn when first taken out; `pieces` are people's own in place of printed ones."""

    game: GameFile
    pieces: PieceSet | None = None
    _drawn: dict[str, Texture] = field(default_factory=dict)

    @cached_property
    def plain(self) -> Mapping[str, PlainKind]:
        """The parts that are plain pieces here, by their ids."""
        return {} if self.pieces is None else {kind.part.id: kind for kind in plain_kinds(self.pieces, self.game)}

    def texture(self, part_id: str) -> Texture:
        """The part's printed surface; KeyError where the game has no such part."""
        if part_id not in self._drawn:
            self._drawn[part_id] = _texture(self.game, part_id)
        return self._drawn[part_id]


@lru_cache(maxsize=KEPT)
def _texture(game: GameFile, part_id: str) -> Texture:
    part = game.by_id[part_id]
    sheet = draw_part(part, game)
    return texture_from(sheet.picture, sheet.inside(part.outline_mm), sheet.pixels_per_mm)


def draw_part(part: Part, game: GameFile) -> DrawnSheet:
    """The part's printed face."""
    if part.properties:
        return _tile(part, game)
    return PAINTERS.get(part.kind, draw_polyomino if part.cells else _plain)(part, game)


def _tile(part: Part, game: GameFile) -> DrawnSheet:
    """A neighbourhood: lots with number discs, streets with rails, codes on the crossings, colour references."""
    art, grid = game.sections.art, game.grid
    sheet = DrawnSheet(part.size_mm, colour_of(game, "street"))
    numbers = [number for row in part.properties for number in row]
    rail = colour_of(game, "rail")
    beside = grid.pitch_mm / 2 - art.rail_offset_mm
    for number, (x, y) in zip(numbers, part.cell_centres_mm, strict=True):
        sheet.box((x, y), grid.lot_mm, grid.lot_mm, colour_of(game, part.colour))
        sheet.disc((x, y), art.ring_outer_radius_mm, colour_of(game, "ink"))
        sheet.disc((x, y), art.disc_radius_mm, (250, 252, 252))
        sheet.text(str(number), (x, y), art.number_radius_mm * 1.1, colour_of(game, "ink"))
        for side in (-1, 1):
            sheet.box((x + side * beside, y), art.rail_width_mm, art.rail_length_mm, rail)
            sheet.box((x, y + side * beside), art.rail_length_mm, art.rail_width_mm, rail)
    for code in part.codes:
        sheet.box(code.centre_mm, grid.street_mm, grid.street_mm, (255, 255, 255))
        sheet.code(code, game.codes.dictionary, game.codes.quiet_zone_mm)
    for patch in part.patches:
        sheet.box(patch.centre_mm, patch.side_mm, patch.side_mm, colour_of(game, patch.colour))
    return sheet


def _piece(part: Part, game: GameFile) -> DrawnSheet:
    """A building's token: coloured ring, white inside, a code per property, the name between them."""
    sheet = _ringed(part, colour_of(game, part.colour))
    sheet.codes(part, game)
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


def _ringed(part: Part, ring: BgrLevels) -> DrawnSheet:
    """A token's ground: the ring's colour, white from 1.5 mm inside the outline."""
    sheet = DrawnSheet(part.size_mm, ring)
    covered = cv2.copyMakeBorder(sheet.inside(part.outline_mm), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    inside = cv2.distanceTransform((covered > 127).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    sheet.picture[inside > RING_MM * sheet.pixels_per_mm] = (255, 255, 255)
    return sheet


def _streetcar(part: Part, game: GameFile) -> DrawnSheet:
    """A streetcar: white around its code, a coloured bar at both ends."""
    sheet = DrawnSheet(part.size_mm, (255, 255, 255))
    width, height = part.size_mm
    bar = (width - part.codes[0].side_mm) / 2 - game.codes.quiet_zone_mm
    for side in (-1, 1):
        sheet.box((side * (width - bar) / 2, 0.0), bar, height, colour_of(game, part.colour))
    sheet.codes(part, game)
    return sheet


def _puck(part: Part, game: GameFile) -> DrawnSheet:
    """The turn puck: a dark frame around its code."""
    sheet = _ringed(part, colour_of(game, part.colour))
    sheet.codes(part, game)
    sheet.text(part.title.upper(), (0.0, part.size_mm[1] / 2 - RING_MM - 2.3), 2.4, colour_of(game, part.colour))
    return sheet


def _mat(part: Part, game: GameFile) -> DrawnSheet:
    """A player's mat: a frame in the seat's colour, its codes, the round place of the puck."""
    colour = colour_of(game, part.colour)
    sheet = _ringed(part, colour)
    sheet.codes(part, game)
    if part.spot_mm is not None:
        sheet.disc(part.spot_mm, 19.0, colour)
        sheet.disc(part.spot_mm, 17.5, (244, 246, 247))
        sheet.text(part.title, part.spot_mm, 4.0, colour, width_mm=28.0)
    return sheet


def _track(part: Part, game: GameFile) -> DrawnSheet:
    """The score track: its spaces with their numbers, a dark band with the codes above them."""
    sheet, spaces = DrawnSheet(part.size_mm, colour_of(game, part.colour)), part.spaces
    assert spaces is not None
    (left, top), (across, down) = spaces.first_mm, spaces.step_mm
    for space in range(spaces.rows * spaces.columns):
        row, column = divmod(space, spaces.columns)
        middle = (left + column * across, top + row * down)
        sheet.box(middle, across - 1.0, down - 1.0, (236, 238, 232) if (row + column) % 2 else (214, 222, 226))
        sheet.text(str(space), middle, 5.0, colour_of(game, "ink"))
    sheet.codes(part, game)
    return sheet


def _plain(part: Part, game: GameFile) -> DrawnSheet:
    """A part of a kind without art of its own: its ring, its codes and, where there is room, its title."""
    sheet = _ringed(part, colour_of(game, part.colour))
    if not part.codes:
        sheet.text(part.title, (0.0, 0.0), 4.0, colour_of(game, part.colour), width_mm=part.size_mm[0] - 4)
    sheet.codes(part, game)
    return sheet


def _command(part: Part, game: GameFile) -> DrawnSheet:
    """A command card: its name in a coloured band, below it the code."""
    sheet = DrawnSheet(part.size_mm, (255, 255, 255), pixels_per_mm=BOARD_PIXELS_PER_MM)
    width, height = part.size_mm
    band = height / 4
    sheet.box((0.0, (band - height) / 2), width, band, colour_of(game, part.colour))
    sheet.text(part.title, (0.0, (band - height) / 2), 6.0, (255, 255, 255), width_mm=width - 8)
    sheet.codes(part, game)
    return sheet


PAINTERS: Mapping[str, Callable[[Part, GameFile], DrawnSheet]] = {
    "piece": _piece,
    "streetcar": _streetcar,
    "puck": _puck,
    "mat": _mat,
    "track": _track,
    "board": draw_board,
    "landmark": draw_counter,
    "zone": draw_counter,
    "corner": draw_corner,
    "citizen": draw_citizen,
    "token": draw_score_token,
    "card": draw_card,
    "command": _command,
}
"""Who draws a kind of part; pieces of squares and people's own kinds are drawn by what they are."""
