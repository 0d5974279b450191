"""What a word on the command line asks to be printed: a game by its name, the command cards, a game or a board file."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from printables.faults import faults_of
from tabletop.boardparts import board_parts
from tabletop.boards import game_of_board, load_board
from tabletop.commandcards import CARDS, command_cards
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamecheck import complaints_about
from tabletop.gamefile import GameFile, load_game
from tabletop.mending import are_well
from tabletop.textfiles import parsed_toml, read_text
from tabletop.tomllines import toml_line
from tabletop.unknownkeys import warn_of_unknown


def game_to_print(word: str) -> GameFile:
    """The game, or for a board file its game with this board in place of all other parts.

    Raises UnreadableInput for a file that is none of these, UsageError for one that has nothing to print.
    """
    if word == CARDS:
        return command_cards()
    if not word.endswith(".toml"):
        return load_game(word)
    text = read_text(word)
    raw = parsed_toml(text, word)
    if "pieces" in raw:
        raise UsageError(f"{word} describes plain pieces that you own; there is nothing to print")
    if "board" not in raw or "game" in raw:
        return _checked(word, text, raw)
    board = load_board(word)
    game_name = game_of_board(board, word)
    if game_name is None or game_name.endswith(".toml"):
        raise UsageError(f'{word} is a board for a game file of your own; print that file, with board = "{word}" in it')
    game = load_game(game_name)
    sections = replace(game.sections, cards=(), stickers=(), aids=())
    name = re.sub(r"[^\w-]+", "-", board.name).strip("-") or "board"
    return replace(game, name=name, title=board.title, parts=board_parts(board, word, game), sections=sections)


def _checked(path: str, text: str, raw: Mapping[str, Any]) -> GameFile:
    """A game file that can be printed; UnreadableInput with the first thing that is wrong with it."""
    game, found = complaints_about(raw, source=path)
    complaints = [one for one in found if not one.harmless]
    for fault in () if game is None or not are_well(found, ("palette",)) else faults_of(game):
        raise UnreadableInput(fault)
    if game is not None and not complaints:
        warn_of_unknown(found, text, path)
        return game
    line = toml_line(text, complaints[0].path)
    place = path if line is None else f"{path}, line {line}"
    more = f"; `boardsight check {path}` names {len(complaints) - 1} more" if len(complaints) > 1 else ""
    raise UnreadableInput(f"{place}: {complaints[0].sentence}{more}")
