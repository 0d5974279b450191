"""Formulas of game files: Python's expression syntax, checked word by word and made into functions before it is run.

Nothing of Python but the syntax is used: every sign has its own small function here, names and words are those of the
game's `Language`, loops go through things on the table, and all work is counted.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.pieces.grammar import Reader
from scoring.pieces.kinds import (
    NUMBER,
    PLAYER,
    TEXT,
    TRUTH,
    UNKNOWN,
    FormulaError,
    Kind,
    Language,
    Mistake,
    Run,
    Value,
    agree,
)

_GAP = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was understood."""

    text: str
    value: Value

    def __call__(self, run: Run) -> Any:
        """Work it out. Raises FormulaFault where that cannot be done."""
        run.spend(self.value.weight)
        return self.value.work_out(run)


@dataclass(frozen=True, slots=True)
class Loop:
    """`r in THINGS if CONDITION`: every way to give its variables a value."""

    text: str
    variables: dict[str, Kind]
    value: Value

    def __call__(self, run: Run) -> Iterator[None]:
        """Set the variables in the run, way by way."""
        run.spend(self.value.weight)
        for _ in self.value.work_out(run):
            yield None


def formula(
    text: str, language: Language, *, expected: Kind | None = None, variables: dict[str, Kind] | None = None
) -> Formula:
    """Understand a formula, of an expected kind, in which some variables are known. Raises FormulaError."""
    reader = Reader(text, language)
    reader.variables.update(variables or {})
    value = reader.read(reader.tree(text).body)
    if value.many:
        reader.complain(None, "a loop stands inside a word: any(…), count(…)")
    elif expected is TRUTH and value.kind == TEXT:
        reader.complain(None, "a text always holds; compare it with another")
    elif expected not in (None, TRUTH) and not agree(value.kind, expected):
        reader.complain(None, f"it is a {value.kind}; expected a {expected}")
    return Formula(text, reader.finished(value))


def loop(text: str, language: Language) -> Loop:
    """Understand what stands behind `for`. Raises FormulaError."""
    before = "(0 for "
    reader = Reader(text, language, len(before))
    body = reader.tree(f"{before}{text}\n)").body
    if not isinstance(body, ast.GeneratorExp) or not isinstance(body.elt, ast.Constant):
        raise FormulaError([Mistake(0, "it is no loop; expected a variable and things: c in cells('forest')")])
    variables: dict[str, Kind] = {}
    value = reader.loop(body, variables)
    return Loop(text, variables, reader.finished(value))


def label(text: str, language: Language) -> Callable[[Run], str]:
    """A text with formulas in braces. Raises FormulaError."""
    faults: list[Mistake] = []
    formulas: list[Formula] = []
    for gap in _GAP.finditer(text):
        try:
            found = formula(gap[1], language)
            if found.value.kind not in (NUMBER, TEXT, PLAYER, UNKNOWN):
                raise FormulaError([Mistake(0, f"a {found.value.kind} has no words; write what of it: {{p.id}}")])
            formulas.append(found)
        except FormulaError as error:
            faults += [Mistake(fault.at + gap.start(1), fault.sentence) for fault in error.faults]
    if faults:
        raise FormulaError(faults)
    pieces = _GAP.split(text)[::2]

    def filled(run: Run) -> str:
        values = [str(one(run)) for one in formulas]
        return "".join(piece + value for piece, value in zip(pieces, [*values, ""], strict=True))

    return filled
