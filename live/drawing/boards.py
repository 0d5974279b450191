"""The drawing of games with boards: cells that can be tapped, and the parts that lie on them, from the plan alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from live.drawing.art import art_shape
from tabletop.boardfile import Board
from tabletop.gamefile import GameFile, Part, load_game
from tabletop.geometry import PointMm, bounding_box
from tabletop.lattice import Cell
from tabletop.plans import PlannedPart, board_of, cell_outline, game_on_table, plan_of

MARGIN_MM = 8.0
BESIDE = ("mat", "puck", "card")
"""Kinds of parts that are told elsewhere on the page."""

PAPER = (244, 241, 234)
SIGNS = {"one-tree": "♣", "two-trees": "♣♣", "one-rock": "▲", "two-rocks": "▲▲", "well": "◎", "gold": "★"}
"""Of what counts on a cell, so that nobody needs to know the print."""

Shape = dict[str, Any]


def draw_boards(position: Any, places: Iterable[str]) -> Mapping[str, Any] | None:
    """A position's boards with what lies on them; `places` are the rules' names of places, ending in a cell's name."""
    game = game_on_table(position, load_game(position.game))
    plan = plan_of(position, game)
    prefixes = list(
        dict.fromkeys(place.rpartition(":")[0] for place in places if place.startswith(f"{game.place_word}:"))
    )
    boards = [planned for planned in plan.parts if game.by_id[planned.part].kind == "board"]
    if not boards or len(prefixes) != len(boards):
        return None
    shapes: list[Shape] = []
    for prefix, planned in zip(prefixes, boards, strict=True):
        shapes += _board(planned, game.by_id[planned.part], game, prefix)
    middles = [(shape["place"], shape["middle"]) for shape in shapes if "middle" in shape]
    for planned in plan.parts:
        if game.by_id[planned.part].kind not in ("board", *BESIDE):
            shapes += _part(planned, game.by_id[planned.part], game, middles)
    for shape in shapes:
        shape.pop("middle", None)
    left, top, right, bottom = bounding_box([point for shape in shapes for point in shape.get("points", ())])
    size = (right - left + 2 * MARGIN_MM, bottom - top + 2 * MARGIN_MM)
    view = [round(value, 1) for value in (left - MARGIN_MM, top - MARGIN_MM, *size)]
    return {"title": game.title, "game": game.name, "view_mm": view, "shapes": shapes}


def _board(planned: PlannedPart, part: Part, game: GameFile, prefix: str) -> list[Shape]:
    """The board: whose it is, its ground, its cells with their names and signs, its river."""
    board = board_of(part, game)
    outline = _points(planned, part.outline_mm)
    instead = {"instead_of": part.id}
    shapes: list[Shape] = [{"class": "tile", "fill": "#dde1e4", "points": outline, **art_shape(planned, part)}]
    owner = prefix.partition(":")[2]
    if owner:
        at = _point(planned.pose.apply((0.0, -board.size_mm[1] / 2 + board.first_cell_mm[1] / 2 - board.pitch_mm / 4)))
        shapes.append({"class": "number", "text": owner, "at": at, "size": round(board.pitch_mm * 0.55, 1)})
    for cell in board.cells:
        name, ground = board.cell_name(cell), board.terrain.get(cell, "plain")
        centre = board.cell_centre_mm(cell)
        tapped = {"place": f"{prefix}:{name}", "tap": True, "title": name, **instead}
        tapped["middle"] = planned.pose.apply(centre)
        fill = _hex(game.palette.get(_ground(game, cell, ground), PAPER))
        shapes.append({"class": "lot", "fill": fill, "points": _points(planned, cell_outline(board, cell)), **tapped})
        size = round(board.pitch_mm * 0.22, 1)
        shapes.append(
            {"class": "number", "text": name, "at": _point(planned.pose.apply(centre)), "size": size, **instead}
        )
        if ground in SIGNS:
            at = _point(planned.pose.apply((centre[0], centre[1] + board.pitch_mm * 0.3)))
            size = round(board.pitch_mm * 0.28, 1)
            shapes.append({"class": "number", "text": SIGNS[ground], "at": at, "size": size, **instead})
    for one, other in sorted(tuple(sorted(edge)) for edge in board.river):
        shapes.append({"class": "river", "points": _points(planned, _bank(board, one, other)), **instead})
    return shapes


def _ground(game: GameFile, cell: Cell, terrain: str) -> str:
    """The palette's name for a cell's ground; chequered where the game's squares are."""
    if "square-dark" in game.palette and terrain == "plain":
        return "square-dark" if sum(cell) % 2 else "square-light"
    return terrain


def _bank(board: Board, one: Cell, other: Cell) -> list[PointMm]:
    """The river between two cells, as a narrow strip along their common side."""
    (x0, y0), (x1, y1) = board.cell_centre_mm(one), board.cell_centre_mm(other)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    length = hypot(x1 - x0, y1 - y0)
    along = ((y0 - y1) / length, (x1 - x0) / length)
    across = ((x1 - x0) / length, (y1 - y0) / length)
    half, wide = board.pitch_mm / (2 if board.shape == "square" else 2 * 3**0.5), board.pitch_mm * 0.07
    corners = ((-half, -wide), (half, -wide), (half, wide), (-half, wide))
    return [(middle[0] + a * along[0] + b * across[0], middle[1] + a * along[1] + b * across[1]) for a, b in corners]


def _part(planned: PlannedPart, part: Part, game: GameFile, middles: Iterable[tuple[str, PointMm]]) -> list[Shape]:
    """A part with the places that it covers; `middles` are all places with where they lie."""
    reach = game.grid.pitch_mm / 2
    covered = planned.pose.apply_all(part.cell_centres_mm or ((0.0, 0.0),))
    on = [place for place, at in middles if any(hypot(at[0] - x, at[1] - y) < reach for x, y in covered)]
    fill = _hex(game.palette.get(part.colour, (220, 220, 220)))
    middle = min(part.cell_centres_mm, key=lambda at: hypot(*at), default=(0.0, 0.0))
    letters = "".join(word[0] for word in part.title.split()[:2]).upper()
    return [
        {
            "class": "piece",
            "fill": fill,
            "points": _points(planned, part.outline_mm),
            "places": on,
            "title": part.title,
            **art_shape(planned, part),
        },
        {
            "class": "glyph",
            "text": letters,
            "at": _point(planned.pose.apply(middle)),
            "size": 9,
            "instead_of": part.id,
        },
    ]


def _hex(colour: tuple[int, int, int]) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def _points(planned: PlannedPart, outline: Iterable[PointMm]) -> list[list[float]]:
    return [_point(planned.pose.apply(point)) for point in outline]


def _point(point: PointMm) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
