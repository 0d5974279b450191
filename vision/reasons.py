"""Why places are asked about: for each a sentence that what was measured there bears out.

It is worked out from what a reading keeps, when somebody wants to know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from tabletop.plainkinds import plain_kinds
from vision.pixels.arrays import PointsMm, PointsPx
from vision.places.assignment import EMPTY, LyingPart
from vision.places.place import PlaceFrame, on_table, rectangle_mm
from vision.reading import FrameReading
from vision.table.plane import TablePlane
from vision.uncoded.asked_looks import AskedLook, ColourSeen
from vision.uncoded.cell_looks import CellTold

LOOKS_BARE = 0.6
"""Share of a cell in one colour from which it shows nothing that a hand or a thing would show. Chosen by hand, as are
the next ones: they only choose the words."""
OUTSIDE_PX = 2.0
"""What reaches further over the picture's edge is not seen whole."""
MOSTLY = 0.5
"""A look holds for so what it holds for likelier than not."""
VEILED = 0.1
"""Share of white's light that changes a place's colour to the eye."""
DARKER, LIGHTER = -10.0, 10.0
"""Lightness (L) against its print's from which a place is darker or lighter, ..."""
TINTED = 12.0
"""... and distance from it in a and b up to which it has that colour in other light."""
MOST_BEHIND = 0.35
"""Share of a place that a piece in front hides from which it hides the place (as `PlainSettings.most_hidden`)."""
ALONG = 7
"""Points along a place, to tell how much of it something hides."""
UNTOLD_MM = 8.0
"""Height of pieces whose height nobody told."""
STRANGER = "stranger"

OUTSIDE = "part of it lies outside the picture"
DIRECTIONS = "it is not sure how its neighbourhood lies in the city"
TOO_LITTLE = "too little of it is seen"
NO_PUCK = "it does not show plainly on which mat the turn puck lies"
NO_RAILS = "neither its rails nor a streetcar show plainly: a hand, a shadow or another thing may cover them"
FAINT_RAILS = "its rails show, but too faintly to tell that nothing covers them"
FAINT_CAR = "something like a streetcar shows there, but not plainly"
HIDES = "nothing that is known shows there: a hand, a shadow, glare or a foreign thing covers it"
WASHED_OUT = "light or glare washes out its colour"
MIRRORED = "a lamp or a window mirrors itself there, and its light changes the colour"
TOO_NOISY = "the picture is too dark and noisy to tell its colour"
NOISY = "the picture is dark and noisy, and what shows there is unlike anything known"
BARE_BUT = "it looks bare, but lighter, darker or more coloured than its like: a lamp's light, or something plain"
DARK = "it has its ground's colour, but is much darker: a shadow, or something plain"
LIGHT = "it has its ground's colour, but is much lighter: a lamp's light, or something plain"
OTHER_COLOUR = "it looks bare, but its colour is not its ground's: coloured light, or something plain"
AS_GROUND = "it has its ground's colour, but does not look bare: something of that colour may cover it"
NO_LINES = "the printed lines round it do not show: something as light as the ground may cover it"
STRANGE = "it looks like neither ground nor piece: a hand or another thing covers it"
UPON = "what stands upon it hides whether one piece lies there or two"
UNLIKE = "what shows there is unlike anything known"


def why_asked(sight: FrameReading) -> dict[str, str]:
    """Each place that is asked about -> the reason, in a sentence."""
    reasons = _Reasons(sight)
    return {place: reasons.of(place) for place, sureness in sight.reading.confidence.items() if sureness == "ask"}


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """Reason -> its places, in their order."""
    found: dict[str, list[str]] = {}
    for place, reason in reasons.items():
        found.setdefault(reason, []).append(place)
    return found


