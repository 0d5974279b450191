"""The drawing of games with boards: cells that can be tapped, and the parts that lie on them, from the plan alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from tabletop.gamefile import GameFile, Part, load_game
from tabletop.geometry import PointMm
from tabletop.plans import PlannedPart, board_of, cell_outline, game_on_table, plan_of

MARGIN_MM = 8.0
BESIDE = ("mat", "puck", "card")
"""Kinds of parts that are told elsewhere on the page."""

Shape = dict[str, Any]


def draw_boards(position: Any, places: Iterable[str]) -> Mapping[str, Any] | None:
    """A position's boards with what lies on them; `places` are the rules' names of places, ending in a cell's name."""
    game = game_on_table(position, load_game(position.game))
    plan = plan_of(position, game)
    prefixes = sorted({place.rpartition(":")[0] for place in places if place.startswith(("square:", "cell:"))})
    boards = [planned for planned in plan.parts if game.by_id[planned.part].kind == "board"]
    if not boards or len(prefixes) != len(boards):
        return None
    shapes: list[Shape] = []
    for prefix, planned in zip(prefixes, boards, strict=True):
        shapes += _board(planned, game.by_id[planned.part], game, prefix)
    for planned in plan.parts:
        if game.by_id[planned.part].kind not in ("board", *BESIDE):
            shapes += _part(planned, game.by_id[planned.part], game)
    width, height = plan.size_mm
    view = [-MARGIN_MM, -MARGIN_MM, round(width + 2 * MARGIN_MM, 1), round(height + 2 * MARGIN_MM, 1)]
    return {"title": game.title, "view_mm": view, "shapes": shapes}


def _board(planned: PlannedPart, part: Part, game: GameFile, prefix: str) -> list[Shape]:
    board = board_of(part, game)
    shapes: list[Shape] = [{"class": "tile", "fill": "#dde1e4", "points": _points(planned, part.outline_mm)}]
    for cell in board.cells:
        name = board.cell_name(cell)
        at = _point(planned.pose.apply(board.cell_centre_mm(cell)))
        outline = _points(planned, cell_outline(board, cell))
        tapped = {"place": f"{prefix}:{name}", "tap": True, "title": name}
        shapes.append({"class": "lot", "fill": "#f4f1ea", "points": outline, **tapped})
        shapes.append({"class": "number", "text": name, "at": at, "size": round(board.pitch_mm * 0.22, 1)})
    return shapes


def _part(planned: PlannedPart, part: Part, game: GameFile) -> list[Shape]:
    red, green, blue = game.palette.get(part.colour, (220, 220, 220))
    fill = f"#{red:02x}{green:02x}{blue:02x}"
    middle = min(part.cell_centres_mm, key=lambda at: hypot(*at), default=(0.0, 0.0))
    letters = "".join(word[0] for word in part.title.split()[:2]).upper()
    return [
        {"class": "piece", "fill": fill, "points": _points(planned, part.outline_mm), "title": part.title},
        {"class": "glyph", "text": letters, "at": _point(planned.pose.apply(middle)), "size": 9},
    ]


def _points(planned: PlannedPart, outline: Iterable[PointMm]) -> list[list[float]]:
    return [_point(planned.pose.apply(point)) for point in outline]


def _point(point: PointMm) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
