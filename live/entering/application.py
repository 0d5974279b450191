"""The web application in which a board is entered: the photograph, the grid's fit, the draft, the board file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import Header
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from live.entering.desk import BoardDesk, DraftChanged, EntryRefused
from live.page.answers import FRESH, RequestBody, page_application, picture_response, serve_files, without_a_second_word
from live.page.guard import App, Guard
from live.page.hosting import Address

MOST_ROWS = 30
FARTHEST_PX = 100_000.0
"""No picture of ours is so wide."""
PointPx = tuple[
    Annotated[float, Field(ge=-FARTHEST_PX, le=FARTHEST_PX)], Annotated[float, Field(ge=-FARTHEST_PX, le=FARTHEST_PX)]
]
CellName = Annotated[str, Field(max_length=20)]
Changed = Annotated[str | None, Header(max_length=60, description="the ETag of the draft that was tapped on")]
Cells = Annotated[list[CellName], Field(max_length=MOST_ROWS**2)]


class FitBody(RequestBody):
    """Where the grid's outer corners lie in the shown photograph, clockwise from the upper left one."""

    corners: Annotated[list[PointPx], Field(min_length=4, max_length=4)]
    rows: int = Field(11, ge=2, le=MOST_ROWS)
    columns: int = Field(11, ge=2, le=MOST_ROWS)


class TappedBody(RequestBody):
    """What has been tapped so far."""

    corners: list[PointPx] = Field(default_factory=list, max_length=4)
    rows: int = Field(11, ge=2, le=MOST_ROWS)
    columns: int = Field(11, ge=2, le=MOST_ROWS)
    terrain: list[Cells] = Field(default_factory=list, max_length=MOST_ROWS)
    river: list[tuple[CellName, CellName]] = Field(default_factory=list, max_length=2 * MOST_ROWS**2)
    sticker_cells: Cells = Field(default_factory=list)
    unsure: Cells = Field(default_factory=list)
    told: dict[CellName, CellName] = Field(default_factory=dict, max_length=MOST_ROWS**2)
    """Cell -> its ground, as people said it: no guess takes its place when the corners are tapped anew."""
    river_told: bool = False
    taps: int = Field(0, ge=0, le=10**6)


def make_application(desk: BoardDesk, address: Address) -> App:
    """The guarded application: this machine's browsers, or whoever has the token."""
    app = page_application("Boardsight: a board")

    @app.exception_handler(EntryRefused)
    async def refused(_: Any, refusal: EntryRefused) -> Response:
        status = 412 if isinstance(refusal, DraftChanged) else 409
        return JSONResponse({"code": refusal.code, "error": str(refusal), "cells": list(refusal.cells)}, status)

    @app.get("/api/v1/photo", summary="The photograph (JPEG)")
    def photo() -> Response:
        return picture_response(desk.photo())

    @app.get("/api/v1/flat", summary="The cells seen from above (JPEG)")
    def flat() -> Response:
        picture = desk.flat_photo()
        if picture is None:
            return Response(status_code=204)
        return picture_response(picture)

    @app.get("/api/v1/board", summary="The board's name, and what was tapped so far")
    def board() -> Response:
        draft, mark = desk.shown()
        return JSONResponse({"name": desk.name, "side": desk.side, "draft": draft}, headers={"etag": mark, **FRESH})

    @app.post("/api/v1/fit", summary="Fit the grid between four corners, and guess at every cell")
    def fit(body: FitBody) -> Response:
        return JSONResponse(desk.fit(body.corners, body.rows, body.columns))

    @app.put("/api/v1/draft", summary="Keep what was tapped so far")
    def draft(body: TappedBody, if_match: Changed = None) -> Response:
        return JSONResponse({"kept": True}, headers={"etag": desk.keep(body.model_dump(), changes=if_match)})

    @app.post("/api/v1/board", summary="Save the board file")
    def save(body: TappedBody, if_match: Changed = None) -> Response:
        path = desk.save(body.model_dump(), changes=if_match)
        codes = len(desk.taped.middles) if desk.taped is not None and desk.taped.usable else 0
        return JSONResponse({"path": str(Path(path)), "taps": body.taps, "codes": codes})

    serve_files(app, {"/": "board.html"}, "live.entering")
    return Guard(without_a_second_word(app), token=address.token, hosts=address.hosts)
