"""Photographs of the virtual table against their own truth."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from thinned import thinned

from simulator.art import PartsBox
from simulator.camera import Camera
from simulator.clutter import KINDS, clutter
from simulator.hands import Hand
from simulator.light import LIGHTS, light_named
from simulator.photograph import Photograph, photograph
from simulator.scene import Scene, TableSetting, lay_out
from simulator.sensor import sensor_named, tone_curve
from simulator.studio import Shot, shoot
from tabletop.gamefile import GameFile
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import Pose
from tabletop.plans import Plan, plan_of

Found = Callable[[np.ndarray], dict[int, list[np.ndarray]]]


@pytest.fixture(scope="module")
def plan(city: BigCityPosition, game: GameFile) -> Plan:
    """The city's plan."""
    return plan_of(city, game)


@pytest.fixture(scope="module")
def scene(plan: Plan, box: PartsBox) -> Scene:
    """The city laid out as carelessly as people do."""
    return lay_out(plan, box, np.random.default_rng(2), TableSetting(table="stone"))


@pytest.fixture(scope="module")
def bare(scene: Scene, tilted_camera: Camera) -> Photograph:
    """A picture of it with nothing else on the table."""
    return taken(scene, tilted_camera)


def taken(scene: Scene, camera: Camera, *, light: str = "ceiling", sensor: str = "ideal", seed: int = 0) -> Photograph:
    """A picture of the scene."""
    return photograph(scene, camera, light_named(light), sensor_named(sensor), np.random.default_rng(seed))


