"""What a position alone says: what is wrong with it, and the least and the most that each piece can have scored."""

from scoring.protocol import PositionScore
from tabletop.positions.big_city import BigCityPosition
from tabletop.readings import Problem


def score(position: BigCityPosition) -> PositionScore:
    """Bounds of each piece and problems; no players, since nobody sees who built what."""
    return PositionScore(problems=problems(position), bounds=())


def problems(position: BigCityPosition) -> tuple[Problem, ...]:
    """What is wrong with a position, as values."""
    return ()
