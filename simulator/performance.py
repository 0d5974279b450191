"""A whole game played on the virtual table before the camera, with the mishaps of real evenings.

`Performance.read()` gives one frame after another and nothing else: what a webcam would give.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from simulator.driver import BLIND, Blindness, TroubledDriver
from simulator.games import Turn
from simulator.mishaps import FAULTS, Stage, with_puck_of
from simulator.pictures import BgrImage
from simulator.virtual_table import VirtualTable
from tabletop.errors import BoardsightError, UsageError


@dataclass(frozen=True, slots=True)
class LedMatrix:
    """Our own LED display as the camera sees it beside the board: a dark strip that lights up, with its glow.

    Where it is, as shares of the picture: its upper left corner and its size.
    """

    left: float = 0.84
    top: float = 0.02
    width: float = 0.14
    height: float = 0.055
    columns: int = 16
    rows: int = 4
    glow: float = 0.35
    """How bright its light falls on the table round it, against the LEDs themselves."""

    def dark(self, picture: BgrImage) -> BgrImage:
        """The picture with the strip switched off."""
        shown = picture.copy()
        left, top, right, bottom = self._box(picture)
        shown[top:bottom, left:right] = (28, 26, 25)
        return shown

    def lit(self, picture: BgrImage, rng: np.random.Generator) -> BgrImage:
        """The picture with an animation's frame on the strip, in colours that differ from frame to frame."""
        shown = self.dark(picture)
        left, top, right, bottom = self._box(picture)
        colours = np.where(
            rng.uniform(size=(self.rows, self.columns, 1)) < 0.7, rng.integers(0, 256, (self.rows, self.columns, 3)), 0
        )
        leds = cv2.resize(colours.astype(np.uint8), (right - left, bottom - top), interpolation=cv2.INTER_NEAREST)
        shown[top:bottom, left:right] = np.maximum(shown[top:bottom, left:right], leds)
        reach = bottom - top
        outer = np.s_[max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach]
        light = np.zeros_like(shown)
        light[top:bottom, left:right] = leds
        spread = cv2.GaussianBlur(light[outer], (0, 0), reach / 2) * self.glow
        shown[outer] = np.clip(shown[outer] + spread, 0, 255).astype(np.uint8)
        return shown

    def _box(self, picture: BgrImage) -> tuple[int, int, int, int]:
        height, width = picture.shape[:2]
        return (
            round(self.left * width),
            round(self.top * height),
            round((self.left + self.width) * width),
            round((self.top + self.height) * height),
        )


