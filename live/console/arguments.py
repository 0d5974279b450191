"""Words of the command line that several commands share: a game's name, the players, a picture's file."""

import argparse
import contextlib
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tabletop.boards import game_of_board, load_board
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import CUSTOM, GameFile, all_games, is_game, load_game
from tabletop.nearest import nearest
from tabletop.plainkinds import game_of_pieces
from tabletop.shipped import TRIAL_TITLE, USUAL_GAME
from vision import BgrImage, detect_game
from vision.pixels.arrays import GreyImage
from vision.pixels.images import bytes_of
from vision.pixels.photo_file import PhotoFile

SEEDS = (0, 2**32 - 1)
"""The seeds that every generator of random numbers takes."""
PORTS = (0, 65535)
MOST_HANDS, MOST_CLUTTER = 12, 100
"""Over and on one table."""


PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
REFUSED_PICTURES = frozenset((".heic", ".heif", ".hif", ".avif", ".gif", ".jxl"))
"""What cameras and phones save besides, which cannot be read here: in a folder each is told, none left out."""


def add_own_parts(parser: argparse.ArgumentParser) -> None:
    """Declare what people may have on the table in place of what we print."""
    parser.add_argument(
        "--board", action="append", default=[], metavar="FILE", help="a board file of your own that lies on the table"
    )
    parser.add_argument(
        "--pieces",
        metavar="FILE",
        help="pieces of your own: a pieces file, a profile of taught colours, or `palette` for plain ones as printed",
    )


def game_named(word: str) -> GameFile:
    """The game of that name or in that file. UsageError for a name that no game has, UnreadableInput for the file."""
    check_game_name(word)
    return load_game(word)


def check_game_name(word: str) -> None:
    """Raise UsageError where a word is neither a game's name nor a file's."""
    if not is_game(word):
        meant, games = nearest(word, (*all_games(), TRIAL_TITLE)), ", ".join(all_games())
        raise UsageError(f"there is no game '{word}'{meant}; the games are {games}, or give a .toml file")


def players_named(words: str, game: GameFile) -> tuple[str, ...]:
    """Names with commas between them, in the order of the mats; none where nothing was said. Raises UsageError."""
    names = tuple(name.strip() for name in words.split(",") if name.strip())
    if len(set(names)) < len(names):
        raise UsageError(f"--players {words}: two players have the same name; give each another one")
    if len(names) > game.players[1]:
        raise UsageError(f"--players {words}: {game.title} is for {game.players[0]} to {game.players[1]} players")
    unreadable = next((name for name in names if not name.isprintable()), None)
    if unreadable is not None:
        raise UsageError(f"--players: {unreadable!r} is no name to read aloud")
    return names


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """What argparse calls for an option that takes a whole number within bounds."""

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"'{word}' is not a whole number from {least} to {most}")
        return number

    return read


def degrees(word: str) -> float:
    """What argparse calls for an angle: -360 to 360 degrees."""
    try:
        angle = float(word)
    except ValueError:
        angle = math.nan
    if not -360 <= angle <= 360:
        raise argparse.ArgumentTypeError(f"'{word}' is not an angle from -360 to 360 degrees")
    return angle


def picture_in(path: str | Path) -> "BgrImage":
    """The picture in a file; UnreadableInput with the one reason, without what the picture libraries mutter."""
    return photo_in(path).colour()


def photo_in(path: str | Path) -> "PhotoFile":
    """A picture's file to be unpacked as somebody asks."""

    return PhotoFile(bytes_of(path), str(path), around=_libraries_silenced)


def game_meant(image: "BgrImage | GreyImage", name: str, boards: Sequence[str], pieces: str | None) -> str:
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


def game_shown(image: "BgrImage | GreyImage", name: str) -> GameFile:
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
