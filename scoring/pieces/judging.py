"""Each move of a game of pieces on cells judged."""

from dataclasses import replace

from scoring.pieces.placing import broken_conditions
from scoring.pieces.state import PiecesState
from scoring.pieces.table import PartOnBoard, has_shape
from scoring.pieces.texts import WORDING
from tabletop.moves import Move
from tabletop.pieces.values import PassTurn, PlacePart, Remove
from tabletop.readings import Problem


def ruling(state: PiecesState, move: Move) -> tuple[tuple[Problem, ...], PiecesState]:
    """What is wrong with a move, and the state after it; what is impossible leaves the board as it is."""
    if isinstance(move, PlacePart):
        problems, after = _place(state, move)
    elif isinstance(move, Remove):
        problems, after = _remove(state, move)
    elif isinstance(move, PassTurn):
        problems, after = _pass(state, move), state
    else:
        raise TypeError(f"{move} is not a move of {state.spec.game}")
    player = str(move.player)
    over = state.over()
    late = [WORDING.problem("game-over")] if over else _out_of_turn(state, player)
    found = (*late, *problems)
    passed = state.passed if after is state else frozenset[str]()
    if isinstance(move, PassTurn) and not found:
        passed |= {player}
    at_end = (state.at_end or state) if over else None
    return (found, replace(after, turn=state.after(player), passed=passed, at_end=at_end))


def _place(state: PiecesState, move: PlacePart) -> tuple[list[Problem], PiecesState]:
    table, spec = state.table, state.spec
    name = spec.name_of(move.part)
    if move.part not in spec.parts:
        return ([WORDING.problem("no-such-part", part=name)], state)
    part = spec.parts[move.part]
    try:
        cells = frozenset(table.board.cell(name) for name in move.on)
    except ValueError as error:
        return ([WORDING.problem("no-such-cell", reason=error)], state)
    impossible = [
        WORDING.problem(
            "cell-taken", [table.place(cell)], on=table.board.cell_name(cell), by=spec.name_of(table.covered[cell].part)
        )
        for cell in sorted(cells & set(table.covered))
    ]
    if len(cells) < len(move.on) or not has_shape(spec, part, cells):
        on = table.names(cells)
        impossible.append(WORDING.problem("wrong-shape", table.places(cells), part=name, on=on))
    if state.left(move.part) <= 0:
        impossible.append(WORDING.problem("used-up", part=name, count=part.count))
    if impossible:
        return (impossible, state)
    problems = broken_conditions(table, move.part, cells, move.player)
    owner = state.owner(move.part)
    if owner not in (None, move.player):
        problems.insert(0, WORDING.problem("not-own", part=name, owner=owner, player=move.player))
    return (problems, state.with_part(PartOnBoard(move.part, cells, owner or move.player)))


def _remove(state: PiecesState, move: Remove) -> tuple[list[Problem], PiecesState]:
    table = state.table
    try:
        lying = table.covered.get(table.board.cell(move.on))
    except ValueError as error:
        return ([WORDING.problem("no-such-cell", reason=error)], state)
    if lying is None or lying.owner not in (None, move.player):
        return ([WORDING.problem("nothing-to-remove", [f"cell:{move.on}"], player=move.player, on=move.on)], state)
    problems = [] if state.spec.removing else [WORDING.problem("remove-not-allowed", table.places(lying.cells))]
    parts = tuple(other for other in table.parts if other is not lying)
    return (problems, replace(state, table=replace(table, parts=parts)))


def _pass(state: PiecesState, move: PassTurn) -> list[Problem]:
    if state.spec.passing == "always":
        return []
    possible = state.first_legal(move.player)
    if possible is None:
        return []
    part, cells = possible
    what, on = state.spec.name_among_own(part), state.table.names(cells)
    return [WORDING.problem("pass-not-allowed", state.table.places(cells), player=move.player, part=what, on=on)]


def _out_of_turn(state: PiecesState, player: str) -> list[Problem]:
    if state.turn in (None, player):
        return []
    return [WORDING.problem("out-of-turn", player=player, turn=state.turn)]
