"""Whether a piece's colour ends at its rim: coloured paper, sleeves and hands go on beyond."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tabletop.lattice import STEP, Cell, Side, neighbour
from vision.uncoded.faces import Face, Silhouettes, leaning, silhouettes, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.shapes import Laid


def free_rims(look: PlainLook, faces: Mapping[Cell, Face]) -> Callable[[Sequence[Laid]], dict[Cell, float]]:
    """Whether the streets beside pieces are free of their colour: coloured paper and hands have no rim there."""
    hulls = silhouettes(faces.values(), look.plane)

    def rims(pieces: Sequence[Laid]) -> dict[Cell, float]:
        found: dict[Cell, float] = {}
        for piece in pieces:
            own = set(piece.cells)
            for cell in piece.cells:
                sides = [side for side in STEP if neighbour(cell, side) not in own]
                found[cell] = min((_rim(look, faces[cell], side, hulls, own) for side in sides), default=math.inf)
        return found

    return rims


def _rim(look: PlainLook, face: Face, side: Side, hulls: Silhouettes, own: set[Cell]) -> float:
    """Nats that the street beside one side of a face has another colour than the face; inf where it is not seen."""
    settings, plane = look.settings, look.plane
    row, column = STEP[side]
    spot, width = face.cell.spot, face.width_mm
    outward = column * spot.right + row * spot.down
    lean = float(leaning(plane, spot.middle_mm, face.height_mm) @ outward)
    # On the side that faces the camera the piece's own wall is seen below its top.
    height = face.cell.ground_mm if lean < 0 else face.height_mm
    away, along = np.meshgrid(width / 2 + np.linspace(4.0, 7.0, 4), np.linspace(-0.35, 0.35, 7) * width)
    flank = np.array([-outward[1], outward[0]])
    points = spot.middle_mm + away.reshape(-1, 1) * outward + along.reshape(-1, 1) * flank
    pixels = plane.to_picture(points, height_mm=height)
    shown = hulls.behind(pixels, but=own) == 0
    if shown.mean() < settings.rim_seen:
        return math.inf
    alike = weighed(look.field.at(pixels[shown]).astype(float) - face.lab) < settings.rim_delta
    return settings.rim_nats * (1.0 - 2.0 * float(alike.mean()))
