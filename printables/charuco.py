"""The calibration sheet: a ChArUco board as vectors, the same measures on A4 and Letter, with its ruler."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from printables.codes import code_loops_mm
from printables.fonts import REGULAR, register_fonts
from printables.furniture import draw_ruler, draw_title_line
from printables.looks import BLACK, Looks
from printables.paper import Paper, paper_named
from printables.pen import POINTS_PER_MM, Pen
from tabletop.errors import UsageError
from tabletop.geometry import PolygonMm, rectangle


@dataclass(frozen=True, slots=True)
class CharucoSheet:
    """A chessboard whose white squares carry fiducials, ids from 0 row by row; its upper left square is black."""

    columns: int = 10
    rows: int = 7
    square_mm: float = 25.0
    code_mm: float = 18.4
    """Side of a code; 6 x 6 bits in a black border: modules of 2.3 mm, and 3.3 mm of white around."""
    dictionary: str = "DICT_6X6_250"
    """Not the games' own, so that a sheet left on the table is never taken for a part."""

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return self.columns * self.rows // 2

    @property
    def corners(self) -> int:
        """Inner corners of the chessboard."""
        return (self.columns - 1) * (self.rows - 1)


SHEET = CharucoSheet()


def charuco_pdf(paper: str = "a4", sheet: CharucoSheet = SHEET) -> bytes:
    """The sheet as one PDF page, landscape; UsageError where it is larger than the paper."""
    page = paper_named(paper).turned
    left, top, right, bottom = page.area_mm
    width, height = sheet.columns * sheet.square_mm, sheet.rows * sheet.square_mm
    if width > right - left or height > bottom - top:
        raise UsageError(f"the calibration sheet of {width:g} x {height:g} mm does not fit on {page.title}")
    register_fonts()
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    face: Any = REGULAR  # reportlab's stubs want a number here
    canvas = Canvas(buffer, pdfVersion=(1, 7), invariant=1, pageCompression=1, initialFontName=face, lang="en")
    canvas.setTitle("Calibration sheet")
    canvas.setSubject(f"Print at 100 %, not fitted to the page; {page.title}")
    canvas.setAuthor("Boardsight")
    canvas.setCreator("Boardsight")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setPageSize((page.width_mm * POINTS_PER_MM, page.height_mm * POINTS_PER_MM))
    pen = Pen(canvas, page.height_mm)
    looks = Looks({})
    upper_left = ((left + right - width) / 2, (top + bottom - height) / 2)
    pen.polygon(*black_loops_mm(sheet, upper_left), fill=BLACK, even_odd=True)
    draw_title_line(pen, page, _title(sheet), _page_words(page), looks)
    draw_ruler(pen, page, looks)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def black_loops_mm(sheet: CharucoSheet, upper_left_mm: tuple[float, float]) -> list[PolygonMm]:
    """Closed outlines of everything black, for the even-odd rule."""
    (left, top), square = upper_left_mm, sheet.square_mm
    inset = (square - sheet.code_mm) / 2
    loops: list[PolygonMm] = []
    code = 0
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            x, y = left + column * square, top + row * square
            if (row + column) % 2 == 0:
                loops.append(rectangle(square, square, centre=(x + square / 2, y + square / 2)))
            else:
                loops += code_loops_mm(sheet.dictionary, code, (x + inset, y + inset), sheet.code_mm)
                code += 1
    return loops


def _title(sheet: CharucoSheet) -> str:
    return (
        f"Calibration sheet: ChArUco, {sheet.columns} × {sheet.rows} squares of {sheet.square_mm:g} mm, "
        f"codes of {sheet.code_mm:g} mm, {sheet.dictionary} 0–{sheet.codes - 1}. Tape it flat to a board."
    )


def _page_words(page: Paper) -> str:
    return f"{page.width_mm:g} × {page.height_mm:g} mm"
