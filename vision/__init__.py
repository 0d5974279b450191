"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""

from vision.annotation import annotate, crop_of
from vision.change.quiet_gate import ChangeReport, QuietGate, change_between, small_grey
from vision.change.second_look import reread
from vision.command_cards import CommandCardFinder, SeenCommandCard
from vision.game_detection import detect_game
from vision.pixels.arrays import BgrImage, PointsPx
from vision.pixels.images import decode_grey, decode_image, load_grey, load_image
from vision.places.confidence import is_plain
from vision.places.probability import probabilities
from vision.reader import read_image
from vision.reading import FrameReading
from vision.settings import ReaderSettings
from vision.table.sheets import SolvedTable

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
    "is_plain",
    "load_grey",
    "load_image",
    "probabilities",
    "read_image",
    "reread",
    "small_grey",
]
