"""What most games answer alike; a new game inherits it and writes only what is its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Generic, Protocol, TypeVar, cast

from scoring.protocol import PlayerScore, PositionScore, Rules, ScoreLine
from scoring.random_play import sample_by_kind
from tabletop.moves import Move
from tabletop.placewords import place_words
from tabletop.readings import Evidence

State = TypeVar("State")
Position = TypeVar("Position")
BELIEVED = 6.0
"""How much less likely than a place's best content, as a natural logarithm, a content may be to be thought of."""


class Defaults(Generic[State, Position]):
    """The optional part of `scoring.protocol.Rules`, told by the rest of it: slow and right."""

    def quiet_moves(self: Rules[State, Position], state: State, player: str) -> tuple[Move, ...]:
        """No turn is without a trace."""
        return ()

    def leaves_no_trace(self: Rules[State, Position], move: Move) -> bool:
        """What touches no place, such as a pass."""
        return not self.places_of(move)

    def reasons(self: Rules[State, Position], state: State) -> Mapping[str, tuple[ScoreLine, ...]] | None:
        """Only the moves tell them."""
        return None

    def on_table(self: Rules[State, Position], state: State, position: Position) -> State:
        """As the record has it: the position alone does not tell the points."""
        return state

    def winners(self: Rules[State, Position], state: State) -> tuple[str, ...]:
        """The most points; ties are shared."""
        totals = self.totals(state)
        return tuple(player for player, total in totals.items() if total == max(totals.values()))

    def taken_up(self: Rules[State, Position], state: State, position: Position) -> State:
        """As the position is resumed by itself, with the game's players where it names none."""
        named: Any = position
        return self.resume(named if named.players else replace(named, players=tuple(self.totals(state))))

    def things(self: Rules[State, Position], move: Move) -> int:
        """A move puts down one thing."""
        return 1

    def supported(self: Rules[State, Position], move: Move, position: Position) -> bool | None:
        """Nothing beyond what the places tell."""
        return None

    def place_words(self: Rules[State, Position], place: str, state: State) -> str:
        """The cell's name as it is printed, and whose board it is where there are several; whose score token."""
        return place_words(place)

    def told_beside(self: Rules[State, Position], state: State) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def entry_keys(self: Rules[State, Position]) -> Mapping[str, str]:
        """A camera sees everything."""
        return {}

    def entered(self: Rules[State, Position], state: State, player: str) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def sample(self: Rules[State, Position], state: State, random: Random) -> Move:
        """A random legal move, every kind alike."""
        return sample_by_kind(self, state, random)

    def changes(self: Rules[State, Position], state: State, move: Move) -> Mapping[str, str]:
        """What is different after the move."""
        before, after = self.contents(state), self.contents(self.judge(state, move).state)
        return {place: word for place, word in after.items() if before.get(place) != word}

    def suggest(self: Rules[State, Position], state: State, evidence: Evidence, player: str | None) -> Iterator[Move]:
        """Every legal move that would put something where the evidence may show it."""
        for kind in self.kinds(state):
            for placement in self.placements(state, kind, player=player):
                move = self.move_for(state, player, kind, placement)
                if any(believed(evidence.get(place), word) for place, word in self.changes(state, move).items()):
                    yield move


class LineRules(Rules[State, Position], Protocol[State, Position]):
    """Rules that know each player's score lines at any time."""

    def lines(self, state: State) -> Mapping[str, Sequence[ScoreLine]]:
        """Player -> what the score is made of, as it is counted now."""
        ...


class ByLines(Defaults[State, Position]):
    """Of a game that is scored by what lies there: whoever inherits it writes `lines`, and `winners` where a tie is
    broken. Its states know what lies there and whether they are the end."""

    def position(self, state: Any) -> Position:
        """What lies on the table."""
        return cast(Position, state.position())

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return bool(state.over())

    def totals(self: LineRules[State, Position], state: State) -> Mapping[str, int]:
        """What each player's lines add up to."""
        return {player: sum([line.points for line in lines]) for player, lines in self.lines(state).items()}

    def reasons(self: LineRules[State, Position], state: State) -> Mapping[str, tuple[ScoreLine, ...]]:
        """Every player's lines."""
        return {player: tuple(lines) for player, lines in self.lines(state).items()}

    def score(self: LineRules[State, Position], position: Position) -> PositionScore:
        """What lies there."""
        state = self.resume(position)
        players = tuple(
            PlayerScore(player, sum(line.points for line in lines), tuple(lines))
            for player, lines in self.lines(state).items()
        )
        return PositionScore(players, self.winners(state), self.problems(position))


def believed(weights: Mapping[str, float] | None, word: str) -> bool:
    """Whether a content is among the likely ones of a place that was seen."""
    if not weights or word not in weights:
        return False
    best = max(weights.values())
    return weights[word] >= best - BELIEVED and min(weights.values()) < best
