"""Plain pieces as data: what people's own blocks look like and which parts of a game they stand for."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

from tabletop.colournearness import PieceLook, looks_too_near, may_lie_alike
from tabletop.errors import UnreadableInput
from tabletop.filevalues import COLOUR, MOST_COPIES, Complaint, is_length, is_number, is_pair, lists, section
from tabletop.filevalues import complaints as shape_complaints
from tabletop.gamefile import GameFile, Rgb, beside, load_game
from tabletop.notation.text import to_toml
from tabletop.parts import Part
from tabletop.profiles import TAUGHT_COLOUR, ColourProfile, TaughtColour, parse_profile
from tabletop.schema import anything, list_of, shown
from tabletop.sections import Dictionary, Id, Mm, Name
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import warn_of_unknown

FOOTPRINT = lists("two lengths in mm: [20.0, 20.0]", lambda value: is_pair(value, is_length))
HEIGHT = anything("a length in mm, 0 for paper", lambda value: is_number(value) and value >= 0)


@dataclass(frozen=True, slots=True)
class PlainPiece:
    """One kind of piece: its part in the game file, colour, footprint (along, across), height, code on its top."""

    part: Name
    colour: Annotated[Rgb, COLOUR] | None
    size_mm: Annotated[tuple[float, float], FOOTPRINT]
    height_mm: Annotated[float, HEIGHT] | None
    """0 for paper; None where nobody told it, and the reader tries several."""
    dictionary: Dictionary | None = None
    code: Id | None = None
    code_side_mm: Mm | None = None
    taught: Name | None = None
    """Its colour's name in the profile of taught colours."""
    round: bool = False
    """A disc or a cylinder."""
    hole_mm: Annotated[tuple[float, float], FOOTPRINT] | None = None
    """The hole in its middle, as large as that; its ground shows there."""


@dataclass(frozen=True, slots=True)
class PiecesSection:
    """A set of pieces by itself: its game, and the profile of colours that it names."""

    name: Name
    game: Name
    title: Name | None = None
    colours: Name | None = None


@dataclass(frozen=True, slots=True)
class PiecesSections:
    """A pieces file."""

    pieces: Annotated[PiecesSection, section(PiecesSection, "[pieces]", more=False)]
    piece: Annotated[
        tuple[PlainPiece, ...], list_of(section(PlainPiece, "a piece", more=False), least=1, most=MOST_COPIES)
    ]
    colour: Annotated[tuple[TaughtColour, ...], list_of(TAUGHT_COLOUR, least=1)] = ()


PIECES_FILE = section(PiecesSections, "a pieces file")


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
    about = PiecesSection(pieces.name, pieces.game, pieces.title)
    return to_toml(PIECES_FILE.write(PiecesSections(about, pieces.pieces, pieces.colours)))


def load_pieces(path: str) -> PieceSet:
    """A pieces file. Raises UnreadableInput with the first complaint."""
    text = read_text(path)
    raw = parsed_toml(text, path)
    found = complaints_about(raw, path)
    for one in found:
        if not one.harmless:
            raise UnreadableInput(f"{path}: {one.sentence}; `boardsight check {path}` says more")
    warn_of_unknown(found, text, path)
    return pieces_of(raw, path)


def pieces_of(raw: Mapping[str, Any], path: str) -> PieceSet:
    """The content of the pieces file at `path`, about which there are no complaints."""
    file: PiecesSections = PIECES_FILE.read(raw, ())
    about = file.pieces
    return PieceSet(
        about.name, about.title or about.name, beside(path, about.game), file.piece, _taught_colours(file, path)
    )


def _taught_colours(file: PiecesSections, path: str) -> tuple[TaughtColour, ...]:
    """The colours that stand in a pieces file or in the profile that it names. Raises UnreadableInput."""
    if file.pieces.colours is None:
        return file.colour
    profile = str(Path(path).parent / file.pieces.colours)
    return file.colour + parse_profile(read_text(profile), ColourProfile, profile).colours


def _about_taught(file: PiecesSections, path: str) -> Iterator[Complaint]:
    """Pieces that name a colour that was not taught; one whose colour is told as well may do without."""
    try:
        names = {colour.name for colour in _taught_colours(file, path)}
    except UnreadableInput as error:
        yield Complaint(("pieces", "colours"), str(error))
        return
    profile = file.pieces.colours or "the file"
    for index, piece in enumerate(file.piece):
        if piece.taught not in (None, *names) and (names or piece.colour is None):
            yield Complaint(
                ("piece", index, "taught"),
                f"{piece.part} names the taught colour '{piece.taught}', which {profile} does not have; "
                f"its colours are {', '.join(sorted(names)) or 'none'}",
            )


def complaints_about(raw: Mapping[str, Any], path: str) -> list[Complaint]:
    """Why the content of the pieces file at `path` can't be used; empty where it can."""
    unknown = list(shape_complaints(PIECES_FILE, raw))
    if any(not one.harmless for one in unknown):
        return unknown
    file: PiecesSections = PIECES_FILE.read(raw, ())
    try:
        game = load_game(beside(path, file.pieces.game))
    except UnreadableInput as error:
        return [*unknown, Complaint(("pieces", "game"), str(error))]
    found, seen = list[Complaint](), set[str]()
    for index, piece in enumerate(file.piece):
        found += _about(("piece", index), piece, game.by_id)
        if piece.part in seen:
            found.append(Complaint(("piece", index, "part"), f"'{piece.part}' is described twice"))
        seen.add(piece.part)
    return unknown + (found or [*_about_taught(file, path)] or [*_too_near(file.piece, game)])


def _too_near(pieces: Sequence[PlainPiece], game: GameFile) -> Iterator[Complaint]:
    """Described pieces without codes of one size and shape whose colours a camera would take for one another."""
    plain = [
        (index, PieceLook(piece.part, piece.colour, piece.size_mm[0] * piece.size_mm[1]))
        for index, piece in enumerate(pieces)
        if piece.code is None and piece.colour is not None and piece.taught is None
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


def _about(path: tuple[str, int], piece: PlainPiece, known: Collection[str]) -> list[Complaint]:
    found: list[Complaint] = []
    if piece.part not in known:
        found.append(Complaint((*path, "part"), f"{shown(piece.part)} is no part; expected {', '.join(known)}"))
    if piece.colour is None and piece.code is None and piece.taught is None:
        found.append(Complaint(path, "a piece is told by its colour, or by a code on its top; both are missing"))
    for key, expected in (
        ("dictionary", "a name such as DICT_4X4_50"),
        ("code_side_mm", "the square's side"),
        ("height_mm", "a length in mm, 0 for paper"),
    ):
        if piece.code is not None and getattr(piece, key) is None:
            found.append(Complaint(path, f"{key} is missing beside code; expected {expected}"))
    return found
