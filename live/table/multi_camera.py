"""Several cameras' looks as one: each camera solves its own plane, what they read is fused place by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from live.sources.frames import BgrImage, Frame, FrameSource
from live.table.frame_reader import FrameOutcome, OwnFiles, SingleCameraReader
from live.table.fusion import FusionSettings, fuse
from tabletop.gamefile import GameFile
from tabletop.readings import Reading
from vision import FrameReading, SeenCommandCard

SEEING = ("watching", "hand")
"""States in which a camera's last reading says what lies there now."""


def frame_reader_for(
    source: FrameSource, game: GameFile, players: Sequence[str], files: OwnFiles | None = None
) -> SingleCameraReader | MultiCameraReader:
    """What looks at a source's frames: one watcher for each of its cameras."""
    if source.views == 1:
        return SingleCameraReader(game, players, files=files)
    return MultiCameraReader([SingleCameraReader(game, players, files=files) for _ in range(source.views)])


class MultiCameraReader:
    """As `SingleCameraReader`, for frames with others beside them.

    A camera that moves, is dark or sees no board is left out of the moment, so a knocked camera stops nobody. Where all
    are left out, the first one says why.
    """

    def __init__(self, watchers: Sequence[SingleCameraReader], *, settings: FusionSettings | None = None) -> None:
        self._watchers = list(watchers)
        self._settings = settings
        self._fused: Reading | None = None
        self._of: tuple[Reading, ...] = ()  # the readings that are fused in it
        self._main = 0

    @property
    def sight(self) -> FrameReading | None:
        """What the camera whose picture is shown saw last."""
        return self._watchers[self._main].sight

    @property
    def reading(self) -> Reading | None:
        """The last reading of all cameras together."""
        return self._fused

    def shown_with(self, place: str) -> tuple[BgrImage, FrameReading] | None:
        """The picture in which a place is seen best: uncovered if some camera sees it so, else any that has it."""
        having = [shown for watcher in self._watchers if (shown := watcher.shown_with(place)) is not None]
        return min(having, key=lambda shown: place in shown[1].hidden, default=None)

    def beside(self, frame: Frame) -> tuple[tuple[BgrImage, FrameReading | None], ...]:
        """The further cameras' pictures of the frame's moment with what each of them saw last."""
        return tuple((view.image, self._watchers[view.camera].sight) for view in frame.beside)

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """Look at what every camera sees of this moment."""
        views = (frame, *frame.beside)
        self._main = frame.camera
        glances = {view.camera: self._watchers[view.camera].look(view, own_light=own_light) for view in views}
        cards = _cards_of(glances)
        seeing = {camera: glance for camera, glance in glances.items() if glance.state in SEEING}
        useful = {camera: glance for camera, glance in seeing.items() if not glance.flashing}
        if not useful:
            worst = next(iter((seeing or glances).values()))
            return replace(worst, reading=None, message=worst.message or frame.missing, cards=cards)
        state = "hand" if all(glance.state == "hand" for glance in useful.values()) else "watching"
        message = frame.missing or next((glance.message for glance in glances.values() if glance.message), "")
        readings = tuple(reading for camera in useful if (reading := self._watchers[camera].reading) is not None)
        same = len(readings) == len(self._of) and all(map(_is, readings, self._of))
        if same and all(glance.quiet for glance in useful.values()):
            return FrameOutcome(state, message, quiet=True, cards=cards)
        if not same:
            self._fused, self._of = fuse(readings, self._settings) if readings else None, readings
        return FrameOutcome(state, message, reading=self._fused, cards=cards)


def _cards_of(glances: Mapping[int, FrameOutcome]) -> tuple[SeenCommandCard, ...] | None:
    """The command cards that any camera sees, each once; None where none can tell."""
    told = {camera: glance.cards for camera, glance in glances.items() if glance.cards is not None}
    first: dict[str, SeenCommandCard] = {}
    for camera, cards in told.items():
        for card in cards:
            first.setdefault(card.command, replace(card, camera=camera))
    return tuple(first.values()) if told else None


def _is(one: Reading, other: Reading) -> bool:
    return one is other
