"""What a display shows: a small language, one TOML file a display (docs/display-building.md explains it).

A layout says which player stands where, what happens on a turn, on points and on a win, how bright it is
by day and by night, how it idles, and what it does while the board is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from firmware_bridge.state import Animation, DisplayPlayer, DisplayState

Draws = Literal["bar", "text", "colour"]
Look = Literal["same", "still", "dim", "dark"]


@dataclass(frozen=True, slots=True)
class DisplayPlace:
    """One place on a display and who stands there.

    `shows`: `player 1` (the first seat), `active`, `next`, `leader`, or `name Ann`. Only WLED and Adalight
    need a region: `leds` (first, behind the last) on a strip, `area` (x, y, width, height) on a matrix;
    without one the display is cut into equal parts. `full` is the score at which a bar is full, until
    somebody has more. `text` may use {name} {score} {points}.
    """

    shows: str
    leds: tuple[int, int] | None = None
    area: tuple[int, int, int, int] | None = None
    draws: Draws | None = None
    text: str = "{score}"
    full: int = 50


@dataclass(frozen=True, slots=True)
class Effect:
    """What happens on an event: whether, how long, and with which of WLED's effects (id, speed, intensity)."""

    on: bool = True
    ms: int = 800
    fx: int = 2  # WLED's Breathe
    sx: int = 180
    ix: int = 128


@dataclass(frozen=True, slots=True)
class Night:
    """Minutes of the day from which and to which another brightness holds; may go over midnight."""

    from_minute: int
    to_minute: int
    brightness: int


@dataclass(frozen=True, slots=True)
class DisplayLayout:
    """How one display shows a game. `brightness` caps the game's; None leaves it."""

    places: tuple[DisplayPlace, ...] = ()
    brightness: int | None = None
    night: Night | None = None
    quiet: Look = "still"
    idle: Look = "dim"
    idle_after_s: float = 900.0
    effects: dict[Animation, Effect] = field(
        default_factory=lambda: {
            Animation.POINTS: Effect(ms=1500),
            Animation.TURN: Effect(ms=1000),
            Animation.WIN: Effect(ms=6000, fx=9, sx=80),
            Animation.UNDO: Effect(ms=800),
            Animation.ATTENTION: Effect(ms=2000),
            Animation.TEST: Effect(ms=3000, fx=0),
        }
    )


@dataclass(frozen=True, slots=True)
class Arranged:
    """A state as one display shows it: `state.players` in the order of their places on the display.

    `seats[k]` is the seat of the k-th player shown; `places[k]` the index of the layout's place, None where
    the layout names none.
    """

    state: DisplayState
    seats: tuple[int, ...]
    places: tuple[int | None, ...] = ()

    def place_of(self, seat: int) -> int | None:
        """Return the place where a seat's player stands, None where on no place."""
        return self.seats.index(seat) if seat in self.seats else None


def arrange(
    state: DisplayState, layout: DisplayLayout, *, slots: int, idle_s: float = 0.0, minute_of_day: int = 720
) -> Arranged:
    """Return what a display with so many slots shows of a state, at this time of day, idle for so long."""
    seats, places = _seats(state, layout, slots)
    level = state.brightness if layout.brightness is None else min(state.brightness, layout.brightness)
    if layout.night is not None and _is_night(layout.night, minute_of_day):
        level = min(level, layout.night.brightness)
    if state.quiet:
        level = _dimmed(level, layout.quiet)
    if idle_s >= layout.idle_after_s:
        level = _dimmed(level, layout.idle)
    players = tuple(state.players[seat] for seat in seats)
    quiet = state.quiet and layout.quiet != "same"
    return Arranged(DisplayState(players, level, quiet), seats, places)


def events_between(before: DisplayState | None, after: DisplayState) -> list[tuple[Animation, int]]:
    """Return what has happened between two states as (animation, seat), the most important last."""
    if before is None or len(before.players) != len(after.players):
        return []
    found: list[tuple[Animation, int]] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.name != new.name:
            return []
        if new.active and not old.active:
            found.append((Animation.TURN, seat))
        if new.score != old.score and new.last_points is not None:
            found.append((Animation.POINTS, seat))
        if new.winner and not old.winner:
            found.append((Animation.WIN, seat))
    order = (Animation.TURN, Animation.POINTS, Animation.WIN)
    return sorted(found, key=lambda event: order.index(event[0]))


def full_bar(state: DisplayState, place: DisplayPlace) -> int:
    """Return the score at which a place's bar is full."""
    return max([place.full, 1, *(player.score for player in state.players)])


def place_text(player: DisplayPlayer, place: DisplayPlace) -> str:
    """Return what a place writes of a player."""
    points = "" if player.last_points is None else f"{player.last_points:+d}"
    words = {"{name}": player.name, "{score}": str(player.score), "{points}": points}
    text = place.text
    for word, value in words.items():
        text = text.replace(word, value)
    return text.strip()


def _seats(state: DisplayState, layout: DisplayLayout, slots: int) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    if layout.places:
        found: dict[int, int] = {}
        for index, place in enumerate(layout.places[:slots]):
            seat = _seat(place.shows, state, list(found.values()))
            if seat is not None:
                found[index] = seat
        return tuple(found.values()), tuple(found)
    everybody = range(len(state.players))
    seats = list(everybody)
    if len(everybody) > slots:
        wanted = [_seat("active", state, []), _seat("leader", state, [])]
        first = list(dict.fromkeys(seat for seat in wanted if seat is not None))[:slots]
        rest = [seat for seat in everybody if seat not in first][: slots - len(first)]
        seats = sorted(first + rest)
    return tuple(seats), (None,) * len(seats)


def _seat(shows: str, state: DisplayState, taken: list[int]) -> int | None:
    players = state.players
    active = next((seat for seat, player in enumerate(players) if player.active), None)
    word, _, rest = shows.partition(" ")
    match word:
        case "player":
            seat = int(rest) - 1
            return seat if seat < len(players) else None
        case "name":
            return next((seat for seat, player in enumerate(players) if player.name == rest), None)
        case "active":
            return active
        case "next":
            return None if active is None else (active + 1) % len(players)
        case _:
            free = [seat for seat in range(len(players)) if seat not in taken]
            return max(free, key=lambda seat: players[seat].score, default=None)


def _is_night(night: Night, minute: int) -> bool:
    if night.from_minute <= night.to_minute:
        return night.from_minute <= minute < night.to_minute
    return minute >= night.from_minute or minute < night.to_minute


def _dimmed(level: int, look: Look) -> int:
    return 0 if look == "dark" else min(level, max(1, level // 4)) if look == "dim" else level
