"""Whether what looks like a piece's face fills its cell from side to side, as pieces do."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import PointsPx
from vision.places.place import on_table
from vision.uncoded.clusters import PlainAnswer
from vision.uncoded.faces import Face, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.silhouettes import silhouettes


def not_filled(look: PlainLook, faces: Mapping[Cell, Face], answers: Mapping[Cell, PlainAnswer]) -> frozenset[Cell]:
    """Cells of pieces told for certain of whose face a strip along some side has another colour.

    A pen, a bar of shadow and a biscuit fill the middle of a cell, not all that a piece fills.
    """
    told = {
        cell: one.piece
        for cell, one in answers.items()
        if one.sureness == "certain" and one.piece is not None and cell in faces
    }
    shares = _least_filled(look, faces, {cell: piece.cells for cell, piece in told.items()})
    found = {one for cell, piece in told.items() if shares[cell] < look.settings.filled_share for one in piece.cells}
    return frozenset(found & told.keys())


def _least_filled(
    look: PlainLook, faces: Mapping[Cell, Face], own: Mapping[Cell, Collection[Cell]]
) -> dict[Cell, float]:
    """Of some faces, each with its piece's cells, the share of the strip along a side that has its colour, where it is
    least; hidden sides do not count."""
    if not own:
        return {}
    these = [faces[cell] for cell in own]
    pixels = _strips_px(look, these, (0.34, 0.38))
    hidden = silhouettes(faces.values(), look.plane).behind_each(pixels, but=list(own.values()))
    labs = np.array([face.lab for face in these])[:, None]
    alike = weighed(look.field.at(pixels).astype(float) - labs) < look.settings.alike
    alike, shown = (one.reshape(len(these), 4, -1) for one in (alike, ~hidden))
    seen = shown.sum(axis=2)
    shares = np.where(seen > 0.5 * shown.shape[2], (alike & shown).sum(axis=2) / np.maximum(seen, 1), 1.0)
    return dict(zip(own, shares.min(axis=1).tolist(), strict=True))


def without_bare_sides(
    look: PlainLook, faces: Mapping[Cell, Face], grounds: Mapping[Cell, Material]
) -> dict[Cell, Face]:
    """The faces less those along a side of which, well within where any piece reaches, the cell's printed ground shows.

    The shadow of the piece beside it falls over a part of a cell, and is as even as a face.
    """
    settings = look.settings
    whole = [face for cell, face in faces.items() if cell in grounds and not face.cell.rim_only]
    if not whole:
        return dict(faces)
    seen = look.field.at(_strips_px(look, whole, (0.30, 0.34))).astype(float)
    pieces = np.max([material.nats(seen.reshape(-1, 3), settings) for material in look.materials], axis=0)
    ground = np.concatenate([grounds[face.cell.key].nats(own, settings) for face, own in zip(whole, seen, strict=True)])
    bare = (ground > settings.bare_nats) & (ground > pieces + settings.bare_lead_nats)
    most = bare.reshape(len(whole), 4, -1).mean(axis=2).max(axis=1)
    gone = {face.cell.key for face, share in zip(whole, most.tolist(), strict=True) if share > settings.bare_side}
    return {cell: face for cell, face in faces.items() if cell not in gone}


def _strips_px(look: PlainLook, faces: Sequence[Face], out: Sequence[float]) -> PointsPx:
    """Where strips along the four sides of faces are seen, so many widths from their middle, (faces, 4 · n, 2)."""
    across, along = np.meshgrid(np.array(out), np.linspace(-0.34, 0.34, 9), indexing="ij")
    x, y = across.ravel(), along.ravel()
    strips = np.concatenate([np.column_stack(one) for one in ((x, y), (-x, y), (y, x), (y, -x))])
    widths, heights = (np.array([getattr(face, name) for face in faces]) for name in ("width_mm", "height_mm"))
    points = on_table([face.cell.spot for face in faces], strips * widths[:, None, None])
    return look.plane.to_picture(points, height_mm=heights[:, None])
