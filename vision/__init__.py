"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""

from vision.annotate import annotate, crop_of
from vision.change.quiet_gate import Look, Watch, change_between, small_grey
from vision.change.second_look import reread
from vision.game_detection import game_in
from vision.pixels.arrays import BgrImage, PointsPx
from vision.pixels.images import decode_grey, decode_image, load_grey, load_image
from vision.reader import read_image
from vision.reading import Sight
from vision.settings import ReaderSettings
from vision.table.sheets import SolvedTable

__all__ = [
    "BgrImage",
    "Look",
    "PointsPx",
    "ReaderSettings",
    "Sight",
    "SolvedTable",
    "Watch",
    "annotate",
    "change_between",
    "crop_of",
    "decode_grey",
    "decode_image",
    "game_in",
    "load_grey",
    "load_image",
    "read_image",
    "reread",
    "small_grey",
]