def by_its_sides(grey: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Corners of a dark quadrangle as crossings of lines through its sides, each found where the grey changes most."""
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        across = np.array([along[1], -along[0]])
        shares, offsets = np.linspace(0.12, 0.88, 25), np.arange(-3.0, 3.01, 0.25)
        points = (start + shares[:, None] * (end - start))[:, None] + offsets[None, :, None] * across
        values = cv2.remap(grey, points[..., 0].astype(np.float32), points[..., 1].astype(np.float32), cv2.INTER_LINEAR)
        steps = np.clip(np.diff(values.astype(float), axis=1), 0, None)
        edge = (steps * (offsets[:-1] + 0.125)).sum(axis=1) / steps.sum(axis=1)
        on_edge = start + shares[:, None] * (end - start) + edge[:, None] * across
        vx, vy, x, y = cv2.fitLine(on_edge.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross((x, y, 1.0), (x + vx, y + vy, 1.0)))
    crossings = [np.cross(lines[index - 1], lines[index]) for index in range(4)]
    return np.array([crossing[:2] / crossing[2] for crossing in crossings])


def test_codes_are_where_the_truth_has_them(bare: Photograph, codes_in: Found) -> None:
    """With an ideal sensor cv2 finds every code; its corners, from lines along its sides, are the truth's.

    cv2's own corners lie half a pixel inwards, and so does every edge in a gamma-encoded picture, as with real
    cameras; so lines are fitted to the sides in linear light: within 0.1 px, the worst 0.3 px.
    """
    found = codes_in(bare.image)
    grey = np.searchsorted(tone_curve(), bare.image[..., 1]).astype(np.float32)
    errors = []
    for part in bare.truth.parts:
        for code, corners in part.codes_px.items():
            nearest = min(found[code], key=lambda quad: np.abs(quad - corners).sum())
            errors.append(np.hypot(*(by_its_sides(grey, nearest) - corners).T))
    assert np.sqrt(np.mean(np.square(errors))) < 0.1
    assert np.concatenate(errors).max() < 0.3


def test_tokens_are_above_the_tiles(bare: Photograph, tilted_camera: Camera, codes_in: Found) -> None:
    """The detected codes of tokens fit their true height of 1.8 mm better than the table's plane: parallax is drawn."""
    hall = next(part for part in bare.truth.parts if part.part == "city-hall")
    ((code, corners),) = hall.codes_px.items()
    on_table = tilted_camera.plane_points(corners, hall.top_z_mm)
    flat = tilted_camera.project(np.column_stack([on_table, np.zeros(4)]))
    quad = codes_in(bare.image)[code][0]
    assert np.abs(quad - corners).mean() < 0.5 * np.abs(quad - flat).mean()


@pytest.mark.parametrize("light", thinned(["dim", "glare", *sorted(LIGHTS.keys() - {"dim", "glare"})], 2))
def test_every_light_shows_the_codes(light: str, scene: Scene, tilted_camera: Camera, codes_in: Found) -> None:
    """Under every kind of light most codes can be found, and the picture is neither black nor burnt out."""
    photo = taken(scene, tilted_camera, light=light, sensor="webcam")
    wanted = {code for part in photo.truth.parts for code in part.codes_px}
    assert len(wanted & codes_in(photo.image).keys()) >= 0.8 * len(wanted)
    assert 25 < photo.image.mean() < 200


def test_the_same_shot_gives_the_same_pixels(plan: Plan, box: PartsBox) -> None:
    """A picture is a function of its plan and its shot."""
    shot = Shot(view="phone-45", light="lamp", size_px=(640, 480), seed=11, hands=1, clutter=3)
    assert np.array_equal(shoot(plan, box, shot).image, shoot(plan, box, shot).image)


def test_parts_lie_crooked_within_bounds(plan: Plan, box: PartsBox) -> None:
    """Tiles lie within 1 mm and 1 degree of the plan, and none of them exactly."""
    laid = lay_out(plan, box, np.random.default_rng(1))
    for solid, planned in zip(laid.solids, plan.parts, strict=True):
        if solid.part is not None and solid.part.kind == "tile":
            off = abs(solid.pose.x_mm - planned.pose.x_mm), abs(solid.pose.rotation_deg - planned.pose.rotation_deg)
            assert 0 < off[0] <= 1.0
            assert 0 < off[1] <= 1.0


def test_a_hand_hides_what_it_covers(bare: Photograph, scene: Scene, tilted_camera: Camera, codes_in: Found) -> None:
    """A code under a hand is no longer found, the truth says that it is hidden, and one far away is as it was."""
    hall = next(solid for solid in scene.solids if solid.name == "city-hall")
    hand = Hand((hall.pose.x_mm - 70.0, hall.pose.y_mm), 0.0, pose="flat")
    after = taken(scene.with_bodies(hand), tilted_camera)
    assert 40 in codes_in(bare.image)
    assert 40 not in codes_in(after.image)
    visible = {part.part: part.visible for part in after.truth.parts}
    assert visible["city-hall"] < 0.1
    assert visible["mat-1"] == pytest.approx(1.0, abs=0.02)
    assert min(part.visible for part in bare.truth.parts) == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("kind", thinned(KINDS, 3))
def test_things_on_the_table_hide_the_lot_under_them(
    kind: str, bare: Photograph, scene: Scene, tilted_camera: Camera
) -> None:
    """Each kind of clutter changes the picture where it lies."""
    tile = scene.solids[1].pose
    thing = clutter(kind, Pose(tile.x_mm, tile.y_mm), np.random.default_rng(1), z_mm=0.3)
    after = taken(scene.with_solids(thing), tilted_camera)
    x, y = (round(value) for value in tilted_camera.project([[tile.x_mm, tile.y_mm, 0.3 + thing.height_mm]])[0])
    changed = np.abs(bare.image.astype(int) - after.image)[y - 3 : y + 4, x - 3 : x + 4]
    assert changed.mean() > 12


def test_houses_hide_streets_and_carry_their_code_on_the_roof(plan: Plan, box: PartsBox) -> None:
    """A house of 25 mm has its code 25 mm above the tile, and hides part of what lies behind it."""
    shot = Shot(view="phone-45", size_px=(1200, 900), seed=2)
    flat, tall = shoot(plan, box, shot), shoot(plan, box, replace(shot, house_height_mm=25.0))
    heights = [next(p.top_z_mm for p in photo.truth.parts if p.part == "city-hall") for photo in (flat, tall)]
    assert heights == pytest.approx([1.8, 25.3])
    shares = [next(p.visible for p in photo.truth.parts if p.part == "tile-1") for photo in (flat, tall)]
    assert shares[1] < shares[0] - 0.1


def test_the_render_command_writes_picture_and_truth(
    city: BigCityPosition, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`boardsight render` writes the photo that was asked for and says where everything is in it."""
    from live.main import main
    from tabletop.notation import write_position

    position, photo, truth = tmp_path / "city.toml", tmp_path / "city.png", tmp_path / "truth.json"
    position.write_text(write_position(city))
    words = ["render", str(position), "-o", str(photo), "--size", "800x450", "--seed", "4", "--truth", str(truth)]
    assert main(words) == 0
    assert cv2.imread(str(photo)).shape == (450, 800, 3)
    assert {part["part"] for part in json.loads(truth.read_text())["parts"]} >= {"tile-1", "city-hall", "puck"}
    assert capsys.readouterr().out.strip() == str(photo)


def test_the_render_command_refuses_a_file_that_is_no_picture(city: BigCityPosition, tmp_path: Path) -> None:
    """An ending that names no picture format is wrong use."""
    from live.main import main
    from tabletop.notation import write_position

    position = tmp_path / "city.toml"
    position.write_text(write_position(city))
    assert main(["render", str(position), "-o", str(tmp_path / "city.txt"), "--size", "320x180"]) == 2
