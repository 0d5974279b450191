"""Looks at a film: each frame's reading as a document, and what differs from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from live.sources import Frame, Silence
from live.table.frame_reader import FrameOutcome
from simulator.performance import ShownLine
from tabletop.notation import position_from_json, position_to_json
from tabletop.readings import CameraFit, Problem, Reading
from vision import SeenCommandCard

GONE = "~"
NO_PICTURE = np.zeros((9, 16, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class KeptLook:
    """One turn of the loop: what the webcam gave, what the reader made of it, what the players did meanwhile."""

    given: Frame | Silence
    """The frame without its picture."""
    outcome: FrameOutcome
    reading: Reading | None
    """The last one in which a board was seen."""
    number: int
    """How many frames the film had given."""
    pressed: tuple[Mapping[str, Any], ...]
    """What the players entered on the page before that."""
    shown: tuple[ShownLine, ...]
    """The lines that were there to be seen."""


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What must be told to somebody who knows the document before: keys that differ, at every depth; `~` are gone.

    >>> changes({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 1, "c": 4}})
    {'a': {'c': 4}, '~': ['d']}
    """
    told: dict[str, Any] = {}
    for key, value in now.items():
        if key not in before or before[key] != value:
            both = isinstance(value, dict) and isinstance(before.get(key), dict)
            told[key] = changes(before[key], value) if both else value
    gone = [key for key in before if key not in now]
    return {**told, GONE: gone} if gone else told


def changed(before: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The document now, from the one before and its `changes`; what did not change is the very same object.

    >>> changed({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 4}, "~": ["d"]})
    {'a': {'b': 1, 'c': 4}}
    """
    gone = told.get(GONE, ())
    now = {key: value for key, value in before.items() if key not in gone}
    for key, value in told.items():
        if key != GONE:
            both = isinstance(value, dict) and isinstance(now.get(key), dict)
            now[key] = changed(now[key], value) if both else value
    return now


def document_of(look: KeptLook) -> dict[str, Any]:
    """A look as it is kept: times to the millisecond, likelihoods to two decimals.

    Of its two readings one is kept: what a frame told is what was read last.
    """
    given, seen = look.given, look.outcome
    assert seen.reading is None or seen.reading is look.reading
    if isinstance(given, Silence):
        moment = {"silence": given.message, "at": round(given.since_s, 3), "frame": 0}
    else:
        moment = {"silence": None, "at": round(given.captured_s, 3), "frame": given.number}
    return {
        **moment,
        "state": seen.state,
        "message": seen.message,
        "quiet": seen.quiet,
        "flashing": seen.flashing,
        "cards": None if seen.cards is None else list(map(_card_document, seen.cards)),
        "told": seen.reading is not None,
        "reading": None if look.reading is None else _reading_document(look.reading),
        "number": look.number,
        "pressed": [dict(body) for body in look.pressed],
        "shown": {str(line.n): line.frame for line in look.shown},
    }


def looks_of(documents: Iterable[Mapping[str, Any]]) -> Iterator[KeptLook]:
    """The looks of documents that follow each other; a reading that did not change is made once."""
    known: Any = None
    reading = None
    for kept in documents:
        if kept["reading"] is not known:
            known = kept["reading"]
            reading = None if known is None else _reading(known)
        cards = None if kept["cards"] is None else tuple(map(_card, kept["cards"]))
        said = reading if kept["told"] else None
        silence, at = kept["silence"], kept["at"]
        yield KeptLook(
            Frame(NO_PICTURE, at, kept["frame"]) if silence is None else Silence(silence, at),
            FrameOutcome(kept["state"], kept["message"], said, kept["quiet"], kept["flashing"], cards),
            reading,
            kept["number"],
            tuple(kept["pressed"]),
            tuple(ShownLine(int(n), frame) for n, frame in kept["shown"].items()),
        )


def _reading_document(reading: Reading) -> dict[str, Any]:
    return {
        "game": reading.game,
        "position": position_to_json(reading.position),
        "confidence": dict(reading.confidence),
        "problems": [problem.to_json() for problem in reading.problems],
        "camera": reading.camera and [round(reading.camera.reprojection_px, 3), round(reading.camera.scale, 4)],
        "evidence": {
            place: {word: round(value, 2) for word, value in words.items()} for place, words in reading.evidence.items()
        },
        "covered": sorted(reading.covered),
        "uncoded": sorted(reading.uncoded),
    }


def _reading(kept: Mapping[str, Any]) -> Reading:
    return Reading(
        kept["game"],
        position_from_json(kept["position"]),
        kept["confidence"],
        tuple(Problem(one["code"], one["message"], tuple(one["places"])) for one in kept["problems"]),
        kept["camera"] and CameraFit(*kept["camera"]),
        kept["evidence"],
        frozenset(kept["covered"]),
        frozenset(kept["uncoded"]),
    )


def _card_document(card: SeenCommandCard) -> list[Any]:
    return [card.command, np.round(card.corners_px, 1).tolist(), card.camera]


def _card(kept: list[Any]) -> SeenCommandCard:
    command, corners_px, camera = kept
    return SeenCommandCard(command, np.array(corners_px), camera)
