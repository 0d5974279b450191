"""Whole games at the virtual table with the mishaps of real evenings: moves, scores, false moves, questions, latency.

    python benchmarks/live.py                       # one Big City game
    python benchmarks/live.py --all --jobs 2 --keep out/games.jsonl   # 20 games over the four games, an hour of film
    python benchmarks/live.py --game my-city --from 3 --to 5 --frames-per-s 15
    python benchmarks/live.py --to 2 --frames-per-s 4 --pieces palette --calm   # pieces without codes, no mishaps
    python benchmarks/live.py --game examples/meadow.toml --from 1 --to 3 --frames-per-s 5 --pieces palette --answer
    python benchmarks/live.py --to 3 --frames-per-s 5 --moves 36 --fault blind-dark   # -frozen, -covered
    python benchmarks/live.py --frames-per-s 5 --looks out/looks   # filmed once, then only decided again
    python benchmarks/live.py --to 2 --frames-per-s 7.5 --fault soft-shadow --fault exposure   # half the rate
    nice python benchmarks/live.py --drawn 4 --frames-per-s 15   # today's games, never seen before; every run is kept

`--drawn N` plays the first N games of the day, whose seeds, players and mishaps follow from its date: nobody can have
tuned anything on them; `--only 4,9` plays but these of them, counted from 0. `--pieces palette` lays them with pieces
that bear no codes, `--answer` lets the players tap what looks can't tell, a moment after they are asked. Their figures
go to `benchmarks/evenings/drawn.jsonl`, bad ones too, and are never played again.

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
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import MISSING, asdict, fields, replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median, quantiles

from evenings import AROUND, EVERY, IMPERFECT, KEPT, Evening, drawn, play

from live.demo.comparison import Comparison
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
HEAD = (
    "| game | moves right | scores | false moves | put right | questions (of them taps) | wrong, no mark | "
    "right, marked | right once answered | move known after | turn right after | ms a frame |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def orders(
    games: Iterable[tuple[str, int, float]],
    faults: tuple[str, ...],
    pieces: str | None = None,
    most_moves: int | None = None,
) -> list[FilmOrder]:
    """Films of games by seed and frames a second, each in a room of its own; seed 0 is a game's script, if it has one.

    Three play the first and third of each game, two the others.
    """
    return [
        FilmOrder(
            game,
            PLAYERS if seed in (0, 1, 3) else PLAYERS[:2],
            random_seed=None if seed == 0 else seed,
            seed=seed,
            faults=faults,
            every=EVERY,
            frames_per_s=frames_per_s,
            pieces=pieces,
            most_moves=most_moves,
        )
        for game, seed, frames_per_s in games
    ]


def row(name: str, evening: Evening) -> str:
    """A game as a line of the table."""
    verdict = evening.verdict
    scores = "exact" if dict(verdict.script_totals) == dict(verdict.read_totals) else "wrong"
    return (
        f"| {name} | {verdict.right} of {verdict.played} | {scores} | {evening.false_moves} | {evening.corrections} | "
        f"{evening.questions} ({evening.taps}) | {evening.unmarked} | {evening.right_guesses} | "
        f"{evening.right_once_answered} | "
        f"{_middle_and_late(evening.seen_after_s)} | {_middle_and_late(evening.right_after_s)} | "
        f"{1000 * evening.looking_s / max(1, evening.frames):.0f} |"
    )


def _middle_and_late(latencies_s: Sequence[float]) -> str:
    """Median and 95th percentile."""
    if len(latencies_s) < 2:
        return "–"
    return f"{median(latencies_s):.2f} / {quantiles(latencies_s, n=20)[-1]:.2f} s"


def total(evenings: list[Evening], told: str) -> str:
    """Games taken together as a line of the table."""
    seen, right_after = (
        [late for evening in evenings for late in getattr(evening, key)] for key in ("seen_after_s", "right_after_s")
    )
    hours = sum(evening.film_s for evening in evenings) / 3600
    right, played = (sum(getattr(evening.verdict, key) for evening in evenings) for key in ("right", "played"))
    exact = sum(evening.exact for evening in evenings)
    return (
        f"| **{len(evenings)} games{told}, {hours:.1f} h** | {right} of {played} | {exact} games exact | "
        f"{sum(evening.false_moves for evening in evenings) / hours:.1f} an hour | "
        f"{mean(evening.corrections for evening in evenings):.1f} a game | "
        f"{mean(evening.questions for evening in evenings):.1f} "
        f"({mean(evening.taps for evening in evenings):.1f}) a game | "
        f"{sum(evening.unmarked for evening in evenings)} | {sum(evening.right_guesses for evening in evenings)} | "
        f"{sum(evening.right_once_answered for evening in evenings)} | {_middle_and_late(seen)} | "
        f"{_middle_and_late(right_after)} | "
        f"{1000 * sum(e.looking_s for e in evenings) / sum(e.frames for e in evenings):.0f} |"
    )


def _played(
    games: Sequence[FilmOrder], folder: Path, jobs: int, keep: Path | None, looks: Path | None, *, answering: bool
) -> Iterator[Evening]:
    """The games one after the other, or several at a time; each as soon as those before it are done."""
    done, named = _kept(keep), partial(game_name, answering=answering)
    missing = [order for order in games if named(order) not in done]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as workers:
        futures = (
            workers.submit(play, order, folder, answering=answering, looks=looks and looks / _looks_at(order))
            for order in missing
        )
        fresh = dict(zip(map(named, missing), futures, strict=True))
        if keep is not None:
            for name, future in fresh.items():
                future.add_done_callback(partial(_keep, keep, name))
        try:
            for name in map(named, games):
                yield done[name] if name in done else fresh[name].result()
        finally:
            workers.shutdown(cancel_futures=True)  # where one breaks down, the others need not be played


def game_name(order: FilmOrder, *, answering: bool) -> str:
    """A game as its figures are kept."""
    played = "script" if order.random_seed is None else f"random {order.random_seed}"
    rate = "" if order.frames_per_s == FRAMES_PER_S else f", {order.frames_per_s:g} frames/s"
    pieces = "" if order.pieces is None else f", {Path(order.pieces).stem}"
    lines = "" if order.most_moves is None else f", first {order.most_moves} lines"
    told = ", answered" if answering else ""
    return f"{Path(order.game).stem}{pieces}, {played}{rate}{lines}{told}"


def _looks_at(order: FilmOrder) -> str:
    """The file's name for the looks at a film: what is answered changes nothing about them."""
    return game_name(order, answering=False).replace(" ", "-").replace("/", "-") + ".looks"


