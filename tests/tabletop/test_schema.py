"""The schema: kinds read and write, a record's keys are its dataclass's fields, and nothing wrong is a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.schema import (
    FieldKind,
    Key,
    Mismatch,
    flag,
    line,
    list_of,
    made,
    mapping_of,
    number,
    record,
    secret,
    whole,
)

KINDS: Mapping[Any, FieldKind] = {
    str: line(5),
    int: whole(0, 9),
    bool: flag(),
    float: number("a share", least=0, most=1),
}


@dataclass(frozen=True)
class Who:
    """Who says it."""

    name: str
    sure: float = 1.0


@dataclass(frozen=True)
class Said:
    """What is said."""

    who: Who
    n: int
    note: str | None
    words: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    loud: bool = False


SAID = record(
    Said,
    KINDS,
    {
        "who": Key(record(Who, KINDS, more=True), flat=True),
        "words": list_of(KINDS[str], most=2),
        "points": made(mapping_of(KINDS[int], names=KINDS[str], most=2), dict, lambda value: value.items()),
    },
    more=True,
)
WHOLE = {"name": "Ann", "sure": 0.5, "n": 3, "note": "hm", "words": ["a", "b"], "points": {"Ann": 3}, "loud": True}


def test_a_record_comes_back() -> None:
    """A record is read from its fields in one flat table, and written as that table, in its order."""
    said = Said(Who("Ann", 0.5), 3, "hm", ("a", "b"), {"Ann": 3}, True)
    assert SAID.read(WHOLE, ()) == said
    assert list(SAID.write(said).items()) == list(WHOLE.items())


def test_what_is_absent_is_the_dataclass_default() -> None:
    """Fields with a default may be absent, those that may be None too; all are written; unknown keys are left alone."""
    said = SAID.read({"name": "Ann", "n": 0, "weather": "sun"}, ())
    assert said == Said(Who("Ann"), 0, None)
    assert SAID.write(said) == {
        "name": "Ann", "sure": 1.0, "n": 0, "note": None, "words": [], "points": {}, "loud": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "path", "said"),
    [
        ({"n": 10}, ("n",), "10 is not possible; expected a whole number from 0 to 9"),
        ({"name": "Joanna"}, ("name",), "a text of at most 5 characters"),
        ({"name": "\ud800"}, ("name",), '"\\ud800" is not possible'),
        ({"sure": float("nan")}, ("sure",), "nan is not possible; expected a share"),
        ({"sure": 10**400}, ("sure",), "expected a share"),
        ({"words": ["a", 3]}, ("words", 1), "3 is not possible"),
        ({"words": ["a"] * 3}, ("words",), "at most 2"),
        ({"points": {"Ann": "x"}}, ("points", "Ann"), '"x" is not possible'),
        ({"points": {"Joanna": 1}}, ("points",), '"Joanna" is not possible'),
        ({"points": {"a": 1, "b": 1, "c": 1}}, ("points",), "at most 2"),
    ],
)
def test_what_does_not_fit_is_told_with_its_path(wrong: dict[str, Any], path: tuple[str | int, ...], said: str) -> None:
    """A wrong value is told with the path to it, the value and what was expected."""
    with pytest.raises(Mismatch) as caught:
        SAID.read(WHOLE | wrong, ())
    assert caught.value.path == path
    assert said in caught.value.reason


@pytest.mark.parametrize("value", [10**400, -(10**400), float("inf"), float("nan"), True, None, "1", [1.0]])
def test_only_finite_numbers_are_numbers(value: object) -> None:
    """What is no finite number is refused, also a whole one that no float can hold."""
    with pytest.raises(Mismatch):
        number("a number").read(value, ())
    with pytest.raises(Mismatch):
        number("more than 0", above=0).read(0, ())


def test_a_secret_is_not_shown() -> None:
    """A wrong secret is told without being shown."""
    with pytest.raises(Mismatch, match=r"^too short$"):
        secret(line(3), "too short").read("hunter2", ())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(key=st.sampled_from(sorted(WHOLE)), value=values)
def test_anything_is_a_record_or_a_mismatch(key: str, value: object) -> None:
    """Whatever stands at a key, the answer is a record that comes back, or a Mismatch."""
    try:
        said = SAID.read(WHOLE | {key: value}, ())
    except Mismatch:
        return
    assert SAID.read(SAID.write(said), ()) == said
