"""A plan drawn to scale as SVG: outlines in their colours, with names, property numbers and the boards' cells."""

from collections.abc import Iterable
from math import hypot
from xml.sax.saxutils import escape

from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, rectangle
from tabletop.parts import Part
from tabletop.plans import Plan, PlannedPart, board_of, cell_outline

MARGIN_MM = 10.0
GREY = "#8c8c8c"


def plan_svg(plan: Plan, game: GameFile) -> str:
    """The drawing's text; one unit is one millimetre."""
    width, height = (side + 2 * MARGIN_MM for side in plan.size_mm)
    shapes = [shape for planned in plan.parts for shape in _part(planned, game)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}mm" height="{height:.1f}mm" '
            f'viewBox="{-MARGIN_MM} {-MARGIN_MM} {width:.1f} {height:.1f}" font-family="sans-serif">',
            f"<title>{escape(game.title)}</title>",
            f'<rect x="{-MARGIN_MM}" y="{-MARGIN_MM}" width="{width:.1f}" height="{height:.1f}" fill="#f7f5f0"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def _part(planned: PlannedPart, game: GameFile) -> list[str]:
    """One part: its outline, its property numbers or its name."""
    part = game.by_id[planned.part]
    red, green, blue = game.palette.get(part.colour, (220, 220, 220))
    points = _points(planned.pose.apply_all(part.outline_mm))
    dark = red * 0.3 + green * 0.6 + blue * 0.1 < 140
    ink = "#ffffff" if dark else "#1d2733"
    shapes = [
        f'<polygon points="{points}" fill="#{red:02x}{green:02x}{blue:02x}" stroke="#1d2733" stroke-width="0.6">'
        f"<title>{escape(part.title)}</title></polygon>"
    ]
    if part.kind == "board":
        shapes += _cells(planned, part, game)
    elif part.properties:
        numbers = [number for row in part.properties for number in row]
        for number, centre in zip(numbers, part.cell_centres_mm, strict=True):
            x, y = planned.pose.apply(centre)
            shapes.append(_text(x, y, str(number), 7.0, ink))
    else:
        x, y = planned.pose.apply(min(part.cell_centres_mm, key=lambda at: hypot(*at), default=(0.0, 0.0)))
        room_mm = game.grid.pitch_mm if part.cells else part.size_mm[0]
        shapes.append(_text(x, y, part.title, min(6.0, 1.6 * room_mm / max(1, len(part.title))), ink))
    return shapes


def _cells(planned: PlannedPart, part: Part, game: GameFile) -> list[str]:
    """A board's cells with their names and its score track's spaces, under what lies on them."""
    board = board_of(part, game)
    shapes = []
    for cell in board.cells:
        points = _points(planned.pose.apply_all(cell_outline(board, cell)))
        shapes.append(f'<polygon points="{points}" fill="#ffffff" stroke="#1d2733" stroke-width="0.3"/>')
        x, y = planned.pose.apply(board.cell_centre_mm(cell))
        shapes.append(_text(x, y, board.cell_name(cell), board.pitch_mm * 0.25, GREY))
    step_mm, middles_mm = ((0.0, 0.0), ()) if board.track is None else (board.track.step_mm, board.track.middles_mm)
    for space, middle in enumerate(middles_mm):
        points = _points(planned.pose.apply_all(rectangle(*step_mm, centre=middle)))
        shapes.append(f'<polygon points="{points}" fill="#ffffff" stroke="#1d2733" stroke-width="0.3"/>')
        shapes.append(_text(*planned.pose.apply(middle), str(space), 5.0, GREY))
    return shapes


def _points(polygon: Iterable[PointMm]) -> str:
    """A polygon's corners as SVG writes them."""
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in polygon)


def _text(x_mm: float, y_mm: float, text: str, size_mm: float, ink: str) -> str:
    return (
        f'<text x="{x_mm:.2f}" y="{y_mm + size_mm * 0.35:.2f}" font-size="{size_mm:.2f}" fill="{ink}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )
