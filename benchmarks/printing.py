"""How long printing takes and how large its files are: all of each game, in one process that has printed before.

    python benchmarks/printing.py [--repeat N]

First the whole command `boardsight print big-city`, imports included: seconds on the clock and of the processor.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game, shipped_games


def main() -> None:
    """Print each game `--repeat` times and show the fastest run, the PDFs' size and their pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    for _ in range(arguments.repeat):
        wall, used = whole_command("big-city")
        print(f"boardsight print big-city: {wall:.2f} s on the clock, {used:.2f} s of the processor")
    print(f"{'game':14} {'paper':6} {'seconds':>8} {'kB':>6}")
    for name in shipped_games():
        for paper in ("a4", "a3"):
            game, settings = load_game(name), PrintSettings(paper=paper)
            seconds, size = [], 0
            for _ in range(arguments.repeat):
                started = time.process_time()
                files = print_game(game, settings)
                seconds.append(time.process_time() - started)
                size = sum(len(content) for file, content in files.items() if file.endswith(".pdf"))
            print(f"{name:14} {paper:6} {min(seconds):8.2f} {size / 1000:6.0f}")


def whole_command(game: str) -> tuple[float, float]:
    """Seconds of `boardsight print GAME` as a process of its own: on the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        command = [sys.executable, "-m", "live.main", "print", game, "--out", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
