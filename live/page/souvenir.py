"""What stays of a game: one picture with the city, the last photograph, names, points and best moves; SVG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from live.page.shown import PlayerShown
from live.page.state import players_shown
from live.table.session import Session, move_words
from printables.art.mat import draw_seat_shape
from printables.fonts import BLACK, BOLD, REGULAR, SEMIBOLD, fitted_mm, printable, register_fonts
from printables.looks import WHITE, mix
from printables.pen import POINTS_PER_MM, Pen
from printables.screen import ScreenPen, draw_for_eyes
from scoring.protocol import JudgedMove
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Rgb, load_game
from tabletop.geometry import RectangleMm, bounding_box
from tabletop.plans import PlannedPart, game_on_table, plan_of
from tabletop.records import Record, moments
from tabletop.translation import translated

INK: Rgb = (29, 39, 51)
SOFT: Rgb = (92, 104, 116)
PAPER: Rgb = (250, 247, 240)
FELT: Rgb = (30, 54, 56)
GOLD: Rgb = (201, 150, 12)
FACES = "Source Sans 3, Source Sans Pro, Segoe UI, Noto Sans, sans-serif"
BESIDE = ("mat", "puck", "card")
"""Kinds of parts that are no city."""


@dataclass(frozen=True, slots=True)
class SouvenirSettings:
    """Where what stands on the sheet, in mm from the upper left corner of A4 lying."""

    size_mm: tuple[float, float] = (297.0, 210.0)
    city_mm: RectangleMm = (10.0, 10.0, 192.0, 176.0)
    column_mm: RectangleMm = (200.0, 10.0, 287.0, 200.0)
    photo_height_mm: float = 64.0
    """Four by three of the column's width, and no more than this."""
    best_moves: int = 3
    best_top_mm: float = 182.0


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move in words with its points."""

    player: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class Souvenir:
    """What is drawn: what lies there, names and points, the best moves, the last photograph (JPEG), in a language."""

    title: str
    day: str
    """ISO 8601; empty where nobody knows."""
    players: Sequence[PlayerShown]
    position: Any = None
    """None where nobody knows what lies there."""
    best: Sequence[ScoredMove] = ()
    photo: bytes | None = None
    language: str = "en"
    settings: SouvenirSettings = field(default_factory=SouvenirSettings)


def souvenir_of(session: Session, photo: bytes | None = None, language: str = "en") -> Souvenir:
    """The souvenir of a game as it stands."""
    game = load_game(session.header.game)
    best = [
        ScoredMove(
            str(move.judged.move.player),
            move.judged.points,
            move_words(session.rules, move.judged.move, move.judged.state),
        )
        for move in best_moves(session.moves, SouvenirSettings().best_moves)
    ]
    return Souvenir(game.title, _day(session), players_shown(session, game), session.position, best, photo, language)


def souvenir_svg(souvenir: Souvenir) -> bytes:
    """The picture as SVG, as large as the sheet."""
    register_fonts()
    pen = ScreenPen("souvenir")
    _draw(pen, souvenir)
    width, height = souvenir.settings.size_mm
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
    looks = f'height="{height:g}mm" font-family="{FACES}">'
    return f"{head}{looks}{pen.written}</svg>".encode()


def souvenir_pdf(souvenir: Souvenir) -> bytes:
    """The same as a PDF of one page."""
    register_fonts()
    from reportlab.pdfgen.canvas import Canvas

    width, height = souvenir.settings.size_mm
    buffer, face = BytesIO(), REGULAR
    named: Any = face  # reportlab's stubs want a number here; without it an unembedded Helvetica is listed
    size = (width * POINTS_PER_MM, height * POINTS_PER_MM)
    canvas = Canvas(buffer, pagesize=size, pdfVersion=(1, 7), invariant=1, pageCompression=1, initialFontName=named)
    canvas.setTitle(souvenir.title)
    canvas.setCreator("Boardsight")
    pen = Pen(canvas, height)
    pen.bears_codes = False
    _draw(pen, souvenir)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def board_svg(position: Any) -> bytes | None:
    """What lies on the table, as it is printed, as an SVG picture of its size in mm; None where nothing does."""
    register_fonts()
    game, lying = _lying(position)
    if not lying:
        return None
    left, top, right, bottom = _box(game, lying)
    pen = ScreenPen("board")
    _city(pen, position, (0.0, 0.0, right - left, bottom - top))
    view = f'viewBox="0 0 {right - left:g} {bottom - top:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view} font-family="{FACES}">{pen.written}</svg>'.encode()


def last_photo(session: Session, picture: Callable[[str], bytes | None]) -> bytes | None:
    """The newest picture that is kept of the game's moves."""
    kept = (picture(entry.evidence) for entry in reversed(session.entries) if entry.evidence is not None)
    return next((jpeg for jpeg in kept if jpeg is not None), None)


def best_moves(moves: Sequence[JudgedMove], count: int) -> list[JudgedMove]:
    """The moves that brought most points, the best first, of equal ones the earlier."""
    scored = [move for move in moves if move.judged.points > 0 and move.judged.move.player is not None]
    return sorted(scored, key=lambda move: (-move.judged.points, move.n))[:count]


