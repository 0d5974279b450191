"""The colours that plain pieces may have, as the reader compares them: means and covariances, refined in a picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from tabletop.gamefile import Rgb
from tabletop.parts import Part
from tabletop.plainkinds import PlainKind
from tabletop.profiles import WHITE, TaughtColour
from vision.pixels.arrays import Floats, Samples
from vision.pixels.colours import (
    SRGB_TO_XYZ,
    ColourSettings,
    lab_through_veil,
    linear_from_lab,
    linear_from_srgb,
    total_covariance,
)
from vision.settings.uncoded import PlainSettings


@dataclass(frozen=True, eq=False)
class Material:
    """One colour: its Lab, what it scatters by, and the kinds of piece that have it."""

    lab: Floats
    covariance: Floats
    kinds: tuple[PlainKind, ...]
    taught: bool
    written: "Material | None" = None
    """As it was before it was moved to where this picture has it; one piece may still be off in light of its own."""

    def nats(self, lab: Floats | Samples, settings: PlainSettings) -> Floats:
        """Natural log-likelihood (n,) of faces (n, 3), a stranger's being 0; very unlikely beyond the farthest."""
        faces = np.atleast_2d(lab).T
        own, precision = (one.astype(faces.dtype) for one in (self.lab, self._precision))
        away = np.subtract(faces, own[:, None], order="C")  # L, a and b each in a row: faster
        squares = (away * (precision @ away)).sum(axis=0)
        wider = self._log_determinant - 2.0 * math.log(math.prod(settings.seen_sd))
        nats = np.asarray(settings.most_nats - 0.5 * max(wider, 0.0) - 0.5 * squares)
        if self.written is None:
            return nats
        return np.asarray(np.maximum(nats, self.written.nats(lab, settings) - settings.off_nats))

    @cached_property
    def _precision(self) -> Floats:
        """The covariance's inverse."""
        return np.asarray(np.linalg.inv(self.covariance))

    @cached_property
    def _log_determinant(self) -> float:
        """Of the covariance."""
        return float(np.linalg.slogdet(self.covariance)[1])


def materials_of(kinds: Sequence[PlainKind], settings: PlainSettings) -> tuple[Material, ...]:
    """The kinds grouped by colour."""
    grouped: dict[object, list[PlainKind]] = {}
    for kind in kinds:
        grouped.setdefault(kind.colour if isinstance(kind.colour, tuple) else kind.colour.name, []).append(kind)
    return tuple(_material(members, settings) for members in grouped.values())


def parts_alike(materials: Sequence[Material], settings: PlainSettings) -> dict[str, list[Part]]:
    """Part id -> all parts that may have its colour, itself among them: two descriptions of one differ a little."""
    if not materials:
        return {}
    labs = np.array([one.lab for one in materials])
    near = np.array([one.nats(labs, settings) > 0.0 for one in materials])
    found: dict[str, list[Part]] = {}
    for own, by in zip(materials, near.T, strict=True):
        alike = [kind.part for one, is_near in zip(materials, by, strict=True) if is_near for kind in one.kinds]
        found |= {kind.part.id: alike for kind in own.kinds}
    return found


def _material(members: Sequence[PlainKind], settings: PlainSettings) -> Material:
    colour = members[0].colour
    if isinstance(colour, TaughtColour) and colour.against == WHITE:
        return Material(np.array(colour.lab), total_covariance(colour, ColourSettings()), tuple(members), taught=True)
    lab = np.array(colour.lab) if isinstance(colour, TaughtColour) else veiled_lab(colour)
    chroma = settings.written_chroma_sd + settings.written_chroma_share * float(np.hypot(lab[1], lab[2]))
    return Material(
        lab, np.diag([settings.written_lightness_sd**2, chroma**2, chroma**2]), tuple(members), taught=False
    )


@lru_cache(maxsize=256)
def veiled_lab(colour: Rgb) -> Floats:
    """Lab of a written colour, seen through the veil through which all colours are compared."""
    lab = lab_through_veil(linear_from_srgb(colour))
    lab.setflags(write=False)
    return lab


