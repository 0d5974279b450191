"""How well a table is read: a position drawn by chance, to be laid there, and what a photograph told of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from scoring import rules_for
from scoring.protocol import Rules
from scoring.random_play import play_game
from tabletop.errors import UnreadableInput
from tabletop.notation import position_to_json
from tabletop.readings import Reading
from tabletop.records import Header
from vision import BgrImage, FrameReading

FORMAT = "boardsight-measure/1"
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")
"""Nobody's: what is kept may be sent."""
EMPTY = "empty"
PX_PER_MM, MARGIN_MM = 2.0, 10.0
"""Of the picture that is kept, and so much table round the board."""


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A position to lay, the same for its day and number wherever it is drawn."""

    rules: Rules[Any, Any]
    header: Header
    state: Any
    day: date
    number: int

    @property
    def name(self) -> str:
        """Of its files: game, day, number."""
        return f"{Path(self.header.game).stem}-{self.day}-{self.number}"

    @property
    def position(self) -> Any:
        """What is to be laid, the puck included."""
        return self.rules.position(self.state)

    def words_of(self, position: Any) -> Mapping[str, str]:
        """What lies at each place of a position."""
        state = self.rules.taken_up(self.rules.start(self.header), position)
        turn = {} if getattr(position, "turn", None) is None else {"puck": position.turn}
        return {**self.rules.contents(state), **turn}


@dataclass(frozen=True, slots=True)
class Measured:
    """A photograph's places by how they were told."""

    right: tuple[str, ...]
    asked: tuple[str, ...]
    """Asked about, or not told at all."""
    wrong: Mapping[str, tuple[str, str]]
    """Place -> what was read, and what lies there; `empty` where nothing does."""


def draw_position(header: Header, day: date, number: int) -> DrawnPosition:
    """A table from the later three quarters of a random legal game; day and number say of which."""
    random, rules = Random(f"{Path(header.game).stem} {day} {number}"), rules_for(header.game)
    moves = [entry.move for entry in play_game(rules, header, random).entries if entry.move is not None]
    state = rules.start(header)
    for move in moves[: random.randint(len(moves) // 4, len(moves))]:
        state = rules.judge(state, move).state
    return DrawnPosition(rules, header, state, day, number)


def measure(drawn: DrawnPosition, reading: Reading, name: str) -> Measured:
    """Hold the reading of a picture of that name against the drawn position.

    An empty street of which nothing is told lies under a piece. Raises UnreadableInput where no position was read.
    """
    if reading.position is None:
        raise UnreadableInput(f"{name}: {reading.problems[0].message if reading.problems else 'too little is seen'}")
    lies, read = drawn.words_of(drawn.position), drawn.words_of(reading.position)
    covered = [place for place, word in lies.items() if place.startswith("street") and word == EMPTY]
    lies = {place: word for place, word in lies.items() if place in reading.confidence or place not in covered}
    asked = [place for place in lies if place not in read or reading.confidence.get(place, "ask") == "ask"]
    told = {place: (read[place], word) for place, word in lies.items() if place not in asked}
    told |= {  # what lies nowhere; streets are named by what lies beside them
        place: (word, EMPTY)
        for place, word in read.items()
        if place not in lies
        and word != EMPTY
        and not place.startswith("street")
        and reading.confidence.get(place, "ask") != "ask"
    }
    wrong = {place: both for place, both in told.items() if both[0] != both[1]}
    return Measured(tuple(place for place in told if place not in wrong), tuple(asked), wrong)


def line_of(drawn: DrawnPosition, reading: Reading, told: Measured, pieces: str | None) -> Mapping[str, Any]:
    """What is kept of a photograph, to be sent: nobody's name, no folder's, no picture."""
    return {
        "format": FORMAT,
        "version": metadata.version("boardsight"),
        "game": Path(drawn.header.game).stem,
        "pieces": "printed" if pieces is None else Path(pieces).stem,
        "day": str(drawn.day),
        "number": drawn.number,
        "position": _without_folders(position_to_json(drawn.position)),
        "read": _without_folders(position_to_json(reading.position)),
        "confidence": dict(reading.confidence),
        "right": list(told.right),
        "asked": list(told.asked),
        "wrong": {place: list(both) for place, both in told.wrong.items()},
    }


def _without_folders(value: Any) -> Any:
    """The same with the names of files in place of their paths."""
    if isinstance(value, Mapping):
        return {key: _without_folders(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without_folders(one) for one in value]
    return Path(value).name if isinstance(value, str) and value.endswith(".toml") else value


def lines_in(text: str, file: str) -> Sequence[Mapping[str, Any]]:
    """The lines of a file of measured photographs. Raises UnreadableInput where it is something else."""
    with suppress(ValueError, TypeError, KeyError):
        lines = [json.loads(line) for line in text.splitlines()]
        if all(line["format"] == FORMAT for line in lines):
            return lines
    raise UnreadableInput(f"{file} holds something else than measured photographs; name another folder with --out")


def flat_picture(image: BgrImage, sight: FrameReading) -> BgrImage:
    """What lies within the board's outline, as seen from straight above; nothing of the room.

    Raises UnreadableInput where nobody knows how the table lies.
    """
    if sight.table is None or not sight.outlines_px:
        raise UnreadableInput("no board is found to be cut out; leave --with-picture away")
    plane = sight.table.plane
    corners = plane.to_table(np.concatenate([outline.reshape(-1, 2) for outline in sight.outlines_px.values()]))
    (left, top), (right, bottom) = corners.min(axis=0) - MARGIN_MM, corners.max(axis=0) + MARGIN_MM
    across, down = np.arange(left, right, 1 / PX_PER_MM), np.arange(top, bottom, 1 / PX_PER_MM)
    seen = plane.to_picture(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)).astype(np.float32)
    where = seen.reshape(len(down), len(across), 2)
    return np.asarray(cv2.remap(image, where, np.empty(0), cv2.INTER_LINEAR), np.uint8)
