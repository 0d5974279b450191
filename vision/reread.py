"""The next look at a table read before: codes tracked, only what changed searched, every place judged anew."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import BgrImage, GreyImage, PointsPx, to_grey
from vision.boards.reader import read_cells
from vision.boards.setup import SHEETS
from vision.bridges import bridged
from vision.city import build_city
from vision.codes import SeenCode, find_codes, reseen
from vision.covered import find_traces
from vision.patches import Pyramid
from vision.reader import plain_of, read_image, read_places
from vision.remembered import remembering
from vision.sheets import solve_table
from vision.sight import Sight
from vision.watch import BLOCK_PX, Watch, changed_blocks, small_grey

LARGEST_SEARCH = 0.5
"""Share of the picture beyond which the whole picture is searched."""
STILL_PX = 0.6
"""Median shift of the codes below which nothing is solved anew."""
PATCH_MARGIN = 0.03
"""Around each of several patches that changed, as a share of the picture's longer side: a piece with its shadow."""
WHOLE_PX = np.array([[-np.inf, -np.inf], [np.inf, np.inf]])
"""The outline of a place that is nowhere else to be found: it counts as changed."""
TRACKED_SHARE = 0.6
"""Share of the codes before that must be found again where nothing changed."""


def reread(image: BgrImage, previous: Sight) -> Sight:
    """Read the next picture of the same table and camera; falls back to a whole reading by itself.

    Same game, players and settings as `previous`. `moved_px` says how far the codes moved since.
    """
    height, width = image.shape[:2]
    whole = previous.table is None or previous.mirrored or previous.watch is None or (width, height) != previous.size_px
    if whole:
        return _whole(image, previous)
    assert previous.watch is not None  # checked above
    if previous.boards is not None:
        return _boards_again(image, previous) or _whole(image, previous)
    small = small_grey(image)
    box = _box(changed_blocks(previous.watch.small, small), small.shape[1], width, height)
    if box is not None and (box[2] - box[0]) * (box[3] - box[1]) > LARGEST_SEARCH * width * height:
        return _whole(image, previous)
    grey = to_grey(image)
    kept = [code for code in previous.codes if box is None or not _inside(code, box)]
    tracked, shift = reseen(grey, kept, previous.game, previous.settings)
    if len(tracked) < TRACKED_SHARE * len([code for code in kept if code.own]) or len(tracked) < 2:
        return _whole(image, previous)
    fresh = [] if box is None else _in_box(grey, box, previous, tracked)
    if shift < STILL_PX and _same_sheets(fresh, previous):
        return _still(image, grey, box, [*kept, *fresh], previous, shift)
    codes = [*tracked, *fresh]
    settings, game = previous.settings, previous.game
    table = solve_table(codes, game, (width, height), settings.plane)
    if table is None:
        return _whole(image, previous)
    table = remembering(table, previous.table)
    pyramid = Pyramid(grey)
    city = build_city(table.sheets, game, settings.lattice)
    traces = find_traces(pyramid, grey, table.plane, city, codes, game, settings)
    city = bridged(city, traces, game, settings.lattice)
    plain = plain_of(image, previous.plain)
    sight = read_places(pyramid, codes, table, city, previous.players, game, settings, plain=plain)
    return replace(sight, watch=Watch(sight, image), moved_px=shift)


def _boards_again(image: BgrImage, previous: Sight) -> Sight | None:
    """Boards that lie where they lay: only cells in the part that changed are looked at; None where all must be.

    Codes keep their old corners, so that slow drift adds up until it is noticed.
    """
    assert previous.watch is not None  # the caller has checked it
    assert previous.boards is not None  # so it has here
    assert previous.table is not None  # and here
    setup, settings = previous.boards.setup, previous.settings
    height, width = image.shape[:2]
    small = small_grey(image)
    boxes = _boxes(changed_blocks(previous.watch.small, small), small.shape[1], width, height)  # each with a margin
    boxes += [_around(previous.outlines_px[place]) for place in previous.watch.look(image).changed]
    if sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes) > LARGEST_SEARCH * width * height:
        return None
    grey = to_grey(image)
    sheets = {code.id for part in setup.game.parts if part.kind in SHEETS for code in part.codes}
    kept = [code for code in previous.codes if not any(_inside(code, box) for box in boxes)]
    marks = [code for code in kept if code.id in sheets]
    if len(setup.families) > 1:
        return None
    tracked, shift = reseen(grey, marks, setup.game, settings)
    if len(tracked) < TRACKED_SHARE * len(marks) or shift >= STILL_PX:
        return None
    fresh: list[SeenCode] = []
    for box in boxes:
        fresh += _in_box(grey, box, previous, [*kept, *fresh])
    again = [code for code in fresh if code.id in sheets]
    if len(tracked) + len(again) < 2 or not _same_sheets(fresh, previous):
        return None
    known = {
        view.cell.place: view
        for view in previous.boards.views
        if all(_apart(previous.outlines_px.get(view.cell.place, WHOLE_PX), box) for box in boxes)
    }
    codes = [*kept, *fresh]
    boards = previous.boards.boards
    sight = read_cells(image, grey, codes, previous.table, boards, setup, previous.players, settings, known=known)
    return replace(sight, watch=Watch(sight, image), moved_px=shift)


