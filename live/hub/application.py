"""The hub's web application: the wall, one table large, standings, results, and what an organiser may change."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import Header, Query
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import Field

from live.hub.exports import results_csv, results_json, standings_csv, standings_json
from live.hub.hub import Hub
from live.hub.people import people_json
from live.hub.table_view import known_art, table_board, table_souvenir, table_view
from live.page.answers import (
    FRESH,
    SPOKEN,
    TYPES,
    RequestBody,
    art_response,
    page_application,
    serve_files,
    serve_key,
    told_json,
    without_a_second_word,
)
from live.page.guard import LOOPBACK_NAMES, App, Guard
from live.page.hosting import Address, hosted, tell_address
from live.page.shares import EventStream, viewer_streams
from live.page.souvenir import souvenir_pdf, souvenir_svg
from tabletop.readings import Problem
from tabletop.translation import translated, translated_json

PAGES = {"/": "hub.html", "/hub": "hub.html", "/overlay": "overlay.html", "/tv": "tv.html"}

TableName = Annotated[str | None, Query(max_length=60, description="one table's; all tables without it")]


@contextmanager
def hub_page(hub: Hub, *, host: str | None, port: int | None, allow_hosts: Iterable[str] = ()) -> Iterator[Address]:
    """Serve the hub's page as long as the context lasts; see `hosted`. What is yielded is the wall's address."""

    def make(address: Address) -> App:
        return make_hub_application(hub, token=address.token, hosts=address.hosts)

    with hosted(make, host=host, port=port, allow_hosts=allow_hosts) as address:
        try:
            yield address.page("hub")
        finally:
            hub.closed.set()


def tell_hub(address: Address) -> None:
    """Say on stderr where the wall is, and the address that carries the organiser's token."""
    tell_address("wall", address.here, "a table for OBS: …/overlay?table=NAME")
    tell_address("shared", address.shared, "everybody may look")
    tell_address("for you", address.entrusted, "whoever has this address can change results")


class TableBody(RequestBody):
    """A table by its name."""

    table: str = Field(max_length=60)


class ResultBody(RequestBody):
    """A result by its table and game, and whether it counts."""

    table: str = Field(max_length=60)
    game_id: str = Field(max_length=100)
    counts: bool


