"""Pictures a second of `boardsight read` over a folder: one process, two, and what it means for a hundred machines.

python benchmarks/archive.py [--pictures 60]

*Against two cores*: pictures a second over what two cores would read that did nothing else (one reading in one thread,
its processor time). Where other programs want the cores as well, the processor time tells more: *reading's share* is
what all readings take by themselves over what the whole run takes with the start of its processes.
"""

import argparse
import contextlib
import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
PHOTOS = Path(__file__).parents[1] / "tests" / "photos" / "big-city"
HUNDRED_THOUSAND = 100_000
ONE_READING = """
import statistics, sys, time
import cv2
from live.archive.photos import ReadOptions, read_photo
cv2.setNumThreads(1)
taken = []
for path in sys.argv[1:] * 3:
    began = time.process_time()
    read_photo(path, path, None, ReadOptions(game="big-city"))
    taken.append(time.process_time() - began)
some = len(sys.argv) - 1
print(sum(min(taken[at + some], taken[at + 2 * some]) for at in range(some)) / some)
"""
"""Reads photographs three times in one thread and says the mean seconds of one; the first time does not count."""


def folder_of(count: int, folder: Path) -> Path:
    """A folder with copies of the test photographs of 1080p."""
    sources = sorted(path for path in PHOTOS.glob("above-*.jpg"))
    for number in range(count):
        shutil.copy(sources[number % len(sources)], folder / f"{number:05d}.jpg")
    return folder


def seconds(folder: Path, jobs: int, out: Path) -> tuple[float, float]:
    """How long a whole run takes, the start of its processes included: on the clock, and of all processors."""
    words = ["read", str(folder), "--game", "big-city", "--jobs", str(jobs), "--out", str(out)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "live.main", *words], check=True, capture_output=True)
    ended = time.perf_counter()
    wait_for_others()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def adopt_others() -> None:
    """Become who waits for processes whose parent ends before them, as workers' do; without, their time is lost."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for_others() -> None:
    """Until all that were adopted have ended."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def one_reading_s(folder: Path) -> float:
    """Processor time of one reading in one thread, mean of the folder's different photographs."""
    some = [str(path) for path in sorted(folder.iterdir())[: len(list(PHOTOS.glob("above-*.jpg")))]]
    words = [sys.executable, "-c", ONE_READING, *some]
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    return float(subprocess.run(words, check=True, capture_output=True, text=True, env=alone).stdout)


def run() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=60)
    count = parser.parse_args().pictures
    cores = os.cpu_count() or 1
    adopt_others()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "pictures").mkdir()
        folder = folder_of(count, place / "pictures")
        outs = {jobs: place / f"{jobs}.jsonl" for jobs in (1, 2)}
        reading_s = one_reading_s(folder)
        taken = {jobs: seconds(folder, jobs, out) for jobs, out in outs.items()}
        same = outs[1].read_bytes() == outs[2].read_bytes()
    print(
        f"{count} photographs of 1080p on {cores} cores; the results are {'the same' if same else 'DIFFERENT'};",
        end=" ",
    )
    print(f"one reading takes {1000 * reading_s:.0f} ms\n")
    print("| processes | pictures a second | against as many cores | reading's share of the processor time |")
    print("| --- | --- | --- | --- |")
    for jobs, (clock_s, processor_s) in taken.items():
        against, share = count * reading_s / clock_s / jobs, count * reading_s / processor_s
        print(f"| {jobs} | {count / clock_s:.1f} | {against:.2f} | {share:.2f} |")
    rate = count / taken[2][0]
    hours, seconds_on_hundred = HUNDRED_THOUSAND / rate / 3600, HUNDRED_THOUSAND / rate / 100
    print(f"\nOn paper: {HUNDRED_THOUSAND:,} pictures take {hours:.1f} hours on this machine and", end=" ")
    print(f"{seconds_on_hundred:.0f} s on a hundred like it, if their folder gives {rate * 100:.0f} files a second.")
    if not same:
        raise SystemExit(1)


if __name__ == "__main__":
    run()
