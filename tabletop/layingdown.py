"""Which kinds of a game's plain pieces people lay down for one photograph, in which order, and what each stands for.

Pieces that are alike as printed (all of a player's counters on a chess board) are laid once: looks can't tell them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.errors import UsageError
from tabletop.gamefile import GameFile
from tabletop.parts import Part
from tabletop.piecefile import PieceSet, shape_of
from tabletop.plainkinds import parts_meant, plain_parts

MOST_NAMED = 3
"""Parts that a label names before it says how many there are."""


@dataclass(frozen=True, slots=True)
class KindToLay:
    """One piece to lay down, and the parts for which it and all that look like it stand."""

    label: str
    parts: tuple[Part, ...]

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The places that the piece covers, the same for all its parts; one or none for a small piece."""
        return self.parts[0].cells


def kind_words(kind: KindToLay, game: GameFile) -> str:
    """A kind as people call it: by its parts' names where its label has their ids; sizes are told by the id's words."""
    if len(kind.parts) > 1 and kind.parts[0].id not in kind.label.split(" / "):
        return kind.label.replace("-", " ")
    names = [game.name_of(part.id) for part in plain_parts(game)]
    alone = {part.id: game.name_of(part.id) for part in kind.parts[:MOST_NAMED]}
    told = [name if names.count(name) == 1 else id_.replace("-", " ") for id_, name in alone.items()]
    more = len(kind.parts) - len(told)
    return " / ".join([*told, *([f"{more} more"] if more else [])])


def kinds_to_lay(
    game: GameFile, words: Sequence[str] = (), without: Sequence[str] = (), besides: Sequence[str] = ()
) -> tuple[KindToLay, ...]:
    """The kinds in the order in which they are to be laid.

    `words` name some of them, `besides` some more, `without` leaves some out. A word is a part's id, a kind, a player,
    or a colour of the palette. Without words it is every plain piece that is played with in any case, but for what
    stands on score tracks: printed markers and tokens do as well. Raises UsageError for words that mean nothing.
    """
    left_out = {part.id for word in without for part in _named(word, game)}
    if words:
        chosen = [kind for word in words for kind in _alike(_named(word, game), game)]
    else:
        laid = _alike([part for part in plain_parts(game) if not part.on_track], game)
        chosen = [kind for kind in laid if any(not part.when for part in kind.parts)] or laid
    more = [kind for word in besides for kind in _alike(_named(word, game), game)]
    chosen = [*chosen, *(kind for kind in more if kind not in chosen)]
    kept = [kind for kind in chosen if not {part.id for part in kind.parts} <= left_out]
    if not kept:
        raise UsageError(f"nothing is left to lay down of {game.title}; name the pieces that you have")
    return tuple(kept)


def on_tracks(game: GameFile) -> list[str]:
    """The parts that stand on the game's score tracks."""
    return [part.id for part in plain_parts(game) if part.on_track]


def kinds_of_set(pieces: PieceSet, game: GameFile) -> tuple[KindToLay, ...]:
    """The kinds without codes of a pieces file, in its order; those of one colour, size and height are one kind."""
    grouped: dict[object, list[Part]] = {}
    for piece in pieces.pieces:
        if piece.code is None and piece.part in game.by_id:
            part = game.by_id[piece.part]
            look = (piece.colour, piece.taught, piece.size_mm, piece.height_mm, piece.round, shape_of(part))
            grouped.setdefault(look, []).append(part)
    return tuple(KindToLay(_label(parts, game), tuple(parts)) for parts in grouped.values())


def _named(word: str, game: GameFile) -> list[Part]:
    found = parts_meant(word, game)
    if not found:
        known = ", ".join(kind.label for kind in _alike(plain_parts(game), game))
        raise UsageError(f"'{word}' is no plain piece of {game.title}; expected a part, a kind or a player: {known}")
    return found


def _alike(parts: Sequence[Part], game: GameFile) -> list[KindToLay]:
    grouped: dict[object, list[Part]] = {}
    for part in parts:
        grouped.setdefault((part.colour, shape_of(part), part.size_mm), []).append(part)
    return [KindToLay(_label(group, game), tuple(group)) for group in grouped.values()]


def _label(parts: Sequence[Part], game: GameFile) -> str:
    """A word for parts that look alike: the part, its player, its kind, or the parts' names."""
    if len(parts) == 1:
        return parts[0].id
    players = {part.player for part in parts}
    if len(players) == 1 and None not in players:
        return str(players.pop())
    kinds = {part.kind for part in parts}
    if len(kinds) == 1 and len(parts) == len([part for part in plain_parts(game) if part.kind in kinds]):
        return kinds.pop()
    names = " / ".join(part.id for part in parts[:MOST_NAMED])
    return names if len(parts) <= MOST_NAMED else f"{names} / {len(parts) - MOST_NAMED} more"
