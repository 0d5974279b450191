"""The first page: how to print, cut, glue and lay out, in pictures with few words."""

from collections.abc import Callable

from printables.art.aid import wrapped
from printables.art.common import draw_number
from printables.fonts import BLACK as HEAVY
from printables.fonts import REGULAR, SEMIBOLD
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.paper import MARGIN_MM, Paper
from printables.pen import Pen
from tabletop.gamefile import GameFile, Rgb

Figure = Callable[[Pen, Looks, GameFile], None]
PALE: Rgb = (221, 224, 227)
TEXT_MM = 3.5
LEADING_MM = 4.6


def draw_guide(pen: Pen, paper: Paper, game: GameFile, looks: Looks) -> None:
    """A heading and six steps, each with a figure of 52 x 38 mm at its left."""
    left, top, right, bottom = paper.area_mm
    pen.text(left + 3, top + 14, game.title, size_mm=13, colour=looks.ink, face=HEAVY)
    pen.text(left + 3, top + 21, "How to print, cut and lay out", size_mm=5.4, colour=looks.ink, face=SEMIBOLD)
    step = (bottom - top - 28) / len(STEPS)
    for index, (heading, text, figure) in enumerate(STEPS):
        y = top + 28 + index * step
        with pen.at(left + 3, y + (step - 34) / 2 - 1):
            pen.box(0, 0, 52, 34, radius_mm=2.0, fill=mix(PALE, WHITE, 0.45))
            figure(pen, looks, game)
        x = left + 62
        pen.circle(x + 3, y + 4.6, 3.4, fill=looks.ink)
        pen.text(x + 3, y + 6.0, str(index + 1), size_mm=4.4, colour=WHITE, face=SEMIBOLD, align="centre")
        pen.text(x + 9, y + 6.2, heading, size_mm=4.8, colour=looks.ink, face=SEMIBOLD)
        for number, line in enumerate(wrapped(text, REGULAR, TEXT_MM, min(right - MARGIN_MM - x, 140))):
            pen.text(x, y + 13.0 + number * LEADING_MM, line, size_mm=TEXT_MM, colour=looks.ink)


def _ruler(pen: Pen, looks: Looks, game: GameFile) -> None:
    pen.box(6, 5, 26, 24, fill=WHITE, stroke=looks.ink, width_mm=0.2)
    pen.box(9, 8, 20, 13, fill=mix(PALE, looks.ink, 0.15))
    pen.line((9, 25), (29, 25), looks.ink, 0.25)
    for index in range(11):
        pen.line((9 + 2 * index, 25), (9 + 2 * index, 26.4), looks.ink, 0.2)
    pen.text(41.5, 16, "100 %", size_mm=6, colour=looks.ink, face=HEAVY, align="centre")
    pen.text(41.5, 21, "not “fit”", size_mm=3.6, colour=looks.ink, align="centre")


def _cut(pen: Pen, looks: Looks, game: GameFile) -> None:
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


def _glue(pen: Pen, looks: Looks, game: GameFile) -> None:
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


def _backs(pen: Pen, looks: Looks, game: GameFile) -> None:
    ground = mix(looks.ink, WHITE, 0.75)
    pen.box(8, 7, 14, 20, radius_mm=1, fill=WHITE, stroke=looks.ink, width_mm=0.2)
    draw_number(pen, 15, 17, 14, 4.5, looks.ink)
    pen.box(30, 7, 14, 20, radius_mm=1, fill=ground, stroke=looks.ink, width_mm=0.2)
    pen.circle(37, 17, 4.6, fill=WHITE)
    pen.text(37, 19.2, "1", size_mm=6.6, colour=looks.ink, face=HEAVY, align="centre")
    pen.line((26, 4), (26, 30), looks.ink, 0.3, dash_mm=(1.6, 1.2))


def _table(pen: Pen, looks: Looks, game: GameFile) -> None:
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


def _play(pen: Pen, looks: Looks, game: GameFile) -> None:
    colour = _first_colour(game, looks)
    pen.box(6, 8, 22, 18, radius_mm=1.5, fill=colour)
    pen.box(7.6, 9.6, 18.8, 14.8, radius_mm=1.0, fill=WHITE)
    _mock_code(pen, 12.2, 17, 6.0)
    pen.circle(21, 17, 4.6, fill=mix(colour, WHITE, 0.75))
    pen.box(36, 11, 12, 12, fill=looks.ink)
    _mock_code(pen, 42, 17, 7.0)
    draw_icon(pen, "turn", 31.8, 17, 5.0, looks.ink, WHITE)


def _first_colour(game: GameFile, looks: Looks) -> Rgb:
    piece = next((part for part in game.parts if part.kind not in ("tile", "board")), game.parts[0])
    return looks.band(piece.colour)


def _mock_code(pen: Pen, x: float, y: float, side: float) -> None:
    """Something that looks like a code to people and to no reader: a frame with two squares."""
    pen.box(x - side / 2, y - side / 2, side, side, fill=WHITE)
    pen.box(x - side * 0.36, y - side * 0.36, side * 0.72, side * 0.72, radius_mm=side * 0.2, fill=(16, 16, 16))
    pen.circle(x - side * 0.12, y, side * 0.09, fill=WHITE)
    pen.circle(x + side * 0.14, y - side * 0.1, side * 0.09, fill=WHITE)


STEPS: tuple[tuple[str, str, Figure], ...] = (
    (
        "Print at 100 %",
        "Choose “actual size”, never “fit to page”. Measure the ruler at the foot of a sheet: 100 mm. Matt paper "
        "of 160 to 250 g/m² lies flat and does not shine under a lamp.",
        _ruler,
    ),
    (
        "Cut along the thin line",
        "Crop marks at the corners show where it runs; the colour goes on 3 mm beyond it. Every code keeps its white "
        "border: without it the camera sees nothing.",
        _cut,
    ),
    (
        "Glue pieces onto board",
        "Tokens and streetcars onto board of 1 to 2 mm, tiles and mats as they are or onto thin card. The flatter, the "
        "better: a piece that curls is hard to read. Use matt glue stick or double-sided film.",
        _glue,
    ),
    (
        "Cards have backs",
        "With a duplex printer choose “flip on long edge”; each sheet of faces is followed by its backs. Without one, "
        "print with --backs fold, fold along the dashed line and glue, then cut.",
        _backs,
    ),
    (
        "Camera above the table",
        "0.8 to 1 m high, looking down, all sheets in the picture. No lamp mirrored in the paper. Nothing needs to be "
        "measured: the printed codes tell where everything lies.",
        _table,
    ),
    (
        "Play",
        "Each player has a mat. The turn puck lies on the mat of the player whose turn it is; move it on when you have "
        "finished. Lay pieces on by hand as you like, turned any way: they may lie a little crooked.",
        _play,
    ),
)
