"""A game of pieces on cells at one moment as its formulas see it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scoring.pieces.kinds import CELL, NUMBER, PART, PLAYER, TEXT, TRUTH, Attribute, FormulaFault, Kind, set_of
from scoring.pieces.table import Cells, PartOnBoard, Table, ahead, areas, straight_runs
from scoring.protocol import ScoreLine
from tabletop.cellnames import Cell

Parts = tuple[PartOnBoard, ...]
MOST_POINTS = 100_000
"""Of one line: more are a slip of a formula."""


class Listed(NamedTuple):
    """One entry of a list: its id, and what the file says of it."""

    id: str
    said: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Course:
    """What has happened, as far as the table does not show it."""

    round: int = 1
    acted: frozenset[str] = frozenset()
    """Who has had a turn in this round."""
    counters: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Counter and player -> what the player has of it, where that is not what everybody starts with."""
    entered: tuple[tuple[str, str, str], ...] = ()
    """Player, list and entry, in their order."""
    done: tuple[tuple[str, str], ...] = ()
    """Move and player, of this round."""
    since: Mapping[str, int] = field(default_factory=dict)
    """Move -> how many turns ago it was last made."""
    turns: int = 0
    banked: Mapping[str, tuple[ScoreLine, ...]] = field(default_factory=dict)
    """Player -> the score lines of turns and rounds that are over."""
    to_come: int | None = None
    """So many turns are still to come, once the end was brought about."""
    counted_turns: int = 0
    """The turns of which those to come were counted down."""
    over: bool = False
    winners: tuple[str, ...] = ()
    """Whom the end names."""