def _same_sheets(fresh: list[SeenCode], previous: Sight) -> bool:
    """Whether the part that changed shows neighbourhoods, boards and mats only where they were before."""
    kinds = ("tile", "mat") if previous.boards is None else (*SHEETS, "mat")
    before = {code.id: code for code in previous.codes if code.own}
    for code in fresh:
        if not code.own or previous.game.by_code[code.id][0].kind not in kinds:
            continue
        if code.id not in before or np.linalg.norm(code.middle_px - before[code.id].middle_px) > STILL_PX:
            return False
    return True


def _still(
    image: BgrImage,
    grey: GreyImage,
    box: tuple[int, int, int, int] | None,
    codes: list[SeenCode],
    previous: Sight,
    shift: float,
) -> Sight:
    """Camera and sheets are where they were: only the places in the part that changed are looked at again.

    The codes keep their old corners, so that slow drift adds up until it is noticed.
    """
    assert previous.table is not None  # the caller tracked its codes
    assert previous.city is not None  # a table has a city
    assert previous.watch is not None  # so does a sight that is read again
    changed = previous.watch.look(image).changed
    unchanged = {
        place
        for place, outline in previous.outlines_px.items()
        if place not in changed and (box is None or _apart(outline, box))
    }
    sight = read_places(
        Pyramid(grey),
        codes,
        previous.table,
        previous.city,
        previous.players,
        previous.game,
        previous.settings,
        lot_views={view.lot.name: view for view in previous.lot_views if view.lot.name in unchanged},
        street_views={view.street.name: view for view in previous.street_views if view.street.name in unchanged},
        plain=plain_of(image, previous.plain),
    )
    return replace(sight, watch=Watch(sight, image), moved_px=shift)


def _apart(outline: PointsPx, box: tuple[int, int, int, int]) -> bool:
    """Whether a polygon's bounding box lies wholly outside the box."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return bool(right < box[0] or left > box[2] or bottom < box[1] or top > box[3])


def _whole(image: BgrImage, previous: Sight) -> Sight:
    """A whole reading, with how far the codes that both show have moved."""
    setup = None if previous.boards is None else previous.boards.setup
    sight = read_image(
        image,
        previous.game if setup is None else setup.given,
        players=previous.players,
        profile=previous.profile,
        settings=previous.settings,
        name=None if setup is None else setup.name,
        own_boards=() if setup is None else setup.own_boards,
        pieces=previous.plain if setup is None else setup.pieces,
        before=None if previous.mirrored else previous.table,
    )
    sheets = ("tile",) if setup is None else SHEETS
    before = {code.id: code for code in previous.codes}
    shifts = [
        float(np.linalg.norm(code.middle_px - before[code.id].middle_px))
        for code in sight.codes
        if code.id in before and previous.game.by_code.get(code.id) and previous.game.by_code[code.id][0].kind in sheets
    ]
    return replace(sight, moved_px=float(np.median(shifts)) if shifts else 0.0)


def _box(
    blocks: np.ndarray, small_width: int, width: int, height: int, margin_share: float = 0.06
) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom in pixels of all changed blocks with a margin; None where nothing changed."""
    rows, columns = np.nonzero(blocks)
    if not len(rows):
        return None
    step = width / small_width
    margin = margin_share * max(width, height)
    unit = BLOCK_PX * step
    left, right = columns.min() * unit - margin, (columns.max() + 1) * unit + margin
    top, bottom = rows.min() * unit - margin, (rows.max() + 1) * unit + margin
    return max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))


def _boxes(blocks: np.ndarray, small_width: int, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """A box around each patch of changed blocks; blocks that nearly touch are one patch."""
    near = cv2.dilate(blocks.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, patches = cv2.connectedComponents(near)
    found = (_box(blocks & (patches == number), small_width, width, height, PATCH_MARGIN) for number in range(1, count))
    return [box for box in found if box is not None]


def _around(outline: PointsPx) -> tuple[int, int, int, int]:
    """The box around a place that looks different, itself within the picture."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return max(0, int(left)), max(0, int(top)), int(right) + 1, int(bottom) + 1


def _inside(code: SeenCode, box: tuple[int, int, int, int]) -> bool:
    x, y = code.middle_px
    return bool(box[0] <= x < box[2] and box[1] <= y < box[3])


def _in_box(
    grey: GreyImage, box: tuple[int, int, int, int], previous: Sight, tracked: list[SeenCode]
) -> list[SeenCode]:
    """Codes found anew in the part of the picture that changed."""
    left, top, right, bottom = box
    part = np.ascontiguousarray(grey[top:bottom, left:right])
    if min(part.shape) < 24:
        return []
    found = find_codes(part, previous.game, previous.settings)
    moved = [replace(code, corners_px=code.corners_px + np.array([left, top])) for code in found]
    if not tracked:
        return moved
    middles = np.array([other.middle_px for other in tracked])
    reaches = 0.5 * np.array([other.side_px for other in tracked])
    return [code for code in moved if bool((np.linalg.norm(middles - code.middle_px, axis=1) > reaches).all())]
