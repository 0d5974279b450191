"""The figures of the guide's steps, each in a box of 52 by 34 mm from its upper left corner."""

from printables.art.common import draw_number
from printables.fonts import BLACK as HEAVY
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.pen import Pen
from tabletop.gamefile import GameFile, Rgb

WIDTH_MM, HEIGHT_MM = 52.0, 34.0
PALE: Rgb = (221, 224, 227)


def draw_ruler(pen: Pen, looks: Looks, game: GameFile) -> None:
    """The ruler at the foot of a sheet, at full size."""
    pen.box(6, 5, 26, 24, fill=WHITE, stroke=looks.ink, width_mm=0.2)
    pen.box(9, 8, 20, 13, fill=mix(PALE, looks.ink, 0.15))
    pen.line((9, 25), (29, 25), looks.ink, 0.25)
    for index in range(11):
        pen.line((9 + 2 * index, 25), (9 + 2 * index, 26.4), looks.ink, 0.2)
    pen.text(41.5, 16, "100 %", size_mm=6, colour=looks.ink, face=HEAVY, align="centre")
    pen.text(42, 22, "not “fit”", size_mm=4.7, colour=looks.ink, align="centre")


def draw_cut(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A token, its crop marks, the knife along its cut line."""
    colour = _first_colour(game, looks)
    pen.box(5, 4, 26, 26, fill=mix(colour, WHITE, 0.45))
    pen.box(8, 7, 20, 20, fill=colour)
    pen.box(10, 9, 16, 16, fill=WHITE)
    _mock_code(pen, 18, 17, 12.0)
    for x, y, dx, dy in ((8, 7, 0, -1), (28, 7, 0, -1), (8, 27, 0, 1), (28, 27, 0, 1), (8, 7, -1, 0), (8, 27, -1, 0)):
        pen.line((x + dx * 0.6, y + dy * 0.6), (x + dx * 2.8, y + dy * 2.8), looks.ink, 0.25)
    pen.line((28, 2), (28, 32), looks.ink, 0.3, dash_mm=(1.6, 1.2))
    pen.polygon(((30.5, 27), (33, 22), (43, 7), (46, 9), (36, 24), (31.5, 28)), fill=looks.ink)
    pen.polygon(((30.2, 29.4), (30.5, 27), (32, 27.8)), fill=mix(looks.ink, WHITE, 0.4))


def draw_glue(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A sheet of tokens comes down on board."""
    colour = _first_colour(game, looks)
    board = (196, 170, 134)
    pen.polygon(((6, 25), (14, 19), (46, 19), (38, 25)), fill=board)
    pen.polygon(((6, 25), (38, 25), (38, 28), (6, 28)), fill=mix(board, (0, 0, 0), 0.2))
    pen.polygon(((38, 25), (46, 19), (46, 22), (38, 28)), fill=mix(board, (0, 0, 0), 0.35))
    pen.polygon(((6, 14), (14, 8), (46, 8), (38, 14)), fill=colour)
    pen.polygon(((10, 13), (15.6, 9), (42, 9), (36.4, 13)), fill=WHITE)
    for x in (16, 26, 36):
        pen.line((x, 15.5), (x, 18), looks.ink, 0.4)
        pen.polygon(((x - 0.9, 17.2), (x + 0.9, 17.2), (x, 18.9)), fill=looks.ink)


def draw_join(pen: Pen, looks: Looks, game: GameFile) -> None:
    """Two sheets of one board: the left one is laid over the hatched flap of the right one, diamonds together."""
    paper, line = (244, 236, 216), mix(looks.ink, WHITE, 0.45)
    pen.box(24, 6, 6, 22, fill=WHITE, stroke=line, width_mm=0.2)
    for step in range(5):
        pen.line((24, 10.4 + 4.4 * step), (30, 6 + 4.4 * step), line, 0.2)
    pen.box(30, 6, 16, 22, fill=paper, stroke=looks.ink, width_mm=0.2)
    with pen.at(15, 17, turn_deg=-4):
        pen.box(-10, -11, 20, 22, fill=paper, stroke=looks.ink, width_mm=0.2)
        pen.polygon(((9, 0), (10, -1.4), (11, 0), (10, 1.4)), stroke=looks.ink, width_mm=0.3)
    pen.polygon(((29, 17), (30, 15.6), (31, 17), (30, 18.4)), stroke=looks.ink, width_mm=0.3)
    pen.line((20, 3.4), (27, 3.4), looks.ink, 0.5)
    pen.polygon(((27, 2.2), (29.4, 3.4), (27, 4.6)), fill=looks.ink)


def draw_fold(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A house's net with its dashed folds, and the house as it stands."""
    colour = _first_colour(game, looks)
    wall = mix(colour, WHITE, 0.45)
    pen.box(4.5, 5.5, 21, 21, fill=WHITE)
    for x, y, width, height in ((9, 5.5, 12, 4.5), (9, 22, 12, 4.5), (4.5, 10, 4.5, 12), (21, 10, 4.5, 12)):
        pen.box(x, y, width, height, fill=wall, stroke=looks.ink, width_mm=0.2)
    pen.box(9, 10, 12, 12, fill=colour)
    _mock_code(pen, 15, 16, 8.0)
    for start, end in (((9, 10), (21, 10)), ((21, 10), (21, 22)), ((21, 22), (9, 22)), ((9, 22), (9, 10))):
        pen.line(start, end, looks.ink, 0.3, dash_mm=(1.2, 0.9))
    pen.polygon(((31, 14), (38, 9), (48, 12), (41, 17.4)), fill=colour, stroke=looks.ink, width_mm=0.2)
    pen.polygon(((31, 14), (41, 17.4), (41, 25), (31, 21.4)), fill=wall, stroke=looks.ink, width_mm=0.2)
    pen.polygon(((41, 17.4), (48, 12), (48, 19.6), (41, 25)), fill=mix(wall, looks.ink, 0.2), stroke=looks.ink,
                width_mm=0.2)  # fmt: skip


def draw_label(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A label comes down on a plain cube."""
    colour, wood = _first_colour(game, looks), (196, 170, 134)
    pen.polygon(((14, 24), (24, 20), (36, 24), (26, 28.4)), fill=wood)
    pen.polygon(((14, 24), (26, 28.4), (26, 32.4), (14, 28)), fill=mix(wood, (0, 0, 0), 0.2))
    pen.polygon(((26, 28.4), (36, 24), (36, 28), (26, 32.4)), fill=mix(wood, (0, 0, 0), 0.35))
    pen.polygon(((14, 9), (24, 5), (36, 9), (26, 13.4)), fill=WHITE, stroke=colour, width_mm=0.9)
    pen.polygon(((18, 9), (24.4, 6.6), (32, 9), (25.8, 11.7)), fill=(16, 16, 16))
    for x in (20, 25, 30):
        pen.line((x, 15.4), (x, 18), looks.ink, 0.4)
        pen.polygon(((x - 0.9, 17.2), (x + 0.9, 17.2), (x, 18.9)), fill=looks.ink)


def draw_box(pen: Pen, looks: Looks, game: GameFile) -> None:
    """The box's net with its white strip, and the box with its lid up."""
    paper, line = mix(looks.ink, WHITE, 0.35), mix(WHITE, looks.ink, 0.2)
    pen.box(3, 11, 2.4, 11, fill=WHITE, stroke=paper, width_mm=0.2)
    pen.box(5.4, 11, 22, 11, fill=paper)
    pen.box(16, 5.4, 8.4, 22.2, fill=paper)
    for x in (13, 16, 24.4):
        pen.line((x, 11), (x, 22), line, 0.2, dash_mm=(0.9, 0.7))
    for y in (11, 22):
        pen.line((16, y), (24.4, y), line, 0.2, dash_mm=(0.9, 0.7))
    pen.box(32, 14, 12, 14, fill=paper)
    pen.polygon(((44, 14), (48, 11), (48, 25), (44, 28)), fill=mix(paper, (0, 0, 0), 0.3))
    pen.polygon(((32, 14), (36, 11), (48, 11), (44, 14)), fill=mix(paper, WHITE, 0.5))
    pen.polygon(((36, 11), (48, 11), (49.4, 5), (37.4, 5)), fill=mix(paper, WHITE, 0.25))


def draw_backs(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A card's face and back, the line between them."""
    ground = mix(looks.ink, WHITE, 0.75)
    pen.box(8, 7, 14, 20, radius_mm=1, fill=WHITE, stroke=looks.ink, width_mm=0.2)
    draw_number(pen, 15, 17, 14, 4.5, looks.ink)
    pen.box(30, 7, 14, 20, radius_mm=1, fill=ground, stroke=looks.ink, width_mm=0.2)
    pen.circle(37, 17, 4.6, fill=WHITE)
    pen.text(37, 19.2, "1", size_mm=6.6, colour=looks.ink, face=HEAVY, align="centre")
    pen.line((26, 4), (26, 30), looks.ink, 0.3, dash_mm=(1.6, 1.2))


def draw_table(pen: Pen, looks: Looks, game: GameFile) -> None:
    """The camera on its stand above the table."""
    pen.polygon(((5, 29), (12, 17), (40, 17), (47, 29)), fill=(196, 170, 134))
    pen.polygon(((17, 25), (20, 19.5), (33, 19.5), (36, 25)), fill=PALE)
    for x0, x1, y in ((18.6, 20.4, 22.3), (24.6, 25.6, 22.3), (30.4, 31.8, 22.3)):
        pen.line((x0, y), (x1 + 1, y), looks.ink, 1.2)
    pen.line((43.5, 21), (43.5, 6), looks.ink, 0.8)
    pen.line((43.5, 6), (28, 6), looks.ink, 0.8)
    pen.box(23.5, 4.2, 6, 4, radius_mm=0.8, fill=looks.ink)
    pen.circle(26.5, 8.6, 1.3, fill=looks.ink)
    for x in (14, 39):
        pen.line((26.5, 9.5), (x, 28), mix(looks.ink, WHITE, 0.5), 0.2, dash_mm=(1.0, 0.8))


def draw_play(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A mat, and the puck that goes round."""
    colour = _first_colour(game, looks)
    pen.box(6, 8, 22, 18, radius_mm=1.5, fill=colour)
    pen.box(7.6, 9.6, 18.8, 14.8, radius_mm=1.0, fill=WHITE)
    _mock_code(pen, 12.2, 17, 6.0)
    pen.circle(21, 17, 4.6, fill=mix(colour, WHITE, 0.75))
    pen.box(36, 11, 12, 12, fill=looks.ink)
    _mock_code(pen, 42, 17, 7.0)
    draw_icon(pen, "turn", 31.8, 17, 5.0, looks.ink, WHITE)


def draw_lay(pen: Pen, looks: Looks, game: GameFile) -> None:
    """A token that lies a little crooked on its square."""
    colour = _first_colour(game, looks)
    for row in range(2):
        for column in range(3):
            pen.box(8 + 12 * column, 5 + 12 * row, 12, 12, fill=WHITE, stroke=PALE, width_mm=0.3)
    with pen.at(26.4, 17.3, turn_deg=6):
        pen.box(-5.4, -5.4, 10.8, 10.8, fill=colour)
        _mock_code(pen, 0, 0, 9.0)
    with pen.at(14.2, 11.2, turn_deg=-4):
        pen.box(-5.4, -5.4, 10.8, 10.8, fill=colour)
        _mock_code(pen, 0, 0, 9.0)


def _first_colour(game: GameFile, looks: Looks) -> Rgb:
    piece = next((part for part in game.parts if part.kind not in ("tile", "board")), game.parts[0])
    return looks.band(piece.colour)


def _mock_code(pen: Pen, x: float, y: float, side: float) -> None:
    """Something that looks like a code to people and to no reader: a frame with two squares."""
    pen.box(x - side / 2, y - side / 2, side, side, fill=WHITE)
    pen.box(x - side * 0.36, y - side * 0.36, side * 0.72, side * 0.72, radius_mm=side * 0.2, fill=(16, 16, 16))
    pen.circle(x - side * 0.12, y, side * 0.09, fill=WHITE)
    pen.circle(x + side * 0.14, y - side * 0.1, side * 0.09, fill=WHITE)
