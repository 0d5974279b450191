"""Boroughs of Small City in the making, for its tests."""

from scoring import rules_for
from scoring.games.small_city.borough import BoroughState, Tile
from tabletop.records import Header

RULES = rules_for("small-city")


def place(kind, on, level=None):
    """A tile on named squares."""
    board = BoroughState("Ann", "moore1").board
    return Tile(kind, level, frozenset(board.cell(name) for name in on.split()))


def lying(*tiles, modules=(), players=("Ann", "Ben"), **options):
    """A state in which Ann's borough has these tiles, whether they were legal or not."""
    state = RULES.start(Header("small-city", players, {"modules": list(modules), **options}))
    for tile in tiles:
        state = state.with_tile("Ann", tile)
    return state


def played(state, *moves):
    """The state after some moves, all legal."""
    for move in moves:
        result = RULES.judge(state, move)
        assert result.legal, (move, result.problems)
        state = result.state
    return state
