"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""

from vision.annotate import annotate, crop_of
from vision.arrays import BgrImage, PointsPx
from vision.images import decode_image, load_image
from vision.reader import read_image
from vision.settings import ReaderSettings
from vision.sight import Sight

__all__ = [
    "BgrImage",
    "PointsPx",
    "ReaderSettings",
    "Sight",
    "annotate",
    "crop_of",
    "decode_image",
    "load_image",
    "read_image",
]
