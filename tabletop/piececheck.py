"""What `check` says of a pieces file that can be used: parts that no plain piece stands for, colours that are too near.

Reading goes on with such files: it asks where it cannot tell, and leaves alone what it never looks for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tabletop.colournearness import PieceLook, grounds_under, like_ground, looks_too_near, may_lie_alike, of_one_size
from tabletop.filevalues import Complaint
from tabletop.gamefile import GameFile, hex_colour
from tabletop.parts import Part
from tabletop.piecefile import PieceSet, PlainPiece, shape_of
from tabletop.plainkinds import plain_parts
from tabletop.profiles import TaughtColour


def complaints_about(pieces: PieceSet, game: GameFile) -> Iterator[Complaint]:
    """Pieces without codes for parts that are read as printed only; games of people's own name kinds as they like."""
    if game.of_pieces:
        return
    plain = {part.id for part in plain_parts(game)}
    for index, piece in enumerate(pieces.pieces):
        part = game.by_id.get(piece.part)
        if piece.code is None and part is not None and part.id not in plain:
            sentence = (
                f"'{part.id}' is no plain piece, it is read by its code alone; take it out of the file and print it: "
                f"boardsight print {pieces.game} --parts {part.kind}"
            )
            yield Complaint(("piece", index, "part"), sentence)


def remarks_about(pieces: PieceSet, game: GameFile) -> list[Complaint]:
    """What people should know: pieces too near in colour to what they lie on, and taught ones too near to others.

    A piece of several places is told by its size and rim, too; of each colour, and each pair of them, the first is
    named. Described pieces that are too near to each other are refused before (`tabletop.piecefile`).
    """
    seen = list(_seen(pieces, game))
    grounds: dict[object, Complaint] = {}
    for one in seen:
        sentence = like_ground(one.look, grounds_under(one.part, game))
        if sentence is not None:
            grounds.setdefault(one.look.colour, one.remark(sentence))
    pairs: dict[object, Complaint] = {}
    for one, other in combinations(_unlike(seen), 2):
        sentence = _alike(one, other, game) if one.is_taught or other.is_taught else None
        if sentence is not None:
            pairs.setdefault(frozenset((one.look.colour, other.look.colour)), other.remark(sentence))
    return [*grounds.values(), *pairs.values()]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A piece without a code, as it looks."""

    index: int
    part: Part
    look: PieceLook

    @property
    def is_taught(self) -> bool:
        """Whether a photograph told its colour."""
        return isinstance(self.look.colour, TaughtColour)

    def remark(self, sentence: str) -> Complaint:
        """The sentence, at the piece's colour."""
        return Complaint(("piece", self.index, "taught" if self.is_taught else "colour"), sentence)


def _seen(pieces: PieceSet, game: GameFile) -> Iterator[_Seen]:
    taught = {colour.name: colour for colour in pieces.colours}
    for index, piece in enumerate(pieces.pieces):
        colour = taught.get(piece.taught or "", piece.colour)
        if piece.code is None and colour is not None:
            area = piece.size_mm[0] * piece.size_mm[1]
            yield _Seen(index, game.by_id[piece.part], PieceLook(piece.part, colour, area, _shown(piece)))


def _shown(piece: PlainPiece) -> str:
    return f"({piece.taught})" if piece.colour is None else hex_colour(piece.colour)


def _unlike(seen: list[_Seen]) -> list[_Seen]:
    """One of each look: a player's many counters are one kind."""
    kinds = {(one.look.colour, one.look.area_mm2, shape_of(one.part), one.part.colour): one for one in reversed(seen)}
    return list(kinds.values())[::-1]


def _alike(one: _Seen, other: _Seen, game: GameFile) -> str | None:
    """The sentence about two pieces that only a question tells apart; or None."""
    if shape_of(one.part) != shape_of(other.part) or not may_lie_alike(one.part, other.part, game):
        return None
    if one.look.colour != other.look.colour:
        return looks_too_near(one.look, other.look)
    if one.part.colour == other.part.colour or not of_one_size(one.look.area_mm2, other.look.area_mm2):
        return None
    return f"{one.part.id} and {other.part.id} look alike: which of them lies there is asked"
