"""SVG files are printed as they are painted, strokes too; what of them is not drawn is said."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from reportlab.pdfgen.canvas import Canvas

from live.main import main
from printables.icons import draw_icon
from printables.pen import POINTS_PER_MM, Pen
from printables.remarks import remarks_on_pictures
from tabletop.errors import UnreadableInput

FINE = 10
"""Pixels for each of the 24 units of an icon's grid."""
GAME = """
[game]
name = "inns"
title = "Inns"
rules = "custom"
players = [1, 2]

[board]
{board}
[grid]
shape = "square"
rows = 4
columns = 4
pitch_mm = 30.0

[palette]
sand = "#e8c060"

[[parts]]
id = "inn"
title = "Inn"
colour = "sand"
{part}
[[terms]]
term = "each"
label = "each"
parts = "inn"
points = 1
"""
Point = tuple[float, float]


def printed(folder: Path, svg: str) -> np.ndarray:
    """How dark an icon is printed, from 0 to 1, in pixels of a tenth of its grid."""
    (folder / "icon.svg").write_text(svg, encoding="utf-8")
    page = BytesIO()
    canvas = Canvas(page, pagesize=(24 * POINTS_PER_MM, 24 * POINTS_PER_MM))
    draw_icon(Pen(canvas, 24.0), "icon.svg", 12, 12, 24.0, (0, 0, 0), (255, 255, 255), folder=folder)
    canvas.save()
    (only,) = pdfium.PdfDocument(page.getvalue())
    return 1 - only.render(scale=FINE / POINTS_PER_MM, grayscale=True).to_numpy().squeeze() / 255.0


