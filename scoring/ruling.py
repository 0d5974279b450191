"""What a game's judge says of one move, before it is told in words and points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scoring.protocol import ScoreLine
from tabletop.readings import Problem

State = TypeVar("State")
Change = tuple[Sequence[Problem], Mapping[str, Any]]
"""What is wrong with a move, and what it changes in the state by itself."""


@dataclass(frozen=True, slots=True)
class Ruling(Generic[State]):
    """What is wrong with a move, the state after it, and score lines that belong to no single player."""

    problems: tuple[Problem, ...]
    state: State
    lines: Callable[[], tuple[ScoreLine, ...]] = tuple
    """Works them out when somebody asks."""
