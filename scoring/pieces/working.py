"""How the signs of a formula are worked out in a run: sums, comparisons, loops through things."""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.pieces.kinds import LARGEST, FormulaFault, Run, Value, set_of

Signs = Mapping[type[ast.AST], Callable[[Any, Any], Any]]
CALCULATE: Signs = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
ORDER: Signs = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
EQUAL: Signs = {ast.Eq: operator.eq, ast.NotEq: operator.ne}


def calculated(sign: Callable[[int, int], int], left: Value, right: Value) -> Callable[[Run], int]:
    """Two numbers put together by a sign."""
    work, other, dividing = left.work_out, right.work_out, sign in (operator.floordiv, operator.mod)

    def work_out(run: Run) -> int:
        first, second = work(run), other(run)
        if dividing and not second:
            raise FormulaFault("it divides by nought")
        found = sign(first, second)
        if not -LARGEST <= found <= LARGEST:
            raise FormulaFault(f"a number grows beyond {LARGEST}")
        return found

    return work_out


def picked(things: Value, index: Value) -> Callable[[Run], Any]:
    """What stands at a place of a list."""
    work, place = things.work_out, index.work_out

    def work_out(run: Run) -> Any:
        listed, at = work(run), place(run)
        if not 0 <= at < len(listed):
            raise FormulaFault(f"a list of {len(listed)} has no place {at}; places are counted from 0")
        return listed[at]

    return work_out


def looped(stages: list[tuple[str, Value, list[Value]]], element: Value) -> Value:
    """The loops from the inside out; each thing gone through costs what is done with it."""
    work = element.work_out

    def innermost(run: Run) -> Iterator[Any]:
        yield work(run)

    inner: Callable[[Run], Iterator[Any]] = innermost
    weight = element.weight
    for name, things, conditions in reversed(stages):
        inner = _stage(name, things, [condition.work_out for condition in conditions], inner, weight)
        weight = 1 + things.weight + sum(condition.weight for condition in conditions)
    return Value(set_of(element.kind), inner, weight, many=True)


def _stage(
    name: str, things: Value, conditions: list[Callable[[Run], Any]], inner: Callable[[Run], Iterator[Any]], weight: int
) -> Callable[[Run], Iterator[Any]]:
    work, cost = things.work_out, weight + 1 + len(conditions)

    def go_through(run: Run) -> Iterator[Any]:
        for thing in work(run):
            run.spend(cost)
            run.local[name] = thing
            for condition in conditions:
                if not condition(run):
                    break
            else:
                yield from inner(run)

    return go_through


def of_sets(compare: Callable[[Any, Any], bool]) -> Callable[[Run, Any, Any], bool]:
    """Two sets compared; every thing of them costs a step."""

    def holds(run: Run, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        run.spend(len(one))
        return compare(one, other)

    return holds


def contains(*, whole: bool, wanted: bool) -> Callable[[Run, Any, Any], bool]:
    """Whether a thing, or a `whole` set, is in a set."""

    def holds(run: Run, one: Any, many: tuple[Any, ...]) -> bool:
        run.spend(1 + len(many) * (len(one) if whole else 1) // 4)
        return (all(thing in many for thing in one) if whole else one in many) is wanted

    return holds
