"""Pictures of plain pieces with strange things over them, pieces laid as nobody should, or strange light."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Any

import cv2
import numpy as np

from measuring.contents import contents
from measuring.plain import PHOTOS, SETS, VIEWS, as_described, varied_pieces
from measuring.positions import GAMES
from measuring.tally import Compared
from measuring.virtual import SIZE_PX, TABLES, ground_places, hidden_places
from simulator.art import PartsBox
from simulator.bodies import Flesh
from simulator.camera import camera_for, view_named
from simulator.clutter import clutter
from simulator.hands import SKINS, SLEEVES, Hand
from simulator.light import light_named, varied
from simulator.photograph import Photograph, photograph
from simulator.pictures import linear_to_srgb, srgb_to_linear
from simulator.scene import Scene, TableSetting, lay_out
from simulator.sensor import hand_held, sensor_named
from simulator.sheet import PIXELS_PER_MM, DrawnSheet
from simulator.solids import Solid
from simulator.textures import FULL_SCALE, PAPER_BLACK, PAPER_WHITE, texture_from
from tabletop.gamefile import load_game
from tabletop.geometry import PointMm, PolygonMm, Pose, contains, rectangle
from tabletop.piecefile import PieceSet, load_pieces
from tabletop.plans import board_of, game_on_table, plan_of

LIGHTS = ("ceiling", "window", "lamp", "mixed", "dim")
OVER_MM = 0.05
"""Things that lie upon pieces count as held this far above them, so that they are drawn over what they hide."""
SLIGHT = 0.1
"""A piece lies astray at a place where it covers by more than this share more or less of it than it was meant to."""
TOUCHED = 0.2
"""Where it covers more of a place's middle than this share the place is not bare, and it may be said to lie there."""

NOTHING = (None, (None, None), False)
"""What the contents of a position say of a bare cell, in Small City without a citizen, too, and of a street."""

Bgr8 = tuple[int, int, int]
Change = Callable[[Scene, "Around"], Scene]


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What a change may look at: the pieces without codes, by their place in the scene, and chance."""

    plain: tuple[int, ...]
    rng: random.Random
    pitch_mm: float
    """Of the board's cells or the city's lots."""

    def piece(self) -> int:
        """One of the pieces, by its place in the scene."""
        return self.rng.choice(self.plain)

    def spot(self, scene: Scene) -> Pose:
        """On or near a piece, turned anyhow."""
        pose = scene.solids[self.piece()].pose
        away = [self.rng.uniform(-20, 20) for _ in range(2)]
        return Pose(pose.x_mm + away[0], pose.y_mm + away[1], self.rng.uniform(0, 360))


@dataclass(frozen=True, slots=True)
class Moved:
    """A place at which a piece that lies astray was meant to lie, or does."""

    planned: float
    """Share of the place's middle that the piece was meant to cover, ..."""
    covered: float
    """... and that it covers."""
    piece: str
    """Kind of that piece, as contents of positions begin with it."""


@dataclass(frozen=True, slots=True, eq=False)
class ForeignPicture:
    """One picture, what would lie there, what was changed, and the pieces as people described them."""

    game: str
    kind: str
    seed: int
    truth: Any
    photo: Photograph
    hidden: frozenset[str]
    astray: Mapping[str, Moved]
    pieces: PieceSet

    def wrong_certain(self, compared: Compared, told: Mapping[str, Any], sureness: Mapping[str, str]) -> list[str]:
        """Places that are certain and wrong.

        Where a piece lies astray may be told what was laid there beside it, that its place is bare where it lies no
        longer, and the piece itself where it covers part of a place; that nothing lies there is wrong.
        """
        beside = contents(self.truth)
        counted = {
            place for place in compared.wrong if place not in self.astray and (place in beside or not self.astray)
        }
        wrong = {place for place in counted if compared.wrong[place] == "certain"}  # less streets that it covered
        for place, moved in self.astray.items():
            what = told.get(place)
            if sureness.get(place) != "certain" or (
                what not in NOTHING and moved.planned <= SLIGHT and what == beside[place]
            ):
                continue
            if moved.covered > TOUCHED if what in NOTHING else moved.covered <= TOUCHED or _first(what) != moved.piece:
                wrong.add(place)
        return sorted(wrong)


