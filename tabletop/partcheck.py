"""What is wrong with single `[[parts]]` entries of a game file, looked at before anything is worked out from them."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from tabletop.complaints import Complaint

LARGEST_MM = 5000.0
"""Longer than any table: a slip of the decimal point."""
MOST_COPIES = 999


def complaints_about_parts(entries: Any) -> list[Complaint]:
    """Wrong types and impossible values, each with the entry's place in the file."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return [Complaint(("parts",), "expected [[parts]] entries, each with an id")]
    if not entries:
        return [Complaint(("parts",), "there are no [[parts]]")]
    return [complaint for index, entry in enumerate(entries) for complaint in _about(index, entry)]


def _about(index: int, entry: Mapping[str, Any]) -> Iterator[Complaint]:
    path = ("parts", index)
    name = entry.get("id")
    if not isinstance(name, str) or not name.strip():
        yield Complaint(path, f'part {index + 1} has no id; give it a name such as id = "ferry"')
        return

    def wrong(key: str, expected: str) -> Complaint:
        return Complaint((*path, key), f"part {name}: {key} = {entry[key]!r}; expected {expected}")

    for key in ("kind", "title", "colour", "icon"):
        if key in entry and not isinstance(entry[key], str):
            yield wrong(key, "a text in quotes")
    if "count" in entry and not (type(entry["count"]) is int and 1 <= entry["count"] <= MOST_COPIES):
        yield wrong("count", f"a whole number from 1 to {MOST_COPIES}")
    if "height_mm" in entry and not (_is_number(entry["height_mm"]) and 0 <= entry["height_mm"] <= LARGEST_MM):
        yield wrong("height_mm", "a thickness in mm")
    if "width_mm" in entry and not _is_length(entry["width_mm"]):
        yield wrong("width_mm", "a length in mm")
    if "size_mm" in entry and not (_is_pair(entry["size_mm"]) and all(map(_is_length, entry["size_mm"]))):
        yield wrong("size_mm", "width and height in mm: [30.0, 40.0]")
    if "outline_mm" in entry and not _are_pairs(entry["outline_mm"], least=3):
        yield wrong("outline_mm", "three or more corners in mm: [[0, 0], [30, 0], [0, 30]]")
    if "cells" in entry and not (_are_pairs(entry["cells"], least=1) and _are_whole(entry["cells"])):
        yield wrong("cells", "(row, column) of each square: [[0, 0], [0, 1]]")
    codes = entry.get("codes", [])
    if not (
        isinstance(codes, list) and all(isinstance(code, dict) and _is_pair(code.get("centre_mm")) for code in codes)
    ):
        yield wrong("codes", "[{ centre_mm = [0.0, 0.0] }], counted from the part's middle")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_length(value: Any) -> bool:
    return _is_number(value) and 0 < value <= LARGEST_MM


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _are_pairs(value: Any, *, least: int) -> bool:
    return isinstance(value, list) and len(value) >= least and all(map(_is_pair, value))


def _are_whole(value: Any) -> bool:
    return all(type(number) is int and -99 <= number <= 99 for pair in value for number in pair)
