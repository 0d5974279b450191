"""The desk for photographs at a table that is played: where the phone is the camera, they are what is played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from live.page.photos import PhotoDesk
from live.runtime.live_table import LiveTable
from live.runtime.loop import FrameReader
from live.runtime.loop_state import LoopSettings
from live.sources.files import PictureFolder
from live.sources.frames import BgrImage
from live.sources.phone import Phones
from live.table.frame_reader import OwnFiles
from live.table.interpretation import DecisionSettings
from live.table.photograph import ReadPhotograph, read_photograph, scored
from scoring.referee.settings import USUAL
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.records import Header

LOOKED_AT_S = 60.0
"""The loop has seen enough of a photograph by then, also of the tenth of ten on a busy machine."""


def photo_desk(table: LiveTable, source: object, watcher: FrameReader, files: OwnFiles) -> PhotoDesk:
    """A desk that reads photographs of a table for themselves, or through the loop where the phone is its camera."""
    if isinstance(source, Phones):
        return PhotoDesk(partial(_by_the_loop, table, source, watcher))
    return PhotoDesk(lambda image: read_photograph(image, table.session, files))


def settings_for(source: object, header: Header) -> LoopSettings:
    """The loop's settings: between two photographs lies a whole round."""
    if not isinstance(source, Phones | PictureFolder):
        return LoopSettings()
    round_moves = max(USUAL.most_moves, len(header.players))
    return LoopSettings(decisions=DecisionSettings(referee=replace(USUAL, most_moves=round_moves)))


def _by_the_loop(table: LiveTable, phone: Phones, watcher: FrameReader, image: BgrImage) -> ReadPhotograph:
    """Let the loop look at a photograph as at any frame; what it saw, and the points after its moves."""
    try:
        phone.show(image).result(LOOKED_AT_S)
    except TimeoutError:
        raise BoardsightError("the game is busy; look at the table's page whether your photo was read") from None
    sight = watcher.sight
    if table.watching.state in ("unread", "dark") or sight is None or sight.reading.position is None:
        raise UnreadableInput(table.watching.message or "no board is seen")
    return scored(image, sight, table.session)
