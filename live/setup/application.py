"""The setup page's web application: what can be chosen, what a camera sees, and begin."""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from fastapi.responses import Response
from pydantic import Field, ValidationError

from live.page.answers import (
    FRESH,
    SPOKEN,
    TYPES,
    RequestBody,
    art_response,
    page_application,
    picture_response,
    serve_files,
    serve_key,
    told_json,
    without_a_second_word,
)
from live.page.guard import LOOPBACK_NAMES, PHOTOS, App, Guard
from live.page.photos import LEAST_PX, YOUR_PHOTO
from live.setup.choices import NoSuchChoice
from live.setup.chosen import Chosen
from live.setup.games import game_picture, game_sheets
from live.setup.preview import Preview
from live.setup.printing import serve_printing
from live.setup.teaching import PieceLessons, PiecesLaid
from live.sources import Frame
from tabletop.addresses import HIDDEN, is_address
from tabletop.errors import UsageError
from tabletop.gamefile import all_games
from tabletop.shipped import game_word
from vision.pixels.images import decode_image, reduction_of

PAGES = {"/": "setup.html"}
CLOSED = tuple(f"/api/v1/setup{path}" for path in ("", "/card", "/pieces/drawing", "/printers", "/print"))
"""What tells of earlier evenings, or reads a file: for who has the token, where the page is shared."""
MOST_KINDS, HIGHEST_MM = 100, 200.0
Word = Annotated[str, Field(min_length=1, max_length=300)]
PlayerName = Annotated[str, Field(min_length=1, max_length=60)]


class CameraBody(RequestBody):
    """A camera as the command line names it."""

    camera: Word


class ChosenBody(RequestBody):
    """Everything that is chosen for the evening."""

    game: Word
    players: list[PlayerName] = Field(default_factory=list, max_length=12)
    colours: list[PlayerName] = Field(default_factory=list, max_length=12)
    options: dict[PlayerName, Word] = Field(default_factory=dict)
    cameras: list[Word] = Field(default_factory=list, max_length=8)
    displays: list[Word] = Field(default_factory=list, max_length=8)
    more: dict[PlayerName, Word | bool] = Field(default_factory=dict)

    def chosen(self) -> Chosen:
        """As a value."""
        return Chosen(
            game_word(self.game),
            tuple(self.players),
            tuple(self.colours),
            self.options,
            tuple(self.cameras),
            tuple(self.displays),
            self.more,
        )


class DemoBody(RequestBody):
    """The game of which a demo is watched."""

    game: Word


class PiecesLaidBody(RequestBody):
    """Which pieces of people's own were laid down."""

    game: Word
    without: list[Word] = Field(default_factory=list, max_length=MOST_KINDS)
    besides: list[Word] = Field(default_factory=list, max_length=MOST_KINDS)
    height_mm: Annotated[float, Field(ge=0, le=HIGHEST_MM)] | None = None
    alike: bool = False

    def said(self) -> PiecesLaid:
        """As a value."""
        return PiecesLaid(self.game, tuple(self.without), tuple(self.besides), self.height_mm, self.alike)


class FilmedBody(PiecesLaidBody):
    """The same, and the camera that looks at them."""

    camera: Word


@dataclass(slots=True)
class SetupRequest:
    """What was chosen, once somebody has pressed begin."""

    made: threading.Event = field(default_factory=threading.Event)
    chosen: Chosen | None = None
    demo: str | None = None
    """The game that is only watched."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, chosen: Chosen | None, *, demo: str | None = None) -> None:
        """Begin with what was chosen, or a demo; with None nothing happens. UsageError where something has begun."""
        with self.lock:
            if chosen is None and demo is None:
                return
            if self.made.is_set():
                raise UsageError("somebody else has begun a game just now; it is opening, load the page again")
            self.chosen, self.demo = chosen, demo
            self.made.set()


@dataclass(frozen=True, slots=True)
class SetupParts:
    """What the page works with: what can be chosen, the camera, how a choice is checked, and where it is left."""

    choices: Callable[[], Mapping[str, Any]]
    preview: Preview
    check: Callable[[Chosen], None]
    wish: SetupRequest
    card: Callable[[], Mapping[str, Any]] = dict
    """What is to be said of the command card that was laid last."""
    lessons: PieceLessons | None = None
    """Who teaches people's own pieces."""
    last: Callable[[], Chosen | None] = field(kw_only=True)
    """The last evening with its secrets, which nobody is shown."""


