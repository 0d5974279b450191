"""Which board each player of My City has: the game file's for the side that is played, or one of people's own."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop.boardfile import Board
from tabletop.boards import board_word, is_own_board, named_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile


def boards_of(game: GameFile, options: Mapping[str, Any], players: Sequence[str]) -> tuple[str, ...]:
    """The name of every player's board, by the options `board` and `game`; `named_board` knows it.

    `board` is a file's path, its content, or a list with one of these for each player. Raises UnreadableInput where a
    board is for another game, or where there are not as many as players.
    """
    given = options.get("board")
    if given is None:
        return tuple(printed_board(game, options["game"]) for _ in players)
    if not isinstance(given, Sequence) or isinstance(given, str):
        return tuple(_own(game, given, None) for _ in players)
    if len(given) != len(players):
        raise UnreadableInput(f"board: {len(given)} boards for {len(players)} players; give one, or one for each")
    return tuple(_own(game, one, seat) for seat, one in enumerate(given, start=1))


def played_side(game: GameFile, names: Sequence[str]) -> str | None:
    """Which of the sides the boards say that is played; None where they do not say, or not the same."""
    sides = {side for name in names if (side := side_of(game, name)) is not None}
    return sides.pop() if len(sides) == 1 else None


def side_of(game: GameFile, name: str) -> str | None:
    """The side that a board stands for: `eternal`, `episode-1`; None where a board of people's own does not say."""
    for side in game.options["game"]:
        if name == printed_board(game, side):
            return str(side)
    side = named_board(game, name).sections.board.side
    return side if side in game.options["game"] else None


def printed_board(game: GameFile, side: str) -> str:
    """The board that the game file has for a side."""
    for part in game.of_kind("board"):
        if part.board is not None and side in part.when.get("game", (side,)):
            return str(part.board)
    return side


def _own(game: GameFile, given: str | Mapping[str, Any], seat: int | None) -> str:
    """The name of a board of people's own: a path as it stands, a word with whose it is where each has another."""
    name = given if isinstance(given, str) else board_word(given)
    board = named_board(game, name)
    _check_game(board, name, game)
    return name if seat is None or not is_own_board(name) else board_word(board, seat=seat)


def _check_game(board: Board, name: str, game: GameFile) -> None:
    """Refuse a board that was made for another game."""
    if board.game not in (game.rules, game.name) and not board.game.endswith(".toml"):
        raise UnreadableInput(
            f"{board.title if name.startswith('{') else name} is a board for {board.game}, not for {game.title}; "
            f'its [board] game = "{game.rules}" would make it one'
        )
