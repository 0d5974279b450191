"""The letters of LED matrices: 3 x 5 lamps each, drawn here, written out for the firmware as `font.h`."""

from __future__ import annotations

from pathlib import Path

FIRST, LAST = " ", "Z"

_DRAWN = """
  ,...,...,...,...,...
0,###,#.#,#.#,#.#,###
1,.#.,##.,.#.,.#.,###
2,###,..#,###,#..,###
3,###,..#,.##,..#,###
4,#.#,#.#,###,..#,..#
5,###,#..,###,..#,###
6,###,#..,###,#.#,###
7,###,..#,..#,.#.,.#.
8,###,#.#,###,#.#,###
9,###,#.#,###,..#,###
-,...,...,###,...,...
+,...,.#.,###,.#.,...
=,###,...,###,...,###
?,##.,..#,.#.,...,.#.
!,.#.,.#.,.#.,...,.#.
',.#.,.#.,...,...,...
A,.#.,#.#,###,#.#,#.#
B,##.,#.#,##.,#.#,##.
C,.##,#..,#..,#..,.##
D,##.,#.#,#.#,#.#,##.
E,###,#..,##.,#..,###
F,###,#..,##.,#..,#..
G,.##,#..,#.#,#.#,.##
H,#.#,#.#,###,#.#,#.#
I,###,.#.,.#.,.#.,###
J,..#,..#,..#,#.#,.#.
K,#.#,#.#,##.,#.#,#.#
L,#..,#..,#..,#..,###
M,#.#,###,###,#.#,#.#
N,##.,#.#,#.#,#.#,#.#
O,.#.,#.#,#.#,#.#,.#.
P,##.,#.#,##.,#..,#..
Q,.#.,#.#,#.#,##.,.##
R,##.,#.#,##.,#.#,#.#
S,.##,#..,.#.,..#,##.
T,###,.#.,.#.,.#.,.#.
U,#.#,#.#,#.#,#.#,###
V,#.#,#.#,#.#,#.#,.#.
W,#.#,#.#,###,###,#.#
X,#.#,#.#,.#.,#.#,#.#
Y,#.#,#.#,.#.,.#.,.#.
Z,###,..#,.#.,#..,###
"""


def glyphs() -> dict[str, tuple[str, ...]]:
    """Return each letter's five rows, `#` for a lamp that is lit."""
    drawn = (line for line in _DRAWN.splitlines() if line)
    return {line[0]: tuple(line[1:].strip().lstrip(",").split(",")) for line in drawn}


def c_header() -> str:
    """Return `firmware/avr/font.h`: 15 bits a letter, the upper left lamp first; what isn't drawn is `?`."""
    drawn = glyphs()
    lines = [
        "/* Letters of 3 x 5 lamps, 15 bits each from the upper left; written by simulator.displays.font. */",
        "#pragma once",
        "#include <avr/pgmspace.h>",
        "",
        "static const uint16_t font[] PROGMEM = {",
    ]
    for code in range(ord(FIRST), ord(LAST) + 1):
        letter = chr(code)
        bits = "".join(drawn.get(letter, drawn["?"])).replace("#", "1").replace(".", "0")
        shown = letter if letter != "\\" else "backslash"
        lines.append(f"    0x{int(bits, 2):04X}, /* {shown} */")
    return "\n".join([*lines, "};", ""])


if __name__ == "__main__":
    Path("firmware/avr/font.h").write_text(c_header())