def _keep(file: Path, name: str, future: Future[Evening]) -> None:
    if not future.cancelled() and future.exception() is None:
        line = json.dumps({"game": name, **asdict(future.result())})
        with file.open("a") as out:
            out.write(f"\n{line}\n" if _torn(file) else f"{line}\n")


def _torn(file: Path) -> bool:
    """Whether the last line was not written to its end."""
    return file.stat().st_size > 0 and not file.read_bytes().endswith(b"\n")


def _kept(file: Path | None) -> dict[str, Evening]:
    """Game's name -> its figures, of those that a file already has."""
    found = {}
    for line in file.read_text().splitlines() if file is not None and file.exists() else ():
        try:
            figures = json.loads(line)
        except json.JSONDecodeError:
            print(f"a line of {file} is torn, its game is played again", file=sys.stderr)
            continue
        name, verdict = figures.pop("game"), Comparison(**figures.pop("verdict"))
        known = {field.name: field.default is MISSING for field in fields(Evening) if field.name != "verdict"}
        if not {name for name, needed in known.items() if needed} <= figures.keys() <= known.keys():
            print(
                f"a line of {file} has other figures than today's, its game counts as not played: {name}",
                file=sys.stderr,
            )
            continue
        found[name] = Evening(replace(verdict, differences=tuple(verdict.differences)), **figures)
    return found


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
    parser.add_argument(
        "--game", type=_game, default="big-city", help=f"{', '.join(GAMES)}, or a file with a game of people's own"
    )
    parser.add_argument("--from", type=int, default=1, dest="first", help="seed of the first game; 0 is the script")
    parser.add_argument("--to", type=int, help="seed of the last game")
    parser.add_argument("--all", action="store_true", help="the whole table")
    parser.add_argument("--frames-per-s", type=float, default=FRAMES_PER_S)
    parser.add_argument("--fault", action="append", help="these in place of all mishaps")
    parser.add_argument("--calm", action="store_true", help="no mishaps")
    parser.add_argument("--pieces", help="play with these in place of the printed ones, as `boardsight demo` does")
    parser.add_argument("--track", action="store_true", help="the players keep score on the score track (Big City)")
    parser.add_argument("--no-puck", action="store_true", help="and nobody uses the turn puck")
    parser.add_argument("--drawn", type=int, metavar="N", help="today's first N games, drawn from the date")
    parser.add_argument("--only", type=_numbers, help="of those drawn but these, counted from 0, as in 3,5")
    parser.add_argument("--answer", action="store_true", help="the players answer on the page what they are asked")
    parser.add_argument("--moves", type=int, help="only so many lines of each game")
    parser.add_argument("--keep", type=Path, help="figures are kept in this file; games that stand there are done")
    parser.add_argument(
        "--looks",
        type=Path,
        help="the looks at each film are kept in this folder; where they stand there"
        " already, nothing is filmed and they are decided again",
    )
    parser.add_argument("--jobs", type=int, default=1, help="so many games at a time, each in a process of its own")
    arguments = parser.parse_args()
    faults = tuple(arguments.fault) if arguments.fault else () if arguments.calm else (*IMPERFECT, *AROUND)
    seeds = range(arguments.first, (arguments.first if arguments.to is None else arguments.to) + 1)
    if 0 in seeds and arguments.game not in GAMES:
        parser.error(f"{arguments.game} has no script; begin with --from 1")
    chosen = [(arguments.game, seed, arguments.frames_per_s) for seed in seeds]
    if arguments.all:
        rates = {seed: FRAMES_PER_S if seed == 1 else FEWER_PER_S for seed in range(1, EACH + 1)}
        chosen = [(game, seed, rate) for seed, rate in rates.items() for game in GAMES]
    print(HEAD, flush=True)
    evenings = []
    games = orders(chosen, faults, arguments.pieces, arguments.moves)
    games = [replace(order, track=arguments.track, puck=not arguments.no_puck) for order in games]
    if arguments.drawn is not None:
        games = drawn(datetime.now(UTC).date(), arguments.drawn, arguments.frames_per_s, arguments.moves)
        games = [replace(order, pieces=arguments.pieces) for order in games]
        games = games if arguments.only is None else [games[number] for number in arguments.only]
        arguments.keep = arguments.keep or KEPT
    if arguments.keep is not None:
        arguments.keep.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        answering = arguments.answer
        played = _played(games, Path(folder), arguments.jobs, arguments.keep, arguments.looks, answering=answering)
        for order, evening in zip(games, played, strict=True):
            evenings.append(evening)
            name = game_name(order, answering=answering)
            print(row(name, evening), flush=True)
            if evening.faults:
                print(f"  {name}: {evening.faults} faults of Boardsight itself", file=sys.stderr, flush=True)
            for difference in evening.verdict.differences[:8]:
                print(f"  {name}: {difference}", file=sys.stderr, flush=True)
    filmed_at = list(dict.fromkeys(order.frames_per_s for order in games))
    for rate in filmed_at if len(filmed_at) > 1 else ():
        same = [evening for order, evening in zip(games, evenings, strict=True) if order.frames_per_s == rate]
        print(total(same, f" at {rate:g} frames/s"), flush=True)
    if len(evenings) > 1:
        print(total(evenings, ""), flush=True)
    return int(any(not evening.exact or evening.faults for evening in evenings))


if __name__ == "__main__":
    sys.exit(main())
