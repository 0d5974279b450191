"""Where each part of a position lies on the table, in mm: to lay a game out again, and for the virtual table.

One module a game; `plan_of` knows which. Boards of people's own files become parts of the game by `game_on_table`.
"""

from tabletop.games.big_city.plan import plan_big_city
from tabletop.games.my_city_chess.plan import plan_between_corners
from tabletop.plans.boards import board_of, cell_outline, game_on_table, track_spaces_mm, track_step_mm
from tabletop.plans.every_game import plan_of
from tabletop.plans.plan import Plan, PlannedPart

__all__ = [
    "Plan",
    "PlannedPart",
    "board_of",
    "cell_outline",
    "game_on_table",
    "plan_between_corners",
    "plan_big_city",
    "plan_of",
    "track_spaces_mm",
    "track_step_mm",
]