class _Reasons:
    """The reasons of one reading; what several places need is worked out once."""

    def __init__(self, sight: FrameReading) -> None:
        self._sight = sight
        self._told = {place: problem.message for problem in sight.reading.problems for place in problem.places}
        names = sight.game.names
        times = Counter(names.values())
        self._names = {part: name for part, name in names.items() if times[name] == 1}

    def of(self, place: str) -> str:
        """Why one place is asked about."""
        sight = self._sight
        if place in self._told:
            return self._told[place]
        if self._reaches_out(place):
            return OUTSIDE
        evidence = _best_first(sight.reading.evidence.get(place, {}))
        unknown = place in sight.hidden or (len(evidence) > 1 and evidence[0][1] == evidence[-1][1])
        street = place.startswith("street:")
        if place.startswith("tile:") or (street and not unknown and self._city_doubtful):
            return DIRECTIONS
        if place == "puck":
            return NO_PUCK
        if (unknown or street) and (front := self._blocks.before(place)) is not None:
            return f"{self._name(front)} in front of it hides it"
        if street:
            return NO_RAILS if unknown or not evidence else FAINT_RAILS if evidence[0][0] == EMPTY else FAINT_CAR
        ground = None if sight.boards is None else sight.boards.grounds.get(place)
        uncoded = None if sight.asked is None else sight.asked.places.get(place)
        if (unknown or uncoded is not None) and ground is not None and not ground.trusted:
            return TOO_NOISY if self._noisy else WASHED_OUT
        if uncoded is not None and evidence:
            return self._unlike(uncoded) if unknown else self._doubted(uncoded, evidence[0][0])
        if unknown:
            return BARE_BUT if ground is not None and ground.plain >= LOOKS_BARE else HIDES
        if len(evidence) > 1 and evidence[0][1] - evidence[1][1] < sight.settings.sureness.likely_margin:
            return self._equally(evidence[0][0], evidence[1][0])
        if self._city_doubtful:
            return DIRECTIONS
        return self._hardly(evidence[0][0]) if evidence else TOO_LITTLE

    # -- places for pieces without codes

    def _unlike(self, one: AskedLook) -> str:
        """Why nothing known shows there, by its light, its colour and the learned look."""
        seen, own, held_for = one.seen, self._sight.settings.uncoded, self._held_for(one.learned)
        likest = max(seen.nats, key=lambda part: seen.nats[part])
        coloured = seen.nats[likest] >= own.likely_nats
        if seen.burnt >= own.most_burnt:
            return WASHED_OUT
        if held_for == STRANGER:
            return DARK if _other_light(seen) == DARK and seen.plain >= LOOKS_BARE else STRANGE
        if seen.veil > VEILED:
            return MIRRORED
        if self._near_ground(seen, likest):
            return self._ground_like(likest)
        if coloured and one.doubt in ("no-shape", "size"):
            return f"it has the colour of {self._name(likest)}, but no known piece of that colour fits what shows"
        if self._shows_ground(seen):
            return AS_GROUND
        if (light := _other_light(seen)) is not None:
            return light
        if held_for == EMPTY:
            return OTHER_COLOUR
        return NOISY if self._noisy else UNLIKE

    def _doubted(self, one: AskedLook, best: str) -> str:
        """Why what fits best is not sure, by what made colours and shapes ask, or else the learned look."""
        name, held_for, veiled = self._name(best), self._held_for(one.learned), one.seen.veil > VEILED
        by_colour = _best_first(one.evidence) or [(best, 0.0)]
        first, rival = by_colour[0][0], by_colour[1][0] if len(by_colour) > 1 else None
        if one.doubt == "supply":
            return f"more pieces like {name} show than there are: one of them is something else"
        if one.doubt == "lines":
            return NO_LINES
        if one.doubt == "middle":
            return f"{name} lies between this place and the next one"
        if held_for == STRANGER and not veiled:
            return f"it has the colour of {name}, but looks like neither ground nor piece: something else may cover it"
        if one.doubt == "upon":
            return UPON
        if one.doubt == "beyond":
            return f"{name} may go on under what hides the places beside it"
        if veiled or one.doubt == "mirrored":
            return MIRRORED
        if first == EMPTY and (light := _other_light(one.seen)) is not None:
            return light
        if one.by_colour != "ask" and held_for is not None and not self._alike(held_for, first):
            piece = held_for if first == EMPTY else first
            if EMPTY in (first, held_for) and self._near_ground(one.seen, piece):
                return self._ground_like(piece)
            return f"by its colour it is {self._name(first)}, but it looks like {self._name(held_for)}"
        if one.doubt == "end":
            return f"nothing shows where {name} ends: it may go on beside, or two may lie there"
        if one.doubt == "cut":
            return f"pieces of the colour of {name} lie side by side, and nothing shows where one ends"
        if one.doubt == "colour" and rival is not None:
            same = self._alike(first, rival)
            both = f"{self._name(first)} and {self._name(rival)}"
            return f"{both} look alike" if same else f"the colours of {both} are too alike in this light"
        if one.doubt == "stranger":
            return f"its colour is nearest to that of {name}, but hardly nearer than anything else's"
        if rival is not None and by_colour[0][1] - by_colour[1][1] < self._sight.settings.uncoded.likely_lead:
            return self._equally(first, rival)
        return self._hardly(best)

    def _held_for(self, told: CellTold | None) -> str | None:
        """What the learned look holds for likelier than not: bare ground, a stranger, or a colour by one part of it."""
        looks = self._sight.asked
        if told is None or looks is None:
            return None
        shares = {EMPTY: told.bare, STRANGER: told.other}
        shares |= {min(looks.colours[number]): share for number, share in told.pieces.items()}
        best = max(shares, key=lambda word: shares[word])
        return best if shares[best] > MOSTLY else None

    def _shows_ground(self, seen: ColourSeen) -> bool:
        """Whether a place has its ground's colour."""
        return seen.ground_nats is not None and seen.ground_nats >= self._sight.settings.uncoded.bare_nats

    def _near_ground(self, seen: ColourSeen, part: str) -> bool:
        """Whether a place has both its ground's colour and a part's."""
        return self._shows_ground(seen) and seen.nats.get(part, 0.0) >= self._sight.settings.uncoded.likely_nats

    def _ground_like(self, part: str) -> str:
        return f"{self._name(part)} has nearly the colour of the ground there"

    def _alike(self, one: str, other: str) -> bool:
        """Whether two parts have one colour, or are the same."""
        looks = self._sight.asked
        return one == other or (looks is not None and any({one, other} <= ids for ids in looks.colours))

    # -- what every place is asked

    def _equally(self, one: str, other: str) -> str:
        return f"{self._name(one)} and {self._name(other)} fit it equally well"

    def _hardly(self, one: str) -> str:
        return f"{self._name(one)} fits it best, but not clearly enough"

    def _name(self, word: str) -> str:
        """What people call what may lie there."""
        known = {EMPTY: "bare ground", "streetcar": "a streetcar"}
        return known.get(word) or self._names.get(word) or word.replace("-", " ")

    @property
    def _city_doubtful(self) -> bool:
        return self._sight.city is not None and bool(self._sight.city.city.doubtful)

    @property
    def _noisy(self) -> bool:
        return self._sight.asked is not None and self._sight.asked.noisy

    def _reaches_out(self, place: str) -> bool:
        """Whether part of a place lies outside the picture."""
        outline = self._sight.outlines_px.get(place)
        last = np.array(self._sight.size_px) - 1
        return outline is not None and bool(((outline < -OUTSIDE_PX) | (outline > last + OUTSIDE_PX)).any())

    @cached_property
    def _blocks(self) -> _Standing:
        return _Standing(self._sight)


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """Where a place lies: its spot, how large it is, and how high its ground lies."""

    spot: PlaceFrame
    size_mm: tuple[float, float]
    base_mm: float

    def seen(self, plane: TablePlane, points_mm: PointsMm, height_mm: float = 0.0) -> PointsPx:
        """Where points round its middle are seen, so high above its ground."""
        points = on_table([self.spot], points_mm)[0]
        return plane.to_picture(points, height_mm=self.base_mm + height_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Hull:
    """What a piece covers in the picture over one of its cells: foot, sides and top."""

    part: LyingPart
    outline: Any
    low: PointsPx
    high: PointsPx

    def share(self, points_px: PointsPx) -> float:
        """The share of pixels (n, 2) that it covers."""
        return float(np.mean([cv2.pointPolygonTest(self.outline, (x, y), False) >= 0 for x, y in points_px.tolist()]))


class _Standing:
    """The pieces that were told, as they stand before what lies behind them."""

    def __init__(self, sight: FrameReading) -> None:
        if sight.table is None:
            raise ValueError("of nothing that is seen nothing is asked about")
        self._plane = sight.table.plane
        self._grounds = dict(_grounds(sight))
        names = {one.place.where: one.place.name for one in sight.places.scores}
        kinds = _kinds(sight)
        self._hulls: list[_Hull] = []
        for part in sight.places.parts:
            on = [names[part.board, cell] for cell in part.cells if (part.board, cell) in names]
            if not any(sight.reading.confidence.get(name) in ("certain", "likely") for name in on):
                continue
            for ground in (self._grounds[name] for name in on if name in self._grounds):
                width_mm, high = kinds.get(part.part.id, (min(ground.size_mm), part.part.height_mm))
                square = rectangle_mm(width_mm, width_mm)
                both = [ground.seen(self._plane, square, height_mm) for height_mm in (0.0, high)]
                around = np.concatenate(both).astype(np.float32)
                self._hulls.append(_Hull(part, cv2.convexHull(around), around.min(axis=0), around.max(axis=0)))
        self._names = names

    def before(self, place: str) -> str | None:
        """The part that hides most of a place on which it does not lie; None where none hides much."""
        ground = self._grounds.get(place)
        if ground is None:
            return None
        line = np.linspace(-0.45, 0.45, ALONG)
        grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) * np.array(ground.size_mm)
        points = ground.seen(self._plane, grid)
        shares: dict[str, float] = {}
        for hull in self._hulls:
            own = any(self._names.get((hull.part.board, cell)) == place for cell in hull.part.cells)
            if not own and (hull.low < points.max(axis=0)).all() and (hull.high > points.min(axis=0)).all():
                shares[hull.part.part.id] = max(shares.get(hull.part.part.id, 0.0), hull.share(points))
        best = max(shares, key=lambda part: shares[part], default=None)
        return best if best is not None and shares[best] > MOST_BEHIND else None


