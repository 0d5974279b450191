"""Big City behind the protocol that all games share: each question goes to the module that knows.

Where the rulebook is silent the reading is told in `docs/rules.md` and in the docstring of the function that holds it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import cast

from scoring.defaults import Defaults
from scoring.games.big_city.bounds import bounds
from scoring.games.big_city.evidence import (
    changes,
    contents_of,
    place_words,
    places_of,
    suggest,
    supported,
    tell,
)
from scoring.games.big_city.judge import judge
from scoring.games.big_city.placements import kinds_of, move_for, placements
from scoring.games.big_city.position_problems import position_problems
from scoring.games.big_city.state import BigCityState, position_of, resumed, started, taken_up
from scoring.protocol import Judged, Placement, PositionScore
from scoring.random_play import sample_by_kind
from tabletop.games.big_city.values import BigCityMove, BigCityPosition, Exchange, Pass, Quiet, Streetcars
from tabletop.moves import Move
from tabletop.readings import Evidence

SAMPLE_WEIGHTS = {"residence": 3, "business": 3, "city-hall": 4, "streetcar": 2}
"""How often a random player thinks of these kinds; the others weigh 1."""


@dataclass(frozen=True, slots=True)
class BigCityRules(Defaults[BigCityState, BigCityPosition]):
    """The rules, stateless."""

    game: str = "big-city"
    start = staticmethod(started)
    resume = staticmethod(resumed)
    kinds = staticmethod(kinds_of)
    position = staticmethod(position_of)
    problems = staticmethod(position_problems)
    contents = staticmethod(contents_of)

    def judge(self, state: BigCityState, move: Move) -> Judged[BigCityState]:
        """Judge a move and carry it out."""
        return judge(state, cast(BigCityMove, move))

    def placements(
        self, state: BigCityState, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal place; neither player nor value matters here."""
        return placements(state, kind)

    def move_for(self, state: BigCityState, player: str | None, kind: str, placement: Placement) -> BigCityMove:
        """The move that makes use of a placement."""
        return move_for(player or state.to_move or "", kind, placement)

    def quiet_moves(self, state: BigCityState, player: str) -> tuple[BigCityMove, ...]:
        """A quiet turn first, since nobody can see which it was; none while the starting city is laid."""
        if state.starting or state.over:
            return ()
        return (Quiet(player), Exchange(player), Pass(player))

    def sample(self, state: BigCityState, random: Random) -> Move:
        """A random legal move, city hall soon, so that the rest of the rules comes into play."""
        return sample_by_kind(self, state, random, weights=SAMPLE_WEIGHTS)

    def to_move(self, state: BigCityState) -> str | None:
        """Whose turn it is."""
        return state.to_move

    def over(self, state: BigCityState) -> bool:
        """Whether the game has ended."""
        return state.over

    def totals(self, state: BigCityState) -> Mapping[str, int]:
        """Points of each player."""
        return dict(zip(state.players, state.totals, strict=True))

    def taken_up(self, state: BigCityState, position: BigCityPosition) -> BigCityState:
        """The city as it lies; points by the position's score markers, or as the record has them."""
        return taken_up(state, position)

    def winners(self, state: BigCityState) -> tuple[str, ...]:
        """Most points; ties are shared, since the rulebook names no tie-break ("Winning the game")."""
        most = max(state.totals, default=0)
        return tuple(name for name, total in zip(state.players, state.totals, strict=True) if total == most)

    def score(self, position: BigCityPosition) -> PositionScore:
        """Bounds of each piece and what is wrong; a position alone has no owners."""
        return PositionScore(problems=position_problems(position), bounds=bounds(position))

    def suggest(self, state: BigCityState, evidence: Evidence, player: str | None) -> Iterator[BigCityMove]:
        """Moves that would explain what the evidence shows beyond the state."""
        return suggest(state, evidence, player)

    def changes(self, state: BigCityState, move: Move) -> Mapping[str, str]:
        """What a move would put where."""
        return changes(state, cast(BigCityMove, move))

    def supported(self, move: Move, position: BigCityPosition) -> bool | None:
        """Whether a position has the piece that the move builds."""
        return supported(cast(BigCityMove, move), position)

    def things(self, move: Move) -> int:
        """The streetcars of a streetcar move; else 1."""
        return len(move.segments) if isinstance(move, Streetcars) else 1

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The places that a move touches."""
        return places_of(cast(BigCityMove, move))

    def place_words(self, place: str, state: BigCityState) -> str:
        """A property's number, a neighbourhood's, a street by what lies beside it."""
        return place_words(place, state)

    def tell(self, move: Move, state: BigCityState | None = None) -> str:
        """A move as a short sentence."""
        return tell(cast(BigCityMove, move), state)


def rules(game: str) -> BigCityRules:
    """The rules of Big City or of a game file that follows them."""
    return BigCityRules(game)
