"""How right the reader is: over the corpus of photographs, and over drawn pictures.

python benchmarks/accuracy.py corpus [--set SET]                   by class, game and light; what is not perfect
python benchmarks/accuracy.py virtual [--set SET] [--count 300]    drawn pictures in which one thing is made worse
python benchmarks/accuracy.py plain [--set SET] [--count 8] [--only LIGHT ...]     pieces without codes in any light
python benchmarks/accuracy.py foreign [--first SEED] [--count 3] [--only KIND ...] strange things over them, pieces laid
                                                                   as nobody should, strange light
python benchmarks/accuracy.py more                                 which photographs lose by a code, pixels, table more
python benchmarks/accuracy.py calibration [--set SET] [--keep]     log-loss and reliability of each witness, and of the
                                                                   answer; counts and plot for docs/accuracy.md
"""

import argparse
import os
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import figures
from measuring import evidence, reliability
from measuring.corpus import FOLDER, NOT_LOOKED_AT, SETS, pictures
from measuring.foreign import KINDS
from measuring.holding import DrawnPicture, Held, held, held_drawn, lost, lost_drawn
from measuring.positions import GAMES
from measuring.tally import Tally, table
from measuring.witnesses import nothing_said, said_of
from tqdm import tqdm

from live.archive.workers import outcomes_from_workers

ROOT = Path(__file__).parents[1]
CALIBRATION = figures.RESULTS / "calibration.toml"
SEEDS = {"tuning": 9000, "testing": 5000}
"""First seed of each set's drawn pictures."""
COUNTS = {"virtual": 300, "plain": 8, "foreign": 3}
WHAT = ("corpus", *COUNTS, "more", "calibration")
LIGHTS = ("glare", "dim", "window", "lamp", "sun")


def corpus(options: argparse.Namespace, which: str) -> None:
    """Tables over photographs, and every picture that is not perfect but for those that nobody looks at."""
    chosen = list(pictures(options.folder.resolve(), sets=(which,)))
    outcomes = outcomes_from_workers(held, chosen, lost, jobs=options.jobs, dask=options.dask)
    _tell(tqdm(outcomes, total=len(chosen), unit=" picture", disable=None), faults=which not in NOT_LOOKED_AT)


def drawn(options: argparse.Namespace, which: str) -> None:
    """Tables over drawn pictures, and what is wrong and certain."""
    tasks = list(_tasks(options, which))
    outcomes = outcomes_from_workers(held_drawn, tasks, lost_drawn, jobs=options.jobs)
    _tell(tqdm(outcomes, total=len(tasks), unit=" picture", disable=None))


def _tasks(options: argparse.Namespace, which: str) -> Iterator[DrawnPicture]:
    """Virtual pictures in one row; of the others so many of each word and game."""
    recipe, count = options.what, options.count or COUNTS[options.what]
    first = options.first if recipe == "foreign" else SEEDS[which]
    if recipe == "virtual":
        yield from (DrawnPicture(recipe, "", first, set=which, number=number) for number in range(count))
        return
    for word in options.only or (LIGHTS if recipe == "plain" else KINDS):
        for game in GAMES:
            yield from (DrawnPicture(recipe, game, first + number, word, which) for number in range(count))


def _tell(outcomes: Iterable[Held], *, faults: bool = True) -> None:
    """A table for each way to group pictures, then what is to be said of single ones."""
    whole, groups, said = Tally(), defaultdict[str, dict[str, Tally]](dict), list[str]()
    for one in outcomes:
        for tally in (whole, *(groups[name].setdefault(word, Tally()) for name, word in one.by.items())):
            tally.add(one.compared)
            tally.wrong_certain += one.wrong_certain - one.compared.wrong_certain
        said += [f"- {one.fault}"] if one.fault and faults else []
    for name, tallies in groups.items():
        print(table(name, dict(sorted(tallies.items())), whole), end="\n\n")
    print("\n".join(said or ["There is nothing to be said of single pictures."]))


def more(options: argparse.Namespace) -> None:
    """Write down which photographs lose by more to see, and how much, for the tests."""
    chosen = list(pictures(sets=(*SETS, *NOT_LOOKED_AT)))
    outcomes = outcomes_from_workers(evidence.changes_of, chosen, lambda *_: {}, jobs=options.jobs)
    found: dict[str, dict[str, evidence.MoreSeen]] = defaultdict(dict)
    for picture, changes in zip(chosen, tqdm(outcomes, total=len(chosen)), strict=True):
        for what, change in changes.items():
            found[what][picture.name] = change
    evidence.keep_exceptions(found)


def calibration(options: argparse.Namespace, which: str) -> None:
    """Whether probabilities hold over a set's photographs; `--keep` keeps the counts and draws all that are kept."""
    chosen = list(pictures(sets=(which,)))
    outcomes = outcomes_from_workers(said_of, chosen, nothing_said, jobs=options.jobs, dask=options.dask)
    told = list(tqdm(outcomes, total=len(chosen), unit=" picture", disable=None))
    said = [one for testimony in told for one in testimony.said]
    stated = [one for testimony in told for one in testimony.stated]
    origin = {"commands": [f"python benchmarks/accuracy.py calibration --set {which} --keep"], "date": date.today()}
    tables = reliability.tables_of(which, said, stated, origin)
    for name, one in tables.items():
        print(figures.FigureTable(ROOT, name, one).markdown(), end="\n\n")
    if options.keep:
        figures.keep(CALIBRATION, "accuracy", tables)
        plot = ROOT / "docs" / "pictures" / "accuracy-reliability.svg"
        reliability.draw(tomllib.loads(CALIBRATION.read_text("utf-8")), plot)


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=WHAT, nargs="?", default="corpus")
    parser.add_argument("--set", choices=[*SETS, *NOT_LOOKED_AT, "both"], default="testing", help="which pictures")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="corpus: pictures elsewhere, laid out the same way")
    parser.add_argument("--count", type=int, help="so many pictures; plain, foreign: of each game and light or kind")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="foreign: of the first picture")
    parser.add_argument("--only", nargs="+", choices=(*LIGHTS, *KINDS), help="plain: lights; foreign: kinds")
    parser.add_argument("--keep", action="store_true", help="calibration: write what was counted anew")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="photographs: a Dask cluster; its workers need PYTHONPATH=benchmarks"
    )
    options = parser.parse_args(words)
    if options.what == "more":
        more(options)
        return 0
    over = {"corpus": corpus, "calibration": calibration}.get(options.what, drawn)
    for which in SETS if options.set == "both" else (options.set,):
        over(options, which)
    return 0


if __name__ == "__main__":
    sys.exit(main())
