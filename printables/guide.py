"""The first pages: how to print, cut, fold, glue and lay out, in pictures with few words; and how to play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from printables import guidefigures as figures
from printables.art.aid import wrapped
from printables.fonts import BLACK as HEAVY
from printables.fonts import REGULAR, SEMIBOLD, fitted_mm
from printables.howtoplay import GAP_MM, column, draw_column
from printables.looks import WHITE, Looks, mix
from printables.paper import MARGIN_MM, Paper
from printables.pen import Pen
from printables.sheets import PageArt
from tabletop.gamefile import GameFile
from tabletop.howtoplay import how_to_play
from tabletop.printscale import RULER_DIFFERS

Figure = Callable[[Pen, Looks, GameFile], None]
TEXT_MM = 3.5
LEADING_MM = 4.6
SCALES, PAGE_TOP_MM = (1.5, 1.35, 1.2, 1.05, 0.9), 18.0
"""How much larger than beside a board, at most, and how far from the top, the columns of how to play stand."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is printed beside the guide and wants a step of its own."""

    pieces: bool = True
    joined: bool = False
    """Whether a board goes over several sheets."""
    houses: bool = False
    backs: bool = False
    mats: bool = False
    """Whether players have mats, and a puck goes round."""
    track: bool = False
    """Whether there is a score track with markers."""
    box: bool = False
    labels: bool = False
    """Whether there are labels for plain cubes and bars."""
    shared_cuts: bool = False
    """Whether pieces touch one another."""


def guide_of(contents: Contents) -> PageArt:
    """The page for what is printed: a heading and five to eight steps, each with a figure at its left."""
    return partial(_draw, steps=_steps(contents))


def _draw(pen: Pen, paper: Paper, game: GameFile, looks: Looks, steps: Sequence[tuple[str, str, Figure]]) -> None:
    left, top, right, bottom = paper.area_mm
    _title(pen, paper, game, looks)
    pen.text(left + 3, top + 21, "How to print, cut and lay out", size_mm=5.4, colour=looks.ink, face=SEMIBOLD)
    step = min(45.0, (bottom - top - 28) / len(steps))
    scale = min(1.0, (step - 2.0) / figures.HEIGHT_MM)
    for index, (heading, text, figure) in enumerate(steps):
        y = top + 28 + index * step
        with pen.at(left + 3, y + (step - figures.HEIGHT_MM * scale) / 2 - 1, scale=scale):
            ground = mix(figures.PALE, WHITE, 0.45)
            pen.box(0, 0, figures.WIDTH_MM, figures.HEIGHT_MM, radius_mm=2.0, fill=ground)
            figure(pen, looks, game)
        x, middle = left + 62, y + step / 2 - 1
        lines = wrapped(text, REGULAR, TEXT_MM, min(right - MARGIN_MM - x, 140))
        y = middle - (9.4 + len(lines) * LEADING_MM) / 2
        pen.circle(x + 3, y + 3.4, 3.4, fill=looks.ink)
        pen.text(x + 3, y + 4.9, str(index + 1), size_mm=4.4, colour=WHITE, face=SEMIBOLD, align="centre")
        pen.text(x + 9, y + 5.1, heading, size_mm=4.8, colour=looks.ink, face=SEMIBOLD)
        for number, line in enumerate(lines):
            pen.text(x, y + 11.6 + number * LEADING_MM, line, size_mm=TEXT_MM, colour=looks.ink)


def _title(pen: Pen, paper: Paper, game: GameFile, looks: Looks) -> None:
    left, top, right, _ = paper.area_mm
    size = fitted_mm(game.title, HEAVY, 13.0, right - left - 6)
    pen.text(left + 3, top + 14, game.title, size_mm=size, colour=looks.ink, face=HEAVY)


def how_to_play_pages(game: GameFile) -> list[PageArt]:
    """A page with a column for each of the first two languages; none where the file says nothing."""
    languages = list(game.sections.how_to_play)[:2]

    def draw(pen: Pen, paper: Paper, game: GameFile, looks: Looks) -> None:
        left, top, right, bottom = paper.area_mm
        _title(pen, paper, game, looks)
        width = (right - left) / len(languages)
        for scale in SCALES:
            columns = [column(how_to_play(game, language), width / scale - 2 * GAP_MM) for language in languages]
            if max(lines[-1].y_mm for lines in columns) * scale < bottom - top - 2 * PAGE_TOP_MM:
                break
        for index, lines in enumerate(columns):
            with pen.at(left + index * width, top + PAGE_TOP_MM, scale=scale):
                draw_column(pen, GAP_MM / 2, 0.0, lines, looks)

    return [draw] if languages else []