def make_hub_application(hub: Hub, *, token: str | None = None, hosts: frozenset[str] = LOOPBACK_NAMES) -> App:
    """The guarded application; `token` as in `Guard`."""
    app = page_application("Boardsight hub")
    pushes, streams, boards = WallPushes(hub), viewer_streams(), BoardPictures(hub.own_games)

    @app.get("/api/v1/state", summary="How every table stands; one table's whole state with ?table=")
    async def state(table: TableName = None) -> Response:
        if table is None:
            version, tables, _, _ = hub.wall.since(0)
            head = json.dumps({**hub.health(), "event": f"{hub.boot}-{version}"}, ensure_ascii=False).encode()
            body = head[:-1] + b',"tables":[' + b",".join(tables) + b"]}"
            return Response(body, media_type="application/json", headers=FRESH)
        found = hub.wall.payload(table)
        view = None if found is None else await asyncio.to_thread(table_view, found[1], table, hub.own_games)
        if view is None or isinstance(view, Problem):
            return told_json({"error": f"there is no table '{table}' here"}, 404)
        return told_json(view)

    @app.get("/api/v1/art", summary="What is printed on a part of a game that this program ships (SVG)")
    async def drawing(
        part: Annotated[str, Query(max_length=100)], game: Annotated[str, Query(max_length=60)]
    ) -> Response:
        return art_response(await asyncio.to_thread(known_art, game, part, hub.own_games))

    @app.get("/api/v1/events", summary="Server-sent events: the wall, or one table with ?table=")
    async def events(
        table: TableName = None,
        last_event_id: Annotated[str | None, Header()] = None,
        last: Annotated[str | None, Query(max_length=60, description="as Last-Event-ID, for who can't set it")] = None,
    ) -> Response:
        language = SPOKEN.get()
        stream = pushes.follow(last_event_id or last, language) if table is None else follow_table(hub, table, language)
        return EventStream(_counted(hub, stream), streams)

    @app.get("/api/v1/standings", summary="The tournament's standings")
    async def standings() -> Response:
        return JSONResponse(standings_json(hub.tournament, await asyncio.to_thread(hub.standings)), headers=FRESH)

    @app.get("/api/v1/standings.csv", summary="The standings for spreadsheets")
    async def standings_file() -> Response:
        return _csv(standings_csv(await asyncio.to_thread(hub.standings)), "standings.csv")

    @app.get("/api/v1/results", summary="Every game with its players")
    async def results() -> Response:
        return JSONResponse(results_json(hub.keeper.results), headers=FRESH)

    @app.get("/api/v1/results.csv", summary="A row for each player of each game")
    async def results_file() -> Response:
        return _csv(results_csv(hub.keeper.results), "results.csv")

    @app.get("/api/v1/people", summary="Everybody's figures over the results that count")
    async def people() -> Response:
        return JSONResponse(await asyncio.to_thread(people_json, hub.tournament, hub.keeper.results), headers=FRESH)

    @app.get("/api/v1/souvenir.{kind}", summary="A table's game as one picture (svg, pdf)")
    async def souvenir(kind: Literal["svg", "pdf"], table: str) -> Response:
        found = hub.wall.payload(table[:60])
        drawn = None if found is None else await asyncio.to_thread(_souvenir, hub, found[1], table, kind)
        if drawn is None:
            return told_json({"error": f"there is no table '{table[:60]}' here"}, 404)
        return Response(drawn, media_type=TYPES[kind], headers=FRESH)

    @app.get("/api/v1/board.svg", summary="What lies on a table, as it is printed (SVG)")
    async def board(table: str) -> Response:
        found = hub.wall.payload(table[:60])
        if found is None:
            return told_json({"error": f"there is no table '{table[:60]}' here"}, 404)
        drawn = await asyncio.to_thread(boards.picture, table[:60], *found)
        return Response(drawn, 204 if drawn is None else 200, media_type=TYPES["svg"], headers=FRESH)

    @app.post("/api/v1/results", summary="Let a result count in the standings, or not")
    async def count(body: ResultBody) -> Response:
        changed = hub.keeper.set_aside((body.table, body.game_id), counts=body.counts)
        if changed is None:
            return told_json({"error": "there is no such result"}, 409)
        return JSONResponse(changed.to_json())

    @app.post("/api/v1/forget", summary="Take a table off the wall until it says something again")
    async def forget(body: TableBody) -> Response:
        if not hub.wall.forget(body.table):
            return told_json({"error": f"there is no table '{body.table}' here"}, 409)
        return JSONResponse({"table": body.table})

    @app.get("/healthz", summary="Whether the hub lives, and what it has no connection to")
    async def healthz() -> Response:
        return JSONResponse({"status": "ok", "viewers": hub.viewers, **hub.health()})

    @app.get("/metrics", summary="Counters for Prometheus")
    async def metrics() -> Response:
        return PlainTextResponse(metrics_text(hub), media_type="text/plain; version=0.0.4")

    serve_key(app, token)

    serve_files(app, PAGES, "live.hub")
    return Guard(without_a_second_word(app), token=token, hosts=hosts)


def _souvenir(hub: Hub, payload: bytes, table: str, kind: str) -> bytes | None:
    souvenir = table_souvenir(payload, table, SPOKEN.get(), hub.own_games)
    if souvenir is None:
        return None
    return souvenir_pdf(souvenir) if kind == "pdf" else souvenir_svg(souvenir)


def metrics_text(hub: Hub) -> str:
    """Counters in the text form of Prometheus."""
    numbers: dict[str, int] = {
        **hub.wall.counts(),
        "viewers": hub.viewers,
        "results": len(hub.keeper.results),
        "results_waiting": hub.keeper.waiting,
        "results_dropped": hub.keeper.dropped,
        "broker_connected": int(not hub.broker),
        "database_connected": int(not hub.keeper.trouble),
    }
    return "".join(f"boardsight_hub_{name} {number}\n" for name, number in numbers.items())


