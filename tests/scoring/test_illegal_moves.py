"""Whatever people do on a table, in every game: wild moves are judged, told in lines that add up, stop at the end."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from scoring import rules_for
from scoring.random_play import play_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.notation import move_from_json, move_to_json
from tabletop.records import Header
from tabletop.schema import Mismatch

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample_game"
PEBBLES = str(SAMPLE / "pebbles.toml")
GAMES = (
    *shipped_games(),
    *sorted(f"examples/{path.name}" for path in (ROOT / "examples").glob("*.toml") if "[game]" in path.read_text()),
    PEBBLES,
)
OPTIONS = {
    "big-city": [{}, {"profile": "goldsieber"}],
    "my-city-chess": [{}, {"rezoning": True, "parks": True, "slums": "minus_one", "types": True, "zone_scoring": True}],
    "my-city": [{}, {"game": "episode-1"}],
    "small-city": [
        {"modules": ["palaces", "leisure", "gardens", "airport-bank", "recycling"]},
        {"modules": ["gardens", "airport-bank", "urban-sprawler"], "idle_workers": "rest"},
    ],
}
SAID = {
    "big-city": [{"do": word} for word in ("pass", "exchange", "trade", "quiet")],
    "my-city-chess": [{"do": "skip"}, {"do": "rezone", "on": "e4", "type": "park", "value": 3}],
    "my-city": [{"do": "pass"}, {"do": "end"}, {"do": "card", "building": "church-1"}],
    "small-city": [
        {"do": "end-round"},
        *({"do": "enter", "key": key, "value": 7} for key in ("votes", "money", "pollution", "output", "promise:35")),
        *({"do": "enter", "key": "promise:12", "value": value} for value in (True, False, "held", 32768, -3)),
    ],
    "custom": [{"do": "pass"}, {"do": "remove", "on": "C3"}],
}
"""Moves that random legal games seldom or never hold, by the rules' name."""
EMPTY = {
    "big-city": [{"do": "streetcars", "segments": []}, {"do": "build", "kind": "residence", "on": []}],
    "my-city": [{"do": "build", "building": "yellow-1", "on": []}],
    "small-city": [{"do": "build", "kind": "park", "level": 1, "on": []}],
    "custom": [{"do": "place", "part": "red-pebble", "on": []}],
}
LATE_MOVES, WILD_MOVES = 60, 125


@dataclass(frozen=True)
class Setup:
    """A game with its options."""

    game: str
    options: dict

    @property
    def name(self):
        """Told with the test."""
        return f"{Path(self.game).stem} {self.options}"

    @property
    def header(self):
        """The smallest company that may play."""
        least, most = load_game(self.game).players
        players = ("red", "blue") if self.game == "my-city-chess" else ("Ann", "Ben")[: max(least, min(2, most))]
        return Header(self.game, players, self.options)


SETUPS = [Setup(game, options) for game in GAMES for options in OPTIONS.get(game, [{}])]
SETUP_OF = {setup.name: setup for setup in SETUPS}
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    """The samples are named by their path from the root."""
    monkeypatch.chdir(ROOT)


