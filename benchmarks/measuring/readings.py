"""The readings of many pictures, short enough to be kept: a net under whatever moves the reader's code about."""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measuring.corpus import pictures
from measuring.virtual import virtual_picture
from tabletop.gamefile import load_game
from tabletop.notation import position_to_json
from tabletop.readings import Reading
from vision import load_image, read_image

VIRTUAL = range(0, 120, 3)
"""Which of 120 pictures of the virtual table are kept; all are where the step is 1."""
FIRST_SEED = 1414
NEARLY = 0.05
"""Log-likelihoods that differ by less are the same: another processor rounds otherwise."""
Kept = Mapping[str, Any]
"""What is kept of one reading: `position` as JSON, `problems` (codes), and `places`: place -> [sureness, best word,
log-likelihood of the second best, sum of all of them]."""


@dataclass(frozen=True, slots=True)
class Readable:
    """A picture by its name, and how it is read."""

    name: str
    read: Any
    """A function without arguments that gives the reading."""


def photographs() -> Iterator[Readable]:
    """All of the corpus."""
    for picture in pictures():
        yield Readable(f"photo {picture.name}", lambda picture=picture: picture.read(load_image(picture.path)).reading)


def drawn() -> Iterator[Readable]:
    """Pictures of the virtual table, all games and all kinds of trouble in turn; drawn when they are read."""
    for index in VIRTUAL:
        yield Readable(f"virtual {index}", lambda index=index: _read_virtual(index))


def _read_virtual(index: int) -> Reading:
    one = virtual_picture(index, FIRST_SEED)
    return read_image(one.photo.image, load_game(one.game), players=one.truth.players).reading


def kept(reading: Reading) -> Kept:
    """What a reading says, to two places."""
    places = {}
    for place in sorted({*reading.confidence, *reading.evidence}):
        ranked = sorted(reading.evidence.get(place, {}).items(), key=lambda entry: (-entry[1], entry[0]))
        best, second = (ranked[0][0] if ranked else ""), (ranked[1][1] if len(ranked) > 1 else 0.0)
        total = round(sum(value for _, value in ranked), 2)
        places[place] = [reading.confidence.get(place, "")[:1], best, round(second, 2), total]
    position = None if reading.position is None else position_to_json(reading.position)
    return {"position": position, "problems": [problem.code for problem in reading.problems], "places": places}


def differences(before: Kept | None, after: Kept) -> list[str]:
    """What a picture's reading says otherwise than before, a line for each place."""
    if before is None:
        return ["is new"]
    found = []
    if before["position"] != after["position"]:
        found.append("the position")
    if before["problems"] != after["problems"]:
        found.append(f"problems: {before['problems']} -> {after['problems']}")
    for place in sorted({*before["places"], *after["places"]}):
        was, now = before["places"].get(place), after["places"].get(place)
        if was is None or now is None or _differ(was, now):
            found.append(f"{place}: {was} -> {now}")
    return found


def _differ(was: list[Any], now: list[Any]) -> bool:
    words = max(1, round(abs(now[3]) / 25))  # the sum's rounding grows with its words
    near = abs(was[2] - now[2]) < NEARLY and abs(was[3] - now[3]) < NEARLY * (2 + words)
    return was[:2] != now[:2] or not near


def write(path: Path, readings: Mapping[str, Kept]) -> None:
    """All of them as one packed file."""
    lines = "".join(f"{json.dumps([name, one], separators=(',', ':'))}\n" for name, one in readings.items())
    path.write_bytes(lzma.compress(lines.encode("utf-8"), preset=9))


def read(path: Path) -> dict[str, Kept]:
    """What `write` wrote."""
    return dict(map(json.loads, lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()))


def changed(before: Mapping[str, Kept], chosen: Iterable[Readable]) -> Iterator[str]:
    """A line for each difference of the chosen pictures."""
    for one in chosen:
        for difference in differences(before.get(one.name), kept(one.read())):
            yield f"{one.name}: {difference}"
