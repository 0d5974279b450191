"""A photo in one call: from a plan, a view and a kind of light to a picture with its truth."""

from dataclasses import dataclass, field

import numpy as np

from simulator.art import PartsBox
from simulator.camera import camera_for, view_named
from simulator.chess_boards import ChessBoard
from simulator.clutter import with_clutter
from simulator.hands import hand_over
from simulator.light import light_named, varied
from simulator.photograph import Photograph, photograph
from simulator.scene import Disorder, TableSetting, lay_out
from simulator.sensor import hand_held, sensor_named
from tabletop.plans import Plan


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture is to be taken; everything that is not said comes from the seed."""

    view: str = "above"
    light: str = "ceiling"
    table: str = "wood"
    seed: int = 0
    size_px: tuple[int, int] | None = None
    """Width and height; None for what the view's camera has."""
    azimuth_deg: float | None = None
    """The side from which the camera looks, clockwise from the table's lower edge; None for nearly there."""
    disorder: Disorder = field(default_factory=Disorder)
    blur: float = 1.0
    """Scales defocus and shake."""
    house_height_mm: float | None = None
    """Buildings as boxes of this height in place of flat tokens."""
    chess_board: ChessBoard | None = None
    """A chess board of people's own between the plan's corner pieces."""
    hands: int = 0
    """Hands over the game, their arms coming from the picture's sides."""
    clutter: int = 0
    """Other things around the game and over its rim."""


def shoot(plan: Plan, box: PartsBox, shot: Shot) -> Photograph:
    """The picture of a plan; the same plan and shot give the same pixels.

    Raises UsageError where view, light or table have no such name.
    """
    view, light = view_named(shot.view), light_named(shot.light)
    # One stream for each thing that is random: more disorder on the table leaves the noise as it was.
    laying, standing, lighting, sensing, littering = (np.random.default_rng([shot.seed, stream]) for stream in range(5))
    setting = TableSetting(shot.table, shot.disorder, shot.house_height_mm, shot.chess_board)
    scene = lay_out(plan, box, laying, setting)
    scene = with_clutter(scene, shot.clutter, littering)
    scene = scene.with_bodies(*(hand_over(scene.extent_mm, littering) for _ in range(shot.hands)))
    camera = camera_for(view, scene.extent_mm, standing, size_px=shot.size_px, azimuth_deg=shot.azimuth_deg)
    sensor = hand_held(sensor_named(view.sensor), sensing, blur=shot.blur)
    return photograph(scene, camera, varied(light, lighting), sensor, sensing)
