"""What a word on the command line asks to be printed: a game by its name, a game file, or a board file."""

import tomllib
from dataclasses import replace

from tabletop.boardfile import load_board
from tabletop.boardparts import board_parts
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import GameFile, load_game
from tabletop.textfiles import read_text


def game_to_print(word: str) -> GameFile:
    """The game, or for a board file its game with this board in place of all other parts.

    Raises UnreadableInput for a file that is none of these, UsageError for one that has nothing to print.
    """
    if not word.endswith(".toml"):
        return load_game(word)
    try:
        raw = tomllib.loads(read_text(word))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableInput(f"{word} is not TOML: {error}") from error
    if "pieces" in raw:
        raise UsageError(f"{word} describes plain pieces that you own; there is nothing to print")
    if "board" not in raw or "game" in raw:
        return load_game(word)
    board = load_board(word)
    if board.game == "custom":
        raise UsageError(f'{word} is a board for a game file of your own; print that file, with board = "{word}" in it')
    game = load_game(board.game)
    sections = {name: section for name, section in game.raw.items() if name not in ("cards", "stickers", "aids")}
    return replace(game, name=board.name, title=board.title, parts=board_parts(board, word, game), raw=sections)
