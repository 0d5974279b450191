"""What `doctor PHOTO` says: how large, bright, sharp and whole a photograph is for the reader, and how to better it."""

from __future__ import annotations

from collections.abc import Sequence

from live.console.arguments import game_meant, game_named, picture_in
from tabletop.readings import Finding


def examine_photo(
    name: str, game: str | None = None, boards: Sequence[str] = (), pieces: str | None = None
) -> tuple[Finding, ...]:
    """Look at one photograph of a game, with boards and pieces of people's own on it.

    Raises UnreadableInput where the file is no picture or one of the others is broken.
    """
    from tabletop.plainkinds import pieces_for
    from vision import read_image
    from vision.advice import facts_of
    from vision.aiming import photo_findings

    image = picture_in(name)
    word = game or game_meant(image, name, boards, pieces)
    played = game_named(word)
    own = None if pieces is None else pieces_for(pieces, played)
    sight = read_image(image, played, name=word, own_boards=tuple(boards), pieces=own)
    return photo_findings(facts_of(image, sight), sight)
