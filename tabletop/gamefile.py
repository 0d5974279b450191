"""One data file per game, from which printing, reading, the virtual table and the rules all take their facts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from tabletop.customfile import completed
from tabletop.dictionaries import modules_of
from tabletop.errors import UnreadableInput
from tabletop.filevalues import Complaint
from tabletop.filevalues import Rgb as Rgb
from tabletop.filevalues import hex_colour as hex_colour
from tabletop.filevalues import rgb as rgb
from tabletop.gameshape import complaints_about_shape
from tabletop.geometry import PointMm, both_ways, rectangle
from tabletop.lattice import Neighbourhoods
from tabletop.partentries import centred, each_part, strip_outline, tile_patches
from tabletop.partnames import kind_names, part_names
from tabletop.parts import NO_CODE, Code, ColourPatch, Part, details
from tabletop.schema import Mismatch
from tabletop.sections import GAME_FILE, PART, ArtSection, GameSections, PartEntry
from tabletop.shipped import TRIAL, game_folders, game_word, of_pieces, trial_file
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import warn_of_unknown

CUSTOM = "custom"
"""The rules of games that are told by their file alone."""


@dataclass(frozen=True, slots=True)
class CodeRange:
    """Which fiducial codes a game prints: dictionary, ids from `first` to `last`, and their usual size."""

    dictionary: str
    first: int
    last: int
    module_mm: float
    quiet_zone_mm: float

    @property
    def modules(self) -> int:
        """Modules along a code's side, the black border included."""
        return modules_of(self.dictionary)

    @property
    def side_mm(self) -> float:
        """Length of a code's side, the black border included."""
        return self.modules * self.module_mm


@dataclass(frozen=True, slots=True)
class PropertyGrid:
    """The lattice on which properties lie."""

    shape: str
    pitches_mm: tuple[float, float]
    """From the middle of a property to the next one's, to the right and down."""
    street_mm: float
    lot_mm: float

    @property
    def pitch_mm(self) -> float:
        """The smaller of both pitches, which parts of one cell fit whichever way they lie."""
        return min(self.pitches_mm)


@dataclass(frozen=True, slots=True)
class EntryParts:
    """A `[[parts]]` entry by its place in the file, and its parts."""

    index: int
    parts: Sequence[Part]

    def first(self, is_wrong: Callable[[Part], bool]) -> Part | None:
        """The first of its parts with a fault: the others are written in the same words."""
        return next(filter(is_wrong, self.parts), None)

    def complaint(self, part: Part, sentence: str, *needs: tuple[str, ...]) -> Complaint:
        """A complaint about one of its parts."""
        return Complaint(("parts", self.index), f"part {part.id}: {sentence}", needs=needs)


@dataclass(frozen=True, eq=False)
class GameFile:
    """A game as data.

    It is the same as itself alone, so that what is worked out for it can be kept (`load_game` reads each once).
    """

    name: str
    title: str
    rules: str
    players: tuple[int, int]
    options: Mapping[str, tuple[Any, ...]]
    codes: CodeRange
    grid: PropertyGrid
    parts: tuple[Part, ...]
    palette: Mapping[str, Rgb]
    sections: GameSections
    """The file's sections, what it left out filled in."""
    copies: tuple[int, ...] = ()
    """How many of the parts each `[[parts]]` entry stands for."""
    unknown: tuple[Complaint, ...] = ()
    """Keys of the file that nobody reads."""

    @property
    def plain_colours(self) -> Mapping[str, Rgb]:
        """The palette for plain pieces of any colour: where a printed one looks like the ground, another."""
        return {**self.palette, **self.sections.plain}

    @property
    def laid_of_tiles(self) -> bool:
        """Whether the ground is laid of neighbourhood tiles, as in Big City, in place of boards with cells."""
        return any(part.properties for part in self.parts)

    @property
    def of_pieces(self) -> bool:
        """Whether its rules are those of pieces on cells, `custom` or beyond: what its file leaves out is derived."""
        return of_pieces(self.rules)

    @cached_property
    def neighbourhoods(self) -> Neighbourhoods:
        """The tiles of which the ground is laid."""
        tiles = self.of_kind("tile")
        return Neighbourhoods({tile.number: tile.properties for tile in tiles if tile.number is not None})

    @cached_property
    def entries(self) -> tuple[EntryParts, ...]:
        """The file's entries in their order; after them a board that the file leaves out."""
        parts = iter(self.parts)
        return tuple(EntryParts(index, tuple(islice(parts, count))) for index, count in enumerate(self.copies))

    @cached_property
    def by_id(self) -> Mapping[str, Part]:
        """Part by its id."""
        return {part.id: part for part in self.parts}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Part id -> what people call it."""
        return part_names(self.parts)

    @cached_property
    def kind_names(self) -> Mapping[str, str]:
        """Kind of piece -> what people call it."""
        return kind_names(self.parts, self.names)

    def name_of_kind(self, kind: str) -> str:
        """A kind of piece as people call it; whatever is none stays as it is."""
        return self.kind_names.get(kind, kind)

    def name_of(self, what: str) -> str:
        """A part as people call it; whatever is no part stays as it is."""
        return self.names.get(what, what)

    @cached_property
    def by_code(self) -> Mapping[int, tuple[Part, Code]]:
        """Fiducial id -> the part that bears it and the code on it."""
        return {code.id: (part, code) for part in self.parts for code in part.codes}

    def of_kind(self, kind: str) -> tuple[Part, ...]:
        """All parts of a kind, in the file's order."""
        return tuple(part for part in self.parts if part.kind == kind)

    def piece(self, kind: str, size: int) -> Part:
        """The part for a piece as positions name it; KeyError where there is none of that size."""
        for part in self.parts:
            if part.piece == kind and len(part.cells) == size:
                return part
        raise KeyError(f"{kind} on {size} properties")


