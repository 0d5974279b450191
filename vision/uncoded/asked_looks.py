"""What each look told by itself of the places without codes that people are asked about: their reasons rest on it.

It is measured at those places alone, after everything is decided, and changes nothing that is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.readings import Confidence
from vision.pixels.arrays import median
from vision.places.place import TablePlace, on_table
from vision.uncoded.cell_looks import CellTold, high_mm
from vision.uncoded.clusters import Doubt
from vision.uncoded.faces import core_grid, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.pieces import Bed, ColourResult


@dataclass(frozen=True, slots=True)
class ColourSeen:
    """What a place shows of colour and light."""

    nats: Mapping[str, float]
    """Id of each part that bears no code -> how well its colour fits, a stranger's being 0."""
    ground_nats: float | None
    """The same of its printed ground; None where the game's file does not know it."""
    lighter: float
    """By how much it is lighter than its ground's print, in L; below 0 it is darker; 0 where nobody knows."""
    tinted: float
    """By how much it differs from that print in a and b together."""
    plain: float
    """Share of samples that are alike."""
    burnt: float
    """Share of clipped samples."""
    veil: float
    """Share of white's light that a mirrored lamp or window adds."""


@dataclass(frozen=True, slots=True)
class AskedLook:
    """One place that is asked about."""

    by_colour: Confidence
    """How sure it was before the learned look was asked, ..."""
    evidence: Mapping[str, float]
    """... and what may lie there then (natural log-likelihood, the best one 0)."""
    doubt: Doubt | None
    """What made colours and shapes ask, where a piece shows."""
    learned: CellTold | None
    """What the learned look tells of it, where that was asked; colours have the numbers of `AskedLooks.colours`."""
    seen: ColourSeen


@dataclass(frozen=True, slots=True)
class AskedLooks:
    """All places of a picture that are asked about, and what holds of the whole picture."""

    noisy: bool
    """Whether there is so much noise that thin lines and small things go under in it."""
    colours: Sequence[frozenset[str]]
    """The ids of the parts of each colour."""
    places: Mapping[str, AskedLook]


def asked_looks(
    look: PlainLook,
    bed: Bed,
    places: Sequence[TablePlace],
    told: ColourResult,
    learned: Mapping[str, CellTold],
) -> dict[str, AskedLook]:
    """What the looks told of places of a bed (n) that are asked about, and what they show there."""
    if not places or not look.materials:
        return {}
    seen = _colours(look, bed, places)
    return {
        place.name: AskedLook(
            told.sureness.get(place.name, "ask"),
            told.evidence.get(place.name, {}),
            told.doubts.get(place.name),
            learned.get(place.name),
            colour,
        )
        for place, colour in zip(places, seen, strict=True)
    }


def colour_families(materials: Sequence[Material]) -> tuple[frozenset[str], ...]:
    """The ids of the parts of each colour, in their order."""
    return tuple(frozenset(kind.part.id for kind in one.kinds) for one in materials)


def asked_of(places: Sequence[TablePlace], confidence: Mapping[str, Confidence]) -> list[TablePlace]:
    """The places that are asked about."""
    return [place for place in places if confidence.get(place.name) == "ask"]


def _colours(look: PlainLook, bed: Bed, places: Sequence[TablePlace]) -> list[ColourSeen]:
    """What each place shows, at the height of its ground and of each colour's pieces."""
    settings, field, base_mm = look.settings, look.field, bed.base_mm
    points = on_table([place.spot for place in places], core_grid(bed.pitch_mm, settings))
    pixels = look.plane.to_picture(points, height_mm=base_mm)
    values = field.at(pixels).astype(float)
    lab = median(values, axis=1)
    plain = (weighed(values - lab[:, None]) < settings.alike).mean(axis=1)
    burnt = field.burnt_at(pixels).mean(axis=1)
    veil = field.veil.share_at(np.array([place.spot.middle_mm for place in places]).reshape(-1, 2))
    raised = {
        high: median(field.at(look.plane.to_picture(points, height_mm=base_mm + high)).astype(float), axis=1)
        for high in {high_mm(one) for one in look.materials}
    }
    fits = np.array([one.nats(raised[high_mm(one)], settings) for one in look.materials])
    parts = [[kind.part.id for kind in one.kinds] for one in look.materials]
    found = []
    for row, place in enumerate(places):
        printed = (bed.grounds or {}).get(place.ground)
        off = np.zeros(3) if printed is None else lab[row] - printed.lab
        found.append(
            ColourSeen(
                {part: float(fits[number, row]) for number, ids in enumerate(parts) for part in ids},
                None if printed is None else float(printed.nats(lab[row], settings)[0]),
                float(off[0]),
                float(np.hypot(off[1], off[2])),
                float(plain[row]),
                float(burnt[row]),
                float(veil[row]),
            )
        )
    return found
