"""More to see of one game: a picture with more table round it, with more pixels, with a code more; what each tells."""

import json
import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2

import vision.boards.codes
import vision.city.reader
from measuring.corpus import Picture
from measuring.tally import Compared, compare
from vision import load_grey, load_image
from vision.pixels.arrays import BgrImage, GreyImage
from vision.pixels.codes import SeenCode

WIDER = 1 / 12
FINER = 1.5
SHEETS = ("tile", "board", "mat")
EXCEPTIONS = Path(__file__).parents[2] / "tests" / "vision" / "more_evidence.toml"
"""The pictures in which more to see does hurt, and how much."""


@dataclass(frozen=True)
class HeldReading:
    """A reading held against the truth, and how sure it was."""

    compared: Compared
    confidence: Mapping[str, str]


@dataclass(frozen=True)
class MoreSeen:
    """What tells less, what tells more, of one picture."""

    less: HeldReading
    more: HeldReading

    @property
    def lost(self) -> frozenset[str]:
        """Visible places that were right and are no longer."""
        return (self.less.compared.right & self.less.compared.visible) - self.more.compared.right

    @property
    def won(self) -> frozenset[str]:
        """Places that are right and were not."""
        return self.more.compared.right - self.less.compared.right

    @property
    def fewer_right(self) -> int:
        """So many places fewer are right; below 0 where more are."""
        return len(self.lost) - len(self.won)

    @property
    def more_wrong(self) -> int:
        """So many more places are wrong."""
        return len(self.more.compared.wrong) - len(self.less.compared.wrong)


def kept_exceptions() -> dict[str, dict[str, dict[str, int]]]:
    """By what more there is to see and the picture's name: `fewer_right` and `more_wrong`, each above 0."""
    return tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))


def keep_exceptions(found: Mapping[str, Mapping[str, MoreSeen]]) -> None:
    """Write the file anew: what each picture loses, by what more there is to see."""
    lines = ["# Pictures in which more to see hurts, and by how many places; python benchmarks/accuracy.py more"]
    for what, by_picture in sorted(found.items()):
        lines.append(f"\n[{json.dumps(what)}]")
        for name, one in sorted(by_picture.items()):
            told = {"fewer_right": one.fewer_right, "more_wrong": one.more_wrong}
            worse = ", ".join(f"{key} = {count}" for key, count in told.items() if count > 0)
            if worse:
                lines.append(f"{json.dumps(name)} = {{ {worse} }}")
    EXCEPTIONS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def image_of(picture: Picture) -> BgrImage | GreyImage:
    """In colour where something is told by it."""
    plain_city = picture.truth.game == "big-city" and picture.pieces is None
    return load_grey(picture.path) if plain_city else load_image(picture.path)


def read(picture: Picture, change: Callable[[Any], Any] = lambda image: image) -> HeldReading:
    """What a changed picture tells."""
    reading = picture.read(change(image_of(picture))).reading
    return HeldReading(compare(picture.truth, reading, picture.hidden), reading.confidence)


def wider(image: Any) -> Any:
    """The picture with more table round it: what lies at its rim goes on."""
    rows, columns = (round(WIDER * side) for side in image.shape[:2])
    return cv2.copyMakeBorder(image, rows, rows, columns, columns, cv2.BORDER_REPLICATE)


def finer(image: Any) -> Any:
    """The picture with half as many pixels more a side."""
    return cv2.resize(image, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_CUBIC)


LARGER: Mapping[str, Callable[[Any], Any]] = {"more table": wider, "more pixels": finer}
"""Pictures that show more, by what they do."""
A_CODE = "a code more"


@contextmanager
def without_one(seed: str) -> Iterator[None]:
    """Meanwhile one code of a sheet, drawn by this seed, is not found."""
    with ExitStack() as changed:
        for room in (vision.city.reader, vision.boards.codes):
            original, gone = room.find_codes, set[int]()

            def fewer(grey: GreyImage, game: Any, *words: Any, **options: Any) -> Sequence[SeenCode]:
                codes = original(grey, game, *words, **options)  # noqa: B023 - called before the loop goes on
                ids = sorted(one.id for one in codes if one.own and game.by_code[one.id][0].kind in SHEETS)
                if len(ids) > 1 and not gone:  # noqa: B023
                    gone.add(random.Random(seed).choice(ids))  # noqa: B023
                return [one for one in codes if one.id not in gone]  # noqa: B023

            changed.enter_context(patch.object(room, "find_codes", fewer))
        yield


def changes_of(picture: Picture) -> Mapping[str, MoreSeen]:
    """What tells less and what tells more of one picture, by what more there is to see."""
    cv2.setNumThreads(1)
    whole = read(picture)
    with without_one(picture.name):
        less = read(picture)
    larger = {what: MoreSeen(whole, read(picture, change)) for what, change in LARGER.items()}
    return larger | {A_CODE: MoreSeen(less, whole)}
