"""The drawing of games with boards: cells that can be tapped, and the parts that lie on them, from the plan alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor, hypot, inf
from typing import Any

from live.drawing.art import DrawnShape, art_of, art_shape
from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile, hex_colour, load_game
from tabletop.geometry import PointMm, bounding_box
from tabletop.parts import Part
from tabletop.plans import PlannedPart, board_of, cell_outline, game_on_table, plan_of

MARGIN_MM = 8.0
KEPT_BOARDS = 32
"""Boards that are kept once drawn; a table has six at most."""
BESIDE = ("mat", "puck", "card")
"""Kinds of parts that are told elsewhere on the page."""

PAPER = (244, 241, 234)
SIGNS = {"one-tree": "♣", "two-trees": "♣♣", "one-rock": "▲", "two-rocks": "▲▲", "well": "◎", "gold": "★"}
"""Of what counts on a cell, so that nobody needs to know the print."""
LITTLE_WORDS = ("of", "and", "the")
"""Of titles, which have no letter where a part's art is not there: "T of four" is TF, not the word "to"."""

Near = dict[tuple[int, int], list[tuple[str, PointMm]]]
"""Places with their middles, by the square of the pitch's size in which the middle lies."""


def draw_boards(position: Any, places: Iterable[str]) -> Mapping[str, Any] | None:
    """A position's boards with what lies on them; `places` are the rules' names of places, ending in a cell's name."""
    game = game_on_table(position, load_game(position.game))
    plan = plan_of(position, game)
    prefixes = list(
        dict.fromkeys(place.rpartition(":")[0] for place in places if place.startswith(f"{game.sections.grid.place}:"))
    )
    boards = [planned for planned in plan.parts if game.by_id[planned.part].kind == "board"]
    if not boards or len(prefixes) != len(boards):
        return None
    shapes: list[DrawnShape] = []
    places_near: Near = {}
    for prefix, planned in zip(prefixes, boards, strict=True):
        ground = _board(_Laid(planned, prefix, game.by_id[planned.part], game))
        shapes += ground.shapes
        for place, at in ground.middles:
            places_near.setdefault(_square(at, game), []).append((place, at))
    for planned in plan.parts:
        if game.by_id[planned.part].kind not in ("board", *BESIDE):
            shapes += _part(planned, game.by_id[planned.part], game, places_near)
    left, top, right, bottom = bounding_box([point for shape in shapes for point in shape.get("points", ())])
    size = (right - left + 2 * MARGIN_MM, bottom - top + 2 * MARGIN_MM)
    view = [round(value, 1) for value in (left - MARGIN_MM, top - MARGIN_MM, *size)]
    return {"title": game.title, "game": game.name, "view_mm": view, "shapes": shapes}


@dataclass(frozen=True, slots=True)
class _Laid:
    """A board on the table; boards of one name may differ, those of people's own files do."""

    planned: PlannedPart
    prefix: str
    part: Part = field(hash=False)
    game: GameFile = field(hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class _Ground:
    """A board's shapes, never changed by who draws them, and where the middle of each of its places lies."""

    shapes: tuple[DrawnShape, ...]
    middles: tuple[tuple[str, PointMm], ...]


@lru_cache(maxsize=KEPT_BOARDS)
def _board(laid: _Laid) -> _Ground:
    """The board: whose it is, its ground, its cells with their names and signs, its river."""
    planned, part, game, prefix = laid.planned, laid.part, laid.game, laid.prefix
    middles: list[tuple[str, PointMm]] = []
    board = board_of(part, game)
    outline = _points(planned, part.outline_mm)
    instead = {"instead_of": part.id}
    shapes: list[DrawnShape] = [{"class": "tile", "fill": "#dde1e4", "points": outline, **art_shape(planned, part)}]
    owner = prefix.partition(":")[2]
    if owner:
        at = _point(
            planned.pose.apply((0.0, -board.size_mm[1] / 2 + board.first_cell_mm[1] / 2 - board.pitches_mm[1] / 4))
        )
        shapes.append({"class": "number", "text": owner, "at": at, "size": round(board.pitch_mm * 0.55, 1)})
    for cell in board.cells:
        name, ground = board.cell_name(cell), board.terrain.get(cell, "plain")
        centre = board.cell_centre_mm(cell)
        tapped = {"place": f"{prefix}:{name}", "tap": True, "title": name, **instead}
        middles.append((f"{prefix}:{name}", planned.pose.apply(centre)))
        fill = hex_colour(game.palette.get(_ground(game, cell, ground), PAPER))
        shapes.append({"class": "lot", "fill": fill, "points": _points(planned, cell_outline(board, cell)), **tapped})
        size = round(board.pitch_mm * 0.22, 1)
        shapes.append(
            {"class": "number", "text": name, "at": _point(planned.pose.apply(centre)), "size": size, **instead}
        )
        if ground in SIGNS:
            at = _point(planned.pose.apply((centre[0], centre[1] + board.pitches_mm[1] * 0.3)))
            size = round(board.pitch_mm * 0.28, 1)
            shapes.append({"class": "number", "text": SIGNS[ground], "at": at, "size": size, **instead})
    for one, other in sorted(tuple(sorted(edge)) for edge in board.river):
        shapes.append({"class": "river", "points": _points(planned, _bank(board, one, other)), **instead})
    return _Ground(tuple(shapes), tuple(middles))


def _square(at: PointMm, game: GameFile) -> tuple[int, int]:
    """In which square of the pitch's size a point lies."""
    return (floor(at[0] / game.grid.pitch_mm), floor(at[1] / game.grid.pitch_mm))


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
    side = board.pitches_mm[one[0] == other[0]] if board.shape == "square" else board.pitch_mm / 3**0.5
    half, wide = side / 2, board.pitch_mm * 0.07
    corners = ((-half, -wide), (half, -wide), (half, wide), (-half, wide))
    return [(middle[0] + a * along[0] + b * across[0], middle[1] + a * along[1] + b * across[1]) for a, b in corners]


def _part(planned: PlannedPart, part: Part, game: GameFile, places_near: Near) -> list[DrawnShape]:
    """A part with the places that it covers."""
    on = []
    for x, y in planned.pose.apply_all(part.cell_centres_mm or ((0.0, 0.0),)):
        column, row = _square((x, y), game)
        around = [places_near.get((column + right, row + down), []) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        near = [(hypot(at[0] - x, at[1] - y), place) for places in around for place, at in places]
        distance, place = min(near, default=(inf, ""))
        if distance < game.grid.pitch_mm / 2:
            on.append(place)
    fill = hex_colour(game.palette.get(part.colour, (220, 220, 220)))
    middle = min(part.cell_centres_mm, key=lambda at: hypot(*at), default=(0.0, 0.0))
    letters = "".join(word[0] for word in part.title.split() if word not in LITTLE_WORDS)[:2].upper()
    return [
        {
            "class": "piece",
            "fill": fill,
            "points": _points(planned, part.outline_mm),
            "places": on,
            "title": game.name_of(part.id),
            **art_shape(planned, part),
        },
        {
            "class": "glyph",
            "text": letters,
            "at": _point(planned.pose.apply(middle)),
            "size": 9,
            "instead_of": art_of(planned, part),
        },
    ]


def _points(planned: PlannedPart, outline: Iterable[PointMm]) -> list[list[float]]:
    return [_point(planned.pose.apply(point)) for point in outline]


def _point(point: PointMm) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
