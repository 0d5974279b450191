"""Whether the parts that lie there can have been placed in some order, by what conditions say of neighbours."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.pieces.entries import Condition
from scoring.pieces.placing import others_beside
from scoring.pieces.table import PartOnBoard, Table
from scoring.pieces.texts import WORDING
from tabletop.readings import Problem

Parts = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a condition with `beside` asks of one part: so many of these neighbours lie there before it."""

    condition: Condition
    neighbours: Parts


@dataclass(frozen=True, slots=True)
class _Ban:
    """What a condition with `not_beside` asks of one part: it lies there before this neighbour."""

    condition: Condition
    part: int
    neighbour: int


def order_problems(table: Table) -> Iterator[Problem]:
    """Conditions on neighbours that no order of play can have kept, in their file's own words.

    Parts are laid again one by one, each as soon as its conditions allow it; laying one part early never keeps another
    from its turn, so what is left over had no turn at all. Of those each is told what keeps it, and laid all the same.
    Where parts may be taken off again, what a part needed beside it may be gone.
    """
    wishes, bans = _wishes(table), _bans(table)
    laid: set[int] = set()
    while len(laid) < len(table.parts):
        waiting = [index for index in range(len(table.parts)) if index not in laid]
        ready = [index for index in waiting if not _blockers(index, wishes, bans, laid)[1]]
        if ready:
            laid.update(ready)
            continue
        part = _entangled(waiting, wishes, bans, laid)
        for ban in [ban for ban in bans if ban.neighbour == part and ban.part not in laid]:
            bans.remove(ban)
            yield _problem(table, ban.condition, table.parts[ban.part], [table.parts[part]])
        for wish in [wish for wish in wishes[part] if not _granted(wish, laid)]:
            wishes[part].remove(wish)
            yield _problem(table, wish.condition, table.parts[part], [])


def _wishes(table: Table) -> list[list[_Wish]]:
    """Part by part what it needs beside it; nothing where parts may be taken off."""
    found: list[list[_Wish]] = []
    for lying in table.parts:
        conditions = [] if table.spec.removing else [one for one in _about(table, lying) if one.beside]
        found.append([_Wish(one, _beside(table, one, one.beside, lying)) for one in conditions])
    return found


def _bans(table: Table) -> list[_Ban]:
    """Every pair of neighbours of which the first may not be laid beside the second."""
    return [
        _Ban(condition, index, neighbour)
        for index, lying in enumerate(table.parts)
        for condition in _about(table, lying)
        if condition.not_beside
        for neighbour in sorted(_beside(table, condition, condition.not_beside, lying))
    ]


def _about(table: Table, lying: PartOnBoard) -> list[Condition]:
    return [condition for condition in table.spec.conditions if table.spec.fits(lying.part, condition.parts)]


def _beside(table: Table, condition: Condition, words: tuple[str, ...], lying: PartOnBoard) -> Parts:
    """Which parts of some words lie beside a part, by their index."""
    found = {id(other) for other in others_beside(table, condition, words, lying.cells, lying.owner)}
    return frozenset(index for index, other in enumerate(table.parts) if id(other) in found)


def _granted(wish: _Wish, laid: set[int]) -> bool:
    return len(wish.neighbours & laid) >= wish.condition.count


def _blockers(part: int, wishes: list[list[_Wish]], bans: list[_Ban], laid: set[int]) -> tuple[list[int], bool]:
    """Which parts a part waits for, and whether it waits: what it needs may lie nowhere."""
    first = [ban.part for ban in bans if ban.neighbour == part and ban.part not in laid]
    lacking = [wish for wish in wishes[part] if not _granted(wish, laid)]
    first += [neighbour for wish in lacking for neighbour in sorted(wish.neighbours - laid)]
    return (first, bool(first or lacking))


def _entangled(waiting: list[int], wishes: list[list[_Wish]], bans: list[_Ban], laid: set[int]) -> int:
    """A part that can have had no turn: what it needs lies nowhere, or it waits for parts that wait for it."""
    for part in waiting:
        if any(len(wish.neighbours) < wish.condition.count for wish in wishes[part]):
            return part
    seen, part = list[int](), waiting[0]
    while part not in seen:
        seen.append(part)
        part = _blockers(part, wishes, bans, laid)[0][0]
    return part


def _problem(table: Table, condition: Condition, lying: PartOnBoard, others: list[PartOnBoard]) -> Problem:
    cells = lying.cells.union(*(other.cells for other in others))
    return WORDING.problem("condition", table.places(cells), says=condition.says)
