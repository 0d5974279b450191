"""One frame's way to a reading: the quiet gate first, then the cheaper look, the whole reading when it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from live.sources.frames import Frame
from tabletop.gamefile import GameFile
from tabletop.readings import Reading

if TYPE_CHECKING:
    from live.sources.frames import BgrImage
    from vision import Sight, Watch


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """When a frame is worth reading."""

    moving_share: float = 0.004
    """`vision.change_between`: more than this share of the picture changed since the last frame, so something moves."""
    moved_px: float = 2.0
    """The whole picture jumped by more than this: wait until it is steady (PRINT_AND_WEB.md, bad input)."""
    whole_every_s: float = 20.0
    """A whole reading at least so often, whatever the gate says."""
    dark_mean: float = 18.0
    """Grey level (0 to 255) below which nothing can be read: codes go at 3 % of ordinary light (PRINT_AND_WEB.md)."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame told: `state` as in `view.Watching`; `reading` None where nothing new was read."""

    state: str
    message: str = ""
    reading: Reading | None = None
    quiet: bool = False
    """Nothing has changed against the last reading: it still holds."""


class Watcher:
    """Looks at frame after frame and reads only where something changed and is still again."""

    def __init__(
        self, game: GameFile, players: Sequence[str], *, settings: CaptureSettings | None = None
    ) -> None:  # fmt: skip
        self.sight: Sight | None = None
        self.readings = 0
        self.whole_readings = 0
        self._game = game
        self._players = tuple(players)
        self._settings = settings or CaptureSettings()
        self._watch: Watch | None = None
        self._before: BgrImage | None = None
        self._read_s = float("-inf")
        self._sight_image: BgrImage | None = None
        self._unsettled = 0

    @property
    def shown(self) -> tuple[BgrImage, Sight] | None:
        """The last picture that was read, with what was read in it."""
        return None if self.sight is None or self._sight_image is None else (self._sight_image, self.sight)

    def look(self, frame: Frame, *, steady: bool) -> Glance:
        """Look at one frame. `steady` says that the last readings agree already, so that a quiet frame needs none."""
        from vision import change_between, small_grey

        grey = small_grey(frame.image)
        before, self._before = self._before, grey
        if float(grey.mean()) < self._settings.dark_mean:
            return Glance("dark", "it is too dark to read; more light, please. The game waits")
        moving = before is not None and change_between(before, grey) > self._settings.moving_share
        if moving:
            self._unsettled = 2
            return Glance("moving")
        if self._unsettled > 0:
            self._unsettled -= 1
        elif self._watch is not None and steady and frame.captured_s - self._read_s < self._settings.whole_every_s:
            look = self._watch.look(frame.image)
            if look.quiet:
                return Glance("watching", quiet=True)
        return self._read(frame)

    def _read(self, frame: Frame) -> Glance:
        from vision import Watch, read_image, reread

        due = frame.captured_s - self._read_s >= self._settings.whole_every_s
        if self.sight is None or self.sight.reading.position is None or due:
            sight = read_image(frame.image, self._game, players=self._players)
            self._read_s = frame.captured_s
            self.whole_readings += 1
        else:
            sight = reread(frame.image, self.sight)
        self.readings += 1
        if sight.reading.position is None:
            message = sight.reading.problems[0].message if sight.reading.problems else "no board is seen"
            self.sight, self._sight_image, self._watch = sight, frame.image, None
            return Glance("unread", message)
        jumped = sight.moved_px > self._settings.moved_px
        self.sight, self._sight_image = sight, frame.image
        self._watch = Watch(sight, frame.image)
        if jumped:
            return Glance("moving", "the camera or the table moved; waiting until it is steady", sight.reading)
        return Glance("hand" if sight.hidden else "watching", reading=sight.reading)
