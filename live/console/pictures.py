"""Pictures that people name, and the game that they show."""

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tabletop.boards import game_of_board, load_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import CUSTOM, GameFile, load_game
from tabletop.plainkinds import game_of_pieces
from tabletop.shipped import USUAL_GAME
from vision import BgrImage, detect_game
from vision.pixels.arrays import GreyImage
from vision.pixels.images import bytes_of
from vision.pixels.photo_file import PhotoFile


def picture_in(path: str | Path) -> BgrImage:
    """The picture in a file; UnreadableInput with the one reason, without what the picture libraries mutter."""
    return photo_in(path).colour()


def photo_in(path: str | Path) -> PhotoFile:
    """A picture's file to be unpacked as somebody asks."""
    return PhotoFile(bytes_of(path), str(path), around=_libraries_silenced)


def game_meant(image: BgrImage | GreyImage, name: str, boards: Sequence[str], pieces: str | None) -> str:
    """The game's name or file that goes with people's own pieces or board, else the one whose codes the picture shows.

    Raises UnreadableInput where a file names no game, or where the codes are those of a game of people's own.
    """
    meant = None if pieces is None else game_of_pieces(pieces)
    for board in boards:
        meant = meant or game_of_board(load_board(board), board)
    if meant is None and boards:
        raise UnreadableInput(
            f"{boards[0]} is a board for a game of your own; name that game's file: --game MY-GAME.toml"
        )
    return meant or game_shown(image, name).name


def game_shown(image: BgrImage | GreyImage, name: str) -> GameFile:
    """The game whose codes the picture called `name` shows; Big City where none is seen.

    Raises UnreadableInput where the codes are those of a game file of people's own.
    """
    shown = detect_game(image)
    if shown == CUSTOM:
        raise UnreadableInput(
            f"{name}: the codes are those of a game of your own; name its file: --game MY-GAME.toml "
            "(two such games may use the same numbers)"
        )
    return load_game(shown or USUAL_GAME)


@contextlib.contextmanager
def _libraries_silenced() -> Iterator[None]:
    """Keep libpng, libjpeg and libtiff from writing past Python to stderr while a damaged picture is unpacked."""
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # stderr is closed, nobody hears them anyway
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
