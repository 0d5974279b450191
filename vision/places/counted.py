"""What is told where more of a part lie there than the game has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.piecefile import PieceSet


def told_by_colour(pieces: PieceSet | None) -> frozenset[str]:
    """Ids of the parts for which people lay pieces without codes."""
    return frozenset(piece.part for piece in pieces.pieces if piece.code is None) if pieces else frozenset()


def too_many_words(title: str, seen: int, at: str, most: int) -> str:
    """What people are told of a part of which too many lie there."""
    return f"{title} is seen {seen} times, at {at}; the game has {most}. Take away what is too many"
