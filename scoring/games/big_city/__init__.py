"""Big City (Franz-Benno Delonge): all of the rulebook and its variants.

Where the rulebook is silent the reading is told in `docs/rules.md` and in the docstring of the function that holds it.
"""

from scoring.games.big_city.game import BigCityRules
from scoring.games.big_city.state import BigCityState

__all__ = ["BigCityRules", "BigCityState", "rules"]


def rules(game: str) -> BigCityRules:
    """The rules of Big City or of a game file that follows them."""
    return BigCityRules(game)
