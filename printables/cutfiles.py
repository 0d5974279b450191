"""Cut files for cutting machines: closed outlines in millimetres at 1:1, with the sheet's registration marks.

Of sheets on which pieces share cuts straight runs, each once: closed outlines would be cut twice along them.
"""

from io import StringIO
from typing import Any

from printables.cuts import Side, cut_outlines, fold_lines, sides_of, strokes_of
from printables.furniture import TARGET_MM, registration_marks
from printables.packing import PackedSheet
from tabletop.errors import BoardsightError
from tabletop.packages import install_words

FORMATS = ("svg", "dxf")


def cut_file(sheet: PackedSheet, title: str, form: str) -> bytes:
    """One sheet's cut file in one of the `FORMATS`."""
    return _svg(sheet, title) if form == "svg" else _dxf(sheet)


def _svg(sheet: PackedSheet, title: str) -> bytes:
    """Layers `cut`, `fold` and `registration`, one closed path for each outline."""
    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<title>{_escaped(title)}</title>",
        '<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">',
    ]
    for (x0, y0), (x1, y1) in _runs(sheet):
        lines.append(f'<path d="M {round(x0, 3):g} {round(y0, 3):g} L {round(x1, 3):g} {round(y1, 3):g}"/>')
    for part, outline in () if sheet.shared_cuts else cut_outlines(sheet):
        points = " L ".join(f"{round(x, 3):g} {round(y, 3):g}" for x, y in outline)
        lines.append(f'<path data-part="{_escaped(part)}" d="M {points} Z"/>')
    lines += ["</g>", '<g id="fold" fill="none" stroke="#00aa00" stroke-width="0.1">']
    lines += [
        f'<path d="M {round(x0, 3):g} {round(y0, 3):g} L {round(x1, 3):g} {round(y1, 3):g}"/>'
        for (x0, y0), (x1, y1) in fold_lines(sheet)
    ]
    lines += ["</g>", '<g id="registration" fill="none" stroke="#0000ff" stroke-width="0.1">']
    lines += [
        f'<circle cx="{round(x, 3):g}" cy="{round(y, 3):g}" r="{TARGET_MM * 0.7:g}"/>'
        for x, y in registration_marks(sheet.paper)
    ]
    lines += ["</g>", "</svg>", ""]
    return "\n".join(lines).encode("utf-8")


def _dxf(sheet: PackedSheet) -> bytes:
    """Layers CUT, FOLD and REGISTRATION, closed polylines, y upwards from the page's lower left corner."""
    try:
        from ezdxf import units
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError as error:
        raise BoardsightError(f"DXF files need ezdxf: {install_words(['ezdxf'])}; or use --cut svg") from error
    fixed: Any = options
    fixed.write_fixed_meta_data_for_testing = True  # the same bytes on every run
    document = new("R2010")
    document.units = units.MM
    document.layers.add("CUT", color=1)
    document.layers.add("FOLD", color=3)
    document.layers.add("REGISTRATION", color=5)
    space, height = document.modelspace(), sheet.paper.height_mm
    for (x0, y0), (x1, y1) in _runs(sheet):
        ends = (round(x0, 3), round(height - y0, 3)), (round(x1, 3), round(height - y1, 3))
        space.add_line(*ends, dxfattribs={"layer": "CUT"})
    for _, outline in () if sheet.shared_cuts else cut_outlines(sheet):
        corners = [(round(x, 3), round(height - y, 3)) for x, y in outline]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "CUT"})
    for (x0, y0), (x1, y1) in fold_lines(sheet):
        ends = (round(x0, 3), round(height - y0, 3)), (round(x1, 3), round(height - y1, 3))
        space.add_line(*ends, dxfattribs={"layer": "FOLD"})
    for x, y in registration_marks(sheet.paper):
        space.add_circle((round(x, 3), round(height - y, 3)), TARGET_MM * 0.7, dxfattribs={"layer": "REGISTRATION"})
    stream = StringIO()
    document.write(stream)
    return stream.getvalue().encode("utf-8")


def _runs(sheet: PackedSheet) -> list[Side]:
    """Straight cuts of a sheet on which pieces share them."""
    return strokes_of(sides_of(sheet), gap_mm=0.0) if sheet.shared_cuts else []


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
