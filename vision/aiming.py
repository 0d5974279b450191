"""How well a camera is aimed at a game, in sentences with their mends: one advice for `doctor`, page and terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.readings import Finding
from tabletop.rounding import rounded_down, rounded_up
from vision.advice import BLOWN_LEVEL, PhotoFacts, places_in_words
from vision.pixels.arrays import PointsPx
from vision.places.seats import seat_name
from vision.reading import FrameReading
from vision.reasons import by_reason, why_asked
from vision.table.plane import TablePlane
from vision.table.sheets import BESIDE, Sheet, SolvedTable


@dataclass(frozen=True, slots=True)
class AimingSettings:
    """From where on a picture is complained of: advice, which makes nothing that is read more or less sure.

    Chosen by hand where nothing else is told; `tests/live/test_aiming.py` and `test_photo_doctor.py` hold them on
    pictures that are plainly well or plainly ill, not just beside the bounds.
    """

    least_px_per_module: float = 3.5
    """Below three no code is found for sure, and a softness of 1.2 pixels needs three and a half (MARKERS.md section 2:
    95 % of codes from 2.7 to 3 pixels a module in a sharp picture; soft over 1.2 pixels needs 3.5)."""
    most_blur_modules: float = 0.36
    """Softness over the module's size up to which codes are found (1.2 px of 3.5)."""
    least_paper: float = 70.0
    """Grey level of white paper below which more light helps."""
    least_contrast: float = 30.0
    """White minus black, grey levels, below which more light helps."""
    blown_share: float = 0.03
    """Share of a ninth of the picture that is washed out: glare."""
    blown_everywhere: float = 0.35
    """The same of most ninths: too bright."""
    most_glares: int = 5
    """Glare in more of the nine parts of the picture is no lamp's mirror image. Chosen by hand."""
    aslant: float = 0.4
    """The way to a better place names a second side where it goes there by more than this share of the way to the
    first: some 22 degrees. Chosen by hand."""
    most_tilt_deg: float = 55.0
    """Further aside, tall pieces hide what stands behind them."""
    beyond_px: float = 2.0
    """A sheet that reaches further over the picture's edge is cut off: corners are known to a fraction of a pixel."""
    margin_mm: float = 30.0
    """A city that ends so near to the picture's edge may go on beyond it, with a neighbourhood's codes outside."""
    filled: float = 0.94
    """Share of the picture's width and height that the game may fill: a finger's width of table shows round it."""
    upside_down_deg: float = 135.0
    """A board that is turned further in the picture stands on its head."""
    squeezed: float = 0.85
    """Narrower than this share of what perspective allows, and it was squeezed afterwards (16:9 as 4:3 is 0.75)."""
    longest_focal: float = 1.6
    """Focal length over the picture's longest side of a camera with a long lens, whose perspective is weak."""


MENDS = {
    "in front": "hold the camera higher; tall pieces hide what stands behind them",
    "mirrors": "move the lamp, or shade it, so that it does not mirror itself there",
    "noisy": "more light, or a longer exposure",
    "cover": "take away what covers them, or photograph from another side",
    "light": "light the table evenly, with no lamp's cone over a part of it",
    "shadow": "light the table evenly, with no lamp's cone over a part of it",
}
"""A word of the reason why places are asked about -> what to do about it."""
SIDES = ("left", "right", "top", "bottom")
MOST_SHEETS = 4
"""So many sheets are named, the others counted."""


def photo_findings(
    facts: PhotoFacts, sight: FrameReading, place_name: Callable[[str], str] = str
) -> tuple[Finding, ...]:
    """Everything that can be said of one photograph, in the order in which it is best mended; places by that name."""
    width, height = sight.size_px
    size = Finding("picture", True, f"{width} × {height}, {sight.game.title}")
    return (size, *aim_findings(facts, sight), *_reading(sight, place_name))


def aim_findings(
    facts: PhotoFacts, sight: FrameReading, *, settings: AimingSettings | None = None
) -> tuple[Finding, ...]:
    """What there is to say of the camera's place and light, in the order in which it is best mended."""
    settings = settings or AimingSettings()
    return (
        *_edges(facts, sight, settings),
        *_codes(facts, sight, settings),
        *_light(facts, settings),
        *_sharpness(facts, settings),
        *_glare(facts, settings),
        *_proportions(facts, sight, settings),
    )


def lost_codes(sight: FrameReading) -> dict[str, tuple[int, int]]:
    """Sheet in words -> how many of its codes lie in the picture unseen, and how many it has."""
    found: dict[str, tuple[int, int]] = {}
    if sight.table is None:
        return found
    for sheet in sight.table.sheets:
        seen = {code.id for code in sheet.codes}
        missing = [code for code in sheet.part.codes if code.id not in seen]
        inside = sum(
            _inside(_outline(sheet, np.array(code.corners_mm), sight, sight.table), sight.size_px) for code in missing
        )
        if inside:
            found[sheet_words(sheet, sight.players)] = (inside, len(sheet.part.codes))
    return found


