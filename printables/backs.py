"""Backs that meet their fronts: on the sheet's other side, or beside the fronts to be folded behind them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from printables.art import BACKS as KINDS_WITH_BACKS
from printables.guillotine import GuillotineSettings, pack_with_few_cuts
from printables.packing import BLEED_MM, NARROW_BLEED_MM, PackedSheet, Slot, pack
from printables.paper import Paper
from tabletop.gamefile import GameFile
from tabletop.parts import Part

BACKS = ("duplex", "fold", "none")
"""Ways to print backs; the first is the default."""
TOUCHING_CARDS = GuillotineSettings(bleed_mm=0.7, colours_apart=False, upright=True)
"""With 0.7 mm about them sixteen Mini Euro cards lie on A4; with 0.8 mm twelve would."""


def with_company(
    parts: Sequence[tuple[Part, int]],
    company: Sequence[tuple[Part, int]],
    paper: Paper,
    game: GameFile,
    style: GuillotineSettings,
) -> tuple[tuple[tuple[Part, int], ...], tuple[PackedSheet, ...]]:
    """The parts with backs that fill sheets of their own, and one sheet for the few that are left over with `company`.

    The company has no backs, and a sheet of its own otherwise; no such sheet where nothing is left over, or not all of
    both fit on it.
    """
    fronts = _fronts(parts, paper, game, touching=style.touching)
    left_over = Counter(slot.part.id for slot in fronts[-1].slots) if len(fronts) > 1 else Counter[str]()
    if not company or not 0 < left_over.total() <= FEW:
        return tuple(parts), ()
    alone = [(part, left_over[part.id]) for part, _ in parts if part.id in left_over]
    together = pack_with_few_cuts([*alone, *company], paper, game, replace(style, upright=True))
    if len(together) != 1:
        return tuple(parts), ()
    rest = [(part, count - left_over[part.id]) for part, count in parts]
    return tuple((part, count) for part, count in rest if count), together


def sheets_with_backs(
    parts: Sequence[tuple[Part, int]],
    paper: Paper,
    way: str,
    game: GameFile,
    *,
    touching: bool,
    further: Sequence[PackedSheet] = (),
) -> tuple[PackedSheet, ...]:
    """Sheets of parts that have backs, in one of the `BACKS` ways; with `touching` one cut parts two of them.

    All upright: a printer that flips on the long edge would turn the backs of lengthwise sheets upside down. Of
    `further` sheets those parts get backs that have any.
    """
    fronts = _fewest(parts, paper, half=True) if way == "fold" else _fronts(parts, paper, game, touching=touching)
    fronts = (*fronts, *further)
    if way == "none":
        return fronts
    sheets: list[PackedSheet] = []
    for sheet in fronts:
        backs = tuple(
            _mirrored(slot, sheet.paper.width_mm) for slot in sheet.slots if slot.part.kind in KINDS_WITH_BACKS
        )
        if way == "fold":
            sheets.append(replace(sheet, slots=(*sheet.slots, *backs), folded=True))
        else:
            sheets += [sheet, replace(sheet, slots=backs, back=True, across_mm=())]
    return tuple(sheets)


def _fronts(
    parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, *, touching: bool
) -> tuple[PackedSheet, ...]:
    """Sheets of the faces, the backs on their other side."""
    return pack_with_few_cuts(parts, paper, game, TOUCHING_CARDS) if touching else _fewest(parts, paper, half=False)


def _fewest(parts: Sequence[tuple[Part, int]], paper: Paper, *, half: bool) -> tuple[PackedSheet, ...]:
    """The sheets with the usual bleed, or with a narrow one where that needs fewer."""
    choices = (pack(parts, paper, bleed_mm=bleed, half=half, upright=True) for bleed in (BLEED_MM, NARROW_BLEED_MM))
    return min(choices, key=len)


FEW = 2
"""Cards that are left over: so many lie with pieces in place of having a sheet of their own."""


def is_back(sheet: PackedSheet, slot: Slot) -> bool:
    """Whether this slot of the sheet shows a back."""
    return sheet.back or (sheet.folded and slot.x_mm > sheet.paper.width_mm / 2)


def _mirrored(slot: Slot, width_mm: float) -> Slot:
    """The place behind a slot, seen from the other side (flipped on the long edge, or folded in the middle)."""
    return replace(slot, x_mm=round(width_mm - slot.x_mm, 3))
