"""What lies beside the cells: mats and the turn puck, the open card, score tokens on their tracks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle
from tabletop.readings import Confidence, Problem
from vision.boards.cells import LaidBoard
from vision.boards.ground import Whites
from vision.boards.positions import OffBoard
from vision.boards.settings import BoardSettings
from vision.boards.setup import Setup
from vision.change.changed_boxes import Box, apart, bounds_of
from vision.pixels.arrays import Floats, PointsPx
from vision.pixels.codes import SeenCode
from vision.places.patches import Pyramid
from vision.places.seats import Seats, read_seats
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable
from vision.uncoded.look import PlainLook
from vision.uncoded.puck import with_plain_puck

TRACK_ROWS, TRACK_COLUMNS = 3, 17
"""A My City board's score track: 0 to 50, row by row."""
STANDS_OUT = 0.16
"""Reflectance by which a space with a token differs from the other spaces."""
OF_ITS_COLOUR = 0.30
"""Reflectance within which a token is of its player's colour."""
ASK: Confidence = "ask"


@dataclass(frozen=True, slots=True)
class OffBoardReading:
    """What was seen beside the cells."""

    told: OffBoard
    sureness: dict[str, Confidence] = field(default_factory=dict)
    evidence: dict[str, dict[str, float]] = field(default_factory=dict)
    outlines_px: dict[str, PointsPx] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read_off_board(
    pyramid: Pyramid,
    whites: Whites,
    table: SolvedTable,
    boards: Sequence[LaidBoard],
    codes: Sequence[SeenCode],
    players: Sequence[str],
    setup: Setup,
    settings: ReaderSettings,
    *,
    plain: PlainLook | None = None,
    before: OffBoardReading | None = None,
    boxes: Sequence[Box] = (),
) -> OffBoardReading:
    """Turn, card and tokens, as far as the picture shows them; with `plain` also a puck without a code on the mats.

    Tracks outside the `boxes` that changed are as they were `before`, but for those that had to be asked about.
    """
    own = BoardSettings()
    sureness: dict[str, Confidence] = {}
    evidence: dict[str, dict[str, float]] = {}
    outlines: dict[str, PointsPx] = {}
    if setup.game.of_kind("mat"):
        seats = read_seats(pyramid, table.plane, table.sheets, codes, players, setup.game, settings)
        if plain is not None:
            seats = with_plain_puck(plain, seats, table.sheets, players)
    else:
        seats = puck_beside(table.plane, boards, codes, setup.game, settings.sureness, own)
    sureness.update(seats.sureness)
    outlines.update(seats.outlines_px)
    if seats.evidence:
        evidence["puck"] = dict(seats.evidence)
    card, problems = _card(table.plane, codes, setup, settings, sureness, evidence, outlines)
    tokens = {}
    for laid in boards:
        if "track_mm" in laid.board.raw.get("board", {}) and laid.owner is not None:
            place, frame = f"track:{laid.owner}", _track_px(laid, table.plane)
            clear = before is not None and before.sureness.get(place, ASK) != ASK
            if before is not None and clear and apart(bounds_of(frame)[None], boxes)[0]:
                space = (before.told.tokens or {}).get(laid.owner)
                sureness[place], evidence[place] = before.sureness[place], before.evidence[place]
                outlines[place] = before.outlines_px[place]
            else:
                space = _token(laid, table.plane, frame, whites, setup, own, sureness, evidence, outlines)
            if space is not None:
                tokens[laid.owner] = space
    return OffBoardReading(OffBoard(seats.turn, card, tokens), sureness, evidence, outlines, problems)


def puck_beside(
    plane: TablePlane,
    boards: Sequence[LaidBoard],
    codes: Sequence[SeenCode],
    game: GameFile,
    settings: ConfidenceSettings,
    own: BoardSettings,
) -> Seats:
    """Where nobody has a mat: the player whose board the puck lies by; between two boards it is asked about."""
    pucks = game.of_kind("puck")
    found = [code for code in codes if code.own and pucks and code.id == pucks[0].codes[0].id]
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


