"""What every page of ours does alike: what it takes, its files, JSON in the request's language, refusals and faults."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict

from live.console.faults import Faults
from live.page.guard import FORWARDED, TEST_CLIENT, App, Receive, Scope, Send
from live.page.modules import asking_at_once, told_to_old_browsers
from live.page.shares import NoShare, refused
from tabletop.errors import BoardsightError
from tabletop.translation import PSEUDO, languages, translated_json

SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")
"""The language of the request that is being answered."""
LANGUAGES = frozenset({*languages(), PSEUDO})
LANGUAGE_PARAMETER = {
    "name": "lang",
    "in": "query",
    "description": "everything that people are told: en or de",
    "schema": {"type": "string", "default": "en"},
}
"""As OpenAPI has it."""
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "json": "application/json",
}
VERSION_DIGITS = 12
FILE = re.compile(rf"(page/)?((?P<version>[0-9a-f]{{{VERSION_DIGITS}}})/)?(?P<name>[a-z.-]+)")
"""A file's address: the version in it is not looked at but for how long the file is kept, so that a page which stayed
open while the program was renewed still finds what it fetches later."""
KEPT = "max-age=31536000, immutable"
"""A file at an address that changes with it is asked for once: a page that is opened again asks for itself alone."""
FRESH = {"cache-control": "no-store"}
"""Of answers that nobody in between keeps."""


class RequestBody(BaseModel):
    """What a browser sends: nothing but the fields that are named."""

    model_config = ConfigDict(extra="forbid")


def page_application(title: str, tell_fault: Callable[[str, Exception], str] | None = None) -> FastAPI:
    """A page's application, without anything on it, which hears the request's language and tells what goes wrong.

    What nobody can have is refused with its sentence; a fault of the program goes to `tell_fault`, which gives one.
    """
    app = _Page(title=title, version="1", docs_url=None, redoc_url=None)
    app.add_middleware(_HearingLanguage)
    tell = tell_fault or Faults().tell

    @app.exception_handler(NoShare)
    async def full(_: Request, refusal: NoShare) -> Response:
        return refused(refusal)

    @app.exception_handler(BoardsightError)
    async def impossible(_: Request, error: BoardsightError) -> Response:
        return told_json({"error": str(error)}, 409)

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:
        return told_json({"error": tell("a request to the page", error)}, 500)

    return app


class _Page(FastAPI):
    """FastAPI whose schema names what every address takes: to say it at each costs a page of 34 half of its start."""

    def openapi(self) -> dict[str, Any]:
        """The schema (OpenAPI 3.1), made once."""
        if self.openapi_schema is None:
            for path in super().openapi()["paths"].values():
                for operation in path.values():
                    operation.setdefault("parameters", []).append(LANGUAGE_PARAMETER)
        return super().openapi()


class _HearingLanguage:
    """ASGI middleware that remembers the language which a request wishes; an unknown one is English."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        wished = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", ["en"])[-1]
        SPOKEN.set(wished if wished in LANGUAGES else "en")
        await self._app(scope, receive, send)


def serve_files(app: FastAPI, pages: Mapping[str, str], *rooms: str) -> None:
    """Give the page's files and those of other `rooms`, and `pages` by their own addresses; to be added last."""
    files = page_files(*rooms)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        named = FILE.fullmatch(pages.get(f"/{path}", path))
        content = None if named is None else files.contents.get(named["name"])
        if named is None or content is None:
            return JSONResponse({"error": f"there is no page '/{path[:60]}'"}, 404)
        kind = TYPES.get(named["name"].rpartition(".")[2], "application/octet-stream")
        kept = KEPT if named["version"] == files.version else "no-cache"
        return Response(content, media_type=kind, headers={"cache-control": kept})


