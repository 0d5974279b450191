"""What single keys of people's TOML files hold, how much of it there may be, and how a section is made of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from tabletop.complaints import Complaint
from tabletop.dictionaries import MODULES_OF
from tabletop.schema import REQUIRED, FieldKind, Key, Mismatch, Path, anything, brief, table, whole

LARGEST_MM = 5000.0
"""Longer than any table: a slip of the decimal point."""
MOST_COPIES = 999
"""Of one part: more are a slip of the keyboard, and would be printed."""
MOST_CORNERS = 400
MOST_CELLS = 100
LONGEST_TEXT, LONGEST_LINE = 4000, 300
"""Letters of a paragraph and of a name; more than any sheet has room for."""
LARGEST_ID = 2**31
NEARLY = 0.75
"""So much alike are a key and what it was meant to be, as `difflib` counts: of four letters one may be another."""


def is_number(value: Any) -> bool:
    """Whether a value is a number that can be a length on a table; NaN and infinities are not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST_MM


def is_length(value: Any) -> bool:
    """Whether a value is a number above 0."""
    return is_number(value) and value > 0


def is_pair(value: Any, fits: Callable[[Any], bool] = is_number) -> bool:
    """Whether a value is a list of two numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(fits, value))


def are_pairs(value: Any, *, least: int, most: int, fits: Callable[[Any], bool] = is_number) -> bool:
    """Whether a value is a list of pairs."""
    return isinstance(value, list) and least <= len(value) <= most and all(is_pair(pair, fits) for pair in value)


def is_line(value: Any) -> bool:
    """Whether a value is a text on one line, which may be blank."""
    return isinstance(value, str) and len(value) <= LONGEST_LINE and value.isprintable()


def is_name(value: Any) -> bool:
    """Whether a value is a line that is not blank."""
    return is_line(value) and bool(value.strip())


def _is_paragraph(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.replace("\n", "").isprintable()


def is_square(value: Any) -> bool:
    """Whether a value is a row or column of a part's cells."""
    return type(value) is int and -99 <= value <= 99


def _is_colour(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) == 7
        and value[0] == "#"
        and set(value[1:]) <= set("0123456789abcdefABCDEF")
    )


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_line, value))


LENGTH = anything(f"a length in mm, above 0 and up to {LARGEST_MM:g}", is_length)
PITCH = anything(
    f"a length in mm, above 0 and up to {LARGEST_MM:g}, or on squares two of them, to the right and down: [22.0, 23.7]",
    lambda value: is_length(value) or is_pair(value, is_length),
)
POINT = anything("two numbers in mm: [30.0, 40.0]", is_pair)
SIZE = anything(
    f"width and height in mm, above 0 and up to {LARGEST_MM:g}: [30.0, 40.0]", lambda value: is_pair(value, is_length)
)
LINE = anything("a text in quotes", is_line)
NAME = anything("a text in quotes, not blank", is_name)
PARAGRAPH = anything("a text in quotes", _is_paragraph)
WORDS = anything("a list of words in quotes", _are_words)
WORD_OR_WORDS = anything("a word or a list of words", lambda value: is_line(value) or _are_words(value))
COLOUR = anything("a colour such as #d62728", _is_colour)
ID = whole(0, LARGEST_ID)
DICTIONARY = anything("a name such as DICT_4X4_50", lambda value: isinstance(value, str) and value in MODULES_OF)
WORKED_OUT = anything("nothing here: it is worked out", lambda value: False)
AREA = anything(
    "left, top, width and height in mm",
    lambda value: isinstance(value, list) and len(value) == 4 and is_pair(value[:2]) and is_pair(value[2:], is_length),
)


def in_quotes(words: Iterable[str]) -> str:
    """What may stand in a file, as it is written there: `'square' or 'hex'`."""
    return " or ".join(f"'{word}'" for word in words)


def choice(*words: str) -> FieldKind:
    """One of some words."""
    return anything(in_quotes(words), lambda value: isinstance(value, str) and value in words)


