"""Where each part of a position lies on the table, in mm: to lay a game out again, and for the virtual table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import Pose, bounding_box
from tabletop.lattice import (
    Cell,
    city_cells,
    streetcar_segment,
    turned_cell,
    turned_shape,
)
from tabletop.positions.big_city import BigCityPosition, PlacedPiece

GAP_MM = 20.0
"""Free table between the city and what lies beside it (reserve, mats)."""


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """One part on the table: its id in the game file and the manifest, its pose, the height of its underside."""

    part: str
    pose: Pose
    z_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Plan:
    """All parts of a position; the origin is the upper left corner of what lies there."""

    size_mm: tuple[float, float]
    parts: tuple[PlannedPart, ...]

    def to_json(self) -> dict[str, Any]:
        """The form of INTERFACE.md section 6."""
        return {
            "format": "boardsight-plan/1",
            "size_mm": [round(value, 3) for value in self.size_mm],
            "parts": [
                {
                    "part": planned.part,
                    "centre_mm": [round(planned.pose.x_mm, 3), round(planned.pose.y_mm, 3)],
                    "rotation_deg": planned.pose.rotation_deg,
                    "z_mm": round(planned.z_mm, 3),
                }
                for planned in self.parts
            ],
        }


def plan_big_city(position: BigCityPosition, game: GameFile) -> Plan:
    """Lay a Big City position out: tiles edge to edge, pieces on them, reserve to the right, mats below.

    Raises UnreadableInput where a piece has no such shape or stands on a property that is not in the city.
    """
    pitch = game.grid.pitch_mm
    laid: list[PlannedPart] = []
    for tile in position.tiles:
        rows, columns = turned_shape(tile.number, tile.turn)
        middle = ((tile.at[1] + columns / 2) * pitch, (tile.at[0] + rows / 2) * pitch)
        laid.append(PlannedPart(f"tile-{tile.number}", Pose(*middle, 90.0 * tile.turn)))
    tile_top = max((game.by_id[planned.part].height_mm for planned in laid), default=0.0)
    cells = city_cells(position.tiles)
    laid += [_piece(piece, cells, game, tile_top) for piece in position.pieces]
    for streetcar in position.streetcars:
        if streetcar.beside not in cells:
            raise UnreadableInput(
                f"the streetcar beside {streetcar.beside} has no street: that property is not in the city"
            )
        (row, column), side = streetcar_segment(streetcar, cells)
        across = side == "east"  # the street runs north to south
        middle = ((column + (1.0 if across else 0.5)) * pitch, (row + (0.5 if across else 1.0)) * pitch)
        laid.append(PlannedPart("streetcar", Pose(*middle, 90.0 if across else 0.0), tile_top))
    laid += _beside(position, game, laid)
    return from_upper_left(laid, game)


def _piece(piece: PlacedPiece, cells: dict[int, Cell], game: GameFile, z_mm: float) -> PlannedPart:
    """The pose in which a piece's printed cells come to lie on its properties."""
    missing = [number for number in piece.on if number not in cells]
    if missing:
        raise UnreadableInput(f"{piece.kind} on {missing[0]}: that property is not in the city")
    wanted = {cells[number] for number in piece.on}
    try:
        part = game.piece(piece.kind, len(piece.on))
    except KeyError as error:
        raise UnreadableInput(f"there is no {piece.kind} that covers {len(piece.on)} properties") from error
    turn = turn_to_fit(part, wanted)
    if turn is None:
        places = ", ".join(map(str, piece.on))
        raise UnreadableInput(f"{piece.kind} does not have the shape of the properties {places}")
    rows, columns = [row for row, _ in wanted], [column for _, column in wanted]
    middle = ((min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2)
    pitch = game.grid.pitch_mm
    return PlannedPart(part.id, Pose(middle[0] * pitch, middle[1] * pitch, 90.0 * turn), z_mm)


def turn_to_fit(part: Part, wanted: set[Cell]) -> int | None:
    """The fewest clockwise quarter turns that carry the part's cells onto the wanted ones, None where none do."""
    rows = max(row for row, _ in part.cells) + 1
    columns = max(column for _, column in part.cells) + 1
    corner = (min(row for row, _ in wanted), min(column for _, column in wanted))
    target = {(row - corner[0], column - corner[1]) for row, column in wanted}
    for turn in range(4):
        if {turned_cell(cell, (rows, columns), turn) for cell in part.cells} == target:
            return turn
    return None


def _beside(position: BigCityPosition, game: GameFile, city: Iterable[PlannedPart]) -> list[PlannedPart]:
    """Reserve neighbourhoods in a column to the right of the city, mats and puck in a row below it."""
    left, top, right, bottom = _bounds(city, game)
    laid: list[PlannedPart] = []
    y = top
    for number in position.reserve:
        width, height = game.by_id[f"tile-{number}"].size_mm
        laid.append(PlannedPart(f"tile-{number}", Pose(right + GAP_MM + width / 2, y + height / 2)))
        y += height + GAP_MM
    if position.turn is None:
        return laid
    seats = position.players or (position.turn,)
    x, y = left, max(bottom, y - GAP_MM if position.reserve else bottom) + GAP_MM
    for seat, player in enumerate(seats, start=1):
        mat = game.by_id[f"mat-{seat}"]
        width, height = mat.size_mm
        pose = Pose(x + width / 2, y + height / 2)
        laid.append(PlannedPart(mat.id, pose))
        if player == position.turn and mat.spot_mm is not None:
            laid.append(PlannedPart("puck", Pose(*pose.apply(mat.spot_mm)), mat.height_mm))
        x += width + GAP_MM
    return laid


def _bounds(parts: Iterable[PlannedPart], game: GameFile) -> tuple[float, float, float, float]:
    """Bounding box of the parts' outlines on the table; zeros where there are none."""
    points = [point for planned in parts for point in planned.pose.apply_all(game.by_id[planned.part].outline_mm)]
    return bounding_box(points) if points else (0.0, 0.0, 0.0, 0.0)


def from_upper_left(parts: list[PlannedPart], game: GameFile) -> Plan:
    """The same parts with the origin in the upper left corner of all of them."""
    left, top, right, bottom = _bounds(parts, game)
    moved = tuple(
        PlannedPart(
            planned.part,
            Pose(planned.pose.x_mm - left, planned.pose.y_mm - top, planned.pose.rotation_deg),
            planned.z_mm,
        )
        for planned in parts
    )
    return Plan((right - left, bottom - top), moved)
