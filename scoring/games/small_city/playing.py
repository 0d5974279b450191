"""Random legal moves of Small City: for tests, the virtual table and the demo."""

from functools import lru_cache
from random import Random
from typing import Protocol

from scoring.games.small_city.borough import Cells, Tile, outlines, spots
from scoring.games.small_city.building import play_problems
from scoring.games.small_city.builds import build_problems, owed
from scoring.games.small_city.citizens import tramways_waiting
from scoring.games.small_city.judging import ruling
from scoring.games.small_city.state import SmallCityState
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import BuildTile, EndRound, MoveCitizen
from tabletop.moves import Move
from tabletop.plans.plan import turn_to_fit

ROUND_ENDS, CITIZEN_MOVES = 0.12, 0.3
"""How often a random move ends the round, or brings a citizen from the pool."""
TRIES = 12


class Kinds(Protocol):
    """What is needed of the rules to choose among them."""

    @property
    def game(self) -> str:
        """The game, or its file."""

    def kinds(self, state: SmallCityState) -> tuple[str, ...]:
        """Every kind of tile in play."""

    def levels(self, kind: str) -> tuple[int | None, ...]:
        """The levels of a kind."""


def sample(rules: Kinds, state: SmallCityState, random: Random) -> Move:
    """A random legal move of a random player; an airport's free warehouse first."""
    for player, free in owed(state).items():
        return BuildTile(player, "warehouse", (state.boroughs[player].board.cell_name(random.choice(sorted(free))),))
    chance = random.random()
    if chance < ROUND_ENDS:
        return next(tramways_waiting(state), EndRound())
    if chance < ROUND_ENDS + CITIZEN_MOVES and (move := _citizen(state, random)) is not None:
        return move
    for _ in range(TRIES):
        found = _tile(rules, state, random)
        if found is not None:
            return found
    return next(tramways_waiting(state), EndRound())


def _citizen(state: SmallCityState, random: Random) -> MoveCitizen | None:
    """A citizen from the pool onto a random square of a tile where nobody stands."""
    player, borough = random.choice(state.players), state.boroughs[random.choice(state.players)]
    standing = {citizen.cell for citizen in state.citizens if citizen.borough == borough.player}
    squares = sorted(set(borough.covered) - standing)
    if not squares:
        return None
    move = MoveCitizen(player, borough.player, "pool", borough.board.cell_name(random.choice(squares)))
    return None if ruling(state, move).problems else move


@lru_cache(maxsize=256)
def _printed(game: str, kind: str, level: int | None) -> tuple[Cells, ...]:
    """A tile's outlines as they are printed, turned but not mirrored: a mirrored one is legal, but none of ours."""
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    fitting = [part for part in parts if part.level in (None, level)]
    return tuple(
        shape
        for shape in outlines(game, kind, level)
        if any(turn_to_fit(part, set(shape)) is not None for part in fitting)
    )


def _tile(rules: Kinds, state: SmallCityState, random: Random) -> BuildTile | None:
    """A random tile where it may be built, None where this one may not be built anywhere."""
    player, kind = random.choice(state.players), random.choice(rules.kinds(state))
    level, borough = random.choice(rules.levels(kind)), state.boroughs[player]
    legal = []
    for cells in spots(borough, _printed(rules.game, kind, level)):
        tile = Tile(kind, level, cells)
        if play_problems(rules.game, borough, tile, state.modules):
            return None
        if not build_problems(state, player, tile):
            legal.append(cells)
    if not legal:
        return None
    names = tuple(borough.board.cell_name(cell) for cell in sorted(random.choice(sorted(legal, key=sorted))))
    move = BuildTile(player, kind, names, level)
    return None if ruling(state, move).problems else move
