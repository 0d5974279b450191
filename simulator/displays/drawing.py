"""A virtual display as it looks: in a terminal with colours, and as an SVG for a page."""

from __future__ import annotations

from firmware_bridge.state import Animation, Colour
from simulator.displays.board import ShownSlot
from simulator.displays.font import glyphs
from simulator.displays.virtual import DisplaySnapshot
from tabletop.visible import visible

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg", "6": "acdefg", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "", "H": "bcefg", "L": "def", "^": "abfg", "=": "adg",
    "?": "abeg", "U": "bcdef", "N": "ceg", "D": "bcdeg", "O": "abcdef",
}  # fmt: skip
_RED: Colour = (255, 40, 20)
_SHAPES = {  # of each segment in a digit 20 wide and 36 high
    "a": "5,2 15,2 13,5 7,5", "b": "16,3 18,5 17,16 15,17 14,6", "c": "16,19 17,20 18,31 16,33 14,30",
    "d": "5,34 15,34 13,31 7,31", "e": "4,19 3,20 2,31 4,33 6,30", "f": "4,3 2,5 3,16 5,17 6,6",
    "g": "5,18 7,16.5 13,16.5 15,18 13,19.5 7,19.5",
}  # fmt: skip


def digit_letters(slot: ShownSlot | None, shown: DisplaySnapshot, index: int) -> list[tuple[str, bool]]:
    """Return four (letter, point behind it) as a seven-segment module shows a slot now."""
    playing = shown.playing
    if shown.dark:
        text = ""
    elif shown.dashes:
        text = "----"
    elif playing is not None and playing.slot in (index, 255):
        text = _effect_text(playing.animation, slot)
    else:
        text = _marked(slot)
    letters: list[tuple[str, bool]] = []
    for letter in text:
        if letter == "." and letters:
            letters[-1] = (letters[-1][0], True)
        else:
            letters.append((letter, False))
    return [(" ", False)] * (4 - len(letters)) + letters[-4:]


def terminal_picture(shown: DisplaySnapshot, *, colours: bool = True) -> str:
    """Return the display as text of four lines: names, then digits of three lines each."""
    slots: list[ShownSlot | None] = [*shown.slots] or [None, None]
    lines = ["", "", "", ""]
    for index, slot in enumerate(slots):
        name = "" if slot is None or shown.dark else visible(slot.name)[:12]
        letters = digit_letters(slot, shown, index)
        colour = _scaled(slot.colour if slot else _RED, shown.brightness)
        rows = [name.ljust(16), *("".join(row) for row in zip(*map(_terminal_digit, letters), strict=True))]
        for line, row in enumerate(rows):
            text = row.ljust(16)
            lines[line] += f"\x1b[38;2;{colour[0]};{colour[1]};{colour[2]}m{text}\x1b[0m  " if colours else text + "  "
    return "\n".join(line.rstrip() for line in lines)


def svg_picture(shown: DisplaySnapshot, look: str = "digits") -> str:
    """Return the display as an SVG: `digits`, `matrix` or `strip`."""
    draw = {"digits": _svg_digits, "matrix": _svg_matrix, "strip": _svg_strip}[look]
    width, height, content = draw(shown)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width * 3}">'
        f'<rect width="{width}" height="{height}" rx="4" fill="#181412"/>{content}</svg>'
    )


def _effect_text(animation: Animation | int, slot: ShownSlot | None) -> str:
    match animation:
        case Animation.POINTS:
            text = str(slot.last_points or 0) if slot else "0"
            return text.rjust(4).replace(" ", " .") if len(text) < 4 else text
        case Animation.TURN:
            return "^^^^"
        case Animation.WIN:
            return "===="
        case Animation.UNDO:
            return "UNDO"
        case Animation.ATTENTION:
            return "????"
    return "8.8.8.8."


def _marked(slot: ShownSlot | None) -> str:
    if slot is None:
        return ""
    digits = len(slot.text.replace(".", ""))
    mark = "=" if slot.winner else "^" if slot.active else " "
    return slot.text if digits >= 4 else mark + " " * (3 - digits) + slot.text


