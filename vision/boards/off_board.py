"""What lies beside the cells: mats and the turn puck, the open card, score tokens on their tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.geometry import rectangle
from tabletop.readings import Confidence, Problem
from vision.boards.cells import LaidBoard
from vision.boards.positions import OffBoard
from vision.boards.setup import Setup
from vision.boards.whites import Whites
from vision.change.changed_boxes import Box, apart, bounds_of
from vision.pixels.arrays import Floats, PointsPx, largest, median
from vision.places.seats import Seats, read_seats
from vision.places.shot import SolvedShot
from vision.settings.boards import BoardSettings
from vision.table.track_spaces import TrackSpaces
from vision.uncoded.look import PlainLook
from vision.uncoded.puck import with_plain_puck
from vision.uncoded.score_markers import plain_markers

"""A My City board's score track: 0 to 50, row by row."""


@dataclass(frozen=True, slots=True)
class OffBoardReading:
    """What was seen beside the cells."""

    told: OffBoard
    sureness: Mapping[str, Confidence] = field(default_factory=dict)
    evidence: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    outlines_px: Mapping[str, PointsPx] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A player's score track: the space with the token, None where nobody knows, how sure, and where it is drawn."""

    space: int | None
    sureness: Confidence
    evidence: Mapping[str, float]
    outline_px: PointsPx


@dataclass(frozen=True, slots=True)
class Unchanged:
    """What was seen beside the cells before, and the parts of the picture that have changed since."""

    before: OffBoardReading
    boxes: Sequence[Box]

    def track(self, owner: str, frame: PointsPx) -> Track | None:
        """A player's track where it lies outside of them, and did not have to be asked about."""
        place, before = f"track:{owner}", self.before
        sureness = before.sureness.get(place, "ask")
        if sureness == "ask" or not apart(bounds_of(frame)[None], self.boxes)[0]:
            return None
        space = (before.told.tokens or {}).get(owner)
        return Track(space, sureness, before.evidence[place], before.outlines_px[place])


def read_off_board(
    shot: SolvedShot,
    setup: Setup,
    boards: Sequence[LaidBoard],
    whites: Whites,
    *,
    plain: PlainLook | None = None,
    unchanged: Unchanged | None = None,
) -> OffBoardReading:
    """Turn, card and tokens, as far as the picture shows them; with `plain` also people's own pucks and tokens."""
    if setup.game.of_kind("mat"):
        seats = read_seats(shot)
        if plain is not None:
            seats = with_plain_puck(plain, seats, shot)
    else:
        seats = puck_beside(shot, boards)
    tracks: dict[str, Track] = {}
    for laid in boards:
        if laid.board.track is not None and laid.owner is not None:
            spaces = TrackSpaces.of_grid(laid.sheet, laid.board.track, laid.height_mm)
            frame = shot.plane.to_picture(laid.sheet.to_table(spaces.outline_mm))
            known = unchanged and unchanged.track(laid.owner, frame)
            track = known or _track(spaces, frame, whites, setup, shot, plain)
            if track is not None:
                tracks[laid.owner] = track
    card = _card(shot)
    places = {f"track:{owner}": track for owner, track in tracks.items()}
    tokens = {owner: track.space for owner, track in tracks.items() if track.space is not None}
    evidence = {"puck": seats.evidence, **card.evidence, **{place: track.evidence for place, track in places.items()}}
    return OffBoardReading(
        OffBoard(seats.turn, card.told.card, tokens),
        {**seats.sureness, **card.sureness, **{place: track.sureness for place, track in places.items()}},
        {place: told for place, told in evidence.items() if told},
        {**seats.outlines_px, **card.outlines_px, **{place: track.outline_px for place, track in places.items()}},
        card.problems,
    )


def puck_beside(shot: SolvedShot, boards: Sequence[LaidBoard]) -> Seats:
    """Where nobody has a mat: the player whose board the puck lies by; between two boards it is asked about."""
    own, settings, plane = shot.settings.boards, shot.settings.sureness, shot.plane
    pucks = shot.game.of_kind("puck")
    found = [code for code in shot.codes if code.own and pucks and code.id == pucks[0].codes[0].id]
    owned = [laid for laid in boards if laid.owner is not None]
    if not found or not owned:
        return Seats()
    corners = plane.to_table(found[0].corners_px, height_mm=pucks[0].height_mm)
    outlines = {"puck": plane.to_picture(corners, height_mm=pucks[0].height_mm)}
    middle = corners.mean(axis=0)
    away = []
    for laid in owned:
        beyond = np.abs(laid.sheet.to_sheet(middle)) - np.array(laid.sheet.part.size_mm) / 2
        away.append(float(np.linalg.norm(np.maximum(beyond, 0.0))))
    order = np.argsort(away)
    nearest = owned[int(order[0])]
    lead = away[int(order[1])] - away[int(order[0])] if len(owned) > 1 else own.puck_reach_mm
    if len(found) > 1 or away[int(order[0])] > own.puck_reach_mm or lead < own.puck_lead_mm:
        return Seats(None, {"puck": "ask"}, {}, outlines)
    clear = found[0].correlation > settings.certain_correlation and lead > own.puck_plainly_mm
    evidence = {str(laid.owner): 0.0 if laid is nearest else settings.floor for laid in owned}
    return Seats(nearest.owner, {"puck": "certain" if clear else "likely"}, evidence, outlines)


