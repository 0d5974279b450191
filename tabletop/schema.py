"""The shape of a text as a value: which keys a table has, what each may hold, both ways, with exact complaints.

A `FieldKind` reads one value of a parsed TOML or JSON document and writes it back; a `Table` is a kind made of keys.
What does not fit raises `Mismatch` with the path to it, the value and what was expected; `tabletop.notation.text`
adds the line.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from types import NoneType
from typing import Any, get_args, get_type_hints

from tabletop.visible import one_line

Path = tuple[str | int, ...]
REQUIRED: Any = object()
"""The default of a key that must be there."""
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class Mismatch(ValueError):
    """A value that does not fit: where, what it is, what was expected."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


def mismatch(path: Path, value: Any, expected: str) -> Mismatch:
    """The usual complaint: `number: 9 is not possible; expected a whole number from 1 to 8`."""
    return Mismatch(path, f"{shown(value)} is not possible; expected {expected}")


def shown(value: Any) -> str:
    """A value as people wrote it, shortened."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = f'"{one_line(value)}"'
    elif isinstance(value, Mapping):
        text = "a table"
    elif value is None:
        text = "null"
    else:
        try:
            text = str(value)
        except ValueError:  # TOML may write numbers in hexadecimal that Python does not write out in decimals
            text = "a number of too many digits"
        except RecursionError:
            text = "lists within lists"
    return text if len(text) <= 60 else text[:57] + "..."


def brief(value: Any) -> str:
    """A value as Python writes it, on one line, shortened."""
    try:
        text = one_line(repr(value))
    except (ValueError, RecursionError):
        text = shown(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def unchanged(value: Any) -> Any:
    """Write a value as it is."""
    return value


@dataclass(frozen=True, slots=True, eq=False)
class FieldKind:
    """What one key may hold: how it is read from a document and written back."""

    expected: str
    read: Callable[[Any, Path], Any]
    write: Callable[[Any], Any] = unchanged
    shape: str = "text"
    """For forms: `text`, `choice`, `number`, `flag`, `any`, `pair`, `list`, `mapping` or `table`."""
    choices: tuple[str, ...] = ()
    """The words of a choice."""
    of: "FieldKind | None" = None
    """What a pair, a list or a mapping holds."""
    keys: "Mapping[str, Key] | None" = None
    """Of a table."""
    more: bool = False
    """Whether a table may have other keys beside these; they are left out of its value."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a table: its kind, what stands for it when it is absent, and whether it is written all the same."""

    kind: FieldKind
    default: Any = REQUIRED
    always: bool = False
    flat: bool = False
    """Its value is a table whose keys stand in this one, not below it; both tables allow more keys than theirs."""


def text() -> FieldKind:
    """A line of text that people can read: not blank, no control characters."""
    expected = "a text in quotes, not blank"

    def read(value: Any, path: Path) -> str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read)


def line(most: int) -> FieldKind:
    """A text of at most so many characters, which may be blank; no control characters and no halves of letters."""
    expected = f"a text of at most {most} characters"

    def read(value: Any, path: Path) -> str:
        if not isinstance(value, str) or len(value) > most or _UNREADABLE.search(value):
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read)


def one_of(choices: Iterable[str]) -> FieldKind:
    """One of some words."""
    words = tuple(choices)
    expected = "one of " + ", ".join(words)

    def read(value: Any, path: Path) -> str:
        if value not in words:
            raise mismatch(path, value, expected)
        return str(value)

    return FieldKind(expected, read, shape="choice", choices=words)


def whole(least: int, most: int) -> FieldKind:
    """A whole number within bounds."""
    expected = f"a whole number from {least} to {most}"

    def read(value: Any, path: Path) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read, shape="number")


def number(expected: str, *, least: float = -math.inf, above: float = -math.inf, most: float = math.inf) -> FieldKind:
    """A finite number within bounds, whole or not, read as a float."""

    def read(value: Any, path: Path) -> float:
        if (
            not isinstance(value, int | float)
            or isinstance(value, bool)
            or not (least <= value <= most and value > above)
        ):
            raise mismatch(path, value, expected)
        try:
            found = float(value)
        except OverflowError:
            raise mismatch(path, value, expected) from None
        if not math.isfinite(found):
            raise mismatch(path, value, expected)
        return found

    return FieldKind(expected, read, shape="number")


def flag() -> FieldKind:
    """True or false."""
    expected = "true or false"

    def read(value: Any, path: Path) -> bool:
        if not isinstance(value, bool):
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read, shape="flag")


def anything(expected: str, fits: Callable[[Any], bool]) -> FieldKind:
    """Whatever a predicate accepts, kept as it is."""

    def read(value: Any, path: Path) -> Any:
        if not fits(value):
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read, shape="any")


def nothing_or(kind: FieldKind) -> FieldKind:
    """A kind, or null; only JSON can say null."""

    def read(value: Any, path: Path) -> Any:
        return None if value is None else kind.read(value, path)

    def write(value: Any) -> Any:
        return None if value is None else kind.write(value)

    return replace(kind, expected=f"{kind.expected}, or null", read=read, write=write)


def made(kind: FieldKind, make: Callable[[Any], Any], back: Callable[[Any], Any] = unchanged) -> FieldKind:
    """A kind whose value is made into another one; `back` makes it what the kind writes."""
    return replace(
        kind, read=lambda value, path: make(kind.read(value, path)), write=lambda value: kind.write(back(value))
    )


def secret(kind: FieldKind, reason: str) -> FieldKind:
    """A kind whose wrong values are told without being shown."""

    def read(value: Any, path: Path) -> Any:
        try:
            return kind.read(value, path)
        except Mismatch:
            raise Mismatch(path, reason) from None

    return replace(kind, read=read)


