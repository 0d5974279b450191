"""Each move of a game of pieces on cells judged."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.pieces.allowing import allowed, broken, names_of
from scoring.pieces.moving import ways
from scoring.pieces.placing import broken_conditions
from scoring.pieces.play import MoveRule
from scoring.pieces.settling import Made, entered_late, settled
from scoring.pieces.state import PiecesState
from scoring.pieces.table import Cells, PartOnBoard, has_shape
from scoring.pieces.texts import WORDING
from scoring.wording import joined
from tabletop.moves import Move
from tabletop.pieces.values import EnterValue, MovePart, PassTurn, PlacePart, Remove
from tabletop.readings import Problem

Ruled = tuple[MoveRule | None, list[Problem], PiecesState, Mapping[str, Any]]
"""The rule by which a move is done, what is wrong with it, the state after it, and what the rule's formulas know."""


def ruling(state: PiecesState, move: Move) -> tuple[tuple[Problem, ...], PiecesState]:
    """What is wrong with a move, and the state after it; what is impossible leaves the board as it is."""
    if isinstance(move, PlacePart):
        rule, problems, after, names = _place(state, move)
    elif isinstance(move, MovePart):
        rule, problems, after, names = _move(state, move)
    elif isinstance(move, Remove):
        rule, problems, after, names = _remove(state, move)
    elif isinstance(move, EnterValue):
        rule, problems, after, names = _enter(state, move)
    elif isinstance(move, PassTurn):
        rule, problems, after, names = _pass(state, move)
    else:
        raise TypeError(f"{move} is not a move of {state.spec.game}")
    player = str(move.player)
    over = state.over()
    late = _out_of_turn(state, player) if not over else [] if rule and rule.late else [WORDING.problem("game-over")]
    found = (*late, *problems)
    done_nothing = after is state and (problems or not isinstance(move, EnterValue))
    passed = state.passed if done_nothing else frozenset[str]()
    if isinstance(move, PassTurn) and not found:
        passed |= {player}
    at_end = (state.at_end or state) if over else None
    made = Made(player, rule, move, names, legal=not found)
    if over and rule and rule.late and not found:
        return (found, entered_late(state, made))
    return (found, settled(state, replace(after, passed=passed, at_end=at_end), made))


def _place(state: PiecesState, move: PlacePart) -> Ruled:
    table, spec = state.table, state.spec
    name = spec.name_of(move.part)
    if move.part not in spec.parts:
        return (None, [WORDING.problem("no-such-part", part=name)], state, {})
    part = spec.parts[move.part]
    try:
        cells = frozenset(table.board.cell(name) for name in move.on)
    except ValueError as error:
        return (None, [WORDING.problem("no-such-cell", reason=error)], state, {})
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
        return (None, impossible, state, {})
    problems = broken_conditions(table, move.part, cells, move.player)
    owner = state.owner(move.part)
    if owner not in (None, move.player):
        problems.insert(0, WORDING.problem("not-own", part=name, owner=owner, player=move.player))
    lying = PartOnBoard(move.part, cells, owner or move.player)
    after = state.with_part(lying)
    if not spec.play.moves:
        return (None, problems, after, names_of("place", lying))
    rule, against = allowed(spec, "place", replace(state.moment, table=after.table), lying, state.names(move.player))
    return (rule, [*problems, *against], after, names_of("place", lying))


def _move(state: PiecesState, move: MovePart) -> Ruled:
    """A move along its cells, and what it takes; where no rule allows it the part lies at the end all the same."""
    table, player = state.table, move.player
    try:
        path = tuple(table.board.cell(name) for name in move.path)
    except ValueError as error:
        return (None, [WORDING.problem("no-such-cell", reason=error)], state, {})
    lying, there = table.covered.get(path[0]), table.covered.get(path[-1])
    places = table.places({path[0], path[-1]})
    if lying is None or len(lying.cells) > 1:
        return (None, [WORDING.problem("nothing-to-move", places, on=move.path[0])], state, {})
    possible = [way for way in ways(state.moment, state.names(player)) if way.before is lying]
    found = [way for way in possible if way.path == path]
    if not found:
        name = state.spec.name_of(lying.part)
        if there is not None and there is not lying:
            on, by = move.path[-1], state.spec.name_of(there.part)
            return (None, [WORDING.problem("cell-taken", places, on=on, by=by)], state, {})
        code = "goes-on" if any(way.path[: len(path)] == path for way in possible) else "no-such-move"
        after = replace(lying, cells=frozenset(path[-1:]))
        moved = replace(table, parts=(*(other for other in table.parts if other is not lying), after))
        return (None, [WORDING.problem(code, places, part=name, on=move.path[-1])], replace(state, table=moved), {})
    way = next((way for way in found if way in state.ways(player)), found[0])
    moment, names = replace(state.moment, table=way.on(table)), {**state.names(player), **way.names()}
    problems = broken(way.rule, state.spec, moment, names, places)
    if not problems and way not in state.ways(player):
        first = state.ways(player)[0]
        what, on = state.spec.name_of(first.before.part), table.names(first.path[:1])
        problems = [WORDING.problem("must-first", table.places(first.path), part=what, on=on)]
    return (way.rule, problems, replace(state, table=way.on(table)), way.names())


