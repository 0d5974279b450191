"""How long `boardsight read` takes to start as a process, beyond what Python with cv2 and numpy takes by itself.

python benchmarks/starting.py [--rounds N]

Processor time of whole processes, interleaved, medians; modules are compiled before, as on every machine from the
second start on. A photograph is read and the process ends, less what reading it once more in the same process takes:
beside the modules this counts what the first reading makes for all others.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
PHOTOS = {"big-city": "above-lamp-full.jpg", "my-city": "brutal-dim-720p.jpg"}
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
    taken: dict[str, list[float]] = defaultdict(list)
    for number in range(arguments.rounds + 1):
        least_ms, _ = _processor_ms(["-c", "import cv2, numpy"])
        for game, photo in PHOTOS.items():
            read = ["read", str(HERE / "tests" / "photos" / game / photo), "--game", game]
            whole_ms, _ = _processor_ms(["-m", "live.main", *read])
            _, again_ms = _processor_ms(["-c", AGAIN, *read])
            if number:  # the first time modules are compiled
                taken[game].append(whole_ms - float(again_ms) - least_ms)
                taken["Python with cv2 and numpy"].append(least_ms)
    print("| start of | beyond cv2 and numpy |\n| --- | --- |")
    for name, times in taken.items():
        print(f"| {name} | {statistics.median(times):.0f} ms |")
    return 0


def _processor_ms(words: Sequence[str]) -> tuple[float, str]:
    """Of one Python with its children, from start to end, and what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["OPENBLAS_NUM_THREADS"] = "1"  # as the program has it
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, cwd=HERE, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), done.stdout


if __name__ == "__main__":
    sys.exit(main())
