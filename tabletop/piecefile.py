"""Plain pieces as data: what people's own blocks look like and which parts of a game they stand for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tabletop.colournearness import PieceLook, looks_too_near, may_lie_alike
from tabletop.complaints import Complaint
from tabletop.errors import UnreadableInput
from tabletop.filevalues import (
    COLOUR,
    DICTIONARY,
    ID,
    LENGTH,
    MOST_COPIES,
    NAME,
    is_length,
    is_number,
    is_pair,
    optional,
    section,
)
from tabletop.filevalues import complaints as shape_complaints
from tabletop.gamefile import GameFile, Rgb, beside, hex_colour, load_game, rgb
from tabletop.notation.text import to_toml
from tabletop.parts import Part
from tabletop.profiles import TAUGHT_COLOUR, ColourProfile, TaughtColour, parse_profile
from tabletop.schema import Key, anything, flag, list_of, shown
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import unknown_keys, warn_of_unknown

PIECE = section(
    "a piece",
    {
        "part": Key(NAME),
        "size_mm": Key(anything("two lengths in mm: [20.0, 20.0]", lambda value: is_pair(value, is_length))),
        **optional(
            {
                "height_mm": anything("a length in mm, 0 for paper", lambda value: is_number(value) and value >= 0),
                "hole_mm": anything("two lengths in mm: [20.0, 20.0]", lambda value: is_pair(value, is_length)),
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
            section(
                "[pieces]",
                {"name": Key(NAME), "game": Key(NAME), **optional({"title": NAME, "colours": NAME})},
                more=False,
            )
        ),
        "piece": Key(list_of(PIECE, least=1, most=MOST_COPIES)),
        **optional({"colour": list_of(TAUGHT_COLOUR, least=1)}),
    },
)


@dataclass(frozen=True, slots=True)
class PlainPiece:
    """One kind of piece: its part in the game file, colour, footprint (along, across), height, code on its top."""

    part: str
    colour: Rgb | None
    size_mm: tuple[float, float]
    height_mm: float | None
    """0 for paper; None where nobody told it, and the reader tries several."""
    dictionary: str | None = None
    code: int | None = None
    code_side_mm: float | None = None
    taught: str | None = None
    """Its colour's name in the profile of taught colours."""
    round: bool = False
    """A disc or a cylinder."""
    hole_mm: tuple[float, float] | None = None
    """The hole in its middle, as large as that; its ground shows there."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A pieces file."""

    name: str
    title: str
    game: str
    pieces: tuple[PlainPiece, ...]
    colours: tuple[TaughtColour, ...] = ()
    """Colours as `boardsight calibrate` measured them, for pieces that name one."""
    left_out: frozenset[str] = frozenset()
    """Parts that are not in play: nobody looks for them."""

    @property
    def uncoded(self) -> frozenset[str]:
        """The parts whose pieces bear no code."""
        return frozenset(piece.part for piece in self.pieces if piece.code is None)


def pieces_text(pieces: PieceSet) -> str:
    """The set as a pieces file in which everything stands, taught colours too; `load_pieces` gives the pieces back."""
    entries = []
    for piece in pieces.pieces:
        colour = None if piece.colour is None else hex_colour(piece.colour)
        values: dict[str, Any] = {
            "part": piece.part,
            "colour": colour,
            "taught": piece.taught,
            "size_mm": list(piece.size_mm),
            "height_mm": piece.height_mm,
            "round": piece.round or None,
            "hole_mm": None if piece.hole_mm is None else list(piece.hole_mm),
            "dictionary": piece.dictionary,
            "code": piece.code,
            "code_side_mm": piece.code_side_mm,
        }
        entries.append({key: value for key, value in values.items() if value is not None})
    about = {"name": pieces.name, "title": pieces.title, "game": pieces.game}
    colours = [TAUGHT_COLOUR.write(colour) for colour in pieces.colours]
    return to_toml({"pieces": about, "piece": entries, **({"colour": colours} if colours else {})})


def load_pieces(path: str) -> PieceSet:
    """A pieces file. Raises UnreadableInput with the first complaint."""
    text = read_text(path)
    raw = parsed_toml(text, path)
    if complaints := complaints_about(raw, path):
        raise UnreadableInput(f"{path}: {complaints[0].sentence}; `boardsight check {path}` says more")
    warn_of_unknown(unknown_keys(PIECES_FILE, raw), text, path)
    return pieces_of(raw, path)