def sheet_words(sheet: Sheet, players: Sequence[str]) -> str:
    """What people call a sheet: `neighbourhood 3`, `Ann's mat`, `Ann's board`, `the board`."""
    number = sheet.part.number
    if sheet.part.properties:
        return f"neighbourhood {number}"
    what = {"mat": "mat", "track": "score track"}.get(sheet.part.kind, "board")
    return f"the {what}" if number is None else f"{seat_name(number, players)}'s {what}"


def _edges(facts: PhotoFacts, sight: FrameReading, settings: AimingSettings) -> Iterator[Finding]:
    """What the picture's edges cut, and the better place."""
    if sight.table is None:
        return
    reaching = {id(sheet): _reaching(sheet, sight, sight.table, settings) for sheet in sight.table.sheets}
    cut = [sheet for sheet in sight.table.sheets if reaching[id(sheet)].cut]
    if cut:
        names = places_in_words(sorted({sheet_words(sheet, sight.players) for sheet in cut}), MOST_SHEETS)
        sides = _sides({side for sheet in cut for side in reaching[id(sheet)].cut})
        yield Finding(
            "edges", False, f"cut off at the {sides}: {names}", _better_place(facts, sight, sight.table, settings)
        )
        return
    near = {side for reach in reaching.values() for side in reach.near}
    if near:
        message = f"the city ends at the picture's edge, at the {_sides(near)}: what lies beyond is not seen"
        yield Finding("edges", False, message, _better_place(facts, sight, sight.table, settings))


@dataclass(frozen=True, slots=True)
class _Reaching:
    """At which sides a sheet reaches over the picture's edge, and at which it comes so near that more may follow."""

    cut: frozenset[str]
    near: frozenset[str]


def _reaching(sheet: Sheet, sight: FrameReading, table: SolvedTable, settings: AimingSettings) -> _Reaching:
    outline = _outline(sheet, np.array(sheet.part.outline_mm), sight, table)
    beyond = _beyond(outline, sight.size_px)
    margin_px = _margin_px(outline, sheet, settings)
    return _Reaching(
        frozenset(side for side in SIDES if beyond[side] > settings.beyond_px),
        frozenset(side for side in SIDES if margin_px and beyond[side] > -margin_px),
    )


def _margin_px(outline_px: PointsPx, sheet: Sheet, settings: AimingSettings) -> float:
    """How much table must show beside a sheet; none beside one that is not one of several laid edge to edge."""
    if not sheet.part.properties:
        return 0.0
    width, height = sheet.part.size_mm
    (left, top), (right, bottom) = outline_px.min(axis=0), outline_px.max(axis=0)
    return settings.margin_mm * float(np.sqrt((right - left) * (bottom - top) / (width * height)))


def _sides(sides: Iterable[str]) -> str:
    return " and the ".join(side for side in SIDES if side in sides)


def _beyond(outline_px: PointsPx, size_px: tuple[int, int]) -> dict[str, float]:
    """How many pixels an outline reaches over each side of the picture; negative where it stays within."""
    width, height = size_px
    (left, top), (right, bottom) = outline_px.min(axis=0), outline_px.max(axis=0)
    return {"left": -left, "right": right - (width - 1), "top": -top, "bottom": bottom - (height - 1)}


def _better_place(facts: PhotoFacts, sight: FrameReading, table: SolvedTable, settings: AimingSettings) -> str:
    """Where the camera should go so that all that is seen of the game lies in the picture."""
    fits, middle_px = _room(sight, table, settings)
    if fits < 1.0:
        finest = (facts.px_per_module_smallest or 0.0) * fits
        back = f"move the camera back, to {100 / fits:.0f} % of its distance"
        if finest < settings.least_px_per_module:
            return f"{back}, and take a camera with more pixels (or several): codes would be too small from there"
        return back
    far_cm, side = _way(middle_px, table.plane, sight, settings)
    return (
        f"move the camera {far_cm:.0f} cm towards the {side} of the picture; "
        "from this distance there is room for everything"
    )


def _room(sight: FrameReading, table: SolvedTable, settings: AimingSettings) -> tuple[float, PointsPx]:
    """How many times larger the game could be in the picture, and where its middle is now."""
    lows, highs = [], []
    for sheet in table.sheets:
        outline = _outline(sheet, np.array(sheet.part.outline_mm), sight, table)
        margin_px = _margin_px(outline, sheet, settings)
        lows.append(outline.min(axis=0) - margin_px)
        highs.append(outline.max(axis=0) + margin_px)
    low, high = np.min(lows, axis=0), np.max(highs, axis=0)
    fits = float((settings.filled * np.array(sight.size_px, float) / (high - low)).min())
    return fits, (low + high) / 2


