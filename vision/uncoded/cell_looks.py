"""The learned look at the cells of one board: what each is asked, and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsPx, Samples
from vision.places.patches import nine_points
from vision.places.place import PlaceFrame, on_table
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.uncoded.cell_input import CORE, SIDE, CellPatches, delta_e, noise_of, patch_grid
from vision.uncoded.learned import LearnedNet
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material, refined

BLOCK = 5
"""Cells along the part of a board of which light is taken to be alike."""
FEWEST_BARE = 3
"""Cells of a kind that must look bare before they teach what it looks like."""
UNTOLD_MM = 8.0
"""Height of pieces whose height nobody told."""
ALIKE_DELTA = 12.0
"""Scatter (Delta E) of a colour's likeness to a cell's. Chosen by hand."""
SECOND_LIKENESS, LIKE_THE_FIRST = 0.25, 0.5
"""A second colour is asked about from this likeness, and this share of the likest one's. Chosen by hand; a colour
that is not asked about counts as not there."""
MOST_RIVALS = 6


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """A cell to look at: where it lies, what kind of ground it is, how bare it seemed, and what its print says."""

    cell: Cell
    spot: PlaceFrame
    kind: str
    bare: bool
    """By colour alone."""
    printed: Floats | None
    """Lab of its print, where the game's file knows it."""
    veil: float


@dataclass(frozen=True, slots=True)
class CellTold:
    """What the learned look says of one cell, as probabilities."""

    bare: float
    pieces: Mapping[int, float]
    """Number of a colour -> that a piece of it stands there; colours that were not asked about are not in it."""
    other: float
    on: Mapping[int, tuple[float, ...]]
    """Number of a colour -> that its piece goes on above, to the right, below, to the left."""
    taught: bool
    """Whether other cells told what its ground looks like, and not its print's colour alone."""


def look_at_cells(
    net: LearnedNet,
    look: PlainLook,
    cells: Sequence[LookedAt],
    materials: Sequence[Material],
    pitch_mm: float,
    base_mm: float,
) -> dict[Cell, CellTold]:
    """What every cell tells of whose kind enough is known; asked about the colours that come nearest, if any."""
    if not cells:
        return {}
    ground, burnt = _sampled(look, cells, pitch_mm, base_mm)
    materials = materials and seen_colours(materials, cells, ground, look.settings)
    reference, taught, known = _reference(cells, ground)
    chosen = np.flatnonzero(known)
    if not len(chosen):
        return {}
    rows, asked = _questions(ground, chosen, materials)
    raised, lean = ground[rows].copy(), np.zeros((len(rows), 2))
    for number, material in enumerate(materials):
        mine = asked == number
        if not mine.any():
            continue
        high = _height(material)
        these = [cells[index] for index in rows[mine]]
        raised[mine] = _sampled(look, these, pitch_mm, base_mm + high)[0]
        lean[mine] = _lean(look.plane, [one.spot for one in these], base_mm, high) / pitch_mm
    none = np.full((1, 3), np.nan)
    labs = np.concatenate([np.array([material.lab for material in materials]).reshape(-1, 3), none])
    widths = np.array([*(material.kinds[0].width_mm / pitch_mm for material in materials), 0.0])
    told = net.look(
        CellPatches(
            ground[rows],
            raised,
            reference[rows],
            labs[asked].astype(np.float32),
            _rivals(labs[:-1], asked).astype(np.float32),
            burnt[rows],
            lean,
            np.minimum(widths[asked], 1.0),
            taught[rows],
            np.array([one.veil for one in cells])[rows],
        ),
        noise_of(ground),
    )
    found: dict[Cell, CellTold] = {}
    for index in chosen.tolist():
        mine = np.flatnonzero(rows == index)
        pieces = {int(asked[row]): float(told.piece[row]) for row in mine if asked[row] >= 0}
        likest = mine[np.argmax(told.piece[mine])] if pieces else mine[0]
        on = {int(asked[row]): tuple(told.on[row].tolist()) for row in mine if asked[row] >= 0}
        found[cells[index].cell] = CellTold(
            float(told.bare[mine].min()), pieces, float(told.other[likest]), on, bool(taught[index])
        )
    return found


def _sampled(look: PlainLook, cells: Sequence[LookedAt], pitch_mm: float, height_mm: float) -> tuple[Samples, Samples]:
    """Lab (n, side, side, 3) and clipping (n, side, side) of patches at a height."""
    pixels = _pixels(look.plane, cells, pitch_mm, height_mm)
    shape = (len(cells), SIDE, SIDE)
    return look.field.at(pixels).reshape(*shape, 3), look.field.burnt_at(pixels).reshape(shape)


