"""What a WLED answers, checked once where it comes in: whatever else stands at its address, nothing of it goes further.

A Hue bridge answers with a list or with no lamps, a router with a page, a damaged line with anything.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeGuard

from tabletop.visible import one_line

Json = dict[str, Any]

LARGEST_ANSWER = 64 * 1024
"""Bytes. State and info of a WLED with 32 segments are some 12 KB."""
_LONGEST_NAME = 40
_MOST_LEDS = 1_000_000  # beyond any WLED; keeps the arithmetic small


@dataclass(frozen=True, slots=True)
class WledInfo:
    """What WLED tells of itself; `height` is 1 for a strip."""

    name: str
    version: str
    leds: int
    width: int
    height: int
    most_segments: int


@dataclass(frozen=True, slots=True)
class WledAnswer:
    """State and info of one WLED. `state` has `seg`, a list of objects whose `col` are lists of whole numbers."""

    info: WledInfo
    state: Json


class WledBusy(Exception):
    """WLED says that somebody else has its buffer (`{"error":3}`): ask again."""


def wled_answer(data: bytes) -> WledAnswer:
    """Return what an answer to `{"v":true}` or `/json/si` says.

    Raises WledBusy, and ValueError with half a sentence where it is nothing that a WLED says.
    """
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("that is no WLED: its answer is nested too deep") from None
    except ValueError:
        raise ValueError("that is no WLED: its answer is no JSON") from None
    if not isinstance(found, dict):
        raise ValueError("that is no WLED: its answer is no JSON object")
    if "error" in found:
        raise WledBusy
    return WledAnswer(wled_info(found.get("info")), wled_state(found.get("state")))


def wled_info(info: object) -> WledInfo:
    """Return the facts in WLED's `info` object; raises ValueError where it is none."""
    if not isinstance(info, dict) or not isinstance(leds := info.get("leds"), dict):
        raise ValueError("that is no WLED: its info has no count of LEDs")
    count = leds.get("count")
    if not _is_count(count):
        raise ValueError(f"that is no WLED that can show anything: its count of LEDs is {str(count)[:_LONGEST_NAME]}")
    matrix = leds.get("matrix") or {}
    if not isinstance(matrix, dict):
        raise ValueError("that is no WLED: its matrix has no width and height")
    width, height, most_segments = matrix.get("w", count), matrix.get("h", 1), leds.get("maxseg", 16)
    if not (_is_count(width) and _is_count(height) and _is_count(most_segments)):
        raise ValueError("that is no WLED: its width, height and segments are no whole numbers above 0")
    name, version = _words(info.get("name"), "WLED"), _words(info.get("ver"), "?")
    return WledInfo(name, version, count, width, height, most_segments)


def wled_state(state: object) -> Json:
    """Return what counts of WLED's `state` object; raises ValueError where it is none."""
    if not isinstance(state, dict):
        raise ValueError("that is no WLED: its state is no JSON object")
    there = state.get("seg")
    if not isinstance(there, list) or not all(isinstance(segment, dict) for segment in there):
        raise ValueError("that is no WLED: its state has no list of segments")
    return {**state, "seg": [{**segment, "col": _colours(segment.get("col"))} for segment in there]}


def _colours(found: object) -> list[list[int]]:
    """A segment's colours as red, green, blue; what is none is left out and so differs from whatever is wanted."""
    colours = found if isinstance(found, list) else []
    return [
        colour[:3]
        for colour in colours
        if isinstance(colour, list) and all(type(part) is int for part in colour)
    ]  # fmt: skip


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= _MOST_LEDS


def _words(value: object, otherwise: str) -> str:
    return one_line(value)[:_LONGEST_NAME] if isinstance(value, str) and value else otherwise
