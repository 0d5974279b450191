"""The codes of boards and pieces, of all dictionaries, and which of a board's lie as its file says.

Those that agree solve the table, the others are told about.
Codes that disagree mean a file that is wrong about them, or bent paper; they never mean a second board where one lies:
two boards cannot lie in one place.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from tabletop.parts import Code, Part
from tabletop.readings import Problem
from vision.boards.cells import LaidBoard
from vision.boards.handmade_codes import Upright, upright
from vision.boards.setup import OFFSET, Setup
from vision.pixels.arrays import Floats, GreyImage, distances
from vision.pixels.codes import SeenCode, corners_of, first_of_each_place, middles_px, sides_px
from vision.pixels.detection import exponent_seen, find_codes, first_scale, scale_for, scales_of
from vision.places.shot import SolvedShot
from vision.settings import ReaderSettings
from vision.settings.boards import BoardSettings
from vision.table.plane import TablePlane, plane_through
from vision.table.sheets import ONE_PLANE, Sheet


def found_codes(
    grey: GreyImage, setup: Setup, settings: ReaderSettings, *, scale: float | None = None
) -> list[SeenCode]:
    """The codes of every family, with joined ids; a stranger that one dictionary sees in another's code is dropped."""
    found: list[SeenCode] = []
    strangers: list[SeenCode] = []
    exponent: float | None = None  # one picture has one tone curve, which the first family tells
    for family in setup.families:
        if not family.game.by_code:
            continue
        if family.offset and scale is None:  # people's own pieces are searched for as the game's codes were found
            scale = scale_for(found, first_scale(grey, settings), setup.game, settings)
        beside = scales_of(found, setup.game)
        codes = find_codes(grey, family.game, settings, scale=scale, beside=beside, exponent=exponent)
        if exponent is None and family is not setup.families[-1] and any(code.own for code in codes):
            exponent = exponent_seen(grey, codes, family.game, settings)
        for code in codes:
            if code.own:
                found.append(replace(code, id=code.id + family.offset))
            elif not family.offset:
                strangers.append(code)
    return each_place_once([*found, *strangers])


def each_place_once(codes: Sequence[SeenCode]) -> list[SeenCode]:
    """The game's codes, at each place the one that fits best, and strangers that lie apart from them."""
    found = _best_of_each_place([code for code in codes if code.own])
    strangers = _best_of_each_place([code for code in codes if not code.own])
    apart = _apart(strangers, found).all(axis=1)
    return found + [code for code, alone in zip(strangers, apart, strict=True) if alone]


def _apart(codes: Sequence[SeenCode], others: Sequence[SeenCode]) -> Any:
    """Whether each code (n, m) lies apart from each of the others: by half a side and more."""
    middles, other_middles = (middles_px(corners_of(ones)) for ones in (codes, others))
    away = distances(middles, other_middles)
    return away >= 0.5 * sides_px(corners_of(others)).mean(axis=1)


def _best_of_each_place(codes: list[SeenCode]) -> list[SeenCode]:
    """Where two dictionaries see a code at one place, the one that fits better."""
    ordered = sorted(codes, key=lambda one: -one.correlation)
    return [ordered[index] for index in first_of_each_place(corners_of(ordered))]


MOST_SEEDS = 6
"""The largest codes: any two of them may begin a set that agrees."""


def agreeing(
    codes: Sequence[SeenCode], setup: Setup, size_px: tuple[int, int], settings: BoardSettings
) -> list[SeenCode]:
    """The codes for solving the table: those of a board that agree with each other, taped ones as if taped upright."""
    chosen = list(codes)
    for board in setup.game.of_kind("board"):
        ids = {code.id for code in board.codes}
        mine = [code for code in codes if code.own and code.id in ids]
        pitch = setup.boards[board.id].pitch_mm
        if len(mine) > 1:
            kept = _of_one_part(mine, board, size_px, settings.off_its_place * pitch)
            chosen = [code for code in chosen if all(code is not one for one in mine)] + kept
    return chosen


def disagreeing(shot: SolvedShot, boards: Sequence[LaidBoard]) -> tuple[frozenset[int], tuple[Problem, ...]]:
    """Numbers of the boards that half of their codes speak against, and what to tell of codes that lie elsewhere."""
    against: set[int] = set()
    problems = []
    for number, laid in enumerate(boards):
        part = laid.sheet.part
        sheets = [sheet for sheet in shot.table.sheets if sheet.part.id == part.id]
        printed = {code.id: code for code in part.codes}
        apart = shot.settings.boards.off_its_place * laid.board.pitch_mm
        stray = sorted(
            {
                code.id % OFFSET
                for code in shot.codes
                if code.own and code.id in printed and _stray(code, printed[code.id], sheets, shot.plane, apart)
            }
        )
        if not stray:
            continue
        if len(stray) >= len(laid.sheet.codes):
            against.add(number)
        named = ", ".join(map(str, stray))
        if laid.made_elsewhere:
            message = (
                f"codes of the board '{part.title}' do not lie where its file has them ({named} against the others); "
                "measure their centre_mm and side_mm again"
            )
        else:
            message = f"the board '{part.title}' is bent: its codes {named} lie elsewhere than flat; press it flat"
        problems.append(Problem("codes-disagree", message))
    return frozenset(against), tuple(problems)


