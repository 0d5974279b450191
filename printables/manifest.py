"""The parts manifest, `parts.json`: where each part lies on which sheet, for cutters and whoever draws parts."""

import json
from collections.abc import Sequence
from typing import Any

from printables.packing import PackedSheet, Slot
from printables.sheets import Document
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm


def manifest(documents: Sequence[tuple[str, Document]], game: GameFile, paper: str) -> dict[str, Any]:
    """The manifest of documents (file name, document) as INTERFACE.md section 5 describes it, one entry a part."""
    entries: dict[str, dict[str, Any]] = {}
    for pdf, document in documents:
        for page, sheet in enumerate(document.sheets, start=1):
            for slot in sheet.slots:
                place = {"pdf": pdf, "page": page, **_place(slot)}
                part = slot.part
                if part.id in entries:
                    entries[part.id]["count"] += 1
                    entries[part.id].setdefault("copies", []).append(place)
                    continue
                entries[part.id] = {
                    "id": part.id,
                    "kind": part.kind,
                    "title": part.title,
                    "count": 1,
                    "pdf": pdf,
                    "page": page,
                    "outline_mm": place["outline_mm"],
                    "origin": "page's upper left corner, y down",
                    "thickness_mm": part.height_mm,
                    "markers": place["markers"],
                }
    order = {part.id: index for index, part in enumerate(game.parts)}
    parts = sorted(entries.values(), key=lambda entry: order[entry["id"]])
    return {
        "format": "boardsight-parts/1",
        "game": game.name,
        "paper": paper,
        "dictionary": game.codes.dictionary,
        "sheets": _sheets(documents),
        "parts": parts,
    }


def to_text(value: dict[str, Any]) -> str:
    """The manifest as JSON text, one part a line."""
    parts = ",\n  ".join(json.dumps(part, ensure_ascii=False) for part in value["parts"])
    head = json.dumps({key: entry for key, entry in value.items() if key != "parts"}, ensure_ascii=False)
    return f'{head[:-1]}, "parts": [\n  {parts}\n]}}\n'


def _place(slot: Slot) -> dict[str, Any]:
    """Outline and markers of one copy, in page millimetres."""
    part = slot.part

    def on_page(points: Sequence[PointMm]) -> list[list[float]]:
        return [[round(x + slot.x_mm, 3), round(y + slot.y_mm, 3)] for x, y in points]

    return {
        "outline_mm": on_page(part.outline_mm),
        "markers": [{"id": code.id, "corners_mm": on_page(code.corners_mm)} for code in part.codes],
    }


def _sheets(documents: Sequence[tuple[str, Document]]) -> list[dict[str, Any]]:
    """Size of every page, by file."""
    return [
        {"pdf": pdf, "pages_mm": [[sheet.paper.width_mm, sheet.paper.height_mm] for sheet in _pages(document)]}
        for pdf, document in documents
    ]


def _pages(document: Document) -> Sequence[PackedSheet]:
    return document.sheets
