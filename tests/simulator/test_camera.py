"""The virtual camera's geometry."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.camera import VIEWS, camera_at, camera_for, view_named
from tabletop.errors import UsageError

CAMERA = camera_at(
    (150.0, 620.0, 520.0), (150.0, 150.0), size_px=(1280, 960), field_of_view_deg=55.0, roll_deg=3.0,
    distortion=(0.06, -0.11, 0.001, -0.0006, 0.03),
)  # fmt: skip


@given(st.floats(0, 300), st.floats(0, 300), st.floats(0, 60))
def test_sight_lines_invert_the_projection(x_mm: float, y_mm: float, z_mm: float) -> None:
    """A point projected into the picture is met again by the pixel's sight line at the point's height."""
    back = CAMERA.plane_points(CAMERA.project([[x_mm, y_mm, z_mm]]), z_mm)
    assert back[0] == pytest.approx((x_mm, y_mm), abs=0.01)


def test_the_picture_is_not_mirrored() -> None:
    """Seen from above, the table's x runs right and its y down in the picture."""
    camera = camera_at((100.0, 100.0, 900.0), (100.0, 100.0), size_px=(800, 600), field_of_view_deg=60.0)
    middle, right, down = camera.project([[100, 100, 0], [200, 100, 0], [100, 200, 0]])
    assert right - middle == pytest.approx((692.8 / 9, 0.0), abs=0.5)
    assert down - middle == pytest.approx((0.0, 692.8 / 9), abs=0.5)


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_shows_the_whole_table(name: str) -> None:
    """Whatever has to fit into the picture is in it, in every usual view."""
    extent = (0.0, 0.0, 480.0, 450.0)
    camera = camera_for(view_named(name), extent, np.random.default_rng(4))
    seen = camera.project([[x, y, 0.0] for x in extent[::2] for y in extent[1::2]])
    assert np.all(seen > 0)
    assert np.all(seen < camera.size_px)


def test_a_view_that_does_not_exist_names_those_that_do() -> None:
    """A wrong view is wrong use, and the message lists the right ones."""
    with pytest.raises(UsageError, match="phone-45"):
        view_named("sideways")


def test_a_bumped_camera_sees_everything_elsewhere() -> None:
    """Moving the camera by 5 mm moves the table in the picture by as much the other way."""
    moved = CAMERA.moved(x_mm=5.0)
    before, after = CAMERA.project([[150.0, 150.0, 0.0]])[0], moved.project([[155.0, 150.0, 0.0]])[0]
    assert after == pytest.approx(before, abs=1e-6)
