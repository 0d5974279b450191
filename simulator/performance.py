"""A whole game played on the virtual table before the camera, with the mishaps of real evenings.

`Performance.read()` gives one frame after another and nothing else: what a webcam would give.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.blindness import KINDS, Blindness
from simulator.driver import DRIVER_FAULTS, TroubledDriver
from simulator.games import Turn
from simulator.layout import Change, misplaced
from simulator.leaning import Leaner
from simulator.led_matrix import LedMatrix
from simulator.pictures import BgrImage
from simulator.virtual_table import VirtualTable
from simulator.visitors import STANDING_MM, away_for_a_cat, cat_walks, leaning_over, leans
from tabletop.errors import UsageError
from tabletop.geometry import PointMm

SETTLE_S = 1.5
"""Quiet before the first move."""
OVER_S = 4.0
"""Quiet after the last one: nobody clears the table at once."""
FLASH_S = 1.0
"""How long our own display's animation of a move lasts."""
FROZEN_S = 3.0
"""How long a frozen camera gives the same picture."""
TURN_DEG = (15.0, 180.0)
"""How far a table is turned, to either side."""
CAT_STANDS_S = (1.5, 3.0)
"""How long a cat stands on the table; it takes two seconds more to come and to go."""
LEANS_S = (1.5, 3.0)
"""How long somebody leans over the table, where it is not for the whole turn."""
LEANER_AWAY_MM = 1400.0
"""From there nobody shades the table."""
STANDS_S = (0.5, 2.0)
"""How long somebody stands in the light before the move, where it is not for the whole turn."""
STANDER_AWAY_MM = 2200.0
"""From there nobody who stands in the light shades the table."""
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
        self._table, self._opening, self._turns = table, opening, turns
        self._rng = np.random.default_rng([mishaps.seed, 5])
        self._faults, self._every = mishaps.faults, mishaps.every
        self._press = press
        self._last: BgrImage | None = None
        self._after: list[Callable[[], Iterator[BgrImage]]] = []
        self._puck_owed = False
        self._flashes = 0
        self._flashing = np.random.default_rng([mishaps.seed, 6])
        self._driver = TroubledDriver(self._faults, table.pace.frames_per_s, np.random.default_rng([mishaps.seed, 8]))
        self._frames = self._play()
        blind = next((fault for fault in self._faults if fault in KINDS), None)
        self._blindness = None if blind is None else Blindness(blind, table.pace.frames_per_s)
        self._blinding = np.random.default_rng([mishaps.seed, 7])
        if "exposure" in self._faults:
            table.answer_light(ANSWERS_S)

    def read(self, *, seen: bool = True) -> BgrImage | None:
        """The next frame, None when the evening is over; one that nobody will see may show what was before."""
        if "dropped-frames" in self._faults and self._rng.uniform() < 0.2:
            self._next(seen=False)
        blind = self._blindness if self._blindness is not None and self._blindness.at(self.frames_given) else None
        picture = self._next(seen=seen and blind is None)
        if picture is not None:
            self.frames_given += 1
            if blind is not None and self._last is not None:
                return blind.picture(self._last, self._blinding)
            picture = self._driver.spoiled(picture)
            self._last = picture
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
                yield from FAULTS[fault].before(self, before, turn)
            target = turn.position
            if "forgotten-puck" in struck and not self._puck_owed and index + 1 < len(self._turns):
                target = not_passed_on(before, target, self._turns[index + 1].position)
            self._puck_owed = target != turn.position
            yield from self._table.play(target, turn.seat)
            yield from self._entered(turn)
            self.shown.append(ShownLine(turn.n, self.frames_given))
            if "display-flashes" in struck:
                self._flashes = self._table.pace.frames(FLASH_S)
            yield from self._table.still(self._table.pace.between_s)
            if not self._puck_owed:
                for later in self._after:
                    yield from later()
                self._after.clear()
            before = target
        for later in self._after:
            yield from later()
        yield from self._table.still(OVER_S)

    def _entered(self, turn: Turn) -> Iterator[BgrImage]:
        """Somebody looks at the page and presses; the table lies still meanwhile."""
        if turn.entry is None or self._press is None:
            return
        pressed = self._press(turn.entry)
        while not pressed.done():
            yield from self._table.still(0.0)
        pressed.result()

    def _strikes(self, fault: str, index: int) -> bool:
        """Each fault has turns of its own, spread evenly where there are turns enough from one to the next."""
        place, count = self._faults.index(fault), len(self._faults)
        offset = 2 + (place * self._every // count if count <= self._every else 2 * place)
        return index >= offset and (index - offset) % self._every == 0

    def _hand_stays(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        spots = [solid for solid in self._table.layout.solids if solid.part is not None and solid.part.kind == "tile"]
        solid = spots[int(self._rng.integers(len(spots)))] if spots else self._table.layout.solids[0]
        spot = (solid.pose.x_mm + self._rng.uniform(-30, 30), solid.pose.y_mm + self._rng.uniform(-30, 30))
        other = turn.seat % 3 + 1
        yield from self._table.leave_hand((float(spot[0]), float(spot[1])), other)
        yield from self._table.still(2.0)
        self._after.append(self._table.withdraw_hands)

    def _bump(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        for _ in range(2):
            x, y, turned = self._rng.uniform(-1, 1, 3)
            self._table.bump(x_mm=4 * float(x), y_mm=4 * float(y), turn_deg=0.8 * float(turned))
            yield from self._table.still(0.1)
        yield from self._table.still(1.0)

    def _table_turned(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """At once, or in two goes with a moment between them; never so that a part of it is outside the picture."""
        for _ in range(int(self._rng.integers(1, 3))):
            goes = [float(self._rng.choice([-1, 1])) * float(self._rng.uniform(*TURN_DEG)) for _ in range(12)]
            yield from self._table.turn(next((go for go in goes if self._table.turn_fits(go)), 180.0))
            yield from self._table.still(float(self._rng.uniform(0.2, 1.5)))

    def _cat(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        x, y = self._somewhere()
        size_mm = tuple(2 * value for value in self._table.middle_mm)
        stands_s = float(self._rng.uniform(*CAT_STANDS_S))
        walk = cat_walks((x, y), away_for_a_cat((size_mm[0], size_mm[1])), stands_s, self._table.pace, self._rng)
        yield from self._table.pass_by(walk)
        yield from self._table.still(0.5)

    def _shadow(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Somebody watches from near by, every second time for the whole turn."""
        leaner = leaning_over(self._somewhere(), self._table.middle_mm, self._table.film.light, self._rng)
        yield from self._shades(leaner, LEANER_AWAY_MM, LEANS_S)

    def _soft_shadow(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Somebody stands in the light, every second time for the whole turn: most of the table is a little darker."""
        table = self._table
        stander = leaning_over(self._somewhere(), table.middle_mm, table.film.light, self._rng, highest_mm=STANDING_MM)
        yield from self._shades(stander, STANDER_AWAY_MM, STANDS_S)

    def _shades(self, leaner: Leaner, away_mm: float, stays_s: tuple[float, float]) -> Iterator[BgrImage]:
        """Somebody comes, stays, and every second time goes only after the turn."""
        table = self._table

        def sits_back() -> Iterator[BgrImage]:
            table.alone()
            yield from table.pass_by(leans(leaner, away_mm, table.pace, back=True))

        yield from table.pass_by(leans(leaner, away_mm, table.pace), stay=True)
        yield from table.still(float(self._rng.uniform(*stays_s)))
        if self._rng.uniform() < 0.5:
            self._after.append(sits_back)
        else:
            yield from sits_back()
            yield from table.still(0.5)

    def _somewhere(self) -> PointMm:
        """A point of the table's inner half."""
        x, y = (float(middle * self._rng.uniform(0.5, 1.5)) for middle in self._table.middle_mm)
        return (x, y)

    def _light_switched(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        others = [name for name in ("ceiling", "window", "lamp", "mixed") if name != self._table.film.light.name]
        self._table.switch_light(others[int(self._rng.integers(len(others)))])
        yield from self._table.still(1.0)

    def _frozen(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        if self._last is not None:
            for _ in range(self._table.pace.frames(FROZEN_S)):
                yield self._last.copy()

    def _misplaced(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        wrong = misplaced(before, turn.position, self._table.game, self._rng)
        if wrong is not None:
            yield from self._table.play(wrong, turn.seat)
            yield from self._table.still(1.5)

    def _taken_back(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        laid = _with_puck_of(turn.position, before)
        if laid == before:
            return
        yield from self._table.play(laid, turn.seat)
        yield from self._table.still(1.5)
        yield from self._table.play(before, turn.seat)
        yield from self._table.still(1.5)

    def _straightened(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        keys = [key for key, lying in self._table.layout.lying.items() if _is_token(lying.solid.part)]
        if not keys:
            return
        key = keys[int(self._rng.integers(len(keys)))]
        planned = self._table.layout.lying[key].planned
        yield from self._table.act((Change(key, planned),), turn.seat)
        yield from self._table.still(1.0)

    def _cup(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        solids = [solid for solid in self._table.layout.solids if solid.part is not None]
        xs = [point[0] for solid in solids for point in solid.placed_outline_mm]
        y = float(self._rng.uniform(0, 1)) * max(solid.pose.y_mm for solid in solids)
        self._table.set_down("cup", (max(xs) + 10.0, y))
        yield from self._table.still(1.0)
        self._after.append(self._clear)

    def _clear(self) -> Iterator[BgrImage]:
        self._table.clear_things()
        yield from self._table.still(0.5)

    def _puck_first(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        yield from self._puck_to(turn.position, before, turn)

    def _puck_astray(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        laid, players = _with_puck_of(turn.position, before), getattr(before, "players", ())
        if laid == before or len(players) < 3:
            return
        yield from self._table.play(laid, turn.seat)
        yield from self._table.still(0.5)
        wrong = next(name for name in players if name not in (before.turn, turn.position.turn))
        yield from self._puck_to(replace(laid, turn=wrong), laid, turn)

    def _puck_to(self, whose: Any, lying: Any, turn: Turn) -> Iterator[BgrImage]:
        """The puck alone goes where it lies in another position."""
        yield from self._table.play(_with_puck_of(lying, whose), turn.seat)
        yield from self._table.still(1.0)

    def _nothing(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        return iter(())


def not_passed_on(before: Any, after: Any, following: Any) -> Any:
    """The table after a turn whose player forgets the puck, between the tables before it and after the next turn.

    Where then nothing at all would be seen of this turn, or of the next one, the puck is passed on: that is no mishap
    that anybody could notice.
    """
    kept = _with_puck_of(after, before)
    return after if kept in (before, following) else kept


def _with_puck_of(position: Any, other: Any) -> Any:
    """A position with the puck where it lies in the other one, in games that have a puck."""
    return replace(position, turn=other.turn) if hasattr(position, "turn") else position


def _is_token(part: Any) -> bool:
    return part is not None and part.kind in ("piece", "streetcar", "building", "zone", "landmark", "citizen")


@dataclass(frozen=True, slots=True)
class Fault:
    """A mishap: what it is, and what happens before the turn that it strikes."""

    told: str
    before: Callable[[Performance, Any, Turn], Iterator[BgrImage]]


FAULTS: dict[str, Fault] = {
    "hand-stays": Fault("somebody's hand rests on the city during a turn", Performance._hand_stays),
    "bump": Fault("the camera is knocked", Performance._bump),
    "table-turned": Fault("somebody turns the whole table", Performance._table_turned),
    "light-switched": Fault("another lamp goes on", Performance._light_switched),
    "frozen": Fault("the camera gives the same picture for three seconds", Performance._frozen),
    "forgotten-puck": Fault("a player does not pass the puck on; the next one moves it", Performance._nothing),
    "puck-first": Fault("the puck is passed on before the piece lies", Performance._puck_first),
    "puck-astray": Fault("the puck lies on a wrong mat for a moment", Performance._puck_astray),
    "misplaced": Fault("a piece lies in a wrong place for a moment", Performance._misplaced),
    "taken-back": Fault("a piece is laid, taken back, and laid again", Performance._taken_back),
    "straightened": Fault("a piece is pushed straight", Performance._straightened),
    "cat": Fault("a cat walks over the table and stands there for a while", Performance._cat),
    "shadow": Fault("somebody leans over the table and shades it, now and then for a whole turn", Performance._shadow),
    "soft-shadow": Fault(
        "somebody stands in the light, now and then for a whole turn: a large soft shadow", Performance._soft_shadow
    ),
    "exposure": Fault("the camera's exposure follows the light over some tenths of a second", Performance._nothing),
    "cup": Fault("a cup stands at the city's edge during a turn", Performance._cup),
    "display-flashes": Fault("our own display lights up beside the board after a move", Performance._nothing),
    "blind-dark": Fault("the camera is in the dark for 4 s in every 10", Performance._nothing),
    "blind-frozen": Fault("the camera gives the same picture for 4 s in every 10", Performance._nothing),
    "blind-covered": Fault("something lies over the table for 4 s in every 10", Performance._nothing),
    "dropped-frames": Fault("one frame in five is missing", Performance._nothing),
    **{name: Fault(told, Performance._nothing) for name, told in DRIVER_FAULTS.items()},
}
"""By name, as `demo --fault` takes them."""
