"""Plain pieces as data: what people's own blocks look like and which parts of a game they stand for."""

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tabletop.colournearness import looks_too_near
from tabletop.complaints import Complaint
from tabletop.dictionaries import MODULES_OF
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Part, Rgb, load_game, rgb
from tabletop.notation.schema import shown
from tabletop.profiles import ColourProfile, TaughtColour, parse_profile
from tabletop.textfiles import read_text

KEYS = ("part", "colour", "taught", "round", "size_mm", "height_mm", "dictionary", "code", "code_side_mm")


@dataclass(frozen=True, slots=True)
class PlainPiece:
    """One kind of piece: its part in the game file, colour, footprint (along, across), height, code on its top."""

    part: str
    colour: Rgb | None
    size_mm: tuple[float, float]
    height_mm: float
    """0 where nobody told it."""
    dictionary: str | None = None
    code: int | None = None
    code_side_mm: float | None = None
    taught: str | None = None
    """Its colour's name in the profile of taught colours."""
    round: bool = False
    """A disc or a cylinder."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A pieces file."""

    name: str
    title: str
    game: str
    pieces: tuple[PlainPiece, ...]
    colours: tuple[TaughtColour, ...] = ()
    """Colours as `boardsight calibrate colours` measured them, for pieces that name one."""


def load_pieces(path: str) -> PieceSet:
    """A pieces file. Raises UnreadableInput with the first complaint."""
    try:
        raw = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableInput(f"the pieces file {path} is not TOML: {error}") from error
    if complaints := complaints_about(raw):
        raise UnreadableInput(f"{path}: {complaints[0].sentence}; `boardsight check {path}` says more")
    about = raw["pieces"]
    colours: tuple[TaughtColour, ...] = ()
    if "colours" in about:
        profile = str(Path(path).parent / about["colours"])
        colours = parse_profile(read_text(profile), ColourProfile, profile).colours
        _check_taught(raw["piece"], {colour.name for colour in colours}, path, profile)
    pieces = tuple(
        PlainPiece(
            part=entry["part"],
            colour=rgb(entry["colour"]) if "colour" in entry else None,
            size_mm=(float(entry["size_mm"][0]), float(entry["size_mm"][1])),
            height_mm=float(entry["height_mm"]),
            dictionary=entry.get("dictionary"),
            code=entry.get("code"),
            code_side_mm=entry.get("code_side_mm"),
            taught=entry.get("taught"),
            round=entry.get("round", False),
        )
        for entry in raw["piece"]
    )
    return PieceSet(about["name"], about.get("title", about["name"]), about["game"], pieces, colours)


def _check_taught(entries: Sequence[Mapping[str, Any]], names: set[str], path: str, profile: str) -> None:
    """UnreadableInput where a piece names a colour that was not taught."""
    for entry in entries:
        if entry.get("taught") is not None and entry["taught"] not in names:
            raise UnreadableInput(
                f"{path}: {entry['part']} names the taught colour '{entry['taught']}', which {profile} does not have; "
                f"its colours are {', '.join(sorted(names))}"
            )


def complaints_about(raw: Mapping[str, Any]) -> list[Complaint]:
    """What is wrong with a pieces file's content; empty where all is well."""
    about = raw.get("pieces")
    if not isinstance(about, dict) or not all(isinstance(about.get(key), str) for key in ("name", "game")):
        return [Complaint(("pieces",), "[pieces] with name and game, both texts, is missing")]
    try:
        known = load_game(about["game"]).by_id
    except UnreadableInput as error:
        return [Complaint(("pieces", "game"), str(error))]
    if "colours" in about and not isinstance(about["colours"], str):
        return [Complaint(("pieces", "colours"), "colours is the name of a profile that `calibrate colours` wrote")]
    entries = raw.get("piece", [])
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        return [Complaint(("piece",), "there are no [[piece]] entries")]
    found: list[Complaint] = []
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        path = ("piece", index)
        found += [
            Complaint((*path, key), f"'{key}' is not known; expected {', '.join(KEYS)}")
            for key in entry
            if key not in KEYS
        ]
        found += _about(path, entry, known)
        if isinstance(part := entry.get("part"), str):
            if part in seen:
                found.append(Complaint((*path, "part"), f"'{part}' is described twice"))
            seen.add(part)
    return found or list(_too_near(entries, known))


def _too_near(entries: list[Mapping[str, Any]], known: Mapping[str, Part]) -> Iterator[Complaint]:
    """Pieces without codes of one size and shape whose colours a camera would take for one another."""
    plain = [
        (index, (entry["part"], rgb(entry["colour"]), entry["size_mm"][0] * entry["size_mm"][1]))
        for index, entry in enumerate(entries)
        if "code" not in entry and "colour" in entry and "taught" not in entry
    ]
    for (_, one), (index, other) in combinations(plain, 2):
        if _shape(known[one[0]]) != _shape(known[other[0]]):
            continue
        sentence = looks_too_near(one, other)
        if sentence is not None:
            yield Complaint(("piece", index, "colour"), sentence)


def _shape(part: Part) -> tuple[tuple[int, int], ...]:
    """The cells of a part in the first of its four turns; the same for parts of one shape."""
    turned, cells = [], list(part.cells)
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        top, left = (min(values) for values in zip(*cells, strict=True)) if cells else (0, 0)
        turned.append(tuple(sorted((row - top, column - left) for row, column in cells)))
    return min(turned)


def _about(path: tuple[str, int], entry: Mapping[str, Any], known: Mapping[str, Any]) -> list[Complaint]:
    found: list[Complaint] = []
    if not isinstance(entry.get("part"), str) or entry["part"] not in known:
        found.append(Complaint((*path, "part"), f"{shown(entry.get('part'))} is no part; expected {', '.join(known)}"))
    size = entry.get("size_mm")
    if not (isinstance(size, list) and len(size) == 2 and all(_is_length(value) for value in size)):
        found.append(Complaint((*path, "size_mm"), f"size_mm = {shown(size)}; expected two lengths in mm"))
    if not _is_length(entry.get("height_mm")):
        found.append(
            Complaint((*path, "height_mm"), f"height_mm = {shown(entry.get('height_mm'))}; expected a length in mm")
        )
    if "colour" not in entry and "code" not in entry and "taught" not in entry:
        found.append(Complaint(path, "a piece is told by its colour, or by a code on its top; both are missing"))
    if not isinstance(entry.get("taught", ""), str):
        found.append(Complaint((*path, "taught"), "taught is the name of a colour in the profile of [pieces] colours"))
    if not isinstance(entry.get("round", False), bool):
        found.append(Complaint((*path, "round"), "round is true for discs and cylinders, false for all others"))
    if "colour" in entry:
        try:
            rgb(entry["colour"])
        except (TypeError, ValueError) as error:
            found.append(Complaint((*path, "colour"), str(error)))
    if "code" in entry:
        if entry.get("dictionary") not in MODULES_OF:
            expected = "a name such as DICT_4X4_50"
            found.append(
                Complaint((*path, "dictionary"), f"dictionary = {shown(entry.get('dictionary'))}; expected {expected}")
            )
        if not _is_length(entry.get("code_side_mm")):
            found.append(Complaint((*path, "code_side_mm"), "code_side_mm is missing: the black square's side in mm"))
    return found


def _is_length(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
