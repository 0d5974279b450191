"""The shapes of people's TOML files: which keys a game, board, pieces or counter file has, and what each holds.

Everything that is wrong is found, not only the first thing. Whoever loads such a file checks it here first and then
trusts its types; `boardsight check` tells all complaints with their lines.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tabletop.complaints import Complaint, Path
from tabletop.dictionaries import MODULES_OF
from tabletop.schema import REQUIRED, FieldKind, Key, Mismatch, anything, brief, flag, list_of, mapping_of, table, whole

LARGEST_MM = 5000.0
"""Longer than any table: a slip of the decimal point."""
MOST_COPIES = 999
"""Of one part: more are a slip of the keyboard, and would be printed."""
MOST_CORNERS = 400
MOST_CELLS = 100
LONGEST_TEXT, LONGEST_LINE = 4000, 300
"""Letters of a paragraph and of a name; more than any sheet has room for."""
LARGEST_ID = 2**31


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


def _is_name(value: Any) -> bool:
    return is_line(value) and bool(value.strip())


def _is_paragraph(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.replace("\n", "").isprintable()


def _is_square(value: Any) -> bool:
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


def _are_outline(value: Any) -> bool:
    return are_pairs(value, least=3, most=MOST_CORNERS)


def _are_cells(value: Any) -> bool:
    return are_pairs(value, least=1, most=MOST_CELLS, fits=_is_square)


def _are_properties(value: Any) -> bool:
    rows = isinstance(value, list) and 1 <= len(value) <= 20 and all(isinstance(row, list) and row for row in value)
    return rows and all(type(one) is int and len(row) == len(value[0]) <= 20 for row in value for one in row)


def _are_patches(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 99
        and all(isinstance(one, list) and len(one) == 3 and is_line(one[0]) and is_pair(one[1:]) for one in value)
    )


NUMBER = anything("a number in mm", is_number)
LENGTH = anything("a length in mm", is_length)
POINT = anything("two numbers in mm: [30.0, 40.0]", is_pair)
SIZE = anything("width and height in mm: [30.0, 40.0]", lambda value: is_pair(value, is_length))
LINE = anything("a text in quotes", is_line)
NAME = anything("a text in quotes, not blank", _is_name)
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


def choice(*words: str) -> FieldKind:
    """One of some words."""
    return anything(" or ".join(words), lambda value: isinstance(value, str) and value in words)


def optional(kinds: Mapping[str, FieldKind]) -> dict[str, Key]:
    """Keys that may be left out."""
    return {name: Key(kind, None) for name, kind in kinds.items()}


def section(name: str, keys: Mapping[str, Key], *, more: bool = True) -> FieldKind:
    """A table of a file; `more` keys than these may stand in it."""
    return table(dict, keys, name=name, more=more)


GRID = {
    "shape": choice("square", "hex"),
    "names": choice("rows-from-top", "ranks-from-bottom"),
    "rows": whole(1, 99),
    "columns": whole(1, 26),
    "pitch_mm": LENGTH,
    "first_cell_mm": POINT,
    "place": choice("cell", "square"),
    "street_mm": anything("a length in mm, or 0", lambda value: is_number(value) and value >= 0),
    "lot_mm": LENGTH,
}
TERRAIN = section(
    "[terrain]",
    optional(
        {
            "key": mapping_of(NAME),
            "rows": WORDS,
            "river": WORDS,
            "sticker_cells": WORDS,
            "icons": mapping_of(NAME),
        }
    ),
)
CODE = section(
    "a code",
    {"centre_mm": Key(POINT), **optional({"id": ID, "side_mm": LENGTH, "module_mm": LENGTH})},
)
CODES = {
    "dictionary": DICTIONARY,
    "first": ID,
    "last": ID,
    "module_mm": LENGTH,
    "quiet_zone_mm": anything("a length in mm, or 0", lambda value: is_number(value) and value >= 0),
    "side_mm": LENGTH,
    "at": list_of(CODE, most=99),
}
ABOUT_BOARD = {
    "name": NAME,
    "title": NAME,
    "game": NAME,
    "side": NAME,
    "seat": whole(1, MOST_COPIES),
    "size_mm": SIZE,
    "track_mm": AREA,
    "demo": flag(),
}
PALETTE = mapping_of(COLOUR)


def required(kinds: Mapping[str, FieldKind], *names: str) -> dict[str, Key]:
    """Keys of which some must be there."""
    return {name: Key(kind) if name in names else Key(kind, None) for name, kind in kinds.items()}


_BOARD_SECTIONS = {
    "grid": Key(section("[grid]", required(GRID, "rows", "columns", "pitch_mm"))),
    "terrain": Key(TERRAIN, None),
    "codes": Key(section("[codes]", optional(CODES)), None),
    "palette": Key(PALETTE, None),
}
BOARD_FILE = section(
    "a board file",
    {"board": Key(section("[board]", required(ABOUT_BOARD, "name"))), **_BOARD_SECTIONS},
)


AID_ROW = section(
    "a row",
    {
        "needs": Key(PARAGRAPH),
        **optional({"title": LINE, "worth": LINE, "icon": NAME, "piece": NAME, "colour": NAME}),
    },
)


def _are_codes(value: Any) -> bool:
    return isinstance(value, list) and not any(complaints(list_of(CODE, most=99), value, ("codes",)))


WHEN = mapping_of(list_of(anything("a value of that option", lambda value: is_line(value) or type(value) is bool)))
"""Of a part, card, sticker or aid: with which values of which options it is needed."""
PART = section(
    "a part",
    optional(
        {
            "when": WHEN,
            "kind": NAME,
            "title": LINE,
            "colour": NAME,
            "icon": NAME,
            "count": whole(1, MOST_COPIES),
            "number": whole(0, 999),
            "piece": NAME,
            "properties": anything("rows of numbers of one length: [[11, 12], [13, 14]]", _are_properties),
            "crossing_codes": list_of(ID, most=MOST_CELLS),
            "cells": anything("(row, column) of each square: [[0, 0], [0, 1]]", _are_cells),
            "cell_codes": list_of(whole(-1, LARGEST_ID), most=MOST_CELLS),
            "first_code": ID,
            "open_between": anything(
                "two squares: [[0, 0], [0, 1]]", lambda value: are_pairs(value, least=2, most=2, fits=_is_square)
            ),
            "height_mm": anything("a thickness in mm", lambda value: is_number(value) and value >= 0),
            "width_mm": LENGTH,
            "size_mm": SIZE,
            "outline_mm": anything("three or more corners in mm: [[0, 0], [30, 0], [0, 30]]", _are_outline),
            "codes": anything("[{ centre_mm = [0.0, 0.0] }], counted from the part's middle", _are_codes),
            "spot_mm": POINT,
            "patches": anything('colour and place of each: [["white", -60.0, 50.0]]', _are_patches),
            "patch_mm": LENGTH,
            "anchor_mm": POINT,
            "board": NAME,
            "dictionary": DICTIONARY,
            "corner": NAME,
            "tags": WORDS,
            "player": NAME,
            "module": NAME,
            "type": NAME,
            "level": whole(0, 99),
            "value": whole(-999, 999),
            "per_player": whole(1, MOST_COPIES),
            "terrain": NAME,
            "notes": PARAGRAPH,
            "rows": list_of(AID_ROW, most=99),
            **dict.fromkeys(("net", "roof_mm", "wall_mm", "tabs_mm", "folds_mm", "back"), WORKED_OUT),
            "spaces": section(
                "spaces",
                {
                    "columns": Key(whole(1, 99)),
                    "rows": Key(whole(1, 99)),
                    "first_mm": Key(POINT),
                    "step_mm": Key(POINT),
                },
            ),
        }
    ),
)
CARD = section(
    "a card",
    optional(
        {
            "when": WHEN,
            "set": choice("properties", "pieces"),
            "stacks": mapping_of(ID),
            "id": NAME,
            "title": LINE,
            "colour": NAME,
            "size_mm": SIZE,
            "count": whole(1, MOST_COPIES),
            "difficulty": LINE,
            "module": LINE,
            "building": NAME,
            "icon": NAME,
        }
    ),
)
AID = section(
    "an aid",
    {
        "title": Key(LINE),
        "size_mm": Key(SIZE),
        "notes": Key(PARAGRAPH, None),
        "when": Key(WHEN, None),
        "rows": Key(
            list_of(
                AID_ROW,
                most=99,
            )
        ),
    },
)
STICKER = section(
    "a sticker",
    {
        "terrain": Key(NAME),
        "colour": Key(NAME),
        **optional(
            {
                "when": WHEN,
                "title": LINE,
                "count": whole(1, MOST_COPIES),
                "per_player": whole(1, MOST_COPIES),
                "icon": NAME,
            }
        ),
    },
)
ART = {
    **dict.fromkeys(
        (
            "disc_radius_mm", "number_radius_mm", "ring_outer_radius_mm", "rail_offset_mm", "rail_width_mm",
            "rail_length_mm", "patch_mm", "patch_depth_mm", "patch_step_mm",
        ),
        LENGTH,
    ),
    "patches": list_of(WORDS, least=1, most=99),
}  # fmt: skip
"""What neighbourhoods are drawn with."""


ABOUT_PRINT = {"titles": mapping_of(LINE), "houses": mapping_of(LENGTH), "one_sheet": flag()}


def game_file(raw: Mapping[str, Any]) -> FieldKind:
    """The shape of a game file, which depends on its rules and on what it has: tiles, a board in another file."""
    about = raw.get("game")
    about = about if isinstance(about, dict) else {}
    custom = about.get("rules") == "custom"
    parts = raw.get("parts")
    tiles = isinstance(parts, list) and any(isinstance(part, dict) and "properties" in part for part in parts)
    needs_grid = ("pitch_mm", "rows", "columns") if custom else ("pitch_mm", "shape")
    needs_codes = () if custom else ("dictionary", "first", "last", "module_mm")
    sections: dict[str, Key] = {
        "game": Key(_about_game(custom=custom)),
        "codes": Key(section("[codes]", required(CODES, *needs_codes)), None if custom else REQUIRED),
        "grid": Key(section("[grid]", required(GRID, *needs_grid)), None if custom and "board" in about else REQUIRED),
        "terrain": Key(TERRAIN, None),
        "palette": Key(PALETTE, None),
        "parts": Key(list_of(section("a part", {}), least=1, most=MOST_COPIES)),
        "boards": Key(list_of(BOARD_FILE, most=99), None),
        "board": Key(section("[board]", optional(ABOUT_BOARD)), None),
        "cards": Key(list_of(CARD, most=MOST_COPIES), None),
        "option_words": Key(mapping_of(LINE), None),
        "terms": Key(list_of(section("a term", {}), most=MOST_COPIES), None),
        "conditions": Key(list_of(section("a condition", {}), most=MOST_COPIES), None),
        "art": Key(section("[art]", required(ART, *(ART if tiles else ()))), REQUIRED if tiles else None),
        "print": Key(
            section(
                "[print]", optional({"titles": mapping_of(LINE), "houses": mapping_of(LENGTH), "one_sheet": flag()})
            ),
            None,
        ),
        "aids": Key(list_of(AID, most=99), None),
        "stickers": Key(list_of(STICKER, most=MOST_COPIES), None),
    }
    return section("a game file", sections, more=False)


def _about_game(*, custom: bool) -> FieldKind:
    keys = {
        "name": Key(anything("a text without / \\ and :, since it becomes part of files' names", _is_file_name)),
        "title": Key(NAME),
        "rules": Key(NAME),
        "players": Key(anything("the fewest and the most: [2, 4]", _are_players)),
        "options": Key(mapping_of(anything("a list of values, the default first", _are_values)), None),
        "demo": Key(flag(), None),
        "counts_for_cells": Key(whole(1, 999), None),
    }
    if custom:
        keys |= {
            "turns": Key(choice("in-order", "free"), None),
            "passing": Key(choice("always", "stuck", "never"), None),
            **optional({"mirror": flag(), "removing": flag(), "board": NAME}),
        }
    return section("[game]", keys, more=not custom)


def _is_file_name(value: Any) -> bool:
    return _is_name(value) and not any(sign in value for sign in "/\\:")


def _are_values(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 99 and all(isinstance(one, str | int | bool) for one in value)


PIECE = section(
    "a piece",
    {
        "part": Key(NAME),
        "size_mm": Key(anything("two lengths in mm: [20.0, 20.0]", lambda value: is_pair(value, is_length))),
        "height_mm": Key(anything("a length in mm, 0 for paper", lambda value: is_number(value) and value >= 0)),
        **optional(
            {
                "colour": COLOUR,
                "taught": NAME,
                "round": flag(),
                "dictionary": DICTIONARY,
                "code": ID,
                "code_side_mm": LENGTH,
            }
        ),
    },
    more=False,
)
PIECES_FILE = section(
    "a pieces file",
    {
        "pieces": Key(
            section("[pieces]", {"name": Key(NAME), "game": Key(NAME), **optional({"title": NAME, "colours": NAME})})
        ),
        "piece": Key(list_of(PIECE, least=1, most=MOST_COPIES)),
    },
)


def complaints(kind: FieldKind, value: Any, path: Path = (), within: str = "") -> Iterator[Complaint]:
    """Everything that is wrong with a value, each with its path and one sentence, which begins with `within`."""
    if kind.keys is not None:
        yield from _about_table(kind, kind.keys, value, path, within)
    elif kind.shape == "mapping" and kind.of is not None and isinstance(value, dict):
        for key, item in value.items():
            if is_line(key):
                yield from complaints(kind.of, item, (*path, key), _inside(within, (*path, key)))
            else:
                yield Complaint(path, f"{within} {brief(key)} is no name; expected a text on one line")
    elif kind.of is not None and kind.of.keys is not None and isinstance(value, list):
        entries = [(index, (*path, index)) for index in range(len(value))]
        inner = [one for index, at in entries for one in complaints(kind.of, value[index], at, _inside(within, at))]
        yield from inner or _read(kind, value, path, within)
    else:
        yield from _read(kind, value, path, within)


def _about_table(kind: FieldKind, keys: Mapping[str, Key], value: Any, path: Path, within: str) -> Iterator[Complaint]:
    if not isinstance(value, dict):
        yield Complaint(path, f"{within or brief(value)} is not a table; expected {kind.expected}")
        return
    for key in value:
        if not is_line(key) or (key not in keys and not kind.more):
            what = f"{brief(key)} is not known in {within}" if path else f"the section {brief(key)} is not known"
            yield Complaint((*path, key), f"{what}; expected {', '.join(keys)}")
    for key, entry in keys.items():
        if key in value:
            yield from complaints(entry.kind, value[key], (*path, key), _inside(within, (*path, key)))
        elif entry.default is REQUIRED:
            named = f"{within} {key}" if path else f"[{key}]"
            yield Complaint(path, f"{named} is missing; expected {entry.kind.expected}")


def _read(kind: FieldKind, value: Any, path: Path, within: str) -> Iterator[Complaint]:
    try:
        kind.read(value, path)
    except Mismatch as error:
        yield Complaint(error.path, f"{within} = {brief(value)}; expected {kind.expected}")


def _inside(within: str, path: Path) -> str:
    """How a sentence names what stands at the path: `[grid]`, `[grid] rows`, `[[parts]] 2 size_mm`."""
    step = path[-1]
    if len(path) == 1:
        return f"[{step}]"
    return f"{within} {step + 1 if isinstance(step, int) else step}"