def _first(value: Any) -> Any:
    """What the contents of a place begin with: a kind of piece, or whose it is."""
    while isinstance(value, tuple) and value:
        value = value[0]
    return value


def foreign_picture(kind: str, name: str, seed: int) -> ForeignPicture:
    """A random position laid out with pieces without codes, and one thing that is wrong with it."""
    rng = random.Random(f"foreign {kind} {name} {seed}")
    truth = GAMES[name](rng)
    game = game_on_table(truth, load_game(name))
    pieces = load_pieces(str(PHOTOS / name / "pieces" / f"{SETS[name]}.toml"))
    lying = varied_pieces(pieces, rng, STAINS.get(kind, 0.0))
    box = PartsBox(game, lying)
    noise = np.random.default_rng([seed, 7])
    scene = lay_out(plan_of(truth, game), box, noise, TableSetting(rng.choice(TABLES)))
    around = Around(
        tuple(n for n, solid in enumerate(scene.solids) if solid.name in box.plain), rng, _pitch_mm(scene, game)
    )
    changed = SCENES[kind](scene, around) if kind in SCENES and around.plain else scene
    camera = camera_for(view_named(VIEWS[seed % 2]), scene.extent_mm, noise, size_px=SIZE_PX)
    light = varied(light_named("ceiling" if kind in PAINTS else rng.choice(LIGHTS)), noise)
    sensor = hand_held(sensor_named("webcam"), noise, blur=0.6)
    photo = photograph(changed, camera, light, sensor, noise)
    if kind in PAINTS and around.plain:
        photo = replace(photo, image=PAINTS[kind](photo, scene, around))
    hidden = hidden_places(truth, photo, game)
    moved = {
        place: one for place, one in astray(scene, changed, truth, photo, game).items() if place in contents(truth)
    }
    return ForeignPicture(name, kind, seed, truth, photo, hidden, moved, as_described(lying, rng))


def astray(scene: Scene, changed: Scene, truth: Any, photo: Photograph, game: Any) -> dict[str, Moved]:
    """Places where a piece that lies elsewhere than planned was meant to lie, or does."""
    places = dict(ground_places(truth, photo, game))
    there = contents(truth)
    found: dict[str, Moved] = {}
    for before, after in zip(scene.solids, changed.solids, strict=False):
        if before.pose == after.pose:
            continue
        shares = {
            place: (_share(outline, before.placed_outline_mm), _share(outline, after.placed_outline_mm))
            for place, (outline, _) in places.items()
        }
        meant = max(shares, key=lambda place: shares[place][0])
        for place, (planned, covered) in shares.items():
            if abs(planned - covered) > SLIGHT:
                found[place] = Moved(planned, covered, _first(there.get(meant)))
    return found


def _share(place: PolygonMm, piece: PolygonMm) -> float:
    """How much of a place a piece covers; by points, as pieces may have corners that point inwards."""
    low, high = np.min(place, axis=0), np.max(place, axis=0)
    points = [(float(x), float(y)) for x in np.linspace(low[0], high[0], 9) for y in np.linspace(low[1], high[1], 9)]
    inside = [contains(piece, point) for point in points if contains(place, point)]
    return sum(inside) / max(len(inside), 1)


# Things over pieces.


def _thing(outline: PolygonMm, height_mm: float, colour: Bgr8, pose: Pose, scene: Scene) -> Solid:
    """Something of one colour that lies upon whatever is under it."""
    low, high = np.min(outline, axis=0), np.max(outline, axis=0)
    sheet = DrawnSheet((2 * float(max(-low[0], high[0])), 2 * float(max(-low[1], high[1]))), colour)
    top = texture_from(sheet.picture, sheet.inside(outline), PIXELS_PER_MM)
    side = tuple(0.8 * (value / 255) ** 2.2 for value in colour)
    thing = Solid("thing", outline, pose, 0.0, height_mm, top, (side[0], side[1], side[2]))
    return _upon(thing, scene)


