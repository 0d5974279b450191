"""What is drawn on each kind of part; every function draws about the part's own origin, its bleed included."""

from collections.abc import Callable
from dataclasses import replace

from printables.art.aid import draw_aid
from printables.art.board import draw_board
from printables.art.box import draw_box
from printables.art.card import draw_card, draw_card_back
from printables.art.command import draw_command
from printables.art.generic import draw_generic
from printables.art.house import draw_house, draw_single_wall
from printables.art.mat import draw_mat
from printables.art.polyomino import draw_polyomino, draw_tile_or_polyomino
from printables.art.small import draw_citizen, draw_corner, draw_counter, draw_puck, draw_score_token, draw_sticker
from printables.art.token import draw_token
from printables.art.track import draw_hundred, draw_marker, draw_track
from printables.looks import Looks
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.parts import Part

Artist = Callable[[Pen, Part, GameFile, Looks], None]


def _draw_label(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A label for a plain cube or bar: the face of the piece that it makes of it, narrower."""
    kind = part.of or "piece"
    ARTISTS[kind](pen, replace(part, kind=kind), game, looks)


ARTISTS: dict[str, Artist] = {
    "tile": draw_tile_or_polyomino,
    "board": draw_board,
    "building": draw_polyomino,
    "landmark": draw_counter,
    "zone": draw_counter,
    "corner": draw_corner,
    "citizen": draw_citizen,
    "token": draw_score_token,
    "piece": draw_token,
    "house": draw_house,
    "wall": draw_single_wall,
    "streetcar": draw_token,
    "mat": draw_mat,
    "puck": draw_puck,
    "track": draw_track,
    "marker": draw_marker,
    "hundred": draw_hundred,
    "card": draw_card,
    "aid": draw_aid,
    "command": draw_command,
    "sticker": draw_sticker,
    "box": draw_box,
    "label": _draw_label,
}


NEEDED: dict[str, tuple[str, ...]] = {
    "building": ("cells",),
    **dict.fromkeys(("landmark", "zone", "piece", "streetcar", "puck", "marker", "hundred"), ("codes",)),
    "corner": ("anchor_mm",),
    "track": ("spaces", "codes"),
    "aid": ("rows",),
    "command": ("icon", "says", "says_de", "title_de"),
    "sticker": ("terrain",),
    "house": ("net",),
    "wall": ("wall_mm",),
    "box": ("net",),
    "label": ("codes", "of"),
}
"""What a part must have to be drawn as its kind. A game of people's own may give any kind to any part."""
BACKS: dict[str, Artist] = {"card": draw_card_back}
"""Kinds with a printed back."""


def draw_part(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Draw a part by its kind; what has no art of its own gets a plain ground, title and codes."""
    artist_of(part)(pen, part, game, looks)


def artist_of(part: Part) -> Artist:
    """What draws a part: its kind's own art where it has all that this needs, else the plain one."""
    whole = all(getattr(part, key, None) for key in NEEDED.get(part.kind, ()))
    return ARTISTS.get(part.kind, draw_generic) if whole else draw_generic


def draw_back(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Draw a part's back."""
    BACKS[part.kind](pen, part, game, looks)
