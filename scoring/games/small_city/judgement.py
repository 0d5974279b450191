"""What the judge of Small City says of a move."""

from dataclasses import dataclass

from scoring.games.small_city.state import State
from scoring.protocol import ScoreLine
from tabletop.readings import Problem


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a move, the state after it, and score lines that belong to no single player."""

    problems: tuple[Problem, ...]
    state: State
    lines: tuple[ScoreLine, ...] = ()