def _upon(thing: Solid, scene: Scene) -> Solid:
    """The thing on the highest piece that it touches."""
    placed = thing.placed_outline_mm
    under = [
        solid.top_z_mm
        for solid in scene.solids
        if any(contains(solid.placed_outline_mm, point) for point in _filled(placed))
        or any(contains(placed, point) for point in solid.placed_outline_mm)
    ]
    return replace(thing, z_mm=max(under, default=0.0), lifted_mm=OVER_MM)


def _filled(outline: PolygonMm) -> list[PointMm]:
    middle = np.mean(outline, axis=0)
    return [tuple((middle + share * (np.array(point) - middle)).tolist()) for point in outline for share in (0, 0.5, 1)]


def _round(radius_mm: float) -> PolygonMm:
    return tuple((radius_mm * cos(2 * pi * k / 40), radius_mm * sin(2 * pi * k / 40)) for k in range(40))


def _any_colour(rng: random.Random) -> Bgr8:
    return (rng.randint(20, 245), rng.randint(20, 245), rng.randint(20, 245))


def _laid(outline: Callable[[random.Random], PolygonMm], height_mm: float, *colours: Bgr8) -> Change:
    """A thing of one of these colours, or of any."""

    def change(scene: Scene, around: Around) -> Scene:
        rng = around.rng
        colour = rng.choice(colours) if colours else _any_colour(rng)
        return scene.with_solids(_thing(outline(rng), height_mm, colour, around.spot(scene), scene))

    return change


def _of_ground(scene: Scene, around: Around) -> Scene:
    """Paper with the colour of the print under some cell, a little off."""
    boards = [one for one in scene.solids if one.part is not None and one.part.kind in ("board", "tile")]
    ground = around.rng.choice(boards)
    texels = ground.top.levels[-1][..., :3].reshape(-1, 3) / FULL_SCALE
    linear = (texels[around.rng.randrange(len(texels))] - PAPER_BLACK) / (PAPER_WHITE - PAPER_BLACK)
    encoded = 255 * linear_to_srgb(np.clip(linear, 0, 1))
    blue, green, red = (int(min(255, max(0, value + around.rng.uniform(-8, 8)))) for value in encoded)
    size = around.rng.uniform(50, 120), around.rng.uniform(40, 90)
    return scene.with_solids(_thing(rectangle(*size), 0.7, (blue, green, red), around.spot(scene), scene))


def _from_clutter(kind: str) -> Change:
    def change(scene: Scene, around: Around) -> Scene:
        thing = clutter(kind, around.spot(scene), np.random.default_rng(around.rng.randrange(2**32)))
        return scene.with_solids(_upon(thing, scene))

    return change


def _hands(count: int) -> Change:
    def change(scene: Scene, around: Around) -> Scene:
        rng = around.rng
        hands = []
        for _ in range(count):
            spot = around.spot(scene)
            pose, low = rng.choice(("pinch", "flat", "point")), rng.uniform(12, 40)
            tip, towards = (spot.x_mm, spot.y_mm), rng.uniform(0, 360)
            hands.append(Hand(tip, towards, low, pose, rng.random() < 0.5, rng.choice(SKINS), rng.choice(SLEEVES)))
        return scene.with_bodies(*hands)

    return change


@dataclass(frozen=True, slots=True)
class _Tail:
    """A cat's: spheres along an arc."""

    at_mm: PointMm
    turn: float
    colour: tuple[float, float, float]

    def flesh(self) -> Flesh:
        """From its end on the board to a cat that is not in the picture."""
        along = np.linspace(0.0, 1.0, 60)
        bend = self.turn + 1.2 * along
        x, y = self.at_mm[0] + 320 * along * np.cos(bend), self.at_mm[1] + 320 * along * np.sin(bend)
        radii = 9.0 + 6.0 * along
        centres = np.column_stack([x, y, 14.0 + radii + 15 * along])
        return Flesh(centres, radii, np.tile(self.colour, (60, 1)), fur_mm=3.0)


