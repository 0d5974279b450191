"""The parts manifest, `parts.json`: where each part lies on which sheet, for cutters and whoever draws parts."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from printables.backs import is_back
from printables.houses import House
from printables.packing import Slot
from printables.sheets import Document
from printables.work import work_of
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, rectangle

ORIGIN = "page's upper left corner, y down"


def manifest(documents: Sequence[tuple[str, Document]], game: GameFile, paper: str) -> dict[str, Any]:
    """The manifest of documents (file name, document) as INTERFACE.md section 5 describes it, one entry a part.

    Beyond that section: `copies` (where every further copy lies), `back` (where a back is printed), `title`,
    `dictionary`, and for a board over several sheets `sheets`, each piece with `part_origin_mm`, the place on that
    page where the part's own origin would be; its `outline_mm` and `markers` then go on beyond the first page.
    """
    entries: dict[str, dict[str, Any]] = {}
    for pdf, document in documents:
        for page, sheet in enumerate(document.sheets, start=1):
            for slot in sheet.slots:
                place = {"pdf": pdf, "page": page}
                known = entries.get(slot.part.id)
                if is_back(sheet, slot):
                    if known is not None:
                        known.setdefault("back", {**place, "outline_mm": _on_page(slot.part.outline_mm, slot)})
                elif known is None:
                    entries[slot.part.id] = _entry(slot, place)
                elif slot.window_mm is not None:
                    _add_piece(known, slot, place)
                else:
                    known["count"] += 1
                    known.setdefault("copies", []).append({**place, **_whole(slot)})
    _add_walls(entries)
    order = {part.id: index for index, part in enumerate(game.parts)}
    return {
        "format": "boardsight-parts/1",
        "game": game.name,
        "paper": paper,
        "dictionary": game.codes.dictionary,
        "work": asdict(work_of([document for _, document in documents])),
        "sheets": [
            {"pdf": pdf, "pages_mm": [[sheet.paper.width_mm, sheet.paper.height_mm] for sheet in document.sheets]}
            for pdf, document in documents
        ],
        "parts": sorted(entries.values(), key=lambda entry: order.get(entry["id"], len(order))),
    }


def to_text(value: dict[str, Any]) -> str:
    """The manifest as JSON text, one part a line."""
    parts = ",\n  ".join(json.dumps(part, ensure_ascii=False) for part in value["parts"])
    head = json.dumps({key: entry for key, entry in value.items() if key != "parts"}, ensure_ascii=False)
    return f'{head[:-1]}, "parts": [\n  {parts}\n]}}\n'


def _entry(slot: Slot, place: dict[str, Any]) -> dict[str, Any]:
    """A part's entry from its first copy, or from the first piece of it."""
    part = slot.part
    entry: dict[str, Any] = {
        "id": part.id,
        "kind": "piece" if isinstance(part, House) else part.kind,
        "title": part.title,
        "count": 1,
        **place,
        "outline_mm": [],
        "origin": ORIGIN,
        "thickness_mm": part.height_mm,
        **_whole(slot),
    }
    if part.dictionary is not None:
        entry["dictionary"] = part.dictionary
    if slot.window_mm is not None:
        _add_piece(entry, slot, place)
    if isinstance(part, House):
        entry["form"] = "house"
        entry["footprint_mm"] = [[round(x, 3), round(y, 3)] for x, y in part.roof_mm]
        entry["height_mm"] = part.net.height_mm
        entry["sheets"] = [{**place, "piece": "roof and walls", "outline_mm": _on_page(part.outline_mm, slot),
                            "markers": entry["markers"]}]  # fmt: skip
    return entry


def _add_walls(entries: dict[str, dict[str, Any]]) -> None:
    """Name a house's inner walls among its sheets."""
    for entry in entries.values():
        if entry["kind"] == "wall":
            house = entries.get(entry["id"].rsplit("-wall-", 1)[0])
            if house is not None and "sheets" in house:
                piece = {key: entry[key] for key in ("pdf", "page", "outline_mm")}
                house["sheets"].append({**piece, "piece": entry["id"], "markers": []})


def _add_piece(entry: dict[str, Any], slot: Slot, place: dict[str, Any]) -> None:
    """Add the sheet of one piece of a board; the first piece of a further copy begins a new copy."""
    assert slot.window_mm is not None
    left, top, right, bottom = slot.window_mm
    outline = rectangle(right - left, bottom - top, centre=((left + right) / 2, (top + bottom) / 2))
    markers = [
        {"id": code.id, "corners_mm": _on_page(code.corners_mm, slot)}
        for code in slot.part.codes
        if left <= code.centre_mm[0] <= right and top <= code.centre_mm[1] <= bottom
    ]
    entry["count"] = max(entry["count"], slot.copy + 1)
    entry.setdefault("sheets", []).append(
        {
            **place,
            "copy": slot.copy,
            "outline_mm": _on_page(outline, slot),
            "part_origin_mm": [slot.x_mm, slot.y_mm],
            "markers": markers,
        }
    )


def _whole(slot: Slot) -> dict[str, Any]:
    """Outline and markers of one copy, in page millimetres."""
    markers = [{"id": code.id, "corners_mm": _on_page(code.corners_mm, slot)} for code in slot.part.codes]
    outline = slot.part.roof_mm if isinstance(slot.part, House) else slot.part.outline_mm
    return {"outline_mm": _on_page(outline, slot), "markers": markers}


def _on_page(points: Sequence[PointMm], slot: Slot) -> list[list[float]]:
    return [[round(x + slot.x_mm, 3), round(y + slot.y_mm, 3)] for x, y in points]
