"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""

from vision.images import decode_image, load_image
from vision.reader import read_image
from vision.settings import ReaderSettings
from vision.sight import Sight

__all__ = ["ReaderSettings", "Sight", "decode_image", "load_image", "read_image"]
