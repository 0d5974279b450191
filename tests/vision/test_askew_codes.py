"""Neighbourhoods that lie askew or apart, with something over a part of each of their codes, are found as they lie."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.geometry import Pose
from tabletop.lattice import PlacedTile
from tabletop.plans import plan_of
from vision import FrameReading, read_image
from vision.table.sheets import Sheet

NEXT = PlacedTile(2, (0, 3), 1)
"""Beside neighbourhood 1."""
SIDE = np.array([[-1.35, -1.35], [-0.45, -1.35], [-0.45, 1.35], [-1.35, 1.35]])
EDGE = np.array([[-1.35, -1.35], [-0.8, -1.35], [-0.8, 1.35], [-1.35, 1.35]])
WHOLE = np.array([[-1.35, -1.35], [1.35, -1.35], [1.35, 1.35], [-1.35, 1.35]])
"""What is covered of a code, in half sides from its middle: a side with the rim, no more than its edge, or all."""


def sheet_of(sight: FrameReading, part: str) -> Sheet:
    """Where a part lies."""
    return next(sheet for sheet in sight.table.sheets if sheet.part.id == part)


def covered(image: Any, sight: FrameReading, part: str, codes: Sequence[int], what: Any = SIDE) -> Any:
    """The picture with something over a side of some of a part's codes, or over all of them."""
    picture, sheet = image.copy(), sheet_of(sight, part)
    for number in codes:
        code = sheet.part.codes[number]
        over = sheet.to_table(np.array(code.centre_mm) + what * code.side_mm / 2)
        cv2.fillConvexPoly(picture, sight.table.plane.to_picture(over).round().astype(np.int32), (60, 110, 160))
    return picture


@pytest.fixture
def laid(table: Any) -> Any:
    """A photograph of neighbourhood 2 laid 6 mm off from neighbourhood 1 and 4 degrees askew, and what it shows."""
    city = replace(table.city, tiles=(PlacedTile(1, (0, 0), 0), NEXT), pieces=(), streetcars=(), reserve=())
    plan = plan_of(city, table.game)
    parts = []
    for part in plan.parts:
        x_mm, y_mm, turn = part.pose.x_mm, part.pose.y_mm, part.pose.rotation_deg
        parts.append(replace(part, pose=Pose(x_mm + 5.0, y_mm + 4.0, turn + 4.0)) if part.part == "tile-2" else part)
    image = table.photo(replace(plan, parts=tuple(parts)), seed=3).image
    return image, read_image(image, table.game)


def test_a_neighbourhood_laid_badly_is_known_by_parts_of_its_codes(laid: Any, table: Any) -> None:
    """Up to 8 mm off and some degrees askew, it lies in step, and its codes are looked for as far off."""
    image, before = laid
    sight = read_image(covered(image, before, "tile-2", range(3)), table.game)
    assert NEXT in sight.reading.position.tiles


def test_parts_of_codes_tell_how_it_lies(laid: Any, table: Any) -> None:
    """To a millimetre and a degree, though of one code alone anything shows, and that without an edge."""
    image, before = laid
    hidden = covered(image, before, "tile-2", [1, 2], WHOLE)
    sight = read_image(covered(hidden, before, "tile-2", [0], EDGE), table.game)
    one, other = sheet_of(before, "tile-2"), sheet_of(sight, "tile-2")
    assert abs(one.rotation_deg - other.rotation_deg) < 1.0
    assert np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < 1.0


def test_beside_the_one_code_that_shows_parts_of_others_count(laid: Any, table: Any) -> None:
    """One code alone holds its sheet badly: what shows of the others holds it, too."""
    image, before = laid
    sight = read_image(covered(image, before, "tile-2", [1, 2]), table.game)
    assert len(sheet_of(sight, "tile-2").codes) > 1


def test_parts_of_codes_in_the_shadow_of_what_covers_them_count(laid: Any, table: Any) -> None:
    """White there is darker than black in the light, and still white."""
    image, before = laid
    picture = covered(image, before, "tile-2", range(3))
    light = np.ones(picture.shape[:2], np.float32)
    sheet = sheet_of(before, "tile-2")
    for code in sheet.part.codes:
        shade = sheet.to_table(np.array(code.centre_mm) + 1.3 * WHOLE * code.side_mm / 2)
        cv2.fillConvexPoly(light, before.table.plane.to_picture(shade).round().astype(np.int32), 0.3)
    light = cv2.GaussianBlur(light, (0, 0), 2.0)
    sight = read_image((picture * light[..., None]).astype(np.uint8), table.game)
    assert NEXT in sight.reading.position.tiles
