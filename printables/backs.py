"""Backs that meet their fronts: on the sheet's other side, or beside the fronts to be folded behind them."""

from collections.abc import Sequence
from dataclasses import replace

from printables.packing import PackedSheet, Slot, pack
from printables.paper import Paper
from tabletop.gamefile import Part

BACKS = ("duplex", "fold", "none")
"""Ways to print backs; the first is the default."""


def sheets_with_backs(parts: Sequence[tuple[Part, int]], paper: Paper, way: str) -> tuple[PackedSheet, ...]:
    """Sheets of parts that have backs, in one of the `BACKS` ways."""
    if way == "none":
        return pack(parts, paper)
    sheets: list[PackedSheet] = []
    for sheet in pack(parts, paper, half=way == "fold"):
        backs = tuple(_mirrored(slot, sheet.paper.width_mm) for slot in sheet.slots)
        if way == "fold":
            sheets.append(replace(sheet, slots=(*sheet.slots, *backs), folded=True))
        else:
            sheets += [sheet, PackedSheet(sheet.paper, backs, back=True)]
    return tuple(sheets)


def is_back(sheet: PackedSheet, slot: Slot) -> bool:
    """Whether this slot of the sheet shows a back."""
    return sheet.back or (sheet.folded and slot.x_mm > sheet.paper.width_mm / 2)


def _mirrored(slot: Slot, width_mm: float) -> Slot:
    """The place behind a slot, seen from the other side (flipped on the long edge, or folded in the middle)."""
    return replace(slot, x_mm=round(width_mm - slot.x_mm, 3))
