"""Which boards and coded parts may lie on the table, and from which dictionaries their codes are: files to one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tabletop.boardfile import Board
from tabletop.boardparts import board_parts
from tabletop.boards import load_board
from tabletop.gamefile import GameFile, beside
from tabletop.parts import Code, Part
from tabletop.piecefile import PieceSet
from tabletop.plans.boards import board_of
from vision.places.matching import CodeGroup

OFFSET = 100_000
"""Added to the ids of codes of the second, third, ... dictionary, so that an id means one code."""
SHEETS = ("board", "corner")
LOOSE = ("puck", "card", "aid")
NOT_PIECES = (*SHEETS, "mat", *LOOSE)


@dataclass(frozen=True, slots=True)
class Family:
    """Parts whose codes come from one dictionary, with their own ids, and what is added to these in the joined game."""

    game: GameFile
    offset: int

    @property
    def dictionary(self) -> str:
        """The dictionary's name."""
        return self.game.codes.dictionary


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that the reader of board games looks for."""

    game: GameFile
    """All parts, the ids of their codes made different where several dictionaries are in use."""
    given: GameFile
    """The game as the caller gave it."""
    name: str
    """The word by which positions name the game."""
    families: tuple[Family, ...]
    boards: Mapping[str, Board]
    """Part id of a board -> its cells."""
    own_boards: tuple[str, ...]
    pieces: PieceSet | None

    @property
    def files_families(self) -> tuple[str, ...]:
        """The dictionaries that people's own files name for boards, which they may have named wrongly."""
        if not self.game.of_pieces and not self.own_boards:
            return ()
        boards = {code.id // OFFSET for part in self.game.parts if part.kind in SHEETS for code in part.codes}
        return tuple(family.dictionary for number, family in enumerate(self.families) if number in boards)

    @property
    def pieces_parts(self) -> tuple[Part, ...]:
        """The parts that lie on cells."""
        return tuple(part for part in self.game.parts if part.kind not in NOT_PIECES and part.codes)

    @property
    def loose_parts(self) -> tuple[Part, ...]:
        """The other parts that may come to lie over cells: puck, cards, aids."""
        return tuple(part for part in self.game.parts if part.kind in LOOSE and part.codes)

    @property
    def piece_ids(self) -> tuple[int, ...]:
        """Ids of all codes on parts that lie on cells, ascending."""
        return tuple(sorted(code.id for part in self.pieces_parts for code in part.codes))

    def groups(self, base_mm: float) -> tuple[CodeGroup, ...]:
        """The codes of all parts that lie on cells, grouped; `base_mm` is how high the cells lie.

        Nobody looks for the codes of parts for which plain pieces were given: small plain things on larger ones may
        look like some. Where a printed one lies there all the same, its code is decoded.
        """
        uncoded = self.pieces.uncoded if self.pieces else frozenset[str]()
        found: dict[tuple[str, float, float], list[int]] = {}
        for part in self.pieces_parts:
            if part.id in uncoded:
                continue
            for code in part.codes:
                dictionary = self.families[code.id // OFFSET].dictionary
                found.setdefault((dictionary, code.side_mm, base_mm + part.height_mm), []).append(code.id)
        return tuple(
            CodeGroup(*key, tuple(sorted(ids)), tuple(id_ % OFFSET for id_ in sorted(ids)))
            for key, ids in found.items()
        )


def setup_of(
    game: GameFile, name: str | None = None, own_boards: Sequence[str] = (), pieces: PieceSet | None = None
) -> Setup:
    """The setup for a game, with board files of people's own (paths) and pieces that bear codes of their own.

    Raises UnreadableInput where a board file is broken or has no room for codes.
    """
    named = game.sections.game.board
    if named is not None and not own_boards and not game.of_kind("board"):
        own_boards = (beside(name or game.name, named),)
    parts = _with_own_boards(game, own_boards)
    if pieces is not None:
        parts = _with_own_codes(parts, pieces)
    usual = game.codes.dictionary
    by_dictionary: dict[str, list[Part]] = {usual: []}
    for part in parts:
        by_dictionary.setdefault(part.dictionary or usual, []).append(part)
    families = tuple(
        Family(replace(game, codes=replace(game.codes, dictionary=dictionary), parts=tuple(members)), OFFSET * number)
        for number, (dictionary, members) in enumerate(by_dictionary.items())
    )
    joined = replace(
        game, parts=tuple(_moved(part, family.offset) for family in families for part in family.game.parts)
    )
    boards = {part.id: _board(part, joined) for part in joined.of_kind("board")}
    return Setup(joined, game, name or game.name, families, boards, tuple(own_boards), pieces)


def _board(part: Part, game: GameFile) -> Board:
    return board_of(part, game)


def _moved(part: Part, offset: int) -> Part:
    """The part with its codes' ids moved on."""
    if not offset:
        return part
    return replace(part, codes=tuple(replace(code, id=code.id + offset) for code in part.codes))


def _with_own_boards(game: GameFile, paths: Sequence[str]) -> tuple[Part, ...]:
    """The game's parts with those boards that people's files replace; a custom game's board file joins by itself."""
    parts = list(game.parts)
    for path in paths:
        board = load_board(path)
        own = _custom_board(board, path) if game.of_pieces else board_parts(board, path, game)
        ids = {part.id for part in own}
        parts = [part for part in parts if part.id not in ids] + list(own)
    return tuple(parts)


def _custom_board(board: Board, path: str) -> tuple[Part, ...]:
    """A board file as the one board of a custom game."""
    width, height = board.size_mm
    outline = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    own = Part("board", "board", board.title, 1, outline, 0.3, "board", board.codes, board=path)
    return (replace(own, dictionary=board.dictionary or None),)


def _with_own_codes(parts: Sequence[Part], pieces: PieceSet) -> tuple[Part, ...]:
    """Parts that people replaced by pieces with a code on top: that code, at that height."""
    own = {piece.part: piece for piece in pieces.pieces if piece.code is not None}
    changed = []
    for part in parts:
        piece = own.get(part.id)
        if piece is None or piece.code is None or piece.code_side_mm is None:
            changed.append(part)
            continue
        code = Code(piece.code, (0.0, 0.0), piece.code_side_mm, cell=0 if len(part.cells) < 2 else None)
        height_mm = piece.height_mm or 0.0
        changed.append(replace(part, codes=(code,), height_mm=height_mm, dictionary=piece.dictionary))
    return tuple(changed)
