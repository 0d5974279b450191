"""Words of the command line that several commands share: a game's name, the players, a picture's file."""

import argparse
import math
from collections.abc import Callable

from tabletop.errors import UsageError
from tabletop.gamefile import GameFile, all_games, is_game, load_game
from tabletop.nearest import nearest
from tabletop.shipped import TRIAL_TITLE

SEEDS = (0, 2**32 - 1)
"""The seeds that every generator of random numbers takes."""
PORTS = (0, 65535)
MOST_HANDS, MOST_CLUTTER = 12, 100
"""Over and on one table."""
PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
REFUSED_PICTURES = frozenset(
    (".heic", ".heif", ".hif", ".avif", ".gif", ".jxl", ".dng", ".cr2", ".cr3", ".nef", ".arw", ".raf", ".orf", ".rw2")
)
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