def _way(target_px: PointsPx, plane: TablePlane, sight: FrameReading, settings: AimingSettings) -> tuple[float, str]:
    """How many cm a point of the picture is from its middle, on the table, and towards which side."""
    middle_px = (np.array(sight.size_px, float) - 1) / 2
    away_px = target_px - middle_px
    both = np.stack([target_px, middle_px])
    if sight.mirrored:
        both[:, 0] = sight.size_px[0] - 1 - both[:, 0]
    there, here = plane.to_table(both)
    sides = ("right" if away_px[0] > 0 else "left", "bottom" if away_px[1] > 0 else "top")
    least = settings.aslant * float(np.abs(away_px).max())
    way = " and the ".join(side for side, part in zip(sides, np.abs(away_px), strict=True) if part > least)
    return float(np.linalg.norm(there - here)) / 10.0, way


def _codes(facts: PhotoFacts, sight: FrameReading, settings: AimingSettings) -> Iterator[Finding]:
    if facts.px_per_module is None or facts.px_per_module_smallest is None:
        yield Finding("codes", False, "none is seen", "bring the printed sheets into the picture, nearer and lit")
        return
    side = facts.px_per_module_smallest * sight.game.codes.modules
    message = (
        f"{facts.codes} seen; {facts.px_per_module:.1f} pixels a module in the middle of them, "
        f"{facts.px_per_module_smallest:.1f} in the smallest tenth (codes {side:.0f} pixels wide)"
    )
    nearer = settings.least_px_per_module / facts.px_per_module_smallest
    mend = f"go nearer, to {100 / nearer:.0f} % of the distance, or take {nearer:.1f} times as many pixels across"
    if nearer > (1.0 if sight.table is None else _room(sight, sight.table, settings)[0]):
        mend = f"take {nearer:.1f} times as many pixels across, or several cameras; nearer, not all would be in sight"
    yield Finding("codes", nearer <= 1.0, message, "" if nearer <= 1.0 else mend)
    lost = [f"{count} of {of} on {sheet}" for sheet, (count, of) in sorted(lost_codes(sight).items())]
    if lost:
        told = f"codes in the picture that are not seen: {places_in_words(lost, MOST_SHEETS)}"
        few = sight.table is not None and _few_are_left(sight.table)
        yield Finding("lost", not few, told, "uncover them where nothing of the game lies on them")


def _few_are_left(table: SolvedTable) -> bool:
    """Whether some sheet shows fewer than half of its codes: pieces cover one or two, a thing or glare most."""
    return any(2 * len(sheet.codes) < len(sheet.part.codes) for sheet in table.sheets)


