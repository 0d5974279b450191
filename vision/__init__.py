"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""

from vision.annotate import annotate, crop_of
from vision.arrays import BgrImage, PointsPx
from vision.images import decode_grey, decode_image, load_grey, load_image
from vision.reader import read_image
from vision.reread import reread
from vision.settings import ReaderSettings
from vision.sheets import SolvedTable
from vision.sight import Sight
from vision.watch import Look, Watch, change_between, small_grey
from vision.which import game_in

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
