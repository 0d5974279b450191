"""What tries damaged inputs by the thousand: how many, how long and how large each may be, and how they are damaged."""

import copy
import random
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

KINDS = {
    "position": 2000, "record": 2000, "picture": 1000, "file": 8000, "icon": 2000, "request": 5000, "type": 10_000,
    "report": 500, "backup": 1000, "database": 1000, "hook": 1000, "upload": 1000,
}  # fmt: skip
SAMPLE = 20
"""Of each kind in the normal run."""
LONGEST_S = 10.0
"""Of processor time for one input."""
LARGEST_KB = 2**20
"""Of memory for the whole process."""
SENSELESS: list[Any] = [
    None, True, -1, 0, 99, 2**70, 1.5, float("nan"), "", "Ann", "\u0000", "\ud800", [], [[]], [1], {}, {"a": 1},
    [11, 12], [12, 11], [99, -99], "a\u0000.toml", "../x.toml", "😀" * 50,
]  # fmt: skip


@pytest.fixture(params=[pytest.param(False, id="sample"), pytest.param(True, id="soak", marks=pytest.mark.soak)])
def inputs(request: pytest.FixtureRequest) -> Iterator[Callable[[str], Iterator[int]]]:
    """Counts inputs of a kind; whoever takes one has `LONGEST_S` for it, and the process stays below `LARGEST_KB`."""

    def counted(kind: str) -> Iterator[int]:
        for number in range(KINDS[kind] if request.param else SAMPLE):
            signal.setitimer(signal.ITIMER_PROF, LONGEST_S)
            yield number
        signal.setitimer(signal.ITIMER_PROF, 0)

    before = signal.signal(signal.SIGPROF, _too_long)
    _forget_peak()
    at_first_kb = _peak_kb()
    yield counted
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
    assert _peak_kb() - at_first_kb <= LARGEST_KB


class TooLongError(BaseException):
    """Not an Exception, so that nothing on the way takes it for an answer."""


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise TooLongError(f"more than {LONGEST_S} s of processor time")


def _forget_peak() -> None:
    """Let the process's peak of memory be counted from now on, where the system can."""
    counter = Path("/proc/self/clear_refs")
    if counter.exists():
        counter.write_text("5", encoding="ascii")


def _peak_kb() -> int:
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii")) if status.exists() else None
    return int(found[1]) if found else 0


def steps(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything within a document."""
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    return [one for key, value in inner for one in ((*path, key), *steps(value, (*path, key)))]


def damaged(document: Any, chance: random.Random) -> Any:
    """A copy with one to three things replaced, left out, doubled or shifted by one."""
    document = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 2, 3])):
        if not (paths := steps(document)):
            break
        *way, key = chance.choice(paths)
        parent = document
        for step in way:
            parent = parent[step]
        how = chance.randrange(5)
        if how == 0:
            del parent[key]
        elif how == 1 and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        elif how <= 3 and type(parent[key]) is int:
            parent[key] += chance.choice([-10, -1, 1, 10])
        else:
            parent[key] = copy.deepcopy(chance.choice(SENSELESS))
    return document


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """A file with bytes changed, lost or cut off."""
    spoilt = bytearray(data)
    how = chance.randrange(4)
    if how == 0:
        del spoilt[chance.randrange(len(spoilt)) :]
    elif how == 1:
        start = chance.randrange(len(spoilt))
        del spoilt[start : start + chance.randrange(1, 2000)]
    for _ in range(chance.randrange(1, 20) if how > 1 else 0):
        spoilt[chance.randrange(len(spoilt) if how == 2 else min(120, len(spoilt)))] = chance.randrange(256)
    return bytes(spoilt)
