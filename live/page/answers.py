"""What every page of ours answers alike: its files, JSON in the request's language, codes to scan, faults told once."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from contextvars import ContextVar
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response

from live.page.guard import App, Receive, Scope, Send
from tabletop.translation import languages, translated_json

SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")
"""The language of the request that is being answered."""
LANGUAGES = frozenset(languages())
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "json": "application/json",
}


def serve_files(app: FastAPI, pages: Mapping[str, str]) -> None:
    """Give the page's files, and `pages` by their own addresses; to be added last."""
    files = _page_files()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        name = pages.get(f"/{path}", path.removeprefix("page/"))
        content = files.get(name)
        if content is None:
            return JSONResponse({"error": f"there is no page '/{path[:60]}'"}, 404)
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


def without_a_second_word(app: App) -> App:
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


def is_near(request: Request) -> bool:
    """Whether somebody on this machine asks, by a name that only this machine has: not through a proxy on it."""
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
    return here and f"{request.url.hostname}" in ("127.0.0.1", "localhost", "::1")


def serve_key(app: FastAPI, token: str | None) -> None:
    """Tell the token to pages that are open on this machine: whoever sits here may press everything."""

    @app.get("/api/v1/key", summary="The token, for this machine's own pages; none where none is needed")
    async def key(request: Request) -> Response:
        if not is_near(request):
            return JSONResponse({"error": "open the address with its token, or scan the code on the page"}, 403)
        return JSONResponse({"token": token}, headers={"cache-control": "no-store"})


async def hear_language(
    lang: Annotated[str, Query(max_length=5, description="everything that people are told: en or de")] = "en",
) -> None:
    """Remember the language that a request wishes; an unknown one is English."""
    SPOKEN.set(lang if lang in LANGUAGES else "en")


def told_json(value: Mapping[str, Any], status: int = 200) -> Response:
    """JSON in the request's language, never kept by anybody in between."""
    return JSONResponse(translated_json(value, SPOKEN.get()), status, headers={"cache-control": "no-store"})


def qr_svg(text: str) -> bytes:
    """A text as a QR code, an SVG drawing."""
    import segno

    drawing = io.BytesIO()
    segno.make(text, error="m").save(drawing, kind="svg", scale=4, border=3, dark="#000", light="#fff")
    return drawing.getvalue()
