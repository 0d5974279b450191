"""A label for a plain cube or bar: the piece's own face, narrower."""

from dataclasses import replace

from printables.art.polyomino import draw_polyomino
from printables.art.token import draw_token
from printables.looks import Looks
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part


def draw_label(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """As the piece is drawn that the label makes of a plain cube."""
    kind = part.extra.get("of", "piece")
    draw = draw_token if kind == "piece" else draw_polyomino
    draw(pen, replace(part, kind=kind), game, looks)
