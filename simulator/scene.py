"""What lies on the virtual table: printed parts from a plan, laid a little crooked, and other solid things."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import radians

import cv2
import numpy as np

from simulator.art import PartsBox
from simulator.bodies import Body
from simulator.chess_boards import CHESS_COLOURS, ChessBoard, chess_board_top
from simulator.pictures import BgrImage, Linear, srgb_to_linear
from simulator.solids import Solid
from simulator.surfaces import VARIANTS, surface
from simulator.textures import PAPER_BLACK, PAPER_WHITE, Texture, texture_from
from tabletop.errors import UsageError
from tabletop.gamefile import Rgb
from tabletop.geometry import PointMm, PolygonMm, Pose, RectangleMm, bounding_box, contains, rectangle
from tabletop.parts import Part
from tabletop.plainkinds import PlainKind
from tabletop.plans import Plan, PlannedPart
from tabletop.profiles import TaughtColour

CORNER_REACH_MM = 40.0
"""So far beyond a chess board's squares lie the corner pieces that go with it."""


@dataclass(frozen=True, slots=True)
class Disorder:
    """How far things lie from where a plan has them: uniform, in mm and degrees, to both sides."""

    tile_mm: float = 1.0
    tile_deg: float = 1.0
    token_mm: float = 2.0
    token_deg: float = 2.0
    board_mm: float = 4.0
    board_deg: float = 2.0
    mat_mm: float = 6.0
    mat_deg: float = 4.0
    puck_mm: float = 4.0
    puck_deg: float = 15.0


