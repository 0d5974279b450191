"""The board as a drawing for the page: shapes in millimetres, made from the position and the game file alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.drawing.boards import draw_boards
from live.drawing.city import draw_city
from scoring import rules_for
from tabletop.gamefile import load_game


def draw(position: Any) -> Mapping[str, Any] | None:
    """A position as `view_mm` (left, top, width, height) and `shapes` from below to above; None where it is empty."""
    game = load_game(position.game)
    if game.laid_of_tiles:
        return draw_city(position, game)
    rules = rules_for(position.game)
    return draw_boards(position, rules.contents(rules.resume(position)))
