"""Where each part of a position lies on the table, in mm: to lay a game out again, and for the virtual table.

Each game's `plan` module lays its positions out; `plan_of` asks it. Boards of people's own files become parts of the
game by `game_on_table`.
"""

from tabletop.plans.boards import board_of, cell_outline
from tabletop.plans.plan import Plan, PlannedPart, game_on_table, plan_between_corners, plan_of

__all__ = [
    "Plan",
    "PlannedPart",
    "board_of",
    "cell_outline",
    "game_on_table",
    "plan_between_corners",
    "plan_of",
]
