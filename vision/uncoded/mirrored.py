"""Mirrored light between the codes: told by cells of which it is known what they show, and taken off.

Codes lie round a board. A lamp that is mirrored in its middle is stronger there than at any of them, and what it adds
is told by the cells themselves: ground whose print is known, and pieces whose colours are described. It adds as much
red, green and blue as white has, which hardly any other colour explains as well. A lamp stays where it is: the next
look takes off what this one did.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsMm, median
from vision.pixels.colours import linear_from_lab
from vision.places.assignment import Assignment, LyingPart
from vision.places.place import TablePlace, on_table
from vision.settings.uncoded import MirroredSettings
from vision.uncoded.cell_looks import high_mm
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.pieces import Bed
from vision.uncoded.veil import smooth

SAMPLES = 7
"""Along the middle half of a cell."""


@dataclass(frozen=True, slots=True, eq=False)
class MirroredLight:
    """Light between the codes that comes from no thing on the table."""

    where: PointsMm
    """Points on the table, (n, 2), ..."""
    shares: Floats
    """... and the share of white's light that is added there, (n,)."""

    def taken_off(self, look: PlainLook) -> PlainLook:
        """The look without it."""
        return replace(look, field=look.field.without_light(self.where, self.shares, look.settings.mirrored.near_mm))

    def falls_on(self, look: PlainLook, places: Sequence[TablePlace]) -> bool:
        """Whether one of these places looks another colour with it."""
        return bool((self.at(look, places) >= look.settings.mirrored.shows).any())

    def under(self, look: PlainLook, places: Sequence[TablePlace]) -> frozenset[str]:
        """Names of the places on which much of it falls."""
        shares = self.at(look, places)
        return frozenset(
            place.name for place, share in zip(places, shares, strict=True) if share > look.settings.veiled_share
        )

    def at(self, look: PlainLook, places: Sequence[TablePlace]) -> Floats:
        """Its share of white's light on each place, (m,)."""
        middles = np.array([place.spot.middle_mm for place in places]).reshape(-1, 2)
        return smooth(middles, self.where, self.shares[:, None], look.settings.mirrored.near_mm)[:, 0]


@dataclass(frozen=True, slots=True)
class MirroredSearch:
    """What came of the last search for mirrored light over a board."""

    asked: frozenset[str]
    """Places that were asked about after it."""
    lights: tuple[MirroredLight, ...] = ()
    """What was taken off, one upon another; none where that left as many questions."""

    def holds(self, asked: Collection[str], few: int) -> bool:
        """Whether nothing else would come of it where these places of the board are asked about.

        A `few` new ones may be what was laid into a lamp's mirror image; more are a hand, which tells nothing of light.
        """
        new, gone = len(set(asked) - self.asked), len(self.asked - set(asked))
        return not 0 < new <= few and gone <= few

    def taken_off(self, look: PlainLook) -> PlainLook:
        """The look without the light that it found."""
        for light in self.lights:
            look = light.taken_off(look)
        return look

    def at(self, look: PlainLook, places: Sequence[TablePlace]) -> Floats:
        """Its share of white's light on each place, (m,)."""
        return np.asarray(sum((light.at(look, places) for light in self.lights), np.zeros(len(places))))


def mirrored_light(look: PlainLook, beds: Sequence[Bed], explained: Assignment) -> MirroredLight | None:
    """The light that the cells told so far show beyond their colours; None where that is none."""
    own = look.settings.mirrored
    told = [_added(look, bed, explained) for bed in beds if bed.grounds]
    where = np.concatenate([np.zeros((0, 2)), *(middles for middles, _ in told)])
    added = np.concatenate([np.zeros(0), *(shares for _, shares in told)])
    if len(added) < own.fewest:
        return None
    added = np.maximum(added - min(max(float(median(added)), 0.0), own.most_usual), 0.0)
    if (added > own.shows).sum() < own.fewest_shown:
        return None
    codes = look.field.veil.where
    return MirroredLight(np.concatenate([where, codes]), np.concatenate([added, np.zeros(len(codes))]))


def _added(look: PlainLook, bed: Bed, explained: Assignment) -> tuple[PointsMm, Floats]:
    """Cells (n, 2) of a board whose answers explain what they show but for light of white's colour, and that (n,)."""
    own = look.settings.mirrored
    lying = _lying(explained.parts, bed.board)
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
    return None if part.part.on_top else made_of.get(part.part.id)


def _lying(parts: Sequence[LyingPart], board: int) -> dict[Cell, LyingPart]:
    """What lies uppermost on each cell of a board."""
    mine = sorted((part for part in parts if part.board == board), key=lambda part: part.part.on_top)
    return {cell: part for part in mine for cell in part.cells}
