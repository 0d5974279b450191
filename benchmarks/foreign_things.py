"""Strange things over plain pieces, pieces laid as nobody should, strange light: is anything wrong and certain?

    python benchmarks/foreign_things.py [--count 3] [--first 0] [--kind "on the line" ...] [--game NAME ...] [--jobs 2]

So many pictures of each kind and game, each with another position, set of pieces, table, camera and light. `--show`
writes those with a wrong and certain answer, annotated, to out/foreign.
"""

import argparse
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
from measuring.contents import contents
from measuring.foreign import KINDS, ForeignPicture, foreign_picture
from measuring.positions import GAMES
from measuring.tally import Compared, Tally, compare, table
from tqdm import tqdm

from live.archive.workers import outcomes_from_workers
from tabletop.gamefile import load_game
from vision import annotate, read_image

SHOWN = Path(__file__).parents[1] / "out" / "foreign"


@dataclass(frozen=True, slots=True)
class Task:
    """Which picture to make."""

    kind: str
    game: str
    seed: int
    show: bool


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """How one was read."""

    task: Task
    compared: Compared
    wrong_certain: tuple[str, ...]
    """What was told there stands behind each place."""


def outcome(task: Task) -> ReadPicture:
    """Make one picture and read it."""
    cv2.setNumThreads(1)
    picture = foreign_picture(task.kind, task.game, task.seed)
    game = load_game(task.game)
    sight = read_image(picture.photo.image, game, players=picture.truth.players, pieces=picture.pieces)
    reading = sight.reading
    compared = compare(picture.truth, reading, picture.hidden)
    told = {} if reading.position is None else contents(reading.position)
    wrong = picture.wrong_certain(compared, told, reading.confidence)
    if wrong and task.show:
        SHOWN.mkdir(parents=True, exist_ok=True)
        path = SHOWN / f"{task.kind}-{task.game}-{task.seed}".replace(" ", "-")
        cv2.imwrite(f"{path}.png", picture.photo.image)
        cv2.imwrite(f"{path}-read.jpg", annotate(picture.photo.image, sight))
    return ReadPicture(task, _without(compared, picture), tuple(f"{place} = {told.get(place)}" for place in wrong))


def _without(compared: Compared, picture: ForeignPicture) -> Compared:
    """Counts leave places out where a piece lies astray: nothing is right there."""
    out = frozenset(picture.astray)
    wrong = {place: how for place, how in compared.wrong.items() if place not in out}
    return Compared(compared.visible - out, compared.right - out, compared.asked - out, wrong, compared.read)


def lost(task: Task, reason: str) -> ReadPicture:
    """Told where a worker dies of a picture."""
    raise RuntimeError(f"{task}: {reason}")


def main() -> None:
    """Tables by kind and game, and what is wrong and certain."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--game", nargs="+", choices=tuple(GAMES), default=tuple(GAMES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.count)
    tasks = [Task(kind, game, seed, given.show) for kind in given.kind for game in given.game for seed in seeds]
    whole, by_kind, by_game = Tally(), defaultdict[str, Tally](Tally), defaultdict[str, Tally](Tally)
    faults = []
    for one in tqdm(outcomes_from_workers(outcome, tasks, lost, jobs=given.jobs), total=len(tasks), disable=None):
        for tally in (whole, by_kind[one.task.kind], by_game[one.task.game]):
            tally.add(one.compared)
            tally.wrong_certain += len(one.wrong_certain) - one.compared.wrong_certain
        if one.wrong_certain:
            faults.append(f"- {one.task.kind}, {one.task.game}, seed {one.task.seed}: {'; '.join(one.wrong_certain)}")
            print(faults[-1], flush=True)
    print(table("kind", by_kind, whole, timed=False), end="\n\n")
    print(table("game", by_game, whole, timed=False), end="\n\n")
    print("\n".join(["Wrong and certain:", *faults] if faults else ["Nothing is wrong and certain."]))


if __name__ == "__main__":
    main()
