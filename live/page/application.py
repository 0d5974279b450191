"""The table's web application: the page's files, the state, the events, the picture, and what people may change."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import resources
from secrets import compare_digest
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from live.console.faults import Faults
from live.page.guard import LOOPBACK_NAMES, PHOTOS, App, Guard, Receive, Scope, Send
from live.page.mailbox import MOST_WAITING, Mailbox
from live.page.photos import PhotoDesk
from live.page.publication import PageEvent, Publication
from live.page.reports import ReportDesk
from live.page.shares import EventStream, NoShare, Shares, refused, viewer_streams
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.translation import languages, translated_json

SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")
"""The language of the request that is being answered."""
ANSWER_TIMEOUT_S = 10.0
"""The game answers between two frames; a reader that is at work longer than this is in trouble."""
LANGUAGES = frozenset(languages())
QUESTIONS_EACH = 4
"""Questions of one address that wait at once for the game: what a move would be worth, what it may have been."""
PHOTO_TIMEOUT_S = 90.0
"""Ten photographs that come at once are read one after the other."""
PAGES = {
    "/": "table.html",
    "/tv": "tv.html",
    "/overlay": "overlay.html",
    "/replay": "replay.html",
    "/phone": "phone.html",
}
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}


class CorrectionBody(BaseModel):
    """A correction as a record carries it; or `undo`, which takes back the last line that still counts, and `redo`."""

    model_config = ConfigDict(extra="forbid")
    do: Literal["replace", "insert", "undo", "redo"]
    of: int | None = Field(None, description="replace: the move (or correction) that gets another body")
    after: int | None = Field(None, description="insert: the move after which a forgotten one stands; 0 for the start")
    move: dict[str, Any] | None = Field(None, description="the move's new body; none at all removes it")
    question: str | None = Field(None, max_length=60, description="an open question that this settles")


class TurnBody(BaseModel):
    """Whose turn it is, or what was done that no camera sees."""

    model_config = ConfigDict(extra="forbid")
    do: Literal["pass", "exchange", "quiet", "skip", "end", "end-round", "enter", "give"] = "quiet"
    player: str | None = Field(None, max_length=60, description="who did it (or, with `give`, whose turn it is now)")
    key: str | None = Field(None, max_length=60, description="enter: what, for example votes, money, promise:33")
    value: StrictBool | StrictInt | Annotated[str, Field(max_length=60)] | None = Field(
        None, description="enter: how much"
    )


class AnswerBody(BaseModel):
    """The answer to a question: its id, and which of its choices."""

    model_config = ConfigDict(extra="forbid")
    question: str = Field(max_length=60)
    choice: int = Field(ge=0, le=50)


class PauseBody(BaseModel):
    """Whether the game rests: the table may be touched freely and nothing is decided."""

    model_config = ConfigDict(extra="forbid")
    paused: bool


class PlaceBody(BaseModel):
    """Where the record shall go on: a new file, or a folder for one."""

    model_config = ConfigDict(extra="forbid")
    path: str = Field(min_length=1, max_length=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """What the page gives beside the state, asked when somebody wants it."""

    record_text: Callable[[], str] = str
    metrics_text: Callable[[], str] = str
    evidence: Callable[[str], bytes | None] = lambda name: None
    """A kept picture by its name."""
    art: Callable[[str], bytes | None] = lambda part: None
    """A part's printed art by its id, as compressed SVG."""
    tell_fault: Callable[[str, Exception], str] = field(default_factory=lambda: Faults().tell)
    """Where a fault of the program goes; gives the sentence for whoever asked."""
    story: Callable[[], Mapping[str, Any]] | None = None
    """The whole game, for its replay."""
    photos: PhotoDesk | None = None
    """Reads the photographs that people send."""
    reports: ReportDesk | None = None
    """Makes reports of a trouble, for this machine and for whoever has the token."""


