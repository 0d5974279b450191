"""Recorded tables: a film, or a folder of pictures in the order of their names."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from live.console.arguments import PICTURES, REFUSED_PICTURES
from live.console.pictures import picture_in
from live.sources.cameras import keep_opencv_quiet
from live.sources.frames import BgrImage, Frame, Silence
from tabletop.errors import UnreadableInput

STILL_S = 2.0
"""Each picture of a folder stands for so long: nobody moves in it."""
STILL_FRAMES = 8
"""And is shown so many times, since the loop decides nothing from one look, and doubtful things only after a while."""


class FilmFile:
    """A film, frame by frame, on its own clock; waits for the reader and leaves nothing out."""

    live = False
    views = 1

    def __init__(self, path: Path) -> None:
        import cv2

        keep_opencv_quiet()
        self.name = path.name
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise UnreadableInput(f"{path} is not a film that can be read; MP4, MOV, MKV and AVI can")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._step_s = 1.0 / rate if rate > 0 else 1.0 / 25
        self._number = 0

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame; None at the film's end."""
        well, image = self._capture.read()
        if not well or image is None:
            return None
        self._number += 1
        return Frame(cast("BgrImage", image), self._number * self._step_s, self._number)

    def close(self) -> None:
        """Let the file go."""
        self._capture.release()


class PictureFolder:
    """A folder's pictures in the order of their names, each standing still for a moment."""

    live = False
    views = 1

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES | REFUSED_PICTURES)
        if not self._paths:
            raise UnreadableInput(f"{folder} has no pictures; JPEG, PNG, WebP, BMP and TIFF can be read")
        if all(path.suffix.lower() in REFUSED_PICTURES for path in self._paths):
            picture_in(self._paths[0])  # says why it can't be read, before anything begins
        self._number = 0
        self._image: BgrImage | None = None
        self._trouble: UnreadableInput | None = None
        """Why the first of those that can't be read can't be."""

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame, why the next picture can't be read; None after the last picture."""
        index, repeat = divmod(self._number, STILL_FRAMES)
        if index >= len(self._paths):
            if self._image is None and self._trouble is not None:
                raise self._trouble  # none could be read
            return None
        if repeat == 0 or self._image is None:
            try:
                self._image = picture_in(self._paths[index])
            except UnreadableInput as error:
                self._number += STILL_FRAMES
                self._trouble = self._trouble or error
                return Silence(str(error), self._number * STILL_S / STILL_FRAMES)
        self._number += 1
        return Frame(self._image, self._number * STILL_S / STILL_FRAMES, self._number, photograph=True)

    def close(self) -> None:
        """Nothing is held open."""
