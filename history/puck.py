"""The puck's way and the score markers, held against whose turns a history has."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log

from history.settings import SETTINGS, HistorySettings


@dataclass(frozen=True, slots=True)
class PuckStop:
    """On whose mat the puck was seen, from when to when."""

    player: str
    from_s: float
    to_s: float


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """An event of a player as the puck sees it."""

    mover: str | None
    """Whose turn it was."""
    quiet: bool
    at_s: float
    not_before_s: float


@dataclass(slots=True)
class Puck:
    """Where the puck went."""

    players: Sequence[str]
    settings: HistorySettings = SETTINGS
    stops: list[PuckStop] = field(default_factory=list)
    before: str | None = None
    """Whose move the last one was before those that are still open."""

    @property
    def last(self) -> PuckStop | None:
        """The newest stop."""
        return self.stops[-1] if self.stops else None

    def see(self, player: str, now_s: float) -> bool:
        """Take in on whose mat it lies; whether it came there just now."""
        last = self.last
        if last is not None and last.player == player:
            self.stops[-1] = replace(last, to_s=now_s)
            return False
        self.stops.append(PuckStop(player, now_s, now_s))
        return True

    def forget(self, before_s: float, mover: str | None) -> None:
        """All histories agree about what was before; `mover` made the last move of it."""
        self.before = mover or self.before
        self.stops = [stop for stop in self.stops if stop.to_s > before_s]

    def cost(self, turns: Sequence[TimedTurn], following: str | None) -> float:
        """Natural logarithm of how well the puck's way goes with these turns; `following` is whose turn it is now."""
        movers = [*(turn.mover for turn in turns), following]
        if not self.stops or not any(movers):
            return 0.0
        times = self._times(turns, following)
        total, seen = 0.0, set[int]()
        for stop in self.stops:
            low, high = bisect_right(times, stop.from_s), bisect_right(times, stop.to_s)
            due = [at for at in range(low, high + 1) if movers[at] == stop.player]
            seen.update(due)
            if stop is self.last or stop.to_s - stop.from_s >= self.settings.between_s:
                total += self._stop(stop, turns, movers, (low, high), due, times)
        return total + sum(
            self._skipped(turns[at], times[at - 1] if at else -inf, times[at])
            for at, turn in enumerate(turns)
            if turn.quiet and at not in seen
        )

    def _times(self, turns: Sequence[TimedTurn], following: str | None) -> list[float]:
        """When each turn was over: where its place was hidden when the puck came to the next player, then."""
        times: list[float] = []
        movers = [*(turn.mover for turn in turns[1:]), following]
        for turn, then in zip(turns, movers, strict=False):
            passed = [
                stop.from_s
                for stop in self.stops
                if stop.player == then and turn.not_before_s < stop.from_s <= turn.at_s
            ]
            at_s = passed[0] if passed and turn.not_before_s > -inf else turn.at_s
            times.append(max(at_s, times[-1]) if times else at_s)
        return times

    def _stop(
        self,
        stop: PuckStop,
        turns: Sequence[TimedTurn],
        movers: Sequence[str | None],
        span: tuple[int, int],
        due: Sequence[int],
        times: Sequence[float],
    ) -> float:
        """What one stop says: `span` counts the turns over when it began and ended, `due` are its player's."""
        settings, (low, high) = self.settings, span
        lasted_s, last = stop.to_s - stop.from_s, stop is self.last
        first = stop is self.stops[0]
        if due:
            others = [at for at in range(low, high) if movers[at] != stop.player and not turns[at].quiet]
            total = sum(settings.early if at < due[-1] else settings.forgotten for at in others)
            return total + (self._stays(lasted_s) if last and due[-1] < high else 0.0)
        if (movers[low - 1] if low else self.before) == stop.player:
            waited_s = stop.to_s - (times[low - 1] if low else stop.from_s)
            total = (high - low) * settings.forgotten + (0.0 if first else settings.late)
            return total + (self._stays(waited_s) if last else 0.0)
        if last and high < len(movers) and self._after(movers[high]) == stop.player:
            return settings.early - log(1 + lasted_s / 1.5)
        return settings.astray + (high - low) * settings.away - log(1 + lasted_s / 2.0)

    def _stays(self, waited_s: float) -> float:
        """It is with whoever has just moved."""
        return (self.settings.stays if waited_s > 1.2 else 0.0) + max(-1.8, -0.2 * waited_s)

    def _skipped(self, turn: TimedTurn, start_s: float, end_s: float) -> float:
        """A turn without a trace whose player never had the puck."""
        elsewhere = any(
            stop.player != turn.mover and stop.from_s <= start_s + 0.3 and stop.to_s >= end_s - 0.6
            for stop in self.stops
        )
        return self.settings.astray if elsewhere else self.settings.skipped

    def _after(self, player: str | None) -> str | None:
        seats = {name: seat for seat, name in enumerate(self.players)}
        return self.players[(seats[player] + 1) % len(seats)] if player in seats else None


@dataclass(slots=True)
class Markers:
    """Where score markers stand on a track beside the board."""

    settings: HistorySettings = SETTINGS
    spaces: dict[str, int] = field(default_factory=dict)

    def cost(self, totals: Mapping[str, int], earlier: Mapping[str, set[int]]) -> float:
        """Natural logarithm of how well they go with the totals; `earlier` are those before the last moves."""
        total = 0.0
        for player, space in self.spaces.items():
            if player in totals and totals[player] % 100 != space:
                behind = any(points % 100 == space for points in earlier.get(player, ()))
                total += self.settings.marker_late if behind else self.settings.marker_wrong
        return total
