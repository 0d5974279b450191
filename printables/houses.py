"""Paper houses: the net of a building with a flat roof, worked out from its token's outline.

Every edge of the roof has its wall; where two walls would overlap in the flat net (at an inward corner) one of them
is a wall of its own with a tab. The walls of every other edge carry tabs that are glued behind their neighbours.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import hypot

from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, PolygonMm, area_mm2
from tabletop.parts import Part

TAB_MM = 4.5
SLANT_MM = 1.2
"""How much a tab narrows towards its free side."""
SLIT_MM = 0.4
"""How much narrower a wall is at its foot where only a cut parts it from the roof."""
Fold = tuple[PointMm, PointMm]


@dataclass(frozen=True, slots=True)
class HouseWall:
    """One wall: its roof edge from `start` to `end` (clockwise about the roof), where it faces, whether on the net."""

    start: PointMm
    end: PointMm
    outward: PointMm
    attached: bool

    @property
    def length_mm(self) -> float:
        """Length of the wall."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


@dataclass(frozen=True, slots=True)
class Net:
    """A house as it is printed: outline, fold lines, tabs, walls."""

    outline_mm: PolygonMm
    folds_mm: tuple[Fold, ...]
    tabs_mm: tuple[PolygonMm, ...]
    walls: tuple[HouseWall, ...]
    height_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedPart(Part):
    """A part that is folded after it was cut, and glued by its tabs; a wall of its own has length and height, too."""

    folds_mm: tuple[Fold, ...]
    tabs_mm: tuple[PolygonMm, ...] = ()
    wall_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class House(FoldedPart):
    """A paper house, its outline that of its net."""

    net: Net
    roof_mm: PolygonMm


def houses_of(game: GameFile) -> Iterator[tuple[Part, int]]:
    """Houses in place of tokens, for the kinds whose height the game file gives in `[print.houses]`.

    Each is a Part of kind `house` with the token's id whose outline is the net; walls of their own follow as parts
    of kind `wall`.
    """
    heights = game.sections.print.houses
    for part in game.parts:
        if part.piece is None or part.piece not in heights or not part.cells:
            continue
        net = net_of(part.outline_mm, heights[part.piece])
        whole = {one.name: getattr(part, one.name) for one in fields(part)}
        made = {"kind": "house", "outline_mm": net.outline_mm, "folds_mm": net.folds_mm}
        yield House(**{**whole, **made}, net=net, roof_mm=part.outline_mm), part.count
        for index, wall in enumerate(wall for wall in net.walls if not wall.attached):
            outline, folds, tabs = single_wall(wall.length_mm, net.height_mm)
            yield (
                FoldedPart(
                    id=f"{part.id}-wall-{index + 1}",
                    kind="wall",
                    title=f"{part.title}, inner wall",
                    count=part.count,
                    outline_mm=outline,
                    height_mm=0.3,
                    colour=part.colour,
                    piece=part.piece,
                    of=part.id,
                    folds_mm=folds,
                    tabs_mm=tabs,
                    wall_mm=(wall.length_mm, net.height_mm),
                ),
                part.count,
            )


