"""What must be well in a game file before it is worked with: its sections, its keys and what they hold."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from tabletop.complaints import Complaint
from tabletop.fileshapes import PART, game_file
from tabletop.filevalues import MOST_COPIES, complaints, is_line
from tabletop.partentries import each_part
from tabletop.schema import brief

MOST_PIECES = 4000
"""Of all parts of a game together: what is printed, cut and looked for."""
_LISTS = ("cells", "codes")
"""Keys that are counted before anything is filled in."""


def complaints_about_shape(raw: Mapping[str, Any]) -> list[Complaint]:
    """Missing and unknown sections, wrong types and impossible values; empty where the file can be worked with."""
    return list(complaints(game_file(raw), raw)) or list(_about_parts(raw["parts"]))


def _about_parts(entries: Sequence[Mapping[str, Any]]) -> Iterator[Complaint]:
    """Wrong types and impossible values, each once, with the entry's place in the file."""
    pieces = 0
    for index, entry in enumerate(entries):
        path = ("parts", index)
        name = entry.get("id")
        if not isinstance(name, str) or not is_line(name) or not name.strip():
            yield Complaint(path, f'part {index + 1} has no id; give it a name such as id = "ferry"')
            continue
        each = entry.get("each", {})
        if not _are_choices(each):
            expected = f'lists of words or numbers, {MOST_COPIES} parts at most: {{ player = ["red", "blue"] }}'
            yield Complaint((*path, "each"), f"part {name}: each = {brief(each)}; expected {expected}")
            continue
        as_written = {key: value for key, value in entry.items() if key in _LISTS or not (each and _has_gap(value))}
        found = list(complaints(PART, as_written, path, f"part {name}:"))
        if not found:  # what is filled in is looked at when the rest is well
            found = [one for part in each_part(entry) for one in complaints(PART, part, path, f"part {name}:")]
        yield from dict.fromkeys(found)
        count = entry.get("count", 1)
        pieces += (count if type(count) is int and 0 < count <= MOST_COPIES else 1) * prod(map(len, each.values()))
    if pieces > MOST_PIECES:
        yield Complaint(("parts",), f"[[parts]] are {pieces} pieces together; expected {MOST_PIECES} at most")


def _has_gap(value: Any) -> bool:
    return isinstance(value, str) and "{" in value


def _are_choices(each: Any) -> bool:
    return (
        isinstance(each, dict)
        and all(isinstance(values, list) and values and all(map(_is_choice, values)) for values in each.values())
        and all(map(str.isidentifier, each))
        and prod(map(len, each.values())) <= MOST_COPIES
    )


def _is_choice(value: Any) -> bool:
    return is_line(value) or (type(value) is int and abs(value) < 10**9) or isinstance(value, bool)
