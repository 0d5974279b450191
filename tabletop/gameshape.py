"""What must be well in a game file before it is worked with: its sections, its keys and what they hold."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from tabletop.customfile import DEFAULT_CODES, FIRST_CODE, LAST_CODE
from tabletop.dictionaries import count_of
from tabletop.filevalues import MOST_COPIES, Complaint, complaints, is_line
from tabletop.mending import mended, rest
from tabletop.partentries import GAP, each_part
from tabletop.pieces.sections import named_in_formulas
from tabletop.schema import Path, brief, shown
from tabletop.sections import PART, game_file
from tabletop.shipped import game_folders, of_pieces
from tabletop.textfiles import parsed_toml, read_text

MOST_PIECES = 4000
"""Of all parts of a game together: what is printed, cut and looked for."""
SHAPES = ("cells", "outline_mm", "size_mm")
_LISTS = ("cells", "codes")
"""Keys that are counted before anything is filled in."""
_WITH_WHEN = ("parts", "cards", "stickers", "aids")
_NAMES = ("id", "kind", "piece", "colour", "player", "icon", "tags")
"""Keys by which parts are told apart: what is not filled in there is never found again."""


def complaints_about_shape(raw: Mapping[str, Any]) -> list[Complaint]:
    """Missing and unknown sections, wrong types and impossible values; empty where the file can be worked with."""
    found = list(complaints(game_file(raw), raw))
    well = mended(raw, found)
    found += [*rest(found, _about_range(well.get("codes", {})), ("codes",)), *rest(found, _about_parts(well))]
    return found + rest(found, _about_when(mended(raw, found)), ("game", "options"))


def _counted_with(raw: Mapping[str, Any]) -> set[str]:
    """Keys of parts with which terms count."""
    terms = raw.get("terms")
    named = [term.get("strength") for term in (terms if isinstance(terms, list) else ()) if isinstance(term, dict)]
    return {one for one in named if isinstance(one, str)}


@lru_cache(maxsize=8)
def _own_keys(rules: str) -> frozenset[str]:
    """The keys that parts of a shipped game have: its own folder reads them (`Part.attributes`)."""
    folder = game_folders().get(rules)
    parts = [] if folder is None else parsed_toml(read_text(folder / "game.toml"), rules)["parts"]
    return frozenset(key for part in parts for key in part)


def _about_range(codes: Mapping[str, Any]) -> Iterator[Complaint]:
    """Codes from a higher number to a lower one, or such as the dictionary does not have."""
    first, last = codes.get("first", FIRST_CODE), codes.get("last", LAST_CODE)
    if first > last:
        key = "first" if "first" in codes else "last"
        yield Complaint(
            ("codes", key), f"[codes] go from first = {first} to last = {last}; expected the lower one first"
        )
    dictionary = codes.get("dictionary", DEFAULT_CODES["dictionary"])
    count = count_of(dictionary)
    if count <= codes.get("last", 0):
        yield Complaint(("codes", "last"), f"[codes] last = {last}, but {dictionary} has the codes 0 to {count - 1}")


def _about_parts(raw: Mapping[str, Any]) -> Iterator[Complaint]:
    """Wrong types and impossible values, each once, with the entry's place in the file."""
    pieces, custom = 0, of_pieces(raw["game"]["rules"])
    rules, counted_with = raw["game"]["rules"], _counted_with(raw)
    also = {*counted_with, *_own_keys(rules), *(named_in_formulas(raw) if custom else ())}
    for index, entry in enumerate(raw["parts"]):
        path = ("parts", index)
        name = entry.get("id")
        if not isinstance(name, str) or not is_line(name) or not name.strip():
            yield Complaint(path, f'part {index + 1} has no id; give it a name such as id = "ferry"')
            continue
        each = entry.get("each", {})
        if not _are_choices(each):
            expected = f'lists of words or numbers, {MOST_COPIES} parts at most: {{ player = ["red", "blue"] }}'
            yield Complaint((*path, "each"), f"part {name}: each = {brief(each)}; expected {expected}")
            continue
        free = {*counted_with, *((also | each.keys()) - (PART.keys or {}).keys())}
        about = _about_keys(path, {key: value for key, value in entry.items() if key not in free})
        yield from (one for one in about if one.harmless)
        wrong = [one for one in about if not one.harmless]
        yield from dict.fromkeys(_about_codes_on_cells(path, entry) or wrong or _lacking(path, entry, custom=custom))
        count = entry.get("count", 1)
        pieces += (count if type(count) is int and 0 < count <= MOST_COPIES else 1) * prod(map(len, each.values()))
    if pieces > MOST_PIECES:
        yield Complaint(("parts",), f"[[parts]] are {pieces} pieces together; expected {MOST_PIECES} at most")


