"""Who else comes to the virtual table, and what is done to the table as a whole: a cat, a shadow, a turned table."""

from dataclasses import replace

import numpy as np
import pytest
from thinned import thinned

from simulator.art import PartsBox
from simulator.camera import Camera
from simulator.film import Film
from simulator.gestures import Pace
from simulator.light import light_named
from simulator.mishaps import LEANER_AWAY_MM
from simulator.pictures import BgrImage
from simulator.scene import NEAT, Scene, TableSetting, lay_out
from simulator.sensor import sensor_named
from simulator.virtual_table import Room, VirtualTable
from simulator.visitors import STANDING_MM, Cat, leaning_over, leans
from tabletop.gamefile import GameFile
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedTile
from tabletop.plans import plan_of

SILENT = replace(sensor_named("webcam"), read_noise_electrons=0.0, gathering=1e9, jpeg_quality=100)
MIDDLE = (150.0, 150.0)
QUICK = Pace(frames_per_s=4.0)


@pytest.fixture
def film(city: BigCityPosition, game: GameFile, box: PartsBox, tilted_camera: Camera) -> Film:
    """The city filmed without noise."""
    film = Film(tilted_camera, light_named("ceiling"), SILENT, np.random.default_rng(3))
    film.show(scene_of(city, game, box))
    return film


def scene_of(position: BigCityPosition, game: GameFile, box: PartsBox) -> Scene:
    """A position on its table, each part exactly in its place."""
    return lay_out(plan_of(position, game), box, np.random.default_rng(2), TableSetting(disorder=NEAT))


def darkened(before: BgrImage, after: BgrImage) -> float:
    """The share of the picture that has lost more than a tenth of its light."""
    return float((after.mean(axis=2) < 0.9 * before.mean(axis=2)).mean())


def table_for(position: BigCityPosition, game: GameFile, box: PartsBox) -> VirtualTable:
    """A small picture of a table on which the position lies."""
    room = Room(size_px=(320, 180), pace=QUICK, seed=1, disorder=NEAT)
    table = VirtualTable(game, position, room, box=box)
    table.lay(position)
    return table


def test_a_cat_hides_much_and_leaves_no_trace(film: Film) -> None:
    """Where it stands the picture is dark, over a tenth of it; when it is gone all is as before."""
    before = film.frame()
    assert darkened(before, film.frame([Cat(MIDDLE, 30.0)])) > 0.1
    assert np.array_equal(film.frame(), before)


def test_what_changes_under_a_body_that_is_still_is_seen(
    film: Film, city: BigCityPosition, game: GameFile, box: PartsBox
) -> None:
    """A cat that stands still is drawn once, but not what is laid down beside it meanwhile."""
    cat = Cat((MIDDLE[0], -100.0), 0.0)
    still = film.frame([cat])
    assert np.array_equal(film.frame([cat]), still)
    film.show(scene_of(replace(city, pieces=city.pieces[1:]), game, box))
    assert np.abs(film.frame([cat]).astype(int) - still).max() > 60


@pytest.mark.parametrize("name", thinned(["window", "ceiling", "lamp"], 1))
def test_who_leans_over_the_table_only_shades_it(film: Film, name: str) -> None:
    """Nothing in the picture is the person's own: it only gets darker, and nowhere black."""
    film.light_by(light_named(name))
    before = film.frame()
    shaded = film.frame([leaning_over(MIDDLE, MIDDLE, film.light, np.random.default_rng(1))])
    assert darkened(before, shaded) > 0.1
    assert (shaded.astype(int) - before).max() <= 3
    lit = before.mean(axis=2) > 60
    assert (shaded.mean(axis=2)[lit] / before.mean(axis=2)[lit]).min() > 0.2