async def _counted(hub: Hub, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    hub.viewers += 1
    try:
        async for block in stream:
            yield block
    finally:
        hub.viewers -= 1


def _csv(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', **FRESH}
    return Response(text.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


class BoardPictures:
    """Pictures of tables' boards, each drawn once for all who see it. Any thread may ask."""

    def __init__(self, own_games: Mapping[str, str]) -> None:
        self._own_games = own_games
        self._drawn: dict[str, tuple[int, bytes | None]] = {}
        self._drawing = threading.Lock()

    def picture(self, table: str, version: int, payload: bytes) -> bytes | None:
        """A table's board at a version of the wall; None where none can be drawn."""
        with self._drawing:
            known = self._drawn.pop(table, None)
            if known is None or known[0] != version:
                known = (version, table_board(payload, table, self._own_games))
                self._drawn = dict(list(self._drawn.items())[1 - KEPT_BOARDS :])
            self._drawn[table] = known
            return known[1]


KEPT_BOARDS = 32
KEPT_CARDS = 2000
"""Cards in another language, each made once for all who see it."""
HEARTBEAT_S = 10.0
"""A line of comment so often keeps proxies and phones from closing a silent stream."""


class WallPushes:
    """The wall's stream. All viewers are served at the same moments, so that what they get is made only once."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._every_s = hub.wall.settings.push_every_s
        self._made: dict[tuple[int, int, str], tuple[int, bytes]] = {}

    async def follow(self, last_id: str | None, language: str = "en") -> AsyncIterator[bytes]:
        """Everything first (or what was missed since `last_id`), then what changes; and how it stands with the hub."""
        hub = self._hub
        boot, _, number = (last_id or "").rpartition("-")
        version = int(number) if boot == hub.boot and number.isdigit() else 0
        told: dict[str, Any] = {}
        said_s = time.monotonic()
        yield b"retry: 1000\n\n"
        while not hub.closed.is_set():
            moment = int(time.monotonic() / self._every_s)
            version, block = self._block(moment, version, language)
            health = hub.health()
            if health != told:
                block, told = block + health_event(hub, health, language), health
            if block:
                yield block
                said_s = time.monotonic()
            elif time.monotonic() - said_s > HEARTBEAT_S:
                yield b": alive\n\n"
                said_s = time.monotonic()
            await asyncio.sleep(self._every_s - time.monotonic() % self._every_s)

    def _block(self, moment: int, version: int, language: str) -> tuple[int, bytes]:
        """What a viewer at `version` gets at this moment, with the version that it then has."""
        key = (moment, version, language)
        made = self._made.get(key)
        if made is None:
            made = self._make(version, language)
            self._made = {other: kept for other, kept in self._made.items() if other[0] == moment}
            self._made[key] = made
        return made

    def _make(self, version: int, language: str = "en") -> tuple[int, bytes]:
        newest, changed, gone, whole = self._hub.wall.since(version)
        if not (changed or gone or whole):
            return newest, b""
        if language != "en":
            changed = [_told_card(card, language) for card in changed]
        data = b'{"tables":[' + b",".join(changed) + b'],"gone":' + json.dumps(gone).encode() + b"}"
        name = b"wall" if whole else b"tables"
        stamp = f"{self._hub.boot}-{newest}".encode()
        return newest, b"id: " + stamp + b"\nevent: " + name + b"\ndata: " + data + b"\n\n"


@lru_cache(maxsize=KEPT_CARDS)
def _told_card(card: bytes, language: str) -> bytes:
    """A card's JSON with what people are told of it in a language."""
    document = translated_json(json.loads(card), language)
    for key in ("questions", "problems"):  # on cards these are sentences alone
        if key in document:
            document[key] = [translated(one, language) if isinstance(one, str) else one for one in document[key]]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def health_event(hub: Hub, health: Mapping[str, Any], language: str = "en") -> bytes:
    """How it stands with the hub, and its clock, by which the page counts how long a table has been silent."""
    said = {key: translated(health[key], language) for key in ("broker", "database") if health.get(key)}
    told = {**health, **said, "now_ms": round(hub.clock().timestamp() * 1000)}
    return f"event: hub\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()


async def follow_table(hub: Hub, table: str, language: str = "en") -> AsyncIterator[bytes]:
    """One table's stream in the form of the table's own page: `state`, and `move` for each new move."""
    yield b"retry: 1000\n\n"
    version, newest, said_s = 0, None, time.monotonic()
    while not hub.closed.is_set():
        found = hub.wall.payload(table)
        if found is not None and found[0] != version:
            version = found[0]
            view = await asyncio.to_thread(table_view, found[1], table, hub.own_games)
            if not isinstance(view, Problem):
                view = translated_json(view, language)
                moves = view["moves"]
                block = _event("state", view)
                if newest is not None:
                    block += b"".join(_event("move", move) for move in moves if move["n"] > newest)
                newest = moves[-1]["n"] if moves else 0
                yield block
                said_s = time.monotonic()
        elif time.monotonic() - said_s > HEARTBEAT_S:
            yield b": alive\n\n"
            said_s = time.monotonic()
        await asyncio.sleep(hub.wall.settings.push_every_s)


def _event(name: str, data: Mapping[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
