"""Pictures held against their truth, one by one: what a worker does, in this process, beside it or on a cluster."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2

from measuring.contents import contents
from measuring.corpus import Picture
from measuring.foreign import ForeignPicture, foreign_picture
from measuring.plain import plain_picture
from measuring.tally import Compared, compare
from measuring.virtual import UNITS, virtual_picture
from tabletop.gamefile import load_game
from tabletop.readings import Reading
from vision import FrameReading, decode_grey, decode_image, read_image

PLAIN = "without codes, "


@dataclass(frozen=True, slots=True)
class Held:
    """A picture's result, small enough to travel."""

    by: Mapping[str, str]
    """The rows that it counts in, by their table."""
    compared: Compared
    wrong_certain: int
    fault: str = ""
    """What is to be said of it; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """Which picture of the virtual table to draw: made worse, with plain pieces, or with strange things over them."""

    recipe: str
    """`virtual`, `plain` or `foreign`."""
    game: str
    seed: int
    word: str = ""
    """Light of a plain one, kind of a foreign one."""
    set: str = "testing"
    number: int = 0
    """Of a virtual one."""

    def draw(self) -> Any:
        """Draw it."""
        if self.recipe == "virtual":
            return virtual_picture(self.number, self.seed)
        if self.recipe == "plain":
            return plain_picture(self.set, self.word, self.game, self.seed)
        return foreign_picture(self.word, self.game, self.seed)


def held(picture: Picture) -> Held:
    """Read a photograph of the corpus and compare."""
    cv2.setNumThreads(1)
    return _held(picture, sight_of(picture).reading)


def lost(picture: Picture, reason: str) -> Held:
    """The result of a photograph whose worker died of it: nothing of it was read."""
    return _held(picture, Reading(picture.truth.game, None))


def _held(picture: Picture, reading: Reading) -> Held:
    compared = compare(picture.truth, reading, picture.hidden)
    by = {
        "class": (PLAIN if picture.pieces else "") + picture.kind,
        "game": picture.truth.game,
        "light": re.sub(r" \d+ K", "", picture.light),
    }
    said = [problem.message for problem in reading.problems[:1]]
    if compared.read:
        said = [f"wrong {place} ({sure})" for place, sure in sorted(compared.wrong.items())]
        said += [f"asked about {place}" for place in sorted(compared.asked_visible)]
    fault = f"{picture.name} ({picture.about}): {_few(said)}" if not compared.perfect else ""
    return Held(by, compared, compared.wrong_certain, fault)


def sight_of(picture: Picture) -> FrameReading:
    """Read it from its file as `boardsight read` does."""
    data = picture.path.read_bytes()
    grey = picture.truth.game == "big-city" and picture.pieces is None
    return picture.read(decode_grey(data, picture.path.name) if grey else decode_image(data, picture.path.name))


def held_drawn(task: DrawnPicture) -> Held:
    """Draw a picture, read and compare it; where a piece lies astray no place counts that it touches."""
    cv2.setNumThreads(1)
    picture = task.draw()
    pieces = getattr(picture, "pieces", None)
    sight = read_image(picture.photo.image, load_game(picture.game), players=picture.truth.players, pieces=pieces)
    reading, row = sight.reading, task.word
    compared = compare(picture.truth, reading, picture.hidden)
    certain = [place for place, sureness in compared.wrong.items() if sureness == "certain"]
    if isinstance(picture, ForeignPicture):
        told = {} if reading.position is None else contents(reading.position)
        certain = picture.wrong_certain(compared, told, reading.confidence)
        compared = compared.without(frozenset(picture.astray))
    elif task.recipe == "virtual":
        row = f"{UNITS[picture.curve]}: {picture.step:g}"
    fault = f"{row}, {picture.game}, seed {task.seed}: {_few(sorted(certain))}" if certain else ""
    return Held({"picture": row, "game": picture.game}, compared, len(certain), fault)


def lost_drawn(task: DrawnPicture, reason: str) -> Held:
    """Told where a worker dies of a picture."""
    raise RuntimeError(f"{task}: {reason}")


def _few(words: Sequence[str]) -> str:
    return f"{'; '.join(words[:8])}{' …' if len(words) > 8 else ''}"
