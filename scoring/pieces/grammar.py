"""The signs of a formula, each checked and made into a function before it is run."""

import ast
import operator
import warnings
from collections.abc import Callable, Collection
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from scoring.pieces.kinds import (
    ARITHMETIC,
    LARGEST,
    NUMBER,
    TEXT,
    TRUTH,
    UNKNOWN,
    FormulaError,
    Kind,
    Language,
    Mistake,
    Run,
    Value,
    WrongArgument,
    agree,
    set_of,
)
from scoring.pieces.working import CALCULATE, EQUAL, ORDER, calculated, contains, looped, of_sets, picked

LONGEST, DEEPEST, MOST_LOOPS = 400, 24, 3


class Reader:
    """Goes through a formula's signs once, with the variables that are known at each."""

    def __init__(self, text: str, language: Language, before: int = 0) -> None:
        self.text, self.language, self.before = text, language, before
        self.variables: dict[str, Kind] = {}
        self.faults: list[Mistake] = []
        self.loops = self.depth = 0
        self.inside: tuple[str, ...] = ()

    def tree(self, text: str) -> ast.Expression:
        """Its signs as Python reads them. Raises FormulaError."""
        if len(self.text) > LONGEST:
            raise FormulaError([Mistake(0, f"it has {len(self.text)} letters; expected {LONGEST} at most")])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(text.strip() if not self.before else text, mode="eval")
        except SyntaxError as error:
            at = max(0, min((error.offset or LONGEST + 9) - 1 - self.before, len(self.text)))
            mend = "write == to compare" if self.text[at : at + 1] == "=" else "is a sign or a bracket missing?"
            raise FormulaError([Mistake(at, f"it is not understood here; {mend}")]) from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise FormulaError([Mistake(0, "it cannot be read; write it shorter and plainer")]) from error

    def finished(self, value: Value) -> Value:
        """The value, where nothing was wrong. Raises FormulaError."""
        if self.faults:
            raise FormulaError(sorted(set(self.faults), key=lambda fault: (fault.at, fault.sentence)))
        return value

    def complain(self, node: ast.AST | None, sentence: str) -> Value:
        """Keep a fault and go on."""
        at = 0
        if isinstance(node, ast.expr | ast.Name):
            read = "(0 for " + self.text if self.before else self.text.strip()
            lines = read.encode().split(b"\n")
            above = sum([len(line.decode()) + 1 for line in lines[: node.lineno - 1]])
            inside = len(lines[node.lineno - 1][: node.col_offset].decode(errors="ignore"))
            shift = -self.before if self.before else len(self.text) - len(self.text.lstrip())
            at = max(0, above + inside + shift)
        self.faults.append(Mistake(at, sentence))
        return Value(UNKNOWN, lambda run: None)

    def read(self, node: ast.expr) -> Value:
        """One sign with all below it."""
        reads: dict[type[ast.expr], Callable[[Any], Value]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Subscript: self._item,
            ast.List: self._list,
            ast.Tuple: self._list,
            ast.GeneratorExp: self.loop,
            ast.BoolOp: self._both,
            ast.UnaryOp: self._sign,
            ast.BinOp: self._sum,
            ast.Compare: self._comparison,
            ast.IfExp: self._choice,
        }
        read = reads.get(type(node))
        if read is None:
            return self.complain(node, f"{_CALLED.get(type(node), 'this')} is not possible in a formula")
        self.depth += 1
        if self.depth > DEEPEST:
            self.depth -= 1
            return self.complain(node, "it has too many brackets in one another; give a part of it a name in [words]")
        value = read(node)
        self.depth -= 1
        return value

    def _constant(self, node: ast.Constant) -> Value:
        value = node.value
        if isinstance(value, str):
            return Value(TEXT, lambda run: value, literal=value)
        if type(value) is int and abs(value) <= LARGEST:
            return Value(NUMBER, lambda run: value)
        if isinstance(value, bool):
            return Value(TRUTH, lambda run: value)
        return self.complain(node, f"only whole numbers up to {LARGEST}, texts in quotes, True and False are possible")

    def _name(self, node: ast.Name) -> Value:
        name = {"true": "True", "false": "False"}.get(node.id, node.id)
        if name in ("True", "False"):
            return self.complain(node, f"{node.id} is not known; is {name} meant?")
        if name in self.variables:
            return Value(self.variables[name], lambda run: run.local[name])
        if name in self.language.names:
            return Value(self.language.names[name], lambda run: run.names[name])
        if name in self.language.words:
            return self.complain(node, f"{name} needs brackets: {self.language.words[name].shape}")
        return self.complain(node, _unknown(name, [*self.variables, *self.language.names]))

    def _attribute(self, node: ast.Attribute) -> Value:
        thing = self.read(node.value)
        if thing.kind is UNKNOWN:
            return thing
        known, name = self.language.attributes.get(thing.kind.name, {}), node.attr
        if name not in known:
            near = get_close_matches(name, known, n=1)
            mend = f"is .{near[0]} meant?" if near else f"expected {', '.join(f'.{one}' for one in sorted(known))}"
            start = (node.end_col_offset or 0) - len(name.encode())
            behind = ast.Name(name, col_offset=start, lineno=node.end_lineno or 1)
            if not known:
                return self.complain(behind, f"a {thing.kind} has nothing behind a dot")
            return self.complain(behind, f".{name} is not known of a {thing.kind}; {mend}")
        find, work_out = known[name].find, thing.work_out
        return Value(known[name].kind, lambda run: find(run, work_out(run)), thing.weight + 1)

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name):
            return self.complain(node, "only words have brackets: count(…), parts(…)")
        if node.func.id in self.language.own:
            return self._own_word(node, node.func.id)
        word = self.language.words.get(node.func.id)
        if word is None:
            return self.complain(node.func, _unknown(node.func.id, [*self.language.words, *self.language.own]))
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            return self.complain(node, f"expected {word.shape}")
        values = [self.read(one) for one in node.args]
        if any(value.kind is UNKNOWN for value in values):
            return Value(UNKNOWN, lambda run: None)
        try:
            kind, apply = word.understand(values)
        except ValueError as error:
            at = node.args[error.argument] if isinstance(error, WrongArgument) else node
            return self.complain(at, f"{error}; expected {word.shape}" if str(error) else f"expected {word.shape}")
        works = [value.work_out for value in values]
        weight = 2 + sum(value.weight for value in values)
        if len(works) == 1:
            first = works[0]
            return Value(kind, lambda run: apply(run, first(run)), weight)
        return Value(kind, lambda run: apply(run, *[work(run) for work in works]), weight)

    def _own_word(self, node: ast.Call, name: str) -> Value:
        """A word of the file's own: its formula with what stands in the brackets."""
        variable, text = self.language.own[name]
        if len(node.args) != 1 or node.keywords:
            return self.complain(node, f"expected {name}({variable})")
        given = self._single(node.args[0])
        if given.kind is UNKNOWN or name in self.language.broken:
            return Value(UNKNOWN, lambda run: None)
        if name in self.inside:
            return self.complain(node, f"{name} needs itself; a word may need only others")
        known, key = self.language.understood, (name, given.kind)
        if key not in known:
            reader = Reader(text, self.language)
            reader.variables, reader.inside, reader.depth = {variable: given.kind}, (*self.inside, name), self.depth
            try:
                known[key] = reader.finished(reader._single(reader.tree(text).body))
            except FormulaError as error:
                known[key] = f"{name}: {error.faults[0].sentence}"
        body = known[key]
        if isinstance(body, str):
            return self.complain(node, body)
        first, work = given.work_out, body.work_out

        def call(run: Run) -> Any:
            run.local, outer = {variable: first(run)}, run.local
            try:
                return work(run)
            finally:
                run.local = outer

        return Value(body.kind, call, 2 + given.weight + body.weight)

    def _item(self, node: ast.Subscript) -> Value:
        things, index = self._single(node.value), self._number(node.slice)
        if things.kind is UNKNOWN or index.kind is UNKNOWN:
            return Value(UNKNOWN, lambda run: None)
        if things.kind.name != "set" or things.kind.of is None:
            return self.complain(node, f"a {things.kind} has no places; expected a list")
        return Value(things.kind.of, picked(things, index), things.weight + index.weight + 1)

    def _list(self, node: ast.List | ast.Tuple) -> Value:
        values = [self._single(one) for one in node.elts]
        kinds = [value.kind for value in values]
        works = [value.work_out for value in values]
        weight = 1 + sum(value.weight for value in values)
        kind = set_of(kinds[0] if kinds else UNKNOWN)
        if any(not agree(kinds[0], other) for other in kinds[1:]):
            if len(kinds) != 2:
                return self.complain(node, "a list holds things of one kind")
            kind = Kind("pair", kinds[1])
        return Value(kind, lambda run: tuple([work(run) for work in works]), weight)

    def loop(self, node: ast.GeneratorExp, kept: dict[str, Kind] | None = None) -> Value:
        """A loop; its variables are known inside alone, and to whoever asks to have them `kept`."""
        before = dict(self.variables)
        self.loops += len(node.generators)
        if self.loops > MOST_LOOPS:
            self.complain(node, f"it has more than {MOST_LOOPS} loops in one another")
        stages: list[tuple[str, Value, list[Value]]] = []
        for one in node.generators:
            things = self._single(one.iter)
            name = one.target.id if isinstance(one.target, ast.Name) else ""
            if not name or one.is_async:
                self.complain(one.target, "a loop has one variable: c in cells()")
            elif name in (*self.variables, *self.language.names, *self.language.words):
                self.complain(one.target, f"{name} means something already; take another letter")
            kind = things.kind.of or UNKNOWN
            if things.kind.name != "set" and things.kind is not UNKNOWN:
                self.complain(one.iter, f"a {things.kind} is no set of things")
            if name:
                self.variables[name] = kind
            stages.append((name, things, [self._single(condition) for condition in one.ifs]))
        element = self._single(node.elt)
        if kept is not None:
            kept.update((name, self.variables[name]) for name, _, _ in stages if name)
        self.variables = before
        self.loops -= len(node.generators)
        return looped(stages, element)

    def _both(self, node: ast.BoolOp) -> Value:
        values = [self._single(one) for one in node.values]
        works, weight = [value.work_out for value in values], 1 + sum(value.weight for value in values)
        decide = all if isinstance(node.op, ast.And) else any
        return Value(TRUTH, lambda run: decide(work(run) for work in works), weight)

    def _sign(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            value = self._single(node.operand)
            work = value.work_out
            return Value(TRUTH, lambda run: not work(run), value.weight + 1)
        if not isinstance(node.op, ast.USub):
            return self.complain(node, "this sign is not possible in a formula")
        value = self._number(node.operand)
        work = value.work_out
        return Value(value.kind, lambda run: -work(run), value.weight + 1)

    def _sum(self, node: ast.BinOp) -> Value:
        sign = CALCULATE.get(type(node.op))
        if sign is None:
            mend = "write // to divide" if isinstance(node.op, ast.Div) else "expected + - * // %"
            return self.complain(node, f"this sign is not possible in a formula; {mend}")
        left, right = self._number(node.left), self._number(node.right)
        return Value(NUMBER, calculated(sign, left, right), left.weight + right.weight + 1)

    def _comparison(self, node: ast.Compare) -> Value:
        values = [self._single(one) for one in (node.left, *node.comparators)]
        tests = [self._test(node, sign, *pair) for sign, pair in zip(node.ops, pairwise(values), strict=True)]
        works, weight = [value.work_out for value in values], len(tests) + sum(value.weight for value in values)
        if len(tests) == 1:
            (test,), (left, right) = tests, works
            return Value(TRUTH, lambda run: test(run, left(run), right(run)), weight)

        def holds(run: Run) -> bool:
            found = [work(run) for work in works]
            return all(test(run, *pair) for test, pair in zip(tests, pairwise(found), strict=True))

        return Value(TRUTH, holds, weight)

    def _test(self, node: ast.Compare, sign: ast.cmpop, left: Value, right: Value) -> Callable[[Run, Any, Any], bool]:
        """One comparison; what cannot be compared is complained about."""
        if isinstance(sign, ast.In | ast.NotIn):
            whole = left.kind.name == "set"
            held = left.kind.of or UNKNOWN if whole else left.kind
            if right.kind is not UNKNOWN and (right.kind.name != "set" or not agree(held, right.kind.of or UNKNOWN)):
                self.complain(node, f"a {left.kind} is never in a {right.kind}")
            return contains(whole=whole, wanted=isinstance(sign, ast.In))
        if type(sign) in ORDER:
            if left.kind not in ARITHMETIC or right.kind not in ARITHMETIC:
                self.complain(node, f"a {left.kind} is not larger or smaller than a {right.kind}")
            compare = ORDER[type(sign)]
        elif type(sign) in EQUAL:
            if not agree(left.kind, right.kind):
                self.complain(node, f"a {left.kind} is never the same as a {right.kind}")
            compare = EQUAL[type(sign)]
        else:
            self.complain(node, "write == or != to compare")
            compare = operator.eq
        if left.kind.name == "set":
            return of_sets(compare)
        return lambda run, one, other: compare(one, other)

    def _choice(self, node: ast.IfExp) -> Value:
        test, then, otherwise = self._single(node.test), self._single(node.body), self._single(node.orelse)
        if not agree(then.kind, otherwise.kind):
            return self.complain(node, f"both cases have one kind, and these are a {then.kind} and a {otherwise.kind}")
        ask, yes, no = test.work_out, then.work_out, otherwise.work_out
        weight = 1 + test.weight + then.weight + otherwise.weight
        return Value(then.kind, lambda run: yes(run) if ask(run) else no(run), weight)

    def _single(self, node: ast.expr) -> Value:
        """A value that is no loop."""
        value = self.read(node)
        return self.complain(node, "a loop stands inside a word: any(…), count(…)") if value.many else value

    def _number(self, node: ast.expr) -> Value:
        value = self._single(node)
        if value.kind not in ARITHMETIC:
            return self.complain(node, f"a {value.kind} is no number; is count(…) or sum(…) meant?")
        return value


def _unknown(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"{name} is not known; " + (f"is {near[0]} meant?" if near else f"expected {', '.join(sorted(known))}")


_CALLED: dict[type[ast.AST], str] = {
    ast.ListComp: "a loop in square brackets",
    ast.SetComp: "a loop in braces",
    ast.DictComp: "a loop in braces",
    ast.Lambda: "a function of one's own",
    ast.NamedExpr: "giving a value to a name",
    ast.Dict: "a table in braces",
    ast.Set: "a set in braces",
    ast.JoinedStr: "a text with gaps",
    ast.Slice: "a part of a list",
    ast.Starred: "a star",
}
