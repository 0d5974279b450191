"""A game file as if what is wrong in it were well, so that the rest of it can be looked at, too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletop.customfile import DEFAULT_CODES
from tabletop.filevalues import Complaint, complaints, is_name, misspelt
from tabletop.parts import NO_CODE
from tabletop.schema import FieldKind, Path
from tabletop.sections import GAME_FILE, PART, game_file

STAND_INS: Mapping[str, Mapping[str, Any]] = {
    "game": {"name": "game", "title": "Game", "players": [1, 2], "rules": "custom"},
    "codes": DEFAULT_CODES,
    "grid": {"shape": "square", "pitch_mm": 40.0, "rows": 6, "columns": 6},
}
"""What stands for necessary keys that are wrong or missing."""
NAMING = ("id", "kind", "piece", "player", "tags", "each")
"""Keys of parts by which rules name them."""


def mended(raw: Mapping[str, Any], told: Sequence[Complaint]) -> Mapping[str, Any]:
    """The sections with something harmless in place of what is told to be wrong; parts keep their names."""
    told = [one for one in told if not one.harmless]
    if not told:
        return raw
    whole = {name: value for name, value in _as_meant(raw, GAME_FILE).items() if name in (GAME_FILE.keys or {})}
    for section, *inner in (one.path for one in told if one.path):
        name, value = str(section), whole.get(str(section))
        if name == "parts" and isinstance(value, list) and inner:
            index = int(inner[0])
            whole[name] = [*value[:index], _stand_in(value[index], index, inner[1:]), *value[index + 1 :]]
        elif isinstance(value, Mapping) and name != "codes":
            whole[name] = {key: one for key, one in value.items() if key not in inner[:1]}
        else:
            whole.pop(name, None)
    usual = {name: {**keys, **_table(whole.get(name))} for name, keys in STAND_INS.items()}
    whole = {"parts": [_stand_in({}, 0, [])], **whole, **usual}
    for one in complaints(game_file(whole), whole):  # in what was meant by misspelt sections
        if not one.harmless:
            name = str(one.path[0])
            whole.pop(name, None)
            whole |= {"parts": [_stand_in({}, 0, [])], **STAND_INS, **whole}
    return whole


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _as_meant(table: Mapping[str, Any], kind: FieldKind) -> dict[str, Any]:
    """A table with misspelt keys as they were meant."""
    meant = misspelt(table, (kind.keys or {}).keys())
    return {meant.get(key, key): value for key, value in table.items()}


def _stand_in(entry: Any, index: int, wrong: list[Any]) -> dict[str, Any]:
    """A part without codes on one cell, or a bare board, with the names of this one."""
    given = _as_meant(_table(entry), PART)
    said = {
        key: one for key, one in given.items() if key not in wrong and (key in NAMING or key not in (PART.keys or {}))
    }
    shape = {"cells": [[0, 0]], "cell_codes": [NO_CODE], "width_mm": 5.0}
    if said.get("kind") == "board":
        shape = {"size_mm": [30.0, 30.0]}
    name = said["id"] if is_name(said.get("id")) else f"part-{index + 1}"
    return {"kind": "tile", **said, "id": name, "colour": "white", **shape}


def rest(told: Sequence[Complaint], more: Iterable[Complaint], *needs: Path) -> list[Complaint]:
    """Of more complaints those that do not merely follow from what was told before, all of which `needs` to be well."""
    parts = {one.path[:2] for one in told if one.path[:1] == ("parts",) and not one.harmless}
    return [one for one in dict.fromkeys(more) if one.path[:2] not in parts and are_well(told, *needs, *one.needs)]


def are_well(told: Sequence[Complaint], *needs: Path) -> bool:
    """Whether nothing was told of what stands at these keys, below or around them."""
    faults = [
        tuple(step for step in one.path if isinstance(step, str)) for one in told if one.path and not one.harmless
    ]
    return not any(fault[: len(need)] == need or need[: len(fault)] == fault for fault in faults for need in needs)