def _grounds(sight: FrameReading) -> Iterator[tuple[str, _Ground]]:
    """Where all cells or lots lie, and a city's streets."""
    if sight.boards is not None:
        for one in sight.places.scores:
            laid = sight.boards.boards[one.place.board]
            yield one.place.name, _Ground(one.place.spot, laid.board.pitches_mm, laid.height_mm)
    elif sight.city is not None:
        grid, base_mm = sight.game.grid, max((part.height_mm for part in sight.game.of_kind("tile")), default=0.0)
        for one in sight.places.scores:
            yield one.place.name, _Ground(one.place.spot, (grid.lot_mm, grid.lot_mm), base_mm)
        for view in sight.city.streets:
            yield view.street.name, _Ground(view.street.spot, (grid.lot_mm, grid.street_mm), base_mm)


def _kinds(sight: FrameReading) -> dict[str, tuple[float, float]]:
    """Part id -> how wide and how high its pieces without codes are, as far as anybody told."""
    if sight.piece_set is None:
        return {}
    kinds = plain_kinds(sight.piece_set, sight.game)
    return {kind.part.id: (kind.width_mm, kind.height_mm or UNTOLD_MM) for kind in kinds}


def _other_light(seen: ColourSeen) -> str | None:
    """Whether a place has its ground's colour in other light than its print."""
    if seen.ground_nats is None or seen.tinted >= TINTED or DARKER < seen.lighter < LIGHTER:
        return None
    return DARK if seen.lighter < 0 else LIGHT


def _best_first(evidence: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(evidence.items(), key=lambda one: -one[1])
