"""Which plan belongs to a position: one function for every game that the virtual table can lay out."""

from typing import Any

from tabletop.board_plans import plan_boards
from tabletop.gamefile import GameFile
from tabletop.plans import Plan, plan_big_city
from tabletop.positions import BigCityPosition


def plan_of(position: Any, game: GameFile) -> Plan:
    """Where each part of the position lies; UnreadableInput where a part cannot lie as the position says."""
    if isinstance(position, BigCityPosition):
        return plan_big_city(position, game)
    return plan_boards(position, game)
