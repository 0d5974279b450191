"""How long `boardsight read` takes to start as a process, beyond what Python with cv2 and numpy takes by itself.

python benchmarks/starting.py [--rounds N]

Processor time of whole processes, interleaved, medians; modules are compiled before, as on every machine from the
second start on. *Ready to read*: every module that reading a photograph of the game with codes needs is fetched, and
the game's file is read. *A whole start*: a photograph is read and the process ends, less what reading it once more in
the same process takes: beside the modules this counts what the first reading makes for all others.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
PHOTOS = HERE / "tests" / "photos"
GAMES = {
    "big-city": ("vision.city.reader", PHOTOS / "big-city" / "above-lamp-full.jpg"),
    "my-city": ("vision.boards.reader", PHOTOS / "my-city" / "brutal-dim-720p.jpg"),
}
"""Games, the module that reads them, and a photograph."""
AGAIN = """
import contextlib, io, sys, time
from live.main import main
with contextlib.redirect_stdout(io.StringIO()):
    main()
    began = time.process_time()
    main()
print(1000 * (time.process_time() - began))
"""
"""Reads a photograph twice and says how many milliseconds the second time took."""


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    runs = {"Python with cv2 and numpy": ["-c", "import cv2, numpy"]}
    for game, (room, photo) in GAMES.items():
        read = ["read", str(photo), "--game", game]
        runs[f"ready to read {game}"] = ["-c", _ready(game, room)]
        runs[f"a whole start for {game}"] = ["-m", "live.main", *read]
        runs[f"of {game} once more"] = ["-c", AGAIN, *read]
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(arguments.rounds + 1):
        for name, words in runs.items():
            process_ms, said = _processor_ms([sys.executable, *words])
            if number:  # the first time modules are compiled
                taken[name].append(float(said) if name.endswith("once more") else process_ms)
    typical = {name: statistics.median(times) for name, times in taken.items()}
    least = typical.pop("Python with cv2 and numpy")
    print("| start | beyond cv2 and numpy |\n| --- | --- |")
    print(f"| Python with cv2 and numpy | ({least:.0f} ms) |")
    for game in GAMES:
        once_more = typical[f"of {game} once more"]
        print(f"| ready to read {game} | {typical[f'ready to read {game}'] - least:.0f} ms |")
        whole = typical[f"a whole start for {game}"] - once_more - least
        print(f"| a whole start for {game} (a later reading: {once_more:.0f} ms) | {whole:.0f} ms |")
    return 0


def _ready(game: str, room: str) -> str:
    """What a process does before it opens the photograph."""
    modules = ("live.main", "live.commands.read", "live.archive.photos", "vision.pixels.images", "vision.reader", room)
    return f"import {', '.join(modules)}; from tabletop.gamefile import load_game; load_game({game!r})"


def _processor_ms(words: Sequence[str]) -> tuple[float, str]:
    """Of one process with its children, from start to end, and what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["OPENBLAS_NUM_THREADS"] = "1"  # as the program has it
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=HERE, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), done.stdout


if __name__ == "__main__":
    sys.exit(main())
