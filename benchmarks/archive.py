"""Pictures a second of `boardsight read` over a folder: one process, two, and what it means for a hundred machines.

python benchmarks/archive.py [--pictures 60]
"""

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path

from live.main import main

PHOTOS = Path(__file__).parents[1] / "tests" / "photos" / "big-city"
HUNDRED_THOUSAND = 100_000


def folder_of(count: int, folder: Path) -> Path:
    """A folder with copies of the test photographs of 1080p."""
    sources = sorted(path for path in PHOTOS.glob("above-*.jpg"))
    for number in range(count):
        shutil.copy(sources[number % len(sources)], folder / f"{number:05d}.jpg")
    return folder


def seconds(folder: Path, jobs: int, out: Path) -> float:
    """How long a whole run takes, the start of its processes included."""
    started = time.perf_counter()
    code = main(["read", str(folder), "--game", "big-city", "--jobs", str(jobs), "--out", str(out)])
    if code:
        raise SystemExit(f"the run ended with exit code {code}")
    return time.perf_counter() - started


def run() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=60)
    count = parser.parse_args().pictures
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "pictures").mkdir()
        folder = folder_of(count, place / "pictures")
        outs = {jobs: place / f"{jobs}.jsonl" for jobs in (1, 2)}
        rates = {jobs: count / seconds(folder, jobs, out) for jobs, out in outs.items()}
        same = outs[1].read_bytes() == outs[2].read_bytes()
    print(f"{count} photographs of 1080p on {cores} cores; the results are {'the same' if same else 'DIFFERENT'}\n")
    print("| processes | pictures a second | against one |")
    print("| --- | --- | --- |")
    for jobs, rate in rates.items():
        print(f"| {jobs} | {rate:.1f} | {rate / rates[1]:.2f} |")
    hours = HUNDRED_THOUSAND / rates[2] / 3600
    print(f"\nOn paper: {HUNDRED_THOUSAND:,} pictures take {hours:.1f} hours on this machine and {hours * 36:.0f} s")
    print(f"on a hundred like it, as long as their folder keeps up ({rates[2] * 100:.0f} files a second).")
    if not same:
        raise SystemExit(1)


if __name__ == "__main__":
    run()
