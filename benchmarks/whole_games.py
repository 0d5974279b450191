"""Whole games at the virtual table with the mishaps of real evenings: moves, scores, false moves, questions, latency.

    python benchmarks/whole_games.py                       # one Big City game
    python benchmarks/whole_games.py --all --jobs 2        # 20 games over the four games, an hour of film
    python benchmarks/whole_games.py --game my-city --from 3 --to 5 --frames-per-s 15
    python benchmarks/whole_games.py --game examples/meadow.toml --to 3 --pieces palette --answer --calm
    python benchmarks/whole_games.py --to 3 --frames-per-s 5 --moves 36 --fault blind-dark   # -frozen, -covered
    python benchmarks/whole_games.py --frames-per-s 5 --looks out/looks   # filmed once, then only decided again
    nice python benchmarks/whole_games.py --drawn 4        # today's games, never seen before; every run is kept

`--drawn N` plays the first N games of the day, whose seeds, players and mishaps follow from its date: nobody can have
tuned anything on them; `--only 4,9` plays but these of them, counted from 0. Their figures go to
`benchmarks/evenings/drawn.jsonl`, bad ones too, and are never played again. `--pieces palette` lays them with pieces
that bear no codes, `--answer` lets the players tap what looks can't tell, a moment after they are asked.

One turn in five has a forgotten puck, a straightened piece, a piece taken back or a wrong placement put right; two in
five a bump, another lamp, a resting hand, a cup, a cat, a shadow, the table turned or our own LED display flashing; one
frame in five is lost. Times are those of a virtual clock that runs with the film and our own processor time
(`evenings.webcam`). A move that was never right counts in none of the times, only as a move that is not right.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from drawn_games import HEAD, row
from evenings import AROUND, EVERY, IMPERFECT, KEPT, drawn, play

from live.sources.virtual import FilmOrder
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game

PLAYERS = ("Ann", "Ben", "Cem")
FRAMES_PER_S = 15.0
FEWER_PER_S = 6.0
"""Twice as many games in the same time: filming is most of the work, and fewer pictures are the harder case."""
GAMES = ("big-city", "my-city", "my-city-chess", "small-city")
EACH = 5
"""How many of each the whole table has: the first at `FRAMES_PER_S`, the others at `FEWER_PER_S`."""
ALSO = ("false_moves", "right_guesses", "right_once_answered", "faults")


def orders(given: argparse.Namespace) -> list[FilmOrder]:
    """Films of games, each in a room of its own; seed 0 is a game's script, if it has one.

    Three play the first and third of each game, two the others.
    """
    if given.drawn is not None:
        games = drawn(datetime.now(UTC).date(), given.drawn, given.frames_per_s, given.moves)
        games = [replace(order, pieces=given.pieces) for order in games]
        return games if given.only is None else [games[number] for number in given.only]
    seeds = range(given.first, (given.first if given.to is None else given.to) + 1)
    chosen = [(given.game, seed, given.frames_per_s) for seed in seeds]
    if given.all:
        rates = {seed: FRAMES_PER_S if seed == 1 else FEWER_PER_S for seed in range(1, EACH + 1)}
        chosen = [(game, seed, rate) for seed, rate in rates.items() for game in GAMES]
    return [
        FilmOrder(
            game,
            PLAYERS if seed in (0, 1, 3) else PLAYERS[:2],
            random_seed=None if seed == 0 else seed,
            seed=seed,
            faults=tuple(given.fault) if given.fault else () if given.calm else (*IMPERFECT, *AROUND),
            every=EVERY,
            frames_per_s=rate,
            pieces=given.pieces,
            most_moves=given.moves,
        )
        for game, seed, rate in chosen
    ]


def game_name(order: FilmOrder, *, answering: bool) -> str:
    """A game as its figures are kept."""
    played = "script" if order.random_seed is None else f"random {order.random_seed}"
    rate = "" if order.frames_per_s == FRAMES_PER_S else f", {order.frames_per_s:g} frames/s"
    pieces = "" if order.pieces is None else f", {Path(order.pieces).stem}"
    lines = "" if order.most_moves is None else f", first {order.most_moves} lines"
    told = ", answered" if answering else ""
    return f"{Path(order.game).stem}{pieces}, {played}{rate}{lines}{told}"


def film(order: FilmOrder, folder: Path, looks: Path | None, *, answering: bool) -> Mapping[str, Any]:
    """Play, film, read and measure a game."""
    if looks is not None:  # what is answered changes nothing about them
        looks /= game_name(order, answering=False).replace(" ", "-").replace("/", "-") + ".looks"
    evening = play(order, folder, answering=answering, looks=looks)
    return {"game": game_name(order, answering=answering), **asdict(evening)}


def films(games: Sequence[FilmOrder], given: argparse.Namespace, folder: Path) -> Iterator[Mapping[str, Any]]:
    """What each game came to; those that are kept already are not played."""
    file = given.keep
    kept = file.read_text().splitlines() if file is not None and file.exists() else []
    done = {line["game"]: line for line in map(json.loads, kept)}
    named = partial(game_name, answering=given.answer)
    work = partial(film, folder=folder, looks=given.looks, answering=given.answer)
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as workers:
        fresh = workers.map(work, [order for order in games if named(order) not in done])
        for name in map(named, games):
            if name not in done:
                done[name] = next(fresh)
                if file is not None:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    with file.open("a") as out:
                        out.write(json.dumps(done[name]) + "\n")
            yield done[name]


def _numbers(words: str) -> tuple[int, ...]:
    """`3,5`"""
    return tuple(int(word) for word in words.split(","))


def _game(words: str) -> str:
    """The name of a game, or a file with one."""
    try:
        load_game(words)
    except BoardsightError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return words


def main() -> int:
    """Play, measure, print a table; 1 where a game was not read as it was played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = f"{', '.join(GAMES)}, or a file with a game of people's own"
    parser.add_argument("--game", type=_game, default="big-city", help=own)
    parser.add_argument("--from", type=int, default=1, dest="first", help="seed of the first game; 0 is the script")
    parser.add_argument("--to", type=int, help="seed of the last game")
    parser.add_argument("--all", action="store_true", help="the whole table")
    parser.add_argument("--frames-per-s", type=float, default=FRAMES_PER_S)
    parser.add_argument("--fault", action="append", help="these in place of all mishaps")
    parser.add_argument("--calm", action="store_true", help="no mishaps")
    parser.add_argument("--pieces", help="play with these in place of the printed ones, as `boardsight demo` does")
    parser.add_argument("--drawn", type=int, metavar="N", help="today's first N games, drawn from the date")
    parser.add_argument("--only", type=_numbers, help="of those drawn but these, counted from 0, as in 3,5")
    parser.add_argument("--answer", action="store_true", help="the players answer on the page what they are asked")
    parser.add_argument("--moves", type=int, help="only so many lines of each game")
    parser.add_argument("--keep", type=Path, help="figures are kept in this file; games that stand there are done")
    parser.add_argument("--looks", type=Path, help="looks at films are kept in this folder, and decided again later")
    parser.add_argument("--jobs", type=int, default=1, help="so many games at a time, each in a process of its own")
    given = parser.parse_args()
    if given.drawn is not None:
        given.keep = given.keep or KEPT
    print(HEAD, flush=True)
    told = []
    with tempfile.TemporaryDirectory() as folder:
        for one in films(orders(given), given, Path(folder)):
            told.append(one)
            print(row(one["game"], [one]), flush=True)
            for line in (", ".join(f"{key} {one.get(key, 0)}" for key in ALSO), *one["verdict"]["differences"][:8]):
                print(f"  {one['game']}: {line}", file=sys.stderr, flush=True)
    print(row("**all**", told))
    print(", ".join(f"{key} {sum(one.get(key, 0) for one in told)}" for key in ALSO))
    return int(any(one["verdict"]["differences"] or one.get("faults") for one in told))


if __name__ == "__main__":
    sys.exit(main())
