"""The words that every game's formulas have: those that go through things, and those that look at the table."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from scoring.pieces.kinds import (
    ARITHMETIC,
    CELL,
    LARGEST,
    NUMBER,
    PART,
    PLAYER,
    TEXT,
    TRUTH,
    UNKNOWN,
    Attribute,
    FormulaFault,
    Kind,
    Run,
    Value,
    Word,
    WrongArgument,
    agree,
    set_of,
)

Understood = tuple[Kind, Callable[..., Any]]


def general_words() -> dict[str, Word]:
    """Words about things of any kind."""
    return {
        "any": Word("any(…)", partial(_of_things, TRUTH, lambda run, things: any(things))),
        "all": Word("all(…)", partial(_of_things, TRUTH, lambda run, things: all(things))),
        "count": Word("count(things)", _counted),
        "size": Word("size(things)", _counted),
        "sum": Word("sum(numbers)", partial(_of_numbers, lambda run, numbers: _added(numbers))),
        "min": Word("min(numbers)", partial(_of_numbers, lambda run, numbers: min(numbers, default=0))),
        "max": Word("max(numbers)", partial(_of_numbers, lambda run, numbers: max(numbers, default=0))),
        "same": Word("same(things)", partial(_of_things, TRUTH, lambda run, things: len(set(things)) < 2)),
        "distinct": Word("distinct(things)", partial(_of_things, TRUTH, _distinct)),
        "different": Word("different(things)", partial(_of_things, NUMBER, lambda run, things: len(set(things)))),
        "those": Word("those(things)", _those),
        "best": Word("best([number, thing] for …)", _best),
    }


def table_words(
    words: Collection[str], terrains: Collection[str] | None, attributes: Mapping[str, Attribute]
) -> dict[str, Word]:
    """Words about what lies on the table: parts have these words and attributes, cells these terrains (None: any)."""

    def of_parts(values: list[Value], *kinds: Kind) -> None:
        _take(values, TEXT, PLAYER, *kinds)
        _known(values, words, "part")

    def parts(values: list[Value]) -> Understood:
        of_parts(values, CELL, set_of(CELL))
        return set_of(PART), _filtered(values, lambda run, **filters: run.table.parts(**filters))

    def number(find: Callable[..., Any], values: list[Value]) -> Understood:
        of_parts(values)
        return NUMBER, _filtered(values, find)

    def cells(values: list[Value]) -> Understood:
        _take(values, TEXT, PLAYER, PART, set_of(PART))
        if terrains is not None:
            _known(values, terrains, "terrain")
        return set_of(CELL), _filtered(values, lambda run, **filters: run.table.cells(**filters))

    def strength(rank: int, values: list[Value]) -> Understood:
        if not 1 <= len(values) <= 2 or not agree(values[0].kind, set_of(PART)):
            raise ValueError("it is of parts")
        key = values[1].literal if len(values) == 2 else ""
        if key is None or (key and (key not in attributes or attributes[key].kind != NUMBER)):
            raise WrongArgument(1, "it is no number that the parts have")
        find = attributes[key].find if key else lambda table, part: 1

        def apply(run: Run, things: tuple[Any, ...], key: str = "") -> Any:
            run.spend(len(things))
            return run.table.ranked(things, find, rank)

        return set_of(PLAYER), apply

    return {
        "parts": Word("parts('word', player, cells)", parts),
        "cells": Word("cells('terrain', player, parts)", cells),
        "beside": Word("beside(part or cell)", partial(_near, "sides")),
        "around": Word("around(part or cell)", partial(_near, "around")),
        "groups": Word("groups(parts or cells)", _groups),
        "lines": Word("lines(parts or cells)", _lines),
        "strongest": Word("strongest(parts, 'number')", partial(strength, 0)),
        "second": Word("second(parts, 'number')", partial(strength, 1)),
        "owners": Word("owners(parts)", _owners),
        "laid": Word("laid('word', player)", partial(number, lambda run, **found: len(run.table.parts(**found)))),
        "left": Word("left('word')", partial(number, lambda run, **found: run.table.left(**found))),
        "hand": Word("hand('word', player)", partial(number, lambda run, **found: run.table.left(**found))),
    }


def play_words(moves: Collection[str], counters: Collection[str], lists: Mapping[str, Kind]) -> dict[str, Word]:
    """Words about what has happened: moves by their names, counters, lists."""

    def done(values: list[Value]) -> Understood:
        _take(values, TEXT, PLAYER)
        _known(values, moves, "move")
        return NUMBER, _filtered(values, lambda run, **found: run.table.done(**found))

    def since(values: list[Value]) -> Understood:
        _take(values, TEXT)
        _known(values, moves, "move")
        return NUMBER, lambda run, *names: run.table.since(names)

    def entered(values: list[Value]) -> Understood:
        if len(values) != 2 or values[0].literal not in lists or values[1].kind != PLAYER:
            raise ValueError(f"there are the lists {', '.join(lists) or 'none'}")
        return set_of(lists[values[0].literal or ""]), lambda run, name, player: run.table.entered(name, player)

    def counter(name: str) -> Callable[[list[Value]], Understood]:
        return partial(_of_player, NUMBER, lambda run, player: run.table.counter(name, player))

    return {
        "done": Word("done('move', player)", done),
        "since": Word("since('move')", since),
        "entered": Word("entered('list', player)", entered),
        **{name: Word(f"{name}(player)", counter(name)) for name in counters},
    }


def ending_words() -> dict[str, Word]:
    """Words that only ends have: what a player can do is told by the rules in which they would stand."""
    return {"can": Word("can(player)", partial(_of_player, TRUTH, lambda run, player: run.table.able(player)))}


def _of_player(kind: Kind, find: Callable[..., Any], values: list[Value]) -> Understood:
    if [value.kind for value in values] != [PLAYER]:
        raise ValueError("it is of one player")
    return kind, find


def _known(values: Iterable[Value], known: Collection[str], what: str) -> None:
    for at, value in enumerate(values):
        if value.literal is not None and value.literal not in known:
            listed = ", ".join(sorted(set(known))) or "none"
            raise WrongArgument(at, f"there is no {what} '{value.literal}'; there are {listed}")


def _take(values: list[Value], *kinds: Kind) -> None:
    for at, value in enumerate(values):
        if value.many or not any(value.kind == kind for kind in kinds):
            raise WrongArgument(at, f"a {value.kind} does not belong there")


def _filtered(values: list[Value], find: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is given texts, players, cells and parts apart, by the kinds of the values."""
    names = {"text": "words", "player": "players", "cell": "cells", "part": "those"}
    keys = [names[(value.kind.of or value.kind).name] for value in values]
    sets = [value.kind.of is not None for value in values]

    def work_out(run: Run, *given: Any) -> Any:
        filters: dict[str, tuple[Any, ...]] = {}
        for key, many, value in zip(keys, sets, given, strict=True):
            filters[key] = (*filters.get(key, ()), *(value if many else (value,)))
        run.spend(run.table.extent)
        return find(run, **filters)

    return work_out


