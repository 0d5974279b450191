"""What would make a game's parts unreadable or uncuttable: codes used twice, outlines that cross, colours too near."""

from collections.abc import Iterator
from itertools import combinations

from tabletop.colournearness import colours_too_near
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, PolygonMm, bounding_box, contains


def faults_of(game: GameFile) -> tuple[str, ...]:
    """One sentence for each fault, with the mend; empty for a game that can be printed and read."""
    near = (pair.sentence for pair in colours_too_near(game))
    return (*_codes_twice(game), *_outlines(game), *_codes_outside(game), *near)


def _codes_twice(game: GameFile) -> Iterator[str]:
    bearers: dict[int, str] = {}
    for part in game.parts:
        for code in part.codes:
            if code.id in bearers:
                both = f"twice on {part.id}" if bearers[code.id] == part.id else f"on {bearers[code.id]} and {part.id}"
                yield f"code {code.id} stands {both}; give each place its own id, or leave the ids out"
            bearers.setdefault(code.id, part.id)


def _outlines(game: GameFile) -> Iterator[str]:
    for part in game.parts:
        if crossing(part.outline_mm):
            yield f"the outline of {part.id} crosses itself; list its corners in the order in which they are cut"


def _codes_outside(game: GameFile) -> Iterator[str]:
    for part in game.parts:
        for code in part.codes:
            if not all(contains(part.outline_mm, corner) for corner in code.corners_mm):
                yield f"code {code.id} does not lie inside {part.id}; move it or make the part larger"


def crossing(polygon: PolygonMm) -> bool:
    """Whether two sides of the polygon that do not follow each other meet."""
    count = len(polygon)
    sides = [(polygon[index], polygon[(index + 1) % count]) for index in range(count)]
    return any(
        _meet(*sides[i], *sides[j]) for i, j in combinations(range(count), 2) if j != i + 1 and (i, j) != (0, count - 1)
    )


def _meet(a: PointMm, b: PointMm, c: PointMm, d: PointMm) -> bool:
    def side(p: PointMm, q: PointMm, r: PointMm) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    left, top, right, bottom = bounding_box((a, b))
    other_left, other_top, other_right, other_bottom = bounding_box((c, d))
    apart = right < other_left or other_right < left or bottom < other_top or other_bottom < top
    return not apart and side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