def make_application(
    publication: Publication,
    mailbox: Mailbox,
    served: Served,
    *,
    share_url: str | None = None,
    token: str | None = None,
    hosts: frozenset[str] = LOOPBACK_NAMES,
) -> App:
    """The guarded application; `share_url` is what the QR code carries, `token` as in `Guard`."""
    app = FastAPI(
        title="Boardsight", version="1", docs_url=None, redoc_url=None, dependencies=[Depends(_hear_language)]
    )
    files = _page_files()
    streams, questions = viewer_streams(), Shares("questions", most=MOST_WAITING, most_each=QUESTIONS_EACH)

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:
        return _told({"error": served.tell_fault("a request to the page", error)}, 500)

    async def ask(verb: str, body: Mapping[str, Any]) -> Response:
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(mailbox.ask(verb, body)), ANSWER_TIMEOUT_S)
        except TimeoutError:
            return _told({"error": "the game is busy; look at the page whether it was taken"}, 503)
        except BoardsightError as error:
            return _told({"error": str(error)}, 409)
        return JSONResponse(dict(answer)) if verb == "forms" else _told(dict(answer))  # a form's choices are our words

    async def wonder(request: Request, verb: str, body: Mapping[str, Any]) -> Response:
        try:
            with questions.taken(request.scope):
                return await ask(verb, body)
        except NoShare as refusal:
            return refused(refusal)

    @app.get("/api/v1/state", summary="Everything that the page shows")
    async def state() -> Response:
        return _told(publication.state)

    @app.get("/api/v1/events", summary="Server-sent events; resumes from Last-Event-ID")
    async def events(
        last_event_id: Annotated[str | None, Header()] = None,
        last: Annotated[str | None, Query(max_length=60, description="as Last-Event-ID, for who can't set it")] = None,
    ) -> Response:
        return EventStream(_event_stream(publication, last_event_id or last, SPOKEN.get()), streams)

    @app.get("/api/v1/record", summary="The record so far, JSON Lines")
    async def record() -> Response:
        text = await asyncio.to_thread(served.record_text)
        headers = {"content-disposition": 'attachment; filename="record.jsonl"', "cache-control": "no-store"}
        return PlainTextResponse(text, media_type="application/jsonl", headers=headers)

    @app.get("/api/v1/picture", summary="What the camera sees, with what was read drawn on it (JPEG)")
    async def picture(if_none_match: Annotated[str | None, Header()] = None) -> Response:
        newest = await asyncio.to_thread(publication.picture)
        if newest is None:
            return Response(status_code=204)
        tag = f'"{publication.boot}-{newest[0]}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if if_none_match == tag:
            return Response(status_code=304, headers=headers)
        return Response(newest[1], media_type="image/jpeg", headers=headers)

    @app.get("/api/v1/crop", summary="The cut-out that belongs to an open question (JPEG)")
    async def crop(question: Annotated[str, Query(max_length=60)]) -> Response:
        picture = await asyncio.to_thread(publication.crop, question)
        if picture is None:
            return JSONResponse({"error": "that question has no picture"}, 404)
        return Response(picture, media_type="image/jpeg", headers={"cache-control": "no-store"})

    @app.get("/api/v1/evidence/{name}", summary="The picture in which a move was read (JPEG)")
    async def kept(name: str) -> Response:
        found = await asyncio.to_thread(served.evidence, name)
        if found is None:
            return JSONResponse({"error": "there is no such picture"}, 404)
        return Response(found, media_type="image/jpeg", headers={"cache-control": "max-age=86400"})

    @app.get("/api/v1/art", summary="What is printed on a part of the game (SVG)")
    async def drawing(part: Annotated[str, Query(max_length=100)]) -> Response:
        return art_response(await asyncio.to_thread(served.art, part))

    @app.post(PHOTOS, summary="A photograph of the table as the body: its position, the points and why, what was read")
    async def photo(
        request: Request,
        name: Annotated[str | None, Query(pattern=r"^[\w-]{8,40}$", description="sent twice, it is read once")] = None,
    ) -> Response:
        if served.photos is None:
            return _told({"error": "no photos are read here: this page shows a record alone"}, 404)
        data = await request.body()
        try:
            answer = await asyncio.wait_for(
                asyncio.shield(asyncio.wrap_future(served.photos.take(data, name))), PHOTO_TIMEOUT_S
            )
        except TimeoutError:
            return _told({"error": "the table is busy; send your photo again in a moment"}, 503)
        except UnreadableInput as error:
            return _told({"error": str(error)}, 422)
        except BoardsightError as error:
            return _told({"error": str(error)}, 503)
        return _told(answer)

    @app.get("/api/v1/photos/{name}", summary="A photograph that was sent, with what was read drawn on it (JPEG)")
    async def photo_read(name: str) -> Response:
        found = None if served.photos is None else served.photos.picture(name)
        if found is None:
            return JSONResponse({"error": "there is no such picture"}, 404)
        return Response(found, media_type="image/jpeg", headers={"cache-control": "max-age=3600"})

    @app.get("/api/v1/story", summary="The whole game, move by move, with every board: for its replay")
    async def whole_story(request: Request) -> Response:
        if served.story is None:
            return JSONResponse({"error": "there is no replay here"}, 404)
        try:
            with questions.taken(request.scope):
                return _told(await asyncio.to_thread(served.story))
        except NoShare as refusal:
            return refused(refusal)

    @app.get("/api/v1/report", summary="Make a report of a trouble from the last pictures, and say what is in it")
    async def report(request: Request) -> Response:
        if served.reports is None or not _may_report(request):
            told = "a report is made at a table that is played, on its own machine or with its token"
            return _told({"error": told}, 403)
        try:
            return _told(await asyncio.to_thread(served.reports.made))
        except BoardsightError as error:
            return _told({"error": str(error)}, 409)

    @app.get("/api/v1/report/file", summary="The report that was made last (ZIP)")
    async def report_file(request: Request) -> Response:
        made = None if served.reports is None or not _may_report(request) else served.reports.newest
        if made is None:
            return _told({"error": "no report was made yet; ask for /api/v1/report first"}, 404)
        headers = {"content-disposition": f'attachment; filename="{made.name}"', "cache-control": "no-store"}
        return Response(made.data, media_type="application/zip", headers=headers)

    @app.get("/api/v1/report/pictures/{number}", summary="One of the pictures in that report, small (JPEG)")
    async def report_picture(request: Request, number: int) -> Response:
        made = None if served.reports is None or not _may_report(request) else served.reports.newest
        if made is None or not 0 <= number < len(made.pictures):
            return JSONResponse({"error": "there is no such picture"}, 404)
        return Response(made.pictures[number], media_type="image/jpeg", headers={"cache-control": "no-store"})

    def _may_report(request: Request) -> bool:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return _is_near(request) or (token is not None and compare_digest(given.encode(), token.encode()))

    @app.post("/api/v1/corrections", summary="Change, insert or remove a past move; take back the last")
    async def corrections(body: CorrectionBody) -> Response:
        return await ask("correct", body.model_dump(exclude_unset=True))

    @app.post("/api/v1/turn", summary="A turn without a trace, or whose turn it is")
    async def turn(body: TurnBody) -> Response:
        return await ask("turn", body.model_dump(exclude_none=True))

    @app.post("/api/v1/answers", summary="Answer a question")
    async def answers(body: AnswerBody) -> Response:
        return await ask("answer", body.model_dump())

    @app.post("/api/v1/pause", summary="Let the game rest, or go on")
    async def pause(body: PauseBody) -> Response:
        return await ask("pause", body.model_dump())

    @app.post("/api/v1/record", summary="Write the whole record to another place, and go on there")
    async def another_place(body: PlaceBody, request: Request) -> Response:
        if not _is_near(request):
            return _told({"error": "a place for the record is named on the table's own machine only"}, 403)
        return await ask("record", body.model_dump())

    @app.get("/api/v1/worth", summary="What each place would be worth now for a kind of piece of a player")
    async def worth(
        request: Request,
        kind: Annotated[str, Query(max_length=60)],
        player: Annotated[str | None, Query(max_length=60, description="default: whose turn it is")] = None,
        value: Annotated[
            int | None, Query(ge=0, le=99, description="of dice or cards, where the game needs it")
        ] = None,
    ) -> Response:
        return await wonder(request, "worth", {"kind": kind, "player": player, "value": value})

    @app.get("/api/v1/likely", summary="Likely corrections of a move, or of what is missing after one, ranked")
    async def likely(
        request: Request,
        of: Annotated[int | None, Query(ge=1)] = None,
        after: Annotated[int | None, Query(ge=0)] = None,
    ) -> Response:
        return await wonder(request, "likely", {"of": of, "after": after})

    @app.get("/api/v1/forms", summary="Every kind of move of the game with its fields, for correcting and adding moves")
    async def forms(request: Request) -> Response:
        return await wonder(request, "forms", {})

    @app.get("/api/v1/qr", summary="The page's address as a QR code (SVG), from this machine only where it has a token")
    async def qr(request: Request, page: Literal["", "phone"] = "") -> Response:
        if share_url is None or (token is not None and not _is_near(request)):
            return JSONResponse({"error": "the game is not shared; start it with --host"}, 404)
        address = share_url.replace("/#", f"/{page}#")
        return Response(_qr_svg(address), media_type=TYPES["svg"], headers={"cache-control": "no-store"})

    @app.get("/healthz", summary="Whether the table lives")
    async def healthz() -> Response:
        return JSONResponse({"status": "ok", "viewers": publication.viewers})

    @app.get("/metrics", summary="Counters for Prometheus")
    async def metrics() -> Response:
        return PlainTextResponse(served.metrics_text(), media_type="text/plain; version=0.0.4")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        name = PAGES.get(f"/{path}", path.removeprefix("page/"))
        content = files.get(name)
        if content is None:
            return JSONResponse({"error": f"there is no page '/{path[:60]}'"}, 404)
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    return Guard(_without_a_second_word(app), token=token, hosts=hosts)


