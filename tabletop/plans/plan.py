"""A plan: where each part of a position lies on the table, in mm, from the upper left corner of what lies there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.geometry import Pose, bounding_box
from tabletop.lattice import turned_cell
from tabletop.parts import Part
from tabletop.shipped import game_module

GAP_MM = 20.0
"""Free table between the city or a board and what lies beside it (reserve, mats, other boards)."""


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

    def to_json(self, game: str) -> dict[str, Any]:
        """The form of INTERFACE.md section 6; `game` as the position names it."""
        return {
            "format": "boardsight-plan/1",
            "game": game,
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


def part_named(game: GameFile, part_id: str) -> Part:
    """The game's part of that id; UnreadableInput where it has none, so that it cannot lie on the table."""
    if part_id not in game.by_id:
        raise UnreadableInput(f"{game.title} has no part '{part_id}', so it cannot be laid")
    return game.by_id[part_id]


def turn_to_fit(part: Part, wanted: set[Cell]) -> int | None:
    """The fewest clockwise quarter turns that carry the part's cells onto the wanted ones, None where none do."""
    top, left = min(row for row, _ in part.cells), min(column for _, column in part.cells)
    cells = {(row - top, column - left) for row, column in part.cells}
    shape = (max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1)
    corner = (min(row for row, _ in wanted), min(column for _, column in wanted))
    target = {(row - corner[0], column - corner[1]) for row, column in wanted}
    for turn in range(4):
        if {turned_cell(cell, shape, turn) for cell in cells} == target:
            return turn
    return None


def mats_in_a_row(
    game: GameFile, players: Sequence[str], turn: str | None, *, left_mm: float, top_mm: float
) -> list[PlannedPart]:
    """The players' mats side by side, the puck on the mat of whose turn it is; nothing where the puck lies nowhere.

    Where nobody has named the players, whose turn it is has the first seat.
    """
    laid: list[PlannedPart] = []
    if turn is None:
        return laid
    x = left_mm
    for seat, player in enumerate(players or (turn,), start=1):
        mat = part_named(game, f"mat-{seat}")
        width, height = mat.size_mm
        pose = Pose(x + width / 2, top_mm + height / 2)
        laid.append(PlannedPart(mat.id, pose))
        if player == turn and mat.spot_mm is not None:
            laid.append(PlannedPart("puck", Pose(*pose.apply(mat.spot_mm)), mat.height_mm))
        x += width + GAP_MM
    return laid


def bounds_mm(parts: Iterable[PlannedPart], game: GameFile) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the parts' outlines on the table; zeros where there are none."""
    points = [point for planned in parts for point in planned.pose.apply_all(game.by_id[planned.part].outline_mm)]
    return bounding_box(points) if points else (0.0, 0.0, 0.0, 0.0)


def from_upper_left(parts: list[PlannedPart], game: GameFile) -> Plan:
    """The same parts with the origin in the upper left corner of all of them."""
    left, top, right, bottom = bounds_mm(parts, game)
    moved = tuple(
        PlannedPart(
            planned.part,
            Pose(planned.pose.x_mm - left, planned.pose.y_mm - top, planned.pose.rotation_deg),
            planned.z_mm,
        )
        for planned in parts
    )
    return Plan((right - left, bottom - top), moved)


def plan_of(position: Any, game: GameFile) -> Plan:
    """Where each part of a position lies.

    Part ids are those of the game file and of the parts manifest; to draw the plan, take `game_on_table(position,
    game)`, in which boards of people's own files stand under their ids. Raises UnreadableInput where a part cannot lie
    as the position says.
    """
    plan: Plan = game_module(game.rules, "plan").plan(position, game_on_table(position, game))
    return plan


def plan_between_corners(position: Any, game: GameFile, *, square_mm: float, thickness_mm: float = 0.0) -> Plan:
    """Where parts lie on a board of people's own between the game's corner pieces (`plan.between_corners`).

    The game must have corner pieces (parts of kind `corner`). Raises UnreadableInput as `plan_of` does.
    """
    between_corners = game_module(game.rules, "plan").between_corners
    plan: Plan = between_corners(position, game, square_mm=square_mm, thickness_mm=thickness_mm)
    return plan


def game_on_table(position: Any, game: GameFile) -> GameFile:
    """The game with the boards of people's own files that the position names in place of those they stand for.

    Games in which a position may name a board file have `own_boards(position, game)` in their `plan` module. Raises
    UnreadableInput where the game has no board of that shape, or the codes find no room on it.
    """
    own_boards = getattr(game_module(game.rules, "plan"), "own_boards", None)
    own = () if own_boards is None else own_boards(position, game)
    by_id = {part.id: part for part in own}
    return replace(game, parts=tuple(by_id.get(part.id, part) for part in game.parts)) if own else game
