"""The virtual table: parts that are laid and carried by hands while a camera films, one frame after another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any

import numpy as np

from simulator.art import PartsBox
from simulator.bodies import Body
from simulator.camera import Camera, camera_for, view_named
from simulator.clutter import clutter
from simulator.film import Film
from simulator.gestures import REST_MM, Pace, eased, outside, player_hand, travel
from simulator.hands import Hand
from simulator.layout import Change, Key, TableLayout
from simulator.light import Light, light_named, turned, varied
from simulator.pictures import BgrImage
from simulator.scene import Disorder, Scene
from simulator.sensor import hand_held, sensor_named
from simulator.solids import Solid
from simulator.surfaces import VARIANTS, surface
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, Pose
from tabletop.plans import PlannedPart, plan_of

RIM_MM = 10.0
"""What lies crooked reaches so far beyond the plan."""
FARTHEST_BACK = 0.3
"""A camera is moved back by at most this share of its distance, so that a table that was turned fits again."""
TURN_DEG_S = 150.0
"""How fast a table is turned."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where the game is played and how it is filmed."""

    view: str = "above"
    beside: tuple[str, ...] = ()
    """Views of further cameras over the same table; `webcam-35@180` looks from the other side (degrees clockwise)."""
    light: str = "ceiling"
    table: str = "wood"
    seed: int = 0
    size_px: tuple[int, int] | None = None
    disorder: Disorder = field(default_factory=Disorder)
    pace: Pace = field(default_factory=Pace)


