"""The set-up page and printers: which there are, a game on its way to one, how far it is, and taking it back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import FastAPI
from fastapi.responses import Response
from pydantic import Field

from live.page.answers import RequestBody, told_json
from live.page.bodies import NothingBody
from live.printing.jobs import Wish, steps_of
from live.printing.printers import printer_named, printers
from live.printing.run import PrintRun
from printables.book import PrintSettings, documents_of
from printables.looks import Looks
from tabletop.addresses import is_address
from tabletop.errors import UsageError
from tabletop.gamefile import load_game


class PrintBody(RequestBody):
    """What is printed, how, and where."""

    game: Annotated[str, Field(min_length=1, max_length=300)]
    printer: Annotated[str, Field(min_length=1, max_length=120)]
    paper: Literal["a4", "letter"] = "a4"
    style: Literal["light", "standard", "fine"] = "standard"
    sheets: Annotated[int, Field(ge=1, le=999)] | None = None


def printing(body: PrintBody, game_name: str) -> PrintRun:
    """Begin to print. Raises UsageError for a printer that is none, and for a game that can't be printed so."""
    if is_address(body.printer):
        raise UsageError("the page prints on this machine's printers only; choose one of the list")
    game, settings = load_game(game_name), PrintSettings(paper=body.paper, style=body.style)
    documents, looks = documents_of(game, settings), Looks(game.palette)
    wish = Wish(body.paper, frozenset() if body.sheets is None else frozenset({body.sheets}))
    return PrintRun(
        printer_named(body.printer),
        body.paper,
        lambda abilities: steps_of(documents, game, looks, wish, two_sided=abilities.two_sided),
    ).start()


def serve_printing(app: FastAPI, offered: Callable[[str], str]) -> None:
    """Serve it; one game is printed at a time. `offered` gives a game's name, or refuses one that isn't offered."""
    running: list[PrintRun] = []
    beginning = asyncio.Lock()

    @app.get("/api/v1/setup/printers", summary="The names of the printers that there are")
    async def names() -> Response:
        return told_json({"printers": [printer.name for printer in await asyncio.to_thread(printers)]})

    @app.get("/api/v1/setup/print", summary="How far the printing is")
    async def state() -> Response:
        return told_json(running[-1].to_json() if running else {"over": True})

    @app.post("/api/v1/setup/print", summary="Print a game's sheets")
    async def begin(body: PrintBody) -> Response:
        async with beginning:
            if running and not running[-1].over:
                raise UsageError("something is being printed; wait until it is done, or take it back")
            running[:] = [await asyncio.to_thread(printing, body, offered(body.game))]
        return told_json(running[-1].to_json())

    @app.post("/api/v1/setup/print/go-on", summary="The sheet is turned over: print its back")
    async def go_on(_: NothingBody) -> Response:
        for one in running:
            one.go_on()
        return told_json({})

    @app.post("/api/v1/setup/print/cancel", summary="Take back what is not printed yet")
    async def cancel(_: NothingBody) -> Response:
        for one in running:
            one.cancel()
        return told_json({})
