"""Writing a profile or a picture whole or not at all, into a folder that is made where it is not there."""

from pathlib import Path

from tabletop.errors import BoardsightError, UsageError
from tabletop.wholefiles import unwritable_words, write_whole
from vision.pixels.arrays import BgrImage


def write_text(path: Path, text: str) -> None:
    """Write a text; BoardsightError where the folder cannot be written."""
    _write(path, text.encode("utf-8"))


def write_picture(path: Path, image: BgrImage) -> None:
    """Write a picture in the format of the file's ending."""
    import cv2

    if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise UsageError(f"{path}: pictures are written as .png or .jpg")
    _, encoded = cv2.imencode(path.suffix.lower(), image)
    _write(path, encoded.tobytes())


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = unwritable_words(path, error)
        raise BoardsightError(f"{path} cannot be written: {reason}; name another file with --out") from error
    write_whole(path, content)
