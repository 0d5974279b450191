"""What a `[[parts]]` entry lacks before a part can be made of it, and codes that are given where none can be."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletop.complaints import Complaint
from tabletop.schema import Path

SHAPES = ("cells", "outline_mm", "size_mm")


def about_codes_on_cells(path: Path, entry: Mapping[str, Any]) -> list[Complaint]:
    """`codes` of a part on cells, which has one in the middle of each: what to write in their place."""
    if "codes" not in entry or not _on_cells(entry):
        return []
    codes = entry["codes"] if isinstance(entry["codes"], list) else []
    ids = [code["id"] for code in codes if isinstance(code, dict) and type(code.get("id")) is int]
    if not ids:
        mend = "leave codes out, they come by themselves"
    elif entry.get("each"):
        mend = f"write first_code = {ids[0]}, from which they are counted on"
    else:
        mend = f"write cell_codes = {ids}"
    told = (
        f"part {entry['id']}: each of its cells has a code in its middle; {mend}, or give it size_mm in place of cells"
    )
    return [Complaint((*path, "codes"), told)]


def _on_cells(entry: Mapping[str, Any]) -> bool:
    shaped = {"outline_mm", "size_mm", "properties"} & entry.keys() or entry.get("kind") == "board"
    return "cells" in entry or not shaped


def lacking(path: Path, entry: Mapping[str, Any], *, custom: bool) -> Sequence[Complaint]:
    """Keys that an entry needs beside those that it has; files of custom games may leave more out."""
    return [Complaint(path, f"part {entry['id']}: {lacks}") for lacks in _lacks(entry, custom=custom)]


def _lacks(entry: Mapping[str, Any], *, custom: bool) -> Iterator[str]:
    codes = entry.get("codes", ())
    numbered = [code for code in codes if "id" in code]
    if not custom:
        yield from (f"{key} is missing" for key in ("kind", "colour") if key not in entry)
    if "properties" in entry:
        if "crossing_codes" not in entry:
            yield "crossing_codes is missing beside properties"
    elif not any(key in entry for key in SHAPES) and not (custom and entry.get("kind") != "board"):
        yield "it has no shape; give it size_mm, outline_mm or cells"
    elif "cells" in entry and not custom:
        if not {"cell_codes", "first_code"} & entry.keys():
            yield "cell_codes is missing beside cells"
        if "width_mm" not in entry:
            yield "width_mm is missing beside cells"
    elif len(numbered) < len(codes) and "first_code" not in entry and (numbered or not custom):
        yield (
            "only some of its codes have an id; give one to each" if numbered else "its codes have no id; give each one"
        )
    if "patches" in entry and "patch_mm" not in entry:
        yield "patch_mm is missing beside patches"
