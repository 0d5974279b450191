"""Mirrored light between the codes: told by cells of which it is known what they show, and taken off.

Codes lie round a board. A lamp that is mirrored in its middle is stronger there than at any of them, and what it adds
is told by the cells themselves: ground whose print is known, and pieces whose colours are described. It adds as much
red, green and blue as white has, which hardly any other colour explains as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsMm, median
from vision.pixels.colours import linear_from_lab
from vision.places.assignment import Assignment, LyingPart
from vision.places.place import ON_TOP, TablePlace, on_table
from vision.settings.uncoded import MirroredSettings
from vision.uncoded.cell_looks import high_mm
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.pieces import Bed
from vision.uncoded.veil import smooth

SAMPLES = 7
"""Along the middle half of a cell."""


def freed_from_mirrored_light(look: PlainLook, beds: Sequence[Bed], explained: Assignment) -> PlainLook | None:
    """The picture without the light that the cells told so far show beyond their colours; None where that is none.

    Nor where nothing under it is asked about: what is told then needs no other light.
    """
    own = look.settings.mirrored
    places = [place for bed in beds for place in bed.places if explained.sureness.get(place.name) == "ask"]
    if not places:
        return None
    told = [_added(look, bed, explained) for bed in beds if bed.grounds]
    where = np.concatenate([np.zeros((0, 2)), *(middles for middles, _ in told)])
    added = np.concatenate([np.zeros(0), *(shares for _, shares in told)])
    if len(added) < own.fewest:
        return None
    added = np.maximum(added - min(max(float(median(added)), 0.0), own.most_usual), 0.0)
    if (added > own.shows).sum() < own.fewest_shown:
        return None
    codes = look.field.veil.where
    where, added = np.concatenate([where, codes]), np.concatenate([added, np.zeros(len(codes))])
    asked = np.array([place.spot.middle_mm for place in places])
    if smooth(asked, where, added[:, None], own.near_mm).max() < own.shows:
        return None
    return replace(look, field=look.field.without_light(where, added, own.near_mm))


def no_surer(beds: Sequence[Bed], first: Assignment, again: Assignment) -> Assignment:
    """What a second look tells, certain only where the first one was certain of the same: it rests on that one."""
    sureness = dict(again.sureness)
    for bed in beds:
        name_of = {place.cell: place.name for place in bed.places}
        before, now = (_lying(one, bed.board) for one in (first, again))
        doubted = {
            cell
            for cell, name in name_of.items()
            if sureness.get(name) == "certain"
            and (first.sureness.get(name) != "certain" or _what(before.get(cell)) != _what(now.get(cell)))
        }
        wholly = doubted.union(*(now[cell].cells for cell in doubted if cell in now))
        names = {name_of[cell] for cell in wholly if cell in name_of}
        sureness |= {name: "likely" for name in names if sureness.get(name) == "certain"}
    return replace(again, sureness=sureness)


def _added(look: PlainLook, bed: Bed, explained: Assignment) -> tuple[PointsMm, Floats]:
    """Cells (n, 2) of a board whose answers explain what they show but for light of white's colour, and that (n,)."""
    own = look.settings.mirrored
    lying = _lying(explained, bed.board)
    made_of = {kind.part.id: material for material in look.materials for kind in material.kinds}
    shown = [
        (place, material, lying.get(place.cell))
        for place in bed.places
        if explained.sureness.get(place.name, "ask") != "ask"
        and place.name not in explained.hidden
        and (material := _shown(place, lying.get(place.cell), bed, made_of)) is not None
    ]
    if not shown:
        return np.zeros((0, 2)), np.zeros(0)
    places = [place for place, _, _ in shown]
    heights = np.array([bed.base_mm + (0.0 if part is None else high_mm(material)) for _, material, part in shown])
    line = np.linspace(-0.25, 0.25, SAMPLES) * bed.pitch_mm
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    points = on_table([place.spot for place in places], grid)
    seen = median(look.field.at(look.plane.to_picture(points, height_mm=heights[:, None])), axis=1)
    off = linear_from_lab(seen) - linear_from_lab(np.array([material.lab for _, material, _ in shown]))
    added = median(off)
    fits = np.abs(off - added[:, None]).max(axis=1) < _scatter(added, own)
    return np.array([place.spot.middle_mm for place in places])[fits], added[fits]


def _scatter(added: Floats, own: MirroredSettings) -> Floats:
    """By how much red, green and blue may differ where so much is added."""
    return np.asarray(own.off + own.off_share * np.maximum(added, 0.0))


def _shown(place: TablePlace, part: LyingPart | None, bed: Bed, made_of: Mapping[str, Material]) -> Material | None:
    """The colour that a cell shows, where that is known: of its print, or of the piece that lies there."""
    if part is None:
        return (bed.grounds or {}).get(place.ground)
    return None if part.part.kind == ON_TOP else made_of.get(part.part.id)


def _lying(explained: Assignment, board: int) -> dict[Cell, LyingPart]:
    """What lies uppermost on each cell of a board."""
    mine = sorted((part for part in explained.parts if part.board == board), key=lambda part: part.part.kind == ON_TOP)
    return {cell: part for part in mine for cell in part.cells}


def _what(part: LyingPart | None) -> tuple[str, frozenset[Cell]] | None:
    return None if part is None else (part.part.id, frozenset(part.cells))
