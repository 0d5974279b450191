"""Sheets on the table: which codes belong to one tile or mat, and where each lies, all solved together on one plane."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm
from tabletop.parts import Part
from vision.pixels.arrays import Floats, PointsMm, PointsPx, distances, median
from vision.pixels.codes import SeenCode, corners_of, middles_px
from vision.settings import PlaneSettings
from vision.table.plane import TablePlane, plane_through

BESIDE = ("mat", "track")
"""Kinds of sheets that lie beside a city or boards."""
ONE_PLANE = 0.08
"""Corners that lie no further off one plane than this share of their code's side lie on it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One tile or mat as it lies: the pose of its middle on the table, degrees clockwise, and its printed scale."""

    part: Part
    x_mm: float
    y_mm: float
    rotation_deg: float
    codes: tuple[SeenCode, ...]
    scale: float = 1.0

    def to_table(self, points_mm: PointsMm) -> PointsMm:
        """Table millimetres of points (..., 2) in the sheet's own frame."""
        turn = np.radians(self.rotation_deg)
        x, y = points_mm[..., 0] * self.scale, points_mm[..., 1] * self.scale
        cos, sin = np.cos(turn), np.sin(turn)
        return np.stack([self.x_mm + x * cos - y * sin, self.y_mm + x * sin + y * cos], axis=-1)

    def point_on_table(self, point_mm: PointMm) -> PointMm:
        """The same of one point."""
        turn = math.radians(self.rotation_deg)
        x, y, cos, sin = point_mm[0] * self.scale, point_mm[1] * self.scale, math.cos(turn), math.sin(turn)
        return self.x_mm + x * cos - y * sin, self.y_mm + x * sin + y * cos

    def to_sheet(self, points_mm: PointsMm) -> PointsMm:
        """The sheet's own millimetres of table points (..., 2)."""
        turn = np.radians(self.rotation_deg)
        x, y = points_mm[..., 0] - self.x_mm, points_mm[..., 1] - self.y_mm
        cos, sin = np.cos(turn), np.sin(turn)
        return np.stack([(x * cos + y * sin) / self.scale, (-x * sin + y * cos) / self.scale], axis=-1)


@dataclass(frozen=True, slots=True)
class SolvedTable:
    """The plane and the sheets on it; `sheets` may name one part twice where two of them were seen."""

    plane: TablePlane
    sheets: tuple[Sheet, ...]
    reprojection_px: float


def solve_table(
    codes: Sequence[SeenCode],
    game: GameFile,
    size_px: tuple[int, int],
    settings: PlaneSettings,
    *,
    anchors: Collection[str] = ("tile",),
) -> SolvedTable | None:
    """The plane from all codes on sheets (kinds in `anchors` and `BESIDE`); None without one of the former.

    One tile is put first (the one whose codes say most), then the others from near to far, solving all together
    whenever there are half as many codes more, since a plane known from one tile is trusted only near it.
    """
    groups = _by_part(codes, game, anchors)
    if not any(game.by_id[part_id].kind in anchors for part_id in groups):
        return None
    anchor, plane = _anchor(groups, game, size_px, anchors)
    sheets = [anchor]
    settled = {id(code) for code in anchor.codes}  # two of one part bear codes that are equal but for their corners
    waiting = [code for members in groups.values() for code in members if id(code) not in settled]
    order = _from_near_to_far(waiting, anchor)
    reached = len(anchor.codes)
    while order:
        ready = max(1, int(reached * (settings.grown - 1)))
        near, order = [waiting[index] for index in order[:ready]], order[ready:]
        for alone in _each_alone(near, plane, game):
            sheets = _with_code(sheets, alone, settings)
        reached += len(near)
        if order:
            plane, sheets = _bundle(plane, sheets, settings, rounds=settings.rounds_between)
    plane, sheets = _bundle(plane, sheets, settings, rounds=settings.rounds)
    residual = _residuals(plane, sheets).reshape(-1, 2)
    typical = float(np.sqrt(median((residual**2).sum(axis=1)))) if len(residual) else 0.0
    return SolvedTable(plane, tuple(sheets), typical)


def _by_part(codes: Sequence[SeenCode], game: GameFile, anchors: Collection[str]) -> dict[str, list[SeenCode]]:
    """Codes of sheets by their part's id."""
    groups: dict[str, list[SeenCode]] = {}
    for code in codes:
        if code.own:
            part = game.by_code[code.id][0]
            if part.kind in anchors or part.kind in BESIDE:
                groups.setdefault(part.id, []).append(code)
    return groups


