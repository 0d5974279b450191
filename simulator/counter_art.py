"""The virtual table's own drawing of the board games' smaller parts: counters, pieces of squares, tokens, cards."""

from simulator.sheet import WHITE, DrawnSheet, colour_of, mix, readable_on
from tabletop.gamefile import GameFile
from tabletop.geometry import bounding_box
from tabletop.parts import Part


def draw_counter(part: Part, game: GameFile) -> DrawnSheet:
    """A landmark or zone: its ground in its colour, the code above, a sign, the name and the value below."""
    ground = colour_of(game, part.colour)
    light = readable_on(ground)
    sheet = DrawnSheet(part.size_mm, ground)
    width, height = part.size_mm
    if ground == WHITE:
        sheet.box((0.0, 0.0), width - 0.7, height - 0.7, colour_of(game, "ink"))
        sheet.box((0.0, 0.0), width - 1.7, height - 1.7, ground)
    sheet.codes(part, game)
    _, _, _, taken = bounding_box([corner for code in part.codes for corner in code.corners_mm])
    y = (taken + game.codes.quiet_zone_mm + height / 2) / 2
    sheet.disc((-width / 2 + 5.0, y), 2.4, light)
    sheet.text(part.title, (0.6, y), 2.0, light, width_mm=width - 17.6)
    if part.value is not None:
        sheet.text(str(part.value), (width / 2 - 4.6, y), 4.6, light)
    return sheet


def draw_polyomino(part: Part, game: GameFile) -> DrawnSheet:
    """A piece of squares in its colour: codes on their squares, lighter windows between them, its name at the rim."""
    colour = colour_of(game, part.colour)
    sheet = DrawnSheet(part.size_mm, colour)
    left, _, _, _ = bounding_box(part.outline_mm)
    coded = {code.cell for code in part.codes}
    half = min(x - left for x, _ in part.cell_centres_mm)
    for index, centre in enumerate(part.cell_centres_mm):
        if index not in coded:
            sheet.box(centre, 2 * half - 3.0, 2 * half - 3.0, mix(colour, WHITE, 0.86))
            sheet.text(part.title, centre, 2.8, mix(colour, (51, 39, 29), 0.5), width_mm=2 * half - 5.0)
    zone = game.codes.side_mm / 2 + game.codes.quiet_zone_mm
    gap, pane = game.grid.pitch_mm - 2 * zone, mix(colour, WHITE, 0.55)
    centres = dict(zip(part.cells, part.cell_centres_mm, strict=True))
    for (row, column), (x, y) in centres.items():
        for step in (-1, 0, 1) if gap >= 2.0 else ():
            shift = step * zone * 0.5
            if (row, column + 1) in centres:
                sheet.box((x + game.grid.pitch_mm / 2, y + shift), gap * 0.5, zone * 0.34, pane)
            if (row + 1, column) in centres:
                sheet.box((x + shift, y + game.grid.pitch_mm / 2), zone * 0.34, gap * 0.5, pane)
    rim = half - zone
    if part.codes and rim >= 1.0:
        x, y = max(part.cell_centres_mm, key=lambda centre: (centre[1], -centre[0]))
        size = min(2.4, 0.6 * rim)
        sheet.text(part.title.upper(), (x, y + zone + rim / 2), size, readable_on(colour), width_mm=1.6 * zone)
    sheet.codes(part, game)
    return sheet


def draw_citizen(part: Part, game: GameFile) -> DrawnSheet:
    """A citizen: a ring in the owner's colour about the code."""
    sheet = DrawnSheet(part.size_mm, colour_of(game, part.colour))
    sheet.codes(part, game)
    return sheet


def draw_corner(part: Part, game: GameFile) -> DrawnSheet:
    """A corner piece: a wedge points at the corner that touches the chess board's squares."""
    ground = colour_of(game, part.colour)
    light = readable_on(ground)
    sheet = DrawnSheet(part.size_mm, ground)
    x, y = part.anchor_mm or (0.0, 0.0)
    toward_x, toward_y = (1 if x > 0 else -1), (1 if y > 0 else -1)
    sheet.polygon(((x, y), (x - 8.0 * toward_x, y), (x, y - 8.0 * toward_y)), light)
    label = (part.corner or part.title).upper()
    sheet.text(label, (-4.4 * toward_x, toward_y * (part.size_mm[1] / 2 - 2.6)), 1.6, light)
    sheet.codes(part, game)
    return sheet


def draw_score_token(part: Part, game: GameFile) -> DrawnSheet:
    """A score token: the seat's colour, a line, the seat's number; My City's has no code."""
    ground = colour_of(game, part.colour)
    light, side = readable_on(ground), min(part.size_mm)
    sheet = DrawnSheet(part.size_mm, ground)
    sheet.box((0.0, 0.0), side - 2.0, side - 2.0, light)
    sheet.box((0.0, 0.0), side - 2.8, side - 2.8, ground)
    sheet.text(str(part.number), (side * 0.2, 0.0), side * 0.28, light)
    sheet.disc((-side * 0.17, 0.0), side * 0.12, light)
    sheet.codes(part, game)
    return sheet


def draw_card(part: Part, game: GameFile) -> DrawnSheet:
    """A card: a panel with the title, the building's squares where it stands for one, and the code."""
    building = game.by_id.get(part.building or "")
    colour = colour_of(game, building.colour if building is not None else part.colour)
    sheet = DrawnSheet(part.size_mm, colour)
    width, height = part.size_mm
    panel = mix(colour_of(game, "card"), WHITE, 0.5) if "card" in game.palette else WHITE
    sheet.box((0.0, 0.0), width - 7.2, height - 7.2, panel)
    title = building.title if building is not None else part.title
    sheet.text(title, (0.0, 11.0 - height / 2), 3.2, mix(colour, (51, 39, 29), 0.7), width_mm=width - 14.0)
    if building is not None:
        left, top, right, bottom = bounding_box(building.cell_centres_mm)
        step = min(9.0, 30.0 * game.grid.pitch_mm / (max(right - left, bottom - top) + game.grid.pitch_mm))
        for x, y in building.cell_centres_mm:
            middle = (x * step / game.grid.pitch_mm, y * step / game.grid.pitch_mm - 8.0)
            sheet.box(middle, step, step, colour)
    else:
        sheet.disc((0.0, -8.0), 9.0, mix(colour, (51, 39, 29), 0.3))
    sheet.codes(part, game)
    return sheet
