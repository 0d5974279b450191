"""Codes across which the shadows of blocks fall are found, in faded print, too."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.lattice import PlacedTile
from tabletop.plans import plan_of
from vision import ReaderSettings
from vision.pixels.arrays import to_grey
from vision.pixels.codes import SeenCode
from vision.pixels.detection import find_codes

SETTINGS = ReaderSettings()
FADED = 0.55
"""What is left of the print's contrast."""
SHADE = 0.5
"""Of the light."""
PENUMBRA_PX = 1.5
"""How softly the shadows end."""


def shaded(table: Any) -> tuple[Any, Any, list[SeenCode]]:
    """Two neighbourhoods in faded print with a shadow's edge across each code of the second, without shadows, and
    their codes."""
    city = replace(
        table.city, tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (0, 3), 1)), pieces=(), streetcars=(), reserve=()
    )
    image = to_grey(table.photo(plan_of(city, table.game), seed=3, size_px=(1920, 1080)).image)
    faded = 255 - FADED * (255.0 - image)
    codes = find_codes(image, table.game, SETTINGS)
    light = np.ones_like(faded)
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    for code in codes:
        if code.own and table.game.by_code[code.id][0].id == "tile-2":
            (mx, my), reach = code.middle_px, 1.6 * code.side_px
            light[(np.abs(x - mx) < reach) & (np.abs(y - my) < reach) & (x - mx + 0.4 * (y - my) < 0)] = SHADE
    light = cv2.GaussianBlur(light, (0, 0), PENUMBRA_PX)
    return (faded * light).astype(np.uint8), faded.astype(np.uint8), codes


@pytest.fixture(scope="module")
def pictures(table: Any) -> tuple[Any, Any, list[SeenCode]]:
    """The pictures, drawn once."""
    return shaded(table)


def test_shadows_hide_no_codes(pictures: Any, table: Any) -> None:
    """All of the second neighbourhood's, where they lie to a pixel."""
    shadowed, _, codes = pictures
    found = {code.id: code for code in find_codes(shadowed, table.game, SETTINGS)}
    for code in codes:
        assert np.abs(found[code.id].corners_px - code.corners_px).max() < 1.0