def _card(
    plane: TablePlane,
    codes: Sequence[SeenCode],
    setup: Setup,
    settings: ReaderSettings,
    sureness: dict[str, Confidence],
    evidence: dict[str, dict[str, float]],
    outlines: dict[str, PointsPx],
) -> tuple[Part | None, tuple[Problem, ...]]:
    """The open card: the one card whose code is seen."""
    cards = {code.id: part for part in setup.game.of_kind("card") for code in part.codes}
    found = [code for code in codes if code.own and code.id in cards]
    if not found:
        return None, ()
    best = max(found, key=lambda code: code.correlation)
    part = cards[best.id]
    corners = plane.to_table(best.corners_px)
    side = part.codes[0].side_mm
    right, down = (corners[1] - corners[0]) / side, (corners[3] - corners[0]) / side
    outline = np.array(part.outline_mm) - np.array(part.codes[0].centre_mm)
    outlines["card"] = plane.to_picture(corners.mean(axis=0) + outline[:, :1] * right + outline[:, 1:] * down)
    different = sorted({cards[code.id].id for code in found})
    if len(different) > 1:
        sureness["card"] = "ask"
        evidence["card"] = dict.fromkeys(different, 0.0)
        titles = ", ".join(sorted(cards[code.id].title for code in found))
        message = f"several cards lie open ({titles}); leave only the newest one face up"
        return None, (Problem("several-cards", message, ("card",)),)
    clear = best.correlation > settings.sureness.certain_correlation
    sureness["card"] = "certain" if clear else "likely"
    evidence["card"] = {one.id: 0.0 if one is part else settings.sureness.floor for one in cards.values()}
    return part, ()


def _track_px(laid: LaidBoard, plane: TablePlane) -> PointsPx:
    """The whole track in the picture."""
    left, top, width, height = laid.board.raw["board"]["track_mm"]
    corner = np.array([left, top]) - np.array(laid.board.size_mm) / 2
    return plane.to_picture(laid.sheet.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]]) + corner))


def _token(
    laid: LaidBoard,
    plane: TablePlane,
    outline: PointsPx,
    whites: Whites,
    setup: Setup,
    own: BoardSettings,
    sureness: dict[str, Confidence],
    evidence: dict[str, dict[str, float]],
    outlines: dict[str, PointsPx],
) -> int | None:
    """The space of the track that shows the token's colour and not its own."""
    left, top, width, height = laid.board.raw["board"]["track_mm"]
    pitch = np.array([width / TRACK_COLUMNS, height / TRACK_ROWS])
    corner = np.array([left, top]) - np.array(laid.board.size_mm) / 2
    rows, columns = np.divmod(np.arange(TRACK_ROWS * TRACK_COLUMNS), TRACK_COLUMNS)
    middles = corner + (np.stack([columns, rows], axis=-1) + 0.5) * pitch
    place = f"track:{laid.owner}"
    size = np.array(plane.size_px)
    if not ((outline > 0) & (outline < size - 1)).all():
        return None
    outlines[place] = outline
    line = np.linspace(-4.5, 4.5, 7)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    table = laid.sheet.to_table(middles[:, None] + grid)
    colours = whites.reflectance(whites.at(plane.to_picture(table)), table.mean(axis=1))  # (spaces, samples, 3)
    seat = setup.game.by_id.get(f"token-{laid.sheet.part.number}")
    wanted = _bgr(setup, seat.colour if seat else laid.sheet.part.colour)
    usual = np.median(np.median(colours, axis=1), axis=0)
    like = (np.abs(colours - wanted).max(axis=2) < OF_ITS_COLOUR) & (np.abs(colours - usual).max(axis=2) > STANDS_OUT)
    share = like.mean(axis=1)
    best = int(share.argmax())
    others = np.delete(share, best)
    sureness[place] = token_sureness(float(share[best]), float(others.max()), own)
    if sureness[place] == "ask":
        return None
    evidence[place] = {
        str(space): round(float(np.log(max(value, 1e-4) / share[best])) * 4, 2) for space, value in enumerate(share)
    }
    square = np.array(rectangle(float(pitch[0]), float(pitch[1]))) + middles[best]
    outlines[place] = plane.to_picture(laid.sheet.to_table(square))
    return best


def token_sureness(share: float, rival: float, settings: BoardSettings) -> Confidence:
    """How sure a token lies on a space of which such a share shows its colour, the next best space showing `rival`."""
    if share < settings.token_share or rival > settings.token_rival * share:
        return "ask"
    plainly = share > settings.token_plainly and rival < settings.token_plainly_rival * share
    return "certain" if plainly else "likely"


def _bgr(setup: Setup, name: str) -> Floats:
    """A palette colour as shares from black to white."""
    red, green, blue = setup.game.palette[name]
    return np.array([blue, green, red]) / 255.0