def _without_a_second_word(app: App) -> App:
    """The application with its faults told once: FastAPI answers them as `failed` says, and then raises them again."""

    async def quietly(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(Exception):  # answered and logged by `failed`
            await app(scope, receive, send)

    return quietly


def _page_files() -> dict[str, bytes]:
    """The page's files by name, read once: nothing that a request says ever becomes a path."""
    folder = resources.files("live.page") / "static"
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.name.rpartition(".")[2] in TYPES}


def art_response(drawing: bytes | None) -> Response:
    """A part's drawing for the browser, which keeps it for a day; 404 where there is none."""
    if drawing is None:
        return JSONResponse({"error": "there is no such part to be drawn"}, 404)
    headers = {"content-encoding": "gzip", "cache-control": "max-age=86400"}
    return Response(drawing, media_type=TYPES["svg"], headers=headers)


def _is_near(request: Request) -> bool:
    """Whether somebody on this machine asks, by a name that only this machine has: not through a proxy on it."""
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
    return here and f"{request.url.hostname}" in ("127.0.0.1", "localhost", "::1")


async def _hear_language(
    lang: Annotated[str, Query(max_length=5, description="everything that people are told: en or de")] = "en",
) -> None:
    """Remember the language that a request wishes; an unknown one is English."""
    SPOKEN.set(lang if lang in LANGUAGES else "en")


def _told(value: Mapping[str, Any], status: int = 200) -> Response:
    """JSON in the request's language, never kept by anybody in between."""
    return JSONResponse(translated_json(value, SPOKEN.get()), status, headers={"cache-control": "no-store"})


async def _event_stream(publication: Publication, last_id: str | None, language: str) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    async for changes in publication.follow(last_id):
        if changes is None:
            yield b": alive\n\n"
        else:
            yield b"".join(_event(publication.boot, change, language) for change in changes)


def _event(boot: str, change: PageEvent, language: str) -> bytes:
    data = json.dumps(translated_json(change.data, language), ensure_ascii=False, separators=(",", ":"))
    return f"id: {boot}-{change.number}\nevent: {change.event}\ndata: {data}\n\n".encode()


def _qr_svg(text: str) -> bytes:
    import io

    import segno

    drawing = io.BytesIO()
    segno.make(text, error="m").save(drawing, kind="svg", scale=4, border=3, dark="#000", light="#fff")
    return drawing.getvalue()