def _pixels(plane: TablePlane, cells: Sequence[LookedAt], pitch_mm: float, height_mm: float) -> PointsPx:
    control, weights = nine_points(patch_grid(pitch_mm))
    nine = plane.to_picture(on_table([one.spot for one in cells], control), height_mm=height_mm)
    middles = nine.mean(axis=1, keepdims=True)
    return np.asarray(weights.T @ (nine - middles).astype(np.float32) + middles, np.float64)


def _reference(cells: Sequence[LookedAt], ground: Samples) -> tuple[Samples, Floats, Any]:
    """The bare ground's patches as other cells of a kind show it, or as it is printed; whether taught, and known.

    Light changes over a board: cells near by teach it, where enough of them are bare.
    """
    reference, taught, known = np.zeros_like(ground), np.zeros(len(cells)), np.zeros(len(cells), bool)
    seems_bare = np.array([one.bare for one in cells])
    where = np.array([one.cell for one in cells])
    blocks = (where - where.min(axis=0)) // BLOCK
    for kind in {one.kind for one in cells}:
        alike = np.array([one.kind == kind for one in cells])
        printed = next((one.printed for one in cells if one.kind == kind), None)
        for block in np.unique(blocks[alike], axis=0):
            mine = alike & (blocks == block).all(axis=1)
            near = mine & seems_bare
            bare = near if near.sum() >= FEWEST_BARE else alike & seems_bare
            if bare.sum() >= FEWEST_BARE:
                reference[mine], taught[mine], known[mine] = np.median(ground[bare], axis=0), 1.0, True
            elif printed is not None:
                reference[mine], known[mine] = printed, True
    return reference, taught, known


def seen_colours(
    materials: Sequence[Material], cells: Sequence[LookedAt], ground: Samples, settings: PlainSettings
) -> tuple[Material, ...]:
    """The colours moved to where cells that are plainly of them have them in this light."""
    cores = _cores(ground)
    nats = np.stack([material.nats(cores, settings) for material in materials], axis=1)
    ordered = np.sort(np.column_stack([np.zeros(len(cores)), nats]), axis=1)  # a stranger's is 0
    plain = (ordered[:, -1] > settings.likely_lead) & (ordered[:, -1] - ordered[:, -2] > settings.plainly_nats)
    plain &= ~np.array([one.bare for one in cells])
    clear = [(materials[int(nats[index].argmax())], cores[index]) for index in np.flatnonzero(plain)]
    return refined(materials, clear, settings)


def _cores(ground: Samples) -> Floats:
    """Median Lab (n, 3) of each patch's middle."""
    return np.median(ground[:, CORE, CORE].reshape(len(ground), -1, 3), axis=1).astype(float)


def _questions(ground: Samples, chosen: Any, materials: Sequence[Material]) -> tuple[Any, Any]:
    """Which cells (m,) are asked about which colours (m,): the likest one, and others that come near it; -1 is none."""
    if not materials:
        return chosen, np.full(len(chosen), -1)
    labs = np.array([material.lab for material in materials])
    away = delta_e(_cores(ground[chosen])[:, None] - labs)
    likest = away.argmin(axis=1)
    alike = np.exp(-0.5 * (away / ALIKE_DELTA) ** 2)
    near = (alike > SECOND_LIKENESS) & (alike > LIKE_THE_FIRST * alike.max(axis=1, keepdims=True))
    near[np.arange(len(chosen)), likest] = True
    rows, asked = np.nonzero(near)
    return chosen[rows], asked


def _rivals(labs: Floats, asked: Any) -> Floats:
    """For each question the other colours, (m, k, 3)."""
    rivals = np.full((len(asked), MOST_RIVALS, 3), np.nan)
    for number in set(asked.tolist()) - {-1}:
        others = np.delete(labs, number, axis=0)[:MOST_RIVALS]
        rivals[asked == number, : len(others)] = others
    return rivals


def _height(material: Material) -> float:
    told = [kind.height_mm for kind in material.kinds if kind.height_mm is not None]
    return float(np.median(told)) if told else UNTOLD_MM


def _lean(plane: TablePlane, spots: Sequence[PlaceFrame], base_mm: float, high_mm: float) -> Floats:
    """By how much what stands higher is seen shifted, in mm, in each place's own frame, (n, 2)."""
    middles, rights, downs = (
        np.array([getattr(one, name) for one in spots]) for name in ("middle_mm", "right", "down")
    )
    shifted = plane.to_table(plane.to_picture(middles, height_mm=base_mm + high_mm))
    away = shifted - plane.to_table(plane.to_picture(middles, height_mm=base_mm))
    return np.stack([(away * rights).sum(axis=1), (away * downs).sum(axis=1)], axis=1)
