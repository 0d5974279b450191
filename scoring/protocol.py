"""What every game's rules fulfil: judge moves one by one, list what is legal and what it scores, judge a position.

In the spirit of python-chess: states are values, problems are values and never raised, and everything has a text.
Rules hold nothing; whatever happens is in the state.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tabletop.moves import Move
from tabletop.readings import Evidence, Problem
from tabletop.records import Header

State = TypeVar("State")
Position = TypeVar("Position")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points."""

    label: str
    points: int
    places: tuple[str, ...]
    rule: str
    """A word for programs, for example `outskirts`."""

    def to_json(self) -> dict[str, Any]:
        """The form of INTERFACE.md section 4."""
        return {"label": self.label, "points": self.points, "places": list(self.places), "rule": self.rule}


@dataclass(frozen=True)
class Judged(Generic[State]):
    """A move that was judged: what is wrong with it and the state after it; what it scored is told when asked."""

    move: Move
    problems: tuple[Problem, ...]
    state: State
    scored: Callable[[], tuple[ScoreLine, ...]] = field(repr=False, compare=False)
    """Works out the score lines: who only asks whether a move is legal does not wait for them."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.problems

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Why it scored what it did."""
        return self.scored()

    @property
    def points(self) -> int:
        """What it scored: the sum of its lines."""
        return sum([line.points for line in self.lines])


class Placement(NamedTuple):
    """One legal place for a piece and what it would score there."""

    at: Mapping[str, Any]
    """The place as a move's body has it: `on`, or `at` and `turn` with a tile's `number`, or `segments`."""
    points: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What a player's points are made of."""

    name: str
    total: int
    lines: tuple[ScoreLine, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The form of INTERFACE.md section 4."""
        return {"name": self.name, "total": self.total, "lines": [line.to_json() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that one thing on the table can have scored, when its history is unknown."""

    kind: str
    on: tuple[Any, ...]
    least: int
    most: int

    def to_json(self) -> dict[str, Any]:
        """`kind` and `on` as in the position, `least` and `most`."""
        return {"kind": self.kind, "on": list(self.on), "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class PositionScore:
    """What a position alone decides."""

    players: tuple[PlayerScore, ...] = ()
    winners: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    bounds: tuple[Bounds, ...] | None = None
    """Only for games whose points depend on the order of play."""


class Rules(Protocol[State, Position]):
    """One game's rules; get them with `scoring.rules_for(game)`."""

    @property
    def game(self) -> str:
        """The game's name as positions and records write it."""

    def start(self, header: Header) -> State:
        """The state before the first move. The header has been checked by whoever read it."""

    def resume(self, position: Position) -> State:
        """A state in which this position lies on the table: for `legal`, and where no record is at hand.

        Points so far are zero; whose turn it is comes from the puck, where it lies.
        """

    def judge(self, state: State, move: Move) -> Judged[State]:
        """Judge a move and carry it out.

        A move against the rules lies there from then on, scores 0, and the turn passes; what is physically
        impossible changes nothing on the board. Never raises for anything that a record may hold.
        """

    def kinds(self, state: State) -> tuple[str, ...]:
        """Everything that `placements` can be asked for."""

    def placements(
        self, state: State, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal place of a kind in its every size; `player` and `value` where the game needs them.

        Raises UsageError where there is no such kind.
        """

    def move_for(self, state: State, player: str | None, kind: str, placement: Placement) -> Move:
        """The move that makes use of a placement."""

    def quiet_moves(self, state: State, player: str) -> tuple[Move, ...]:
        """The legal turns that leave no trace on the table (pass, exchange), the likeliest first."""

    def sample(self, state: State, random: Random) -> Move:
        """A random legal move of whoever is next, every kind now and then; `scoring.random_play` plays with it."""

    def position(self, state: State) -> Position:
        """What lies on the table."""

    def to_move(self, state: State) -> str | None:
        """Whose turn it is; None when the game is over or nobody's turn is next."""

    def over(self, state: State) -> bool:
        """Whether the game has ended; a game that is over stays over, whatever is done on the table."""

    def totals(self, state: State) -> Mapping[str, int]:
        """Points of each player; in games that score at the end what the position is worth now."""

    def reasons(self, state: State) -> Mapping[str, tuple[ScoreLine, ...]] | None:
        """Score lines that sum to each player's total; None where only the moves tell them."""

    def on_table(self, state: State, position: Position) -> State:
        """The state of a record with what a position shows in place of what should lie there.

        What no position shows stays as the record has it, and so does a board that is not in the position.
        """

    def taken_up(self, state: State, position: Position) -> State:
        """The state of a record from the moment on at which its game is taken up from what lies on the table.

        Players, variants and what no position tells are the record's; whose turn it is the position's `turn` says, or
        the game as well as it can from what lies there.
        """

    def winners(self, state: State) -> tuple[str, ...]:
        """Who leads, ties shared; at the end who has won."""

    def score(self, position: Position) -> PositionScore:
        """What a position alone decides, with its problems."""

    def problems(self, position: Position) -> tuple[Problem, ...]:
        """What is wrong with a position, as values."""

    def contents(self, state: State) -> Mapping[str, str]:
        """What lies at each place, in the words of a reading's evidence: the referee compares the two."""

    def suggest(self, state: State, evidence: Evidence, player: str | None) -> Iterator[Move]:
        """Moves of `player` that would explain something that the evidence shows beyond the state.

        Legal ones and, where it is plainly seen, illegal ones; the referee judges and weighs them.
        """

    def changes(self, state: State, move: Move) -> Mapping[str, str]:
        """What a move would put where, in the words of `contents`; all contents after it where places are renamed."""

    def supported(self, move: Move, position: Position) -> bool | None:
        """Whether a position has what the move puts there as one piece; None where that says nothing."""

    def leaves_no_trace(self, move: Move) -> bool:
        """Whether a move changes nothing that a camera sees (pass, exchange, skip)."""

    def things(self, move: Move) -> int:
        """How many separate things a move puts down: 2 for two streetcars, else 1."""

    def place_words(self, place: str, state: State) -> str:
        """A place as people name it who look at the board: `11`, `the street between 11 and 14`, `E4`, `Ann's C4`."""

    def told_beside(self, state: State) -> tuple[str, ...]:
        """What people look for beside the boards just now: an open card, and who has not acted on it."""

    def entry_keys(self) -> Mapping[str, str]:
        """What may be entered by hand since no camera sees it -> `number` or `word`, as its value is.

        A key that ends with `:` wants a number behind it.
        """

    def entered(self, state: State, player: str) -> Mapping[str, Any]:
        """What was entered for a player, as it stands now."""

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The places that a move touches."""

    def tell(self, move: Move, state: State | None = None) -> str:
        """A move as a short sentence that begins with who made it: `Ann builds a bank on 11`.

        `state` is the one after it, where it is known: places are then named by what people see beside them.
        """


@dataclass(frozen=True)
class JudgedMove:
    """A judged move of a record with its line."""

    n: int
    judged: Judged[Any]
    rules: Rules[Any, Any] = field(repr=False)

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """Every player's points after it."""
        return self.rules.totals(self.judged.state)
