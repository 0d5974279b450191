"""A webcam and a reader whose looks are kept, and those that give kept looks in place of a film."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from evenings.keptgame import LooksFile
from evenings.looks import NO_PICTURE, KeptLook
from evenings.webcam import VirtualWebcam
from live.page.mailbox import Mailbox
from live.sources import Frame, Silence
from live.table.frame_reader import FrameOutcome, OwnFiles, SingleCameraReader
from simulator.performance import Performance, ShownLine
from tabletop.gamefile import GameFile
from tabletop.readings import Reading


class KeepingWebcam(VirtualWebcam):
    """A webcam whose silences are kept; its reader keeps the rest."""

    def __init__(self, performance: Performance, frames_per_s: float, looks: LooksFile) -> None:
        super().__init__(performance, frames_per_s)
        self._looks = looks
        self.pressed: list[Mapping[str, Any]] = []
        """What the players entered on the page since the last look."""

    def keep(self, given: Frame | Silence, reading: Reading | None, seen: FrameOutcome) -> None:
        """Note one turn of the loop."""
        bare = replace(given, image=NO_PICTURE) if isinstance(given, Frame) else given
        self._looks.keep(KeptLook(bare, seen, reading, self.number, tuple(self.pressed), tuple(self.shown)))
        self.pressed.clear()

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame or silence, as ever."""
        given = super().next(timeout_s)
        if isinstance(given, Silence):
            self.keep(given, None, FrameOutcome("lost"))
        return given

    def close(self) -> None:
        """The film is over."""
        self._looks.close()


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
            self._webcam.keep(frame, self.reading, seen)
        return seen


LOOK_S = 0.1
"""Processor time of a look and what is made of it, where looks are decided again."""


class WebcamOfLooks:
    """The webcam and the reader of a film whose looks were kept.

    Its clock is the film's, and every look takes `LOOK_S`: the same looks are decided alike on every machine. What
    deciding takes in truth enters `looking_s` and `worst_s` alone.
    """

    live = True
    name = "virtual table"
    views = 1

    def __init__(self, looks: Iterator[KeptLook], frames_per_s: float, mailbox: Mailbox) -> None:
        self._looks, self._frames_per_s, self._mailbox = looks, frames_per_s, mailbox
        self._look: KeptLook | None = None
        self._begun_s = time.thread_time()
        self.shown: tuple[ShownLine, ...] = ()
        self.looking_s = self.worst_s = 0.0
        self.number = 0
        self.sight = None

    @property
    def now_s(self) -> float:
        """The virtual clock."""
        return self.number / self._frames_per_s + LOOK_S

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """What the webcam gave."""
        if self._look is not None:
            took_s = time.thread_time() - self._begun_s
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