def refined(
    materials: Sequence[Material], faces: Sequence[tuple[Material, Floats]], settings: PlainSettings
) -> tuple[Material, ...]:
    """Written colours moved to where faces (their material, Lab) of this picture have them, and then trusted more.

    The faces given must be plainly nobody else's; taught colours stay. Where they scatter less than usual that says
    what is another's.
    """
    usual = np.diag(np.array(settings.seen_sd) ** 2)
    of_each = [np.array([lab for owner, lab in faces if owner is one]).reshape(-1, 3) for one in materials]
    off = np.concatenate([mine - np.median(mine, axis=0) for mine in of_each if len(mine)] or [np.zeros((0, 3))])
    own = (settings.usual_faces * usual + np.diag((off**2).sum(axis=0))) / (settings.usual_faces + len(off))
    result = []
    for material, mine in zip(materials, of_each, strict=True):
        if material.taught or not len(mine):
            result.append(material)
            continue
        trust = np.linalg.inv(material.covariance)
        shown = np.linalg.inv(usual / len(mine) + settings.moved_variance * np.eye(3))
        lab = np.linalg.solve(trust + shown, trust @ material.lab + shown @ np.median(mine, axis=0))
        result.append(replace(material, lab=lab, covariance=own, written=material))
    return tuple(result)


def plainly(
    materials: Sequence[Material], labs: Sequence[Floats], settings: PlainSettings
) -> list[tuple[Material, Floats]]:
    """Of faces (their Lab) those whose colour leads all others and a stranger, with that colour."""
    if not len(labs):
        return []
    nats = np.stack([material.nats(np.array(labs), settings) for material in materials], axis=1)
    order = np.sort(nats, axis=1)
    lead = order[:, -1] - order[:, -2] if len(materials) > 1 else order[:, -1]
    clear = (order[:, -1] > settings.shows_nats) & (lead > settings.plainly_nats)
    best = nats.argmax(axis=1)
    return [(materials[best[index]], labs[index]) for index in np.flatnonzero(clear).tolist()]


def as_strong(materials: Sequence[Material], labs: Sequence[Floats], settings: PlainSettings) -> tuple[Material, ...]:
    """Written colours as much stronger or paler than they were written as makes them fit faces (their Lab) best.

    Printed colours are duller than painted ones, so that all painted ones look stronger where print looks as it
    should. One colour that is told wrongly says nothing of the others, so several must show; taught colours stay.
    """
    written = [one for one in materials if not one.taught]
    clear = plainly(materials, labs, settings)
    if len({id(one) for one, _ in clear if not one.taught}) < settings.fewest_colours:
        return tuple(materials)
    strengths = np.array(settings.strengths)
    moved = [_all_strengths(tuple(one.lab.tolist()), settings.strengths) - one.lab for one in written]
    away = [(np.array(labs) - more[:, None]).reshape(-1, 3) for more in moved]  # a colour's scatter stays as it is
    nats = np.max([one.nats(faces, settings) for one, faces in zip(written, away, strict=True)], axis=0)
    told = np.maximum(nats, 0.0).reshape(len(strengths), -1).sum(axis=1)
    best = strengths[(told - 0.5 * (np.log(strengths) / settings.strength_sd) ** 2).argmax()]
    return tuple(one if one.taught else replace(one, lab=_stronger(one.lab, best)) for one in materials)


@lru_cache(maxsize=256)
def _all_strengths(lab: tuple[float, ...], strengths: tuple[float, ...]) -> Floats:
    """`_stronger`, of a colour as it was written, for all strengths at once: they are the same in each picture."""
    return _stronger(np.array(lab), np.array(strengths))


def _stronger(lab: Floats, strength: Any) -> Floats:
    """A colour (3,) whose light differs from grey by so many times as much (...), (..., 3)."""
    light = linear_from_lab(lab)
    grey = float(light @ SRGB_TO_XYZ[1])
    return lab_through_veil(grey + np.asarray(strength)[..., None] * (light - grey))


def painted_alike(
    materials: Sequence[Material], kinds: Sequence[PlainKind], labs: Sequence[Floats], settings: PlainSettings
) -> tuple[Material, ...]:
    """Written colours as faces (their Lab) of pieces of the very same colours show them: brown wood is no red then."""
    seen = plainly(materials_of(kinds, settings), labs, settings)
    shown = [
        (material, lab)
        for material in materials
        for owner, lab in seen
        if owner.kinds[0].colour == material.kinds[0].colour
    ]
    return refined(materials, shown, settings)