def _anchor(
    groups: dict[str, list[SeenCode]], game: GameFile, size_px: tuple[int, int], anchors: Collection[str]
) -> tuple[Sheet, TablePlane]:
    """The first sheet, at the table's origin, and the plane that its codes alone tell."""
    candidates = []
    for part_id, members in groups.items():
        if game.by_id[part_id].kind in anchors:
            twice = len({code.id for code in members}) < len(members)
            candidates.append([max(members, key=lambda code: code.side_px)] if twice else members)
    tried: list[tuple[float, list[SeenCode], TablePlane]] = []
    for members in sorted(candidates, key=_worth, reverse=True):
        if tried and max(worth for worth, _, _ in tried) >= _worth(members):
            break  # a part's worth only falls where its codes do not agree
        while True:
            side = float(np.mean([code.side_px for code in members]))
            plane = plane_through(_corners_mm(members, game), _corners_px(members), size_px, ONE_PLANE * side)
            fit = plane.to_picture(_corners_mm(members, game)) - _corners_px(members)
            off = float(np.linalg.norm(fit, axis=1).max()) / side
            if off < ONE_PLANE or len(members) == 1:
                break
            members = [max(members, key=lambda code: (code.correlation, code.side_px))]
        tried.append((_worth(members), members, plane))
    _, members, plane = max(tried, key=lambda one: one[0])
    part = game.by_code[members[0].id][0]
    return Sheet(part, 0.0, 0.0, 0.0, tuple(members)), plane


def _worth(codes: Sequence[SeenCode]) -> float:
    """How much codes of one part say of the plane."""
    return len(codes) + 0.1 * min(code.correlation for code in codes)


def _from_near_to_far(codes: Sequence[SeenCode], anchor: Sheet) -> list[int]:
    """Numbers of the codes, each time that which lies nearest to those before it and to the anchor's."""
    middles = middles_px(corners_of(codes))
    distance = distances(middles, middles_px(corners_of(anchor.codes))).min(axis=1)
    between = distances(middles, middles)
    order: list[int] = []
    for _ in codes:
        order.append(int(distance.argmin()))
        distance = np.minimum(distance, between[order[-1]])
        distance[order] = np.inf
    return order


def _each_alone(codes: Sequence[SeenCode], plane: TablePlane, game: GameFile) -> list[Sheet]:
    """The sheet of each code as it would lie if nothing but this code told of it."""
    if not codes:
        return []
    lying = [game.by_code[code.id] for code in codes]
    printed, seen = np.array([one.corners_mm for _, one in lying]), plane.to_table(corners_of(codes))
    own, middle = printed.mean(axis=1), seen.mean(axis=1)
    turned = (printed - own[:, None]).transpose(0, 2, 1) @ (seen - middle[:, None])
    turn = np.arctan2(turned[:, 0, 1] - turned[:, 1, 0], turned[:, 0, 0] + turned[:, 1, 1])
    cos, sin = np.cos(turn), np.sin(turn)
    x = middle[:, 0] - (own[:, 0] * cos - own[:, 1] * sin)
    y = middle[:, 1] - (own[:, 0] * sin + own[:, 1] * cos)
    poses = zip(lying, codes, x.tolist(), y.tolist(), np.degrees(turn).tolist(), strict=True)
    return [Sheet(part, x_mm, y_mm, turn_deg, (code,)) for (part, _), code, x_mm, y_mm, turn_deg in poses]


def _with_code(sheets: list[Sheet], alone: Sheet, settings: PlaneSettings) -> list[Sheet]:
    """The sheets with one more code, its sheet `alone`: on the one that agrees with it, else on a sheet of its own."""
    code = alone.codes[0]
    for index, sheet in enumerate(sheets):
        if sheet.part.id != alone.part.id or any(other.id == code.id for other in sheet.codes):
            continue
        turn = (alone.rotation_deg - sheet.rotation_deg + 180.0) % 360.0 - 180.0
        middle = next(printed.centre_mm for printed in alone.part.codes if printed.id == code.id)
        apart = math.dist(sheet.point_on_table(middle), alone.point_on_table(middle))
        if apart < settings.same_sheet_mm and abs(turn) < settings.same_sheet_deg:
            return [*sheets[:index], *sheets[index + 1 :], replace(sheet, codes=(*sheet.codes, code))]
    return [*sheets, alone]


