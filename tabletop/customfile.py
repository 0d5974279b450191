"""Custom games: what their file may leave out is filled in here, codes included, so that a short file is enough.

A custom game file has `rules = "custom"`. Parts without codes get them by themselves, one on each square, from the
range for custom files on; a board part with codes in its strips is added where the file has none.
"""

from collections.abc import Iterator, Mapping
from typing import Any

FIRST_CODE, LAST_CODE = 700, 999
DEFAULT_CODES: Mapping[str, Any] = {
    "dictionary": "DICT_5X5_1000",
    "first": FIRST_CODE,
    "last": LAST_CODE,
    "module_mm": 2.4,
    "quiet_zone_mm": 2.0,
}
CODE_MODULES = 7
GAP_MM = 2.0
"""Free room between two parts on neighbouring squares."""
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
}
PATCHES = ("white", "grey", "black", "red", "yellow", "green", "cyan", "blue", "magenta")
PATCH_MM = 6.0


def completed(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A custom game's sections with everything that was left out; KeyError where something necessary is missing."""
    codes = {**DEFAULT_CODES, **raw.get("codes", {})}
    grid = {"shape": "square", "names": "rows-from-top", **raw["grid"]}
    pitch = float(grid["pitch_mm"])
    parts = [_part(entry, pitch * 3**0.5 / 2 if grid["shape"] == "hex" else pitch) for entry in raw["parts"]]
    side = CODE_MODULES * codes["module_mm"]
    about = dict(raw.get("board", {}))
    if not any(part.get("kind") == "board" for part in parts) and "board" not in raw["game"]:
        strip = side + 2 * codes["quiet_zone_mm"] + 2.0
        rows, columns = int(grid["rows"]), int(grid["columns"])
        hexes = grid["shape"] == "hex"
        across = pitch * (3**0.5 / 2 * (columns - 1) + 2 / 3**0.5) if hexes else columns * pitch
        width = max(across, 2 * side + 10.0) + 6.0
        height = (rows + (0.5 if hexes and columns > 1 else 0.0)) * pitch + 2 * strip
        about.setdefault("size_mm", [round(width, 1), round(height, 1)])
        first_x = (about["size_mm"][0] - across) / 2 + (pitch / 3**0.5 if hexes else pitch / 2)
        grid.setdefault("first_cell_mm", [round(first_x, 2), round(strip + pitch / 2, 2)])
        parts.append(_board(about["size_mm"], side, strip, raw["game"].get("title", raw["game"]["name"])))
    about.setdefault("name", raw["game"]["name"])
    return {
        **raw,
        "codes": codes,
        "grid": grid,
        "board": about,
        "parts": list(_coded(parts, codes)),
        "palette": {**PALETTE, **raw.get("palette", {})},
    }


def _part(entry: Mapping[str, Any], apart: float) -> dict[str, Any]:
    """A part with its usual width, height and colour; `apart` is the mm from one column to the next."""
    part = {"kind": "tile", "height_mm": 1.5, "colour": "grey", **entry}
    if part["kind"] != "board" and not {"cells", "size_mm", "outline_mm"} & part.keys():
        part["cells"] = [[0, 0]]
    if "cells" in part:
        part.setdefault("width_mm", round(apart - GAP_MM, 1))
    return part


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
        copies = _copies(part)
        needed = len(part["cells"]) if "cells" in part else len(part.get("codes", ()))
        if "first_code" in part or "cell_codes" in part or any("id" in code for code in part.get("codes", ())):
            yield part
            continue
        if not needed:
            yield part
            continue
        first = next(
            (
                id_
                for id_ in range(codes["first"], codes["last"] + 2 - needed * copies)
                if taken.isdisjoint(range(id_, id_ + needed * copies))
            ),
            None,
        )
        if first is None:
            raise ValueError(f"part {part['id']}: the codes {codes['first']} to {codes['last']} do not suffice")
        taken.update(range(first, first + needed * copies))
        yield {**part, "first_code": first}


def _given(part: Mapping[str, Any]) -> Iterator[int]:
    """The codes that a part's entry names itself."""
    yield from (id_ for id_ in part.get("cell_codes", ()) if id_ >= 0)
    yield from (code["id"] for code in part.get("codes", ()) if "id" in code)
    if "first_code" in part:
        needed = len(part["cells"]) if "cells" in part else len(part.get("codes", ()))
        yield from range(part["first_code"], part["first_code"] + needed * _copies(part))


def _copies(part: Mapping[str, Any]) -> int:
    """How many parts an entry stands for."""
    copies = 1
    for values in part.get("each", {}).values():
        copies *= len(values)
    return copies
