"""How parts that lie there may move: steps and jumps along directions, one after another, taking and turning over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.pieces.allowing import broken, holds
from scoring.pieces.moment import Moment
from scoring.pieces.play import MoveRule
from scoring.pieces.table import PartOnBoard, Table, ahead, as_seen
from tabletop.cellnames import Cell

MOST_WAYS = 400
"""Of one part by one rule: more are not looked for."""


@dataclass(frozen=True, slots=True)
class Way:
    """One move that the rules of a file allow."""

    rule: MoveRule
    before: PartOnBoard
    after: PartOnBoard
    """The part as it lies then, on the other side where it turns over."""
    path: tuple[Cell, ...]
    """Where it comes from, and where it touches down."""
    taken: tuple[PartOnBoard, ...]

    def names(self) -> dict[str, Any]:
        """What the rule's formulas know."""
        return {
            "new": self.after,
            "origin": self.path[0],
            "to": self.path[-1],
            "turn": (self.after,),
            "taken": self.taken,
        }

    def on(self, table: Table) -> Table:
        """The table after it."""
        gone = {self.before, *self.taken}
        return replace(table, parts=(*(lying for lying in table.parts if lying not in gone), self.after))


def ways(moment: Moment, names: Mapping[str, Any]) -> tuple[Way, ...]:
    """Every move of the player `me` along the board, whatever else its rule needs."""
    spec = moment.table.spec
    return tuple(
        way
        for rule in spec.play.of("move")
        for lying in moment.table.parts
        if lying.owner == names["me"] and spec.fits(lying.part, rule.parts)
        for way in _ways_of(rule, lying, moment, names)
    )


def legal_ways(moment: Moment, names: Mapping[str, Any]) -> tuple[Way, ...]:
    """Those that hold; where one of a rule that comes `first` does, those alone."""
    spec = moment.table.spec
    found = [
        way
        for way in ways(moment, names)
        if not (way.rule.needs or way.rule.pays)
        or not broken(way.rule, spec, replace(moment, table=way.on(moment.table)), {**names, **way.names()}, [])
    ]
    return tuple([way for way in found if way.rule.first] or found)


def _ways_of(rule: MoveRule, lying: PartOnBoard, moment: Moment, names: Mapping[str, Any]) -> Iterator[Way]:
    """The ways of one part by one rule, whether or not its needs hold."""
    table, player = moment.table, names["me"]
    along = [as_seen(table, direction, moment.forward_of.get(player, "N")) for direction in rule.along]
    (origin,) = lying.cells
    waiting: list[tuple[tuple[Cell, ...], tuple[PartOnBoard, ...]]] = [((origin,), ())]
    count = 0
    while waiting and count < MOST_WAYS:
        path, taken = waiting.pop()
        steps = [step for way in along for step in _steps(rule, table, path, way, player, taken)]
        if len(path) > 1 and (not steps or not rule.takes):
            count += 1
            yield _way(rule, lying, moment, names, path, taken)
        for cell, more in steps if len(path) == 1 or rule.again else ():
            further = ((*path, cell), (*taken, *more))
            way = _way(rule, lying, moment, names, *further)
            if not rule.again or way.after.part != lying.part:
                count += 1
                yield way
            else:
                waiting.append(further)


def _steps(
    rule: MoveRule, table: Table, path: Sequence[Cell], direction: str, player: str, taken: Sequence[PartOnBoard]
) -> Iterator[tuple[Cell, tuple[PartOnBoard, ...]]]:
    """The cells that one step or jump in a direction reaches, and what it takes."""
    jumped: tuple[PartOnBoard, ...] = ()
    cell = ahead(table, path[-1], direction)
    if rule.over:
        there = None if cell is None or cell == path[0] else table.covered.get(cell)
        if cell is None or there is None or there in taken or not _is_of(there, rule.over, player):
            return
        jumped, cell = ((there,) if rule.takes else ()), ahead(table, cell, direction)
    for _ in range(rule.far):
        if cell is None or (cell in path and not (rule.takes and rule.over)):
            return
        there = None if cell == path[0] else table.covered.get(cell)
        if there is None:
            yield cell, jumped
        else:
            if rule.onto and _is_of(there, rule.onto, player) and there not in taken:
                yield cell, (*jumped, there)
            return
        cell = ahead(table, cell, direction)


def _is_of(there: PartOnBoard, whose: str, player: str) -> bool:
    return whose == "any" or (there.owner == player) is (whose == "own")


def _way(
    rule: MoveRule,
    lying: PartOnBoard,
    moment: Moment,
    names: Mapping[str, Any],
    path: tuple[Cell, ...],
    taken: tuple[PartOnBoard, ...],
) -> Way:
    """A way with what the part becomes at its end."""
    after = replace(lying, cells=frozenset(path[-1:]))
    way = Way(rule, lying, after, path, taken)
    if rule.becomes is None:
        return way
    word, condition = rule.becomes
    spec = moment.table.spec
    others = [
        part
        for part in spec.parts
        if spec.fits(part, (word,)) and moment.owner_of[part] == moment.owner_of[lying.part] and moment.left((part,))
    ]
    if not others or not holds(condition, moment, {**names, **way.names()}):
        return way
    return replace(way, after=replace(after, part=others[0]))
