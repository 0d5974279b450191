"""What a game file says of play in formulas: moves, scores, ends, counters and lists, understood."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scoring.pieces.entries import Words
from scoring.pieces.formulas import Formula, Loop
from scoring.pieces.kinds import Run


@dataclass(frozen=True, slots=True)
class Need:
    """What has to hold for a move, and the sentence that people read when it does not."""

    formula: Formula
    says: str


@dataclass(frozen=True, slots=True)
class MoveRule:
    """One `[moves.NAME]`."""

    name: str
    do: str
    """`place`, `take`, `enter` or `pass`."""
    parts: Words = ()
    """Which parts it is about (ids, kinds, tags); empty is all."""
    needs: tuple[Need, ...] = ()
    pays: Mapping[str, Formula] = field(default_factory=dict)
    """Counter -> how much of it the move costs."""
    another: Formula | None = None
    """The same player goes on where it holds."""
    counter: str = ""
    """What is entered: so much more of this counter ..."""
    list: str = ""
    """... or an entry of this list."""
    between: tuple[int, int] = (-999, 999)
    late: bool = False
    """Whether it can be made when the game is over."""
    uses_turn: bool = True


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """One `[score.NAME]`."""

    name: str
    points: Formula
    at: str = "always"
    """`always`, `turn`, `round` or `end`."""
    ways: Loop | None = None
    condition: Formula | None = None
    to: Formula | None = None
    label: Callable[[Run], str] | None = None


@dataclass(frozen=True, slots=True)
class EndRule:
    """One `[[ends]]`."""

    condition: Formula
    then: str = "at once"
    """`at once`, `round` or `one more each`."""
    winners: Formula | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    """One of `[counters]`: what everybody has at first, and the least that anybody may have."""

    start: int = 0
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """All of it."""

    rounds: int | None = None
    moves: tuple[MoveRule, ...] = ()
    scores: tuple[ScoreRule, ...] = ()
    ends: tuple[EndRule, ...] = ()
    counters: Mapping[str, Counter] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, Mapping[str, object]]] = field(default_factory=dict)
    """List -> entry -> what the file says of it."""

    def of(self, do: str) -> tuple[MoveRule, ...]:
        """The rules of one verb."""
        return tuple(rule for rule in self.moves if rule.do == do)