@lru_cache(maxsize=16)
def load_game(name: str) -> GameFile:
    """The game file of a shipped game by its name, or of a path that ends in `.toml`.

    It is read once: a file that is changed while a game runs must not change the game's rules in the middle.

    Raises UnreadableInput where there is no such game or the file is broken.
    """
    name = game_word(name)
    if name.endswith(".toml"):
        try:
            text = read_text(name)
            game = parse_game(text, folder=Path(name).parent, source=name)
            warn_of_unknown(game.unknown, text, name)
            return game
        except ValueError as error:
            raise UnreadableInput(f"{name}: {error}; `boardsight check {name}` says more") from error
    folder = game_folders().get(name)
    if folder is None and name != TRIAL:
        known = ", ".join(all_games())
        raise UnreadableInput(f"there is no game '{name}'; the games are {known}, or give a .toml file")
    file = trial_file() if folder is None else folder / "game.toml"
    return game_from(parsed_toml(file.read_text(encoding="utf-8"), name), None)  # ours: its shape is tested


def beside(path: str, named: str) -> str:
    """A game or board that a file names: one of ours, or a file beside it (else one in the current folder)."""
    there = Path(path).parent / named
    return str(there) if named.endswith(".toml") and (there.exists() or not Path(named).exists()) else named


def game_near(written: str, record: Path) -> str:
    """A record's game: the file of people's own as it was written, else beside the record or in the folder above.

    Raises UnreadableInput with the mend where it is nowhere there.
    """
    if not written.endswith(".toml") or Path(written).is_file():
        return written
    around = (record.parent.parent, record.parent)  # records lie in `out` in the folder where the game was begun
    names = dict.fromkeys((written, written.replace("\\", "/").rpartition("/")[2]))
    for found in (folder / name for name in names for folder in around):
        if found.is_file():
            return str(found)
    raise UnreadableInput(f"{record.name}: the game's file {written} is not here; put it beside the record")


def is_game(word: str) -> bool:
    """Whether a word names a game: one of ours, the tiny one to try, or a file."""
    return game_word(word) in all_games() or word.endswith(".toml")


def all_games() -> tuple[str, ...]:
    """Names of the games that come with Boardsight, and of the tiny one to try."""
    return (*shipped_games(), TRIAL)


def shipped_games() -> tuple[str, ...]:
    """Names of the games that come with Boardsight, each with rules of its own."""
    return tuple(game_folders())


def parse_game(text: str, *, folder: Path | None = None, source: str = "the game file") -> GameFile:
    """A game file's text as values; `folder` is where a board file that it names lies.

    Raises ValueError on what is missing or wrong, UnreadableInput for that board file and for what is no TOML.
    """
    raw = parsed_toml(text, source)
    found = complaints_about_shape(raw)
    for complaint in found:
        if not complaint.harmless:
            raise ValueError(complaint.sentence)
    return replace(game_from(raw, folder), unknown=tuple(found))