def optional(kinds: Mapping[str, FieldKind]) -> dict[str, Key]:
    """Keys that may be left out."""
    return {name: Key(kind, None) for name, kind in kinds.items()}


def section(name: str, keys: Mapping[str, Key], *, more: bool = True, also: Iterable[str] = ()) -> FieldKind:
    """A table of a file; a file with `more` keys can be used, though nobody reads any but `also`."""
    return replace(table(dict, keys, name=name, more=more), also=frozenset(also))


def required(kinds: Mapping[str, FieldKind], *names: str) -> dict[str, Key]:
    """Keys of which some must be there."""
    return {name: Key(kind) if name in names else Key(kind, None) for name, kind in kinds.items()}


def complaints(kind: FieldKind, value: Any, path: Path = (), within: str = "") -> Iterator[Complaint]:
    """Everything that is wrong with a value, each with its path and one sentence, which begins with `within`."""
    if kind.keys is not None:
        yield from _about_table(kind, kind.keys, value, path, within)
    elif kind.shape == "mapping" and kind.of is not None and isinstance(value, dict):
        for key, item in value.items():
            if is_line(key):
                yield from complaints(kind.of, item, (*path, key), named_inside(within, (*path, key)))
            else:
                yield Complaint(path, f"{within} {brief(key)} is no name; expected a text on one line")
    elif kind.shape == "list" and kind.of is not None and kind.of.keys is not None and isinstance(value, list):
        entries = [(index, (*path, index)) for index in range(len(value))]
        inner = [
            one for index, at in entries for one in complaints(kind.of, value[index], at, named_inside(within, at))
        ]
        yield from inner or _read(kind, value, path, within)
    else:
        yield from _read(kind, value, path, within)


def _about_table(kind: FieldKind, keys: Mapping[str, Key], value: Any, path: Path, within: str) -> Iterator[Complaint]:
    if not isinstance(value, dict):
        yield Complaint(path, f"{within or brief(value)} is not a table; expected {kind.expected}")
        return
    meant = misspelt(value, keys)
    for key in value:
        expected = f"is '{meant[key]}' meant?" if key in meant else f"expected {', '.join(keys)}"
        if not is_line(key) or key in meant or (key not in keys and not kind.more):
            yield Complaint((*path, key), f"{unknown_words(key, path, within)}; {expected}")
    for key, entry in keys.items():
        if key in meant.values():
            continue
        if key in value:
            yield from complaints(entry.kind, value[key], (*path, key), named_inside(within, (*path, key)))
        elif entry.default is REQUIRED:
            named = f"{within} {key}" if path else f"[{key}]"
            yield Complaint(path, f"{named} is missing; expected {entry.kind.expected}")


def unknown_words(key: Any, path: Path, within: str) -> str:
    """The first half of the sentence about a key that is not known."""
    if not path:
        return f"the section {brief(key)} is not known"
    return f"{within} {brief(key)} is not known" if within.endswith(":") else f"{brief(key)} is not known in {within}"


def misspelt(given: Iterable[Any], known: Collection[str]) -> Mapping[str, str]:
    """Keys that are not known and look like one that is and is not given: `pich_mm` -> `pitch_mm`."""
    unknown = [key for key in given if is_line(key) and key not in known]
    if not unknown:
        return {}

    free = [key for key in known if key not in set(given)]
    found = {}
    for key in unknown:
        near = [f"{key}_mm"] if f"{key}_mm" in free else get_close_matches(key.lower(), free, n=1, cutoff=NEARLY)
        if near:
            found[key] = near[0]
    return found


def _read(kind: FieldKind, value: Any, path: Path, within: str) -> Iterator[Complaint]:
    try:
        kind.read(value, path)
    except Mismatch as error:
        yield Complaint(error.path, f"{within} = {brief(value)}; expected {kind.expected}")


def named_inside(within: str, path: Path) -> str:
    """How a sentence names what stands at the path: `[grid]`, `[grid] rows`, `[[parts]] 2 size_mm`."""
    step = path[-1]
    if len(path) == 1:
        return f"[{step}]"
    return f"{within} {step + 1 if isinstance(step, int) else step}"