def outlined(shapes: str, more: str = "") -> str:
    """An outline icon as public sets save it: strokes alone, behind an invisible frame."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
        f'stroke-width="4" {more}><path stroke="none" d="M0 0h24v24H0z" fill="none"/>{shapes}</svg>'
    )


ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
LINE, ROOF = '<path d="M6 12H18"/>', '<path d="M4 20L12 8L20 20"/>'


@pytest.mark.parametrize(
    ("svg", "dark", "light"),
    [
        (outlined(LINE), [(7, 12), (12, 13.5)], [(5, 12), (12, 15), (1, 1)]),
        (outlined(LINE, 'stroke-linecap="square"'), [(4.4, 10.4)], [(3.5, 12)]),
        (outlined(LINE, ROUND), [(4.4, 12)], [(4.4, 10.4)]),
        (outlined(ROOF), [(12, 5)], [(12, 14)]),
        (outlined(ROOF, ROUND), [(12, 6.4)], [(12, 5)]),
        (outlined(ROOF, 'stroke-linejoin="bevel"'), [(12, 7.2)], [(12, 6.2)]),
        (outlined(ROOF, 'stroke-miterlimit="1"'), [(12, 7.2)], [(12, 6.2)]),
        (outlined('<rect x="4" y="4" width="16" height="16"/>'), [(4, 4), (20, 12)], [(12, 12)]),
        (outlined('<circle cx="12" cy="12" r="8"/>'), [(20, 12), (12, 4)], [(12, 12), (4, 4)]),
        (outlined('<line x1="4" y1="4" x2="20" y2="20"/>'), [(12, 12)], [(20, 4)]),
        (outlined('<polyline points="4,4 20,4 20,20"/>'), [(12, 4), (20, 12)], [(4, 12), (12, 12)]),
        (outlined('<path d="M12 12h.01"/>', ROUND), [(12, 13)], [(12, 15)]),
        (outlined('<circle cx="12" cy="12" r="8" stroke-dasharray="25 100"/>'), [(12, 20)], [(12, 4)]),
        (outlined('<g transform="scale(2)"><path d="M3 6H9" stroke-width="2"/></g>'), [(12, 13.5)], [(12, 15)]),
        (outlined('<path d="M4 4h16v16H4z" fill="currentColor" stroke="none"/>'), [(12, 12)], [(3, 3)]),
        (outlined('<path d="M4 4h16v16H4z" style="fill:black;stroke:none"/>'), [(12, 12)], [(3, 3)]),
        (outlined('<g fill="#000"><path d="M4 4h16v16H4z" fill="inherit"/></g>'), [(12, 12)], [(1, 1)]),
        (outlined(LINE + '<path d="M0 0H24" display="none"/><path d="M0 24H24" visibility="hidden"/>'), [(12, 12)],
         [(12, 1), (12, 23)]),
        (outlined(LINE + '<mask id="m"><path d="M0 0h24v24z"/></mask>'), [(12, 12)], [(12, 6)]),
        ('<svg viewBox="0 0 24 24"><style>.a{fill:none;stroke:#000;stroke-width:4px}</style>'
         '<path class="a" d="M6 12H18"/></svg>', [(12, 13.5)], [(12, 15)]),
        ('<svg viewBox="0 0 24 24"><path fill-rule="evenodd" d="M2 2h20v20H2zM8 8h8v8H8z"/></svg>', [(4, 4)],
         [(12, 12)]),
        ('<svg viewBox="0 0 24 24"><rect width="24" height="24"/><path d="M6 12H18" stroke="#fff" stroke-width="4"/>'
         "</svg>", [(12, 4)], [(12, 12)]),
        ('<svg viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="white"/></svg>', [(12, 12)], []),
        ('<svg viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="#eee"/><path d="M6 6h6v6H6z"/></svg>', [(9, 9)],
         [(18, 18)]),
        ('<svg viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="#ccc" fill-opacity=".5"/></svg>', [(12, 12)], []),
        ('<svg viewBox="0 0 24 24"><style>path{fill:none!important;stroke:#000 !important}</style>'
         '<path d="M4 4h16v16H4z" style="stroke-width:4!important"/></svg>', [(4, 12)], [(12, 12)]),
        ('<svg viewBox="0 0 24 24"><g style="visibility:hidden;stroke-linecap:butt"><path d="M0 4h24v4H0z"/>'
         '<path d="M4 14h16v4H4z" visibility="visible"/></g></svg>', [(12, 16)], [(12, 6)]),
        ('<svg viewBox="0 0 24 24"><path d="M8 8h8v8H8z" stroke="#fff" stroke-width="6" paint-order="stroke"/></svg>',
         [(9, 9), (12, 12)], [(4, 4)]),
        ('<svg fill="none" stroke="#333"><path d="M0 5H40" stroke-width="10"/></svg>', [(3, 12), (12, 10)],
         [(1, 12), (12, 2)]),
    ],
)  # fmt: skip
def test_icons_are_printed_as_they_are_painted(tmp_path: Path, svg: str, dark: list[Point], light: list[Point]) -> None:
    """Strokes with their width, ends and bends; fills; what is white or invisible shows the ground."""
    ink = printed(tmp_path, svg)
    assert [(at, ink[round(at[1] * FINE), round(at[0] * FINE)] > 0.7) for at in dark] == [(at, True) for at in dark]
    assert [(at, ink[round(at[1] * FINE), round(at[0] * FINE)] < 0.3) for at in light] == [(at, True) for at in light]


def test_a_shape_that_covers_half_is_printed_in_half_the_ink(tmp_path: Path) -> None:
    """Icons of two tones have a lighter one."""
    svg = '<svg viewBox="0 0 24 24"><path d="M0 0h12v24H0z" opacity=".4"/><path d="M12 0h12v24H12z"/></svg>'
    ink = printed(tmp_path, svg)
    assert (ink[120, 60], ink[120, 180]) == pytest.approx((0.4, 1.0), abs=0.02)


def test_an_icon_of_invisible_shapes_is_refused(tmp_path: Path) -> None:
    """A dark square in its place helps nobody."""
    with pytest.raises(UnreadableInput, match="invisible shapes only"):
        printed(tmp_path, outlined(""))


FRAME = '<path d="M2 2h20v20H2z"/>'
BACKGROUND = {"board": 'background = "inn.svg"'}
WHOLE = '<clipPath id="a"><rect width="24" height="24"/></clipPath>'


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<text x="2" y="9">Inn</text>', "its text"),
        ('<image href="inn.png" width="9" height="9"/>', "its pictures"),
        ('<use href="#a"/>', "its clones"),
        ('<linearGradient id="g"/><path fill="url(#g)" d="M0 0h9v9z"/>', "its gradients"),
        ("<style>.a{stroke:url(#g)}</style>", "its gradients"),
        ('<pattern id="p"/><path style="fill:url(#p)" d="M0 0h9v9z"/>', "its patterns"),
        ('<g filter="url(#f)"/>', "its filters"),
        ('<g clip-path="url(#c)"/>', "its clip paths"),
        ('<g mask="url(#c)"/><text>a</text>', "its masks and text"),
        ('<g style="mix-blend-mode:multiply"/>', "its blending"),
        (f'{WHOLE}<g clip-path="url(#a)"/>', ""),
        ('<defs><text>a</text></defs><text display="none">b</text>', ""),
    ],
)
@pytest.mark.parametrize("use", ["icon", "background"])
def test_what_is_not_drawn_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], use: str, inside: str, said: str
) -> None:
    """Of icons and of a board's drawing: one sentence with the line, and the file can be used."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{FRAME}{inside}</svg>'
    (tmp_path / "inn.svg").write_text(svg, encoding="utf-8")
    named = {"board": "", "part": "", **({"part": 'icon = "inn.svg"'} if use == "icon" else BACKGROUND)}
    path = tmp_path / "own.toml"
    path.write_text(GAME.format(**named), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    told = capsys.readouterr().out
    assert (f"the {use} inn.svg is printed without {said}" in told) == bool(said)
    assert ("own.toml, line" in told) == bool(said)


def test_a_game_is_told_what_its_boards_drawing_lacks(tmp_path: Path) -> None:
    """The board's file is another one; the line is the game's that names it."""
    (tmp_path / "sea.svg").write_text(f'<svg viewBox="0 0 24 24">{FRAME}<text>Sea</text></svg>', encoding="utf-8")
    (tmp_path / "island.toml").write_text('[board]\nbackground = "sea.svg"\n', encoding="utf-8")
    (complaint,) = remarks_on_pictures({"game": {"board": "island.toml"}}, tmp_path)
    assert complaint.path == ("game", "board")
    assert "the background sea.svg is printed without its text" in complaint.sentence
