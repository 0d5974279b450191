"""The table's web application: the page's files, the state, the events, the picture, and what people may change."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from secrets import compare_digest
from typing import Annotated, Any, Literal

from fastapi import Header, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from live.console.faults import Faults
from live.page.answers import (
    FRESH,
    SPOKEN,
    TYPES,
    art_response,
    is_near,
    page_application,
    picture_response,
    qr_svg,
    serve_files,
    serve_key,
    serve_play_link,
    told_json,
    without_a_second_word,
)
from live.page.bodies import (
    AnswerBody,
    ClockBody,
    ConfirmBody,
    CorrectionBody,
    EpisodeBody,
    NothingBody,
    PauseBody,
    PlaceBody,
    TurnBody,
)
from live.page.guard import LOOPBACK_NAMES, PHOTOS, App, Guard
from live.page.guests import GuestCode
from live.page.live_pictures import serve_live_pictures
from live.page.mailbox import MOST_WAITING, Mailbox
from live.page.photos import PhotoDesk
from live.page.publication import PageEvent, Publication
from live.page.reports import ReportDesk
from live.page.secure import SecurePage, serve_certificate
from live.page.shares import EventStream, Shares, viewer_streams
from live.sources.phone import Phones
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import load_game
from tabletop.howtoplay import how_to_play_json
from tabletop.translation import translated_json

ANSWER_TIMEOUT_S = 10.0
"""The game answers between two frames; a reader that is at work longer than this is in trouble."""
QUESTIONS_EACH = 4
"""Questions of one address that wait at once for the game: what a move would be worth, what it may have been."""
PHOTO_TIMEOUT_S = 90.0
"""Ten photographs that come at once are read one after the other."""
PAGES = {"/": "table.html", **{f"/{page}": f"{page}.html" for page in ("tv", "overlay", "replay", "phone")}}


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
    souvenir: Callable[[str, str], bytes] | None = None
    """Its picture as `svg` or `pdf`, in a language."""
    play_link: Callable[[Request], str] | None = None
    """The finished game as a link for BG Stats; None where nobody wished that."""
    photos: PhotoDesk | None = None
    """Reads the photographs that people send."""
    secure: SecurePage | None = None
    """The same page over https, where phones film."""
    phones: Phones | None = None
    """Takes the pictures of phones that film."""
    guests: GuestCode | None = None
    """With which guests send pictures, where the page is shared."""
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
    """The guarded application; `share_url` is what the QR code carries, `token` as in `Guard`.

    The phone page's QR code carries the guests' code; where none is given a shared page has one of its own.
    """
    guests = GuestCode() if served.guests is None and token is not None else served.guests
    app = page_application("Boardsight", served.tell_fault)
    streams, questions = viewer_streams(), Shares("questions", most=MOST_WAITING, most_each=QUESTIONS_EACH)

    async def ask(verb: str, body: Mapping[str, Any]) -> Response:
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                answer = await asyncio.wrap_future(mailbox.ask(verb, body))
        except TimeoutError:
            return told_json({"error": "the game is busy; look at the page whether it was taken"}, 503)
        return JSONResponse(dict(answer)) if verb == "forms" else told_json(dict(answer))  # choices are our words

    async def wonder(request: Request, verb: str, body: Mapping[str, Any]) -> Response:
        with questions.taken(request.scope):
            return await ask(verb, body)

    @app.get("/api/v1/state", summary="Everything that the page shows")
    async def state() -> Response:
        return told_json(publication.state)

    @app.get("/api/v1/events", summary="Server-sent events; resumes from Last-Event-ID")
    async def events(
        last_event_id: Annotated[str | None, Header()] = None,
        last: Annotated[str | None, Query(max_length=60, description="as Last-Event-ID, for who can't set it")] = None,
    ) -> Response:
        return EventStream(_event_stream(publication, last_event_id or last, SPOKEN.get()), streams)

    @app.get("/api/v1/record", summary="The record so far, JSON Lines")
    async def record() -> Response:
        text = await asyncio.to_thread(served.record_text)
        headers = {"content-disposition": 'attachment; filename="record.jsonl"', **FRESH}
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
        return picture_response(picture)

    @app.get("/api/v1/evidence/{name}", summary="The picture in which a move was read (JPEG)")
    async def kept(name: str) -> Response:
        return picture_response(await asyncio.to_thread(served.evidence, name), "max-age=86400")

    @app.get("/api/v1/art", summary="What is printed on a part of the game (SVG)")
    async def drawing(part: Annotated[str, Query(max_length=100)]) -> Response:
        return art_response(await asyncio.to_thread(served.art, part))

    @app.post(PHOTOS, summary="A photograph of the table as the body: its position, the points and why, what was read")
    async def photo(
        request: Request,
        name: Annotated[str | None, Query(pattern=r"^[\w-]{8,40}$", description="sent twice, it is read once")] = None,
    ) -> Response:
        if served.photos is None:
            return told_json({"error": "no photos are read here: this page shows a record alone"}, 404)
        data = await request.body()
        try:
            async with asyncio.timeout(PHOTO_TIMEOUT_S):
                answer = await asyncio.shield(asyncio.wrap_future(served.photos.take(data, name)))
        except TimeoutError:
            return told_json({"error": "the table is busy; send your photo again in a moment"}, 503)
        except UnreadableInput as error:
            return told_json({"error": str(error)}, 422)
        except BoardsightError as error:
            return told_json({"error": str(error)}, 503)
        return told_json(answer)

    @app.get("/api/v1/photos/{name}", summary="A photograph that was sent, with what was read drawn on it (JPEG)")
    async def photo_read(name: str) -> Response:
        return picture_response(None if served.photos is None else served.photos.picture(name), "max-age=3600")

    @app.get("/api/v1/story", summary="The whole game, move by move, with every board: for its replay")
    async def whole_story(request: Request) -> Response:
        if served.story is None:
            return JSONResponse({"error": "there is no replay here"}, 404)
        with questions.taken(request.scope):
            return told_json(await asyncio.to_thread(served.story))

    @app.get("/api/v1/report", summary="Make a report of a trouble from the last pictures, and say what is in it")
    async def report(
        request: Request,
        whole: Annotated[bool, Query(description="with the pictures in which no game is seen, as they are")] = False,
    ) -> Response:
        if served.reports is None or not _may_report(request):
            told = "a report is made at a table that is played, on its own machine or with its token"
            return told_json({"error": told}, 403)
        return told_json(await asyncio.to_thread(served.reports.made, whole=whole))

    @app.get("/api/v1/report/file", summary="The report that was made last (ZIP)")
    async def report_file(request: Request) -> Response:
        made = None if served.reports is None or not _may_report(request) else served.reports.newest
        if made is None:
            return told_json({"error": "no report was made yet; ask for /api/v1/report first"}, 404)
        headers = {"content-disposition": f'attachment; filename="{made.name}"', **FRESH}
        return Response(made.data, media_type="application/zip", headers=headers)

    @app.get("/api/v1/report/pictures/{number}", summary="One of the pictures in that report, small (JPEG)")
    async def report_picture(request: Request, number: int) -> Response:
        made = None if served.reports is None or not _may_report(request) else served.reports.newest
        return picture_response(None if made is None or not 0 <= number < len(made.pictures) else made.pictures[number])

    def _may_report(request: Request) -> bool:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return is_near(request) or (token is not None and compare_digest(given.encode(), token.encode()))

    @app.get("/api/v1/souvenir.{kind}", summary="The game as one picture: city, photograph, names, points (svg, pdf)")
    async def one_picture(request: Request, kind: Literal["svg", "pdf"]) -> Response:
        if served.souvenir is None:
            return JSONResponse({"error": "there is no souvenir here"}, 404)
        with questions.taken(request.scope):
            drawn = await asyncio.to_thread(served.souvenir, kind, SPOKEN.get())
        return Response(drawn, media_type=TYPES[kind], headers=FRESH)

    serve_play_link(app, served.play_link)

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

    @app.get("/api/v1/clock", summary="What time it is here, ms since 1970: the players' clocks are counted by it")
    async def time_here() -> Response:
        return told_json({"now_ms": round(time.time() * 1000)})

    @app.post("/api/v1/again", summary="Begin the same game anew with the same players, once this one is over")
    async def again(body: NothingBody) -> Response:
        return await ask("again", body.model_dump())

    @app.post("/api/v1/set-up", summary="Back from a demo to the page on which a table is set up")
    async def set_up(body: NothingBody) -> Response:
        return await ask("set-up", body.model_dump())

    @app.post("/api/v1/clock", summary="Begin everybody's clock, or have none")
    async def clock(body: ClockBody) -> Response:
        return await ask("clock", body.model_dump())

    @app.post("/api/v1/confirm", summary="Ask of every move whether it counts, or write what is seen")
    async def confirm(body: ConfirmBody) -> Response:
        return await ask("confirm", body.model_dump())

    @app.post("/api/v1/campaign", summary="Enter the game that is over into its campaign")
    async def episode(body: EpisodeBody) -> Response:
        return await ask("campaign", body.model_dump())

    @app.post("/api/v1/record", summary="Write the whole record to another place, and go on there")
    async def another_place(body: PlaceBody, request: Request) -> Response:
        if not is_near(request):
            return told_json({"error": "a place for the record is named on the table's own machine only"}, 403)
        return await ask("record", body.model_dump())

    @app.get("/api/v1/worth", summary="What each place would be worth now for a kind of piece of a player")
    async def worth(
        request: Request,
        kind: Annotated[str, Query(max_length=60)],
        player: Annotated[str | None, Query(max_length=60, description="default: whose turn it is")] = None,
        value: Annotated[int | None, Query(ge=0, le=99, description="of dice or cards, where needed")] = None,
    ) -> Response:
        return await wonder(request, "worth", {"kind": kind, "player": player, "value": value})

    @app.get("/api/v1/likely", summary="Likely corrections of a move, or of what is missing after one, ranked")
    async def likely(
        request: Request,
        of: Annotated[int | None, Query(ge=1)] = None,
        after: Annotated[int | None, Query(ge=0)] = None,
    ) -> Response:
        return await wonder(request, "likely", {"of": of, "after": after})

    @app.get("/api/v1/spots", summary="Where the part of a move may lie, each spot in words, while the move is written")
    async def spots(
        request: Request,
        move: Annotated[str, Query(max_length=1000, description="the move's body so far, JSON")],
        key: Annotated[str, Query(max_length=60, description="of the body, what holds the spot")],
        of: Annotated[int | None, Query(ge=1)] = None,
        after: Annotated[int | None, Query(ge=0)] = None,
    ) -> Response:
        try:
            body = json.loads(move)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            return told_json({"error": "the move is no JSON object"}, 422)
        return await wonder(request, "spots", {"move": body, "key": key, "of": of, "after": after})

    @app.get("/api/v1/forms", summary="Every kind of move of the game with its fields, for correcting and adding moves")
    async def forms(request: Request) -> Response:
        return await wonder(request, "forms", {})

    @app.get("/api/v1/how-to-play", summary="How the game is played: its paragraphs, lists marked by a dash")
    async def how_to_play() -> Response:
        return JSONResponse(how_to_play_json(load_game(publication.state["game"]), SPOKEN.get()))

    @app.get("/api/v1/qr", summary="The page's address as a QR code (SVG); with a token from this machine only")
    async def qr(request: Request, page: Literal["", "phone", "follow"] = "") -> Response:
        if share_url is None or not (page == "follow" or token is None or is_near(request)):
            return JSONResponse({"error": "the game is not shared; start it with --host"}, 404)
        if page == "follow":
            address = share_url.partition("#")[0]
        else:
            address = share_url if page == "" else phone_address(share_url, guests)
        return Response(qr_svg(address), media_type=TYPES["svg"], headers=FRESH)

    @app.post("/api/v1/guests", summary="Take the guests' code back: pictures are sent with another one from now on")
    async def another_code(_: NothingBody) -> Response:
        if guests is None:
            return told_json({"error": "the game is not shared; start it with --host"}, 404)
        guests.renew()
        return told_json({})

    serve_key(app, token)

    @app.get("/healthz", summary="Whether the table lives")
    async def healthz() -> Response:
        return JSONResponse({"status": "ok", "viewers": publication.viewers})

    @app.get("/metrics", summary="Counters for Prometheus")
    async def metrics() -> Response:
        return PlainTextResponse(served.metrics_text(), media_type="text/plain; version=0.0.4")

    secure = served.secure or SecurePage()
    serve_certificate(app, secure.authority)
    serve_live_pictures(app, served.phones)
    serve_files(app, PAGES)
    return Guard(without_a_second_word(app), token=token, hosts=hosts, secure_port=secure.port, guests=guests)


def phone_address(share_url: str, guests: GuestCode | None) -> str:
    """The phone page's address, with the guests' code where there is one."""
    page = share_url.replace("/#", "/phone#")
    return page if guests is None else f"{page.partition('#')[0]}#token={guests.code}"


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
