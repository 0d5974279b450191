"""The tests that wait for something, again and again on a machine that is busy with much else.

    python benchmarks/busy.py                      # ten times beside eight busy processes
    python benchmarks/busy.py --times 2 --busy 4 tests/live/test_page.py

Which tests: those that have to do with threads, sockets, processes or browsers, by what they import (`WAITING`), but
for those that are only long (`LONG`). What fails is named with its round; a test that needs a certain pace fails here.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
WAITING = re.compile(
    r"^\s*(import|from) (threading|subprocess|socket|multiprocessing|asyncio|playwright|real_broker|played_table"
    r"|speaking|services|hostile|waiting|live\.page\.server|firmware_bridge\.link)\b",
    re.MULTILINE,
)
"""What a test file imports that runs beside it."""
LONG = (
    "tests/commands/test_fuzz.py",
    "tests/docs/test_adding_a_game.py",
    "tests/docs/test_examples.py",
    "tests/live/test_hour.py",
    "tests/vision/test_large_pictures.py",
)
"""They start programs and wait for their end, however long that takes."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


def waiting_tests() -> list[str]:
    """The test files that wait for something, by name."""
    files = (file for file in sorted((ROOT / "tests").rglob("test_*.py")) if WAITING.search(file.read_text()))
    names = (str(file.relative_to(ROOT)) for file in files)
    return [name for name in names if name not in LONG]


@contextmanager
def busy(count: int, *, gentle: bool) -> Iterator[None]:
    """So many processes that never rest; gentle ones leave others on the machine their turn."""
    command = [*(["nice", "-n", "19"] if gentle else []), sys.executable, "-c", "while True: pass"]
    started = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def failed(files: Sequence[str]) -> list[str]:
    """The tests of these files that fail now, run as `make test` runs them."""
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "--numprocesses", "auto", "--dist", "loadfile", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    sys.stderr.write(done.stdout[-6000:])
    return FAILED.findall(done.stdout) or [f"pytest ended with {done.returncode}"]


def main(words: Sequence[str] | None = None) -> int:
    """Run, count, name; 1 where something failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--busy", type=int, default=8, help="so many busy processes")
    parser.add_argument("--gentle", action="store_true", help="they run at the lowest priority: others work here too")
    parser.add_argument("files", nargs="*", help="test files in place of all that wait; `tests` is everything")
    arguments = parser.parse_args(words)
    files = arguments.files or waiting_tests()
    fell: dict[str, int] = {}
    with busy(arguments.busy, gentle=arguments.gentle):
        for number in range(1, arguments.times + 1):
            begun_s = time.monotonic()
            for name in failed(files):
                fell[name] = fell.get(name, 0) + 1
                print(f"  round {number}: {name}", flush=True)
            minutes = (time.monotonic() - begun_s) / 60
            load = f"{len(files)} files, {minutes:.1f} min, load {os.getloadavg()[2]:.0f}"
            print(f"round {number}: {load}, fallen so far {sum(fell.values())}", flush=True)
    return int(bool(fell))


if __name__ == "__main__":
    sys.exit(main())
