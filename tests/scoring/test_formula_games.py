"""Games told in formulas against the same games told otherwise: equal move by move, to the point."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from thinned import thinned

from scoring import rules_for
from scoring.pieces.evidence import move_of
from tabletop.gamefile import load_game
from tabletop.pieces.values import EnterValue, MovePart, PassTurn, PlacePart, Remove
from tabletop.records import Header
from tabletop.shipped import trial_file
from tests.scoring.draughts_by_hand import Draughts
from tests.scoring.markets_by_hand import CONTRACTS, Markets

ROOT = Path(__file__).parents[2]
DRAUGHTS = str(ROOT / "examples" / "draughts.toml")
COLOUR = {"w": "white-man", "b": "black-man", "W": "white-king", "B": "black-king"}
WRITTEN_ANEW = {
    "meadow": ROOT / "examples" / "meadow.toml",
    "lighthouses": ROOT / "examples" / "lighthouses.toml",
    "threes": ROOT / "examples" / "own-board" / "threes.toml",
    "four-ponds": trial_file(),
}
SEEDS = thinned([range(2), *(range(at, at + 100) for at in range(0, 2_500, 100))], 1)
"""An everyday run plays two games each, a soak ten thousand in all."""


@pytest.fixture(params=WRITTEN_ANEW)
def both(request, tmp_path):
    """A game as it is shipped, in terms and conditions, and the same written anew in formulas."""
    source = WRITTEN_ANEW[request.param]
    text = source.read_text(encoding="utf-8")
    kept = [part for part in text.split("\n[[") if not part.startswith(("terms", "conditions"))]
    anew = tmp_path / source.name
    formulas = (Path(__file__).parent / "formulas" / f"{request.param}.toml").read_text(encoding="utf-8")
    bare = "\n[[".join(kept).partition("\n[print]")[0]
    anew.write_text(f"{bare}\n{formulas}", encoding="utf-8")
    for board in source.parent.glob("plank.toml"):
        (tmp_path / board.name).write_bytes(board.read_bytes())
    return rules_for(str(source)), rules_for(str(anew))


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_a_game_written_anew_is_judged_and_scored_alike(both, seeds):
    """Legal and illegal tries are told the same, and every player's points are equal after every move."""
    terms, formulas = both
    players = ("Ann", "Ben", "Cem")[: load_game(terms.game).players[1]]
    for seed in seeds:
        random = Random(seed)
        one, other = terms.start(Header(terms.game, players)), formulas.start(Header(formulas.game, players))
        while not formulas.over(other):
            assert not terms.over(one)
            move = formulas.sample(other, random) if random.random() < 0.9 else _any_place(formulas, other, random)
            first, second = terms.judge(one, move), formulas.judge(other, move)
            assert sorted(problem.message for problem in first.problems) == sorted(
                problem.message for problem in second.problems
            ), (seed, move)
            assert first.points == second.points
            one, other = first.state, second.state
            assert dict(terms.totals(one)) == dict(formulas.totals(other)), (seed, move)
        assert terms.over(one)


@pytest.mark.parametrize(
    "seeds", thinned([range(12), *(range(at, at + 250) for at in range(0, 10_000, 250))], 1), ids=str
)
def test_market_days_equals_an_independent_program(seeds):
    """Whatever players try, legal or not, is told alike, and so are all points after it, and the end."""
    game = str(ROOT / "examples" / "markets.toml")
    rules, tried = rules_for(game), Counter[bool]()
    for seed in seeds:
        random = Random(seed)
        players = ("Ann", "Ben", "Cem", "Dora")[: random.randint(2, 4)]
        state, other = rules.start(Header(game, players)), Markets(players)
        late = 0
        while not other.over or late < 4:
            late += other.over
            player, do, what = _tried(random, players, other)
            judged = rules.judge(state, _as_move(player, do, what))
            legal = other.try_out(player, do, what)
            tried[legal] += 1
            assert judged.legal is legal, (seed, player, do, what, judged.problems)
            if legal or other.over:
                state = judged.state
            assert dict(rules.totals(state)) == other.totals(), (seed, player, do, what)
            assert rules.over(state) is other.over
    assert min(tried.values()) > len(seeds)


