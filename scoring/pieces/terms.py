"""The scoring terms of game files: each turns what lies there into score lines for every player."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.pieces.entries import Term
from scoring.pieces.table import Cells, PartOnBoard, Table, areas, straight_runs
from scoring.pieces.texts import WORDING
from scoring.protocol import ScoreLine
from tabletop.cellnames import Cell


def score_lines(table: Table, players: Sequence[str]) -> dict[str, list[ScoreLine]]:
    """Every player's score lines, term by term in the file's order, then what the game's Python says."""
    lines: dict[str, list[ScoreLine]] = {player: [] for player in players}
    for term in table.spec.terms:
        if term.term == "majority":
            for player, line in _majority(table, term, players):
                lines[player].append(line)
            continue
        for player in players:
            if term.term == "times":
                lines[player] += _times(table, term, player, lines[player])
            else:
                lines[player] += _TERMS[term.term](table, term, player)
    return {player: [*lines[player], *table.own.scores(table, player)] for player in players}


def _each(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each part, or each square of them; `on` counts squares of these terrains only."""
    cells: list[Cell] = []
    count = 0
    for lying in table.of(player, term.parts):
        fitting = [cell for cell in lying.cells if not term.on or table.board.terrain[cell] in term.on]
        count += len(fitting) if term.per == "square" else bool(fitting)
        cells += fitting
    if count:
        yield _line(table, term, term.points * count, cells)


def _adjacent(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each part, or each square of a terrain, beside each of the player's; or once for each."""
    for lying in table.of(player, term.parts):
        reach = term.reach or "sides"
        found: list[Cells] = []
        if term.beside:
            beside = table.beside(lying.cells, term.beside, reach=reach)
            found += [other.cells for other in beside if _whose(other, term.whose, player)]
        if term.beside_terrain:
            near = table.around(lying.cells, reach)
            found += [frozenset({cell}) for cell in near if table.board.terrain[cell] in term.beside_terrain]
        if found:
            times = 1 if term.once else len(found)
            yield _line(table, term, term.points * times, lying.cells.union(*found), at=table.names(lying.cells))


def _group(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each part, or each square, of the largest connected group."""
    best: list[PartOnBoard] = []
    size = 0
    for group in groups(table, table.of(player, term.parts)):
        counted = sum(len(lying.cells) for lying in group) if term.count == "squares" else len(group)
        if counted > size:
            best, size = group, counted
    if size >= max(1, term.least):
        yield _line(table, term, term.points * size, [cell for lying in best for cell in lying.cells])


def groups(table: Table, parts: list[PartOnBoard]) -> list[list[PartOnBoard]]:
    """Parts that are connected by their sides, group by group."""
    left, found = list(parts), []
    while left:
        group = [left.pop(0)]
        for lying in group:
            near = table.around(lying.cells)
            group += [other for other in left if other.cells & near]
            left = [other for other in left if not other.cells & near]
        found.append(group)
    return found


def _line_term(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each straight line of at least `length` squares, or for each square of it."""
    own = {cell for lying in table.of(player, term.parts) for cell in lying.cells}
    for run in straight_runs(table, own):
        if len(run) >= term.length:
            points = term.points * (len(run) if term.per == "square" else 1)
            yield _line(table, term, points, run, at=f"{table.names(run[:1])} to {table.names(run[-1:])}")


def _majority(table: Table, term: Term, players: Sequence[str]) -> Iterator[tuple[str, ScoreLine]]:
    """For each target the points to the strongest there, `second` to the next; ties get all or nothing."""
    for target in _targets(table, term):
        near = target if term.reach in ("on", "area") else table.around(target, term.reach or "around")
        strengths = {player: _strength(table, term, player, near) for player in players}
        ranked = sorted({strength for strength in strengths.values() if strength > 0}, reverse=True)
        for points, strength in zip((term.points, term.second), ranked, strict=False):
            winners = [player for player in players if strengths[player] == strength]
            if points and not (len(winners) > 1 and term.ties == "none"):
                for player in winners:
                    yield (player, _line(table, term, points, target, at=table.names(target)))
            if len(winners) > 1:
                break  # who ties for the first place leaves no second


def _targets(table: Table, term: Term) -> Iterator[Cells]:
    """What is fought for: marked cells one by one, whole areas of a terrain, or parts."""
    if term.of:
        cells = table.on_terrain(term.of)
        yield from areas(table, cells) if term.reach == "area" else (frozenset({cell}) for cell in cells)
    if term.of_parts:
        yield from (lying.cells for lying in table.parts if table.spec.fits(lying.part, term.of_parts))


def _strength(table: Table, term: Term, player: str, near: Cells) -> int:
    """How strong a player is among some cells."""
    own = [lying for lying in table.parts if lying.owner == player and table.spec.fits(lying.part, term.parts)]
    there = [lying for lying in own if lying.cells & near]
    if term.strength == "count":
        return len(there)
    return sum(int(table.spec.parts[lying.part].said(term.strength) or 0) for lying in there)


def _empty(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each uncovered cell of a terrain."""
    cells = [cell for cell in table.on_terrain(term.of) if cell not in table.covered]
    if cells:
        yield _line(table, term, term.points * len(cells), cells)


def _covered(table: Table, term: Term, player: str) -> Iterator[ScoreLine]:
    """So many points for each cell of a terrain that a player's parts cover."""
    own = {cell for lying in table.of(player, term.parts) for cell in lying.cells}
    cells = [cell for cell in table.on_terrain(term.of) if cell in own]
    if cells:
        yield _line(table, term, term.points * len(cells), cells)


def _times(table: Table, term: Term, player: str, lines: list[ScoreLine]) -> Iterator[ScoreLine]:
    """What another term scored so far times a factor, as a line with the difference; `parts` say when it holds."""
    if term.parts and len(table.of(player, term.parts)) < term.least:
        return
    scored = sum(line.points for line in lines if line.rule in term.label_of)
    if scored and term.factor != 1:
        label = f"{term.label}: {', '.join(term.label_of)} × {term.factor}"
        yield ScoreLine(label, scored * (term.factor - 1), (), term.label)


def _whose(lying: PartOnBoard, whose: str, player: str) -> bool:
    if whose == "any":
        return True
    return (lying.owner == player) is (whose == "own")


def _line(table: Table, term: Term, points: int, cells: Sequence[Cell] | Cells, *, at: str = "") -> ScoreLine:
    label = WORDING.labels["term-at" if at else "term"].format(label=term.label, at=at)
    return ScoreLine(label, points, tuple(table.places(cells)), term.label)


_TERMS: Mapping[str, Callable[[Table, Term, str], Iterator[ScoreLine]]] = {
    "each": _each,
    "adjacent": _adjacent,
    "group": _group,
    "line": _line_term,
    "empty": _empty,
    "covered": _covered,
}
