"""The table of what may be built: one row per kind, read from `buildings.toml` and from people's own files."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.lattice import turned_cell
from tabletop.schema import FieldKind, Key, Mismatch, flag, list_of, mapping_of, table, text, whole
from tabletop.textfiles import parsed_toml, read_text

BuildingShape = frozenset[Cell]
"""Cells with the upper left corner of their bounding box at (0, 0)."""
UNLIMITED = 99


@dataclass(frozen=True, slots=True)
class Building:
    """One size of one kind: what it covers, what it asks for, what it is worth; the keys of `buildings.toml`."""

    kind: str
    title: str
    size: int
    groups: tuple[str, ...]
    shapes: frozenset[BuildingShape]
    """The shape in all its turns."""
    count: int
    base: int
    needs_city_hall: bool
    beside: tuple[tuple[str, int], ...]
    outskirts_at_least: int
    outskirts_at_most: int
    double_number: bool
    last_in_neighbourhood: bool
    on_outskirts: int
    in_centre: int
    by_park: int
    by_factory: int
    times_streetcar: int
    times_city_hall: int
    times_both: int
    special_card: bool
    is_building: bool
    rulebook: str

    @property
    def part(self) -> str:
        """The part's id in the game file and in a reading's evidence."""
        return f"{self.kind}-{self.size}" if self.kind in ("residence", "business") else self.kind


BuildingTable = Mapping[str, Mapping[int, Building]]
"""Kind -> size in properties -> building."""


@lru_cache(maxsize=8)
def standard_buildings() -> BuildingTable:
    """The rulebook's buildings, shapes and counts from the game file."""
    text_ = (resources.files("scoring.games.big_city") / "buildings.toml").read_text(encoding="utf-8")
    return _table(_rows(tomllib.loads(text_), "buildings.toml"))


def with_extra(extra: Any) -> BuildingTable:
    """The standard table and the rows of a file (its path, or its content as a table or list).

    Raises UnreadableInput where the file cannot be read or a row is wrong.
    """
    if extra is None:
        return standard_buildings()
    if isinstance(extra, str):
        document: Any = parsed_toml(read_text(extra), extra)
        source = extra
    else:
        document, source = (extra if isinstance(extra, dict) else {"buildings": extra}), "buildings"
    return {**standard_buildings(), **_table(_rows(document, source))}


def shape_of(cells: Iterable[Cell]) -> BuildingShape:
    """Cells moved so that their bounding box begins at (0, 0)."""
    listed = list(cells)
    top, left = min(row for row, _ in listed), min(column for _, column in listed)
    return frozenset((row - top, column - left) for row, column in listed)


def turns_of(shape: BuildingShape) -> frozenset[BuildingShape]:
    """A shape in its four turns; pieces are not turned over."""
    rows, columns = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
    return frozenset(shape_of(turned_cell(cell, (rows, columns), turn) for cell in shape) for turn in range(4))


def _read_drawing(value: Any, path: tuple[str | int, ...]) -> BuildingShape:
    """`["##", "#"]` as a shape."""
    rows = value if isinstance(value, list) else [value]
    cells = [(r, c) for r, line in enumerate(rows) for c, mark in enumerate(str(line)) if mark == "#"]
    if not cells or any(not isinstance(line, str) or set(line) - {"#", " ", "."} for line in rows):
        raise Mismatch(path, f'{value} is no drawing of a shape; expected rows such as ["##", "#."]')
    return shape_of(cells)


_POINTS = whole(-999, 999)
_ROW = table(
    dict,
    {
        "kind": Key(text()),
        "title": Key(text(), ""),
        "groups": Key(list_of(text()), ()),
        "shapes": Key(list_of(FieldKind("rows of a drawing", _read_drawing)), ()),
        "counts": Key(list_of(whole(1, UNLIMITED)), ()),
        "base": Key(list_of(_POINTS, least=1)),
        "needs_city_hall": Key(flag(), False),
        "beside": Key(mapping_of(whole(1, 9)), ()),
        "outskirts_at_least": Key(whole(0, 99), 0),
        "outskirts_at_most": Key(whole(0, 99), 99),
        "double_number": Key(flag(), False),
        "last_in_neighbourhood": Key(flag(), False),
        "on_outskirts": Key(_POINTS, 0),
        "in_centre": Key(_POINTS, 0),
        "by_park": Key(_POINTS, 0),
        "by_factory": Key(_POINTS, 0),
        "times_streetcar": Key(whole(1, 99), 1),
        "times_city_hall": Key(whole(1, 99), 1),
        "times_both": Key(whole(1, 99), 1),
        "special_card": Key(flag(), False),
        "is_building": Key(flag(), True),
        "rulebook": Key(text(), "New buildings"),
    },
    take=dict,
    name="a building",
)
_FILE = table(dict, {"buildings": Key(list_of(_ROW))}, take=dict, name="a buildings' file")


def _rows(document: Any, source: str) -> tuple[dict[str, Any], ...]:
    """A document's rows, checked."""
    try:
        rows: tuple[dict[str, Any], ...] = _FILE.read(document, ())["buildings"]
    except Mismatch as error:
        where = ", ".join(str(step) for step in error.path)
        raise UnreadableInput(f"{source}: {where}: {error.reason}") from error
    return rows


def _table(rows: Iterable[dict[str, Any]]) -> dict[str, dict[int, Building]]:
    """Rows with their shapes and counts: their own, or the game file's."""
    return {row["kind"]: {building.size: building for building in _sizes(row)} for row in rows}


def _sizes(row: dict[str, Any]) -> Iterable[Building]:
    """One building for each of a row's sizes."""
    parts = [part for part in load_game("big-city").of_kind("piece") if part.piece == row["kind"]]
    shapes = row["shapes"] or tuple(shape_of(part.cells) for part in parts)
    counts = row["counts"] or tuple(part.count for part in parts)
    if not len(shapes) == len(counts) == len(row["base"]):
        raise UnreadableInput(
            f"building {row['kind']}: {len(shapes)} shapes, {len(counts)} counts and {len(row['base'])} base values; "
            "expected one of each per size"
        )
    rest = {key: value for key, value in row.items() if key not in ("shapes", "counts", "base", "title", "groups")}
    for shape, count, base in zip(shapes, counts, row["base"], strict=True):
        yield Building(
            title=row["title"] or row["kind"],
            size=len(shape),
            groups=tuple({*row["groups"], row["kind"]}) if row["kind"] not in row["groups"] else row["groups"],
            shapes=turns_of(shape),
            count=count,
            base=base,
            **rest,
        )
