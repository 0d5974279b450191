"""Backs that meet their fronts: on the sheet's other side, or beside the fronts to be folded behind them."""

from collections.abc import Sequence
from dataclasses import replace

from printables.guillotine import GuillotineSettings, pack_with_few_cuts
from printables.packing import BLEED_MM, NARROW_BLEED_MM, PackedSheet, Slot, pack
from printables.paper import Paper
from tabletop.gamefile import GameFile, Part

BACKS = ("duplex", "fold", "none")
"""Ways to print backs; the first is the default."""
TOUCHING_CARDS = GuillotineSettings(bleed_mm=0.7, colours_apart=False, upright=True)
"""With 0.7 mm about them sixteen Mini Euro cards lie on A4; with 0.8 mm twelve would."""


def sheets_with_backs(
    parts: Sequence[tuple[Part, int]], paper: Paper, way: str, game: GameFile, *, touching: bool
) -> tuple[PackedSheet, ...]:
    """Sheets of parts that have backs, in one of the `BACKS` ways; with `touching` one cut parts two of them.

    All upright: a printer that flips on the long edge would turn the backs of lengthwise sheets upside down.
    """
    if way == "fold" or not touching:
        fronts = _fewest(parts, paper, half=way == "fold")
    else:
        fronts = pack_with_few_cuts(parts, paper, game, TOUCHING_CARDS)
    if way == "none":
        return fronts
    sheets: list[PackedSheet] = []
    for sheet in fronts:
        backs = tuple(_mirrored(slot, sheet.paper.width_mm) for slot in sheet.slots)
        if way == "fold":
            sheets.append(replace(sheet, slots=(*sheet.slots, *backs), folded=True))
        else:
            sheets += [sheet, replace(sheet, slots=backs, back=True, across_mm=())]
    return tuple(sheets)


def _fewest(parts: Sequence[tuple[Part, int]], paper: Paper, *, half: bool) -> tuple[PackedSheet, ...]:
    """The sheets with the usual bleed, or with a narrow one where that needs fewer."""
    choices = (pack(parts, paper, bleed_mm=bleed, half=half, upright=True) for bleed in (BLEED_MM, NARROW_BLEED_MM))
    return min(choices, key=len)


def is_back(sheet: PackedSheet, slot: Slot) -> bool:
    """Whether this slot of the sheet shows a back."""
    return sheet.back or (sheet.folded and slot.x_mm > sheet.paper.width_mm / 2)


def _mirrored(slot: Slot, width_mm: float) -> Slot:
    """The place behind a slot, seen from the other side (flipped on the long edge, or folded in the middle)."""
    return replace(slot, x_mm=round(width_mm - slot.x_mm, 3))
