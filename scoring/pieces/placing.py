"""Where a part may lie: the placement conditions of the game's file, and what its Python says."""

from collections.abc import Iterator

from scoring.pieces.entries import Condition
from scoring.pieces.table import Cells, PartOnBoard, Table
from scoring.pieces.texts import WORDING
from tabletop.readings import Problem


def broken_conditions(table: Table, part: str, cells: Cells, player: str | None) -> list[Problem]:
    """Every condition that does not hold for a part on these cells, in the game's own words."""
    broken = (one for one in _conditions_for(table, part) if not all(_holds(table, one, part, cells, player)))
    sentences = (*(condition.says for condition in broken), *table.own.against(table, part, cells, player))
    return [WORDING.problem("condition", table.places(cells), says=says) for says in sentences]


def keeps_conditions(table: Table, part: str, cells: Cells, player: str | None) -> bool:
    """Whether all of them hold."""
    held = all(all(_holds(table, condition, part, cells, player)) for condition in _conditions_for(table, part))
    return held and not any(table.own.against(table, part, cells, player))


def _conditions_for(table: Table, part: str) -> Iterator[Condition]:
    """Those that are about a part."""
    return (condition for condition in table.spec.conditions if table.spec.fits(part, condition.parts))


def _holds(table: Table, condition: Condition, part: str, cells: Cells, player: str | None) -> Iterator[bool]:
    """Each thing that a condition asks for."""
    terrain = table.board.terrain
    if condition.on:
        yield all(terrain[cell] in condition.on for cell in cells)
    if condition.not_on:
        yield not any(terrain[cell] in condition.not_on for cell in cells)
    if condition.beside:
        yield len(others_beside(table, condition, condition.beside, cells, player)) >= condition.count
    if condition.not_beside:
        yield not others_beside(table, condition, condition.not_beside, cells, player)
    if condition.beside_terrain:
        near = table.around(cells, condition.reach)
        yield sum(terrain[cell] in condition.beside_terrain for cell in near) >= condition.count
    if condition.touching:
        wanted = _own(table, player) if condition.touching == "own" else list(table.parts)
        near = table.around(cells, condition.reach)
        yield not wanted or any(lying.cells & near for lying in wanted)
    if condition.start and not _own(table, player):
        yield any(_is_start(table, condition, cell) for cell in cells)
    if condition.not_across_river:
        yield not any(edge <= cells for edge in table.board.river)


def _own(table: Table, player: str | None) -> list[PartOnBoard]:
    """A player's parts."""
    return [lying for lying in table.parts if lying.owner == player]


def others_beside(
    table: Table, condition: Condition, words: tuple[str, ...], cells: Cells, player: str | None
) -> list[PartOnBoard]:
    """The parts of some words beside some cells, of whom the condition is about."""
    beside = table.beside(cells, words, reach=condition.reach)
    if condition.whose == "any":
        return beside
    return [lying for lying in beside if (lying.owner == player) is (condition.whose == "own")]


def _is_start(table: Table, condition: Condition, cell: tuple[int, int]) -> bool:
    """Whether a first part may cover this cell."""
    board = table.board
    full = 4 if board.shape == "square" else 6
    at_edge = "edge" in condition.start and len(board.sides(cell)) < full
    return at_edge or board.cell_name(cell) in condition.start
