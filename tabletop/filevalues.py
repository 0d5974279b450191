"""What single keys of people's TOML files hold, how much of it there may be, and how a section is made of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from tabletop.dictionaries import MODULES_OF
from tabletop.schema import (
    REQUIRED,
    FieldKind,
    Key,
    Mismatch,
    Path,
    anything,
    brief,
    flag,
    made,
    mapping_of,
    record,
    whole,
)

Rgb = tuple[int, int, int]

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


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: the path of sections, places and keys to it, and a sentence with the mend."""

    path: Path
    sentence: str
    at: int | None = None
    """At which letter of the text there, from 0, where it is known."""
    harmless: bool = False
    """Whether the file can be used all the same: nobody reads that key."""
    needs: tuple[Path, ...] = field(default=(), compare=False)
    """What must be well for it to be worth telling: keys of which it is a mere consequence where they are wrong."""


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


def _are_players(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(one) is int for one in value)
        and 1 <= value[0] <= value[1] <= 99
    )


def _are_properties(value: Any) -> bool:
    rows = isinstance(value, list) and 1 <= len(value) <= 20 and all(isinstance(row, list) and row for row in value)
    return rows and all(type(one) is int and len(row) == len(value[0]) <= 20 for row in value for one in row)


def _are_patches(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 99
        and all(isinstance(one, list) and len(one) == 3 and is_line(one[0]) and is_pair(one[1:]) for one in value)
    )


def _is_file_name(value: Any) -> bool:
    return is_name(value) and not any(sign in value for sign in "/\\:")