class VirtualTable:
    """A table with a camera over it. Acting on it gives frames; a frame is all that an onlooker ever gets.

    Further cameras (`Room.beside`) film the same moments: their pictures are in `beside` after each frame.
    """

    def __init__(self, game: GameFile, final_position: Any, room: Room, *, box: PartsBox | None = None) -> None:
        """`final_position` is what will lie there in the end: the camera is put up so that all of it fits.

        Raises UsageError where the room's view, light or table have no such name.
        """
        self._game, self._room = game, room
        self._box = box if box is not None else PartsBox(game)
        laying, standing, lighting, sensing, self._moving = (
            np.random.default_rng([room.seed, stream]) for stream in range(5)
        )
        plan = plan_of(final_position, game)
        self._layout = TableLayout(self._box, plan, laying, room.disorder)
        self._others: list[Solid] = []
        width, height = plan.size_mm
        self._middle = (width / 2, height / 2)
        self._surface = surface(room.table, int(laying.integers(VARIANTS)))
        self._lighting = lighting
        view = view_named(room.view)
        camera = camera_for(view, (0.0, 0.0, width, height), standing, size_px=room.size_px)
        sensor = hand_held(sensor_named(view.sensor), sensing, blur=0.4)
        light = self._light = varied(light_named(room.light), lighting)
        self._film = Film(camera, light, replace(sensor, motion_px=0.0), sensing)
        self._films = [self._film]
        for number, name in enumerate(room.beside):
            further, own = view_named(name.partition("@")[0]), np.random.default_rng([room.seed, 20 + number])
            side_deg = float(name.partition("@")[2] or 0)
            extent = (0.0, 0.0, width, height)
            camera = camera_for(further, extent, own, size_px=room.size_px, azimuth_deg=side_deg)
            sensor = hand_held(sensor_named(further.sensor), own, blur=0.4)
            self._films.append(Film(camera, light, replace(sensor, motion_px=0.0), own))
        self.beside: tuple[BgrImage, ...] = ()
        """What the further cameras saw when the last frame was taken."""
        self.filming = True
        """Off while nobody sees the frames: the newest one is given again then, and what goes on costs nothing."""
        self._newest: BgrImage | None = None
        self._unfilmed = 0
        self._stands = tuple(film.camera for film in self._films)
        corners = [(x, y, 0.0) for x in (-RIM_MM, width + RIM_MM) for y in (-RIM_MM, height + RIM_MM)]
        self._corners = np.array(corners, dtype=np.float64)
        self._turned_deg = 0.0
        self._waiting: tuple[Hand, ...] = ()
        self._guests: tuple[Body, ...] = ()
        self._show()

    @property
    def layout(self) -> TableLayout:
        """What lies where, in truth."""
        return self._layout

    @property
    def game(self) -> GameFile:
        """The game that is played on it."""
        return self._game

    @property
    def middle_mm(self) -> PointMm:
        """The middle of all that will lie there."""
        return self._middle

    @property
    def film(self) -> Film:
        """The camera, for tests that know where it is."""
        return self._film

    @property
    def pace(self) -> Pace:
        """How fast the players are."""
        return self._room.pace

    def lay(self, position: Any) -> None:
        """Make the table show a position at once, without a hand."""
        for change in self._layout.changes_to(plan_of(position, self._game)):
            if change.taken is not None:
                self._layout.take(change.taken)
            if change.laid is not None:
                self._layout.put(change.laid)
        self._show()

    def still(self, seconds: float) -> Iterator[BgrImage]:
        """Frames in which nobody does anything (a hand that stays, stays)."""
        for _ in range(self.pace.frames(seconds)):
            yield self._frame(self._waiting)

    def changes_to(self, position: Any) -> tuple[Change, ...]:
        """What hands have to do until the table shows the position."""
        return self._layout.changes_to(plan_of(position, self._game))

    def act(self, changes: Sequence[Change], seat: int, *, hold_s: float = 0.0) -> Iterator[BgrImage]:
        """A player's hand comes in, makes the changes one after the other, holds still for a while, and leaves."""
        if not changes:
            return
        hand = self._hand_of(seat)
        visit = _Visit(replace(hand, tip_mm=self._outside(hand, self._place_of(changes[0]))))
        for change in changes:
            if change.taken is not None:
                yield from self._take(visit, change.taken)
            if change.laid is not None:
                yield from self._put(visit, change.laid)
            elif visit.carried is not None:
                yield from self._leave(visit)
                visit.carried = None
        for _ in range(self.pace.frames(hold_s) if hold_s > 0 else 0):
            yield self._picture(visit)
        yield from self._leave(visit)

    def play(self, position: Any, seat: int) -> Iterator[BgrImage]:
        """A player brings the table to a position; the puck comes last."""
        changes = sorted(self.changes_to(position), key=lambda change: _part_of(change) == "puck")
        yield from self.act(changes, seat)

    def leave_hand(self, at_mm: PointMm, seat: int, *, pose: str = "flat") -> Iterator[BgrImage]:
        """A hand comes in and stays until `withdraw_hands`."""
        hand = replace(self._hand_of(seat), pose=pose)
        visit = _Visit(replace(hand, tip_mm=self._outside(hand, at_mm)))
        yield from self._go(visit, at_mm, 6.0)
        self._waiting = (*self._waiting, visit.hand)

    def withdraw_hands(self) -> Iterator[BgrImage]:
        """The hands that stayed leave, one after the other."""
        while self._waiting:
            *rest, hand = self._waiting
            self._waiting = tuple(rest)
            yield from self._leave(_Visit(hand))

    def pass_by(self, bodies: Iterable[Body], *, stay: bool = False) -> Iterator[BgrImage]:
        """Somebody else moves over the table: a frame for each of these bodies; the last one may stay till `alone`."""
        before, last = self._guests, None
        for last in bodies:
            self._guests = (*before, last)
            yield self._frame(self._waiting)
        if not stay:
            self._guests = before

    def alone(self) -> None:
        """Whoever passed by and stayed is gone."""
        self._guests = ()

    def nudge(self, key: Key, *, x_mm: float, y_mm: float, turn_deg: float) -> None:
        """Push a part without meaning anything by it."""
        self._layout.shift(key, x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg)
        self._show()

    def set_down(self, kind: str, at_mm: PointMm) -> None:
        """Somebody puts a cup or another thing on the table (the kinds are in `simulator.clutter`)."""
        pose = Pose(*at_mm, float(self._moving.uniform(0, 360)))
        self._others.append(clutter(kind, pose, self._moving, z_mm=0.3))
        self._show()

    def clear_things(self) -> None:
        """Take the cups and other things away."""
        self._others.clear()
        self._show()

    def bump(self, *, x_mm: float = 0.0, y_mm: float = 0.0, turn_deg: float = 0.0) -> None:
        """Somebody touches the camera's stand."""
        self._film.look_from(self._film.camera.moved(x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg))

    def turn_fits(self, turn_deg: float) -> bool:
        """Whether the cameras, moved back a little where they must, see all of the table once it is turned so."""
        return all(self._back_mm(stand, self._turned_deg + turn_deg) is not None for stand in self._stands)

    def turn(self, turn_deg: float) -> Iterator[BgrImage]:
        """Somebody turns the whole table, counterclockwise as people see it, who stay where they are, as lamps do.

        Everything keeps lying on the table as it lies: in its frame it is cameras, lamps and people who go round.
        """
        start_deg, end_deg = self._turned_deg, self._turned_deg + turn_deg
        starts = [self._back_mm(stand, start_deg) or 0.0 for stand in self._stands]
        ends = [self._back_mm(stand, end_deg) or 0.0 for stand in self._stands]
        steps = self.pace.frames(abs(turn_deg) / TURN_DEG_S)
        for step in range(1, steps + 1):
            part = eased(step / steps)
            self._turned_deg = start_deg + turn_deg * part
            light = self._light_now()
            for film, stand, start, end in zip(self._films, self._stands, starts, ends, strict=True):
                back_mm = start + (end - start) * part
                film.look_from(stand.around(self._middle, self._turned_deg, back_mm=back_mm), light)
            yield self._frame(self._waiting)

    def switch_light(self, name: str) -> None:
        """Another light goes on in place of the one that is on."""
        self._light = varied(light_named(name), self._lighting)
        for film in self._films:
            film.light_by(self._light_now())

    def answer_light(self, answers_s: float) -> None:
        """From now on the cameras' exposure follows the light, with this time constant."""
        for film in self._films:
            film.answer_light(answers_s)

    def _light_now(self) -> Light:
        """The lamps where they are in the frame of the table, which may have been turned."""
        return turned(self._light, self._turned_deg)

    def _hand_of(self, seat: int) -> Hand:
        """A player's hand, from where the player sits."""
        hand = player_hand(seat, self._moving)
        return replace(hand, towards_deg=hand.towards_deg + self._turned_deg)

    def _back_mm(self, stand: Camera, turned_deg: float) -> float | None:
        """How far a camera must be moved back to see all of the turned table; None where that is too far."""
        farthest = FARTHEST_BACK * float(stand.depths_of(np.array([[*self._middle, 0.0]]))[0])
        for back_mm in np.linspace(0.0, farthest, 16):
            if stand.around(self._middle, turned_deg, back_mm=float(back_mm)).sees(self._corners):
                return float(back_mm)
        return None

    def _show(self) -> None:
        solids = (*self._layout.solids, *self._others)
        for film in self._films:
            film.show(Scene(self._surface, self._middle, self._middle, solids))

    def _frame(self, hands: tuple[Hand, ...], held: tuple[Solid, ...] = ()) -> BgrImage:
        """The first camera's next frame, and the others' of the same moment."""
        self._unfilmed += 1
        if self.filming or self._newest is None:
            elapsed_s, self._unfilmed = self._unfilmed / self.pace.frames_per_s, 0
            bodies = (*self._guests, *hands)
            self._newest, *others = (film.frame(bodies, held, elapsed_s=elapsed_s) for film in self._films)
            self.beside = tuple(others)
        return self._newest

    def _outside(self, hand: Hand, target_mm: PointMm) -> PointMm:
        """The nearest place, back along the arm, where no camera sees the hand any more."""
        places = (outside(hand, film.camera, target_mm) for film in self._films)
        return max(places, key=lambda place: dist(place, target_mm))

    def _place_of(self, change: Change) -> PointMm:
        if change.taken is not None:
            return _middle_of(self._layout.lying[change.taken].solid)
        assert change.laid is not None, "a change takes or lays something"
        return (change.laid.pose.x_mm, change.laid.pose.y_mm)

    def _take(self, visit: "_Visit", key: Key) -> Iterator[BgrImage]:
        """Go to a part that lies there and take hold of it."""
        lying = self._layout.lying[key].solid
        yield from self._go(visit, _middle_of(lying), lying.top_z_mm + 1.0)
        yield from self._pause(visit)
        visit.carried = self._layout.take(key)
        self._show()

    def _put(self, visit: "_Visit", planned: PlannedPart) -> Iterator[BgrImage]:
        """Bring a part to its place, lay it down, let go."""
        if visit.carried is None:
            visit.carried = self._layout.solid_for(planned)
        visit.carried = replace(visit.carried, pose=planned.pose)
        spot = (planned.pose.x_mm, planned.pose.y_mm)
        yield from self._go(visit, spot, REST_MM)
        yield from self._go(visit, spot, planned.z_mm + visit.carried.height_mm + 1.0)
        visit.carried = None
        self._layout.put(planned)
        self._show()
        yield from self._pause(visit)

    def _leave(self, visit: "_Visit") -> Iterator[BgrImage]:
        yield from self._go(visit, self._outside(visit.hand, visit.hand.tip_mm), REST_MM)

    def _go(self, visit: "_Visit", to_mm: PointMm, height_mm: float) -> Iterator[BgrImage]:
        for hand in travel(visit.hand, to_mm, height_mm, self.pace):
            visit.hand = hand
            yield self._picture(visit)

    def _pause(self, visit: "_Visit") -> Iterator[BgrImage]:
        for _ in range(self.pace.frames(self.pace.place_s)):
            yield self._picture(visit)

    def _picture(self, visit: "_Visit") -> BgrImage:
        held = () if visit.carried is None else (_in_hand(visit.carried, visit.hand),)
        return self._frame((*self._waiting, visit.hand), held)


@dataclass(slots=True)
class _Visit:
    """A hand over the table and what it carries."""

    hand: Hand
    carried: Solid | None = None


def _middle_of(solid: Solid) -> PointMm:
    return (solid.pose.x_mm, solid.pose.y_mm)


def _in_hand(solid: Solid, hand: Hand) -> Solid:
    """A part as a hand carries it: under the fingertips, above the table."""
    lifted = max(0.5, hand.height_mm - solid.height_mm - 1.0)
    return replace(solid, pose=Pose(*hand.tip_mm, solid.pose.rotation_deg), z_mm=0.3 + lifted, lifted_mm=lifted)


def _part_of(change: Change) -> str:
    if change.laid is not None:
        return change.laid.part
    assert change.taken is not None, "a change takes or lays something"
    return change.taken[0]
