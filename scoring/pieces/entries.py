"""The entries of a game file: placement conditions and scoring terms, key by key with their usual values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """One `[[conditions]]` entry: what must hold where a part is placed."""

    says: str
    """The sentence that people read when it does not hold."""
    parts: Words = ()
    """Which parts it is about (ids, kinds, tags); empty is all."""
    on: Words = ()
    """Every square must have one of these terrains."""
    not_on: Words = ()
    beside: Words = ()
    """At least `count` parts of these lie beside it."""
    beside_terrain: Words = ()
    """At least `count` squares of these terrains lie beside it."""
    not_beside: Words = ()
    touching: str = ""
    """`own` or `any`: beside a part of the player's, or of anybody's, once there is one."""
    start: Words = ()
    """The player's first part covers one of these cells; `edge` is any cell at the rim."""
    not_across_river: bool = False
    whose: str = "any"
    count: int = 1
    reach: str = "sides"


@dataclass(frozen=True, slots=True)
class Term:
    """One `[[terms]]` entry: what scores, how much, and under which name."""

    term: str
    label: str
    points: int = 1
    parts: Words = ()
    """Which of a player's parts it is about (ids, kinds, tags); empty is all."""
    per: str = "part"
    on: Words = ()
    beside: Words = ()
    beside_terrain: Words = ()
    whose: str = "any"
    once: bool = False
    reach: str = ""
    """`sides`, `around` (corners too), `on` or `area`; each term has its usual one."""
    count: str = "parts"
    least: int = 1
    length: int = 3
    of: Words = ()
    of_parts: Words = ()
    strength: str = "count"
    """`count`, or the name of a number that the parts have in the file, such as `value`."""
    second: int = 0
    ties: str = "all"
    """`all` who tie get the points, or `none` does."""
    label_of: Words = ()
    factor: int = 2


def worded(kind: type, entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with single words made lists."""
    lists = {one.name for one in fields(kind) if one.type == Words}
    return {key: listed(value) if key in lists else value for key, value in entry.items()}


def listed(value: Any) -> Words:
    """A word or a list of words as words; nothing for anything else."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if is_words(value) else ()


def is_words(value: Any) -> bool:
    """Whether a value is a list of words."""
    return isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)
