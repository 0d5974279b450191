"""Custom games: what their file may leave out is filled in here, codes included, so that a short file is enough.

A custom game file has `rules = "custom"`. Parts without codes get them by themselves, one on each square, from the
range for custom files on; a board part with codes in its strips is added where the file has none.
"""

from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any

from tabletop.dictionaries import modules_of
from tabletop.errors import UnreadableInput
from tabletop.geometry import both_ways
from tabletop.partentries import each_part
from tabletop.parts import NO_CODE
from tabletop.sections import BOARD_FILE
from tabletop.shipped import board_files
from tabletop.textfiles import read_text
from tabletop.unknownkeys import sections_in

FIRST_CODE, LAST_CODE = 700, 999
DEFAULT_CODES: Mapping[str, Any] = {
    "dictionary": "DICT_5X5_1000",
    "first": FIRST_CODE,
    "last": LAST_CODE,
    "module_mm": 2.4,
    "quiet_zone_mm": 2.0,
}
GAP_MM = 2.0
"""Free room between two parts on neighbouring squares."""
LEAST_WHITE = 0.75
"""Modules of white about a code; our own tokens have 0.83 (docs/big-city-layout.md)."""
PALETTE: Mapping[str, str] = {
    "white": "#ffffff",
    "grey": "#8c8c8c",
    "black": "#101010",
    "red": "#d62728",
    "yellow": "#f2c80f",
    "green": "#2e9e4f",
    "cyan": "#18a9d6",
    "blue": "#2552b0",
    "magenta": "#c8328c",
    "ink": "#1d2733",
    "board": "#f4ecd8",
    "mountain": "#a9a7a2",
    "forest": "#3f7a45",
}
PATCHES = ("white", "grey", "black", "red", "yellow", "green", "cyan", "blue", "magenta")
PATCH_MM = 6.0


def completed(raw: Mapping[str, Any], folder: Path | None = None) -> dict[str, Any]:
    """A custom game's sections with everything that was left out; KeyError where something necessary is missing.

    Where `[game] board` names a board file, its grid and terrain stand in place of the game's own; the path counts
    from `folder`, where the game file lies. Raises UnreadableInput where that file cannot be read.
    """
    codes = {**DEFAULT_CODES, **raw.get("codes", {})}
    own_codes: Mapping[str, Any] = {}
    if "board" in raw["game"]:
        raw, own_codes = _with_named_board(raw, folder or Path())
    grid = {"shape": "square", "names": "rows-from-top", **raw["grid"]}
    pitch = min(both_ways(grid["pitch_mm"]))
    parts = [_part(entry, pitch * 3**0.5 / 2 if grid["shape"] == "hex" else pitch) for entry in raw["parts"]]
    about = {"name": raw["game"]["name"], **raw.get("board", {})}
    if not any(part.get("kind") == "board" for part in parts):
        modules = modules_of(codes["dictionary"])
        side = modules * codes["module_mm"]
        title = about.get("title", raw["game"].get("title", raw["game"]["name"]))
        if own_codes.get("at"):
            least = side * (1 + 2 * LEAST_WHITE / modules)
            parts = [_as_cells_allow(*both, least) for both in zip(raw["parts"], parts, strict=True)]
            parts.append(_handmade_board(about, grid, own_codes, modules, title))
        else:
            strip = side + 2 * codes["quiet_zone_mm"] + 2.0
            about["size_mm"], grid["first_cell_mm"] = _with_strips(about, grid, side, strip)
            parts.append(_board(about["size_mm"], side, strip, title))
    return {
        **raw,
        "codes": codes,
        "grid": grid,
        "board": about,
        "parts": list(_coded(parts, codes)),
        "palette": {**PALETTE, **raw.get("palette", {})},
    }