def _of_one_part(mine: Sequence[SeenCode], board: Part, size_px: tuple[int, int], apart_mm: float) -> list[SeenCode]:
    """The codes of a board that agree; where it was seen twice, also those of the one that lies elsewhere."""
    twice = len({code.id for code in mine}) < len(mine)
    if not twice:
        fit = _fit(mine, board, size_px)
        if _agree(fit, mine, board, apart_mm / 3):
            return list(fit.codes)
    best = _largest_set(mine, board, size_px, apart_mm)
    if best is None:
        alone = board.dictionary is not None and not twice  # of a printed board nobody has measured the codes wrongly
        return [max(mine, key=lambda code: code.side_px)] if alone else list(mine)
    rest = [code for code in mine if all(code.id != one.id or code.corners_px is not one.corners_px for one in best[0])]
    rest = [code for code in rest if not _within(code, board, best[1].plane)]
    if board.dictionary is not None and not twice:
        rest = []  # one board with a wrong file is likelier than two boards of which each hides what the other shows
    again = _of_one_part(rest, board, size_px, apart_mm) if len(rest) > 1 else rest
    return [*best[1].codes, *again]


def _largest_set(
    mine: Sequence[SeenCode], board: Part, size_px: tuple[int, int], apart_mm: float
) -> tuple[list[SeenCode], Upright] | None:
    """The most codes that agree, the best ones of so many, as they were seen and with their fit; None without two."""
    best: tuple[tuple[int, float], list[SeenCode], Upright] | None = None
    largest = sorted(mine, key=lambda code: -code.side_px)[:MOST_SEEDS]
    for pair in combinations(largest, 2):
        if pair[0].id == pair[1].id:
            continue
        found = list(pair)
        fit = _fit(found, board, size_px)
        if not _agree(fit, found, board, apart_mm / 3):
            continue
        off = _off(mine, board, fit.plane)
        for index in np.argsort(off):
            if off[index] < apart_mm and all(one.id != mine[index].id for one in found):
                more = [*found, mine[index]]
                wider = _fit(more, board, size_px)
                if _agree(wider, more, board, apart_mm / 2):
                    found, fit = more, wider
        worth = (len(found), -fit.off)
        if best is None or worth > best[0]:
            best = (worth, found, fit)
    return None if best is None else best[1:]


def _agree(fit: Upright, codes: Sequence[SeenCode], board: Part, apart_mm: float) -> bool:
    """Whether codes lie where the plane through them has them, corner by corner and in the middle."""
    return fit.off < ONE_PLANE and bool(_off(codes, board, fit.plane).max() < apart_mm)


def _fit(seen: Sequence[SeenCode], board: Part, size_px: tuple[int, int]) -> Upright:
    """The plane on which codes of one board lie best."""
    printed_of = {code.id: code for code in board.codes}
    printed = [printed_of[code.id] for code in seen]
    if board.dictionary is not None:
        return upright(seen, printed, size_px)
    side = float(np.mean([code.side_px for code in seen]))
    corners_mm = np.array([code.corners_mm for code in printed]).reshape(-1, 2)
    plane = plane_through(corners_mm, corners_of(seen).reshape(-1, 2), size_px, ONE_PLANE * side)
    off = np.linalg.norm(plane.to_picture(corners_mm) - corners_of(seen).reshape(-1, 2), axis=1).max()
    return Upright(tuple(seen), plane, float(off) / side)


def _off(codes: Sequence[SeenCode], board: Part, plane: TablePlane) -> Floats:
    """How far from their places on the board the codes' middles lie, in mm; infinite beyond the horizon."""
    at = {code.id: code.centre_mm for code in board.codes}
    away = plane.to_table(middles_px(corners_of(codes))) - np.array([at[code.id] for code in codes])
    return np.asarray(np.nan_to_num(np.linalg.norm(away, axis=1), nan=np.inf))


def _within(code: SeenCode, board: Part, plane: TablePlane) -> bool:
    """Whether a code lies on the board itself, as that plane has it."""
    middle = plane.to_table(code.middle_px[None])[0]
    margin_mm = max(one.side_mm for one in board.codes)
    return bool((np.abs(middle) < np.array(board.size_mm) / 2 + margin_mm).all())


def _stray(code: SeenCode, printed: Code, sheets: Sequence[Sheet], plane: TablePlane, apart_mm: float) -> bool:
    """Whether a code of a board lies on no sheet of it where it should."""
    middle = plane.to_table(code.middle_px[None])[0]
    places = np.array([sheet.to_table(np.array(printed.centre_mm)) for sheet in sheets])
    return bool(np.linalg.norm(places - middle, axis=1).min() > apart_mm)
