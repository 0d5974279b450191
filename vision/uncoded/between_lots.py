"""Blocks that lie in a street and are no streetcar: what nobody laid on lots never vanishes."""

from collections.abc import Sequence

import numpy as np

from vision.city.scores import StreetView
from vision.settings import ConfidenceSettings
from vision.uncoded.faces import Face
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import as_strong
from vision.uncoded.silhouettes import silhouettes
from vision.uncoded.streetcars import middles_px, shaded_street_nats, usual_street


def streets_with_blocks(
    look: PlainLook, views: Sequence[StreetView], faces: Sequence[Face], sureness: ConfidenceSettings
) -> frozenset[str]:
    """Names of streets whose middle shows a piece's colour and no street, where no known piece (its face) hides it.

    Shade is street, too, so that dark pieces whose colour is a shaded street's are not told.
    """
    if not views or not look.materials:
        return frozenset()
    settings, cars = look.settings, look.settings.cars
    usual = usual_street(look, views, sureness)
    hiding = silhouettes(faces, look.plane, more_mm=settings.laid_off_mm)
    pixels = middles_px(look, views)
    shown, lab = ~hiding.behind_each(pixels), look.field.at(pixels).astype(float)
    street = shaded_street_nats(lab, usual, settings)
    strange = (np.linalg.norm(lab - usual, axis=2) >= cars.block_delta) & shown
    materials = as_strong(look.materials, [face.lab for face in faces], settings)
    nats = [one.nats(lab.reshape(-1, 3), settings).reshape(shown.shape) for one in materials]
    count = np.maximum(shown.sum(axis=1), 1)
    alike = [((own > np.maximum(0.0, street)) & strange).sum(axis=1) / count for own in nats]
    told = (
        (shown.mean(axis=1) >= cars.block_seen)
        & (np.max(alike, axis=0) >= cars.block_shows)
        & (((street > 0.0) & shown).sum(axis=1) / count <= cars.block_street)
    )
    return frozenset(view.street.name for view, one in zip(views, told.tolist(), strict=True) if one)
