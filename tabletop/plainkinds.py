"""Plain pieces as reader and virtual table take them: for each part its colour, its footprint and its height."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import cos, pi, sin

from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PolygonMm, RectangleMm, bounding_box, outline_of, rectangle
from tabletop.parts import Part
from tabletop.piecefile import PieceSet, PlainPiece, load_pieces
from tabletop.profiles import ColourProfile, TaughtColour, parse_profile
from tabletop.textfiles import read_text

PALETTE = "palette"
"""In place of a pieces file: every part as a plain piece in a colour of the game file and of the printed size."""
PLAIN_KINDS = ("piece", "building", "streetcar", "puck", "citizen", "landmark", "zone", "tile")
"""Kinds of parts that a plain piece may stand for, beside what stands on score tracks; tiles of Big City lie below, and
are no pieces."""
ROUND_CORNERS = 16


@dataclass(frozen=True, slots=True)
class PlainKind:
    """One kind of plain piece: the part it stands for, and how it looks from above in the part's own frame."""

    part: Part
    colour: Rgb | TaughtColour
    """As people wrote it down or as the palette has it, or as it was measured."""
    outline_mm: PolygonMm
    width_mm: float
    """Width of the piece across its cells' middles."""
    height_mm: float | None
    """None where nobody told it."""
    hole_mm: tuple[float, float] | None = None
    """The hole in the middle of each of its places."""
    shown: Rgb | None = None
    """A measured colour as screens show it, where the file says so."""


def plain_kinds(pieces: PieceSet, game: GameFile) -> tuple[PlainKind, ...]:
    """The pieces without codes of a set, as they look, but for parts that the game does not have or leaves out."""
    taught = {colour.name: colour for colour in pieces.colours}
    found = []
    for piece in pieces.pieces:
        colour: Rgb | TaughtColour | None = taught.get(piece.taught or "", piece.colour)
        if piece.code is not None or colour is None or piece.part not in game.by_id.keys() - pieces.left_out:
            continue
        part = game.by_id[piece.part]
        outline, width = footprint_of(piece, part, game)
        found.append(PlainKind(part, colour, outline, width, piece.height_mm, piece.hole_mm, piece.colour))
    return tuple(found)


def pieces_for(word: str, game: GameFile) -> PieceSet:
    """The pieces that a word on the command line names: a pieces file, a profile of taught colours, or `palette`.

    Raises UnreadableInput where the file is neither, or its names mean no part of the game.
    """
    if word == PALETTE:
        return palette_pieces(game)
    if 'format = "boardsight-colours/' in read_text(word)[:400]:
        return taught_pieces(parse_profile(read_text(word), ColourProfile, word), game, word)
    return load_pieces(word)


def game_of_pieces(word: str) -> str | None:
    """The game for which a pieces file or a profile was made; None for `palette`."""
    if word == PALETTE:
        return None
    if 'format = "boardsight-colours/' in read_text(word)[:400]:
        return parse_profile(read_text(word), ColourProfile, word).game
    return load_pieces(word).game


def palette_pieces(game: GameFile) -> PieceSet:
    """Every piece of the game as a plain one, as large as it is printed, height untold.

    It has its printed colour, or the one that the game file has for plain pieces in its place (`[plain]`). A token
    without a code is read by its printed colour in any case, and stays as it is.
    """
    colours = game.plain_colours
    parts = [part for part in plain_parts(game) if part.colour in colours and (part.codes or not part.on_track)]
    pieces = tuple(PlainPiece(part.id, colours[part.colour], part.size_mm, None) for part in parts)
    return PieceSet(PALETTE, game.title, game.name, pieces)


