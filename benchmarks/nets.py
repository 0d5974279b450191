"""Nets under work that must change nothing: what was printed and read, kept in files to compare with.

`python benchmarks/nets.py` shows what differs from the kept files, a line each, and ends with 1 where anything does;
`--make` writes the files anew after a wanted change (then read `git diff --stat`, and this command's output before it);
`sheets`: check sums of every printed sheet's drawing commands. `photographs` and `drawings`: position, confidence and
evidence of the corpus and of pictures of the virtual table. `demos`: five random games of each game, played, filmed and
read, to the line (40 minutes). Name one or several; all where none is named.
"""

import argparse
import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from measuring import demos, printed, readings
from tqdm import tqdm

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "nets"
SHEETS = FOLDER / "sheets.txt"
PICTURES: Mapping[str, Callable[[], Iterator[readings.Readable]]] = {
    "photographs": readings.photographs,
    "drawings": readings.drawn,
}
NETS = ("sheets", "demos", *PICTURES)


def kept_at(net: str) -> Path:
    """Where the readings of a net of pictures are kept."""
    return FOLDER / f"{net}.jsonl.xz"


def main() -> int:
    """Compare, or make anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nets", nargs="*", choices=[*NETS, []], help="which (default: all)")
    parser.add_argument("--make", action="store_true", help="write the files anew")
    options = parser.parse_args()
    different = 0
    for net in options.nets or NETS:
        for line in _compared(net, make=options.make):
            different += 1
            print(line, flush=True)
    print("nothing has changed" if not different else f"{different} lines have changed")
    return 1 if different and not options.make else 0


def _compared(net: str, *, make: bool) -> Iterator[str]:
    if net == "sheets":
        return _sheets(make=make)
    return _demos(make=make) if net == "demos" else _pictures(net, make=make)


def _sheets(*, make: bool) -> Iterator[str]:
    """The lines that are there no more, and those that are new."""
    yield from _otherwise(SHEETS, [line for game in printed.games() for line in printed.sheets(game)], make=make)


def _demos(*, make: bool) -> Iterator[str]:
    """The same of each game's lines."""
    for name in tqdm(demos.names(), unit=" game", disable=None, leave=False):
        for line in _otherwise(demos.kept_at(FOLDER, name), demos.lines(name), make=make):
            yield f"{name}: {line}"


def _otherwise(path: Path, now: list[str], *, make: bool) -> Iterator[str]:
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    yield from (line for line in difflib.ndiff(before, now) if line[0] in "+-")
    if make:
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(now) + "\n", encoding="utf-8")


def _pictures(net: str, *, make: bool) -> Iterator[str]:
    """A line for every place of every picture that is read otherwise."""
    path = kept_at(net)
    before = readings.read(path) if path.exists() else {}
    now = {}
    for one in tqdm(list(PICTURES[net]()), unit=" picture", disable=None, leave=False):
        now[one.name] = readings.kept(one.read())
        yield from (f"{one.name}: {line}" for line in readings.differences(before.get(one.name), now[one.name]))
    if make:
        readings.write(path, now)


if __name__ == "__main__":
    raise SystemExit(main())
