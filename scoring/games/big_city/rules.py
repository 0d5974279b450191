"""Big City behind the protocol that all games share; where its rulebook is silent `docs/rules.md` tells our reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import cast

from scoring.defaults import Defaults
from scoring.games.big_city import evidence as seen
from scoring.games.big_city.bounds import bounds
from scoring.games.big_city.judge import judge
from scoring.games.big_city.placements import kinds_of, move_for, placements
from scoring.games.big_city.position_problems import position_problems
from scoring.games.big_city.state import BigCityState, position_of, resumed, started, take_up
from scoring.protocol import Judged, Placement, PositionScore
from scoring.random_play import sample_by_kind
from tabletop.games.big_city.values import BigCityMove, BigCityPosition, Exchange, Pass, Quiet, Streetcars
from tabletop.moves import Move

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
    contents = staticmethod(seen.contents)
    taken_up = staticmethod(take_up)
    suggest = staticmethod(seen.suggest)
    changes = staticmethod(seen.changes)
    supported = staticmethod(seen.supported)
    places_of = staticmethod(seen.places_of)
    place_words = staticmethod(seen.place_words)
    tell = staticmethod(seen.tell)

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

    def score(self, position: BigCityPosition) -> PositionScore:
        """Bounds of each piece and what is wrong; a position alone has no owners."""
        return PositionScore(problems=position_problems(position), bounds=bounds(position))

    def things(self, move: Move) -> int:
        """The streetcars of a streetcar move; else 1."""
        return len(move.segments) if isinstance(move, Streetcars) else 1


def rules(game: str) -> BigCityRules:
    """The rules of Big City or of a game file that follows them."""
    return BigCityRules(game)
