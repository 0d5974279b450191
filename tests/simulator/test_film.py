"""The camera running over the virtual table."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.camera import Camera
from simulator.film import Film
from simulator.hands import Hand
from simulator.light import light_named
from simulator.photograph import photograph
from simulator.scene import Scene, lay_out
from simulator.sensor import Sensor, sensor_named
from tabletop.gamefile import GameFile
from tabletop.games.big_city.values import BigCityPosition
from tabletop.plans import plan_of

SILENT = replace(sensor_named("webcam"), read_noise_electrons=0.0, gathering=1e9, jpeg_quality=100)
"""A webcam without noise and compression, so that frames can be compared."""


@pytest.fixture
def scene(city: BigCityPosition, game: GameFile, box: PartsBox) -> Scene:
    """The city on its table."""
    return lay_out(plan_of(city, game), box, np.random.default_rng(2))


def filming(camera: Camera, sensor: Sensor = SILENT) -> Film:
    """A film that begins."""
    return Film(camera, light_named("ceiling"), sensor, np.random.default_rng(3))


def test_drawing_only_what_changed_gives_the_same_picture(scene: Scene, tilted_camera: Camera) -> None:
    """A piece laid on a filmed table looks as if the whole table had been drawn anew."""
    film = filming(tilted_camera)
    film.show(replace(scene, solids=tuple(solid for solid in scene.solids if solid.name != "city-hall")))
    film.show(scene)
    piecewise = film.frame()
    film.look_from(tilted_camera)
    difference = np.abs(film.frame().astype(int) - piecewise)
    assert difference.max() <= 3
    assert difference.mean() < 0.02


def test_what_is_taken_away_leaves_nothing_behind(scene: Scene, tilted_camera: Camera) -> None:
    """After a piece and its shadow are gone the picture is what it was before."""
    film = filming(tilted_camera)
    empty = replace(scene, solids=tuple(solid for solid in scene.solids if solid.name != "stanford"))
    film.show(empty)
    before = film.frame()
    film.show(scene)
    during = film.frame()
    film.show(empty)
    assert np.abs(film.frame().astype(int) - before).max() <= 3
    assert np.abs(during.astype(int) - before).max() > 60


def test_a_hand_leaves_no_trace(scene: Scene, tilted_camera: Camera) -> None:
    """A frame with a hand changes nothing in the frames after it."""
    film = filming(tilted_camera)
    film.show(scene)
    before = film.frame()
    film.frame([Hand((100.0, 100.0), 80.0)])
    assert np.array_equal(film.frame(), before)


def test_hands_in_frames_look_like_hands_in_photographs(scene: Scene, tilted_camera: Camera) -> None:
    """Drawing a hand over the stored picture gives what drawing everything with the hand gives."""
    hand = Hand((100.0, 100.0), 80.0)
    film = filming(tilted_camera)
    film.show(scene)
    quick = film.frame([hand])
    width, height = tilted_camera.size_px
    still, spread = film._still.copy(), film._spread.copy()
    film._develop((0, 0, width, height), still, spread, scene.with_bodies(hand))
    # The quick way looks no farther than the hand's shadow is worth looking at.
    assert np.abs(still.astype(int) - quick).mean() < 0.6


def test_noise_in_film_is_as_strong_as_in_photographs(scene: Scene, tilted_camera: Camera) -> None:
    """The quick noise of frames and the exact noise of photographs spread alike on the same picture."""
    sensor = replace(sensor_named("webcam"), jpeg_quality=100)
    light = replace(light_named("ceiling"), white_balance_error=0.0)
    film = filming(tilted_camera, sensor)
    film.show(scene)
    quick = film.frame().astype(float) - film.frame()
    one, two = (
        photograph(scene, tilted_camera, light, sensor, np.random.default_rng(seed)).image.astype(float)
        for seed in (8, 9)
    )
    assert quick.std() == pytest.approx((one - two).std(), rel=0.3)
