"""Backs that meet their fronts: on the sheet's other side, or beside the fronts to be folded behind them."""

from collections.abc import Sequence
from dataclasses import replace

from printables.packing import BLEED_MM, NARROW_BLEED_MM, PackedSheet, Slot, pack
from printables.paper import Paper
from tabletop.gamefile import Part

BACKS = ("duplex", "fold", "none")
"""Ways to print backs; the first is the default."""


def sheets_with_backs(
    parts: Sequence[tuple[Part, int]], paper: Paper, way: str, *, narrow: bool = True
) -> tuple[PackedSheet, ...]:
    """Sheets of parts that have backs, in one of the `BACKS` ways; with `narrow` the bleed may be."""
    if way == "none":
        return _fewest(parts, paper, half=False, narrow=narrow)
    sheets: list[PackedSheet] = []
    for sheet in _fewest(parts, paper, half=way == "fold", narrow=narrow):
        backs = tuple(_mirrored(slot, sheet.paper.width_mm) for slot in sheet.slots)
        if way == "fold":
            sheets.append(replace(sheet, slots=(*sheet.slots, *backs), folded=True))
        else:
            sheets += [sheet, PackedSheet(sheet.paper, backs, back=True, bleed_mm=sheet.bleed_mm)]
    return tuple(sheets)


def _fewest(parts: Sequence[tuple[Part, int]], paper: Paper, *, half: bool, narrow: bool) -> tuple[PackedSheet, ...]:
    """The sheets with the usual bleed, or with a narrow one where that needs fewer.

    All upright: a printer that flips on the long edge would turn the backs of lengthwise sheets upside down.
    """
    bleeds = (BLEED_MM, NARROW_BLEED_MM) if narrow else (BLEED_MM,)
    choices = (pack(parts, paper, bleed_mm=bleed, half=half, upright=True) for bleed in bleeds)
    return min(choices, key=len)


def is_back(sheet: PackedSheet, slot: Slot) -> bool:
    """Whether this slot of the sheet shows a back."""
    return sheet.back or (sheet.folded and slot.x_mm > sheet.paper.width_mm / 2)


def _mirrored(slot: Slot, width_mm: float) -> Slot:
    """The place behind a slot, seen from the other side (flipped on the long edge, or folded in the middle)."""
    return replace(slot, x_mm=round(width_mm - slot.x_mm, 3))
