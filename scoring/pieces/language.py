"""What the formulas of one game file may name: its parts and what they have, terrains, options, counters, lists."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scoring.pieces.formulas import formula
from scoring.pieces.kinds import CELL, NUMBER, PART, PLAYER, TEXT, TRUTH, UNKNOWN, FormulaError, Kind, Language, set_of
from scoring.pieces.moment import CELL_ATTRIBUTES, entry_attributes, part_attributes
from scoring.pieces.words import general_words, play_words, table_words
from tabletop.filevalues import Complaint
from tabletop.gamefile import GameFile

KEYS = ("kind", "title", "count", "number", "piece", "player", "colour", "icon", "level", "value", "type", "terrain")
"""What formulas may ask of parts beside the file's own keys."""
ALL_NAMES = {"me": PLAYER, "next": PLAYER, "new": PART, "part": PART, "to": CELL, "origin": CELL}
ALL_NAMES |= {"turn": set_of(PART), "taken": set_of(PART)}
"""Names that only some formulas know."""


def language_of(file: GameFile, terrains: Collection[str] | None) -> tuple[Language, list[Complaint]]:
    """The language, and what is wrong with that of which it is made; terrains of None are not known."""
    found: list[Complaint] = []
    plain = {part.id: {**{key: getattr(part, key) for key in KEYS}, **part.attributes} for part in file.parts}
    attributes = part_attributes(plain, _kinds(plain.values()))
    lists = {name: Kind(f"{name} entry") for name in file.sections.lists}
    of_entries = {}
    for name, entries in file.sections.lists.items():
        kinds = _kinds(entries.values())
        for entry, keys in entries.items():
            if missing := kinds.keys() - keys.keys():
                found.append(Complaint(("lists", name, entry), f"it has no {min(missing)}, as others of its list have"))
        of_entries[lists[name].name] = entry_attributes(kinds)
    words = {
        **general_words(),
        **table_words(words_of(file), terrains, attributes),
        **play_words(tuple(file.sections.moves), tuple(file.sections.counters), lists),
    }
    options = {name: _kind(list(values)).of or UNKNOWN for name, values in file.options.items()}
    names = {"players": set_of(PLAYER), "round": NUMBER}
    found += _taken({**names, **ALL_NAMES}, file)
    own = {name: (pair[0], pair[1]) for name, pair in file.sections.words.items()}
    things = {"part": attributes, "cell": CELL_ATTRIBUTES, **of_entries}
    language = Language({**options, **names}, things, words, own)
    return (_with_own_words(language, found), found)


def words_of(file: GameFile) -> frozenset[str]:
    """The words by which parts may be named."""
    return frozenset(word for part in file.parts if part.cells for word in part.words)


def _taken(fixed: Mapping[str, Kind], file: GameFile) -> Iterator[Complaint]:
    """Names of one's own that formulas know already, or cannot write."""
    usual = {*fixed, *general_words(), *table_words((), (), {}), *play_words((), (), {})}
    for path, names in (
        (("game", "options"), file.options),
        (("counters",), file.sections.counters),
        (("words",), file.sections.words),
    ):
        for name in names:
            if name in usual:
                yield Complaint((*path, name), f"formulas know {name} already; give it another name")
            elif path != ("game", "options") and not name.isidentifier():
                yield Complaint((*path, name), f"'{name}' is no name for a formula; expected letters, digits and _")
            usual.add(name)


def _with_own_words(language: Language, found: list[Complaint]) -> Language:
    """The language with the file's own words, each looked through by itself."""
    everything = language.and_names(**ALL_NAMES)
    broken = set[str]()
    for name, (variable, text) in language.own.items():
        try:
            formula(text, everything, variables={variable: UNKNOWN})
        except FormulaError as error:
            broken.add(name)
            found += (Complaint(("words", name), f"{name}: {one.sentence}", one.at) for one in error.faults)
    return Language(language.names, language.attributes, language.words, language.own, frozenset(broken))


def _kinds(things: Iterable[Mapping[str, Any]]) -> dict[str, Kind]:
    """The kind of each key that some things have, where it is one that formulas know."""
    values: dict[str, list[Any]] = {}
    for thing in things:
        for key, value in thing.items():
            if value is not None:
                values.setdefault(key, []).append(value)
    kinds = {key: _kind(found).of for key, found in values.items()}
    return {key: kind for key, kind in kinds.items() if kind is not None and key.isidentifier()}


def _kind(values: list[Any]) -> Kind:
    """A set of values of one kind; `nothing` where they are of several, or of none that formulas know."""
    if values and all(isinstance(value, bool) for value in values):
        return set_of(TRUTH)
    if values and all(type(value) is int for value in values):
        return set_of(NUMBER)
    if values and all(isinstance(value, str) for value in values):
        return set_of(TEXT)
    if values and all(isinstance(value, list) for value in values):
        inner = _kind([one for value in values for one in value])
        return set_of(inner) if inner.of else Kind("nothing")
    return Kind("nothing")
