"""Neighbourhoods: lots with their numbers, streets with their rails, codes on the crossings, colour references."""

from collections.abc import Iterator

from printables.art.common import draw_codes, draw_number, offset
from printables.art.districts import draw_district
from printables.fonts import SEMIBOLD
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, rectangle
from tabletop.parts import Part


def draw_tile(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """One neighbourhood; what the reader measures (discs, rings, rails, patches, codes) as the game file says."""
    grid, art = game.grid, game.sections.art
    street = looks.ground("street")
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=street)
    _centre_lines(pen, part, game, looks)
    _zebras(pen, part, game, looks)
    for x, y in crossings(part, game) if pen.bears_codes else ():
        pen.polygon(rectangle(grid.street_mm, grid.street_mm, centre=(x, y)), fill=WHITE)
    for centre, along_x in rails(part, game):
        length, width = art.rail_length_mm, art.rail_width_mm
        size = (length, width) if along_x else (width, length)
        pen.polygon(rectangle(*size, centre=centre), fill=looks.colour("rail"))
    ground = looks.ground(part.colour)
    numbers = [number for row in part.properties for number in row]
    for number, (x, y) in zip(numbers, part.cell_centres_mm, strict=True):
        lot = grid.lot_mm
        pen.polygon(rectangle(lot, lot, centre=(x, y)), fill=ground)
        kerb = mix(ground, WHITE, 0.55)
        pen.polygon(rectangle(lot - 0.5, lot - 0.5, centre=(x, y)), stroke=kerb, width_mm=0.5)
        draw_district(pen, (x, y), part.number or 0, game, looks)
        pen.circle(x, y, art.ring_outer_radius_mm, fill=looks.ink)
        pen.circle(x, y, art.disc_radius_mm, fill=mix(ground, WHITE, 0.65))
        draw_number(pen, x, y, number, art.number_radius_mm, looks.ink)
    for patch in part.patches if pen.bears_codes else ():
        pen.polygon(rectangle(patch.side_mm, patch.side_mm, centre=patch.centre_mm), fill=looks.colour(patch.colour))
    _badges(pen, part, looks)
    draw_codes(pen, part, game)


def crossings(part: Part, game: GameFile) -> list[PointMm]:
    """Middles of the tile's inner street crossings."""
    rows, columns, pitch = len(part.properties), len(part.properties[0]), game.grid.pitch_mm
    return [
        ((column - columns / 2) * pitch, (row - rows / 2) * pitch)
        for row in range(1, rows)
        for column in range(1, columns)
    ]


def rails(part: Part, game: GameFile) -> Iterator[tuple[PointMm, bool]]:
    """Middle of every rail, and whether it runs along x: one beside each side of each lot."""
    reach = game.grid.pitch_mm / 2 - game.sections.art.rail_offset_mm
    for x, y in part.cell_centres_mm:
        yield (x, y - reach), True
        yield (x, y + reach), True
        yield (x - reach, y), False
        yield (x + reach, y), False


def _centre_lines(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """White dashes along the middle of the inner streets."""
    rows, columns, pitch = len(part.properties), len(part.properties[0]), game.grid.pitch_mm
    line = mix(looks.ground("street"), WHITE, 0.8)
    half = game.sections.art.rail_length_mm / 2
    for x, y in part.cell_centres_mm:
        if x < (columns - 1) * pitch / 2 - 1:
            middle = x + pitch / 2
            pen.line((middle, y - half), (middle, y + half), line, 0.7, dash_mm=(2.6, 1.75))
        if y < (rows - 1) * pitch / 2 - 1:
            middle = y + pitch / 2
            pen.line((x - half, middle), (x + half, middle), line, 0.7, dash_mm=(2.6, 1.75))


def _zebras(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """White bars across every street where it meets a crossing, beyond the ends of the rails."""
    bar = mix(looks.ground("street"), WHITE, 0.85)
    start, length = game.sections.art.rail_length_mm / 2 + 0.7, 2.0
    inner, width = game.grid.lot_mm / 2, game.grid.street_mm / 2
    count = 4
    step = width / count
    for x, y in part.cell_centres_mm:
        for turn in range(4):
            with pen.at(x, y, turn_deg=90 * turn):
                for side in (-1, 1):
                    for index in range(count):
                        depth = inner + (index + 0.25) * step
                        pen.box(side * (start + length / 2) - length / 2, -depth - step / 2, length, step / 2, fill=bar)


def _badges(pen: Pen, part: Part, looks: Looks) -> None:
    """The neighbourhood's number in its four corners, small."""
    width, height = part.size_mm
    colour = mix(looks.ground("street"), looks.ink, 0.45)
    for sign_x in (-1, 1):
        for sign_y in (-1, 1):
            x, y = sign_x * (width / 2 - 5.4), sign_y * (height / 2 - 5.4)
            with pen.at(x, y, turn_deg=0 if sign_y > 0 else 180):
                pen.text(0, 1.15, str(part.number), size_mm=3.6, colour=colour, face=SEMIBOLD, align="centre")