def _things(values: list[Value]) -> Kind:
    """The kind of the things in the one set or loop that is given."""
    if len(values) != 1 or values[0].kind.name != "set":
        raise ValueError("")
    return values[0].kind.of or UNKNOWN


def _of_things(kind: Kind, apply: Callable[..., Any], values: list[Value]) -> Understood:
    _things(values)
    return kind, _gone_through(apply, values[0])


def _gone_through(apply: Callable[..., Any], value: Value) -> Callable[..., Any]:
    """Of a set each thing costs a step; a loop counts its own."""
    if value.many:
        return apply

    def counted(run: Run, things: tuple[Any, ...]) -> Any:
        run.spend(len(things))
        return apply(run, things)

    return counted


def _counted(values: list[Value]) -> Understood:
    if _things(values) == TRUTH:
        raise ValueError("it counts whatever is listed; write which with if: count(c for c in cells() if c.edge)")
    return NUMBER, _gone_through(lambda run, things: sum(1 for _ in things), values[0])


def _of_numbers(apply: Callable[..., Any], values: list[Value]) -> Understood:
    if len(values) > 1 and all(value.kind in ARITHMETIC for value in values):
        return NUMBER, lambda run, *numbers: apply(run, numbers)
    if _things(values) not in ARITHMETIC:
        raise ValueError(f"a {_things(values)} is no number")
    return NUMBER, _gone_through(apply, values[0])


def _added(numbers: Iterable[int]) -> int:
    found = sum(numbers)
    if abs(found) > LARGEST:
        raise FormulaFault(f"a number grows beyond {LARGEST}")
    return found


def _distinct(run: Run, things: Iterable[Any]) -> bool:
    listed = list(things)
    return len(set(listed)) == len(listed)


def _those(values: list[Value]) -> Understood:
    return set_of(_things(values)), _gone_through(lambda run, things: tuple(dict.fromkeys(things)), values[0])


def _best(values: list[Value]) -> Understood:
    pair = _things(values)
    if pair.name != "pair" and pair is not UNKNOWN:
        raise ValueError("it chooses the things of the largest number")

    def apply(run: Run, pairs: Iterable[tuple[int, Any]]) -> tuple[Any, ...]:
        listed = list(pairs)
        most = max((number for number, _ in listed), default=0)
        return tuple(dict.fromkeys(thing for number, thing in listed if number == most))

    return set_of(pair.of or UNKNOWN), _gone_through(apply, values[0])


def _place_kind(values: list[Value]) -> tuple[Kind, bool]:
    """Parts or cells, one or several of them."""
    if len(values) == 1 and not values[0].many:
        kind = values[0].kind
        for single in (PART, CELL):
            if kind == single or (kind.name == "set" and kind.of in (single, UNKNOWN)):
                return single, kind.name == "set"
    raise ValueError("")


def _near(reach: str, values: list[Value]) -> Understood:
    kind, many = _place_kind(values)

    def apply(run: Run, given: Any) -> Any:
        things = given if many else (given,)
        run.spend(8 * len(things))
        return run.table.near(things if kind == CELL else run.table.under(things), reach)

    return set_of(CELL), apply


def _groups(values: list[Value]) -> Understood:
    kind, many = _place_kind(values)
    if not many:
        raise ValueError("")

    def apply(run: Run, things: Any) -> Any:
        run.spend(8 * len(things))
        return run.table.groups(things, of_parts=kind == PART)

    return set_of(set_of(kind)), apply


def _lines(values: list[Value]) -> Understood:
    kind, many = _place_kind(values)

    def apply(run: Run, given: Any) -> Any:
        things = given if many else (given,)
        run.spend(4 * run.table.extent)
        return run.table.part_lines(things) if kind == PART else run.table.cell_lines(things)

    return set_of(set_of(kind)), apply


def _owners(values: list[Value]) -> Understood:
    if len(values) != 1 or values[0].many or not agree(values[0].kind, set_of(PART)):
        raise ValueError("")
    return set_of(PLAYER), _gone_through(lambda run, parts: run.table.owners(parts), values[0])