SETTLE_S = 1.5
"""Quiet before the first move."""
OVER_S = 4.0
"""Quiet after the last one: nobody clears the table at once."""
FLASH_S = 1.0
"""How long our own display's animation of a move lasts."""
ANSWERS_S = 0.3
"""Time constant of an exposure that answers: webcams take half a second to a second for the whole way."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """When a line of the record was there to be seen: the number of the first frame without the hand."""

    n: int
    frame: int


@dataclass(frozen=True, slots=True)
class Mishaps:
    """What goes wrong, about one turn in `every` for each of the `faults`."""

    faults: tuple[str, ...] = ()
    every: int = 5
    seed: int = 0


class Performance:
    """Plays turns on a table, where things may go wrong."""

    def __init__(
        self,
        table: VirtualTable,
        opening: Any,
        turns: Sequence[Turn],
        mishaps: Mishaps | None = None,
        *,
        press: Callable[[Mapping[str, Any]], Future[Any]] | None = None,
    ) -> None:
        """`press` enters on the table's page what no camera sees; the players wait until it is done.

        Raises UsageError for a fault that does not exist, and where something must be entered and there is no page.
        """
        if press is None and any(turn.entry is not None for turn in turns):
            raise UsageError("in this game the players enter on the page what no camera sees, and there is no page")
        mishaps = mishaps or Mishaps()
        for fault in mishaps.faults:
            if fault not in FAULTS:
                raise UsageError(f"there is no fault '{fault}'; the faults are {', '.join(FAULTS)}")
        self.shown: list[ShownLine] = []
        """For benchmarks: filled as the performance goes on; an onlooker's program must not look at it."""
        self.frames_given = 0
        self.refused: list[str] = []
        """What the page said to players whose entries it did not take."""
        self._table, self._opening, self._turns = table, opening, turns
        self._stage = Stage(table, np.random.default_rng([mishaps.seed, 5]))
        self._faults, self._every = mishaps.faults, mishaps.every
        self._press = press
        self._puck_owed = False
        self._flashes = 0
        self._flashing = np.random.default_rng([mishaps.seed, 6])
        self._driver = TroubledDriver(self._faults, table.pace.frames_per_s, np.random.default_rng([mishaps.seed, 8]))
        self._frames = self._play()
        blind = next((fault for fault in self._faults if fault in BLIND), None)
        self._blindness = None if blind is None else Blindness(blind, table.pace.frames_per_s)
        self._blinding = np.random.default_rng([mishaps.seed, 7])
        if "exposure" in self._faults:
            table.answer_light(ANSWERS_S)

    def read(self, *, seen: bool = True) -> BgrImage | None:
        """The next frame, None when the evening is over; one that nobody will see may show what was before."""
        if "dropped-frames" in self._faults and self._stage.rng.uniform() < 0.2:
            self._next(seen=False)
        blind = self._blindness if self._blindness is not None and self._blindness.at(self.frames_given) else None
        picture = self._next(seen=seen and blind is None)
        if picture is not None:
            self.frames_given += 1
            if blind is not None and self._stage.last is not None:
                return blind.picture(self._stage.last, self._blinding)
            picture = self._driver.spoiled(picture)
            self._stage.last = picture
            if "display-flashes" in self._faults:
                self._flashes = max(0, self._flashes - 1)
                picture = LedMatrix().lit(picture, self._flashing) if self._flashes else LedMatrix().dark(picture)
        return picture

    def _next(self, *, seen: bool) -> BgrImage | None:
        self._table.filming = seen
        return next(self._frames, None)

    @property
    def flashing(self) -> bool:
        """Whether the display beside the board lit up in the last frame: its owner's program knows that."""
        return self._flashes > 0

    @property
    def beside(self) -> tuple[BgrImage, ...]:
        """What the table's further cameras saw when the last frame was taken."""
        return self._table.beside

    def _play(self) -> Iterator[BgrImage]:
        self._table.lay(self._opening)
        yield from self._table.still(SETTLE_S)
        before = self._opening
        for index, turn in enumerate(self._turns):
            struck = tuple(fault for fault in self._faults if self._strikes(fault, index))
            for fault in struck:
                self._driver.strike(fault)
                yield from FAULTS[fault].before(self._stage, before, turn)
            target = turn.position
            if "forgotten-puck" in struck and not self._puck_owed and index + 1 < len(self._turns):
                target = not_passed_on(before, target, self._turns[index + 1].position)
            self._puck_owed = target != turn.position
            if "forgotten-marker" in struck and hasattr(before, "scores"):
                target = replace(target, scores=before.scores)
            yield from self._table.play(target, turn.seat)
            yield from self._entered(turn)
            self.shown.append(ShownLine(turn.n, self.frames_given))
            if "display-flashes" in struck:
                self._flashes = self._table.pace.frames(FLASH_S)
            yield from self._table.still(self._table.pace.between_s)
            if not self._puck_owed:
                for later in self._stage.after:
                    yield from later()
                self._stage.after.clear()
            before = target
        for later in self._stage.after:
            yield from later()
        yield from self._table.still(OVER_S)

    def _entered(self, turn: Turn) -> Iterator[BgrImage]:
        """Somebody looks at the page and presses; the table lies still meanwhile. Who is refused plays on."""
        if turn.entry is None or self._press is None:
            return
        pressed = self._press(turn.entry)
        while not pressed.done():
            yield from self._table.still(0.0)
        try:
            pressed.result()
        except BoardsightError as error:
            self.refused.append(str(error))

    def _strikes(self, fault: str, index: int) -> bool:
        """Each fault has turns of its own, spread evenly where there are turns enough from one to the next."""
        place, count = self._faults.index(fault), len(self._faults)
        offset = 2 + (place * self._every // count if count <= self._every else 2 * place)
        return index >= offset and (index - offset) % self._every == 0


def not_passed_on(before: Any, after: Any, following: Any) -> Any:
    """The table after a turn whose player forgets the puck, between the tables before it and after the next turn.

    Where then nothing at all would be seen of this turn, or of the next one, the puck is passed on: that is no mishap
    that anybody could notice.
    """
    kept = with_puck_of(after, before)
    return after if kept in (before, following) else kept
