"""Phones that film: each one's newest picture, unpacked and handed to the game; what is wrong is told there."""

from __future__ import annotations

import asyncio
import threading
from typing import Annotated

from fastapi import FastAPI, Path, Request
from fastapi.responses import Response
from pydantic import Field

from live.page.answers import RequestBody, told_json
from live.page.guard import CAMERAS
from live.page.photos import YOUR_PHOTO
from live.sources.phone import Phones
from tabletop.errors import UnreadableInput
from vision.pixels.images import decode_image, size_of

PHONE_NAME = r"^[\w-]{8,40}$"
"""What a phone calls itself until it says that it stops."""
LARGEST_SIDE_PX = 4096
"""Of a live picture: a camera of 4K. Larger ones would keep the game waiting for each."""
_UNPACKING = threading.Lock()
"""One at a time, however many come."""


class EndedBody(RequestBody):
    """A phone films no more."""

    ended: str = Field(pattern=PHONE_NAME)


def take_live_picture(phones: Phones, phone: str, data: bytes) -> int:
    """Hand a phone's newest picture to the game; gives which camera it is, from 0.

    UnreadableInput for what is no picture or too large a one, BoardsightError where it is not taken.
    """
    width, height = size_of(data) or (0, 0)
    if max(height, width) > LARGEST_SIDE_PX:
        told = f"live pictures are at most {LARGEST_SIDE_PX} pixels wide and high, this one is {width} x {height}"
        raise UnreadableInput(f"{told}; send it as a photo")
    with _UNPACKING:
        return phones.film(phone, decode_image(data, YOUR_PHOTO))


def serve_live_pictures(app: FastAPI, phones: Phones | None) -> None:
    """Take live pictures, each as the body of a request of its own: who waits for the answer never sends too many."""

    @app.post(CAMERAS + "{phone}", summary="The newest picture of a phone that films (JPEG as the body)")
    async def picture(request: Request, phone: Annotated[str, Path(pattern=PHONE_NAME)]) -> Response:
        if phones is None:
            return told_json({"error": "this table has cameras of its own; take photos with your phone"}, 404)
        data = await request.body()
        try:
            return told_json({"camera": await asyncio.to_thread(take_live_picture, phones, phone, data)})
        except UnreadableInput as error:
            return told_json({"error": str(error)}, 422)

    @app.post(CAMERAS.rstrip("/"), summary="A phone films no more")
    async def ended(body: EndedBody) -> Response:
        if phones is not None:
            phones.stop_filming(body.ended)
        return told_json({})