def _light(facts: PhotoFacts, settings: AimingSettings) -> Iterator[Finding]:
    if facts.paper_level is None or facts.contrast is None:
        return
    message = f"white paper at {facts.paper_level:.0f} of 255, black {facts.contrast:.0f} below it at the weakest"
    if facts.paper_level < settings.least_paper or facts.contrast < settings.least_contrast:
        yield Finding("light", False, message, "more light, or a longer exposure")
    elif facts.blown[len(facts.blown) // 2][1] > settings.blown_everywhere:
        yield Finding("light", False, f"overexposed: {message}", "less light, or less exposure")
    else:
        yield Finding("light", True, message)


def _sharpness(facts: PhotoFacts, settings: AimingSettings) -> Iterator[Finding]:
    if facts.blur_px is None or facts.px_per_module_smallest is None:
        return
    most = settings.most_blur_modules * facts.px_per_module_smallest
    soft = facts.blur_px > most
    over = rounded_up(facts.blur_px, 1) if soft else rounded_down(facts.blur_px, 1)
    message = f"edges are soft over {over} pixels; codes of this size bear {rounded_down(most, 1)}"
    mend = "hold the camera still, let it focus on the table, wipe the lens"
    yield Finding("sharpness", not soft, message, mend if soft else "")


def _glare(facts: PhotoFacts, settings: AimingSettings) -> Iterator[Finding]:
    places = [(where, share) for where, share in facts.blown if share > settings.blown_share]
    if facts.paper_level is not None and facts.paper_level >= BLOWN_LEVEL:
        return  # white paper itself is washed out: a lamp's mirror image looks no different
    if not places:
        yield Finding("glare", True, "no part of the picture is washed out")
    elif len(places) <= settings.most_glares:
        named = ", ".join(f"{where} ({100 * share:.0f} % washed out)" for where, share in places[:3])
        mend = f"move the lamp, or shade it, so that it does not mirror itself at the {places[0][0]}"
        yield Finding("glare", False, named, mend)


def _proportions(facts: PhotoFacts, sight: FrameReading, settings: AimingSettings) -> Iterator[Finding]:
    """What is wrong with the picture as a picture: aslant, squeezed, mirrored, on its head."""
    if facts.tilt_deg is not None:
        well = facts.tilt_deg <= settings.most_tilt_deg
        mend = "" if well else "hold the camera higher; tall pieces hide what stands behind them"
        yield Finding("tilt", well, f"{facts.tilt_deg:.0f}° from straight down", mend)
    if sight.mirrored:
        yield Finding("mirrored", False, "the picture is mirrored", "switch mirroring off in the camera's program")
    squeezed = _squeezed(sight, settings)
    if squeezed is not None:
        way, share = squeezed
        message = f"the picture is squeezed to {100 * share:.0f} % of its {way}"
        mend = "give it its own proportions (16:9 or 4:3) in the camera's program, or send the original"
        yield Finding("proportions", False, message, mend)
    if _turned_deg(sight) > settings.upside_down_deg:
        yield Finding("upside-down", True, "the picture stands on its head; that is read as well as any other")


def _squeezed(sight: FrameReading, settings: AimingSettings) -> tuple[str, float] | None:
    """`width` or `height` and what is left of it, where the picture is squeezed more than its perspective allows.

    A plane seen aslant is squeezed by the cosine of the tilt, and the tilt shows as perspective too, least with a long
    lens: the distance of the horizon from the picture's middle is the focal length over the tilt's tangent.
    """
    if sight.table is None:
        return None
    plane = sight.table.plane
    middle_px = (np.array(plane.size_px, float) - 1) / 2
    middle = plane.to_table(middle_px)
    axes = np.stack([plane.to_picture(middle + step) - plane.to_picture(middle - step) for step in np.eye(2)], axis=1)
    ways, sizes, _ = np.linalg.svd(axes)
    horizon = np.linalg.inv(plane.homography)[2]
    slope = np.hypot(horizon[0], horizon[1]) / abs(horizon @ np.array([*middle_px, 1.0]))
    share = float(sizes[1] / sizes[0]) / float(np.cos(np.arctan(settings.longest_focal * max(plane.size_px) * slope)))
    if share >= settings.squeezed:
        return None
    return ("height" if abs(ways[0, 0]) > abs(ways[1, 0]) else "width", share)


def _turned_deg(sight: FrameReading) -> float:
    """How far the game is turned in the picture, 0 to 180, where it has one board or a first neighbourhood."""
    if sight.table is None:
        return 0.0
    boards = [sheet for sheet in sight.table.sheets if sheet.part.kind not in BESIDE]
    first = [sheet for sheet in boards if sheet.part.number in (None, 1)]
    if not first or (not first[0].part.properties and len(boards) > 1):
        return 0.0
    foot, head = _outline(first[0], np.array([[0.0, 1.0], [0.0, -1.0]]), sight, sight.table)
    across, up = head[0] - foot[0], foot[1] - head[1]
    if sight.mirrored:
        across = -across
    return abs(float(np.degrees(np.arctan2(across, up))))


def _outline(sheet: Sheet, points_mm: PointsPx, sight: FrameReading, table: SolvedTable) -> PointsPx:
    """Points of a sheet in the picture as it was given."""
    points = table.plane.to_picture(sheet.to_table(points_mm))
    return np.stack([sight.size_px[0] - 1 - points[..., 0], points[..., 1]], axis=-1) if sight.mirrored else points


def _inside(points_px: PointsPx, size_px: tuple[int, int]) -> bool:
    return bool((points_px >= 0).all() and (points_px < np.array(size_px)).all())


def _reading(sight: FrameReading, place_name: Callable[[str], str]) -> Iterator[Finding]:
    for problem in sight.reading.problems:
        if problem.code != "mirrored":
            yield Finding("reading", False, problem.message)
    if sight.reading.position is None:
        return
    sureness = list(sight.reading.confidence.values())
    told = sureness.count("certain") + sureness.count("likely")
    told_above = {problem.message for problem in sight.reading.problems}
    reasons = {
        place: "a problem that is told above names it" if reason in told_above else reason
        for place, reason in why_asked(sight).items()
    }
    for reason, places in by_reason(reasons).items():
        mend = next((mend for word, mend in MENDS.items() if word in reason), "")
        yield Finding("asked", False, f"{places_in_words(list(map(place_name, places)))}: {reason}", mend)
    yield Finding("reading", True, f"{told} of {len(sureness)} places told, {sureness.count('ask')} asked about")
