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
    """`place`, `move`, `take`, `enter` or `pass`."""
    parts: Words = ()
    """Which parts it is about (ids, kinds, tags); empty is all."""
    needs: tuple[Need, ...] = ()
    pays: Mapping[str, Formula] = field(default_factory=dict)
    """Counter -> how much of it the move costs."""
    another: Formula | None = None
    """The same player goes on where it holds."""
    along: Words = ()
    """Directions as the player sees the board."""
    far: int = 1
    over: str = ""
    """Over whose part it jumps: `own`, `others`, `any`."""
    onto: str = ""
    """Whose part may lie where it comes to lie; that is taken."""
    takes: bool = False
    """Whether it takes what it jumps over."""
    again: bool = False
    """On and on; where it takes, as long as it goes."""
    first: bool = False
    """Who can must."""
    becomes: tuple[str, Formula] | None = None
    """Which part lies there then, by a word, where a condition holds; that ends the move."""
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

    @property
    def places(self) -> bool:
        """Whether parts are placed: by its rules, or as players like where no rule says what is done on the board."""
        return bool(self.of("place")) or not self.of("move")

    def of(self, do: str) -> tuple[MoveRule, ...]:
        """The rules of one verb."""
        return tuple(rule for rule in self.moves if rule.do == do)
