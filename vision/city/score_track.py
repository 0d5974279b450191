"""The score track beside a city: on which space each player's marker lies, and who has a hundred token before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.parts import Part
from tabletop.positions import TrackMarker
from tabletop.readings import Confidence
from vision.pixels.arrays import PointsMm, PointsPx
from vision.pixels.codes import SeenCode
from vision.places.seats import seat_name
from vision.places.shot import SolvedShot
from vision.settings import SeatSettings
from vision.table.sheets import Sheet, fitted_rigid
from vision.table.track_spaces import TrackSpaces
from vision.uncoded.look import PlainLook
from vision.uncoded.score_markers import PlainMarker, plain_markers


@dataclass(frozen=True, slots=True)
class TrackReading:
    """The markers that are seen on the track; one that lies under another, or elsewhere, is not among them."""

    markers: tuple[TrackMarker, ...] = ()
    sureness: dict[str, Confidence] = field(default_factory=dict)
    """`track:` and the player -> how sure the space is."""
    outlines_px: dict[str, PointsPx] = field(default_factory=dict)


def read_track(shot: SolvedShot, look: PlainLook | None = None) -> TrackReading:
    """Every marker whose code was found on the track, with `look` those without codes, too; nothing without a track."""
    tracks = [sheet for sheet in shot.table.sheets if sheet.part.kind == "track"]
    if len(tracks) != 1 or (grid := tracks[0].part.spaces) is None:
        return TrackReading()
    track, result = tracks[0], TrackReading()
    spaces = TrackSpaces.of_grid(track, grid, track.part.height_mm)
    plain = _plain_markers(shot, spaces, look)
    markers = []
    for part in shot.game.of_kind("marker"):
        found = _found(shot, part)
        player = seat_name(part.number or 0, shot.players)
        if not (found or part.id in plain) or (shot.players and player not in shot.players):
            continue
        place = f"track:{player}"
        if len(found) > 1:
            result.sureness[place] = "ask"
            continue
        if found:
            middle, outline = _lying(shot, part, found[0])
            space, inside_mm = spaces.at(middle)
            sureness = _sureness(shot, found[0], inside_mm, shot.settings.seats)
            outline_px = shot.plane.to_picture(outline, height_mm=part.height_mm)
            if space is None:
                continue  # it lies beside the spaces
        else:
            one = plain[part.id]
            space, sureness, outline_px = one.space, one.sureness, one.outline_px
        if space is not None:
            markers.append(TrackMarker(player, space, _hundreds(shot, part.number, track)))
        result.sureness[place] = sureness
        result.outlines_px[place] = outline_px
    return TrackReading(tuple(sorted(markers)), result.sureness, result.outlines_px)


def _plain_markers(shot: SolvedShot, spaces: TrackSpaces, look: PlainLook | None) -> Mapping[str, PlainMarker]:
    """Part id -> the marker without a code; what is printed in the players' colours and found by its code is none."""
    if look is None or not look.markers:
        return {}

    coded = [*shot.game.of_kind("marker"), *shot.game.of_kind("hundred")]
    return plain_markers(look, spaces, [_lying(shot, part, code)[1] for part in coded for code in _found(shot, part)])


def _found(shot: SolvedShot, part: Part) -> list[SeenCode]:
    return [code for code in shot.codes if code.own and code.id == part.codes[0].id]


def _lying(shot: SolvedShot, part: Part, code: SeenCode) -> tuple[PointsMm, PointsMm]:
    """A part's middle (2,) and outline (n, 2) on the table, by its one code."""
    seen = shot.plane.to_table(code.corners_px, height_mm=part.height_mm)
    sheet = Sheet(part, *fitted_rigid(np.array(part.codes[0].corners_mm), seen), (code,))
    return sheet.to_table(np.zeros(2)), sheet.to_table(np.array(part.outline_mm))


def _sureness(shot: SolvedShot, code: SeenCode, inside_mm: float, settings: SeatSettings) -> Confidence:
    """Certain where the code is clear and the marker well within its space; asked about on the line between two."""
    if inside_mm < settings.on_line_mm:
        return "ask"
    clear = code.correlation >= shot.settings.sureness.certain_correlation
    return "certain" if clear and inside_mm >= settings.inside_mm else "likely"


def _hundreds(shot: SolvedShot, number: int | None, track: Sheet) -> int:
    """How many hundred tokens of this player lie at their mat or at the track: what lies elsewhere is in supply."""
    sheets: Sequence[Sheet] = [
        track,
        *(sheet for sheet in shot.table.sheets if sheet.part.kind == "mat" and sheet.part.number == number),
    ]
    tokens = [part for part in shot.game.of_kind("hundred") if part.number == number]
    middles = [_lying(shot, part, code)[0] for part in tokens for code in _found(shot, part)]
    reach_mm = shot.settings.seats.token_mm
    return sum(any(_at(sheet, middle, reach_mm) for sheet in sheets) for middle in middles)


def _at(sheet: Sheet, middle: PointsMm, reach_mm: float) -> bool:
    """Whether a point lies on a sheet or not farther than this from it."""
    return bool((np.abs(sheet.to_sheet(middle)) <= np.array(sheet.part.size_mm) / 2 + reach_mm).all())