def taught_pieces(profile: ColourProfile, game: GameFile, source: str) -> PieceSet:
    """Pieces from taught colours alone: a name is a part's id, a kind, a player, or a colour of the game's palette.

    The footprint tells the pieces' width; the longer side follows from the part. Raises UnreadableInput where a name
    means none of these.
    """
    pieces: dict[str, PlainPiece] = {}
    for colour in profile.colours:
        meant = parts_meant(colour.name, game)
        if not meant:
            raise UnreadableInput(
                f"{source}: '{colour.name}' is no part, kind, player or colour of {game.title}; teach the pieces under "
                "such names, or write a pieces file that says which part each colour is: boardsight new pieces NAME"
            )
        for part in meant:
            size = part.size_mm if not any(colour.footprint_mm) else _spread(part, colour.footprint_mm, game)
            if part.id not in pieces or colour.name == part.id:
                pieces[part.id] = PlainPiece(part.id, None, size, None, taught=colour.name)
    return PieceSet(source, game.title, game.name, tuple(pieces.values()), profile.colours)


def plain_parts(game: GameFile) -> list[Part]:
    """The game's parts for which a plain piece may stand."""
    return [part for part in game.parts if (part.kind in PLAIN_KINDS and not part.properties) or part.on_track]


def parts_meant(name: str, game: GameFile) -> list[Part]:
    """The parts that a taught name may mean, the narrowest meaning first."""
    parts = plain_parts(game)
    words: tuple[Callable[[Part], object], ...] = (
        lambda part: part.id,
        lambda part: part.piece,
        lambda part: part.player,
        lambda part: part.colour,
        lambda part: part.kind,
    )
    for word in words:
        meant = [part for part in parts if word(part) == name]
        if meant:
            return meant
    return []


def _spread(part: Part, footprint_mm: tuple[float, float], game: GameFile) -> tuple[float, float]:
    """The bounding box of a part of this width, as printed."""
    if not part.cells:
        return footprint_mm
    rows, columns = _extent(part)
    width, pitch = footprint_mm[1], game.grid.pitch_mm
    return ((columns - 1) * pitch + width, (rows - 1) * pitch + width)


def _extent(part: Part) -> tuple[int, int]:
    return (max(row for row, _ in part.cells) + 1, max(column for _, column in part.cells) + 1)


def footprint_of(piece: PlainPiece, part: Part, game: GameFile) -> tuple[PolygonMm, float]:
    """A piece's outline in the part's frame, and the width across its cells."""
    if piece.round:
        return _disc(piece.size_mm), min(piece.size_mm)
    if len(part.cells) < 2:
        return rectangle(*piece.size_mm), min(piece.size_mm)
    rows, columns = _extent(part)
    (width, height), pitch = piece.size_mm, game.grid.pitch_mm
    if (width > height) != (columns > rows) and rows != columns:
        width, height = height, width  # people measure along the piece, the part may stand upright
    if rows == 1 or columns == 1:
        return rectangle(width, height), min(width, height)
    across = max(4.0, (width - (columns - 1) * pitch + height - (rows - 1) * pitch) / 2)
    return outline_of(list(_limbs(part, across))), across


def _limbs(part: Part, width_mm: float) -> Iterable[RectangleMm]:
    """Rectangles of that width over each cell and between neighbours, but where the part is open."""
    half = width_mm / 2
    centres = dict(zip(part.cells, part.cell_centres_mm, strict=True))
    for (row, column), (x, y) in centres.items():
        yield (x - half, y - half, x + half, y + half)
        for other in ((row, column + 1), (row + 1, column)):
            if other in centres and {(row, column), other} != set(part.open_between):
                yield (x - half, y - half, centres[other][0] + half, centres[other][1] + half)
        square = [(row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if not part.open_between and all(cell in centres for cell in square):
            yield (x, y, *centres[square[-1]])


def _disc(size_mm: tuple[float, float]) -> PolygonMm:
    """A round piece's outline."""
    steps = [2 * pi * index / ROUND_CORNERS for index in range(ROUND_CORNERS)]
    return tuple((size_mm[0] / 2 * cos(angle), size_mm[1] / 2 * sin(angle)) for angle in steps)


def box_mm(kind: PlainKind) -> tuple[float, float]:
    """Width and height of the outline's bounding box."""
    left, top, right, bottom = bounding_box(kind.outline_mm)
    return (right - left, bottom - top)
