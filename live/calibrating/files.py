"""Writing a profile or a picture: first under another name, then renamed, so that no half file is left."""

import os
import tempfile
from pathlib import Path

from tabletop.errors import BoardsightError, UsageError
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
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o644)
        Path(temporary).replace(path)
    except OSError as error:
        raise BoardsightError(f"{path} cannot be written ({error.strerror}); name another file with --out") from error