def without_a_second_word(app: App) -> App:
    """The application with its faults told once: FastAPI answers them as `failed` says, and then raises them again."""

    async def quietly(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(Exception):  # answered and logged by `failed`
            await app(scope, receive, send)

    return quietly


def serve_play_link(app: FastAPI, play_link: Callable[[Request], str] | None) -> None:
    """Give a finished game to BG Stats, as a way there and as a code to scan; not at all where nobody wished that."""
    if play_link is None:
        return

    @app.get("/api/v1/bg-stats", summary="A finished game's link to BG Stats: goes there")
    def bg_stats(request: Request) -> Response:
        return RedirectResponse(play_link(request), headers=FRESH)

    @app.get("/api/v1/bg-stats.svg", summary="The same as a QR code for the phone on which the app is")
    def bg_stats_code(request: Request) -> Response:
        return Response(qr_svg(play_link(request)), media_type=TYPES["svg"], headers=FRESH)


@dataclass(frozen=True, slots=True)
class PageFiles:
    """What a page consists of."""

    contents: Mapping[str, bytes]
    """By name; every HTML page names the others at addresses with the version in them, so that a browser keeps them."""
    version: str
    """Of scripts, styles and drawings: another one as soon as a letter of them differs."""


@cache
def page_files(*rooms: str) -> PageFiles:
    """The page's files and other rooms', read once: nothing that a request says ever becomes a path."""
    folders = [resources.files(room) / "static" for room in ("live.page", *rooms)]
    entries = [entry for folder in folders for entry in folder.iterdir()]
    files = {entry.name: entry.read_bytes() for entry in entries if entry.name.rpartition(".")[2] in TYPES}
    version = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:VERSION_DIGITS]
    pages = {
        name: asking_at_once(page.decode(), lambda script: files[script].decode())
        for name, page in files.items()
        if name.endswith(".html")
    }
    old = '<script src="/page/old-browser.js"></script>'
    pages = {name: told_to_old_browsers(page, old) for name, page in pages.items()}
    versioned = {name: page.replace('"/page/', f'"/page/{version}/').encode() for name, page in pages.items()}
    return PageFiles({**files, **versioned}, version)


def picture_response(found: bytes | None, kept: str = FRESH["cache-control"]) -> Response:
    """A JPEG for the browser, which keeps it as `kept` says; 404 where there is none."""
    if found is None:
        return told_json({"error": "there is no such picture"}, 404)
    return Response(found, media_type="image/jpeg", headers={"cache-control": kept})


def art_response(drawing: bytes | None) -> Response:
    """A part's drawing for the browser, which keeps it for a day; 404 where there is none."""
    if drawing is None:
        return JSONResponse({"error": "there is no such part to be drawn"}, 404)
    headers = {"content-encoding": "gzip", "cache-control": "max-age=86400"}
    return Response(drawing, media_type=TYPES["svg"], headers=headers)


def is_near(request: Request) -> bool:
    """Whether somebody on this machine asks, by a name that only this machine has: not through a proxy on it.

    A proxy that writes this machine's name into what it passes on is told by its headers, or by HTTP/1.0, which
    nginx speaks to what lies behind it and no browser speaks.
    """
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1", TEST_CLIENT)
    passed_on = request.scope.get("http_version") == "1.0" or any(name in request.headers for name in FORWARDED)
    return here and not passed_on and f"{request.url.hostname}" in ("127.0.0.1", "localhost", "::1")


def serve_key(app: FastAPI, token: str | None) -> None:
    """Tell the token to pages that are open on this machine: whoever sits here may press everything."""

    @app.get("/api/v1/key", summary="The token, for this machine's own pages; none where none is needed")
    async def key(request: Request) -> Response:
        if not is_near(request):
            return JSONResponse({"error": "open the address with its token, or scan the code on the page"}, 403)
        return JSONResponse({"token": token}, headers=FRESH)


def told_json(value: Mapping[str, Any], status: int = 200) -> Response:
    """JSON in the request's language, never kept by anybody in between."""
    return JSONResponse(translated_json(value, SPOKEN.get()), status, headers=FRESH)


def qr_svg(text: str) -> bytes:
    """A text as a QR code for a screen, which hides nothing of it: large modules, with the standard's margin (SVG)."""
    import segno

    drawing = io.BytesIO()
    segno.make(text, error="l").save(drawing, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return drawing.getvalue()
