"""What follows a move: what it scores at once, whose turn is next, rounds, the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.pieces.allowing import holds, prices
from scoring.pieces.counting import lines_at
from scoring.pieces.kinds import FormulaFault, Run
from scoring.pieces.moment import Course
from scoring.pieces.play import EndRule, MoveRule
from scoring.pieces.state import PiecesState
from scoring.pieces.table import Table
from tabletop.moves import Move


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: by whom, after which rule of the file, what it laid."""

    player: str
    rule: MoveRule | None
    move: Move
    names: Mapping[str, Any]
    """What the formulas of its rule know."""
    legal: bool


def settled(before: PiecesState, after: PiecesState, made: Made) -> PiecesState:
    """The state after a move with all that follows from it; after the end of the game nothing does."""
    if after.at_end is not None:
        return replace(after, turn=before.after(made.player))
    if made.legal:
        after = replace(after, course=_carried_out(before, after.table, made))
        after = _banked(after, ("turn",), made.player, {"turn": (), "taken": (), **made.names})
    if made.legal and _goes_on(after, made):
        return _ended(after, made.player, round_over=False)
    course = replace(after.course, turns=after.course.turns + 1, acted=after.course.acted | {made.player})
    round_over = course.acted.issuperset(after.players)
    after = replace(after, course=course, turn=before.after(made.player))
    if round_over and after.spec.turns != "free":
        after = _banked(after, ("round",), None, {})
        course = after.course
        over = after.spec.play.rounds is not None and course.round >= after.spec.play.rounds
        after = _ended(after, made.player, round_over=True)
        course = replace(after.course, over=after.course.over or over, round=course.round + (0 if over else 1))
        return replace(after, course=replace(course, acted=frozenset(), done=()))
    return _ended(after, made.player, round_over=False)


def entered_late(state: PiecesState, made: Made) -> PiecesState:
    """What is entered when the game is over counts as if it had been entered before."""
    end = state.at_end or state
    counted = replace(end, course=_carried_out(end, end.table, made))
    return replace(state, course=replace(counted.course, over=True), at_end=counted)


def _carried_out(before: PiecesState, table: Table, made: Made) -> Course:
    """What a legal move changes beside the table: what it costs and enters, that it was made."""
    rule = made.rule
    course = before.course
    if rule is None:
        return course
    counters, entered = dict(course.counters), course.entered
    moment, names = before.moment, {**before.names(made.player), **made.names}
    if "new" in made.names:
        moment = replace(moment, table=table)
    changed = {counter: -price for counter, price in (prices(rule, moment, names) if rule.pays else {}).items()}
    value = getattr(made.move, "value", None)
    if rule.counter and isinstance(value, int):
        changed[rule.counter] = changed.get(rule.counter, 0) + value
    for counter, more in changed.items():
        counters[counter, made.player] = moment.counter(counter, made.player) + more
    if rule.list:
        entered = (*entered, (made.player, rule.list, str(value)))
    done, since = (*course.done, (rule.name, made.player)), {**course.since, rule.name: course.turns + 1}
    return replace(course, counters=counters, entered=entered, done=done, since=since)


def _banked(state: PiecesState, times: Sequence[str], mover: str | None, more_names: Mapping[str, Any]) -> PiecesState:
    """The state with what scores at the end of a turn, or of a round."""
    if not any(rule.at in times for rule in state.spec.play.scores):
        return state
    names: Mapping[str, Any] = {**state.names(mover), **more_names}
    banked = dict(state.course.banked)
    for player, lines in lines_at(state.spec.play, state.moment, names, times, mover).items():
        banked[player] = (*banked.get(player, ()), *lines)
    return replace(state, course=replace(state.course, banked=banked))


def _goes_on(state: PiecesState, made: Made) -> bool:
    """Whether it is the same player's turn after a legal move, too."""
    rule = made.rule
    if rule is None or not rule.uses_turn:
        return rule is not None
    return rule.another is not None and holds(rule.another, state.moment, {**state.names(made.player), **made.names})


def _ended(state: PiecesState, player: str, *, round_over: bool) -> PiecesState:
    """The state with the game's end, where a rule or the turns to come bring it about."""
    course = state.course
    to_come = None if course.to_come is None else course.to_come - (course.turns > course.counted_turns)
    course = replace(course, to_come=to_come, counted_turns=course.turns)
    if to_come is not None and to_come <= 0:
        return replace(state, course=replace(course, over=True))
    for rule in state.spec.play.ends:
        names = state.names(player)
        if course.over or (rule.then == "round" and not round_over) or not holds(rule.condition, state.moment, names):
            continue
        if rule.then == "one more each":
            course = replace(course, to_come=len(state.players) if course.to_come is None else course.to_come)
        else:
            course = replace(course, over=True, winners=_winners(rule, state, names))
    return replace(state, course=course)


def _winners(rule: EndRule, state: PiecesState, names: Mapping[str, Any]) -> tuple[str, ...]:
    if rule.winners is None:
        return ()
    try:
        return tuple(one for one in rule.winners(Run(state.moment, names)) if one in state.players)
    except FormulaFault:  # who it is cannot be told: the points do
        return ()
