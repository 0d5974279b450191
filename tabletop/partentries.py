"""The `[[parts]]` entries of a game file: which parts each stands for, their shapes, and what is wrong with them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from tabletop.complaints import Complaint
from tabletop.fileshapes import PART
from tabletop.filevalues import MOST_COPIES, complaints, is_line
from tabletop.geometry import PointMm, PolygonMm, RectangleMm, outline_of
from tabletop.schema import brief

MOST_PIECES = 4000
"""Of all parts of a game together: what is printed, cut and looked for."""
_LISTS = ("cells", "codes")
"""Keys that are counted before anything is filled in."""
_GAP = re.compile(r"\{(\w+)\}")


def each_part(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The parts that one `[[parts]]` entry stands for: one, or one for each combination of `each`'s values.

    `each = { player = ["red", "blue"], value = [1, 2] }` puts the values in place of `{player}` and `{value}` in every
    text, and adds them as keys. `first_code` numbers the codes (of `cells` or `codes`) on from there, part by part.
    """
    each: Mapping[str, list[Any]] = entry.get("each", {})
    following = entry.get("first_code")
    for values in product(*each.values()):
        named = dict(zip(each, values, strict=True))
        part: dict[str, Any] = {**named, **{key: _filled(value, named) for key, value in entry.items()}}
        if following is not None:
            if "cells" in part:
                part.setdefault("cell_codes", list(range(following, following + len(part["cells"]))))
                following += len(part["cells"])
            else:
                part["codes"] = [{"id": following + place, **code} for place, code in enumerate(part.get("codes", ()))]
                following += len(part["codes"])
        yield part


def _filled(value: Any, named: Mapping[str, Any]) -> Any:
    """A value of the file with the names of `each` filled in; a text that is one name alone takes that value's type."""
    if not isinstance(value, str) or "{" not in value:
        return value
    if value[1:-1] in named and value == f"{{{value[1:-1]}}}":
        return named[value[1:-1]]
    return _GAP.sub(lambda gap: str(named.get(gap[1], gap[0])), value)


def centred(cells: list[tuple[int, int]] | tuple[tuple[int, int], ...], pitch_mm: float) -> tuple[PointMm, ...]:
    """Middles of the cells, with the middle of the cells' bounding box at the origin."""
    middle_row = (min(row for row, _ in cells) + max(row for row, _ in cells)) / 2
    middle_column = (min(column for _, column in cells) + max(column for _, column in cells)) / 2
    return tuple(((column - middle_column) * pitch_mm, (row - middle_row) * pitch_mm) for row, column in cells)


def strip_outline(
    cells: tuple[tuple[int, int], ...],
    centres: tuple[PointMm, ...],
    width_mm: float,
    open_between: tuple[tuple[int, int], ...],
) -> PolygonMm:
    """A piece's outline: a strip of `width_mm` along the middles of its cells, open where the file says so."""
    half = width_mm / 2
    centre_of = dict(zip(cells, centres, strict=True))
    rectangles: list[RectangleMm] = []
    for (row, column), (x, y) in centre_of.items():
        rectangles.append((x - half, y - half, x + half, y + half))
        for other in ((row, column + 1), (row + 1, column)):
            if other in centre_of and {(row, column), other} != set(open_between):
                other_x, other_y = centre_of[other]
                rectangles.append((x - half, y - half, other_x + half, other_y + half))
    if not open_between:  # where four cells meet there is no gap between the strips
        for row, column in cells:
            if {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= set(cells):
                (left, top), (right, bottom) = centre_of[row, column], centre_of[row + 1, column + 1]
                rectangles.append((left, top, right, bottom))
    return outline_of(rectangles)


def tile_patches(
    properties: Sequence[Sequence[int]], pitch_mm: float, art: Mapping[str, Any]
) -> Iterator[tuple[str, PointMm]]:
    """The colour references on a tile's half crossings, clockwise from the upper left, one set each in turn."""
    if not properties or "patches" not in art:
        return
    rows, columns = len(properties), len(properties[0])
    width, height, depth = columns * pitch_mm, rows * pitch_mm, art["patch_depth_mm"]
    north = [((column - columns / 2) * pitch_mm, depth - height / 2, 1, 0) for column in range(1, columns)]
    east = [(width / 2 - depth, (row - rows / 2) * pitch_mm, 0, 1) for row in range(1, rows)]
    south = [(-x, -y, -1, 0) for x, y, _, _ in north]
    west = [(-x, -y, 0, -1) for x, y, _, _ in east]
    for index, (x, y, along_x, along_y) in enumerate((*north, *east, *south, *west)):
        colours = art["patches"][index % len(art["patches"])]
        for place, colour in enumerate(colours):
            offset = (place - (len(colours) - 1) / 2) * art["patch_step_mm"]
            yield colour, (x + along_x * offset, y + along_y * offset)


def complaints_about_parts(entries: Sequence[Mapping[str, Any]]) -> Iterator[Complaint]:
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
