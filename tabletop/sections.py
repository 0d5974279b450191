"""The schema of people's game and board files, TOML: their sections as values, each key with what it may hold.

`tabletop.filevalues` makes the kinds of tables of these classes; whoever loads a file tells first everything that is
wrong with it and then reads the values. A key without a default must be there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from tabletop import filevalues as kinds
from tabletop.filevalues import Rgb, choice, mapping, needing, section
from tabletop.geometry import PointMm, PolygonMm
from tabletop.pieces import sections as play
from tabletop.schema import REQUIRED, FieldKind, Key, anything, list_of, whole
from tabletop.shipped import of_pieces

Mm = Annotated[float, kinds.LENGTH]
Point = Annotated[PointMm, kinds.POINT]
Size = Annotated[tuple[float, float], kinds.SIZE]
Name = Annotated[str, kinds.NAME]
Line = Annotated[str, kinds.LINE]
Paragraph = Annotated[str, kinds.PARAGRAPH]
Words = Annotated[tuple[str, ...], kinds.WORDS]
Id = Annotated[int, kinds.ID]
Count = Annotated[int, whole(1, kinds.MOST_COPIES)]
Dictionary = Annotated[str, kinds.DICTIONARY]
Palette = Annotated[Mapping[str, Rgb], mapping(kinds.COLOUR)]
Cells = tuple[tuple[int, int], ...]
Tables = tuple[Mapping[str, Any], ...]
WHEN = mapping(list_of(anything("a value of that option", lambda value: kinds.is_line(value) or type(value) is bool)))
When = Annotated[Mapping[str, tuple[Any, ...]], WHEN]
"""Of a part, card, sticker or aid: with which values of which options it is needed; empty means always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridSection:
    """The lattice of places."""

    shape: Annotated[Literal["square", "hex"], choice("square", "hex")] = "square"
    names: Annotated[Literal["rows-from-top", "ranks-from-bottom"], choice("rows-from-top", "ranks-from-bottom")] = (
        "rows-from-top"
    )
    rows: Annotated[int, whole(1, 99)] = 0
    columns: Annotated[int, whole(1, 26)] = 0
    pitch_mm: Annotated[float | tuple[float, float], kinds.PITCH]
    first_cell_mm: Point | None = None
    """Middle of the upper left cell, counted from the board's upper left corner."""
    place: Annotated[str, choice("cell", "square")] = "cell"
    """How places on boards are called: `cell:Ann:C4`, on a chess board `square:e4`."""
    street_mm: Annotated[float, kinds.LENGTH_OR_NONE] = 0.0
    lot_mm: Mm | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainSection:
    """What lies on a board's cells: a drawing, one string a row."""

    key: Annotated[Mapping[str, str], mapping(kinds.NAME)] = field(default_factory=dict)
    """Letter -> terrain, beside those that every file knows."""
    rows: Words | None = None
    river: Words = ()
    sticker_cells: Words = ()
    icons: Annotated[Mapping[str, str], mapping(kinds.NAME)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TapedCode:
    """A code of a part, or one that was taped on a board; its middle counts from the board's upper left corner."""

    centre_mm: Point
    id: Id | None = None
    side_mm: Mm | None = None
    module_mm: Mm | None = None


CODE = section(TapedCode, "a code")
CODES_OF_PART = replace(
    list_of(CODE, most=99), shape="any", expected="[{ centre_mm = [0.0, 0.0] }], counted from the part's middle"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodesSection:
    """Which fiducial codes are printed, and on a board made elsewhere where each was taped on."""

    dictionary: Dictionary | None = None
    first: Id | None = None
    last: Id | None = None
    module_mm: Mm | None = None
    quiet_zone_mm: Annotated[float, kinds.LENGTH_OR_NONE] | None = None
    side_mm: Mm | None = None
    at: Annotated[tuple[TapedCode, ...], list_of(CODE, most=99)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSection:
    """A board by itself."""

    name: Name = ""
    title: Name | None = None
    game: Name = "custom"
    side: Name | None = None
    """Which of its game's sides it stands for, `episode-1` for example."""
    seat: Count | None = None
    """Whose board it is, counted from 1; None where every player has one like it."""
    size_mm: Size | None = None
    track_mm: Annotated[tuple[float, float, float, float], kinds.AREA] | None = None
    """Left, top, width and height of its score track, of so many spaces."""
    track_rows: Annotated[int, whole(1, 99)] = 3
    track_columns: Annotated[int, whole(1, 99)] = 17
    demo: bool = False
    """Our own design, since the published one is not known to us."""
    background: Name | None = None


GRID = section(GridSection, "[grid]")
TERRAIN = section(TerrainSection, "[terrain]")
CODES = section(CodesSection, "[codes]")
BOARD = section(BoardSection, "[board]")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSections:
    """A board file, and a board in a game file."""

    board: Annotated[BoardSection, needing(BOARD, "name")]
    grid: Annotated[GridSection, needing(GRID, "rows", "columns")]
    terrain: Annotated[TerrainSection, TERRAIN] = TerrainSection()
    codes: Annotated[CodesSection, CODES] = CodesSection()
    palette: Palette = field(default_factory=dict)


BOARD_FILE = section(BoardSections, "a board file")


@dataclass(frozen=True, slots=True, kw_only=True)
class AidRow:
    """A row of a summary sheet."""

    needs: Paragraph
    title: Line = ""
    worth: Line = ""
    icon: Name | None = None
    piece: Name | None = None
    colour: Name | None = None


AID_ROWS = list_of(section(AidRow, "a row"), most=99)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackGrid:
    """The spaces of a score track, from space 0, in the frame of what bears it."""

    columns: Annotated[int, whole(1, 99)]
    rows: Annotated[int, whole(1, 99)]
    first_mm: Point
    step_mm: Point

    @property
    def middles_mm(self) -> PolygonMm:
        """The middles of all spaces."""
        (x, y), (right, down) = self.first_mm, self.step_mm
        return tuple((x + column * right, y + row * down) for row in range(self.rows) for column in range(self.columns))


@dataclass(frozen=True, slots=True, kw_only=True)
class PartEntry:
    """A `[[parts]]` entry once the names in braces are filled in (`partentries`); what one must have: `gameshape`."""

    id: Name = ""
    each: Annotated[Mapping[str, Any], mapping(kinds.CHOICES)] = field(default_factory=dict)
    when: When = field(default_factory=dict)
    kind: Name = ""
    title: Line | None = None
    colour: Name = ""
    icon: Name | None = None
    count: Count = 1
    number: Annotated[int, whole(0, 999)] | None = None
    piece: Name | None = None
    properties: Annotated[tuple[tuple[int, ...], ...], kinds.PROPERTIES] = ()
    crossing_codes: Annotated[tuple[int, ...], list_of(kinds.ID, most=kinds.MOST_CELLS)] = ()
    cells: Annotated[Cells, kinds.CELLS] = ()
    cell_codes: Annotated[tuple[int, ...], list_of(whole(-1, kinds.LARGEST_ID), most=kinds.MOST_CELLS)] = ()
    first_code: Id | None = None
    open_between: Annotated[Cells, kinds.TWO_CELLS] = ()
    height_mm: Annotated[float, kinds.THICKNESS] = 0.3
    width_mm: Mm | None = None
    size_mm: Size | None = None
    outline_mm: Annotated[PolygonMm, kinds.OUTLINE] | None = None
    codes: Annotated[tuple[TapedCode, ...], CODES_OF_PART] = ()
    spot_mm: Point | None = None
    patches: Annotated[tuple[tuple[str, float, float], ...], kinds.PATCHES] = ()
    patch_mm: Mm = 0.0
    anchor_mm: Point | None = None
    board: Name | None = None
    dictionary: Dictionary | None = None
    corner: Name | None = None
    tags: Words = ()
    player: Name | None = None
    module: Name | None = None
    type: Name | None = None
    level: Annotated[int, whole(0, 99)] | None = None
    value: Annotated[int, whole(-999, 999)] | None = None
    per_player: Count | None = None
    stands_on: Annotated[str, choice("track", "parts", "street")] | None = None
    terrain: Name | None = None
    notes: Paragraph = ""
    rows: Annotated[tuple[AidRow, ...], AID_ROWS] = ()
    spaces: Annotated[TrackGrid, section(TrackGrid, "spaces")] | None = None
    building: Name | None = None
    difficulty: Line | None = None
    of: Name | None = None
    property: Id | None = None
    tile: Id | None = None
    title_de: Line = ""
    says: Paragraph = ""
    says_de: Paragraph = ""


PART = section(PartEntry, "a part")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntry:
    """A `[[cards]]` entry: one card, or with `set` a card for each property or for each of some pieces."""

    when: When = field(default_factory=dict)
    set: Annotated[str, choice("properties", "pieces")] | None = None
    stacks: Annotated[Mapping[str, int], mapping(kinds.ID)] = field(default_factory=dict)
    """Piece -> the stack in which its card lies."""
    id: Name | None = None
    title: Line | None = None
    colour: Name = "ink"
    size_mm: Size = (44.0, 68.0)  # Mini Euro: sleeves are sold everywhere
    count: Count = 1
    difficulty: Line | None = None
    module: Line | None = None
    building: Name | None = None
    icon: Name | None = None
    of: Name | None = None
    per_player: Count | None = None
    piece: Name | None = None
    player: Name | None = None
    property: Id | None = None
    tile: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AidEntry:
    """An `[[aids]]` entry: a summary sheet for each player."""

    title: Line
    size_mm: Size
    notes: Paragraph = ""
    when: When = field(default_factory=dict)
    rows: Annotated[tuple[AidRow, ...], AID_ROWS]
    per_player: Count | None = None
    player: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StickerEntry:
    """A `[[stickers]]` entry."""

    terrain: Name
    colour: Name
    when: When = field(default_factory=dict)
    title: Line | None = None
    count: Count = 1
    per_player: Count | None = None
    icon: Name | None = None
    player: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtSection:
    """What neighbourhoods are drawn with; a reader looks for it."""

    disc_radius_mm: Mm = 0.0
    number_radius_mm: Mm = 0.0
    ring_outer_radius_mm: Mm = 0.0
    rail_offset_mm: Mm = 0.0
    rail_width_mm: Mm = 0.0
    rail_length_mm: Mm = 0.0
    patch_mm: Mm = 0.0
    patch_depth_mm: Mm = 0.0
    patch_step_mm: Mm = 0.0
    patches: Annotated[tuple[tuple[str, ...], ...], list_of(kinds.WORDS, least=1, most=99)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintSection:
    """How a game is printed."""

    titles: Annotated[Mapping[str, str], mapping(kinds.LINE)] = field(default_factory=dict)
    """Group of parts -> its document's title."""
    houses: Annotated[Mapping[str, float], mapping(kinds.LENGTH)] = field(default_factory=dict)
    """Piece -> height of the paper house that may stand for it, in mm."""
    one_sheet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSection:
    """A game by itself; the last seven are of games that are told by their file alone."""

    name: Annotated[str, kinds.FILE_NAME]
    title: Name
    rules: Name
    players: Annotated[tuple[int, int], kinds.PLAYERS]
    options: Annotated[Mapping[str, tuple[Any, ...]], mapping(kinds.OPTION)] = field(default_factory=dict)
    demo: bool = False
    counts_for_cells: Annotated[int, whole(1, 999)] | None = None
    """On boards with more cells than these there are more sets of the parts."""
    turns: Annotated[Literal["in-order", "free", "together"], choice("in-order", "free", "together")] = "in-order"
    passing: Annotated[Literal["always", "stuck", "never"], choice("always", "stuck", "never")] = "stuck"
    """`stuck`: only who can place nothing."""
    mirror: bool = False
    removing: bool = False
    board: Name | None = None
    rounds: Annotated[int, whole(1, 99)] | None = None
    forward: Annotated[Mapping[str, str], mapping(choice(*play.DIRECTIONS))] = field(default_factory=dict)
    """Colour -> which way its player looks over the board."""


ART = section(ArtSection, "[art]")
CUSTOM_KEYS = ("turns", "passing", "mirror", "removing", "board", "rounds", "forward")
GAME = section(GameSection, "[game]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupSection:
    """What lies on a board's cells when the game begins: a drawing, one string a row."""

    key: Annotated[Mapping[str, str], mapping(kinds.NAME)] = field(default_factory=dict)
    """Letter -> part."""
    rows: Words = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSections:
    """A game file. Parts are filled in before they are read, terms and conditions are the rules' to read."""

    game: Annotated[GameSection, GAME]
    codes: Annotated[CodesSection, CODES] = CodesSection()
    grid: Annotated[GridSection, GRID]
    terrain: Annotated[TerrainSection, TERRAIN] = TerrainSection()
    palette: Palette = field(default_factory=dict)
    palette_before: Palette = field(default_factory=dict)
    """Colours of sheets that were printed before the palette was changed; a reader takes them for the same."""
    plain: Palette = field(default_factory=dict)
    """Colours of plain pieces, where a printed one looks like the ground."""
    parts: Annotated[Tables, list_of(kinds.open_table("a part"), least=1, most=kinds.MOST_COPIES)]
    boards: Annotated[tuple[BoardSections, ...], list_of(BOARD_FILE, most=99)] = ()
    board: Annotated[BoardSection, BOARD] | None = None
    cards: Annotated[tuple[CardEntry, ...], list_of(section(CardEntry, "a card"), most=kinds.MOST_COPIES)] = ()
    option_words: Annotated[Mapping[str, str], mapping(kinds.LINE)] = field(default_factory=dict)
    how_to_play: Annotated[Mapping[str, str], mapping(kinds.PARAGRAPH)] = field(default_factory=dict)
    """A text for each language."""
    terms: Annotated[Tables, list_of(kinds.open_table("a term"), most=kinds.MOST_COPIES)] = ()
    conditions: Annotated[Tables, list_of(kinds.open_table("a condition"), most=kinds.MOST_COPIES)] = ()
    setup: Annotated[SetupSection, section(SetupSection, "[setup]")] = SetupSection()
    words: Annotated[Mapping[str, Any], play.WORDS] = field(default_factory=dict)
    moves: Annotated[Mapping[str, Any], play.MOVES] = field(default_factory=dict)
    score: Annotated[Mapping[str, Any], play.SCORE] = field(default_factory=dict)
    ends: Annotated[Tables, play.ENDS] = ()
    counters: Annotated[Mapping[str, Any], play.COUNTERS] = field(default_factory=dict)
    lists: Annotated[Mapping[str, Any], play.LISTS] = field(default_factory=dict)
    art: Annotated[ArtSection, ART] = ArtSection()
    print: Annotated[PrintSection, section(PrintSection, "[print]")] = PrintSection()
    aids: Annotated[tuple[AidEntry, ...], list_of(section(AidEntry, "an aid"), most=99)] = ()
    stickers: Annotated[
        tuple[StickerEntry, ...], list_of(section(StickerEntry, "a sticker"), most=kinds.MOST_COPIES)
    ] = ()


GAME_FILE = section(GameSections, "a game file", more=False)


def game_file(raw: Mapping[str, Any]) -> FieldKind:
    """The shape of a game file, which depends on its rules and on what it has: tiles, a board in another file."""
    about, parts = raw.get("game"), raw.get("parts")
    about = about if isinstance(about, dict) else {}
    custom = of_pieces(about.get("rules", "custom"))
    tiles = isinstance(parts, list) and any(isinstance(part, dict) and "properties" in part for part in parts)
    of_game, keys = GAME.keys or {}, dict(GAME_FILE.keys or {})
    if custom:
        keys["game"] = Key(replace(GAME, more=False))
        keys["grid"] = Key(needing(GRID, "rows", "columns"), None if "board" in about else REQUIRED)
    else:
        keys["game"] = Key(replace(GAME, keys={key: one for key, one in of_game.items() if key not in CUSTOM_KEYS}))
        keys["grid"] = Key(needing(GRID, "shape"))
        keys["codes"] = Key(needing(CODES, "dictionary", "first", "last", "module_mm"))
        keys = {key: one for key, one in keys.items() if key not in ("setup", *play.SECTIONS)}
    if tiles:
        keys["art"] = Key(needing(ART, *(ART.keys or ())))
    return replace(GAME_FILE, keys=keys)
