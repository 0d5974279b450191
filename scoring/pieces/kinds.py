"""What formulas of a game file work with: kinds of values, one run with its budget, and what can go wrong in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

LARGEST = 10**9
"""Numbers of formulas lie between this and its negative."""
MOST_STEPS = 100_000
"""Of one formula: signs of it that are worked out, and things that are gone through."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is: `number`, `text`, `part`; sets and pairs say what they hold."""

    name: str
    of: "Kind | None" = None

    def __str__(self) -> str:
        return f"{self.name} of {self.of.name}s" if self.of and self.of is not UNKNOWN else self.name


UNKNOWN = Kind("anything")
"""Of a value of which something was complained already."""
NUMBER, TEXT, TRUTH = Kind("number"), Kind("text"), Kind("condition")
PLAYER, PART, CELL = Kind("player"), Kind("part"), Kind("cell")
ARITHMETIC = (NUMBER, TRUTH, UNKNOWN)


def set_of(kind: Kind) -> Kind:
    """A set of things of one kind."""
    return Kind("set", kind)


def agree(kind: Kind, other: Kind) -> bool:
    """Whether values of two kinds can be compared."""
    if UNKNOWN in (kind, other) or kind == other or (kind in ARITHMETIC and other in ARITHMETIC):
        return True
    return kind.name == other.name and agree(kind.of or UNKNOWN, other.of or UNKNOWN)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong in a formula: at which of its letters, counted from 0, and a sentence with the mend."""

    at: int
    sentence: str


class FormulaError(ValueError):
    """A formula that is not understood, with every fault in it."""

    def __init__(self, faults: list[Mistake]) -> None:
        super().__init__(faults[0].sentence)
        self.faults = faults


class FormulaFault(Exception):
    """A formula that cannot be worked out just now; its text is the sentence that people read."""


class Run:
    """One working out of a formula: the names that it may use, its variables, and the steps that are left."""

    __slots__ = ("local", "names", "steps", "table")

    def __init__(self, table: Any, names: Mapping[str, Any]) -> None:
        self.table = table
        self.names = names
        self.local: dict[str, Any] = {}
        self.steps = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Count work. Raises FormulaFault where it becomes too much."""
        self.steps -= steps
        if self.steps < 0:
            raise FormulaFault("it takes too long; go through fewer things")


@dataclass(frozen=True, slots=True)
class Value:
    """A part of a formula that was understood: its kind, how it is worked out, and how many signs of work it is."""

    kind: Kind
    work_out: Callable[[Run], Any]
    weight: int = 1
    literal: str | None = None
    """The text that stands there, where it is one."""
    many: bool = False
    """Whether it is a loop, whose values come one by one and once."""


class WrongArgument(ValueError):
    """What is wrong with one of the values in a word's brackets, counted from 0."""

    def __init__(self, argument: int, sentence: str) -> None:
        super().__init__(sentence)
        self.argument = argument


@dataclass(frozen=True, slots=True)
class Attribute:
    """What stands behind a dot: its kind, and how it is found of a thing in a run."""

    kind: Kind
    find: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A word with brackets: what is in them decides its kind and how it is worked out."""

    shape: str
    """How it is written: `count(things)`."""
    understand: Callable[[list[Value]], tuple[Kind, Callable[..., Any]]]
    """The kind, and a function of the run and the values; ValueError where the word does not take them."""


@dataclass(frozen=True)
class Language:
    """Everything that the formulas of one game file may name."""

    names: Mapping[str, Kind]
    attributes: Mapping[str, Mapping[str, Attribute]]
    """Of each kind of thing."""
    words: Mapping[str, Word] = field(default_factory=dict)
    own: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The file's own words: the name of what is in brackets, and a formula."""
    broken: frozenset[str] = frozenset()
    """Own words of which something was complained already."""
    understood: dict[tuple[str, Kind], Any] = field(default_factory=dict)
    """Own words, as far as they were met, for each kind of what is in brackets."""

    def and_names(self, **names: Kind) -> "Language":
        """The same language with more names."""
        return replace(self, names={**self.names, **names}, understood={})
