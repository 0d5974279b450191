"""The shapes of people's game and board files, TOML: which keys each has, and what each holds (`tabletop.filevalues`).

Everything that is wrong is found, not only the first thing. Whoever loads such a file checks it here first and then
trusts its types; `boardsight check` tells all complaints with their lines.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tabletop.filevalues import (
    AREA,
    COLOUR,
    DICTIONARY,
    ID,
    LARGEST_ID,
    LENGTH,
    LINE,
    MOST_CELLS,
    MOST_COPIES,
    MOST_CORNERS,
    NAME,
    PARAGRAPH,
    PITCH,
    POINT,
    SIZE,
    WORDS,
    WORKED_OUT,
    are_pairs,
    choice,
    complaints,
    is_line,
    is_name,
    is_number,
    is_pair,
    is_square,
    optional,
    required,
    section,
)
from tabletop.schema import REQUIRED, FieldKind, Key, anything, flag, list_of, mapping_of, whole
from tabletop.shipped import of_pieces


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
    return are_pairs(value, least=1, most=MOST_CELLS, fits=is_square)


def _are_properties(value: Any) -> bool:
    rows = isinstance(value, list) and 1 <= len(value) <= 20 and all(isinstance(row, list) and row for row in value)
    return rows and all(type(one) is int and len(row) == len(value[0]) <= 20 for row in value for one in row)


def _are_patches(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 99
        and all(isinstance(one, list) and len(one) == 3 and is_line(one[0]) and is_pair(one[1:]) for one in value)
    )


GRID = {
    "shape": choice("square", "hex"),
    "names": choice("rows-from-top", "ranks-from-bottom"),
    "rows": whole(1, 99),
    "columns": whole(1, 26),
    "pitch_mm": PITCH,
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
    "background": NAME,
}
PALETTE = mapping_of(COLOUR)


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
            "id": NAME,
            "each": mapping_of(anything("a list of words or numbers", lambda value: isinstance(value, list))),
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
                "two squares: [[0, 0], [0, 1]]", lambda value: are_pairs(value, least=2, most=2, fits=is_square)
            ),
            "height_mm": anything("a thickness in mm", lambda value: is_number(value) and value >= 0),
            "width_mm": LENGTH,
            "size_mm": SIZE,
            "outline_mm": anything("three or more corners in mm: [[0, 0], [30, 0], [0, 30]]", _are_outline),
            "codes": replace(
                anything("[{ centre_mm = [0.0, 0.0] }], counted from the part's middle", _are_codes), of=CODE
            ),
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
            "stands_on": choice("track"),
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
    also=("building", "difficulty", "of", "property", "says", "says_de", "tile", "title_de"),
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
    also=("of", "per_player", "piece", "player", "property", "tile"),
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
    also=("per_player", "player"),
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
    also=("player",),
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


def game_file(raw: Mapping[str, Any]) -> FieldKind:
    """The shape of a game file, which depends on its rules and on what it has: tiles, a board in another file."""
    about = raw.get("game")
    about = about if isinstance(about, dict) else {}
    custom = of_pieces(about.get("rules"))
    parts = raw.get("parts")
    tiles = isinstance(parts, list) and any(isinstance(part, dict) and "properties" in part for part in parts)
    needs_grid = ("pitch_mm", "rows", "columns") if custom else ("pitch_mm", "shape")
    needs_codes = () if custom else ("dictionary", "first", "last", "module_mm")
    sections: dict[str, Key] = {
        "game": Key(_about_game(custom=custom)),
        "codes": Key(section("[codes]", required(CODES, *needs_codes)), None if custom else REQUIRED),
        "grid": Key(
            section("[grid]", required(GRID, *needs_grid)),
            None if custom and "board" in about else REQUIRED,
        ),
        "terrain": Key(TERRAIN, None),
        "palette": Key(PALETTE, None),
        "palette_before": Key(PALETTE, None),
        "plain": Key(PALETTE, None),
        "parts": Key(list_of(section("a part", {}), least=1, most=MOST_COPIES)),
        "boards": Key(list_of(BOARD_FILE, most=99), None),
        "board": Key(section("[board]", optional(ABOUT_BOARD)), None),
        "cards": Key(list_of(CARD, most=MOST_COPIES), None),
        "option_words": Key(mapping_of(LINE), None),
        "how_to_play": Key(mapping_of(PARAGRAPH), None),
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
    return is_name(value) and not any(sign in value for sign in "/\\:")


def _are_values(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 99 and all(isinstance(one, str | int | bool) for one in value)
