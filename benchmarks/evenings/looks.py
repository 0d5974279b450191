"""Looks at a film, kept in a file: what was decided from them can be decided again without filming."""

from __future__ import annotations

import gzip
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from evenings.webcam import VirtualWebcam
from live.page.mailbox import Mailbox
from live.sources import Frame, Silence
from live.table.frame_reader import FrameOutcome, OwnFiles, SingleCameraReader
from simulator.performance import Performance, ShownLine
from tabletop.gamefile import GameFile
from tabletop.readings import Reading


@dataclass(frozen=True, slots=True)
class KeptLook:
    """One turn of the loop: what the webcam gave, what the reader made of it, what the players did meanwhile."""

    given: Frame | Silence
    """The frame without its picture."""
    outcome: FrameOutcome
    reading: Reading | None
    """The last one in which a board was seen."""
    given_s: float
    """The virtual clock then."""
    took_s: float
    """Processor time of the reader."""
    number: int
    """How many frames the film had given."""
    pressed: tuple[Mapping[str, Any], ...]
    """What the players entered on the page before that."""
    shown: tuple[ShownLine, ...]
    """The lines that were there to be seen."""


TOGETHER = 50
"""So many looks are kept together: what they share is written once."""
NO_PICTURE = np.zeros((9, 16, 3), np.uint8)


class LooksFile:
    """A file that grows look by look; it has its name only once the film is over."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file, self._growing = file, file.with_suffix(".part")
        self._out = gzip.open(self._growing, "wb", compresslevel=1)  # noqa: SIM115
        self._pickler = pickle.Pickler(self._out)
        self._kept = 0
        self.pressed: list[Mapping[str, Any]] = []
        """What the players entered on the page since the last look."""

    def keep(self, given: Frame | Silence, webcam: VirtualWebcam, reading: Reading | None, seen: FrameOutcome) -> None:
        """Note one turn of the loop."""
        bare = replace(given, image=NO_PICTURE) if isinstance(given, Frame) else given
        clock = (webcam.given_s, webcam.now_s - webcam.given_s, webcam.number)
        self._pickler.dump(KeptLook(bare, seen, reading, *clock, tuple(self.pressed), tuple(webcam.shown)))
        self.pressed.clear()
        self._kept += 1
        if self._kept % TOGETHER == 0:
            self._pickler = pickle.Pickler(self._out)

    def close(self) -> None:
        """The film is over."""
        self._out.close()
        self._growing.rename(self._file)


class KeepingWebcam(VirtualWebcam):
    """A webcam whose silences are kept; its reader keeps the rest."""

    def __init__(self, performance: Performance, frames_per_s: float, looks: LooksFile) -> None:
        super().__init__(performance, frames_per_s)
        self.looks = looks

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame or silence, as ever."""
        given = super().next(timeout_s)
        if isinstance(given, Silence):
            self.looks.keep(given, self, None, FrameOutcome("lost"))
        return given

    def close(self) -> None:
        """The film is over."""
        self.looks.close()


class KeepingReader(SingleCameraReader):
    """A reader whose looks at a webcam's frames are kept."""

    def __init__(self, game: GameFile, players: Sequence[str], files: OwnFiles, webcam: KeepingWebcam) -> None:
        super().__init__(game, players, files=files)
        self._webcam = webcam

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """Look at one frame, as ever."""
        seen = FrameOutcome("unread")
        try:
            seen = super().look(frame, own_light=own_light)
        finally:
            self._webcam.looks.keep(frame, self._webcam, self.reading, seen)
        return seen


def looks_in(file: Path) -> Iterator[KeptLook]:
    """The looks that a file keeps, as far as they are written."""
    with gzip.open(file) as stream:
        for number in count():
            if number % TOGETHER == 0:
                unpickler = pickle.Unpickler(stream)
            try:
                look: KeptLook = unpickler.load()
            except EOFError:
                return
            yield look


class WebcamOfLooks:
    """The webcam and the reader of a film whose looks were kept."""

    live = True
    name = "virtual table"
    views = 1

    def __init__(self, looks: Iterator[KeptLook], mailbox: Mailbox) -> None:
        self._looks, self._mailbox = looks, mailbox
        self._look: KeptLook | None = None
        self._begun_s = time.thread_time()
        self.shown: tuple[ShownLine, ...] = ()
        self.looking_s = self.worst_s = 0.0
        self.number = 0
        self.sight = None

    @property
    def now_s(self) -> float:
        """The virtual clock: when the frame was given, what its reader took, and what we have taken since."""
        if self._look is None:
            return 0.0
        return self._look.given_s + self._look.took_s + time.thread_time() - self._begun_s

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """What the webcam gave."""
        if self._look is not None:
            took_s = self._look.took_s + time.thread_time() - self._begun_s
            self.looking_s, self.worst_s = self.looking_s + took_s, max(self.worst_s, took_s)
        look = self._look = next(self._looks, None)
        if look is None:
            return None
        for body in look.pressed:
            self._mailbox.ask("turn", body)
        self.shown, self.number = look.shown, look.number
        self._begun_s = time.thread_time()
        return look.given

    def close(self) -> None:
        """Nothing is held."""

    @property
    def reading(self) -> Reading | None:
        """What the reader had read last."""
        return None if self._look is None else self._look.reading

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """What the reader made of the frame."""
        assert self._look is not None
        return self._look.outcome

    def shown_with(self, place: str) -> None:
        """No pictures are kept."""

    def beside(self, frame: Frame) -> tuple[()]:
        """One camera alone."""
        return ()
