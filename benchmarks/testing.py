"""Where the processor time of the tests goes, by room, file and test.

python benchmarks/testing.py [--files N] [--tests N] [--into FILE] [WORDS for pytest ...]

Every test in one process, as a worker of `make test` runs it, with whatever its processes take: commands, servers, and
the browser that stays open from test to test. What a fixture of a module takes counts for the test that asks first.
The clock is not looked at; on a busy machine a second of work is all the same half as long again: compare by turns.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

os.environ.update(OPENCV_FOR_THREADS_NUM="1", OPENBLAS_NUM_THREADS="1")

import pytest

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


class Recorder:
    """A pytest plugin: seconds of processor time by test, and of what comes before the first."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = defaultdict(float)
        self.collected_s = 0.0
        self._before: dict[int, _Process] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Imports of all files, and what they make of themselves."""
        yield
        self._before = _alive()
        self.collected_s = self._before[os.getpid()].taken_s

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test with its fixtures."""
        result = yield
        now = _alive()
        self.taken[item.nodeid] += _between(self._before, now)
        self._before = now
        return result


@dataclass(frozen=True, slots=True)
class _Process:
    """One that lives: its parent, and the seconds of itself and of its children that ended."""

    parent: int
    taken_s: float


def _alive() -> dict[int, _Process]:
    """This process and all that descend from it."""
    found = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                stat = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            found[int(entry.name)] = _Process(int(stat[1]), sum(map(int, stat[11:15])) / TICKS)
    times = os.times()
    us = os.getpid()
    found[us] = _Process(0, times.user + times.system + times.children_user + times.children_system)
    ours = {us}
    while more := {one for one, process in found.items() if process.parent in ours} - ours:
        ours |= more
    return {one: found[one] for one in ours}


def _between(before: dict[int, _Process], now: dict[int, _Process]) -> float:
    """Seconds that all of them took. The time of one that ended has come to the account of its parent; of one whose
    parent did not ask for how it ended, what it took since `before` is not known."""
    came: dict[int, float] = defaultdict(float)
    for process, was in before.items():
        if process not in now:
            heir = was.parent
            while heir not in now:
                heir = before[heir].parent if heir in before else os.getpid()
            came[heir] += was.taken_s
    total = 0.0
    for process, is_ in now.items():
        more = is_.taken_s - (before[process].taken_s if process in before else 0.0)
        total += max(0.0, more - came[process])
    return total


def main(words: Sequence[str] | None = None) -> int:
    """Run, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=40, metavar="N", help="so many files, the longest first")
    parser.add_argument("--tests", type=int, default=40, metavar="N", help="so many tests, the longest first")
    parser.add_argument("--into", type=Path, metavar="FILE", help="all tests with their seconds, as JSON")
    options, given = parser.parse_known_args(words)
    os.chdir(ROOT)
    recorder = Recorder()
    code = pytest.main(["-q", "-p", "no:cacheprovider", *given], plugins=[recorder])
    by_file: dict[str, float] = defaultdict(float)
    by_room: dict[str, float] = defaultdict(float)
    for name, taken in recorder.taken.items():
        file = name.partition("::")[0]
        by_file[file] += taken
        by_room[str(Path(file).parent)] += taken
    if options.into:
        options.into.write_text(json.dumps({"collected": recorder.collected_s, **recorder.taken}, indent=0))
    print(
        f"{len(recorder.taken)} tests, {sum(by_file.values()):.0f} s, and {recorder.collected_s:.1f} s to collect them"
    )
    for title, table, most in (
        ("room", by_room, len(by_room)),
        ("file", by_file, options.files),
        ("test", recorder.taken, options.tests),
    ):
        print(f"| {title} | processor time |\n| --- | --- |")
        for name, taken in sorted(table.items(), key=itemgetter(1), reverse=True)[:most]:
            print(f"| {name.removeprefix('tests/')} | {taken:.1f} s |")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