def fitted_rigid(own: PointsMm, seen: PointsMm) -> tuple[float, float, float]:
    """x, y and clockwise degrees that carry points (n, 2) onto seen ones best."""
    (own_x, own_y), (seen_x, seen_y) = own.mean(axis=0).tolist(), seen.mean(axis=0).tolist()
    a, b = own - (own_x, own_y), seen - (seen_x, seen_y)
    turned = (a.T @ b).tolist()
    turn = math.atan2(turned[0][1] - turned[1][0], turned[0][0] + turned[1][1])
    cos, sin = math.cos(turn), math.sin(turn)
    return seen_x - (own_x * cos - own_y * sin), seen_y - (own_x * sin + own_y * cos), math.degrees(turn)


def _corners_mm(codes: Sequence[SeenCode], game: GameFile) -> PointsMm:
    return np.array([game.by_code[code.id][1].corners_mm for code in codes]).reshape(-1, 2)


def _corners_px(codes: Sequence[SeenCode]) -> PointsPx:
    return np.array([code.corners_px for code in codes]).reshape(-1, 2)


def _residuals(plane: TablePlane, sheets: Sequence[Sheet]) -> Floats:
    """Where the solved table puts all corners, minus where they were seen, flat."""
    return _Problem(plane, sheets).residuals(_Problem(plane, sheets).start)


