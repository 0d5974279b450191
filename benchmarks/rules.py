"""How fast Big City's rules are: every legal place in a full city, whole games replayed, the cost per move.

Run `python benchmarks/rules.py`; the figures are in docs/rules.md.
"""

import argparse
import statistics
import time
from random import Random

from scoring import replay, rules_for
from scoring.games.big_city import city_map
from scoring.random_play import play_game
from tabletop.notation import read_position
from tabletop.records import Entry, Header, Record, read_record, write_record

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
        began = time.perf_counter()
        places = sum(len(rules.placements(state, kind)) for kind in rules.kinds(state))
        cold.append(time.perf_counter() - began)
        began = time.perf_counter()
        sum(len(rules.placements(state, kind)) for kind in rules.kinds(state))
        warm.append(time.perf_counter() - began)
    print(f"all {places} legal places: {1000 * statistics.median(cold):.2f} ms the first time in a city,", end=" ")
    print(f"{1000 * statistics.median(warm):.2f} ms each time after (median of {repeat}; at most 5 ms wanted)")


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


def long_record(moves: int) -> None:
    """The cost per move at the beginning and at the end of one very long record of illegal repeats and quiet turns."""
    rules = rules_for("big-city")
    header = Header("big-city", ("Ann", "Ben"))
    game = play_game(rules, header, Random(1))
    quiet = [entry.move for entry in game.entries if not rules.leaves_no_trace(entry.move)]
    entries = tuple(Entry(n + 1, quiet[min(n, len(quiet) - 1)]) for n in range(moves))
    state = rules.start(header)
    seconds = []
    for start in range(0, moves, moves // 4):
        began = time.perf_counter()
        for entry in entries[start : start + moves // 4]:
            state = rules.judge(state, entry.move).state
        seconds.append((time.perf_counter() - began) / (moves // 4))
    per_move = ", ".join(f"{1e6 * value:.1f}" for value in seconds)
    print(f"a record of {moves} moves, microseconds a move by quarter: {per_move}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=100)
    parser.add_argument("--moves", type=int, default=20_000)
    arguments = parser.parse_args()
    legal_places(arguments.repeat)
    whole_games(arguments.games)
    long_record(arguments.moves)


if __name__ == "__main__":
    main()