NEAT = Disorder(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A table top and the solids on it, in the order in which they were laid down."""

    table: Texture
    table_centre_mm: PointMm
    middle_mm: PointMm
    """To which the lamps are placed."""
    solids: tuple[Solid, ...]
    bodies: tuple[Body, ...] = ()
    """What is above the table: hands, a cat."""

    @property
    def extent_mm(self) -> RectangleMm:
        """Left, top, right and bottom of the game's parts; zeros on an empty table."""
        points = [point for solid in self.solids if solid.part is not None for point in solid.placed_outline_mm]
        return bounding_box(points) if points else (0.0, 0.0, 0.0, 0.0)

    def with_solids(self, *more: Solid) -> "Scene":
        """The same table with more on it."""
        return replace(self, solids=(*self.solids, *more))

    def with_bodies(self, *bodies: Body) -> "Scene":
        """The same table with these hands or other bodies over it and no others."""
        return replace(self, bodies=bodies)


@dataclass(frozen=True, slots=True)
class TableSetting:
    """What the game is laid on, and how."""

    table: str = "wood"
    disorder: Disorder = field(default_factory=Disorder)
    house_height_mm: float | None = None
    """Buildings are boxes of that height with their token's face on the roof; None lays the tokens."""
    chess_board: ChessBoard | None = None
    """It lies between the plan's corner pieces, which are pushed against it."""


def lay_out(plan: Plan, box: PartsBox, rng: np.random.Generator, setting: TableSetting | None = None) -> Scene:
    """The plan's parts on a table, each a little crooked; what stands on a tile goes with the crooked tile."""
    setting = setting or TableSetting()
    loose, chess_board = setting.disorder, setting.chess_board
    solids: list[Solid] = []
    bases: list[tuple[PolygonMm, Pose, Pose]] = []
    if chess_board is not None:
        planned_board = _between_corners(plan, box)
        pose = nudged(planned_board, "board", rng, loose)
        side = (8 * chess_board.square_mm + 2 * CORNER_REACH_MM,) * 2
        bases.append((planned_board.apply_all(rectangle(*side)), planned_board, pose))
        top, outline = chess_board_top(chess_board, int(rng.integers(len(CHESS_COLOURS))))
        albedo = (0.10, 0.16, 0.24)
        thickness_mm = chess_board.thickness_mm
        solids.append(Solid("chess-board", outline, pose, 0.0, thickness_mm, top, albedo, is_ground=True))
    for planned in plan.parts:
        part = box.game.by_id[planned.part]
        pose = _with_base(planned, part.kind == "corner", bases)
        pose = nudged(pose, part.kind, rng, loose)
        z_mm = max([planned.z_mm, *tops_under(pose, part, solids, box)])
        solids.append(solid_of(part, box, pose, z_mm, house_height_mm=setting.house_height_mm))
        if part.kind in ("tile", "mat", "track", "board"):
            bases.append((planned.pose.apply_all(part.outline_mm), planned.pose, pose))
    centre = (plan.size_mm[0] / 2 + rng.uniform(-150, 150), plan.size_mm[1] / 2 + rng.uniform(-80, 80))
    middle = (plan.size_mm[0] / 2, plan.size_mm[1] / 2)
    return Scene(surface(setting.table, int(rng.integers(VARIANTS))), centre, middle, tuple(solids))


def solid_of(part: Part, box: PartsBox, pose: Pose, z_mm: float, *, house_height_mm: float | None = None) -> Solid:
    """A part as it lies on the table: printed (a building is a house where a height is given), or a plain piece."""
    if part.id in box.plain:
        return block_of(box.plain[part.id], part, pose, z_mm)
    is_house = part.kind == "piece" and house_height_mm is not None
    height = house_height_mm if is_house and house_height_mm is not None else part.height_mm
    side = (0.50, 0.55, 0.58)
    return Solid(part.id, part.outline_mm, pose, z_mm, height, box.texture(part.id), side, part)


def tops_under(pose: Pose, part: Part, solids: Sequence[Solid], box: PartsBox) -> list[float]:
    """Tops of the plain pieces on which a citizen or a marker stands: thicker than the printed parts of the plan."""
    if not part.on_top and not part.on_track:
        return []
    spot = (pose.x_mm, pose.y_mm)
    return [solid.top_z_mm for solid in solids if solid.name in box.plain and contains(solid.placed_outline_mm, spot)]


def nudged(pose: Pose, kind: str, rng: np.random.Generator, disorder: Disorder) -> Pose:
    """The pose as a hand would have left it."""
    reach_mm, reach_deg = {
        "tile": (disorder.tile_mm, disorder.tile_deg),
        "corner": (disorder.tile_mm, disorder.tile_deg),
        "board": (disorder.board_mm, disorder.board_deg),
        "mat": (disorder.mat_mm, disorder.mat_deg),
        "track": (disorder.mat_mm, disorder.mat_deg),
        "puck": (disorder.puck_mm, disorder.puck_deg),
    }.get(kind, (disorder.token_mm, disorder.token_deg))
    shift_x, shift_y, turn = rng.uniform(-1.0, 1.0, 3)
    return Pose(
        pose.x_mm + shift_x * reach_mm, pose.y_mm + shift_y * reach_mm, pose.rotation_deg + float(turn) * reach_deg
    )


def _with_base(planned: PlannedPart, beside: bool, bases: Sequence[tuple[PolygonMm, Pose, Pose]]) -> Pose:
    """The planned pose carried along with what lies under it (or `beside`), as that one lies in truth."""
    if planned.z_mm <= 0.0 and not beside:
        return planned.pose
    spot = (planned.pose.x_mm, planned.pose.y_mm)
    for outline, base, actual in bases:
        if contains(outline, spot):
            return carried(planned.pose, base, actual)
    return planned.pose


def _between_corners(plan: Plan, box: PartsBox) -> Pose:
    """Middle of the corner pieces; UsageError where the plan has none."""
    corners = [one.pose for one in plan.parts if box.game.by_id[one.part].kind == "corner"]
    if not corners:
        raise UsageError("a chess board of one's own stands between corner pieces, and this plan has none")
    return Pose(sum(pose.x_mm for pose in corners) / len(corners), sum(pose.y_mm for pose in corners) / len(corners))


def carried(pose: Pose, planned_base: Pose, actual_base: Pose) -> Pose:
    """A pose that keeps its place relative to a base which lies elsewhere than planned."""
    turn_deg = actual_base.rotation_deg - planned_base.rotation_deg
    turn = radians(turn_deg)
    x, y = pose.x_mm - planned_base.x_mm, pose.y_mm - planned_base.y_mm
    return Pose(
        actual_base.x_mm + x * np.cos(turn) - y * np.sin(turn),
        actual_base.y_mm + x * np.sin(turn) + y * np.cos(turn),
        pose.rotation_deg + turn_deg,
    )


PIXELS_PER_MM = 8
GRAIN = 0.03
"""Share by which wood is lighter and darker along its grain."""
UNTOLD_MM = 10.0
"""Height of blocks whose height nobody told."""
UNTOLD_COLOUR = (150, 110, 70)


def block_of(kind: PlainKind, part: Part, pose: Pose, z_mm: float) -> Solid:
    """A plain piece where its part would lie, without codes; a taught colour as its file shows it, else as wood."""
    colour: Rgb = (kind.shown or UNTOLD_COLOUR) if isinstance(kind.colour, TaughtColour) else kind.colour
    blue, green, red = (float(value) for value in srgb_to_linear(np.array(colour[::-1]) / 255.0))
    side = tuple(0.9 * (PAPER_BLACK + (PAPER_WHITE - PAPER_BLACK) * value) for value in (blue, green, red))
    picture = _grained(kind, colour)
    codeless = replace(part, codes=(), outline_mm=kind.outline_mm)
    height = UNTOLD_MM if kind.height_mm is None else kind.height_mm
    top = texture_from(picture, _inside(kind, picture), PIXELS_PER_MM)
    return Solid(part.id, kind.outline_mm, pose, z_mm, height, top, (side[0], side[1], side[2]), codeless)


def _grained(kind: PlainKind, colour: Rgb) -> BgrImage:
    """The colour over the outline's bounding box, streaked along its longer side."""
    left, top, right, bottom = bounding_box(kind.outline_mm)
    width, height = (2 * round(side * PIXELS_PER_MM / 2) for side in (right - left, bottom - top))
    shaded = np.array(colour[::-1], float) * (1.0 + _streaks(width, height)[..., None])
    return np.asarray(np.clip(np.rint(shaded), 0, 255), np.uint8)


@lru_cache(maxsize=32)
def _streaks(width: int, height: int) -> Linear:
    """By which share each pixel is lighter or darker; the same for all pieces of one size."""
    streaks = np.random.default_rng(width * 4096 + height).normal(0.0, 1.0, (height, width)).astype(np.float32)
    along = (0.0, 1.2) if width >= height else (1.2, 0.0)
    streaks = np.asarray(cv2.GaussianBlur(streaks, (0, 0), 10.0 + 60.0 * along[1], sigmaY=10.0 + 60.0 * along[0]))
    told: Linear = GRAIN * streaks / max(float(streaks.std()), 1e-6)
    return told


def _inside(kind: PlainKind, picture: BgrImage) -> BgrImage:
    """255 within the outline."""
    left, top, _, _ = bounding_box(kind.outline_mm)
    corners = (np.array(kind.outline_mm) - (left, top)) * PIXELS_PER_MM
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], (255.0,))
    return mask