class _Problem:
    """Plane and sheets as one vector: homography (8), lens, then x, y, turn, log scale of every sheet but the first."""

    def __init__(self, plane: TablePlane, sheets: Sequence[Sheet]) -> None:
        self.size_px = plane.size_px
        self.sheets = sheets
        width, height = plane.size_px
        self.unit_mm = 100.0
        self.unit_px = max(width, height) / 2
        self.shift = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1.0]])
        self.shrink = np.diag([1 / self.unit_px, 1 / self.unit_px, 1.0])
        self.grow = np.diag([self.unit_mm, self.unit_mm, 1.0])
        normal = self.shrink @ self.shift @ plane.homography @ self.grow
        normal = normal / normal[2, 2]
        poses = [
            [s.x_mm / self.unit_mm, s.y_mm / self.unit_mm, np.radians(s.rotation_deg), np.log(s.scale)] for s in sheets
        ]
        self.start = np.concatenate([normal.ravel()[:8], [plane.lens], np.array(poses)[1:].ravel()])
        self.first = np.array(poses[:1])
        self.owner = np.repeat(np.arange(len(sheets)), [4 * len(s.codes) for s in sheets])
        by_id = {code.id: code for sheet in sheets for code in sheet.part.codes}
        own = np.array([by_id[code.id].corners_mm for s in sheets for code in s.codes]).reshape(-1, 2)
        self.own_x, self.own_y = own.T / self.unit_mm
        self.seen = np.array([code.corners_px for s in sheets for code in s.codes]).reshape(-1, 2)
        self.middle_px = (np.array(self.size_px) - 1) / 2
        self.radius2 = (width**2 + height**2) / 4 / self.unit_px**2

    def residuals(self, vector: Floats) -> Floats:
        """Where the corners should be seen minus where they are, flat (2n,)."""
        _, u, v, _ = self._seen_from(vector)
        swell = 1 + vector[8] * (u * u + v * v) / self.radius2
        predicted = np.empty_like(self.seen)
        predicted[:, 0], predicted[:, 1] = u * swell, v * swell
        return np.asarray((predicted * self.unit_px + self.middle_px - self.seen).ravel())

    def _seen_from(self, vector: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Of all corners, (2, n) or (n,): table points, pixels before the lens, and arms from their sheets' middles."""
        h = vector[:8]
        poses = np.concatenate([self.first, vector[9:].reshape(-1, 4)])
        size = np.exp(poses[:, 3])
        cos, sin = (np.cos(poses[:, 2]) * size)[self.owner], (np.sin(poses[:, 2]) * size)[self.owner]
        arms = np.empty((2, len(cos)))
        arms[0], arms[1] = self.own_x * cos - self.own_y * sin, self.own_x * sin + self.own_y * cos
        points = poses[self.owner, :2].T + arms
        x, y = points
        below = h[6] * x + h[7] * y + 1.0
        u, v = (h[0] * x + h[1] * y + h[2]) / below, (h[3] * x + h[4] * y + h[5]) / below
        return points, u, v, arms

    def jacobian(self, vector: Floats) -> Floats:
        """Change of the residuals with each parameter (2n, parameters)."""
        h, lens = vector[:8], vector[8]
        (x, y), u, v, (arm_x, arm_y) = self._seen_from(vector)
        one = 1 / (h[6] * x + h[7] * y + 1.0)
        # By plane (8) and by the corner's own sheet (4), (2, n, 12): of u and v.
        own = np.zeros((2, len(x), 12))
        for axis, seen in enumerate((u, v)):
            first = 3 * axis
            by_x, by_y = (h[first] - seen * h[6]) * one, (h[first + 1] - seen * h[7]) * one
            changes = {first: x * one, first + 1: y * one, first + 2: one, 6: -seen * x * one, 7: -seen * y * one}
            changes |= {8: by_x, 9: by_y, 10: by_y * arm_x - by_x * arm_y, 11: by_x * arm_x + by_y * arm_y}
            for column, change in changes.items():
                own[axis, :, column] = change
        # Distortion: (u, v) times 1 + lens · (u² + v²) / radius².
        r2 = (u * u + v * v) / self.radius2
        swell, twice = 1 + lens * r2, 2 * lens / self.radius2
        across = (twice * u * v)[:, None]
        after = np.zeros((len(x), 2, len(vector)))
        lensed = np.empty((len(x), 2, 12))
        lensed[:, 0] = (swell + twice * u * u)[:, None] * own[0] + across * own[1]
        lensed[:, 1] = across * own[0] + (swell + twice * v * v)[:, None] * own[1]
        after[:, :, :8] = lensed[..., :8]
        after[:, 0, 8], after[:, 1, 8] = u * r2, v * r2
        moved = np.flatnonzero(self.owner)  # the first sheet stays where it is
        columns = 9 + 4 * (self.owner[moved] - 1)[:, None, None] + np.arange(4)
        after[moved[:, None, None], np.arange(2)[:, None], columns] = lensed[moved][..., 8:]
        return np.asarray(after.reshape(-1, len(vector)) * self.unit_px)

    def result(self, vector: Floats) -> tuple[TablePlane, list[Sheet]]:
        """The vector as plane and sheets again."""
        h = np.append(vector[:8], 1.0).reshape(3, 3)
        whole = np.linalg.inv(self.shrink @ self.shift) @ h @ np.linalg.inv(self.grow)
        poses = np.concatenate([self.first, vector[9:].reshape(-1, 4)])
        sheets = [
            replace(
                s,
                x_mm=float(x * self.unit_mm),
                y_mm=float(y * self.unit_mm),
                rotation_deg=float(np.degrees(turn)),
                scale=float(np.exp(size)),
            )
            for s, (x, y, turn, size) in zip(self.sheets, poses, strict=True)
        ]
        return TablePlane(whole / whole[2, 2], float(vector[8]), self.size_px), sheets


def _bundle(
    plane: TablePlane, sheets: Sequence[Sheet], settings: PlaneSettings, *, rounds: int
) -> tuple[TablePlane, list[Sheet]]:
    """Levenberg-Marquardt over plane, lens and sheets with a Huber loss; priors on lens and scales."""
    problem = _Problem(plane, sheets)
    vector = problem.start.copy()
    sigma = settings.corner_sigma_px
    damping = 1e-4

    prior_sigma = np.full(len(vector), np.inf)
    prior_sigma[8] = settings.lens_sigma
    prior_sigma[12::4] = settings.scale_sigma

    def weighted(candidate: Floats) -> tuple[Floats, Floats, Floats, float]:
        residuals = problem.residuals(candidate)
        errors = residuals.reshape(-1, 2) / sigma
        size = np.concatenate([np.hypot(errors[:, 0], errors[:, 1]), np.abs(candidate / prior_sigma)])
        bound = settings.huber
        weight = np.sqrt(np.where(size > bound, bound / np.maximum(size, 1e-9), 1.0))
        cost = np.where(size > bound, 2 * bound * size - bound**2, size**2).sum()
        return residuals, weight[: len(errors)], weight[len(errors) :] / prior_sigma, float(cost)

    base, weight, prior, cost = weighted(vector)
    for _ in range(rounds):
        scale = np.repeat(weight, 2) / sigma
        a = problem.jacobian(vector) * scale[:, None]
        normal = a.T @ a + np.diag(prior**2)
        gradient = a.T @ (base * scale) + prior**2 * vector
        improved = False
        for _ in range(5):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            *new, new_cost = weighted(vector + step)
            if new_cost < cost:
                improved = cost - new_cost > 1e-4 * cost
                (base, weight, prior), cost, vector, damping = new, new_cost, vector + step, damping / 10
                break
            damping *= 10
        if not improved:
            break
    return problem.result(vector)
