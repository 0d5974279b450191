"""What must be well in a game file before it is worked with: its sections, its keys and what they hold."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import prod
from typing import Any

from tabletop.complaints import Complaint
from tabletop.customfile import DEFAULT_CODES, FIRST_CODE, LAST_CODE
from tabletop.dictionaries import count_of
from tabletop.filevalues import MOST_COPIES, complaints, is_line
from tabletop.partentries import GAP, each_part
from tabletop.partneeds import about_codes_on_cells, lacking
from tabletop.pieces.sections import named_in_formulas
from tabletop.schema import Path, brief, shown
from tabletop.sections import PART, game_file
from tabletop.shipped import game_folders, of_pieces, rules_folders
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import UnknownKey, unknown_keys

MOST_PIECES = 4000
"""Of all parts of a game together: what is printed, cut and looked for."""
_LISTS = ("cells", "codes")
"""Keys that are counted before anything is filled in."""
_WITH_WHEN = ("parts", "cards", "stickers", "aids")
_NAMES = ("id", "kind", "piece", "colour", "player", "icon", "tags")
"""Keys by which parts are told apart: what is not filled in there is never found again."""


def complaints_about_shape(raw: Mapping[str, Any]) -> list[Complaint]:
    """Missing and unknown sections, wrong types and impossible values; empty where the file can be worked with."""
    return (
        list(complaints(game_file(raw), raw))
        or [*_about_range(raw.get("codes", {})), *_about_parts(raw)]
        or list(_about_when(raw))
    )


def unknown_keys_in(raw: Mapping[str, Any]) -> list[UnknownKey]:
    """Keys that nobody reads, whatever else is wrong with the file.

    None are known to be such where the rules are unknown: what else a file may say depends on them.
    """
    about, parts = raw.get("game"), raw.get("parts")
    rules = about.get("rules") if isinstance(about, dict) else None
    if not isinstance(rules, str) or rules not in rules_folders():
        return []
    found = list(unknown_keys(game_file(raw), raw))
    in_formulas = named_in_formulas(raw) if of_pieces(rules) else ()
    for index, entry in enumerate(parts if isinstance(parts, list) else ()):
        if isinstance(entry, dict):
            each, name = entry.get("each"), entry.get("id")
            also = {*(each if isinstance(each, dict) else ()), *_counted_with(raw), *_own_keys(rules), *in_formulas}
            within = f"part {name if is_line(name) else index + 1}:"
            found += unknown_keys(PART, entry, ("parts", index), within, also)
    return found


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
    counted_with = _counted_with(raw)
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
        known = {key: value for key, value in entry.items() if key not in counted_with}
        yield from dict.fromkeys(
            about_codes_on_cells(path, entry) or _about_keys(path, known) or lacking(path, entry, custom=custom)
        )
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
    as_written = {key: value for key, value in entry.items() if key in _LISTS or not (each and _has_gap(value))}
    if found := list(complaints(PART, as_written, path, within)):
        return found
    filled = [{key: part[key] for key in entry} for part in each_part(entry)]
    found = [one for part in filled for one in complaints(PART, part, path, within)]
    return found or [one for part in filled[:1] for one in _about_gaps(path, within, part)]


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
