"""Stickers that change a board for good: a cell's new terrain, drawn as on the boards, with its letter for the file."""

from printables.art.common import offset
from printables.art.terrain import draw_terrain
from printables.looks import Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.boardfile import TERRAIN_KEY
from tabletop.gamefile import GameFile, Part

LETTERS = {terrain: letter for letter, terrain in TERRAIN_KEY.items()}
TEXT_MM = 2.4


def draw_sticker(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The terrain on its ground; in the corners its letter in board files, and `demo` where the design is our own."""
    terrain: str = part.extra["terrain"]
    ground = looks.ground(part.colour)
    width, height = part.size_mm
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    draw_terrain(pen, (0.0, 0.0), game.grid.pitch_mm, terrain, ground, looks, icon=part.extra.get("icon"))
    colour = mix(ground, looks.ink, 0.5)
    y = height / 2 - 1.2
    pen.text(-width / 2 + 1.2, y, LETTERS.get(terrain, ""), size_mm=TEXT_MM, colour=colour)
    if game.raw["game"].get("demo"):
        pen.text(width / 2 - 1.2, y, "demo", size_mm=TEXT_MM * 0.8, colour=colour, align="right")
