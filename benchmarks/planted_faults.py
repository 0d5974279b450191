"""Faults planted one by one into a copy of the tree: which of them do the tests notice?

`python benchmarks/planted_faults.py` plants each, runs the tests named with it, and ends with how many survived;
`--only WORD` takes those whose name has the word, `--tests PATH` runs other tests instead (all: `--tests tests`).
A fault is a line as it stands in the code and the same line made wrong, in `planted_faults.toml`; where the code has
moved on and the line is no longer found, that is told and counts as a failure. Nothing is changed in your own tree.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_suffix(".toml")
LEFT_OUT = (".git", ".venv", "out", "dist", "build", "docs", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
"""What no test of the list needs in the copy."""


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """One line made wrong, and the tests that ought to notice."""

    name: str
    """What the program would do wrong."""
    file: str
    old: str
    """Text that occurs once in the file."""
    new: str
    tests: tuple[str, ...]
    """Files, or tests in files, as pytest takes them."""


def planted_faults() -> tuple[PlantedFault, ...]:
    """All that the list has."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["fault"]
    return tuple(PlantedFault(**{**one, "tests": tuple(one["tests"])}) for one in listed)


def main() -> int:
    """Plant, test, count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="WORD", help="faults whose name has this word")
    parser.add_argument("--tests", nargs="*", metavar="PATH", help="run these tests instead of those named")
    options = parser.parse_args()
    chosen = [fault for fault in planted_faults() if options.only in fault.name]
    survived, stale = [], []
    with tempfile.TemporaryDirectory(prefix="boardsight-faults-") as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for fault in chosen:
            path = copy / fault.file
            before = path.read_text(encoding="utf-8")
            if before.count(fault.old) != 1:
                stale.append(fault)
                print(f"stale     {fault.name}: {fault.file} has its line {before.count(fault.old)} times", flush=True)
                continue
            path.write_text(before.replace(fault.old, fault.new), encoding="utf-8")
            noticed = _fails(copy, options.tests or fault.tests)
            path.write_text(before, encoding="utf-8")
            if not noticed:
                survived.append(fault)
            print(f"{'noticed ' if noticed else 'SURVIVED'}  {fault.name}", flush=True)
    print(f"{len(chosen)} faults: {len(survived)} survived, {len(stale)} can no longer be planted")
    return 1 if survived or stale else 0


def _fails(tree: Path, tests: Sequence[str]) -> bool:
    """Whether the tests of a tree fail; ends the program where they could not be run at all."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"pytest ends with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


if __name__ == "__main__":
    raise SystemExit(main())