def _tail(scene: Scene, around: Around) -> Scene:
    spot, grey = around.spot(scene), around.rng.uniform(0.02, 0.5)
    warm = around.rng.uniform(1.0, 2.2)
    return scene.with_bodies(
        _Tail((spot.x_mm, spot.y_mm), radians(spot.rotation_deg), (grey / warm, grey, grey * warm**0.5))
    )


# Pieces that lie as nobody should lay them.


def _moved(move: Callable[[Solid, Scene, Around], Pose]) -> Change:
    def change(scene: Scene, around: Around) -> Scene:
        number = around.piece()
        piece = scene.solids[number]
        solids = list(scene.solids)
        solids[number] = replace(piece, pose=move(piece, scene, around))
        under = [
            one.top_z_mm
            for n, one in enumerate(solids)
            if n in around.plain and n != number and _meet(one, solids[number])
        ]
        if under:
            solids[number] = replace(solids[number], z_mm=max(under))
        return replace(scene, solids=tuple(solids))

    return change


def _meet(one: Solid, other: Solid) -> bool:
    first, second = one.placed_outline_mm, other.placed_outline_mm
    return any(contains(second, point) for point in _filled(first)) or any(contains(first, p) for p in _filled(second))


def _pitch_mm(scene: Scene, game: Any) -> float:
    boards = [game.by_id[one.name] for one in scene.solids if one.part is not None and one.part.kind == "board"]
    return float(board_of(boards[0], game).pitch_mm if boards else game.grid.pitch_mm)


def _aside(low: float, high: float, first: float) -> Callable[[Solid, Scene, Around], Pose]:
    """Moved by so many pitches of the cells in one of four directions, the first of them turned by so many pi."""

    def move(piece: Solid, scene: Scene, around: Around) -> Pose:
        reach = around.pitch_mm * around.rng.uniform(low, high)
        turn = around.rng.choice([first + quarter / 2 for quarter in range(4)]) * pi
        pose = piece.pose
        return Pose(pose.x_mm + reach * cos(turn), pose.y_mm + reach * sin(turn), pose.rotation_deg)

    return move


def _turned(piece: Solid, scene: Scene, around: Around) -> Pose:
    turn = around.rng.choice((-1, 1)) * around.rng.uniform(20, 70)
    return replace(piece.pose, rotation_deg=piece.pose.rotation_deg + turn)


def _stacked(piece: Solid, scene: Scene, around: Around) -> Pose:
    others = [number for number in around.plain if scene.solids[number] is not piece] or [around.plain[0]]
    other = scene.solids[around.rng.choice(others)].pose
    x_mm, y_mm = other.x_mm + around.rng.uniform(-4, 4), other.y_mm + around.rng.uniform(-4, 4)
    return Pose(x_mm, y_mm, piece.pose.rotation_deg)


def _strange_blocks(scene: Scene, around: Around) -> Scene:
    """Pieces of another game: the shape of one that lies there, another colour, somewhere else."""
    for _ in range(3):
        piece = scene.solids[around.piece()]
        spot = around.spot(scene)
        turn = around.rng.choice((0, 90, 180, 270)) + piece.pose.rotation_deg
        spot = Pose(spot.x_mm + around.rng.uniform(-60, 60), spot.y_mm + around.rng.uniform(-60, 60), turn)
        scene = scene.with_solids(_thing(piece.outline_mm, piece.height_mm, _any_colour(around.rng), spot, scene))
    return scene


# Light, painted over the picture in linear light.


def _lit(share: Callable[[Photograph, Scene, Around], Any]) -> Callable[[Photograph, Scene, Around], Any]:
    def paint(photo: Photograph, scene: Scene, around: Around) -> Any:
        linear = srgb_to_linear(photo.image / 255.0) * share(photo, scene, around)[..., None]
        return np.asarray(np.rint(255 * linear_to_srgb(np.clip(linear, 0, 1))), np.uint8)

    return paint


