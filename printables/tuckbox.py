"""A tuck box for the cards and small pieces of a game: one net of card, folded round and glued along one side."""

from dataclasses import dataclass
from itertools import pairwise

from printables.houses import FoldedPart
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, PolygonMm, RectangleMm, bounding_box
from tabletop.parts import Part

Fold = tuple[PointMm, PointMm]


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """The box's inner room: two stacks of cards of 44 x 68 mm side by side; its net fits on A4 and on Letter."""

    width_mm: float = 92.0
    height_mm: float = 70.0
    depth_mm: float = 28.0
    tuck_mm: float = 14.0
    """How far the lid's and the bottom's tongues go in."""
    glue_mm: float = 12.0
    slant_mm: float = 2.0
    """How much tongues and flaps narrow towards their free side."""
    dust_share: float = 0.62
    """Length of the small flaps at the sides, of the depth."""


@dataclass(frozen=True, slots=True)
class BoxNet:
    """The net in its part's frame: what is cut, what is folded, and where its faces lie."""

    outline_mm: PolygonMm
    folds_mm: tuple[Fold, ...]
    faces_mm: tuple[RectangleMm, ...]
    """Front, side, back, side; then the lid."""
    glue_mm: RectangleMm


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxPart(FoldedPart):
    """A box, its outline that of its net."""

    net: BoxNet


def box_of(game: GameFile) -> Part:
    """The game's box as a part to print."""
    net = box_net(BoxSettings())
    return BoxPart(
        id="box",
        kind="box",
        title="Tuck box",
        count=1,
        outline_mm=net.outline_mm,
        height_mm=0.3,
        colour="ink",
        net=net,
        folds_mm=net.folds_mm,
    )


def box_net(settings: BoxSettings) -> BoxNet:
    """Glue flap, front, side, back, side from the left; lid and bottom with their tongues at the back."""
    width, height, depth = settings.width_mm, settings.height_mm, settings.depth_mm
    slant, tuck, dust = settings.slant_mm, settings.tuck_mm, settings.dust_share * depth
    x = [settings.glue_mm]
    for step in (width, depth, width, depth):
        x.append(x[-1] + step)
    upper: list[PointMm] = [(0.0, slant * 2), (x[0], 0.0), (x[1], 0.0)]
    upper += [(x[1] + slant, -dust), (x[2] - slant, -dust), (x[2], 0.0)]
    upper += [(x[2], -depth), (x[2] + slant, -depth - tuck), (x[3] - slant, -depth - tuck), (x[3], -depth), (x[3], 0.0)]
    upper += [(x[3] + slant, -dust), (x[4] - slant, -dust), (x[4], 0.0)]
    outline = [*upper, *((at, height - y) for at, y in reversed(upper))]
    middle_x, middle_y = x[4] / 2, height / 2

    def placed(points: list[PointMm]) -> PolygonMm:
        return tuple((round(at - middle_x, 3), round(y - middle_y, 3)) for at, y in points)

    folds: list[list[PointMm]] = [[(at, 0.0), (at, height)] for at in x[:4]]
    for left, right in ((x[1], x[2]), (x[2], x[3]), (x[3], x[4])):
        folds += [[(left, 0.0), (right, 0.0)], [(left, height), (right, height)]]
    folds += [[(x[2], -depth), (x[3], -depth)], [(x[2], height + depth), (x[3], height + depth)]]
    faces: list[list[PointMm]] = [[(left, 0.0), (right, height)] for left, right in pairwise(x)]
    faces.append([(x[2], -depth), (x[3], 0.0)])
    return BoxNet(
        placed(outline),
        tuple((line[0], line[1]) for line in map(placed, folds)),
        tuple(bounding_box(placed(face)) for face in faces),
        bounding_box(placed([(0.0, 0.0), (x[0], height)])),
    )
