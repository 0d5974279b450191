"""Which board is meant: a shipped one by its name, a file of people's own, or one that a record holds itself."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabletop.boardfile import Board, board_from, checked_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import CUSTOM, GameFile, beside, shipped_games
from tabletop.sections import BOARD_FILE
from tabletop.shipped import board_files
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import sections_in

BOARD_OPTIONS = ("map", "board")
"""The options that may name a board file."""
WORD = "{"
"""What a board's name begins with that holds the board itself (`board_word`)."""


def is_own_board(name: str) -> bool:
    """Whether a board's name is the path of a file of people's own, or that file's content (`board_word`)."""
    return name.endswith(".toml") or name.startswith(WORD)


def board_word(board: Board | Mapping[str, Any], *, seat: int | None = None) -> str:
    """A board's sections as one word that `load_board` reads, for the player of a seat where each has another.

    What a record or a position says in this way needs no file, and stays as it was when the file is changed.
    """
    sections = BOARD_FILE.write(board.sections) if isinstance(board, Board) else board
    about = sections.get("board")
    if seat is not None and isinstance(about, Mapping):
        sections = {**sections, "board": {**about, "seat": seat}}
    return json.dumps(sections, ensure_ascii=False, separators=(",", ":"))


def load_board(name: str) -> Board:
    """The board of a shipped file by its name, of a path that ends in `.toml`, or of a `board_word`.

    Raises UnreadableInput where there is no such board or the file is broken.
    """
    if not name.endswith(".toml"):
        return _board_in_a_word(name) if name.startswith(WORD) else _shipped_board(name)
    try:
        about = Path(name).stat()
    except OSError:
        return _board_in_file(name, ())  # which says what is wrong with the path
    return _board_in_file(name, (about.st_mtime_ns, about.st_size, about.st_ino))


@lru_cache(maxsize=32)
def _board_in_file(path: str, stamp: tuple[int, ...]) -> Board:
    """The board in a file; `stamp` is another one when the file was written anew."""
    text = read_text(path)
    try:
        return board_from(sections_in(BOARD_FILE, text, path))
    except ValueError as error:
        raise UnreadableInput(f"{path}: {error}; `boardsight check {path}` says more") from error


@lru_cache(maxsize=32)
def _shipped_board(name: str) -> Board:
    """The board that comes with Boardsight under this name."""
    resource = board_files().get(name)
    if resource is None:
        known = ", ".join(shipped_boards())
        raise UnreadableInput(f"there is no board '{name}'; the boards are {known}, or give a .toml file")
    raw = parsed_toml(resource.read_text(encoding="utf-8"), name)
    return board_from(BOARD_FILE.read(raw, ()))  # ours: its shape is tested


def kept_boards(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the content of board files in place of their paths, for a record that is begun with them.

    Of several boards each has its player's seat. Raises UnreadableInput where a file cannot be read.
    """
    return {name: _kept(value) if name in BOARD_OPTIONS else value for name, value in options.items()}


def boards_in(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The boards of people's own that some options name, as `load_board` knows them."""
    given = [options.get(name) for name in BOARD_OPTIONS]
    listed = [one for value in given for one in (value if isinstance(value, list | tuple) else [value])]
    return tuple(one for one in listed if isinstance(one, str) and is_own_board(one))


def _kept(value: Any, seat: int | None = None) -> Any:
    """One option's value: a path as the file's content, a list of them with the seats."""
    if isinstance(value, list | tuple):
        return [_kept(one, number) for number, one in enumerate(value, start=1)]
    if isinstance(value, str) and is_own_board(value):
        return board_word(load_board(value), seat=seat)
    return board_word(value, seat=seat) if isinstance(value, Mapping) else value


@lru_cache(maxsize=64)
def _board_in_a_word(word: str) -> Board:
    """The board whose sections a word holds."""
    try:
        return checked_board(json.loads(word))
    except ValueError as error:
        raise UnreadableInput(f"a board that is written out in place of a file's name: {error}") from error


def named_board(game: GameFile, name: str) -> Board:
    """The board that a game calls by this name: a section of its file, a shipped board, or a file of people's own.

    Raises UnreadableInput where it is described wrongly, or nowhere.
    """
    for own in game.sections.boards:
        if own.board.name == name:
            return board_from(own)
    return load_board(name)


def game_of_board(board: Board, path: str) -> str | None:
    """The game for which the board in the file at `path` was made: one of ours or a file beside it; None for `custom`.

    Raises UnreadableInput where it is neither.
    """
    if board.game == CUSTOM:
        return None
    game = beside(path, board.game)
    if not game.endswith(".toml") and game not in shipped_games():
        known = ", ".join(shipped_games())
        raise UnreadableInput(
            f"{path}: [board] game = '{game}' is no game; expected {known}, custom, or a .toml file beside it"
        )
    return game


def shipped_boards() -> tuple[str, ...]:
    """Names of the boards that come with Boardsight."""
    return tuple(board_files())