def _bars(photo: Photograph, scene: Scene, around: Around) -> Any:
    """The shadow of a window's cross or of a blind."""
    height, width = photo.image.shape[:2]
    rows, columns = np.mgrid[:height, :width]
    turn, step = around.rng.uniform(0, pi), around.rng.uniform(50, 240)
    along = columns * cos(turn) + rows * sin(turn)
    bars = ((along / step) % 1.0 < around.rng.uniform(0.15, 0.5)).astype(np.float32)
    return 1.0 - around.rng.uniform(0.35, 0.7) * cv2.GaussianBlur(bars, (0, 0), around.rng.uniform(0.8, 6.0))


def _spots(photo: Photograph, scene: Scene, around: Around) -> Any:
    """Sun through leaves."""
    height, width = photo.image.shape[:2]
    spots = np.zeros((height, width), np.float32)
    for _ in range(14):
        at = (around.rng.randrange(width), around.rng.randrange(height))
        axes = (around.rng.randint(12, 60), around.rng.randint(12, 60))
        cv2.ellipse(spots, at, axes, around.rng.uniform(0, 180), 0, 360, (1.0,), cv2.FILLED)
    return 0.6 + around.rng.uniform(0.5, 1.6) * cv2.GaussianBlur(spots, (0, 0), around.rng.uniform(1.0, 5.0))


def _lines(photo: Photograph, scene: Scene, around: Around) -> Any:
    """Marker lines or wires, dark or of any colour, across pieces."""
    image = photo.image.copy()
    for _ in range(4):
        spot = around.spot(scene)
        along = radians(spot.rotation_deg)
        away = np.array([cos(along), sin(along)]) * around.rng.uniform(40, 150)
        middle = np.array([spot.x_mm, spot.y_mm])
        ends = np.column_stack([np.array([middle - away, middle + away]), [12.0, 12.0]])
        px = np.rint(photo.truth.camera.project(ends) * 16).astype(np.int32)
        wide = max(1, round(around.rng.uniform(1.0, 9.0) * photo.truth.camera.scale_at(spot.x_mm, spot.y_mm)))
        cv2.line(image, px[0].tolist(), px[1].tolist(), _any_colour(around.rng), wide, cv2.LINE_AA, 4)
    return image


SCENES: Mapping[str, Change] = {
    "phone": _from_clutter("phone"),
    "cup": _from_clutter("cup"),
    "pencil": _from_clutter("pencil"),
    "coin": _from_clutter("coin"),
    "die": _from_clutter("die"),
    "glasses case": _from_clutter("glasses-case"),
    "biscuit": _laid(lambda rng: _round(rng.uniform(18, 34)), 8.0, (60, 120, 190), (40, 75, 120), (110, 170, 215)),
    "string": _laid(lambda rng: rectangle(rng.uniform(120, 260), rng.uniform(1.0, 3.0)), 1.5),
    "ruler": _laid(lambda rng: rectangle(210.0, rng.uniform(20, 35)), 2.0),
    "card": _laid(lambda rng: rectangle(88.0, 63.0), 0.7),
    "paper of the ground's colour": _of_ground,
    "note": _from_clutter("paper"),
    "button": _laid(lambda rng: _round(rng.uniform(6, 13)), 3.0),
    "hand": _hands(1),
    "two hands": _hands(2),
    "tail": _tail,
    "strange blocks": _strange_blocks,
    "on the line": _moved(_aside(0.35, 0.65, 0.0)),
    "on the corner": _moved(_aside(0.5, 0.7, 0.25)),
    "turned": _moved(_turned),
    "stacked": _moved(_stacked),
    "bare wood": lambda scene, around: scene,
}
PAINTS: Mapping[str, Callable[[Photograph, Scene, Around], Any]] = {
    "bars of shadow": _lit(_bars), "spots of sun": _lit(_spots), "lines": _lines,
}  # fmt: skip
STAINS = {"bare wood": 0.75}
KINDS = (*SCENES, *PAINTS)