def net_of(roof: PolygonMm, height_mm: float) -> Net:
    """The net of a house over a roof of right corners, its walls `height_mm` high."""
    if area_mm2(roof) < 0:
        roof = tuple(reversed(roof))
    walls = _walls(roof)
    outline: list[PointMm] = []
    folds: list[Fold] = []
    tabs: list[PolygonMm] = []
    for index, wall in enumerate(walls):
        (x0, y0), (x1, y1), (nx, ny) = wall.start, wall.end, wall.outward
        ux, uy = (x1 - x0) / wall.length_mm, (y1 - y0) / wall.length_mm
        outline.append(wall.start)
        if not wall.attached:
            continue
        folds.append((wall.start, wall.end))
        low, far = SLANT_MM, height_mm - SLANT_MM
        top0, top1 = (x0 + nx * height_mm, y0 + ny * height_mm), (x1 + nx * height_mm, y1 + ny * height_mm)
        tabbed = index % 2 == 0
        before, after = walls[index - 1], walls[(index + 1) % len(walls)]
        if tabbed and _outward_corner(before, wall) and before.attached:
            a = (x0 - ux * TAB_MM + nx * low, y0 - uy * TAB_MM + ny * low)
            b = (x0 - ux * TAB_MM + nx * far, y0 - uy * TAB_MM + ny * far)
            outline += [a, b]
            tabs.append((wall.start, a, b, top0))
            folds.append((wall.start, top0))
        slit0, slit1 = (
            0.0 if neighbour.attached else SLIT_MM for neighbour in (before, after)
        )  # a wall beside the edge of a wall of its own is cut free of the roof
        outline += [(top0[0] + ux * slit0, top0[1] + uy * slit0), (top1[0] - ux * slit1, top1[1] - uy * slit1)]
        if tabbed and _outward_corner(wall, after) and after.attached:
            a = (x1 + ux * TAB_MM + nx * far, y1 + uy * TAB_MM + ny * far)
            b = (x1 + ux * TAB_MM + nx * low, y1 + uy * TAB_MM + ny * low)
            outline += [a, b]
            tabs.append((top1, a, b, wall.end))
            folds.append((top1, wall.end))
        outline.append(wall.end)
    return Net(_without_repeats(outline), tuple(folds), tuple(tabs), walls, height_mm)


def single_wall(length_mm: float, height_mm: float) -> tuple[PolygonMm, tuple[Fold, ...], tuple[PolygonMm, ...]]:
    """A wall of its own: outline, folds and tabs, with the roof's edge above, about the middle of its bounding box."""
    x, middle = length_mm / 2, TAB_MM / 2
    top, bottom = middle - height_mm / 2, middle + height_mm / 2
    above = ((-x, top), (-x + SLANT_MM, top - TAB_MM), (x - SLANT_MM, top - TAB_MM), (x, top))
    right = ((x, top), (x + TAB_MM, top + SLANT_MM), (x + TAB_MM, bottom - SLANT_MM), (x, bottom))
    left = ((-x, bottom), (-x - TAB_MM, bottom - SLANT_MM), (-x - TAB_MM, top + SLANT_MM), (-x, top))
    outline = _without_repeats([*above, *right, *left])
    folds = (((-x, top), (x, top)), ((x, top), (x, bottom)), ((-x, bottom), (-x, top)))
    return outline, folds, (above, right, left)


def _walls(roof: PolygonMm) -> tuple[HouseWall, ...]:
    """The walls about a roof, clockwise; at each inward corner one of the two is not attached."""
    attached = [True] * len(roof)
    inward = [_turn(roof, index) < 0 for index in range(len(roof))]
    both = [inward[index] and inward[(index + 1) % len(roof)] for index in range(len(roof))]
    for index in range(len(roof)):  # first walls between two inward corners, which settle both
        if both[index]:
            attached[index] = False
    for index in range(len(roof)):
        if inward[index] and attached[index - 1] and attached[index]:
            attached[index] = False
    walls = []
    for index, (x0, y0) in enumerate(roof):
        x1, y1 = roof[(index + 1) % len(roof)]
        length = hypot(x1 - x0, y1 - y0)
        walls.append(HouseWall((x0, y0), (x1, y1), ((y1 - y0) / length, -(x1 - x0) / length), attached[index]))
    return tuple(walls)


def _turn(polygon: PolygonMm, index: int) -> float:
    """Positive where a clockwise polygon turns outward at that corner."""
    (x0, y0), (x, y), (x1, y1) = polygon[index - 1], polygon[index], polygon[(index + 1) % len(polygon)]
    return (x - x0) * (y1 - y) - (y - y0) * (x1 - x)


def _outward_corner(first: HouseWall, second: HouseWall) -> bool:
    (x0, y0), (x, y), (x1, y1) = first.start, second.start, second.end
    return (x - x0) * (y1 - y) - (y - y0) * (x1 - x) > 0


def _without_repeats(points: list[PointMm]) -> PolygonMm:
    """The points without those that repeat the one before (the last also the first)."""
    kept = [point for index, point in enumerate(points) if point != points[index - 1]]
    return tuple(kept)