def several(kind: FieldKind, count: int, expected: str, shape: str = "list") -> FieldKind:
    """So many values in brackets, read as a tuple."""

    def read(value: Any, path: Path) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise mismatch(path, value, expected)
        return tuple(kind.read(item, path) for item in value)

    return FieldKind(expected, read, lambda values: [kind.write(value) for value in values], shape=shape, of=kind)


def pair(kind: FieldKind, meaning: str) -> FieldKind:
    """Two values in brackets, for example `[row, column]`."""
    return several(kind, 2, f"two values {meaning}, each {kind.expected}", shape="pair")


def list_of(
    kind: FieldKind, *, least: int = 0, most: int | None = None, ascending: bool = False, unique: bool = False
) -> FieldKind:
    """A list, read as a tuple; `ascending` sorts nothing but insists on rising values, `unique` on different ones."""
    expected = f"a list, each {kind.expected}"
    if ascending:
        expected += ", ascending"
    if least:
        expected += f", at least {least}"
    if most is not None:
        expected += f", at most {most}"

    def read(value: Any, path: Path) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) < least or (most is not None and len(value) > most):
            raise mismatch(path, value, expected)
        items = tuple(kind.read(item, (*path, index)) for index, item in enumerate(value))
        if ascending and any(not first < second for first, second in itertools.pairwise(items)):
            raise mismatch(path, value, expected)
        if unique and len(set(items)) < len(items):
            raise mismatch(path, value, f"{expected}, each only once")
        return items

    def write(values: Iterable[Any]) -> list[Any]:
        return [kind.write(value) for value in values]

    return FieldKind(expected, read, write, shape="list", of=kind)


def mapping_of(kind: FieldKind, *, names: FieldKind | None = None, most: int | None = None) -> FieldKind:
    """A table whose keys are free (players' names, say), read as a tuple of pairs in the text's order."""
    expected = f"a table, each value {kind.expected}"
    if most is not None:
        expected += f", at most {most}"

    def read(value: Any, path: Path) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, dict) or (most is not None and len(value) > most):
            raise mismatch(path, value, expected)
        if names is not None:
            for key in value:
                names.read(key, path)
        return tuple((key, kind.read(item, (*path, key))) for key, item in value.items())

    def write(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        return {key: kind.write(item) for key, item in pairs}

    return FieldKind(expected, read, write, shape="mapping", of=kind)


def table(
    build: Callable[..., Any],
    keys: Mapping[str, Key],
    *,
    take: Callable[[Any], Mapping[str, Any]] | None = None,
    name: str = "a table",
    more: bool = False,
) -> FieldKind:
    """A table of known keys, made into a value by `build(**keys)`.

    `take` gives the keys' values back from the value; by default they are attributes of the same names. Keys that
    hold their default are not written unless they are `always`.
    """
    expected = f"{name} with {', '.join(keys)}" if keys else name
    known = keys.keys()
    required = {key: entry for key, entry in keys.items() if entry.default is REQUIRED and not entry.flat}
    flat = [key for key, entry in keys.items() if entry.flat]
    readers = [(key, entry.kind.read, entry.default) for key, entry in keys.items() if not entry.flat]
    writers = [(key, entry.kind.write, entry.always or entry.default is REQUIRED, entry) for key, entry in keys.items()]

    def read(value: Any, path: Path) -> Any:
        if not isinstance(value, dict):
            raise mismatch(path, value, expected)
        if not more and not value.keys() <= known:
            key = next(key for key in value if key not in known)
            raise Mismatch((*path, key), f"'{one_line(key)}' is not known here; expected {expected}")
        if not required.keys() <= value.keys():
            key = next(key for key in required if key not in value)
            raise Mismatch(path, f"'{key}' is missing; expected {keys[key].kind.expected}")
        values = {
            key: read_one(value[key], (*path, key)) if key in value else default for key, read_one, default in readers
        }
        for key in flat:
            values[key] = keys[key].kind.read(value, path)
        try:
            return build(**values)
        except Mismatch as error:
            raise Mismatch((*path, *error.path), error.reason) from None

    def write(value: Any) -> dict[str, Any]:
        values = take(value) if take else {key: getattr(value, key) for key in keys}
        written: dict[str, Any] = {}
        for key, write_one, always, entry in writers:
            if entry.flat:
                written |= write_one(values[key])
            elif always or values[key] != entry.default:
                written[key] = write_one(values[key])
        return written

    return FieldKind(expected, read, write, shape="table", keys=keys, more=more)


def record(
    build: type,
    kinds: Mapping[Any, FieldKind],
    special: Mapping[str, FieldKind | Key] | None = None,
    *,
    name: str = "a table",
    more: bool = False,
    whole: bool = True,
) -> FieldKind:
    """A table whose keys are a dataclass's fields, in `whole` with all of them written, null for None.

    A field's kind is what its type is annotated with, that of its type in `kinds`, or what `special` says by the
    field's name. What may be None may be absent; defaults are the dataclass's own.
    """
    hints = get_type_hints(build, include_extras=True)
    keys = {}
    for field in fields(build):
        hint = hints[field.name]
        types = [one for one in get_args(hint) if one is not NoneType]
        nullable = len(types) < len(get_args(hint))
        hint = types[0] if nullable else hint
        (kind,) = getattr(hint, "__metadata__", ()) or ((special or {}).get(field.name) or kinds[hint],)
        if isinstance(kind, Key):
            keys[field.name] = kind
            continue
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if default is MISSING:
            default = None if nullable else REQUIRED
        keys[field.name] = Key(nothing_or(kind) if nullable and whole else kind, default, always=whole)
    return table(build, keys, name=name, more=more)
