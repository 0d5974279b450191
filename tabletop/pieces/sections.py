"""The sections of a game file that say with formulas how it is played; the texts are for the rules to understand."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tabletop.filevalues import LONGEST_TEXT, NAME, WORD_OR_WORDS, choice, is_line, is_name, mapping
from tabletop.schema import FieldKind, Key, anything, flag, list_of, table, whole

SECTIONS = ("words", "moves", "score", "ends", "counters", "lists")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
HEX_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""On hexes, clockwise as on squares."""
_ATTRIBUTE = re.compile(r"\.\s*([A-Za-z_]\w*)|'([A-Za-z_]\w*)'")


def _is_formula(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_TEXT


def _is_need(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_formula(value[0]) and is_name(value[1])


def _is_word(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and str(value[0]).isidentifier() and _is_formula(value[1])


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return is_line(value) or isinstance(value, bool) or (type(value) is int and abs(value) <= 10**6)


def _are_bounds(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(one) is int and abs(one) <= 999 for one in value)


def _section(name: str, keys: Mapping[str, Key]) -> FieldKind:
    return table(dict, keys, name=name)


_FORMULA = Key(anything("a formula in quotes", _is_formula), None)
_NUMBER = whole(-999, 999)
WORDS = mapping(anything('a name and a formula: ["l", "size(l) > 3"]', _is_word))
MOVES = mapping(
    _section(
        "a move",
        {
            "do": Key(choice("place", "move", "take", "enter", "pass")),
            "parts": Key(WORD_OR_WORDS, ()),
            "needs": Key(list_of(anything('a formula and a sentence: ["…", "…"]', _is_need), most=20), ()),
            "pays": Key(mapping(_FORMULA.kind), {}),
            "along": Key(list_of(choice(*DIRECTIONS), least=1, unique=True), ()),
            "far": Key(whole(1, 99), 1),
            "over": Key(choice("own", "others", "any"), ""),
            "onto": Key(choice("own", "others", "any"), ""),
            "takes": Key(flag(), False),
            "again": Key(flag(), False),
            "first": Key(flag(), False),
            "becomes": Key(anything('a word and a formula: ["king", "to.last"]', _is_need), None),
            "another": _FORMULA,
            "counter": Key(NAME, ""),
            "list": Key(NAME, ""),
            "between": Key(anything("the least and the most: [1, 6]", _are_bounds), (-999, 999)),
            "late": Key(flag(), False),
            "uses_turn": Key(flag(), True),
        },
    )
)
SCORE = mapping(
    _section(
        "a score",
        {
            "points": Key(_FORMULA.kind),
            "at": Key(choice("always", "turn", "round", "end"), "always"),
            "for": _FORMULA,
            "if": _FORMULA,
            "to": _FORMULA,
            "label": Key(anything("a text in quotes", _is_formula), None),
        },
    )
)
ENDS = list_of(
    _section(
        "an end",
        {
            "if": Key(_FORMULA.kind),
            "then": Key(choice("at once", "round", "one more each"), "at once"),
            "winners": _FORMULA,
        },
    ),
    most=20,
)
COUNTERS = mapping(_section("a counter", {"start": Key(_NUMBER, 0), "least": Key(_NUMBER, None)}))
LISTS = mapping(mapping(mapping(anything("a number, a text or a list of them", _is_plain))))


def named_in_formulas(raw: Mapping[str, Any]) -> set[str]:
    """Whatever the formulas of a file may ask of its parts: words behind a dot or in quotes."""
    texts = (text for section in SECTIONS for text in _texts(raw.get(section)))
    return {word for text in texts for words in _ATTRIBUTE.findall(text) for word in words if word}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
