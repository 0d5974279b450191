"""The `[[parts]]` entries of a game file: which parts each stands for, and their shapes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from tabletop.geometry import PointMm, PolygonMm, RectangleMm, outline_of
from tabletop.sections import ArtSection

GAP = re.compile(r"\{(\w+)\}")
"""A name in braces, which `each` fills in."""


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
    if isinstance(value, list):
        return [_filled(one, named) for one in value]
    if not isinstance(value, str) or "{" not in value:
        return value
    if value[1:-1] in named and value == f"{{{value[1:-1]}}}":
        return named[value[1:-1]]
    return GAP.sub(lambda gap: str(named.get(gap[1], gap[0])), value)


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
    try:
        return outline_of(rectangles)
    except (ValueError, KeyError) as error:
        raise ValueError("its cells must lie side by side, with no gap and no hole between them") from error


def tile_patches(
    properties: Sequence[Sequence[int]], pitch_mm: float, art: ArtSection
) -> Iterator[tuple[str, PointMm]]:
    """The colour references on a tile's half crossings, clockwise from the upper left, one set each in turn."""
    if not art.patches:
        return
    rows, columns = len(properties), len(properties[0])
    width, height, depth = columns * pitch_mm, rows * pitch_mm, art.patch_depth_mm
    north = [((column - columns / 2) * pitch_mm, depth - height / 2, 1, 0) for column in range(1, columns)]
    east = [(width / 2 - depth, (row - rows / 2) * pitch_mm, 0, 1) for row in range(1, rows)]
    south = [(-x, -y, -1, 0) for x, y, _, _ in north]
    west = [(-x, -y, 0, -1) for x, y, _, _ in east]
    for index, (x, y, along_x, along_y) in enumerate((*north, *east, *south, *west)):
        colours = art.patches[index % len(art.patches)]
        for place, colour in enumerate(colours):
            offset = (place - (len(colours) - 1) / 2) * art.patch_step_mm
            yield colour, (x + along_x * offset, y + along_y * offset)