def _terminal_digit(letter_and_point: tuple[str, bool]) -> tuple[str, str, str]:
    letter, point = letter_and_point
    lit = SEGMENTS.get(letter, "")

    def sign(segment: str, shape: str) -> str:
        return shape if segment in lit else " "

    return (
        f" {sign('a', '_')}  ",
        f"{sign('f', '|')}{sign('g', '_')}{sign('b', '|')} ",
        f"{sign('e', '|')}{sign('d', '_')}{sign('c', '|')}{'.' if point else ' '}",
    )


def _scaled(colour: Colour, brightness: int) -> Colour:
    """A screen's colour for a lamp's brightness: dim lamps still look lit to the eye."""
    share = 0.0 if brightness == 0 else 0.45 + 0.55 * min(1.0, brightness / 128)
    return (round(colour[0] * share), round(colour[1] * share), round(colour[2] * share))


def _hex(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"


def _svg_digits(shown: DisplaySnapshot) -> tuple[int, int, str]:
    slots: list[ShownSlot | None] = [*shown.slots] or [None, None]
    lit, off = _hex(_scaled(_RED, shown.brightness)), "#2a1a16"
    parts = []
    for index, slot in enumerate(slots):
        for place, (letter, point) in enumerate(digit_letters(slot, shown, index)):
            left = 6 + index * 100 + place * 23
            on = SEGMENTS.get(letter, "")
            shapes = "".join(
                f'<polygon points="{points}" fill="{lit if name in on else off}"/>' for name, points in _SHAPES.items()
            )
            dot = f'<circle cx="20" cy="34" r="1.6" fill="{lit if point else off}"/>'
            parts.append(f'<g transform="translate({left} 6) skewX(-4)">{shapes}{dot}</g>')
        if slot is not None:
            name = slot.name.replace("&", "&amp;").replace("<", "&lt;")
            parts.append(f'<text x="{8 + index * 100}" y="54" font-size="8" fill="#9a8a80">{name}</text>')
    return 8 + 100 * len(slots), 60, "".join(parts)


def _svg_matrix(shown: DisplaySnapshot) -> tuple[int, int, str]:
    slots: list[ShownSlot | None] = [*shown.slots] or [None, None]
    drawn, lamps = glyphs(), set()
    for index, slot in enumerate(slots):
        for place, (letter, point) in enumerate(digit_letters(slot, shown, index)):
            if letter == "^" or (letter == "=" and shown.playing is None):
                letter = " "  # a matrix marks with lines instead
            left = index * 16 + place * 4
            rows = drawn.get(letter, drawn["?"])
            lamps |= {(left + x, 1 + y) for y, row in enumerate(rows) for x in range(3) if row[x] == "#"}
            lamps |= {(left + 3, 5)} if point else set()
        if slot is not None and (slot.active or slot.winner) and not shown.dashes and not shown.dark:
            lamps |= {(index * 16 + x, y) for x in range(15) for y in ((0, 7) if slot.winner else (7,))}
    lit, off = _hex(_scaled(_RED, shown.brightness)), "#2a1a16"
    width = 16 * len(slots)
    dots = "".join(
        f'<circle cx="{5 + 4 * x}" cy="{5 + 4 * y}" r="1.5" fill="{lit if (x, y) in lamps else off}"/>'
        for y in range(8)
        for x in range(width)
    )
    return 6 + 4 * width, 38, dots


def _svg_strip(shown: DisplaySnapshot, lamps: int = 60) -> tuple[int, int, str]:
    colours: list[Colour] = [(36, 30, 28)] * lamps
    if shown.dashes:
        colours[::8] = [(90, 90, 90)] * len(colours[::8])
    elif not shown.dark and shown.slots:
        part = lamps // len(shown.slots)
        full = max([50, *(slot.score for slot in shown.slots)])
        for index, slot in enumerate(shown.slots):
            lit = part - 1 if slot.winner else max(1, round((part - 1) * max(0, slot.score) / full))
            level = shown.brightness if slot.active or slot.winner else shown.brightness // 4
            colours[index * part : index * part + lit] = [_scaled(slot.colour, level)] * lit
    dots = "".join(
        f'<rect x="{3 + 5 * index}" y="4" width="4" height="4" rx="1" fill="{_hex(colour)}"/>'
        for index, colour in enumerate(colours)
    )
    return 6 + 5 * lamps, 12, dots
