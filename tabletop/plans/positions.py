"""The plan of a position of any game: its own `plan` module lays it out."""

from dataclasses import replace
from typing import Any

from tabletop.gamefile import GameFile
from tabletop.plans.plan import Plan
from tabletop.shipped import game_module


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
