"""The plan of a position of any game."""

from typing import Any

from tabletop.gamefile import GameFile
from tabletop.games.big_city.plan import plan_big_city
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.custom.plan import plan_custom
from tabletop.games.custom.values import CustomPosition
from tabletop.games.my_city.plan import plan_my_city
from tabletop.games.my_city.values import MyCityPosition
from tabletop.games.my_city_chess.plan import plan_my_city_chess
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.games.small_city.plan import plan_small_city
from tabletop.games.small_city.values import SmallCityPosition
from tabletop.plans.boards import game_on_table
from tabletop.plans.plan import Plan


def plan_of(position: Any, game: GameFile) -> Plan:
    """Where each part of a position lies.

    Part ids are those of the game file and of the parts manifest; to draw the plan, take `game_on_table(position,
    game)`, in which boards of people's own files stand under their ids. Raises UnreadableInput where a part cannot lie
    as the position says, TypeError for what is no position.
    """
    furnished = game_on_table(position, game)
    match position:
        case BigCityPosition():
            return plan_big_city(position, furnished)
        case MyCityChessPosition():
            return plan_my_city_chess(position, furnished)
        case MyCityPosition():
            return plan_my_city(position, furnished)
        case SmallCityPosition():
            return plan_small_city(position, furnished)
        case CustomPosition():
            return plan_custom(position, furnished)
    raise TypeError(f"{type(position).__name__} is not a position")