def test_who_sits_back_leaves_no_shadow(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """While somebody leans there every frame is darker; afterwards it is as light as before."""
    table = table_for(city, game, box)
    leaner = leaning_over(table.middle_mm, table.middle_mm, table.film.light, np.random.default_rng(1))
    (before,) = table.still(0.1)
    list(table.pass_by(leans(leaner, LEANER_AWAY_MM, QUICK), stay=True))
    (during,) = table.still(0.1)
    table.alone()
    *_, last = table.pass_by(leans(leaner, LEANER_AWAY_MM, QUICK, back=True))
    assert during.mean() < 0.97 * before.mean()
    assert last.mean() == pytest.approx(before.mean(), rel=0.003)


def test_an_exposure_answers_over_some_tenths_of_a_second(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """A soft shadow takes light; frame by frame the picture becomes as light as before, and too light when it goes."""
    table = table_for(city, game, box)
    table.answer_light(0.5)
    stander = leaning_over(
        table.middle_mm, table.middle_mm, table.film.light, np.random.default_rng(1), highest_mm=STANDING_MM
    )
    before = [frame.mean() for frame in table.still(1.0)][-1]
    during = [frame.mean() for frame in table.pass_by([stander] * 16, stay=True)]
    table.alone()
    after = [frame.mean() for frame in table.still(4.0)]
    assert during[0] < 0.97 * before
    assert during[-1] == pytest.approx(before, rel=0.02)
    assert after[0] > 1.02 * before
    assert after[-1] == pytest.approx(before, rel=0.02)
    assert sorted(during) == pytest.approx(during, rel=0.003)


def test_a_turned_table_keeps_everything_where_it_lies(city: BigCityPosition, game: GameFile, box: PartsBox) -> None:
    """Turned upside down, each part is in the mirrored place of the picture, and none has moved on the table."""
    table = table_for(city, game, box)
    poses = {key: lying.solid.pose for key, lying in table.layout.lying.items()}
    spots = np.array([[pose.x_mm, pose.y_mm, 0.0] for pose in poses.values()])
    middle = table.film.camera.project(np.array([[*table.middle_mm, 0.0]]))
    before = table.film.camera.project(spots) - middle
    assert len(list(table.turn(180.0))) > 3
    after = table.film.camera.project(spots) - table.film.camera.project(np.array([[*table.middle_mm, 0.0]]))
    assert np.abs(after + before).max() < 0.12 * np.abs(before).max()
    assert {key: lying.solid.pose for key, lying in table.layout.lying.items()} == poses


def test_lamps_and_people_stay_where_they_are_when_the_table_is_turned(
    city: BigCityPosition, game: GameFile, box: PartsBox
) -> None:
    """The first player's hand comes from the same side of the picture; the same side of the picture is lit."""
    table = table_for(city, game, box)
    sides, lamps = [], []
    for turn_deg in (0.0, 130.0):
        list(table.turn(turn_deg))
        camera = table.film.camera
        towards = np.radians(table._hand_of(1).towards_deg)
        arm_mm = np.add(table.middle_mm, (100 * np.cos(towards), 100 * np.sin(towards)))
        tip, elbow = camera.project(np.array([[*table.middle_mm, 0.0], [*arm_mm, 0.0]]))
        sides.append((elbow - tip) / np.linalg.norm(elbow - tip))
        lamp = camera.project(np.array([[*np.add(table.middle_mm, table.film.light.lamps[0].position_mm[:2]), 0.0]]))
        lamps.append((lamp[0] - tip) / np.linalg.norm(lamp[0] - tip))
    assert sides[0] @ sides[1] > 0.9
    assert lamps[0] @ lamps[1] > 0.97


def test_a_table_is_turned_only_as_far_as_the_camera_sees_all_of_it(game: GameFile, box: PartsBox) -> None:
    """A quarter turn would put a long city's ends outside the picture; half a turn does not."""
    wide = BigCityPosition(tiles=tuple(PlacedTile(number, (0, 4 * number)) for number in range(1, 8)))
    table = table_for(wide, game, box)
    assert not table.turn_fits(90.0)
    assert table.turn_fits(180.0)
    list(table.turn(180.0))
    assert table.film.camera.sees(table._corners)