@cache
def documents(name, count=4):
    """Moves as records write them, of some random games of a setup and of what such games never hold."""
    setup, random = SETUP_OF[name], Random(name)
    rules, header = rules_for(setup.game), setup.header
    found = []
    for _ in range(count):
        played = play_game(rules, header, random, at_most=80)
        found += [move_to_json(setup.game, entry.move) for entry in played.entries]
    name = load_game(setup.game).rules
    nobodys = {"end-round", "card", "set-landmark"}
    said = [
        move if move["do"] in nobodys else {**move, "player": player}
        for move in SAID.get(name, ())
        for player in header.players
    ]
    return [*found, *(said * (1 + len(found) // 20))]


def wild_move(setup, pool, random):
    """A move that somebody might make: one that was made elsewhere, some of its words taken from others, or bent."""
    while True:
        document = dict(random.choice(pool))
        for key, value in tuple(document.items()):
            if key == "do" or random.random() < 0.6:
                continue
            others = [other[key] for other in pool if key in other]
            document[key] = random.choice(others) if random.random() < 0.7 else bent(value, random)
        try:
            return move_from_json(setup.game, document)
        except Mismatch:
            continue  # no record can hold it


def bent(value, random):
    """A value a little or much out of shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice([-100_000, -1, 1, 100_000])
    if isinstance(value, list) and value:
        return random.choice([value[1:], value[:-1], [*value, value[0]], list(reversed(value))])
    return value


def entered(move):
    """Whether a move is none: what people say of what no camera sees stays possible when the game is over."""
    return move.do == "enter"


def judged_soundly(rules, state, move):
    """The judgement of a move, after everything that must hold of any judgement."""
    before, table = dict(rules.totals(state)), rules.contents(state)
    judged = rules.judge(state, move)
    after = dict(rules.totals(judged.state))
    assert judged.legal == (not judged.problems), move
    assert all(problem.code and problem.message for problem in judged.problems), move
    assert sum(line.points for line in judged.lines) == judged.points, move
    if judged.legal and move.player is not None:
        assert after[move.player] - before[move.player] == judged.points, (move, judged.lines)
    elif judged.legal:
        assert sum(after.values()) - sum(before.values()) == judged.points, (move, judged.lines)
    else:
        assert (judged.points, judged.lines) == (0, ()), move
        if rules.contents(judged.state) == table:
            assert after == before, (move, judged.problems)
    return judged


@every_setup
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_wild_moves_are_judged_and_totals_change_only_as_told(setup, seed):
    """Any move at any time has a judgement; what is illegal scores nothing, and what scores is told line by line."""
    random = Random(seed)
    rules, pool = rules_for(setup.game), documents(setup.name)
    state, illegal = rules.start(setup.header), 0
    for _ in range(WILD_MOVES):
        move = rules.sample(state, random) if random.random() < 0.6 and not rules.over(state) else None
        judged = judged_soundly(rules, state, move or wild_move(setup, pool, random))
        illegal += not judged.legal
        state = judged.state
    assert illegal > WILD_MOVES / 20


@every_setup
@pytest.mark.parametrize("played", [5, 40])
def test_after_the_end_nothing_is_legal_and_nothing_scores(setup, played):
    """Whatever illegal things are tried on a finished game, it stays finished, its winners and totals stand."""
    random = Random(played)
    rules, pool = rules_for(setup.game), documents(setup.name)
    state = ended(setup, random, played)
    totals, winners = dict(rules.totals(state)), rules.winners(state)
    for _ in range(LATE_MOVES):
        move = wild_move(setup, pool, random)
        if entered(move):
            continue
        judged = judged_soundly(rules, state, move)
        assert not judged.legal, move
        state = judged.state
        assert rules.over(state), move
        assert rules.to_move(state) is None
        assert (dict(rules.totals(state)), rules.winners(state)) == (totals, winners), move
        for player in setup.header.players:
            assert rules.quiet_moves(state, player) == (), move
    for kind in rules.kinds(state):
        assert all(rules.placements(state, kind, player=player) == () for player in setup.header.players), kind


def ended(setup, random, played):
    """A game that is over: at most so many random moves, then everybody passes, ends or skips where possible."""
    rules, header = rules_for(setup.game), setup.header
    state = rules.start(header)
    if "urban-sprawler" in setup.options.get("modules", ()):
        place = random.choice(rules.placements(state, "residential", player=header.players[0], value=6))
        state = rules.judge(state, rules.move_for(state, header.players[0], "residential", place)).state
    for _ in range(played):
        if not rules.over(state):
            state = rules.judge(state, rules.sample(state, random)).state
    quiet = ("pass", "end", "skip", "end-round")
    for _ in range(400):
        if rules.over(state):
            return state
        player = rules.to_move(state) or random.choice(header.players)
        move = next((move for move in rules.quiet_moves(state, player) if move.do in quiet), None)
        state = rules.judge(state, move or rules.sample(state, random)).state
    raise AssertionError(f"{setup.game} did not end")


@pytest.mark.parametrize(("game", "document"), [(game, document) for game in EMPTY for document in EMPTY[game]])
def test_moves_without_a_place_are_judged(game, document):
    """A move of nothing is against the rules, and is told; a record that holds one is read."""
    game = PEBBLES if game == "custom" else game
    rules = rules_for(game)
    state = rules.start(Setup(game, {}).header)
    move = move_from_json(game, {**document, "player": "Ann"})
    assert move_to_json(game, move) == {**document, "player": "Ann"}
    judged = judged_soundly(rules, state, move)
    assert not judged.legal
    assert rules.contents(judged.state) == rules.contents(state)
    assert rules.tell(move)
    assert all("of ;" not in problem.message and not problem.message.endswith("not ") for problem in judged.problems)