def _about_when(raw: Mapping[str, Any]) -> Iterator[Complaint]:
    """What is needed only with an option, or a value of one, that the game does not have."""
    options: Mapping[str, list[Any]] = raw["game"].get("options", {})
    entries = [(section, index, one) for section in _WITH_WHEN for index, one in enumerate(raw.get(section, ()))]
    for section, index, entry in entries:
        path, n = (section, index, "when"), index + 1
        for name, values in entry.get("when", {}).items():
            if name not in options:
                known = ", ".join(options) or "none"
                yield Complaint(path, f"[[{section}]] {n}: when names the option {brief(name)}; the game has {known}")
                continue
            for value in values:
                if value not in options[name]:
                    known = ", ".join(map(shown, options[name]))
                    yield Complaint(path, f"[[{section}]] {n}: when {name} = {brief(value)}; that option has {known}")


def _about_keys(path: Path, entry: Mapping[str, Any]) -> list[Complaint]:
    """What an entry's keys hold as it is written; where that is well, what they hold once all gaps are filled in."""
    within, each = f"part {entry['id']}:", entry.get("each", {})
    later = (PART.keys or {}).keys() - {*_LISTS} if each else ()
    as_written = {key: value for key, value in entry.items() if key not in later or not _has_gap(value)}
    written = list(complaints(PART, as_written, path, within))
    if any(not one.harmless for one in written):
        return written
    filled = [{key: part[key] for key in entry} for part in each_part(entry)]
    found = [one for part in filled for one in complaints(PART, part, path, within) if not one.harmless]
    return [*written, *(found or (one for part in filled[:1] for one in _about_gaps(path, within, part)))]


def _about_gaps(path: Path, within: str, part: Mapping[str, Any]) -> Iterator[Complaint]:
    """The first name in braces that `each` does not fill in."""
    for key, value in part.items():
        if key in _NAMES and (gap := GAP.search(str(value))):
            word = gap[1]
            fault = f'{within} nothing fills in {{{word}}}; write each = {{ {word} = ["red", "blue"] }}'
            yield Complaint((*path, key), fault)
            return


def _has_gap(value: Any) -> bool:
    return isinstance(value, str | list) and "{" in str(value)


def _are_choices(each: Any) -> bool:
    return (
        isinstance(each, dict)
        and all(isinstance(values, list) and values and all(map(_is_choice, values)) for values in each.values())
        and all(map(str.isidentifier, each))
        and prod(map(len, each.values())) <= MOST_COPIES
    )


def _is_choice(value: Any) -> bool:
    return is_line(value) or (type(value) is int and abs(value) < 10**9) or isinstance(value, bool)


def _about_codes_on_cells(path: Path, entry: Mapping[str, Any]) -> list[Complaint]:
    """`codes` of a part on cells, which has one in the middle of each: what to write in their place."""
    if "codes" not in entry or not _on_cells(entry):
        return []
    codes = entry["codes"] if isinstance(entry["codes"], list) else []
    ids = [code["id"] for code in codes if isinstance(code, dict) and type(code.get("id")) is int]
    if not ids:
        mend = "leave codes out, they come by themselves"
    elif entry.get("each"):
        mend = f"write first_code = {ids[0]}, from which they are counted on"
    else:
        mend = f"write cell_codes = {ids}"
    told = (
        f"part {entry['id']}: each of its cells has a code in its middle; {mend}, or give it size_mm in place of cells"
    )
    return [Complaint((*path, "codes"), told)]


def _on_cells(entry: Mapping[str, Any]) -> bool:
    shaped = {"outline_mm", "size_mm", "properties"} & entry.keys() or entry.get("kind") == "board"
    return "cells" in entry or not shaped


def _lacking(path: Path, entry: Mapping[str, Any], *, custom: bool) -> Sequence[Complaint]:
    """Keys that an entry needs beside those that it has; files of custom games may leave more out."""
    return [Complaint(path, f"part {entry['id']}: {lacks}") for lacks in _lacks(entry, custom=custom)]


def _lacks(entry: Mapping[str, Any], *, custom: bool) -> Iterator[str]:
    codes = entry.get("codes", ())
    numbered = [code for code in codes if "id" in code]
    if not custom:
        yield from (f"{key} is missing" for key in ("kind", "colour") if key not in entry)
    if "properties" in entry:
        if "crossing_codes" not in entry:
            yield "crossing_codes is missing beside properties"
    elif not any(key in entry for key in SHAPES) and not (custom and entry.get("kind") != "board"):
        yield "it has no shape; give it size_mm, outline_mm or cells"
    elif "cells" in entry and not custom:
        if not {"cell_codes", "first_code"} & entry.keys():
            yield "cell_codes is missing beside cells"
        if "width_mm" not in entry:
            yield "width_mm is missing beside cells"
    elif len(numbered) < len(codes) and "first_code" not in entry and (numbered or not custom):
        yield (
            "only some of its codes have an id; give one to each" if numbered else "its codes have no id; give each one"
        )
    if "patches" in entry and "patch_mm" not in entry:
        yield "patch_mm is missing beside patches"
