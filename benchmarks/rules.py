"""How fast the rules are: Big City's legal places, whole games replayed, the cost per move; all games from their text.

Run `python benchmarks/rules.py`; the figures are in docs/rules.md. Where python-chess is installed, PGNs are read in
the same run, and each game is told as a share of its speed.
"""

import argparse
import importlib.util
import io
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from scoring import replay, rules_for
from scoring.games.big_city import city_map
from scoring.random_play import play_game
from tabletop.notation import read_position
from tabletop.records import Header, Record, read_record, write_record

FULL_CITY = """
game = "big-city"
tiles = [
  {number = 1, at = [0, 0]}, {number = 2, at = [3, 0]}, {number = 3, at = [0, 3]}, {number = 4, at = [3, 4]},
  {number = 5, at = [5, 0]}, {number = 6, at = [5, 3]}, {number = 7, at = [-3, 0]}, {number = 8, at = [-2, 3]},
]
pieces = [
  {kind = "city-hall", on = [15]}, {kind = "residence", on = [11]}, {kind = "residence", on = [13]},
  {kind = "business", on = [16]}, {kind = "business", on = [18]}, {kind = "residence", on = [21, 22]},
  {kind = "business", on = [23]}, {kind = "lincoln-park", on = [24, 28]}, {kind = "residence", on = [35]},
  {kind = "stanford", on = [81, 82, 86]}, {kind = "residence", on = [75]}, {kind = "business", on = [51]},
  {kind = "residence", on = [41]}, {kind = "business", on = [45, 46]}, {kind = "residence", on = [61]},
  {kind = "residence", on = [66, 67]}, {kind = "business", on = [55, 58]},
]
streetcars = [
  {beside = 12, side = "south"}, {beside = 13, side = "south"}, {beside = 16, side = "south"},
  {beside = 12, side = "west"}, {beside = 12, side = "east"}, {beside = 15, side = "south"},
  {beside = 16, side = "east"}, {beside = 14, side = "east"},
]
"""
"""Eight neighbourhoods, 24 properties built on or covered, city hall, eight streetcars."""


def legal_places(repeat: int) -> None:
    """Every legal place of every kind with its points and score lines."""
    rules = rules_for("big-city")
    position = read_position(FULL_CITY)
    problems = rules.problems(position)
    state = rules.resume(position)
    covered = sum(len(piece.on) for piece in position.pieces)
    print(f"a city of {len(position.tiles)} neighbourhoods, {covered} properties built,", end=" ")
    print(f"{len(position.streetcars)} streetcars, {len(problems)} problems")
    cold, warm = [], []
    for _ in range(repeat):
        city_map.city_map.cache_clear()
        state = rules.resume(position)
        began = time.process_time()
        places = sum(len(rules.placements(state, kind)) for kind in rules.kinds(state))
        cold.append(time.process_time() - began)
        began = time.process_time()
        sum(len(rules.placements(state, kind)) for kind in rules.kinds(state))
        warm.append(time.process_time() - began)
    print(f"all {places} legal places: {1000 * statistics.median(cold):.2f} ms the first time in a city,", end=" ")
    print(f"{1000 * statistics.median(warm):.2f} ms each time after (median of {repeat}; at most 1.5 ms wanted)")


def whole_games(games: int) -> list[Record]:
    """Different random games, replayed once each."""
    rules = rules_for("big-city")
    players = ("Ann", "Ben", "Cem", "Dan", "Eva")
    began = time.perf_counter()
    records = [play_game(rules, Header("big-city", players[: 2 + seed % 4]), Random(seed)) for seed in range(games)]
    print(f"{games} different random games made in {time.perf_counter() - began:.1f} s")
    moves = sum(len(record.entries) for record in records)
    city_map.city_map.cache_clear()
    began = time.perf_counter()
    for record in records:
        replay(record)
    seconds = time.perf_counter() - began
    print(f"{games} whole games replayed: {moves} moves, {moves / seconds:,.0f} moves/s (at least 20,000 wanted)")
    texts = [write_record(record) for record in records[:100]]
    began = time.perf_counter()
    read = sum(len(replay(read_record(text)[0]).moves) for text in texts)
    print(f"the same from their text, checksums checked: {read / (time.perf_counter() - began):,.0f} moves/s")
    return records


OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "big-city": {},
    "my-city-chess": {},
    "my-city": {},
    "small-city": {"modules": ["leisure", "gardens"]},
}
ROUNDS = 3
"""The best of so many counts: other programs share the machine."""


def from_text(games: int) -> None:
    """Records of every game read and judged from their text, then with all points, reasons and totals of every move.

    The processor's time counts, since others share the machine.
    """
    speeds = {}
    for game, options in OPTIONS.items():
        players = ("red", "blue") if game == "my-city-chess" else ("Ann", "Ben")
        texts = [
            write_record(play_game(rules_for(game), Header(game, players, options), Random(seed)))
            for seed in range(games)
        ]
        speeds[game] = (
            _moves_a_second(partial(_read, texts)),
            _moves_a_second(partial(_told, texts)),
        )
    chess = _python_chess(games)
    for game, both in speeds.items():
        for what, speed in zip(("from its text", "and every move's points told"), both, strict=True):
            share = "" if chess is None else f", {speed / chess:.2f} of python-chess"
            print(f"{game} {what}: {speed:,.0f} moves/s{share}")


def _read(texts: list[str]) -> int:
    """How many moves there are in some records, each judged."""
    return sum(len(replay(read_record(text)[0]).moves) for text in texts)


def _told(texts: list[str]) -> int:
    """The same, every move's score lines, points and totals asked for."""
    replays = [replay(read_record(text)[0]) for text in texts]
    return sum(len(played.moves) for played in replays if [(one.judged.points, one.totals) for one in played.moves])


def _moves_a_second(read: Callable[[], int]) -> float:
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        moves = read()
        best = max(best, moves / (time.process_time() - began))
    return best


def _python_chess(games: int) -> float | None:
    """Moves a second of python-chess on PGNs of random games; None where it is not installed."""
    if importlib.util.find_spec("chess") is None:
        print("python-chess is not installed: no shares of its speed")
        return None

    import chess.pgn

    texts = []
    for seed in range(games):
        random, board, game = Random(seed), chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 80:
            move = random.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        texts.append(str(game))

    def read() -> int:
        games_read = (chess.pgn.read_game(io.StringIO(text)) for text in texts)
        return sum(game.end().ply() for game in games_read if game is not None)

    return _moves_a_second(read)


def long_record(moves: int) -> None:
    """The cost per move at the beginning and at the end of one very long record of illegal repeats and quiet turns."""
    rules = rules_for("big-city")
    header = Header("big-city", ("Ann", "Ben"))
    game = play_game(rules, header, Random(1))
    shown = [entry.move for entry in game.entries if entry.move is not None and not rules.leaves_no_trace(entry.move)]
    long = [shown[min(n, len(shown) - 1)] for n in range(moves)]
    state = rules.start(header)
    seconds = []
    for start in range(0, moves, moves // 4):
        began = time.perf_counter()
        for move in long[start : start + moves // 4]:
            state = rules.judge(state, move).state
        seconds.append((time.perf_counter() - began) / (moves // 4))
    per_move = ", ".join(f"{1e6 * value:.1f}" for value in seconds)
    print(f"a record of {moves} moves, microseconds a move by quarter: {per_move}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=100)
    parser.add_argument("--texts", type=int, default=12, help="records of each game that are read from their text")
    parser.add_argument("--moves", type=int, default=20_000)
    arguments = parser.parse_args()
    legal_places(arguments.repeat)
    whole_games(arguments.games)
    from_text(arguments.texts)
    long_record(arguments.moves)


if __name__ == "__main__":
    main()
