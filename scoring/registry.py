"""Which module holds a game's rules; imported only when that game is asked for."""

import importlib
from functools import lru_cache
from typing import Any

from scoring.protocol import Rules
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game

MODULES = {
    "big-city": "scoring.games.big_city",
    "my-city-chess": "scoring.games.my_city_chess",
    "my-city": "scoring.games.my_city",
    "small-city": "scoring.games.small_city",
    "custom": "scoring.games.custom",
}
"""The rules' name in a game file -> the module with `rules(game)`."""


@lru_cache(maxsize=16)
def rules_for(game: str) -> Rules[Any, Any]:
    """The rules of a game by its name, or of a custom game file by its path.

    Raises UnreadableInput where there is no such game.
    """
    name = game if game in MODULES else load_game(game).rules
    if name not in MODULES:
        raise UnreadableInput(f"{game}: the rules '{name}' are not known; expected one of {', '.join(MODULES)}")
    rules: Rules[Any, Any] = importlib.import_module(MODULES[name]).rules(game)
    return rules