def _are_values(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 99 and all(isinstance(one, str | int | bool) for one in value)


def rgb(value: str) -> Rgb:
    """`#rrggbb` as three numbers from 0 to 255."""
    if len(value) != 7 or value[0] != "#":
        raise ValueError(f"'{value}' is not a colour; expected #rrggbb")
    red, green, blue = bytes.fromhex(value[1:])
    return (red, green, blue)


def hex_colour(colour: Rgb) -> str:
    """Three numbers from 0 to 255 as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _tuples(value: Any) -> Any:
    """Lists within lists as tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _lists(value: Any) -> Any:
    return [_lists(one) for one in value] if isinstance(value, tuple) else value


def lists(expected: str, fits: Callable[[Any], bool]) -> FieldKind:
    """Whatever a predicate accepts, its lists read as tuples."""
    return made(anything(expected, fits), _tuples, _lists)


LENGTH = anything(f"a length in mm, above 0 and up to {LARGEST_MM:g}", is_length)
LENGTH_OR_NONE = anything("a length in mm, or 0", lambda value: is_number(value) and value >= 0)
THICKNESS = anything("a thickness in mm", lambda value: is_number(value) and value >= 0)
PITCH = lists(
    f"a length in mm, above 0 and up to {LARGEST_MM:g}, or on squares two of them, to the right and down: [22.0, 23.7]",
    lambda value: is_length(value) or is_pair(value, is_length),
)
POINT = lists("two numbers in mm: [30.0, 40.0]", is_pair)
SIZE = lists(
    f"width and height in mm, above 0 and up to {LARGEST_MM:g}: [30.0, 40.0]", lambda value: is_pair(value, is_length)
)
OUTLINE = lists(
    "three or more corners in mm: [[0, 0], [30, 0], [0, 30]]",
    lambda value: are_pairs(value, least=3, most=MOST_CORNERS),
)
CELLS = lists(
    "(row, column) of each square: [[0, 0], [0, 1]]",
    lambda value: are_pairs(value, least=1, most=MOST_CELLS, fits=is_square),
)
TWO_CELLS = lists("two squares: [[0, 0], [0, 1]]", lambda value: are_pairs(value, least=2, most=2, fits=is_square))
PROPERTIES = lists("rows of numbers of one length: [[11, 12], [13, 14]]", _are_properties)
PATCHES = lists('colour and place of each: [["white", -60.0, 50.0]]', _are_patches)
LINE = anything("a text in quotes", is_line)
NAME = anything("a text in quotes, not blank", is_name)
FILE_NAME = anything("a text without / \\ and :, since it becomes part of files' names", _is_file_name)
PARAGRAPH = anything("a text in quotes", _is_paragraph)
WORDS = lists("a list of words in quotes", _are_words)
WORD_OR_WORDS = anything("a word or a list of words", lambda value: is_line(value) or _are_words(value))
COLOUR = made(anything("a colour such as #d62728", _is_colour), rgb, hex_colour)
ID = whole(0, LARGEST_ID)
DICTIONARY = anything("a name such as DICT_4X4_50", lambda value: isinstance(value, str) and value in MODULES_OF)
AREA = lists(
    "left, top, width and height in mm",
    lambda value: isinstance(value, list) and len(value) == 4 and is_pair(value[:2]) and is_pair(value[2:], is_length),
)
PLAYERS = lists("the fewest and the most: [2, 4]", _are_players)
OPTION = lists("a list of values, the default first", _are_values)
CHOICES = anything("a list of words or numbers", lambda value: isinstance(value, list))


def in_quotes(words: Iterable[str]) -> str:
    """What may stand in a file, as it is written there: `'square' or 'hex'`."""
    return " or ".join(f"'{word}'" for word in words)


def choice(*words: str) -> FieldKind:
    """One of some words."""
    return anything(in_quotes(words), lambda value: isinstance(value, str) and value in words)


def mapping(kind: FieldKind) -> FieldKind:
    """A table whose keys are free."""
    return made(mapping_of(kind), dict, lambda value: value.items())


def section(build: type, name: str, *, more: bool = True) -> FieldKind:
    """A table of a file whose keys are a dataclass's fields, annotated with what each holds.

    A file with `more` keys can be used, though nobody reads them. What has a default, or is None, may be left out.
    """
    return record(build, {bool: flag()}, name=name, more=more, whole=False)


def open_table(name: str) -> FieldKind:
    """A table with any keys, as it is."""
    return replace(anything(name, lambda value: isinstance(value, dict)), keys={}, more=True)


def needing(kind: FieldKind, *names: str) -> FieldKind:
    """A table in which these keys must be there, too."""
    keys = (kind.keys or {}).items()
    return replace(kind, keys={key: Key(entry.kind) if key in names else entry for key, entry in keys})


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
    elif kind.of is not None and kind.of.keys is not None and isinstance(value, list):
        entries = [(index, (*path, index)) for index in range(len(value))]
        inner = [
            one for index, at in entries for one in complaints(kind.of, value[index], at, named_inside(within, at))
        ]
        whole = list(_read(kind, value, path, within))
        wrong = [] if kind.shape == "any" and whole else inner
        yield from wrong if any(not one.harmless for one in wrong) else [*wrong, *whole]
    else:
        yield from _read(kind, value, path, within)


def checked(kind: FieldKind, raw: Any) -> Any:
    """A file's sections as values. Raises ValueError with the first fault."""
    for one in complaints(kind, raw):
        if not one.harmless:
            raise ValueError(one.sentence)
    return kind.read(raw, ())


def _about_table(kind: FieldKind, keys: Mapping[str, Key], value: Any, path: Path, within: str) -> Iterator[Complaint]:
    if not isinstance(value, dict):
        yield Complaint(path, f"{within or brief(value)} is not a table; expected {kind.expected}")
        return
    meant = misspelt(value, keys)
    for key in [key for key in value if key not in keys] if keys or not kind.more else ():
        near = [meant[key]] if key in meant else get_close_matches(str(key).lower(), keys, n=1, cutoff=NEARLY)
        expected = f"is '{near[0]}' meant?" if near else f"expected {', '.join(keys)}"
        harmless = kind.more and is_line(key) and key not in meant
        yield Complaint((*path, key), f"{unknown_words(key, path, within)}; {expected}", harmless=harmless)
    for key, entry in keys.items():
        if key in meant.values():
            continue
        if key in value:
            yield from complaints(entry.kind, value[key], (*path, key), named_inside(within, (*path, key)))
        elif entry.default is REQUIRED:
            named = f"{within} {key}" if path else f"[{key}]"
            yield Complaint(path or (key,), f"{named} is missing; expected {entry.kind.expected}")


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
