"""The printed art for screens: each part as an SVG drawing, with its icon where paper bears a code."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import Any

from printables.art import draw_part
from printables.art.common import quiet_zone
from printables.art.mat import draw_seat_shape
from printables.art.symbols import icon_of
from printables.fonts import BLACK, BOLD, REGULAR, SEMIBOLD, register_fonts
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.pen import Letters, Paint, Pen, Step, polygon_steps
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PolygonMm, rectangle
from tabletop.parts import Part

WEIGHTS = {REGULAR: 400, SEMIBOLD: 600, BOLD: 700, BLACK: 900}
ICON_SHARE = 0.92
"""Of the room that a code takes with its white: so large is the icon that stands there on a screen."""


def part_svg(part: Part, game: GameFile, laid_deg: float = 0.0) -> str:
    """What is printed on a part, about its own origin, in millimetres, cut to its outline: one `<g>` with its name.

    `laid_deg` is how far it lies turned: its icons stand upright then.
    """
    register_fonts()
    name = art_name(part.id, laid_deg)
    pen = ScreenPen(f"cut-{name}")
    pen.laid_deg = laid_deg
    draw_for_eyes(pen, part, game)
    return f'<g id="art-{escape(name)}">{pen.written}</g>'


def art_name(part_id: str, laid_deg: float) -> str:
    """What the drawing of a part is called that lies turned so far, in whole degrees clockwise.

    >>> art_name("residence-2", 0.0), art_name("residence-2", 450.0)
    ('residence-2', 'residence-2@90')
    """
    turn = round(laid_deg) % 360
    return f"{part_id}@{turn}" if turn else part_id


def draw_for_eyes(pen: Pen, part: Part, game: GameFile) -> None:
    """What is printed on a part, cut to its outline, with its icon where paper bears a code; the pen has no codes."""
    looks = Looks(game.palette, folder=None)
    with pen.clipped(part.outline_mm):
        draw_part(pen, part, game, looks)
        if part.kind != "board" and not part.properties:  # their codes lie beside what people look at
            _icons(pen, part, game, looks)


def art_svg(game: GameFile, parts: Iterable[Part], laid_deg: float = 0.0) -> str:
    """The drawings of several parts as one SVG document, to be referred to by `#art-` and a part's `art_name`."""
    drawn = "".join(part_svg(part, game, laid_deg) for part in parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{drawn}</defs></svg>'


def _icons(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The part's icon in every room that a code takes on paper."""
    colour = looks.band(part.colour)
    name = icon_of(part)
    for code in part.codes:
        side = code.side_mm + 2 * quiet_zone(code, game)
        ground = mix(colour, WHITE, 0.88)
        pen.polygon(rectangle(side, side, centre=code.centre_mm), fill=ground)
        if name is not None:
            ink = mix(colour, looks.ink, 0.35)
            draw_icon(pen, name, *code.centre_mm, side * ICON_SHARE, ink, ground, folder=looks.folder)
        elif part.number is not None:  # a citizen or a counter: its player's shape
            draw_seat_shape(pen, part.number, *code.centre_mm, side * 0.36, colour)


class ScreenPen(Pen):
    """Writes SVG in place of a PDF; what it writes looks the same, but for the codes, which no screen needs."""

    bears_codes = False

    def __init__(self, name: str) -> None:
        super().__init__(None)
        self._parts: list[str] = []
        self._name = name
        self._cuts = 0

    def picture(self, jpeg: bytes, x: float, y: float, width: float, height: float) -> None:
        """A JPEG in a box, whole, in its middle."""
        data = b64encode(jpeg).decode("ascii")
        self._parts.append(
            f'<image x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}" '
            f'href="data:image/jpeg;base64,{data}"/>'
        )

    @property
    def written(self) -> str:
        """What was drawn, without an element about it."""
        return "".join(self._parts)

    def draw_path(self, steps: Sequence[Step], paint: Paint) -> None:
        """Fill and stroke a path."""
        looks = f'fill="{_hex(paint.fill)}"'
        if paint.even_odd:
            looks += ' fill-rule="evenodd"'
        if paint.stroke is not None:
            line = paint.line
            looks += f' stroke="{_hex(paint.stroke)}" stroke-width="{_number(line.width)}"'
            looks += f' stroke-dasharray="{" ".join(map(_number, line.dash))}"' if line.dash else ""
            looks += f' stroke-linecap="{line.cap}"' if line.cap != "butt" else ""
            looks += f' stroke-linejoin="{line.join}"' if line.join != "miter" else ""
            looks += f' stroke-miterlimit="{_number(line.miter_limit)}"' if line.miter_limit is not None else ""
        self._parts.append(f'<path d="{_data(steps)}" {looks}/>')

    def draw_text(self, x: float, y: float, text: str, letters: Letters) -> None:
        """One line of text as wide as it is printed, whatever typeface the screen has."""
        width, turn_deg = letters.width_mm(text), letters.turn_deg
        anchor = {"left": "start", "centre": "middle", "right": "end"}[letters.align]
        turned = f' transform="rotate({_number(turn_deg)} {_number(x)} {_number(y)})"' if turn_deg else ""
        fitted = f' textLength="{_number(width)}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
        self._parts.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(letters.size_mm)}" '
            f'font-weight="{WEIGHTS[letters.face]}" text-anchor="{anchor}" fill="{_hex(letters.colour)}"'
            f"{fitted}{turned}>{escape(text)}</text>"
        )

    @contextmanager
    def clipped(self, *polygons: PolygonMm) -> Iterator[None]:
        """Draw only inside the polygons."""
        self._cuts += 1
        name = escape(f"{self._name}-{self._cuts}")
        data = _data([step for polygon in polygons for step in polygon_steps(polygon)])
        self._parts.append(f'<clipPath id="{name}"><path d="{data}"/></clipPath><g clip-path="url(#{name})">')
        yield
        self._parts.append("</g>")

    @contextmanager
    def at(self, x: float, y: float, *, turn_deg: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Draw with (x, y) as the origin, turned clockwise."""
        how = f"translate({_number(x)} {_number(y)})"
        how += f" rotate({_number(turn_deg)})" if turn_deg else ""
        how += f" scale({_number(scale)})" if scale != 1.0 else ""
        self._parts.append(f'<g transform="{how}">')
        yield
        self._parts.append("</g>")


def _data(steps: Sequence[Step]) -> str:
    """A path's steps as SVG writes them."""
    written = []
    for command, values in steps:
        if command == "R":
            x, y, width, height = map(_number, values)
            written.append(f"M{x} {y}h{width}v{height}h-{width}z")
        else:
            written.append(command + " ".join(map(_number, values)))
    return "".join(written)


@lru_cache(maxsize=4096)
def _number(value: Any) -> str:
    """A number of millimetres to a hundredth, as short as it gets."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"


def _hex(colour: Rgb | None) -> str:
    return "none" if colour is None else f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"