@dataclass(frozen=True)
class Moment:
    """The table and what has happened."""

    table: Table
    players: Sequence[str]
    course: Course
    owner_of: Mapping[str, str | None]
    """Part -> whose it is by the file."""
    starts: Mapping[str, int]
    """What everybody has of each counter at first."""
    lists: Mapping[str, Mapping[str, Listed]]
    forward_of: Mapping[str, str] = field(default_factory=dict)
    """Player -> the direction in which the player looks, where that is not N."""
    able: Callable[[str], bool] = field(default=lambda player: True, compare=False)
    """Whether a player can do anything on the board."""

    @property
    def extent(self) -> int:
        """How many things a look over all of the table goes through."""
        return len(self.table.parts) + len(self.table.board.cells) // 8 + 8

    def parts(
        self, words: Sequence[str] = (), players: Sequence[str] = (), cells: Sequence[Cell] | None = None
    ) -> Parts:
        """The parts there of any of these words and players, which cover one of the cells."""
        on = None if cells is None else frozenset(cells)
        return tuple(
            lying
            for lying in self.table.parts
            if (not words or self.table.spec.fits(lying.part, tuple(words)))
            and (not players or lying.owner in players)
            and (on is None or not on.isdisjoint(lying.cells))
        )

    def cells(
        self, words: Sequence[str] = (), players: Sequence[str] = (), those: Parts | None = None
    ) -> tuple[Cell, ...]:
        """The cells of any of these terrains, which are covered by a part of these players, by one of those parts."""
        board, under = self.table.board, None
        if those is not None or players:
            lying = self.table.parts if those is None else those
            under = frozenset(cell for one in lying if not players or one.owner in players for cell in one.cells)
        return tuple(
            cell
            for cell in (board.cells if under is None else sorted(under))
            if not words or board.terrain[cell] in words
        )

    def under(self, parts: Parts) -> tuple[Cell, ...]:
        """The cells that some parts cover."""
        return tuple(sorted({cell for lying in parts for cell in lying.cells}))

    def near(self, cells: Iterable[Cell], reach: str) -> tuple[Cell, ...]:
        """The cells beside some cells, by their sides or all around."""
        return tuple(sorted(self.table.around(frozenset(cells), reach)))

    def groups(self, things: Sequence[Any], *, of_parts: bool) -> tuple[Any, ...]:
        """Parts or cells that are connected by their sides, group by group."""
        cells = self.under(tuple(things)) if of_parts else things
        found = areas(self.table, cells)
        if not of_parts:
            return tuple(tuple(sorted(area)) for area in found)
        return tuple(tuple(lying for lying in things if lying.cells & area) for area in found)

    def cell_lines(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
        """The straight lines of some cells, of two or more."""
        return tuple(tuple(run) for run in straight_runs(self.table, set(cells)) if len(run) > 1)

    def part_lines(self, parts: Parts) -> tuple[Parts, ...]:
        """The straight lines of two or more parts, of all that lie there, in which one of these lies."""
        covered, wanted = self.table.covered, set(parts)
        runs = (run for run in straight_runs(self.table, set(covered)))
        lines = (tuple(dict.fromkeys(covered[cell] for cell in run)) for run in runs)
        return tuple(line for line in lines if len(line) > 1 and not wanted.isdisjoint(line))

    def ranked(self, parts: Iterable[PartOnBoard], strength: Any, rank: int) -> tuple[str, ...]:
        """The players who are strongest among some parts (rank 0), or next to them (1)."""
        strengths: dict[str, int] = {}
        for lying in parts:
            if lying.owner is not None and lying.owner in self.players:
                strengths[lying.owner] = strengths.get(lying.owner, 0) + strength(self, lying)
        ranks = sorted({value for value in strengths.values() if value > 0}, reverse=True)
        return tuple(one for one in self.players if len(ranks) > rank and strengths.get(one) == ranks[rank])

    def owners(self, parts: Iterable[PartOnBoard]) -> tuple[str, ...]:
        """Whose some parts are, in the players' order."""
        found = {lying.owner for lying in parts}
        return tuple(player for player in self.players if player in found)

    def left(self, words: Sequence[str] = (), players: Sequence[str] = ()) -> int:
        """How many parts of these words, and of these players, are not on the table."""
        return sum(
            part.count - self._lying.get(name, 0)
            for name, part in self.table.spec.parts.items()
            if (not words or self.table.spec.fits(name, tuple(words)))
            and (not players or self.owner_of.get(name) in (None, *players))
        )

    def done(self, words: Sequence[str] = (), players: Sequence[str] = ()) -> int:
        """How often moves of these names were made in this round."""
        return sum(
            (not words or name in words) and (not players or player in players) for name, player in self.course.done
        )

    def since(self, names: Sequence[str]) -> int:
        """How many turns there were since any of these moves; all turns where there was none."""
        last = max((self.course.since[name] for name in names if name in self.course.since), default=0)
        return self.course.turns - last

    def counter(self, name: str, player: str) -> int:
        """What a player has of a counter."""
        return self.course.counters.get((name, player), self.starts[name])

    def entered(self, name: str, player: str) -> tuple[Listed, ...]:
        """The entries of a list that were entered for a player."""
        return tuple(
            self.lists[name][entry] for who, what, entry in self.course.entered if (who, what) == (player, name)
        )

    def parts_on(self, cell: Cell) -> Parts:
        """What lies on a cell."""
        return (self.table.covered[cell],) if cell in self.table.covered else ()

    def is_last(self, cell: Cell, player: str | None) -> bool:
        """Whether the board ends behind a cell, as the player looks."""
        return ahead(self.table, cell, self.forward_of.get(player or "", "N")) is None

    @cached_property
    def _lying(self) -> Mapping[str, int]:
        counts: dict[str, int] = {}
        for lying in self.table.parts:
            counts[lying.part] = counts.get(lying.part, 0) + 1
        return counts


CELL_ATTRIBUTES: Mapping[str, Attribute] = {
    "id": Attribute(TEXT, lambda run, cell: run.table.table.board.cell_name(cell)),
    "land": Attribute(TEXT, lambda run, cell: run.table.table.board.terrain[cell]),
    "parts": Attribute(set_of(PART), lambda run, cell: run.table.parts_on(cell)),
    "row": Attribute(NUMBER, lambda run, cell: cell[0] + 1),
    "column": Attribute(NUMBER, lambda run, cell: cell[1] + 1),
    "last": Attribute(TRUTH, lambda run, cell: run.table.is_last(cell, run.names.get("me"))),
    "edge": Attribute(TRUTH, lambda run, cell: at_edge(run.table.table, cell)),
}


def at_edge(table: Table, cell: Cell) -> bool:
    """Whether a cell lies at the board's rim."""
    return len(table.board.sides(cell)) < (4 if table.board.shape == "square" else 6)


def part_attributes(said: Mapping[str, Mapping[str, Any]], kinds: Mapping[str, Kind]) -> dict[str, Attribute]:
    """What stands behind the dot of a part: what the file says of it under these keys, and what every part has."""

    def own(key: str, kind: Kind) -> Attribute:
        nothing: Any = {"number": 0, "text": "", "condition": False}.get(kind.name, ())
        known = {part: nothing if (value := keys.get(key)) is None else value for part, keys in said.items()}
        known = {part: tuple(value) if isinstance(value, list) else value for part, value in known.items()}
        return Attribute(kind, lambda run, lying: known[lying.part])

    return {
        **{key: own(key, kind) for key, kind in kinds.items()},
        "id": Attribute(TEXT, lambda run, lying: lying.part),
        "tags": Attribute(set_of(TEXT), lambda run, lying: tuple(sorted(run.table.table.spec.tags(lying.part)))),
        "owner": Attribute(PLAYER, lambda run, lying: lying.owner),
        "cell": Attribute(CELL, lambda run, lying: min(lying.cells)),
        "cells": Attribute(set_of(CELL), lambda run, lying: tuple(sorted(lying.cells))),
    }


def entry_attributes(kinds: Mapping[str, Kind]) -> dict[str, Attribute]:
    """What stands behind the dot of a list's entry."""

    def own(key: str) -> Attribute:
        return Attribute(kinds[key], lambda run, entry: dict(entry.said)[key])

    return {**{key: own(key) for key in kinds}, "id": Attribute(TEXT, lambda run, entry: entry.id)}


def cells_of(value: Any) -> Cells:
    """The cells that a thing of a formula is or covers, for a score line's places."""
    if isinstance(value, PartOnBoard):
        return value.cells
    if isinstance(value, tuple) and len(value) == 2 and all(type(one) is int for one in value):
        return frozenset({value})
    if isinstance(value, tuple) and not isinstance(value, Listed):
        return frozenset(cell for one in value for cell in cells_of(one))
    return frozenset()


def small_enough(points: int) -> int:
    """A number that may be points. Raises FormulaFault."""
    if abs(points) > MOST_POINTS:
        raise FormulaFault(f"it gives more than {MOST_POINTS} points")
    return int(points)
