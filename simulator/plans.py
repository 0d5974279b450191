"""Which plan belongs to a position: one function for every game that the virtual table can lay out."""

from typing import Any

from tabletop.errors import BoardsightError
from tabletop.gamefile import GameFile
from tabletop.plans import Plan, plan_big_city
from tabletop.positions import BigCityPosition


def plan_of(position: Any, game: GameFile) -> Plan:
    """Where each part of the position lies; BoardsightError where the virtual table cannot lay that game out."""
    if isinstance(position, BigCityPosition):
        return plan_big_city(position, game)
    raise BoardsightError(f"{game.title} cannot be laid on the virtual table yet; big-city can")
