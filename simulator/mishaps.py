"""What goes wrong on real evenings, each before a turn: hands, cats, shadows, lamps, pieces laid wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simulator.driver import DRIVER_FAULTS
from simulator.games import Turn
from simulator.layout import Change, misplaced
from simulator.leaning import Leaner
from simulator.pictures import BgrImage
from simulator.virtual_table import VirtualTable
from simulator.visitors import STANDING_MM, away_for_a_cat, cat_walks, leaning_over, leans
from tabletop.geometry import PointMm

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


def with_puck_of(position: Any, other: Any) -> Any:
    """A position with the puck where it lies in the other one, in games that have a puck."""
    return replace(position, turn=other.turn) if hasattr(position, "turn") else position


@dataclass(slots=True)
class Stage:
    """The table on which mishaps strike, what chance says, and what the camera gave last."""

    table: VirtualTable
    rng: np.random.Generator
    after: list[Callable[[], Iterator[BgrImage]]] = field(default_factory=list)
    """What is put right after the turn."""
    last: BgrImage | None = None

    def hand_stays(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Somebody's hand rests on the city during a turn."""
        spots = [solid for solid in self.table.layout.solids if solid.part is not None and solid.part.kind == "tile"]
        solid = spots[int(self.rng.integers(len(spots)))] if spots else self.table.layout.solids[0]
        spot = (solid.pose.x_mm + self.rng.uniform(-30, 30), solid.pose.y_mm + self.rng.uniform(-30, 30))
        other = turn.seat % 3 + 1
        yield from self.table.leave_hand((float(spot[0]), float(spot[1])), other)
        yield from self.table.still(2.0)
        self.after.append(self.table.withdraw_hands)

    def bump(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """The camera is knocked."""
        for _ in range(2):
            x, y, turned = self.rng.uniform(-1, 1, 3)
            self.table.bump(x_mm=4 * float(x), y_mm=4 * float(y), turn_deg=0.8 * float(turned))
            yield from self.table.still(0.1)
        yield from self.table.still(1.0)

    def table_turned(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """At once, or in two goes with a moment between them; never so that a part of it is outside the picture."""
        for _ in range(int(self.rng.integers(1, 3))):
            goes = [float(self.rng.choice([-1, 1])) * float(self.rng.uniform(*TURN_DEG)) for _ in range(12)]
            yield from self.table.turn(next((go for go in goes if self.table.turn_fits(go)), 180.0))
            yield from self.table.still(float(self.rng.uniform(0.2, 1.5)))

    def cat(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """A cat walks over the table and stands there for a while."""
        x, y = self._somewhere()
        size_mm = tuple(2 * value for value in self.table.middle_mm)
        stands_s = float(self.rng.uniform(*CAT_STANDS_S))
        walk = cat_walks((x, y), away_for_a_cat((size_mm[0], size_mm[1])), stands_s, self.table.pace, self.rng)
        yield from self.table.pass_by(walk)
        yield from self.table.still(0.5)

    def shadow(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Somebody watches from near by, every second time for the whole turn."""
        leaner = leaning_over(self._somewhere(), self.table.middle_mm, self.table.film.light, self.rng)
        yield from self._shades(leaner, LEANER_AWAY_MM, LEANS_S)

    def soft_shadow(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Somebody stands in the light, every second time for the whole turn: most of the table is a little darker."""
        table = self.table
        stander = leaning_over(self._somewhere(), table.middle_mm, table.film.light, self.rng, highest_mm=STANDING_MM)
        yield from self._shades(stander, STANDER_AWAY_MM, STANDS_S)

    def _shades(self, leaner: Leaner, away_mm: float, stays_s: tuple[float, float]) -> Iterator[BgrImage]:
        """Somebody comes, stays, and every second time goes only after the turn."""
        table = self.table

        def sits_back() -> Iterator[BgrImage]:
            table.alone()
            yield from table.pass_by(leans(leaner, away_mm, table.pace, back=True))

        yield from table.pass_by(leans(leaner, away_mm, table.pace), stay=True)
        yield from table.still(float(self.rng.uniform(*stays_s)))
        if self.rng.uniform() < 0.5:
            self.after.append(sits_back)
        else:
            yield from sits_back()
            yield from table.still(0.5)

    def _somewhere(self) -> PointMm:
        """A point of the table's inner half."""
        x, y = (float(middle * self.rng.uniform(0.5, 1.5)) for middle in self.table.middle_mm)
        return (x, y)

    def light_switched(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """Another lamp goes on."""
        others = [name for name in ("ceiling", "window", "lamp", "mixed") if name != self.table.film.light.name]
        self.table.switch_light(others[int(self.rng.integers(len(others)))])
        yield from self.table.still(1.0)

    def frozen(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """The camera gives the same picture for three seconds."""
        if self.last is not None:
            for _ in range(self.table.pace.frames(FROZEN_S)):
                yield self.last.copy()

    def misplaced(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """A piece lies in a wrong place for a moment."""
        wrong = misplaced(before, turn.position, self.table.game, self.rng)
        if wrong is not None:
            yield from self.table.play(wrong, turn.seat)
            yield from self.table.still(1.5)

    def taken_back(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """A piece is laid, taken back, and laid again."""
        laid = with_puck_of(turn.position, before)
        if laid == before:
            return
        yield from self.table.play(laid, turn.seat)
        yield from self.table.still(1.5)
        yield from self.table.play(before, turn.seat)
        yield from self.table.still(1.5)

    def straightened(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """A piece is pushed straight."""
        keys = [key for key, lying in self.table.layout.lying.items() if _is_token(lying.solid.part)]
        if not keys:
            return
        key = keys[int(self.rng.integers(len(keys)))]
        planned = self.table.layout.lying[key].planned
        yield from self.table.act((Change(key, planned),), turn.seat)
        yield from self.table.still(1.0)

    def cup(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """A cup stands at the city's edge during a turn."""
        solids = [solid for solid in self.table.layout.solids if solid.part is not None]
        xs = [point[0] for solid in solids for point in solid.placed_outline_mm]
        y = float(self.rng.uniform(0, 1)) * max(solid.pose.y_mm for solid in solids)
        self.table.set_down("cup", (max(xs) + 10.0, y))
        yield from self.table.still(1.0)
        self.after.append(self._clear)

    def _clear(self) -> Iterator[BgrImage]:
        self.table.clear_things()
        yield from self.table.still(0.5)

    def puck_first(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """The puck is passed on before the piece lies."""
        yield from self._puck_to(turn.position, before, turn)

    def puck_astray(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """The puck lies on a wrong mat for a moment."""
        laid, players = with_puck_of(turn.position, before), getattr(before, "players", ())
        if laid == before or len(players) < 3:
            return
        yield from self.table.play(laid, turn.seat)
        yield from self.table.still(0.5)
        wrong = next(name for name in players if name not in (before.turn, turn.position.turn))
        yield from self._puck_to(replace(laid, turn=wrong), laid, turn)

    def _puck_to(self, whose: Any, lying: Any, turn: Turn) -> Iterator[BgrImage]:
        """The puck alone goes where it lies in another position."""
        yield from self.table.play(with_puck_of(lying, whose), turn.seat)
        yield from self.table.still(1.0)

    def nothing(self, before: Any, turn: Turn) -> Iterator[BgrImage]:
        """One frame in five is missing."""
        return iter(())


def _is_token(part: Any) -> bool:
    return part is not None and part.kind in ("piece", "streetcar", "building", "zone", "landmark", "citizen")


@dataclass(frozen=True, slots=True)
class Fault:
    """A mishap: what it is, and what happens before the turn that it strikes."""

    told: str
    before: Callable[[Stage, Any, Turn], Iterator[BgrImage]]


FAULTS: dict[str, Fault] = {
    "hand-stays": Fault("somebody's hand rests on the city during a turn", Stage.hand_stays),
    "bump": Fault("the camera is knocked", Stage.bump),
    "table-turned": Fault("somebody turns the whole table", Stage.table_turned),
    "light-switched": Fault("another lamp goes on", Stage.light_switched),
    "frozen": Fault("the camera gives the same picture for three seconds", Stage.frozen),
    "forgotten-puck": Fault("a player does not pass the puck on; the next one moves it", Stage.nothing),
    "forgotten-marker": Fault("a score marker is moved only after the next move", Stage.nothing),
    "puck-first": Fault("the puck is passed on before the piece lies", Stage.puck_first),
    "puck-astray": Fault("the puck lies on a wrong mat for a moment", Stage.puck_astray),
    "misplaced": Fault("a piece lies in a wrong place for a moment", Stage.misplaced),
    "taken-back": Fault("a piece is laid, taken back, and laid again", Stage.taken_back),
    "straightened": Fault("a piece is pushed straight", Stage.straightened),
    "cat": Fault("a cat walks over the table and stands there for a while", Stage.cat),
    "shadow": Fault("somebody leans over the table and shades it, now and then for a whole turn", Stage.shadow),
    "soft-shadow": Fault(
        "somebody stands in the light, now and then for a whole turn: a large soft shadow", Stage.soft_shadow
    ),
    "exposure": Fault("the camera's exposure follows the light over some tenths of a second", Stage.nothing),
    "cup": Fault("a cup stands at the city's edge during a turn", Stage.cup),
    "display-flashes": Fault("our own display lights up beside the board after a move", Stage.nothing),
    "blind-dark": Fault("the camera is in the dark for 4 s in every 10", Stage.nothing),
    "blind-frozen": Fault("the camera gives the same picture for 4 s in every 10", Stage.nothing),
    "blind-covered": Fault("something lies over the table for 4 s in every 10", Stage.nothing),
    "dropped-frames": Fault("one frame in five is missing", Stage.nothing),
    **{name: Fault(told, Stage.nothing) for name, told in DRIVER_FAULTS.items()},
}
"""By name, as `demo --fault` takes them."""
