"""Pictures of the virtual table in which one thing is made worse step by step."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from measuring.contents import contents
from measuring.positions import GAMES
from simulator.art import PartsBox
from simulator.camera import View, camera_for
from simulator.hands import hand_over
from simulator.light import LIGHTS, varied
from simulator.photograph import Photograph, SeenPart, photograph
from simulator.scene import TableSetting, lay_out
from simulator.sensor import hand_held, sensor_named
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import PointMm, PolygonMm, contains, rectangle
from tabletop.lattice import STEP, city_segments, street_name
from tabletop.plans import board_of, cell_outline, game_on_table, plan_of

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

CURVES: Mapping[str, tuple[float, ...]] = {
    "tilt": (0.0, 15.0, 30.0, 45.0, 55.0, 65.0),
    "pixels": (1.4, 1.8, 2.3, 3.0, 4.0, 5.5),
    "light": (0.0, -1.0, -2.0, -3.0, -4.0, -5.0),
    "blur": (0.0, 0.25, 0.5, 0.75, 1.0, 1.25),
    "covered": (0.0, 1.0, 2.0, 3.0, 4.0, 5.0),
}
"""What is varied: degrees from straight above; pixels for one module of a code; steps of exposure (one halves the
light, the noise stays); radius of the blur in modules of a code; hands over the table."""
UNITS = {
    "tilt": "tilt, degrees from straight above",
    "pixels": "pixels for one module of a code",
    "light": "light, steps of exposure below a lit room",
    "blur": "radius of the blur, modules of a code",
    "covered": "hands over the table",
}
TABLES = ("wood", "dark-wood", "cloth", "checked-cloth", "stone", "white")
SIZE_PX = (1920, 1080)
FREE = 0.75
"""A place counts as visible when this share of it is free and in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class VirtualPicture:
    """One picture with its truth, and what was varied in it."""

    curve: str
    step: float
    game: str
    truth: Any
    photo: Photograph
    hidden: frozenset[str]
    pixels_per_module: float