def _tried(random, players, other):
    """What somebody does, mostly whose turn it is: mostly something that may be done."""
    player = other.players[other.turn] if random.random() < 0.9 else random.choice(players)
    do = random.choices(["build", "close", "income", "contract", "pass"], [10, 1, 2, 1, 1])[0]
    what = {
        "income": random.randint(0, 7),
        "contract": random.choice([*CONTRACTS, "palace"]),
        "pass": None,
    }.get(do, (random.randrange(5), random.randrange(6)))
    return player, do, what


def _as_move(player, do, what):
    """The same as a move of a record."""
    if do == "pass":
        return PassTurn(player)
    if do in ("income", "contract"):
        return EnterValue(player, do, what)
    on = f"{'ABCDEF'[what[1]]}{what[0] + 1}"
    if do == "close":
        return Remove(player, on)
    colours = dict(zip(("Ann", "Ben", "Cem", "Dora"), ("red", "blue", "green", "yellow"), strict=True))
    return PlacePart(player, f"{colours[player]}-stall", (on,))


def _any_place(rules, state, random):
    """A part of the player's somewhere, mostly where it may not lie."""
    part = state.spec.parts[random.choice(list(state.hand(state.turn)) or list(state.spec.parts))]
    cell = random.choice(state.table.board.cells)
    on = tuple(
        state.table.board.cell_name((cell[0] + row, cell[1] + column))
        for row, column in part.cells
        if (cell[0] + row, cell[1] + column) in state.table.board.cell_set
    )
    return PlacePart(state.turn, part.id, on)


def test_draughts_has_as_many_beginnings_as_the_books_say():
    """7361 games of five moves."""
    rules = rules_for(DRAUGHTS)

    def games(state, moves):
        after = [rules.judge(state, move_of(way, state)).state for way in state.ways(state.turn)] if moves > 1 else []
        return sum(games(one, moves - 1) for one in after) if moves > 1 else len(state.ways(state.turn))

    state = rules.start(Header(DRAUGHTS, ("Ann", "Ben")))
    assert [games(state, moves) for moves in range(1, 6)] == [7, 49, 302, 1469, 7361]


@pytest.mark.parametrize(
    "seeds", thinned([range(2), *(range(at, at + 250) for at in range(0, 10_000, 250))], 1), ids=str
)
def test_draughts_equals_an_independent_program(seeds):
    """The legal moves, what wrong tries are told, points, turn and end are the same all through random games."""
    rules = rules_for(DRAUGHTS)
    for seed in seeds:
        random = Random(seed)
        state, other = rules.start(Header(DRAUGHTS, ("Ann", "Ben"))), Draughts()
        while not rules.over(state):
            known = {tuple(map(square, path)): path for path in other.moves()}
            assert {move_of(way, state).path for way in state.ways(state.turn)} == known.keys()
            tried = tuple(random.choice(list(map(square, other.board))) for _ in range(2))
            wrong = rules.judge(state, MovePart(state.turn, tried))
            assert wrong.legal is (tried in known)
            path = random.choice(sorted(known))
            state = rules.judge(state, MovePart(state.turn, path)).state
            other.play(known[path])
            assert rules.totals(state) == {"Ann": other.points["w"], "Ben": other.points["b"]}
            lying = {square(at): COLOUR[piece] for at, piece in other.board.items()}
            assert {one.on[0]: one.part for one in rules.position(state).parts} == lying
        names = {"w": ("Ann",), "b": ("Ben",), "wb": ("Ann", "Ben")}
        assert rules.winners(state) == names[other.winner]


def square(at):
    """A square's name on a chess board."""
    return f"{'abcdefgh'[at[1]]}{8 - at[0]}"
