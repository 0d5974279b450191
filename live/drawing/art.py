"""A position's parts as they are printed: which drawing a shape of the page has, and that drawing as SVG."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from printables.screen import art_name, art_svg
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, load_game
from tabletop.parts import Part
from tabletop.plans import PlannedPart, game_on_table

DrawnShape = dict[str, Any]
"""What the page draws in one place, as JSON."""
KEPT_DRAWINGS = 512
"""Drawings of parts that are kept once made; a game has two hundred at most."""


def art_shape(planned: PlannedPart, part: Part) -> DrawnShape:
    """What a shape says of its part's drawing: its name, where the part's origin lies in mm, its turn in degrees."""
    pose = planned.pose
    return {
        "art": art_of(planned, part),
        "art_at": [round(pose.x_mm, 2), round(pose.y_mm, 2)],
        "art_turn": round(pose.rotation_deg, 1),
    }


def art_of(planned: PlannedPart, part: Part) -> str:
    """The name of a part's drawing as it lies: pieces show their icons upright, boards and tiles turn as a whole."""
    return part.id if part.kind in ("board", "tile") else art_name(part.id, planned.pose.rotation_deg)


def art_on_table(position: Any, name: str) -> bytes | None:
    """A drawing of a position's game, boards of people's own files among them; as `part_art`."""
    return part_art(game_on_table(position, load_game(position.game)), name)


def part_art(game: GameFile, name: str) -> bytes | None:
    """The drawing of that name as compressed SVG (gzip); None where there is no such part, or it can't be drawn."""
    part_id, at, turn = name.partition("@")
    part = game.by_id.get(part_id)
    if part is None or (at and not (turn.isascii() and turn.isdigit() and int(turn) < 360)):
        return None
    return _drawing(_Wanted(game.name, part_id, int(turn or 0), game, part))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One part to be drawn; parts of one name may differ, as boards of people's own files do."""

    game_name: str
    part_id: str
    laid_deg: int
    game: GameFile = field(hash=False, compare=False)
    part: Part = field(hash=False)


@lru_cache(maxsize=KEPT_DRAWINGS)
def _drawing(wanted: _Wanted) -> bytes | None:
    try:
        return gzip.compress(art_svg(wanted.game, [wanted.part], wanted.laid_deg).encode(), mtime=0)
    except UnreadableInput:
        return None  # an own icon can't be read: `boardsight check` says why, and the page draws the bare shape