def virtual_picture(index: int, first_seed: int) -> VirtualPicture:
    """One of a row in which curves, steps and games take turns; each has another position, table, light and camera."""
    steps = [(curve, step) for curve, values in CURVES.items() for step in values]
    curve, step = steps[index % len(steps)]
    game = tuple(GAMES)[(index // len(steps) + index) % len(GAMES)]
    return picture(curve, step, game, first_seed + index)


@lru_cache(maxsize=4)
def _box(game: str) -> PartsBox:
    return PartsBox(load_game(game))


def picture(curve: str, step: float, name: str, seed: int) -> VirtualPicture:
    """A random position of a game, with one thing made worse."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    truth = GAMES[name](rng)
    game = game_on_table(truth, load_game(name))
    scene = lay_out(plan_of(truth, game), _box(name), noise, TableSetting(table=rng.choice(TABLES)))
    if curve == "covered":
        scene = scene.with_bodies(*(hand_over(scene.extent_mm, noise) for _ in range(int(step))))
    module = game.codes.module_mm
    tilt = step if curve == "tilt" else 5.0
    size = SIZE_PX
    view = View(tilt, size, 68.0, (0.06, -0.11, 0.0006, -0.0004, 0.03), "webcam", 500.0)
    camera = camera_for(view, scene.extent_mm, np.random.default_rng(seed), size_px=size)
    if curve == "pixels":
        now = camera.scale_at(*scene.middle_mm) * module
        size = (round(size[0] * step / now), round(size[1] * step / now))
        camera = camera_for(view, scene.extent_mm, np.random.default_rng(seed), size_px=size)
    pixels = camera.scale_at(*scene.middle_mm) * module
    light = varied(LIGHTS[rng.choice(("ceiling", "window", "lamp", "mixed"))], noise)
    if curve == "light":
        light = replace(light, exposure_ev=min(0.0, 0.6 * step), electrons=light.electrons * 2.0**step)
    sensor = hand_held(sensor_named("webcam"), noise, blur=0.5)
    if curve == "blur":
        sensor = replace(sensor, defocus_px=step * pixels, motion_px=0.0)
    photo = photograph(scene, camera, light, sensor, noise)
    return VirtualPicture(curve, step, name, truth, photo, hidden_places(truth, photo, game), pixels)


def hidden_places(truth: Any, photo: Photograph, game: Any) -> frozenset[str]:
    """Places of which a hand, something tall beside, or the picture's edge leaves too little.

    A place on which something lies shows that: it is looked at as high as this is, and not hidden by it.
    """
    seen = {part.part: part for part in photo.truth.parts}
    share = {place: _shown(outline, ground, photo) for place, (outline, ground) in ground_places(truth, photo, game)}
    if isinstance(truth, BigCityPosition):
        share |= {f"tile:{tile.number}": seen[f"tile-{tile.number}"].visible for tile in truth.tiles}
    if "puck" in seen:
        share["puck"] = seen["puck"].visible
    share |= {game.by_id[part.part].kind: part.visible for part in photo.truth.parts}  # `card`, of which one lies there
    for seat, player in enumerate(truth.players, start=1):
        if f"token-{seat}" in seen:
            share[f"track:{player}"] = seen[f"token-{seat}"].visible
    return frozenset(place for place in contents(truth) if share.get(place, 1.0) < FREE)


def ground_places(truth: Any, photo: Photograph, game: Any) -> Iterator[tuple[str, tuple[PolygonMm, SeenPart]]]:
    """Every place on which pieces lie: its middle as an outline in the table frame, and what it is printed on."""
    if isinstance(truth, BigCityPosition):
        yield from _of_city(truth, {part.part: part for part in photo.truth.parts}, game)
        return
    for part in photo.truth.parts:
        if game.by_id[part.part].kind == "board":
            yield from _of_board(part, truth, game)


def _of_board(part: SeenPart, truth: Any, game: Any) -> Iterator[tuple[str, tuple[PolygonMm, SeenPart]]]:
    board = board_of(game.by_id[part.part], game)
    number = game.by_id[part.part].number
    prefix = "square:" if game.sections.grid.place == "square" else f"cell:{truth.players[(number or 1) - 1]}:"
    for cell in board.cell_set:
        outline = part.pose.apply_all(cell_outline(board, cell, inset_mm=0.12 * board.pitch_mm))
        yield prefix + board.cell_name(cell), (outline, part)


def _shown(outline: PolygonMm, ground: SeenPart, photo: Photograph) -> float:
    """How much of a place with this outline shows, or of what lies there on its board or neighbourhood."""
    x, y = np.mean(outline, axis=0)
    on_it = [
        part for part in photo.truth.parts if part is not ground and contains(part.outline_mm, (float(x), float(y)))
    ]
    height = min((part.top_z_mm for part in on_it), default=ground.top_z_mm)
    return photo.truth.cover.visible_share(outline, height, own=[part.number for part in on_it])


def _of_city(
    truth: BigCityPosition, seen: Mapping[str, SeenPart], game: Any
) -> Iterator[tuple[str, tuple[PolygonMm, SeenPart]]]:
    cells = NEIGHBOURHOODS.cells_of(truth.tiles)
    numbers = {cell: number for number, cell in cells.items()}
    turns = {tile.number: tile.turn for tile in truth.tiles}

    def square(number: int, away: PointMm) -> tuple[PolygonMm, SeenPart]:
        """A square of 20 mm beside a lot's middle; `away` in the city's frame, mm."""
        tile = game.by_id[f"tile-{number // 10}"]
        order = [one for row in tile.properties for one in row]
        x, y = away
        for _ in range(turns[number // 10]):
            x, y = y, -x
        middle = tile.cell_centres_mm[order.index(number)]
        outline = [(middle[0] + x + px, middle[1] + y + py) for px, py in rectangle(20.0, 20.0)]
        part = seen[tile.id]
        return part.pose.apply_all(outline), part

    for number in cells:
        yield f"property:{number}", square(number, (0.0, 0.0))
    for cell, side in city_segments(numbers):
        row, column = STEP[side]
        half = game.grid.pitch_mm / 2
        if cell in numbers:
            place = square(numbers[cell], (column * half, row * half))
        else:
            place = square(numbers[(cell[0] + row, cell[1] + column)], (-column * half, -row * half))
        yield street_name((cell, side), numbers), place
