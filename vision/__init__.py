"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods.

Names are fetched from their modules when they are first asked for: who reads one photograph waits for no other room.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.annotation import annotate, crop_of
    from vision.change.quiet_gate import ChangeReport, QuietGate, change_between, small_grey
    from vision.change.second_look import reread
    from vision.command_cards import CommandCardFinder, SeenCommandCard
    from vision.game_detection import detect_game
    from vision.pixels.arrays import BgrImage, PointsPx
    from vision.pixels.images import decode_grey, decode_image, load_grey, load_image
    from vision.reader import read_image
    from vision.reading import FrameReading
    from vision.settings import ReaderSettings
    from vision.table.sheets import SolvedTable

_MODULES = {
    "BgrImage": "pixels.arrays",
    "CommandCardFinder": "command_cards",
    "ChangeReport": "change.quiet_gate",
    "FrameReading": "reading",
    "PointsPx": "pixels.arrays",
    "QuietGate": "change.quiet_gate",
    "ReaderSettings": "settings",
    "SeenCommandCard": "command_cards",
    "SolvedTable": "table.sheets",
    "annotate": "annotation",
    "change_between": "change.quiet_gate",
    "crop_of": "annotation",
    "decode_grey": "pixels.images",
    "decode_image": "pixels.images",
    "detect_game": "game_detection",
    "load_grey": "pixels.images",
    "load_image": "pixels.images",
    "read_image": "reader",
    "reread": "change.second_look",
    "small_grey": "change.quiet_gate",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'vision' has no attribute '{name}'")
    value = getattr(import_module(f"vision.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


__all__ = [
    "BgrImage",
    "ChangeReport",
    "CommandCardFinder",
    "FrameReading",
    "PointsPx",
    "QuietGate",
    "ReaderSettings",
    "SeenCommandCard",
    "SolvedTable",
    "annotate",
    "change_between",
    "crop_of",
    "decode_grey",
    "decode_image",
    "detect_game",
    "load_grey",
    "load_image",
    "read_image",
    "reread",
    "small_grey",
]
