"""What a position alone decides: what is wrong with it and the bounds of each piece; nobody sees who built what."""

from scoring.games.big_city.bounds import bounds
from scoring.games.big_city.position_problems import problems
from scoring.protocol import PositionScore
from tabletop.games.big_city.values import BigCityPosition


def score(position: BigCityPosition) -> PositionScore:
    """Problems, and the least and the most of each piece."""
    return PositionScore(problems=problems(position), bounds=bounds(position))
