"""Whether what looks like a piece's face leaves a strip of its cell's ground bare, as no piece does."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import PointsPx
from vision.places.place import on_table
from vision.uncoded.faces import Face
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material

STRIP_WIDTHS = (0.30, 0.34)
"""From a face's middle, in its widths: any piece reaches further."""


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
    seen = look.field.at(_strips_px(look, whole)).astype(float)
    pieces = np.max([material.nats(seen.reshape(-1, 3), settings) for material in look.materials], axis=0)
    ground = np.concatenate([grounds[face.cell.key].nats(own, settings) for face, own in zip(whole, seen, strict=True)])
    bare = (ground > settings.bare_nats) & (ground > pieces + settings.bare_lead_nats)
    most = bare.reshape(len(whole), 4, -1).mean(axis=2).max(axis=1)
    gone = {face.cell.key for face, share in zip(whole, most.tolist(), strict=True) if share > settings.bare_side}
    return {cell: face for cell, face in faces.items() if cell not in gone}


def _strips_px(look: PlainLook, faces: Sequence[Face]) -> PointsPx:
    """Where strips along the four sides of faces are seen, well within them, (faces, 4 · n, 2)."""
    across, along = np.meshgrid(np.array(STRIP_WIDTHS), np.linspace(-0.34, 0.34, 9), indexing="ij")
    x, y = across.ravel(), along.ravel()
    strips = np.concatenate([np.column_stack(one) for one in ((x, y), (-x, y), (y, x), (y, -x))])
    widths, heights = (np.array([getattr(face, name) for face in faces]) for name in ("width_mm", "height_mm"))
    points = on_table([face.cell.spot for face in faces], strips * widths[:, None, None])
    return look.plane.to_picture(points, height_mm=heights[:, None])
