"""One table large: its state as the table's own pages know it, so that television and overlay serve here too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from live.drawing.art import part_art
from live.drawing.page import draw
from live.network.messages import parse_state
from live.page.shown import CameraStatus, StateShown
from live.page.souvenir import ScoredMove, Souvenir, SouvenirSettings, board_svg
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game, shipped_games
from tabletop.notation.registry import position_from_json
from tabletop.readings import Problem

GREY = "#888888"
"""Of a player whose colour is none."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
MOST_DRAWN = 2000
"""Values in a position that is drawn; the largest real one has a few hundred."""


OwnGames = Mapping[str, str]
"""The organiser's own games: the file by its name."""


def table_view(payload: bytes, table: str, own_games: OwnGames | None = None) -> dict[str, Any] | Problem:
    """A state from the broker as the page's state (`live.page.state`), or what is wrong with it."""
    state = parse_state(payload, table)
    if isinstance(state, Problem):
        return state
    board, problem = drawing_of(state.position, own_games)
    players = [replace(one, colour=_colour(one.colour)) for one in state.players]
    document = StateShown(
        game=state.game,
        title=state.title,
        players=[player.to_json() for player in players],
        turn=state.turn,
        over=state.over,
        winners=state.winners,
        camera=CameraStatus(state.camera.state, state.camera.message, table),
        paused=state.paused,
        board=board,
        moves=[move.to_json() for move in state.moves],
        lines=state.n,
        questions=[question.to_json() for question in state.questions],
        problems=[*state.problems, *([problem] if problem is not None else [])],
    ).to_json()
    return {**document, "table": table}


def table_souvenir(payload: bytes, table: str, language: str, own_games: OwnGames | None = None) -> Souvenir | None:
    """A table's game as its souvenir, None where the state can't be read; of the moves only the last are known here."""
    state = parse_state(payload, table)
    if isinstance(state, Problem):
        return None
    position, drawing, _ = _drawn(state.position, own_games)
    best = sorted((move for move in state.moves if move.points > 0 and move.player), key=lambda move: -move.points)
    return Souvenir(
        state.title,
        (state.started or "")[:10],
        [replace(one, colour=_colour(one.colour)) for one in state.players],
        None if drawing is None else position,
        [ScoredMove(str(move.player), move.points, move.text) for move in best[: SouvenirSettings().best_moves]],
        language=language,
    )


def table_board(payload: bytes, table: str, own_games: OwnGames | None = None) -> bytes | None:
    """A picture of what lies on a table (SVG), None where there is none to be drawn."""
    state = parse_state(payload, table)
    position, drawing, _ = (None, None, None) if isinstance(state, Problem) else _drawn(state.position, own_games)
    return None if drawing is None else board_svg(position)


def drawing_of(
    position: Mapping[str, Any] | None, own_games: OwnGames | None = None
) -> tuple[Mapping[str, Any] | None, Problem | None]:
    """The board's drawing from a stranger's position, None where there is none; and why it could not be drawn."""
    _, drawing, problem = _drawn(position, own_games)
    return drawing, problem


def _drawn(
    document: Mapping[str, Any] | None, own_games: OwnGames | None = None
) -> tuple[Any, Mapping[str, Any] | None, Problem | None]:
    """A stranger's position, its drawing, and what is wrong with it.

    Only games that this program ships or the organiser named are drawn: a position never makes the hub open a file.
    """
    if document is None:
        return None, None, None
    document = {**document, "game": known_game(document.get("game"), own_games)}
    if document["game"] is None or _is_foreign(document.get("options")):
        return None, None, None
    if _size(document) > MOST_DRAWN:
        return None, None, Problem("too-large", "its position is too large to be drawn")

    try:
        position = position_from_json(document)
        drawing = draw(position)
        named = None if drawing is None else {**drawing, "game": re.split(r"[\\/]", position.game)[-1]}
        return position, named, None
    except (BoardsightError, ValueError, LookupError, TypeError, AssertionError) as error:
        # whoever sent it may have made it up: the scores are shown all the same, and why the board is not
        return None, None, Problem("position", f"its position can't be drawn: {str(error)[:200]}")


def _colour(word: str) -> str:
    return word if _COLOUR.fullmatch(word) else GREY


def known_game(word: Any, own_games: OwnGames | None = None) -> str | None:
    """The game that a table says it plays, as this program opens it; None where it is neither shipped nor known."""
    if word in shipped_games():
        return str(word)
    return (own_games or {}).get(re.split(r"[\\/]", word)[-1]) if isinstance(word, str) else None


def known_art(word: str, part: str, own_games: OwnGames | None = None) -> bytes | None:
    """What is printed on a part of a known game, as compressed SVG; None where there is none."""
    game = known_game(word, own_games)
    return None if game is None else part_art(load_game(game), part)


def _is_foreign(options: Any) -> bool:
    """Whether options name files, which lie at the table and not here."""
    if options is None:
        return False
    if not isinstance(options, Mapping):
        return True
    values = [item for value in options.values() for item in (value if isinstance(value, list) else [value])]
    return any(not isinstance(value, str | bool | int) or "." in str(value) or "/" in str(value) for value in values)


def _size(value: Any) -> int:
    """How many values there are in a document."""
    if isinstance(value, Mapping):
        return sum(_size(item) for item in value.values())
    if isinstance(value, list):
        return sum(_size(item) for item in value)
    return 1
