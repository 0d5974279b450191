"""Steady over time: a place counts only when it was seen still and free several times running.

Occlusion is not removal: a hidden place keeps what is known of it, which here means that its evidence says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tabletop.gamefile import load_game
from tabletop.readings import Confidence, Evidence, Reading


@dataclass(frozen=True, slots=True)
class SteadySettings:
    """How long is still. `tests/live/test_steady.py` notices one look and a fifth of the lead more or less."""

    looks: int = 3
    """So many looks in a row must agree about a place (MARKERS.md section 3: 2 to 3)."""
    gap_nats: float = 2.0
    """Nats by which the best must lead the second to be agreed upon. Chosen by hand; as much as the lead from which the
    reader calls a place likely (`vision.settings.ConfidenceSettings.likely_margin`)."""


@dataclass(frozen=True, slots=True)
class SightSettings:
    """When nobody could see the table.

    Chosen by hand; the films with blind times (docs/whole-games.md) were played with these numbers, and
    `tests/live/test_steady.py` notices a fifth more or less.
    """

    covered_share: float = 0.5
    """Share of the places: where more of them show nothing, what goes on there is out of sight."""
    moving_s: float = 6.0
    """Seconds: a hand that moves for longer over the table hides more than one turn; until then it makes its own."""


def says_nothing(evidence: Mapping[str, float]) -> bool:
    """Whether all that may lie on a place is as likely: it is hidden, or not steady yet."""
    return len(set(evidence.values())) <= 1 < len(evidence)


class Sight:
    """For how long nobody has seen the table: dark, frozen, unplugged, covered, or hands over it for long."""

    def __init__(self, settings: SightSettings | None = None) -> None:
        self._settings = settings or SightSettings()
        self._seen_s: float | None = None
        self._lost = False

    def lost(self, since_s: float | None = None) -> None:
        """Nothing of the table is seen now; `since_s` where what was shown since then was an older picture."""
        self._lost = True
        if since_s is not None and self._seen_s is not None:
            self._seen_s = min(self._seen_s, since_s)

    def seen(self, reading: Reading, now_s: float) -> float:
        """The table is seen now; for how long before nobody could see it, 0 where that is no longer than a hand's."""
        flat = sum(map(says_nothing, reading.evidence.values()))
        if flat > self._settings.covered_share * len(reading.evidence):
            self._lost = True
            return 0.0
        gone_s = 0.0 if self._seen_s is None else now_s - self._seen_s
        blind_s = gone_s if self._lost or gone_s > self._settings.moving_s else 0.0
        self._seen_s, self._lost = now_s, False
        return blind_s


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What the last looks said of one place: how many of them agree, and the summed evidence."""

    looks: int
    summed: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Steady:
    """What has been seen of every place so far; `see` turns it into the next."""

    settings: SteadySettings = SteadySettings()
    places: Mapping[str, PlaceSeen] = field(default_factory=dict)
    tiles: Mapping[Any, int] = field(default_factory=dict)
    """The neighbourhoods as they lay in the last look, each with how often in a row it lay so."""
    looks: int = 0
    """How often in a row just these neighbourhoods lay so."""

    def see(self, reading: Reading) -> tuple[Steady, Reading | None]:
        """Take one look in; gives the steady reading, None while the board itself is not yet steady.

        While a further neighbourhood is not yet steady, the reading is that of the board without it: what was laid
        before it is known before it.
        """
        if reading.position is None:
            return (replace(self, places={}, tiles={}, looks=0), None)
        lying: tuple[Any, ...] = reading.position.tiles if load_game(reading.position.game).laid_of_tiles else ()
        goes_on = {tile for tile, looks in self.tiles.items() if looks >= self.settings.looks} <= set(lying)
        same = goes_on and len(lying) == len(self.tiles) and set(lying) == set(self.tiles)
        places = {
            place: self._place(self.places.get(place) if goes_on else None, evidence)
            for place, evidence in reading.evidence.items()
        }
        tiles = {tile: min(self.tiles.get(tile, 0) * goes_on + 1, self.settings.looks) for tile in lying}
        steady = replace(self, places=places, tiles=tiles, looks=min(self.looks * same + 1, self.settings.looks))
        board = tuple(tile for tile in lying if tiles[tile] >= self.settings.looks)
        if steady.looks >= self.settings.looks or (lying and board == lying):
            return (steady, steady._reading(reading))
        return (steady, steady._reading(_without_new(reading, board)) if board else None)

    @property
    def settled(self) -> bool:
        """Whether the same look once more would tell nothing new: every place is agreed upon, or tells nothing."""
        needed = self.settings.looks
        return self.looks >= needed and all(seen.looks in (0, needed) for seen in self.places.values())

    @property
    def glimpsed(self) -> Evidence:
        """What was seen of places about which not enough looks agree yet."""
        return {place: seen.summed for place, seen in self.places.items() if 0 < seen.looks < self.settings.looks}

    def _place(self, before: PlaceSeen | None, evidence: Mapping[str, float]) -> PlaceSeen:
        leading = self._leading(evidence)
        if not leading:
            return PlaceSeen(0, {})
        if before is None or not leading & self._leading(before.summed):
            return PlaceSeen(1, evidence)
        looks = min(before.looks + 1, self.settings.looks)
        weight = 1.0 / looks
        summed = {
            what: before.summed.get(what, value) * (1 - weight) + value * weight for what, value in evidence.items()
        }
        return PlaceSeen(looks, summed)

    def _leading(self, evidence: Mapping[str, float]) -> frozenset[str]:
        """What plainly leads, none where nothing does; kinds that look alike lead together where one of them lies.

        Looks agree that have one of these in common: how much of a tile is seen, and with it which tiles it may be,
        changes from look to look.
        """
        if not evidence:
            return frozenset()
        least = max(evidence.values()) - self.settings.gap_nats
        leading = frozenset(what for what, value in evidence.items() if value > least)
        if len(leading) > 1 and ("empty" not in evidence or "empty" in leading):
            return frozenset()
        return leading

    def _reading(self, reading: Reading) -> Reading:
        """The reading with only what is steady in it: everything else is flat and to be asked about."""
        evidence: dict[str, Mapping[str, float]] = {}
        confidence: dict[str, Confidence] = dict(reading.confidence)
        for place, raw in reading.evidence.items():
            seen = self.places[place]
            if seen.looks >= self.settings.looks:
                evidence[place] = seen.summed
            else:
                evidence[place] = dict.fromkeys(raw, 0.0)
                confidence[place] = "ask"
        covered = frozenset(place for place, raw in reading.evidence.items() if says_nothing(raw))
        return replace(reading, evidence=evidence, confidence=confidence, covered=covered)


def _without_new(reading: Reading, board: tuple[Any, ...]) -> Reading:
    """The reading of a board's own neighbourhoods, of what lies on their properties and beside them, and of the puck.

    A street that a new neighbourhood gives another name, after one of its own properties, is left out.
    """
    known = {"puck", *(f"tile:{tile.number}" for tile in board)}
    numbers = {str(tile.number) for tile in board}
    evidence = {
        place: told
        for place, told in reading.evidence.items()
        if place in known or (place.startswith(("property:", "street:")) and place.split(":")[1][:-1] in numbers)
    }
    position: Any = reading.position
    return replace(reading, position=replace(position, tiles=board), evidence=evidence)
