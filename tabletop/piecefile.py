"""Plain pieces as data: what people's own blocks look like and which parts of a game they stand for."""

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tabletop.colournearness import looks_too_near
from tabletop.complaints import Complaint
from tabletop.errors import UnreadableInput
from tabletop.gamefile import MODULES_PER_CODE, Rgb, load_game, rgb
from tabletop.notation.schema import shown
from tabletop.textfiles import read_text

KEYS = ("part", "colour", "size_mm", "height_mm", "dictionary", "code", "code_side_mm")


@dataclass(frozen=True, slots=True)
class PlainPiece:
    """One kind of piece: its part in the game file, colour, footprint (along, across), height, code on its top."""

    part: str
    colour: Rgb | None
    size_mm: tuple[float, float]
    height_mm: float
    dictionary: str | None = None
    code: int | None = None
    code_side_mm: float | None = None


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A pieces file."""

    name: str
    title: str
    game: str
    pieces: tuple[PlainPiece, ...]


def load_pieces(path: str) -> PieceSet:
    """A pieces file. Raises UnreadableInput with the first complaint."""
    try:
        raw = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableInput(f"the pieces file {path} is not TOML: {error}") from error
    if complaints := complaints_about(raw):
        raise UnreadableInput(f"{path}: {complaints[0].sentence}; `boardsight check {path}` says more")
    about = raw["pieces"]
    pieces = tuple(
        PlainPiece(
            part=entry["part"],
            colour=rgb(entry["colour"]) if "colour" in entry else None,
            size_mm=(float(entry["size_mm"][0]), float(entry["size_mm"][1])),
            height_mm=float(entry["height_mm"]),
            dictionary=entry.get("dictionary"),
            code=entry.get("code"),
            code_side_mm=entry.get("code_side_mm"),
        )
        for entry in raw["piece"]
    )
    return PieceSet(about["name"], about.get("title", about["name"]), about["game"], pieces)


def complaints_about(raw: Mapping[str, Any]) -> list[Complaint]:
    """What is wrong with a pieces file's content; empty where all is well."""
    about = raw.get("pieces")
    if not isinstance(about, dict) or not all(isinstance(about.get(key), str) for key in ("name", "game")):
        return [Complaint(("pieces",), "[pieces] with name and game, both texts, is missing")]
    try:
        known = load_game(about["game"]).by_id
    except UnreadableInput as error:
        return [Complaint(("pieces", "game"), str(error))]
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
    return found or list(_too_near(entries))


def _too_near(entries: list[Mapping[str, Any]]) -> Iterator[Complaint]:
    """Pieces without codes of one size whose colours a camera would take for one another."""
    plain = [
        (index, (entry["part"], rgb(entry["colour"]), entry["size_mm"][0] * entry["size_mm"][1]))
        for index, entry in enumerate(entries)
        if "code" not in entry
    ]
    for (_, one), (index, other) in combinations(plain, 2):
        sentence = looks_too_near(one, other)
        if sentence is not None:
            yield Complaint(("piece", index, "colour"), sentence)


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
    if "colour" not in entry and "code" not in entry:
        found.append(Complaint(path, "a piece is told by its colour, or by a code on its top; both are missing"))
    if "colour" in entry:
        try:
            rgb(entry["colour"])
        except (TypeError, ValueError) as error:
            found.append(Complaint((*path, "colour"), str(error)))
    if "code" in entry:
        family = str(entry.get("dictionary", "")).removeprefix("DICT_").split("_")[0]
        if family not in MODULES_PER_CODE:
            expected = "a name such as DICT_4X4_50"
            found.append(
                Complaint((*path, "dictionary"), f"dictionary = {shown(entry.get('dictionary'))}; expected {expected}")
            )
        if not _is_length(entry.get("code_side_mm")):
            found.append(Complaint((*path, "code_side_mm"), "code_side_mm is missing: the black square's side in mm"))
    return found


def _is_length(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