def pieces_of(raw: Mapping[str, Any], path: str) -> PieceSet:
    """The content of the pieces file at `path`, about which there are no complaints."""
    about = raw["pieces"]
    pieces = tuple(
        PlainPiece(
            part=entry["part"],
            colour=rgb(entry["colour"]) if "colour" in entry else None,
            size_mm=(float(entry["size_mm"][0]), float(entry["size_mm"][1])),
            height_mm=float(entry["height_mm"]) if "height_mm" in entry else None,
            dictionary=entry.get("dictionary"),
            code=entry.get("code"),
            code_side_mm=entry.get("code_side_mm"),
            taught=entry.get("taught"),
            round=entry.get("round", False),
            hole_mm=None if "hole_mm" not in entry else (float(entry["hole_mm"][0]), float(entry["hole_mm"][1])),
        )
        for entry in raw["piece"]
    )
    title, game = about.get("title", about["name"]), beside(path, about["game"])
    return PieceSet(about["name"], title, game, pieces, _taught_colours(raw, path))


def _taught_colours(raw: Mapping[str, Any], path: str) -> tuple[TaughtColour, ...]:
    """The colours that stand in a pieces file or in the profile that it names. Raises UnreadableInput."""
    colours: tuple[TaughtColour, ...] = tuple(TAUGHT_COLOUR.read(entry, ()) for entry in raw.get("colour", ()))
    if "colours" not in raw["pieces"]:
        return colours
    profile = str(Path(path).parent / raw["pieces"]["colours"])
    return colours + parse_profile(read_text(profile), ColourProfile, profile).colours


def _about_taught(raw: Mapping[str, Any], path: str) -> Iterator[Complaint]:
    """Pieces that name a colour that was not taught; one whose colour is told as well may do without."""
    try:
        names = {colour.name for colour in _taught_colours(raw, path)}
    except UnreadableInput as error:
        yield Complaint(("pieces", "colours"), str(error))
        return
    profile = raw["pieces"].get("colours", "the file")
    for index, entry in enumerate(raw["piece"]):
        if entry.get("taught", None) not in (None, *names) and (names or "colour" not in entry):
            yield Complaint(
                ("piece", index, "taught"),
                f"{entry['part']} names the taught colour '{entry['taught']}', which {profile} does not have; "
                f"its colours are {', '.join(sorted(names)) or 'none'}",
            )


def complaints_about(raw: Mapping[str, Any], path: str) -> list[Complaint]:
    """Why the content of the pieces file at `path` can't be used; empty where it can."""
    if found := list(shape_complaints(PIECES_FILE, raw)):
        return found
    try:
        game = load_game(beside(path, raw["pieces"]["game"]))
    except UnreadableInput as error:
        return [Complaint(("pieces", "game"), str(error))]
    entries = raw["piece"]
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        found += _about(("piece", index), entry, game.by_id)
        if entry["part"] in seen:
            found.append(Complaint(("piece", index, "part"), f"'{entry['part']}' is described twice"))
        seen.add(entry["part"])
    return found or [*_about_taught(raw, path)] or [*_too_near(entries, game)]


def _too_near(entries: list[Mapping[str, Any]], game: GameFile) -> Iterator[Complaint]:
    """Described pieces without codes of one size and shape whose colours a camera would take for one another."""
    plain = [
        (index, PieceLook(entry["part"], rgb(entry["colour"]), entry["size_mm"][0] * entry["size_mm"][1]))
        for index, entry in enumerate(entries)
        if "code" not in entry and "colour" in entry and "taught" not in entry
    ]
    parts = {look.name: game.by_id[look.name] for _, look in plain}
    shapes = {name: shape_of(part) for name, part in parts.items()}
    for (_, one), (index, other) in combinations(plain, 2):
        if shapes[one.name] != shapes[other.name] or not may_lie_alike(parts[one.name], parts[other.name], game):
            continue
        sentence = looks_too_near(one, other)
        if sentence is not None:
            yield Complaint(("piece", index, "colour"), sentence)


def shape_of(part: Part) -> tuple[tuple[int, int], ...]:
    """The cells of a part in the first of its four turns; the same for parts of one shape."""
    turned, cells = [], list(part.cells)
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        top, left = (min(values) for values in zip(*cells, strict=True)) if cells else (0, 0)
        turned.append(tuple(sorted((row - top, column - left) for row, column in cells)))
    return min(turned)


def _about(path: tuple[str, int], entry: Mapping[str, Any], known: Mapping[str, Any]) -> list[Complaint]:
    found: list[Complaint] = []
    if entry["part"] not in known:
        found.append(Complaint((*path, "part"), f"{shown(entry['part'])} is no part; expected {', '.join(known)}"))
    if not {"colour", "code", "taught"} & entry.keys():
        found.append(Complaint(path, "a piece is told by its colour, or by a code on its top; both are missing"))
    if "code" in entry:
        for key, expected in (
            ("dictionary", "a name such as DICT_4X4_50"),
            ("code_side_mm", "the square's side"),
            ("height_mm", "a length in mm, 0 for paper"),
        ):
            if key not in entry:
                found.append(Complaint(path, f"{key} is missing beside code; expected {expected}"))
    return found
