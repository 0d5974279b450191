"""What is wrong with the play of a game of pieces on cells, in plain words, each with the place in the file."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from scoring.pieces.entries import Condition, Term, Words, listed
from scoring.pieces.reading import play_of
from scoring.pieces.setup import complaints_about_setup
from tabletop.boardcheck import section_of
from tabletop.boardfile import Board, drawn_board
from tabletop.filevalues import PARAGRAPH, WORD_OR_WORDS, Complaint, in_quotes, misspelt
from tabletop.filevalues import complaints as shape_complaints
from tabletop.gamefile import GameFile
from tabletop.mending import NAMING as NAMES_OF_PARTS
from tabletop.parts import Part
from tabletop.schema import FieldKind, Path, brief, flag, whole

WHOSE = ("any", "own", "others")
TERMS: Mapping[str, frozenset[str]] = {
    "each": frozenset({"parts", "per", "on"}),
    "adjacent": frozenset({"parts", "beside", "beside_terrain", "whose", "once", "reach"}),
    "group": frozenset({"parts", "count", "least"}),
    "line": frozenset({"parts", "length", "per"}),
    "majority": frozenset({"parts", "of", "of_parts", "reach", "strength", "second", "ties"}),
    "empty": frozenset({"of"}),
    "covered": frozenset({"of", "parts"}),
    "times": frozenset({"label_of", "factor", "parts", "least"}),
}
"""Each scoring term and the keys that it may have beside `term`, `label` and `points`."""
NEEDED: Mapping[str, Words] = {
    "adjacent": ("beside", "beside_terrain"),
    "majority": ("of", "of_parts"),
    "empty": ("of",),
    "covered": ("of",),
    "times": ("label_of",),
}
"""Of these keys a term needs one."""
CHOICES: Mapping[str, Words] = {
    "whose": WHOSE,
    "count": ("parts", "squares"),
    "ties": ("all", "none"),
    "touching": ("own", "any"),
    "reach": ("sides", "around"),
}
"""Keys that hold one of a few words."""
KINDS: Mapping[Any, FieldKind] = {Words: WORD_OR_WORDS, int: whole(-999, 999), bool: flag(), str: PARAGRAPH}
"""What a key of that type may hold."""
NAMES = tuple(("parts", key) for key in NAMES_OF_PARTS)
BOARD = (("game", "board"), ("terrain",), *(("grid", key) for key in ("shape", "rows", "columns", "names")))
NAMING = ("parts", "beside", "not_beside", "of_parts")
"""Keys of terms and conditions that name parts."""
PER: Mapping[str, Words] = {"each": ("part", "square"), "line": ("line", "square")}
REACH_OF_MAJORITY = ("sides", "around", "on", "area")


def complaints_about(file: GameFile) -> list[Complaint]:
    """Everything that is wrong; empty where the game can be played."""
    own, found = file.sections, list[Complaint]()
    parts = [part for part in file.parts if part.cells]
    if file.grid.shape == "hex":
        wide = [(entry, entry.first(lambda part: len(part.cells) > 1)) for entry in file.entries]
        found += [entry.complaint(part, "on hexes a part covers one cell") for entry, part in wide if part is not None]
    without_cells = list(_without_cells(file))
    if not parts and not without_cells:
        found.append(
            Complaint(("parts",), "there is no part with cells that could be placed on the board", needs=(("parts",),))
        )
    found += without_cells
    words = {word for part in file.parts if part.cells or _lies_nowhere(part) for word in part.words}
    labels = {label for entry in own.terms if isinstance(label := entry.get("label", entry.get("term")), str)}
    board, terrains = None, None
    try:
        board = drawn_board(file)
    except ValueError as error:
        path = ("game", "board") if own.game.board is not None else section_of(error)
        found.append(Complaint(path, str(error), needs=BOARD))
    if own.game.board is None and board is not None:
        terrains = {*board.terrain.values(), *own.terrain.key.values()} - {"none"}
    for index, entry in enumerate(own.terms):
        found += _about_term(("terms", index), entry, words, labels)
        found += _unknown_terrains(("terms", index), entry, ("on", "beside_terrain", "of"), terrains)
        found += _strength(("terms", index), entry, parts)
    for index, entry in enumerate(own.conditions):
        found += _about_condition(("conditions", index), entry, words)
        found += _unknown_terrains(("conditions", index), entry, ("on", "not_on", "beside_terrain"), terrains)
        found += _start(("conditions", index), entry, board)
    things = [*(complaints_about_setup(file, board) if board else ()), *play_of(file, terrains)[1]]
    needs = (*BOARD, ("parts",), ("lists",), ("counters",), ("game", "options"))
    return [*found, *(replace(one, needs=needs if one.at is None or "known" in one.sentence else ()) for one in things)]


def _lies_nowhere(part: Part) -> bool:
    return not part.cells and part.kind != "board"


def _without_cells(file: GameFile) -> Iterator[Complaint]:
    """Parts that the rules name and that cannot lie on cells."""
    placed = {word for part in file.parts if part.cells for word in part.words}
    rules = (*file.sections.terms, *file.sections.conditions)
    named = {word for entry in rules for key in NAMING for word in listed(entry.get(key, ()))} - placed
    for entry in file.entries:
        if part := entry.first(lambda part: _lies_nowhere(part) and not named.isdisjoint(part.words)):
            yield entry.complaint(part, "the rules name it, but it covers no cells; give it cells in place of its size")


def _about_term(path: Path, entry: Mapping[str, Any], words: set[str], labels: set[Any]) -> list[Complaint]:
    name = entry.get("term")
    if not isinstance(name, str) or name not in TERMS:
        return [Complaint((*path, "term"), f"term = {brief(name)} is not known; expected {', '.join(TERMS)}")]
    keys = {"term", "label", "points", *TERMS[name]}
    found = _unknown_keys(path, entry, keys, f"the term {name}")
    found += _typed(path, Term, entry)
    found += _unknown_words(path, entry, words)
    needed = NEEDED.get(name, ())
    if needed and not any(entry.get(key) for key in needed) and not {*needed} & {*misspelt(entry, keys).values()}:
        found.append(Complaint(path, f"the term {name} needs {' or '.join(needed)}"))
    if "per" in entry and name in PER:
        found += _choice((*path, "per"), entry["per"], PER[name])
    reach = REACH_OF_MAJORITY if name == "majority" else CHOICES["reach"]
    for key, values in {**CHOICES, "reach": reach}.items():
        if key in entry and key in TERMS[name]:
            found += _choice((*path, key), entry[key], values)
    for label in listed(entry.get("label_of", ())):
        if label not in labels:
            found.append(Complaint((*path, "label_of"), f"there is no term labelled {brief(label)} to multiply"))
    return found


def _about_condition(path: Path, entry: Mapping[str, Any], words: set[str]) -> list[Complaint]:
    keys = {one.name for one in fields(Condition)}
    found = _unknown_keys(path, entry, keys, "a condition")
    if "says" not in (*entry, *misspelt(entry, keys).values()):
        found.append(Complaint(path, "says is missing: the sentence that people read when the condition does not hold"))
    found += _typed(path, Condition, entry)
    found += _unknown_words(path, entry, words)
    for key in ("whose", "touching", "reach"):
        if key in entry:
            found += _choice((*path, key), entry[key], CHOICES[key])
    return found


def _unknown_keys(path: Path, entry: Mapping[str, Any], allowed: set[str], what: str) -> list[Complaint]:
    known, meant = ", ".join(sorted(allowed)), misspelt(entry, allowed)
    expected = {key: f"is '{meant[key]}' meant?" if key in meant else f"expected {known}" for key in entry}
    return [
        Complaint((*path, key), f"{brief(key)} does not belong to {what}; {expected[key]}")
        for key in entry
        if key not in allowed
    ]


def _typed(path: Path, kind: type, entry: Mapping[str, Any]) -> list[Complaint]:
    """Values of the wrong type."""
    kinds = {one.name: KINDS[one.type] for one in fields(kind)}
    return [
        complaint
        for key, value in entry.items()
        if key in kinds
        for complaint in shape_complaints(kinds[key], value, (*path, key), key)
    ]


def _unknown_words(path: Path, entry: Mapping[str, Any], words: set[str]) -> list[Complaint]:
    """Names of parts that no part has."""
    known = ", ".join(sorted(words))
    return [
        Complaint(
            (*path, key),
            f"{key} names {brief(word)}, but no part has that id, kind or tag; there are {known}",
            needs=NAMES,
        )
        for key in NAMING
        for word in listed(entry.get(key, ()))
        if word not in words
    ]


def _unknown_terrains(path: Path, entry: Mapping[str, Any], keys: Words, terrains: set[str] | None) -> list[Complaint]:
    """Names of terrains that the board does not have; None: a board of another file, which may be one of several."""
    if terrains is None:
        return []
    known = ", ".join(sorted(terrains)) or "no terrains at all"
    return [
        Complaint((*path, key), f"{key} names the terrain {brief(word)}, but the board has {known}", needs=BOARD)
        for key in keys
        for word in listed(entry.get(key, ()))
        if word not in terrains
    ]


def _start(path: Path, entry: Mapping[str, Any], board: Board | None) -> list[Complaint]:
    """Cells to start on that the board does not have."""
    found = []
    for word in listed(entry.get("start", ())):
        try:
            if word != "edge" and board is not None:
                board.cell(word)
        except ValueError as error:
            found.append(Complaint((*path, "start"), f"{error}, or edge", needs=BOARD))
    return found


def _strength(path: Path, entry: Mapping[str, Any], parts: list[Part]) -> list[Complaint]:
    """A number to count with that no part has."""
    word = entry.get("strength", "count")
    numbers = [number for part in parts if (number := part.said(str(word))) is not None]
    if word == "count" or (numbers and all(type(number) is int for number in numbers)):
        return []
    sentence = f"strength = {brief(word)}, but no part has such a number; expected count or it"
    return [Complaint((*path, "strength"), sentence, needs=(("parts",),))]


def _choice(path: Path, value: Any, values: Words) -> list[Complaint]:
    if value in values:
        return []
    return [Complaint(path, f"{path[-1]} = {brief(value)}; expected {in_quotes(values)}")]