def _remove(state: PiecesState, move: Remove) -> Ruled:
    table = state.table
    try:
        lying = table.covered.get(table.board.cell(move.on))
    except ValueError as error:
        return (None, [WORDING.problem("no-such-cell", reason=error)], state, {})
    by_formula = bool(state.spec.play.of("take"))
    if lying is None or (lying.owner not in (None, move.player) and not by_formula):
        nothing = WORDING.problem("nothing-to-remove", [f"cell:{move.on}"], player=move.player, on=move.on)
        return (None, [nothing], state, {})
    problems = [] if state.spec.removing else [WORDING.problem("remove-not-allowed", table.places(lying.cells))]
    rule, against = allowed(state.spec, "take", state.moment, lying, state.names(move.player))
    parts = tuple(other for other in table.parts if other is not lying)
    return (rule, [*problems, *against], replace(state, table=replace(table, parts=parts)), names_of("take", lying))


def _enter(state: PiecesState, move: EnterValue) -> Ruled:
    """What is entered is taken down where it is allowed alone, so that nothing is counted that no line tells."""
    rules = {rule.name: rule for rule in state.spec.play.of("enter")}
    rule = rules.get(move.key)
    if rule is None:
        return (None, [WORDING.problem("no-entry", key=move.key, expected=joined(rules, "or") or "nothing")], state, {})
    problems = [*_wrong_value(state, rule, move), *broken(rule, state.spec, state.moment, state.names(move.player), [])]
    return (rule, problems, state, {})


def _wrong_value(state: PiecesState, rule: MoveRule, move: EnterValue) -> list[Problem]:
    if rule.list:
        entered = {entry for _, what, entry in state.course.entered if what == rule.list}
        free = [entry for entry in state.spec.play.lists[rule.list] if entry not in entered]
        return [] if move.value in free else [_wrong_entry(move, joined(free, "or") or "nothing more")]
    least, most = rule.between
    fits = type(move.value) is int and least <= move.value <= most
    return [] if fits else [_wrong_entry(move, f"a whole number from {least} to {most}")]


def _wrong_entry(move: EnterValue, expected: str) -> Problem:
    return WORDING.problem("wrong-entry", key=move.key, value=move.value, expected=expected)


def _pass(state: PiecesState, move: PassTurn) -> Ruled:
    if rules := state.spec.play.of("pass"):
        found = [(rule, broken(rule, state.spec, state.moment, state.names(move.player), [])) for rule in rules]
        rule, problems = min(found, key=lambda one: len(one[1]))
        return (rule, problems, state, {})
    if state.spec.passing == "always" or not state.able(move.player):
        return (None, [], state, {})
    part, cells = state.first_legal(move.player) or _first_way(state, move.player)
    what, on = state.spec.name_among_own(part), state.table.names(cells)
    problem = WORDING.problem("pass-not-allowed", state.table.places(cells), player=move.player, part=what, on=on)
    return (None, [problem], state, {})


def _first_way(state: PiecesState, player: str) -> tuple[str, Cells]:
    way = state.ways(player)[0]
    return (way.before.part, frozenset(way.path[-1:]))


def _out_of_turn(state: PiecesState, player: str) -> list[Problem]:
    if state.spec.turns == "together" and player in state.course.acted:
        return [WORDING.problem("turn-over", player=player)]
    if state.turn in (None, player):
        return []
    return [WORDING.problem("out-of-turn", player=player, turn=state.turn)]
