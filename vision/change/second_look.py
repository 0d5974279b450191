"""The next look at a table read before: codes tracked, only what changed searched, every place judged anew."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.boards.reader import Kept, read_cells
from vision.boards.setup import SHEETS
from vision.change.changed_boxes import (
    PLACE_MARGIN,
    Box,
    apart,
    area_of,
    bounds_of,
    box_around,
    boxes_of,
    joined,
    within,
)
from vision.change.quiet_gate import QuietGate, changed_blocks, small_grey
from vision.city.reader import KeptCity, read_places, with_city
from vision.city.tile_memory import remembering
from vision.pixels.arrays import BgrImage, GreyImage, PointsPx, median, to_grey
from vision.pixels.codes import SeenCode, corners_of, middles_px, sides_px
from vision.pixels.detection import (
    exponent_seen,
    find_codes,
    first_scale,
    reseen,
    scale_for,
    scales_of,
    thoroughly,
)
from vision.places.shot import Pyramid, SolvedShot
from vision.reader import read_image
from vision.reading import BoardReading, CityReading, FrameReading
from vision.settings import SecondLookSettings
from vision.table.sheets import BESIDE, SolvedTable, solve_table


def reread(image: BgrImage, previous: FrameReading) -> FrameReading:
    """Read the next picture of the same table and camera; falls back to a whole reading by itself.

    Same game, players and settings as `previous`. `moved_px` says how far the codes moved since.
    """
    height, width = image.shape[:2]
    known, watch = previous.table, previous.watch
    if known is None or watch is None or previous.mirrored or (width, height) != previous.size_px:
        return _whole(image, previous)
    again, boxes = previous.settings.again, _changed_boxes(image, previous, watch)
    if area_of(boxes) > again.largest_search * width * height:
        return _whole(image, previous)
    if previous.boards is not None:
        return _boards_again(image, boxes, previous, previous.boards, known, watch) or _whole(image, previous)
    grey = to_grey(image)
    kept, searched = _parted(previous.codes, joined(boxes), again.with_rim)
    exponent = exponent_seen(grey, kept, previous.game, previous.settings)
    tracked, shift = reseen(grey, kept, previous.game, previous.settings, exponent=exponent)
    if len(tracked) < again.tracked_share * len([code for code in kept if code.own]) or len(tracked) < 2:
        return _whole(image, previous)
    fresh = _in_boxes(grey, searched, previous, tracked, exponent)
    if shift < again.still_px and previous.city is not None and _same_sheets(fresh, previous, known):
        sight = _still(image, boxes, [*kept, *fresh], previous, known, previous.city)
        return replace(sight, watch=_watch(sight, image, previous, watch), moved_px=shift)
    codes = [*tracked, *fresh]
    settings, game = previous.settings, previous.game
    table = solve_table(codes, game, (width, height), settings.plane)
    if table is None:
        return _whole(image, previous)
    shot = _shot(image, grey, codes, remembering(table, known), previous)
    sight = read_places(*with_city(shot, known))
    return replace(sight, watch=QuietGate(sight, image), moved_px=shift)


def _changed_boxes(image: BgrImage, previous: FrameReading, watch: QuietGate) -> list[Box]:
    """What must be searched: the patches that differ, each with a margin, and the places that look different."""
    small, (height, width) = small_grey(image), image.shape[:2]
    patches = boxes_of(changed_blocks(watch.small, small), small.shape[1], width, height)
    different = watch.look(image, small=small).changed
    return [*patches, *(box_around(previous.outlines_px[place], PLACE_MARGIN) for place in different)]


def _watch(sight: FrameReading, image: BgrImage, previous: FrameReading, watch: QuietGate) -> QuietGate:
    """What watches a picture of which some places are told from the one before, that `watch` was for."""
    kept = {id(scores) for scores in previous.places.scores}
    told = frozenset(scores.place.name for scores in sight.places.scores if id(scores) in kept)
    return QuietGate(sight, image, told=told - watch.burnt)


def _boards_again(
    image: BgrImage,
    boxes: list[Box],
    previous: FrameReading,
    known: BoardReading,
    table: SolvedTable,
    watch: QuietGate,
) -> FrameReading | None:
    """Boards that lie where they lay: only cells in the part that changed are looked at; None where all must be.

    Codes keep their old corners, so that slow drift adds up until it is noticed.
    """
    setup, settings, again = known.setup, previous.settings, previous.settings.again
    if len(setup.families) > 1:
        return None
    grey = to_grey(image)
    sheets = {code.id for part in setup.game.parts if part.kind in SHEETS for code in part.codes}
    kept, searched = _parted(previous.codes, joined(boxes), again.with_rim)
    marks = [code for code in kept if code.id in sheets]
    exponent = exponent_seen(grey, kept, setup.game, settings)
    tracked, shift = reseen(grey, marks, setup.game, settings, exponent=exponent)
    if len(tracked) < again.tracked_share * len(marks) or shift >= again.still_px:
        return None
    fresh = _in_boxes(grey, searched, previous, kept, exponent)
    seen_again = [code for code in fresh if code.id in sheets]
    if len(tracked) + len(seen_again) < 2 or not _same_sheets(fresh, previous, table):
        return None
    if not boxes:
        return replace(previous, watch=_watch(previous, image, previous, watch), moved_px=shift)
    codes = [*kept, *fresh]
    shot = _shot(image, grey, codes, table, previous)
    last = Kept(known, previous.places, tuple(boxes), previous.shadow_search)
    sight = read_cells(shot, setup, known.boards, kept=last)
    return replace(sight, watch=_watch(sight, image, previous, watch), moved_px=shift)


def _same_sheets(fresh: list[SeenCode], previous: FrameReading, table: SolvedTable) -> bool:
    """Whether the part that changed shows neighbourhoods, boards and mats only where they were before."""
    kinds = (*previous.sheet_kinds, *BESIDE)
    seen = [code for code in fresh if code.own and previous.game.by_code[code.id][0].kind in kinds]
    before = {code.id: code for code in previous.codes if code.own}
    back = [code for code in seen if code.id not in before]
    moved = [np.linalg.norm(code.middle_px - before[code.id].middle_px) for code in seen if code.id in before]
    if max(moved, default=0.0) > previous.settings.again.still_px:
        return False
    return not back or _uncovered(back, table, previous.settings.again)


def _uncovered(codes: Sequence[SeenCode], table: SolvedTable, again: SecondLookSettings) -> bool:
    """Whether each code is one of a sheet that lies on the table, seen where the sheet has it: a hand has gone."""
    known: list[tuple[int, float, PointsPx]] = []
    for sheet in table.sheets:
        solved = {code.id: code for code in sheet.codes}
        known += [(id_, again.still_px, code.middle_px) for id_, code in solved.items()]
        if len(solved) < again.firm_codes:
            continue
        rest = [code for code in sheet.part.codes if code.id not in solved]
        middles = np.array([code.centre_mm for code in rest]).reshape(-1, 2)
        expected = table.plane.to_picture(sheet.to_table(middles))
        known += [(code.id, again.uncovered_px, middle) for code, middle in zip(rest, expected, strict=True)]
    return all(
        any(id_ == code.id and np.linalg.norm(code.middle_px - middle) <= off for id_, off, middle in known)
        for code in codes
    )


def _shot(
    image: BgrImage, grey: GreyImage, codes: Sequence[SeenCode], table: SolvedTable, previous: FrameReading
) -> SolvedShot:
    """This picture of the same game as before."""
    told = (previous.game, previous.players, previous.settings, previous.piece_set)
    return SolvedShot(image, Pyramid(grey), codes, table, *told)


def _still(
    image: BgrImage,
    boxes: list[Box],
    codes: list[SeenCode],
    previous: FrameReading,
    table: SolvedTable,
    known: CityReading,
) -> FrameReading:
    """Camera and sheets are where they were: only the places in the part that changed are looked at again.

    The codes keep their old corners, so that slow drift adds up until it is noticed.
    """
    if not boxes:
        return previous
    bounds = np.array([bounds_of(outline) for outline in previous.outlines_px.values()]).reshape(-1, 2, 2)
    outside = apart(bounds, boxes)
    unchanged = {place for place, out in zip(previous.outlines_px, outside, strict=True) if out}
    reach = bounds[:, 1] - bounds[:, 0]
    around = apart(bounds + np.stack([-reach, reach], axis=1), boxes)
    alone = {place for place, out in zip(previous.outlines_px, around, strict=True) if out}
    lots = [one.place for one in previous.places.scores if one.place.name in alone]
    kept = KeptCity(
        {one.place.name: one for one in previous.places.scores if one.place.name in unchanged},
        {view.street.name: view for view in known.streets if view.street.name in unchanged},
        previous.places.told,
        {lot.cell: known.learned[lot.cell] for lot in lots if lot.cell in known.learned},
        previous.shadow_search,
        1.0 - len(unchanged) / max(len(previous.outlines_px), 1),
    )
    return read_places(_shot(image, to_grey(image), codes, table, previous), known.city, kept)


def _whole(image: BgrImage, previous: FrameReading) -> FrameReading:
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
        pieces=previous.piece_set,
        before=None if previous.mirrored else previous,
    )
    before, part_of = {code.id: code for code in previous.codes}, previous.game.by_code
    shifts = [
        float(np.linalg.norm(code.middle_px - before[code.id].middle_px))
        for code in sight.codes
        if code.id in before and code.id in part_of and part_of[code.id][0].kind in previous.sheet_kinds
    ]
    return replace(sight, moved_px=float(median(shifts)) if shifts else 0.0)


def _parted(codes: Sequence[SeenCode], boxes: Sequence[Box], with_rim: float) -> tuple[list[SeenCode], list[Box]]:
    """The codes that lie in none of the boxes, and the boxes grown until the other codes lie in them wholly."""
    corners = corners_of(codes)
    inside = within(middles_px(corners), boxes)
    kept = [code for code, gone in zip(codes, inside, strict=True) if not gone]
    reach = corners[inside].mean(axis=1, keepdims=True)
    reach = reach + (corners[inside] - reach) * with_rim
    return kept, joined([*boxes, *(box_around(outline) for outline in reach)])


def _in_boxes(
    grey: GreyImage, boxes: Sequence[Box], previous: FrameReading, kept: Sequence[SeenCode], exponent: float
) -> list[SeenCode]:
    """Codes found anew in the parts of the picture that changed, each place once: not where one is kept."""
    fresh: list[SeenCode] = []
    own = [code for code in previous.codes if code.own]
    scale = scale_for(own, first_scale(grey, previous.settings), previous.game, previous.settings)
    sizes = scales_of(own, previous.game)
    for left, top, right, bottom in boxes:
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        if min(part.shape) < previous.settings.again.least_part_px:
            continue
        beside = sizes - np.array([left, top, 0.0])
        lay_there = int(within(sizes[:, :2], [(left, top, right, bottom)]).sum())
        few = lay_there < previous.settings.detection.fewest_quick  # a quick search would not be enough
        search = thoroughly(previous.settings) if few else previous.settings
        found = find_codes(part, previous.game, search, scale=scale, beside=beside, exponent=exponent)
        moved = [replace(code, corners_px=code.corners_px + np.array([left, top])) for code in found]
        corners = corners_of([*kept, *fresh])
        reaches = 0.5 * sides_px(corners).mean(axis=1)
        away = np.linalg.norm(middles_px(corners_of(moved))[:, None] - middles_px(corners)[None], axis=2)
        fresh += [code for code, alone in zip(moved, (away > reaches).all(axis=1), strict=True) if alone]
    return fresh
