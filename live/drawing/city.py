"""The drawing of a city of neighbourhoods: lots and streets that can be tapped, pieces, streetcars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from live.drawing.art import DrawnShape, art_of, art_shape
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile, load_game
from tabletop.geometry import PointMm, PolygonMm, bounding_box, rectangle
from tabletop.lattice import PlacedTile, Segment, city_segments, neighbour, street_name
from tabletop.parts import Part
from tabletop.plans import Plan, PlannedPart, plan_of

MARGIN_MM = 12.0
KEPT_GROUNDS = 32
"""Grounds of a city that are kept once drawn: a game has eight."""
KEPT_PARTS = 2048
"""Pieces and streetcars that are kept once drawn: a game has a hundred, and moves each when its city grows."""
GLYPHS = {
    "residence": "R", "business": "B", "city-hall": "H", "church": "✝", "cinema": "C", "bank": "$",
    "post-office": "✉", "shopping-center": "S", "lincoln-park": "♣", "central-park": "♣", "stanford": "F",
    "rockwell": "F",
}  # fmt: skip
"""A letter or sign beside the colour, so that nobody needs the colour."""


def draw_city(position: Any, game: GameFile) -> Mapping[str, Any] | None:
    """Tiles with their lots and numbers, pieces, streetcars; invisible strips make the streets tappable."""
    if not position.tiles:
        return None
    laid = (tuple(position.tiles), tuple(position.pieces), tuple(position.streetcars))
    return _drawn_city(_Laid(game.name, laid, replace(position, players=(), turn=None, reserve=())))


@dataclass(frozen=True, slots=True)
class _Laid:
    """What lies in the city: two positions with the same are one drawing."""

    game_name: str
    parts: tuple[tuple[Any, ...], ...]
    city: Any = field(hash=False, compare=False)


@lru_cache(maxsize=1)  # turns that lay nothing show the same city again
def _drawn_city(laid: _Laid) -> Mapping[str, Any]:
    game_name, city = laid.game_name, laid.city
    game = load_game(game_name)
    plan = plan_of(city, game)
    origin = _origin_mm(plan, city, game)
    shapes: list[DrawnShape] = []
    for planned in plan.parts:
        part = game.by_id[planned.part]
        if part.kind == "tile":
            shapes.append(_tile(planned, part, game))
    shapes += _ground(game_name, tuple(city.tiles), origin)
    pieces, streetcars = iter(city.pieces), iter(city.streetcars)
    for planned in plan.parts:
        part = game.by_id[planned.part]
        if part.cells:
            shapes += _piece(planned, game_name, next(pieces).on)
        elif part.kind == "streetcar":
            streetcar = next(streetcars)
            shapes += _streetcar(planned, game_name, f"street:{streetcar.beside}:{streetcar.side}")
    width, height = plan.size_mm
    view = [-MARGIN_MM, -MARGIN_MM, _round(width + 2 * MARGIN_MM), _round(height + 2 * MARGIN_MM)]
    return {"title": game.title, "game": game_name, "view_mm": view, "shapes": shapes}


@lru_cache(maxsize=KEPT_GROUNDS)
def _ground(game_name: str, tiles: tuple[PlacedTile, ...], origin: PointMm) -> tuple[DrawnShape, ...]:
    """Lots and streets, which stay as they are until the next tile; never changed by who draws them."""
    game = load_game(game_name)
    cells = game.neighbourhoods.cells_of(tiles)
    tile_of = {number: part.id for part in game.of_kind("tile") for row in part.properties for number in row}
    return (*_lots(cells, game, origin, tile_of), *_streets(cells, game, origin))


def _origin_mm(plan: Plan, city: Any, game: GameFile) -> PointMm:
    """Where the upper left corner of cell (0, 0) lies in the plan."""
    first = next(planned for planned in plan.parts if game.by_id[planned.part].kind == "tile")
    part, tile = game.by_id[first.part], city.tiles[0]
    corners = first.pose.apply_all(part.outline_mm)
    left, top, _, _ = bounding_box(corners)
    return (left - tile.at[1] * game.grid.pitch_mm, top - tile.at[0] * game.grid.pitch_mm)


def _tile(planned: PlannedPart, part: Part, game: GameFile) -> DrawnShape:
    return {
        "class": "tile",
        "fill": _hex(game, "street"),
        "points": _points(planned.pose.apply_all(part.outline_mm)),
        "places": [f"tile:{part.number}"],
        **art_shape(planned, part),
    }


def _lots(cells: Mapping[int, Cell], game: GameFile, origin: PointMm, tile_of: Mapping[int, str]) -> list[DrawnShape]:
    pitch, lot = game.grid.pitch_mm, game.grid.lot_mm
    shapes: list[DrawnShape] = []
    for number, (row, column) in sorted(cells.items()):
        middle = (origin[0] + (column + 0.5) * pitch, origin[1] + (row + 0.5) * pitch)
        place = f"property:{number}"
        shapes.append(
            {
                "class": "lot",
                "fill": _hex(game, f"district-{number // 10}"),
                "points": _points(rectangle(lot, lot, centre=middle)),
                "place": place,
                "tap": True,
                "title": f"property {number}",
                "instead_of": tile_of[number],
            }
        )
        number_shape = {"class": "number", "text": str(number), "at": _point(middle), "size": 12}
        shapes.append({**number_shape, "instead_of": tile_of[number]})
    return shapes


def _streets(cells: Mapping[int, Cell], game: GameFile, origin: PointMm) -> list[DrawnShape]:
    pitch, lot = game.grid.pitch_mm, game.grid.lot_mm
    across = (pitch - lot) * 0.8
    numbers = {cell: number for number, cell in cells.items()}
    shapes: list[DrawnShape] = []
    for place in city_segments(numbers):
        (row, column), side = place
        east = side == "east"
        x = origin[0] + (column + (1.0 if east else 0.5)) * pitch
        y = origin[1] + (row + (0.5 if east else 1.0)) * pitch
        size = (across, lot) if east else (lot, across)
        name = street_name(place, numbers)
        shapes.append(
            {
                "class": "street-place",
                "points": _points(rectangle(size[0], size[1], centre=(x, y))),
                "place": name,
                "tap": True,
                "title": _street_words(place, numbers),
            }
        )
    return shapes


def _street_words(place: Segment, numbers: Mapping[Cell, int]) -> str:
    """A street by what lies beside it, at the rim by the one property that does."""
    (row, column), side = place
    first, second = numbers.get((row, column)), numbers.get(neighbour((row, column), side))
    if first is not None and second is not None:
        return f"the street between {min(first, second)} and {max(first, second)}"
    word = {"south": ("below", "above"), "east": ("right of", "left of")}[side][first is None]
    return f"the street {word} {first if first is not None else second}"


@lru_cache(maxsize=KEPT_PARTS)
def _piece(planned: PlannedPart, game_name: str, on: tuple[int, ...]) -> tuple[DrawnShape, ...]:
    """The token with its sign on every cell; it marks all its properties. Never changed by who draws it."""
    game = load_game(game_name)
    part = game.by_id[planned.part]
    places = [f"property:{number}" for number in on]
    shapes: list[DrawnShape] = [
        {
            "class": "piece",
            "fill": _hex(game, part.colour),
            "points": _points(planned.pose.apply_all(part.outline_mm)),
            "places": places,
            "title": part.title,
            **art_shape(planned, part),
        }
    ]
    glyph = GLYPHS.get(part.piece or "", "?")
    for centre in part.cell_centres_mm:
        at = _point(planned.pose.apply(centre))
        shapes.append({"class": "glyph", "text": glyph, "at": at, "size": 15, "instead_of": art_of(planned, part)})
    return tuple(shapes)


@lru_cache(maxsize=KEPT_PARTS)
def _streetcar(planned: PlannedPart, game_name: str, street: str) -> tuple[DrawnShape, ...]:
    part = load_game(game_name).by_id[planned.part]
    width, height = part.size_mm
    windows = [rectangle(width / 6, height / 3, centre=(x * width / 4, 0.0)) for x in (-1, 0, 1)]
    return (
        {
            "class": "streetcar",
            "points": _points(planned.pose.apply_all(part.outline_mm)),
            "places": [street],
            **art_shape(planned, part),
        },
        *(
            {"class": "window", "points": _points(planned.pose.apply_all(window)), "instead_of": art_of(planned, part)}
            for window in windows
        ),
    )


def _hex(game: GameFile, colour: str) -> str:
    red, green, blue = game.palette[colour]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _points(polygon: PolygonMm) -> list[list[float]]:
    return [_point(point) for point in polygon]


def _point(point: PointMm) -> list[float]:
    return [_round(point[0]), _round(point[1])]


def _round(value: float) -> float:
    return round(value, 1)
