"""Whole games at the virtual table with the mishaps of real evenings: moves, scores, false moves, questions, latency.

    python benchmarks/live_games.py                   # one short game with every mishap
    python benchmarks/live_games.py --games 20        # the soak

Latency counts from the first frame without the hand to the frame in which the move is written, plus the time that
our own work took in between; it is told in frames' time, so a busy machine only adds its own part.
"""

from __future__ import annotations

import sys

if sys.path[0] and sys.path[0].endswith("benchmarks"):
    sys.path.pop(0)  # this file's own name would hide the package `live`

import argparse
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from live.capture import Watcher
from live.loop import Table, watch_table
from live.publication import Publication
from live.record_store import RecordStore
from live.session import Session, Step, begin
from live.sources import Frame
from live.sources.virtual import FilmOrder, performance_of, record_of
from live.verdict import Verdict, compare
from live.web.mailbox import Mailbox
from simulator.performance import FAULTS, Performance
from tabletop.gamefile import load_game

MISHAPS = ("hand-stays", "bump", "light-switched", "forgotten-puck", "misplaced", "taken-back", "straightened", "cup")


@dataclass(slots=True)
class Result:
    """One game's figures."""

    verdict: Verdict
    frames: int
    readings: int
    questions: int
    corrections: int
    latencies_s: list[float]
    looking_s: float

    @property
    def false_moves(self) -> int:
        """Lines that are no move of the script in the end."""
        return len([text for text in self.verdict.differences if text.startswith("move ") and "played nothing" in text])


class Filmed:
    """The performance as a source, with its truth at hand for the measuring."""

    live = False
    name = "virtual table"

    def __init__(self, performance: Performance, frames_per_s: float) -> None:
        self.performance, self._frames_per_s = performance, frames_per_s
        self.number = 0
        self.given_s = time.perf_counter()
        self.looking_s = 0.0

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame; the time until it is asked for is what looking at the last one took."""
        self.looking_s += time.perf_counter() - self.given_s
        image = self.performance.read()
        self.given_s = time.perf_counter()
        if image is None:
            return None
        self.number += 1
        return Frame(image, self.number / self._frames_per_s, self.number)

    def close(self) -> None:
        """Nothing is held."""


def play(order: FilmOrder, folder: Path) -> Result:
    """One whole game."""
    script = record_of(order)
    store = RecordStore.open(folder / f"{order.game}-{order.seed}-{order.random_seed}.jsonl", header=script.header)
    table = Table(begin(script.header), store, Publication(), Mailbox())
    source = Filmed(performance_of(order), order.frames_per_s)
    written: list[tuple[int, float]] = []
    questions = 0

    def note(session: Session, step: Step) -> None:
        nonlocal questions
        written.append((source.number, time.perf_counter() - source.given_s))
        questions += sum(event == "question" for event, _ in step.news)

    table.on_step = note
    watcher = Watcher(load_game(order.game), script.header.players)
    watch_table(table, source, watcher, stop=threading.Event())
    latencies = []
    for shown in source.performance.shown:
        later = [(number, own_s) for number, own_s in written if number >= shown.frame]
        if later:
            number, own_s = later[0]
            latencies.append((number - shown.frame) / order.frames_per_s + own_s)
    store.close()
    verdict = compare(script, table.session, None)
    counters = table.counters
    return Result(
        verdict,
        counters.frames,
        counters.readings,
        questions,
        counters.corrections,
        latencies,
        source.looking_s,
    )


def orders(games: int, frames_per_s: float, faults: tuple[str, ...]) -> list[FilmOrder]:
    """The script first, then random games, each in a room of its own."""
    players = ("Ann", "Ben", "Cem")
    return [
        FilmOrder(
            "big-city", players, random_seed=None if seed == 0 else seed, seed=seed, faults=faults,
            frames_per_s=frames_per_s,
        )
        for seed in range(games)
    ]  # fmt: skip


def main() -> int:
    """Play, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--frames-per-s", type=float, default=5.0)
    parser.add_argument("--fault", action="append", choices=sorted(FAULTS), help="these in place of all mishaps")
    arguments = parser.parse_args()
    faults = tuple(arguments.fault) if arguments.fault else MISHAPS
    print(
        "| game | moves right | scores | false moves | corrections | questions | latency median / 95 % | ms a frame |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for order in orders(arguments.games, arguments.frames_per_s, faults):
            result = play(order, Path(folder))
            verdict = result.verdict
            name = "script" if order.random_seed is None else f"random {order.random_seed}"
            scores = "exact" if dict(verdict.script_totals) == dict(verdict.read_totals) else "wrong"
            late = quantiles(result.latencies_s, n=20)[-1] if len(result.latencies_s) > 1 else float("nan")
            print(
                f"| {name} | {verdict.right} of {verdict.played} | {scores} | {result.false_moves} | "
                f"{result.corrections} | {result.questions} | {median(result.latencies_s):.2f} / {late:.2f} s | "
                f"{1000 * result.looking_s / result.frames:.0f} |",
                flush=True,
            )
            for difference in verdict.differences:
                print(f"  {name}: {difference}", file=sys.stderr)
            worst = max(worst, bool(verdict.differences))
    return worst


if __name__ == "__main__":
    sys.exit(main())
