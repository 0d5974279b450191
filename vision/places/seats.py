"""Players' mats and the turn puck: on whose mat it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.parts import Part
from tabletop.readings import Confidence
from vision.pixels.arrays import PointsMm, PointsPx
from vision.places.matching import CodeGroup, match_codes
from vision.places.patches import inside_picture
from vision.places.place import frame_on, rectangle_mm
from vision.places.shot import SolvedShot
from vision.table.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Seats:
    """Whose turn the puck shows, and what was seen of mats and puck."""

    turn: str | None = None
    sureness: dict[str, Confidence] = field(default_factory=dict)
    evidence: dict[str, float] = field(default_factory=dict)
    outlines_px: dict[str, PointsPx] = field(default_factory=dict)


def seat_name(number: int, players: Sequence[str]) -> str:
    """The player at a seat; `player 3` where nobody said who plays."""
    return players[number - 1] if number <= len(players) else f"player {number}"


def read_seats(shot: SolvedShot) -> Seats:
    """The puck as its code was found, else as it is recognised on a mat's spot."""
    seats, plane = Seats(), shot.plane
    mats = [sheet for sheet in shot.table.sheets if sheet.part.kind == "mat"]
    for mat in mats:
        place = f"mat:{_owner(shot, mat)}"
        seats.outlines_px[place] = plane.to_picture(mat.to_table(np.array(mat.part.outline_mm)))
        clear = any(code.correlation > shot.settings.sureness.certain_correlation for code in mat.codes)
        seats.sureness[place] = "certain" if clear else "likely"  # a mat that is covered lies where it lay
    puck = next((part for part in shot.game.of_kind("puck")), None)
    if puck is None:
        return seats
    found = [code for code in shot.codes if code.own and code.id == puck.codes[0].id]
    if len(found) == 1:
        corners = plane.to_table(found[0].corners_px, height_mm=puck.height_mm)
        middle = corners.mean(axis=0)
        outline = _outline(corners, puck.size_mm[0])
        seats.outlines_px["puck"] = plane.to_picture(outline, height_mm=puck.height_mm)
        on = [mat for mat in mats if _inside(mat, middle)]
        return _decided(shot, seats, on, middle, found[0].correlation)
    if len(found) > 1:
        seats.sureness["puck"] = "ask"
        return seats
    return _from_spots(shot, seats, mats, puck)


def _owner(shot: SolvedShot, mat: Sheet) -> str:
    return seat_name(mat.part.number or 0, shot.players)


def _decided(shot: SolvedShot, seats: Seats, on: Sequence[Sheet], middle: PointsMm, correlation: float) -> Seats:
    """The seat for a puck that was found: its mat, or nobody's."""
    settings = shot.settings
    names = [_owner(shot, sheet) for sheet in shot.table.sheets if sheet.part.kind == "mat"]
    seats.evidence.update(dict.fromkeys(names, settings.sureness.floor))
    if len(on) != 1:
        all_seen = 0 < len(shot.players) <= len(names)
        seats.sureness["puck"] = "likely" if not on and all_seen else "ask"  # its mat may be there, unseen
        return seats
    name = _owner(shot, on[0])
    seats.evidence[name] = 0.0
    half = np.array(on[0].part.size_mm) / 2
    depth = float((half - np.abs(on[0].to_sheet(middle))).min())
    clear = correlation >= settings.sureness.certain_correlation and depth > settings.seats.inside_mm
    seats.sureness["puck"] = "certain" if clear else "likely"
    return Seats(name, seats.sureness, seats.evidence, seats.outlines_px)


def _from_spots(shot: SolvedShot, seats: Seats, mats: Sequence[Sheet], puck: Part) -> Seats:
    """Look for the puck's code on each mat's spot."""
    code, plane, settings = puck.codes[0], shot.plane, shot.settings
    spots = [frame_on(mat, np.array(mat.part.spot_mm)) for mat in mats if mat.part.spot_mm is not None]
    if not spots:
        return seats
    shown = inside_picture(plane, spots, code.side_mm / 2)
    group = CodeGroup(shot.game.codes.dictionary, code.side_mm, puck.height_mm, (code.id,), (code.id,))
    matches = match_codes(shot, spots, group, reach_mm=settings.seats.reach_mm)
    values = np.where(shown, matches.best.max(axis=(1, 2)), 0.0)
    best = int(values.argmax())
    if values[best] < settings.seats.on_spot:
        seats.sureness["puck"] = "ask"
        return seats
    spot = spots[best]
    middle = spot.to_table(matches.offset_mm[best])
    square = rectangle_mm(puck.size_mm[0], puck.size_mm[0]) + matches.offset_mm[best]
    seats.outlines_px["puck"] = plane.to_picture(spot.to_table(square), height_mm=puck.height_mm)
    return _decided(shot, seats, [mats[best]], middle, float(values[best]))


def _inside(mat: Sheet, middle: PointsMm) -> bool:
    half = np.array(mat.part.size_mm) / 2
    return bool((np.abs(mat.to_sheet(middle)) <= half).all())


def _outline(corners: PointsMm, size_mm: float) -> PointsMm:
    """A square of another size round the same middle as a code's corners (4, 2)."""
    middle = corners.mean(axis=0)
    side = np.linalg.norm(corners[1] - corners[0])
    return np.asarray(middle + (corners - middle) * size_mm / max(float(side), 1e-6))