def _with_named_board(raw: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The sections with the named board's grid, terrain and colours, and the codes of a board made elsewhere."""
    name: str = raw["game"]["board"]
    if name.endswith(".toml"):
        source, text = str(folder / name), read_text(folder / name)
    else:
        resource = board_files().get(name)
        if resource is None:
            raise UnreadableInput(f"there is no board '{name}'; give a .toml file, beside the game file")
        source, text = resource.name, resource.read_text(encoding="utf-8")
    try:
        board = BOARD_FILE.write(sections_in(BOARD_FILE, text, source))
    except ValueError as error:
        more = f"`boardsight check {source}` says more, `boardsight new board` writes one"
        raise UnreadableInput(f"{source} is no board file: {error}; {more}") from error
    own: dict[str, Any] = {section: board[section] for section in ("board", "grid", "terrain") if section in board}
    kept = {section: value for section, value in raw.items() if section not in ("board", "grid", "terrain")}
    palette = {**board.get("palette", {}), **raw.get("palette", {})}
    return ({**kept, **own, "palette": palette}, board.get("codes", {}))


def _with_strips(
    about: Mapping[str, Any], grid: Mapping[str, Any], side: float, strip: float
) -> tuple[list[float], list[float]]:
    """The board's size and the middle of its first cell, with room for codes above and below all cells."""
    rows, columns, (right, pitch) = int(grid["rows"]), int(grid["columns"]), both_ways(grid["pitch_mm"])
    hexes = grid["shape"] == "hex"
    across = pitch * (3**0.5 / 2 * (columns - 1) + 2 / 3**0.5) if hexes else columns * right
    down = (rows + (0.5 if hexes and columns > 1 else 0.0)) * pitch
    least = 2 * side + 16.0
    width, height = about.get("size_mm", (max(across + 6.0, least), down))
    half = pitch / 3**0.5 if hexes else right / 2
    x, y = grid.get("first_cell_mm", ((width - across) / 2 + half, (height - down) / 2 + pitch / 2))
    above, below = y - pitch / 2, height - (y - pitch / 2) - down
    more_above, more_below, wider = max(0.0, strip - above), max(0.0, strip - below), max(0.0, least - width)
    size = [round(width + wider, 1), round(height + more_above + more_below, 1)]
    return (size, [round(x + wider / 2, 2), round(y + more_above, 2)])


def _handmade_board(
    about: Mapping[str, Any], grid: Mapping[str, Any], codes: Mapping[str, Any], modules: int, title: str
) -> dict[str, Any]:
    """A board made elsewhere: its codes stay where they are, from their own dictionary."""
    right, down = both_ways(grid["pitch_mm"])
    width, height = about.get("size_mm", (int(grid["columns"]) * right, int(grid["rows"]) * down))
    own_modules = modules_of(codes["dictionary"])
    placed = []
    for entry in codes["at"]:
        side = entry.get("side_mm", codes.get("side_mm", own_modules * codes.get("module_mm", 2.4)))
        x, y = entry["centre_mm"]
        centre = [x - width / 2, y - height / 2]
        placed.append({"id": entry["id"], "centre_mm": centre, "module_mm": side / modules})
    return {
        "id": "board",
        "kind": "board",
        "title": title,
        "size_mm": [width, height],
        "codes": placed,
        "dictionary": codes["dictionary"],
        "height_mm": 0.3,
        "colour": "board",
    }


def _part(entry: Mapping[str, Any], apart: float) -> dict[str, Any]:
    """A part with its usual width, height and colour; `apart` is the mm from one column to the next."""
    part = {"kind": "tile", "height_mm": 1.5, "colour": "grey", **entry}
    if part["kind"] != "board" and not {"cells", "size_mm", "outline_mm"} & part.keys():
        part["cells"] = [[0, 0]]
    if "cells" in part and apart > GAP_MM:
        part.setdefault("width_mm", round(apart - GAP_MM, 1))
    return part


def _as_cells_allow(entry: Mapping[str, Any], part: dict[str, Any], least_mm: float) -> dict[str, Any]:
    """A part for a board made elsewhere: without codes where that board's cells are too small for them."""
    if {"first_code", "cell_codes", "width_mm"} & entry.keys() or part.get("width_mm", least_mm) >= least_mm - 0.01:
        return part
    return {**part, "cell_codes": [NO_CODE] * len(part["cells"])}


def _board(size_mm: list[float], side: float, strip: float, title: str) -> dict[str, Any]:
    """A board with a code in each corner and colour references between them."""
    right, bottom = size_mm[0] / 2 - side / 2 - 3.0, size_mm[1] / 2 - strip / 2
    room = right - side / 2 - 4.0
    fitting = PATCHES[: max(0, int(2 * room / (PATCH_MM + 2.0)))]
    step = 2 * room / max(1, len(fitting))
    patches = [
        [colour, round(-room + (place + 0.5) * step, 2), y]
        for y in (-bottom, bottom)
        for place, colour in enumerate(fitting)
    ]
    return {
        "id": "board",
        "kind": "board",
        "title": title,
        "size_mm": size_mm,
        "codes": [{"centre_mm": [x, y]} for y in (-bottom, bottom) for x in (-right, right)],
        "patch_mm": PATCH_MM,
        "patches": patches,
        "height_mm": 0.3,
        "colour": "board",
    }


def _coded(parts: list[dict[str, Any]], codes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every part with ids for its codes: those that the file gives stay, the others take the first free run."""
    taken = {id_ for part in parts for id_ in _given(part)}
    for part in parts:
        run = len(part.get("cells", part.get("codes", ()))) * prod(map(len, part.get("each", {}).values()))
        if run and "cell_codes" not in part and not _given(part):
            firsts = range(codes["first"], codes["last"] + 2 - run)
            first = next((id_ for id_ in firsts if taken.isdisjoint(range(id_, id_ + run))), None)
            if first is None:
                raise ValueError(f"part {part['id']}: the codes {codes['first']} to {codes['last']} do not suffice")
            taken.update(range(first, first + run))
            part = {**part, "first_code": first}
        yield part


def _given(entry: Mapping[str, Any]) -> set[int]:
    """The codes that an entry names itself."""
    parts = list(each_part(entry))
    codes = {code.get("id", NO_CODE) for part in parts for code in part.get("codes", ())}
    return codes.union(*(part.get("cell_codes", ()) for part in parts)) - {NO_CODE}