def _card(shot: SolvedShot) -> OffBoardReading:
    """The open card: the one card whose code is seen."""
    cards = {code.id: part for part in shot.game.of_kind("card") for code in part.codes}
    found = [code for code in shot.codes if code.own and code.id in cards]
    if not found:
        return OffBoardReading(OffBoard())
    best = max(found, key=lambda code: code.correlation)
    part = cards[best.id]
    corners = shot.plane.to_table(best.corners_px)
    side = part.codes[0].side_mm
    right, down = (corners[1] - corners[0]) / side, (corners[3] - corners[0]) / side
    outline = np.array(part.outline_mm) - np.array(part.codes[0].centre_mm)
    at_px = {"card": shot.plane.to_picture(corners.mean(axis=0) + outline[:, :1] * right + outline[:, 1:] * down)}
    different = sorted({cards[code.id].id for code in found})
    if len(different) > 1:
        titles = ", ".join(sorted({shot.game.name_of(id_) for id_ in different}))
        message = f"several cards lie open ({titles}); leave only the newest one face up"
        problems = (Problem("several-cards", message, ("card",)),)
        return OffBoardReading(OffBoard(), {"card": "ask"}, {"card": dict.fromkeys(different, 0.0)}, at_px, problems)
    clear = best.correlation > shot.settings.sureness.certain_correlation
    evidence = {one.id: 0.0 if one is part else shot.settings.sureness.floor for one in cards.values()}
    told = OffBoard(card=part)
    return OffBoardReading(told, {"card": "certain" if clear else "likely"}, {"card": evidence}, at_px)


def _track(
    spaces: TrackSpaces, frame: PointsPx, whites: Whites, setup: Setup, shot: SolvedShot, plain: PlainLook | None
) -> Track | None:
    """The space that shows the token's colour and not its own; None where the track is not wholly in the picture."""
    plane, own = shot.plane, shot.settings.boards
    if not ((frame > 0) & (frame < np.array(plane.size_px) - 1)).all():
        return None
    sheet, token = spaces.sheet, f"token-{spaces.sheet.part.number}"
    if plain is not None and any(kind.part.id == token for one in plain.markers for kind in one.kinds):
        return _plain_token(plain, spaces, token, frame)
    line = np.linspace(-own.token_reach_mm, own.token_reach_mm, own.token_samples)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    table = sheet.to_table(spaces.middles_mm[:, None] + grid)
    colours = whites.reflectance(whites.at(plane.to_picture(table)), table.mean(axis=1))  # (spaces, samples, 3)
    seat = setup.game.by_id.get(token)
    wanted = _bgr(setup, seat.colour if seat else sheet.part.colour)
    usual = median(median(colours.transpose(0, 2, 1)).T)
    like = largest(np.abs(colours - wanted)) < own.token_colour
    like &= largest(np.abs(colours - usual)) > own.token_stands_out
    share = like.mean(axis=1)
    best = int(share.argmax())
    sure = token_sureness(float(share[best]), float(np.delete(share, best).max()), own)
    if sure == "ask":
        return Track(None, sure, {}, frame)
    evidence = {
        str(space): round(float(np.log(max(value, 1e-4) / share[best])) * 4, 2) for space, value in enumerate(share)
    }
    square = np.array(rectangle(*spaces.step_mm.tolist())) + spaces.middles_mm[best]
    return Track(best, sure, evidence, plane.to_picture(sheet.to_table(square)))


def _plain_token(look: PlainLook, spaces: TrackSpaces, token: str, frame: PointsPx) -> Track:
    """The space on which a player's own token stands; where none is seen, or several might be it, it is asked about."""
    found = plain_markers(look, spaces, only=token).get(token)
    if found is None or found.space is None or found.sureness == "ask":
        return Track(None, "ask", {}, frame)
    return Track(found.space, found.sureness, {str(found.space): 0.0}, found.outline_px)


def token_sureness(share: float, rival: float, settings: BoardSettings) -> Confidence:
    """How sure a token lies on a space of which such a share shows its colour, the next best space showing `rival`."""
    alone = rival < settings.token_plainly_rival * share
    if share < (settings.token_alone if alone else settings.token_share) or rival > settings.token_rival * share:
        return "ask"
    return "likely"


def _bgr(setup: Setup, name: str) -> Floats:
    """A palette colour as shares from black to white."""
    red, green, blue = setup.game.palette[name]
    return np.array([blue, green, red]) / 255.0
