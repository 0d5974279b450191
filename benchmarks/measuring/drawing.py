"""Curves as PNG pictures: drawn as a PDF page and rasterised, so that letters are smooth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pypdfium2
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 380.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 22.0, 40.0, 36.0
DOTS_PER_POINT = 2.0
COLOURS = {"right": "#1a7f4b", "asked": "#d98a00", "wrong": "#c62b2b", "told": "#2552b0", "even": "#9aa3ad"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its name in the key, colour, and points (x, y), both as shares of the axes' lengths."""

    name: str
    colour: str
    points: tuple[tuple[float, float], ...]


def draw(
    path: Path,
    title: str,
    x_label: str,
    x_ticks: Mapping[float, str],
    y_ticks: Mapping[float, str],
    lines: Sequence[Line],
) -> None:
    """Write one diagram; ticks are share of the axis -> label."""
    buffer = BytesIO()
    page = Canvas(buffer, pagesize=(WIDTH, HEIGHT))
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    page.setFont("Helvetica-Bold", 11)
    page.drawString(LEFT, HEIGHT - 16, title)
    page.setFont("Helvetica", 8.5)
    page.drawCentredString(LEFT + wide / 2, 8, x_label)
    page.setLineWidth(0.5)
    for share, label in y_ticks.items():
        y = BOTTOM + share * high
        page.setStrokeColor(HexColor("#d5d9dd"))
        page.line(LEFT, y, LEFT + wide, y)
        page.drawRightString(LEFT - 5, y - 3, label)
    for share, label in x_ticks.items():
        page.drawCentredString(LEFT + share * wide, BOTTOM - 13, label)
    key_x = LEFT
    for line in lines:
        colour = HexColor(COLOURS[line.colour])
        page.setStrokeColor(colour)
        page.setFillColor(colour)
        page.setLineWidth(1.6)
        spots = [(LEFT + x * wide, BOTTOM + y * high) for x, y in line.points]
        for one, other in pairwise(spots):
            page.line(*one, *other)
        for x, y in spots:
            page.circle(x, y, 2.1, stroke=0, fill=1)
        page.rect(key_x, HEIGHT - 32, 9, 4, stroke=0, fill=1)
        page.setFillColor(HexColor("#1d2733"))
        page.drawString(key_x + 13, HEIGHT - 33, line.name)
        key_x += 30 + page.stringWidth(line.name, "Helvetica", 8.5)
    page.save()
    picture = pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=DOTS_PER_POINT).to_numpy()
    _write_png(path, picture)


def _write_png(path: Path, picture: object) -> None:
    import cv2
    import numpy as np

    done, data = cv2.imencode(".png", np.asarray(picture), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    if not done:
        raise OSError(f"{path} cannot be written as PNG")
    path.write_bytes(data.tobytes())