def game_from(raw: Mapping[str, Any], folder: Path | None) -> GameFile:
    """The game of a file as TOML about whose shape there are no complaints. Raises as `parse_game` does."""
    sections: GameSections = GAME_FILE.read(completed(raw, folder) if of_pieces(raw["game"]["rules"]) else raw, ())
    about, pitches = sections.game, both_ways(sections.grid.pitch_mm)
    grid = PropertyGrid(sections.grid.shape, pitches, sections.grid.street_mm, sections.grid.lot_mm or min(pitches))
    given = sections.codes
    quiet = given.module_mm if given.quiet_zone_mm is None else given.quiet_zone_mm
    codes = CodeRange(str(given.dictionary), given.first or 0, given.last or 0, given.module_mm or 0.0, quiet or 0.0)
    entries = [_parts(index, sections, codes, grid, folder) for index in range(len(sections.parts))]
    parts = tuple(chain(*entries))
    if folder is not None and about.rules in game_folders():  # which say it of each kind; older files do not
        kept = {part.kind: part.stands_on for part in load_game(about.rules).parts}
        parts = tuple(replace(part, stands_on=part.stands_on or kept.get(part.kind)) for part in parts)
    return GameFile(
        name=about.name,
        title=about.title,
        rules=about.rules,
        players=about.players,
        options=about.options,
        codes=codes,
        grid=grid,
        parts=parts,
        palette=sections.palette,
        sections=sections,
        copies=tuple(map(len, entries)),
    )


def _parts(
    index: int, sections: GameSections, codes: CodeRange, grid: PropertyGrid, folder: Path | None
) -> tuple[Part, ...]:
    """The parts of an entry. Raises Mismatch with its place among `[[parts]]` where one can't be made."""
    found = []
    for filled in each_part(sections.parts[index]):
        entry: PartEntry = PART.read(filled, ("parts", index))
        if folder is not None and entry.board is not None and entry.board.endswith(".toml"):
            entry = replace(entry, board=beside(str(folder / "game"), entry.board))
        attributes = {key: value for key, value in filled.items() if key not in (PART.keys or ())}
        try:
            found.append(_part(entry, attributes, codes, grid, sections.art))
        except ValueError as error:
            raise Mismatch(("parts", index), f"part {entry.id}: {error}") from error
    return tuple(found)


def _one_each(numbers: Sequence[int], key: str, count: int) -> Sequence[int]:
    """The part's numbers of codes, one for each place; ValueError where they are more or fewer."""
    if len(numbers) != count:
        raise ValueError(f"{key} has {len(numbers)} numbers; expected {count}")
    return numbers


def _part(
    entry: PartEntry, attributes: Mapping[str, Any], codes: CodeRange, grid: PropertyGrid, art: ArtSection
) -> Part:
    """A part with its outline, cells and codes worked out in its own frame."""
    pitch, properties, cells = grid.pitch_mm, entry.properties, entry.cells
    if len(set(grid.pitches_mm)) > 1 and (properties or len(cells) > 1):
        raise ValueError("it covers several cells, which only square ones can be; give [grid] pitch_mm one number")
    centres: tuple[PointMm, ...] = ()
    patches = tuple(ColourPatch(colour, (x, y), entry.patch_mm) for colour, x, y in entry.patches)
    if properties:
        rows, columns = len(properties), len(properties[0])
        outline = rectangle(columns * pitch, rows * pitch)
        centres = centred([(r, c) for r in range(rows) for c in range(columns)], pitch)
        corners = centred([(r, c) for r in range(rows - 1) for c in range(columns - 1)], pitch)
        numbers = _one_each(entry.crossing_codes, "crossing_codes", len(corners))
        printed = [Code(id_, centre, codes.side_mm) for id_, centre in zip(numbers, corners, strict=True)]
        own = tuple(ColourPatch(colour, at, art.patch_mm) for colour, at in tile_patches(properties, pitch, art))
        patches = own or patches
    elif cells:
        centres, numbers = centred(cells, pitch), _one_each(entry.cell_codes, "cell_codes", len(cells))
        if entry.width_mm is None or entry.width_mm <= 0:
            raise ValueError("its squares leave it no width; make [grid] pitch_mm larger")
        outline = strip_outline(cells, centres, entry.width_mm, entry.open_between)
        printed = [
            Code(id_, centre, codes.side_mm, cell=index)
            for index, (id_, centre) in enumerate(zip(numbers, centres, strict=True))
            if id_ != NO_CODE
        ]
    else:
        outline = entry.outline_mm or rectangle(*(entry.size_mm or (0.0, 0.0)))
        printed = [
            Code(code.id, code.centre_mm, codes.modules * (code.module_mm or codes.module_mm))
            for code in entry.codes
            if code.id is not None
        ]
    made = {
        "title": entry.id if entry.title is None else entry.title,
        "number": entry.property if entry.number is None else entry.number,
        "outline_mm": outline,
        "codes": tuple(printed),
        "patches": patches,
    }
    return Part(**{**details(entry), **made}, cell_centres_mm=centres, attributes=attributes)
