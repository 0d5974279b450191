"""How long `boardsight read` takes to start as a process, beyond what Python with cv2 and numpy takes by itself.

python benchmarks/starting.py [--rounds N]

Processor time of whole processes, interleaved, medians; modules are compiled before, as on every machine from the
second start on. To start is to fetch every module that reading a photograph of the game with codes needs, and its
file; nothing is read.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOMS = {"big-city": "vision.city.reader", "my-city": "vision.boards.reader"}
"""Games, and the module that reads them."""


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    runs = {"Python with cv2 and numpy": "import cv2, numpy"}
    runs |= {f"ready to read {game}": _ready(game, room) for game, room in ROOMS.items()}
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for code in runs.values():
        _processor_ms([sys.executable, "-c", code])
    for _ in range(arguments.rounds):
        for name, code in runs.items():
            taken[name].append(_processor_ms([sys.executable, "-c", code]))
    least = statistics.median(next(iter(taken.values())))
    print("| process | processor time | beyond cv2 and numpy |\n| --- | --- | --- |")
    for name, times in taken.items():
        print(f"| {name} | {statistics.median(times):.0f} ms | {statistics.median(times) - least:.0f} ms |")
    return 0


def _ready(game: str, room: str) -> str:
    """What a process does before it opens the photograph."""
    modules = ("live.main", "live.commands.read", "live.archive.photos", "vision.pixels.images", "vision.reader", room)
    return f"import {', '.join(modules)}; from tabletop.gamefile import load_game; load_game({game!r})"


def _processor_ms(words: Sequence[str]) -> float:
    """Of one process with its children, from start to end."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, capture_output=True, check=False, cwd=Path(__file__).parents[1], env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    sys.exit(main())