def _steps(contents: Contents) -> list[tuple[str, str, Figure]]:
    """The steps for these contents, in the order in which they are done."""
    steps = [PRINT, CUT_ACROSS if contents.shared_cuts else CUT]
    steps += [JOIN] if contents.joined else []
    steps += [GLUE] if contents.pieces else []
    steps += [FOLD] if contents.houses else []
    steps += [LABEL] if contents.labels else []
    steps += [BACKS] if contents.backs else []
    steps += [BOX] if contents.box else []
    play = PLAY_WITH_TRACK if contents.track and contents.mats else PLAY if contents.mats else PLAY_WITHOUT_MATS
    return [*steps, TABLE, play]


PRINT = (
    "Print at 100 %",
    f"Then measure the ruler at the foot of a sheet. {RULER_DIFFERS} Matt paper of 160 to 250 g/m² lies flat and does "
    "not shine under a lamp.",
    figures.draw_ruler,
)
CUT = (
    "Cut along the thin line",
    "Crop marks at the corners show where it runs; the colour goes on 3 mm beyond it. Every code keeps its white "
    "border: without it the camera sees nothing.",
    figures.draw_cut,
)
CUT_ACROSS = (
    "Cut along the thin line",
    "With a ruler and a long knife. First dashed lines with arrows, across the whole sheet, then from edge to edge "
    "of what is left. Pieces touch: one cut parts two. Every code keeps its white border.",
    figures.draw_cut,
)
GLUE = (
    "Glue pieces onto board",
    "Small pieces onto board of 1 to 2 mm, boards, tiles and mats as they are or onto thin card. The flatter, the "
    "better: a piece that curls is hard to read. Use matt glue stick or double-sided film.",
    figures.draw_glue,
)
BACKS = (
    "Cards have backs",
    "With a duplex printer choose “flip on long edge”; each sheet of faces is followed by its backs. Without one, "
    "print with --backs fold, fold along the dashed line and glue, then cut.",
    figures.draw_backs,
)
TABLE = (
    "Camera above the table",
    "0.8 to 1 m high, looking down, all sheets in the picture. No lamp mirrored in the paper. Nothing needs to be "
    "measured: the printed codes tell where everything lies.",
    figures.draw_table,
)
PLAY = (
    "Play",
    "Each player has a mat. The turn puck lies on the mat of the player whose turn it is; move it on when you have "
    "finished. Lay pieces on by hand as you like, turned any way: they may lie a little crooked.",
    figures.draw_play,
)
PLAY_WITH_TRACK = (
    PLAY[0],
    f"{PLAY[1]} Lay the score track in sight, too, and move the markers: they tell as well whose move it was.",
    figures.draw_play,
)
JOIN = (
    "Join large boards",
    "Cut each sheet along its right and lower line. Lay it over the hatched flap of the next one so that the small "
    "diamonds meet, and glue. Work row by row, then join the rows.",
    figures.draw_join,
)
FOLD = (
    "Fold the houses",
    "Score the dashed lines with a blunt knife and fold all walls down from the roof. Glue the tabs inside. Walls that "
    "lie apart belong into the inward corners of the L and the U. Houses hide codes: the camera hangs straight above.",
    figures.draw_fold,
)
LABEL = (
    "Stick labels on cubes",
    "On cubes and bars from 22 mm on, flat on top, codes unharmed. Low ones hide less: from 10 mm up hang the camera "
    "straight above, since they hide codes beside them.",
    figures.draw_label,
)
BOX = (
    "Fold the box",
    "Score the dashed lines, fold them all once. Glue the white strip behind the other end. Tuck the bottom in, then "
    "cards and small pieces, then the lid.",
    figures.draw_box,
)
PLAY_WITHOUT_MATS = (
    "Play",
    "Lay pieces on by hand as you like: they may lie a little crooked. Take your hand away when you have finished; the "
    "picture is read when it is still.",
    figures.draw_lay,
)