def _draw(pen: Pen, souvenir: Souvenir) -> None:
    settings = souvenir.settings
    pen.box(0, 0, *settings.size_mm, fill=PAPER)
    left, top, right, bottom = settings.city_mm
    pen.box(left, top, right - left, bottom - top, radius_mm=4.0, fill=FELT)
    if souvenir.position is not None:
        _city(pen, souvenir.position, (left + 4, top + 4, right - 4, bottom - 4))
    _best(pen, souvenir)
    _column(pen, souvenir)


def _city(pen: Pen, position: Any, room: RectangleMm) -> None:
    """Everything that lies on the table, as it is printed, as large as it fits."""
    game, lying = _lying(position)
    if not lying:
        return
    left, top, right, bottom = _box(game, lying)
    scale = min((room[2] - room[0]) / (right - left), (room[3] - room[1]) / (bottom - top))
    x = (room[0] + room[2]) / 2 - scale * (left + right) / 2
    y = (room[1] + room[3]) / 2 - scale * (top + bottom) / 2
    with pen.at(x, y, scale=scale):
        for one in lying:
            with pen.at(one.pose.x_mm, one.pose.y_mm, turn_deg=one.pose.rotation_deg):
                part = game.by_id[one.part]
                pen.laid_deg = 0.0 if part.kind in ("board", "tile") else one.pose.rotation_deg
                draw_for_eyes(pen, part, game)
        pen.laid_deg = 0.0


def _lying(position: Any) -> tuple[GameFile, list[PlannedPart]]:
    """The parts on the table; none where a move of the record laid one where it can't lie: the points are there."""
    game = game_on_table(position, load_game(position.game))
    try:
        return game, [one for one in plan_of(position, game).parts if _belongs(game, one)]
    except UnreadableInput:
        return game, []


def _box(game: GameFile, lying: Sequence[PlannedPart]) -> RectangleMm:
    """What they cover, in mm."""
    return bounding_box([point for one in lying for point in one.pose.apply_all(game.by_id[one.part].outline_mm)])


def _belongs(game: GameFile, planned: PlannedPart) -> bool:
    return game.by_id[planned.part].kind not in BESIDE


def _best(pen: Pen, souvenir: Souvenir) -> None:
    """The best moves, a line each."""
    settings = souvenir.settings
    if not souvenir.best:
        return
    left, _, right, _ = settings.city_mm
    y = settings.best_top_mm
    pen.text(left, y + 1.5, translated("best moves", souvenir.language), size_mm=4.6, colour=GOLD, face=BOLD)
    for index, move in enumerate(souvenir.best, start=1):
        words = printable(f"{move.player}: {translated(move.text, souvenir.language)}")
        size = fitted_mm(words, REGULAR, 4.4, right - left - 20)
        pen.text(left + 14, y + 1.5 + 6.2 * index, words, size_mm=size, colour=INK)
        points = f"+{move.points}"
        pen.text(left + 11, y + 1.5 + 6.2 * index, points, size_mm=4.6, colour=INK, face=BOLD, align="right")


def _column(pen: Pen, souvenir: Souvenir) -> None:
    """Title, date, the players in order of their points, the last photograph."""
    settings = souvenir.settings
    left, top, right, bottom = settings.column_mm
    width = right - left
    title = printable(souvenir.title)
    size = fitted_mm(title, BLACK, 15.0, width)
    pen.text(left, top + 12, title, size_mm=size, colour=INK, face=BLACK)
    pen.text(left, top + 20, printable(souvenir.day), size_mm=4.8, colour=SOFT)
    players = sorted(souvenir.players, key=lambda player: -player.total)
    photo = settings.photo_height_mm if souvenir.photo else 0.0
    step = min(21.0, (bottom - top - 30 - photo - 6) / len(players))
    for index, player in enumerate(players):
        _player(pen, player, left, top + 28 + index * step, width, step - 2.5)
    if souvenir.photo:
        pen.picture(souvenir.photo, left, bottom - photo, width, photo)
    else:
        pen.text(right, bottom - 1, "Boardsight", size_mm=4.0, colour=SOFT, face=SEMIBOLD, align="right")


def _player(pen: Pen, player: PlayerShown, left: float, top: float, width: float, height: float) -> None:
    """One player: the seat's shape and colour, name, points; the winner stands out."""
    red, green, blue = bytes.fromhex(player.colour[1:])
    colour: Rgb = (red, green, blue)
    pen.box(left, top, width, height, radius_mm=2.5, fill=mix(colour, WHITE, 0.72 if player.winner else 0.9))
    pen.box(left, top, 2.2, height, fill=colour)
    draw_seat_shape(pen, player.seat, left + 10, top + height / 2, min(4.6, height * 0.32), colour)
    points = str(player.total).replace("-", "−")
    size = min(12.0, height * 0.75)
    pen.text(left + width - 4, top + height / 2 + size * 0.33, points, size_mm=size, colour=INK, face=BLACK,
             align="right")  # fmt: skip
    name = printable(player.name)
    face = BOLD if player.winner else SEMIBOLD
    size = fitted_mm(name, face, min(7.5, height * 0.5), width - 46)
    pen.text(left + 18, top + height / 2 + size * 0.33, name, size_mm=size, colour=INK, face=face)


def _day(session: Session) -> str:
    """The day of the game; empty where the record does not tell it."""
    times = moments(Record(session.header, session.entries))
    return f"{times[0]:%Y-%m-%d}" if times else ""