def make_setup_application(
    parts: SetupParts, *, token: str | None = None, hosts: frozenset[str] = LOOPBACK_NAMES
) -> App:
    """The guarded application; `token` as in `Guard`. `check` raises a BoardsightError for what can't be played."""
    app, unpacking = page_application("Boardsight setup"), asyncio.Lock()

    def with_secrets(chosen: Chosen) -> Chosen:
        return chosen.with_secrets_of(parts.last())

    def camera_of(words: str) -> str:
        return with_secrets(Chosen("", cameras=(words,))).cameras[0] if HIDDEN in words or is_address(words) else words

    @app.exception_handler(NoSuchChoice)
    async def no_choice(_: Request, error: NoSuchChoice) -> Response:
        return told_json({"error": str(error)}, 400)

    async def answered(work: Callable[[], Mapping[str, Any]]) -> Response:
        return told_json(await asyncio.to_thread(work))

    @app.get("/api/v1/setup", summary="Games, variants, cameras, displays, names, and what was chosen last")
    async def setup() -> Response:
        return await answered(parts.choices)

    serve_key(app, token)

    @app.post("/api/v1/setup/look", summary="What a camera sees: its picture, the game, who has a seat")
    async def look(body: CameraBody) -> Response:
        return await answered(lambda: parts.preview.look(camera_of(body.camera)))

    @app.post(PHOTOS, summary="The same in a photograph, the body")
    async def photo(request: Request, pieces: Annotated[str | None, Query(max_length=4000)] = None) -> Response:
        data = await request.body()
        laid = None if pieces is None else pieces_laid_in(pieces)

        def work() -> Mapping[str, Any]:
            image = decode_image(data, YOUR_PHOTO, reduction_of(data, LEAST_PX))
            if laid is None or parts.lessons is None:
                return parts.preview.look_at(image)
            return parts.lessons.teach(image, laid)

        async with unpacking:
            return await answered(work)

    if parts.lessons is not None:
        serve_lessons(app, parts.lessons, lambda words: parts.preview.frame(camera_of(words)))

    @app.get("/api/v1/setup/card", summary="The command card that was laid last, and whether it was obeyed")
    async def card() -> Response:
        return told_json(parts.card())

    @app.get("/api/v1/setup/pictures/{name}", summary="The picture of the last look (JPEG)")
    async def picture(name: str) -> Response:
        return picture_response(await asyncio.to_thread(parts.preview.picture, name))

    @app.post("/api/v1/setup/words", summary="The command that does the same")
    async def words(body: ChosenBody) -> Response:
        return await answered(lambda: {"command": command_line(body.chosen())})

    @app.post("/api/v1/setup/begin", summary="Begin the game")
    async def begin(body: ChosenBody) -> Response:
        def work() -> Mapping[str, Any]:
            chosen = with_secrets(body.chosen())
            parts.check(chosen)
            parts.wish.begin(chosen)
            return {"begun": True}

        return await answered(work)

    @app.post("/api/v1/setup/demo", summary="Watch a demo of a game: a virtual table, its camera, its moves")
    async def demo(body: DemoBody) -> Response:
        parts.wish.begin(None, demo=offered(body.game))
        return told_json({"begun": True})

    serve_games(app)
    serve_printing(app, offered)
    serve_files(app, PAGES)
    return Guard(without_a_second_word(app), token=token, hosts=hosts, closed=CLOSED)


def offered(name: str) -> str:
    """The name of a game that the page offers; raises NoSuchChoice for others."""
    if name not in all_games():
        raise NoSuchChoice(f"there is no game '{name}' here")
    return name


def serve_games(app: FastAPI) -> None:
    """Show what the games look like, and give their sheets; each is made once, one at a time."""
    making = asyncio.Lock()

    @app.get("/api/v1/setup/games/{name}/picture", summary="A game under way, as it is printed (SVG)")
    async def picture(name: str) -> Response:
        async with making:
            return art_response(await asyncio.to_thread(game_picture, offered(name)))

    @app.get("/api/v1/setup/games/{name}/sheets", summary="A game's sheets to print (PDF, or a ZIP of several)")
    async def sheets(name: str, paper: Literal["a4", "letter"] = "a4") -> Response:
        async with making:
            file, data = await asyncio.to_thread(game_sheets, offered(name), paper)
        kind, how = ("application/pdf", "inline") if file.endswith(".pdf") else ("application/zip", "attachment")
        headers = {"content-disposition": f'{how}; filename="{file}"', **FRESH}
        return Response(data, media_type=kind, headers=headers)


def pieces_laid_in(text: str) -> PiecesLaid:
    """What the page says beside a photograph of pieces; UsageError where that is no such thing."""
    try:
        return PiecesLaidBody.model_validate_json(text).said()
    except ValidationError as error:
        raise UsageError("what is said of these pieces is not understood; load the page again") from error


def serve_lessons(app: FastAPI, lessons: PieceLessons, frame_of: Callable[[str], Frame]) -> None:
    """Teach people's own pieces; a photograph of them comes where all photographs come, `pieces` saying which."""

    @app.post("/api/v1/setup/pieces/kinds", summary="The kinds of plain pieces to lay down, of a game")
    async def kinds(body: PiecesLaidBody) -> Response:
        return told_json(await asyncio.to_thread(lambda: lessons.kinds(body.said())))

    @app.get("/api/v1/setup/pieces/drawing", summary="What to lay down, drawn (SVG)")
    async def drawing(
        game: Annotated[str, Query(max_length=300)],
        without: Annotated[str, Query(max_length=4000)] = "",
        besides: Annotated[str, Query(max_length=4000)] = "",
    ) -> Response:
        laid = PiecesLaid(game, tuple(without.split("|")), tuple(besides.split("|")))
        drawn = await asyncio.to_thread(lessons.drawing, laid, SPOKEN.get())
        return Response(drawn, media_type=TYPES["svg"], headers=FRESH)

    @app.post("/api/v1/setup/pieces/look", summary="Teach the pieces that a camera sees")
    async def look(body: FilmedBody) -> Response:
        def work() -> Mapping[str, Any]:
            return lessons.teach(frame_of(body.camera).image, body.said())

        return told_json(await asyncio.to_thread(work))

    @app.get("/api/v1/setup/pieces/pictures/{name}", summary="What the last photograph of pieces showed (JPEG)")
    async def shown(name: str) -> Response:
        return picture_response(lessons.picture(name))


def command_line(chosen: Chosen) -> str:
    """The command line that does the same."""
    return shlex.join(["boardsight", *chosen.words()])
