"""The signs of a cell's terrain: trees, rocks, wells, veins of gold; mountains and forests fill their cells."""

from printables.art.symbols import icon_for
from printables.icons import draw_icon
from printables.looks import Looks, mix
from printables.pen import Pen
from tabletop.gamefile import Rgb
from tabletop.geometry import PointMm

SIGNS: dict[str, tuple[int, Rgb]] = {
    "one-tree": (1, (74, 130, 62)),
    "two-trees": (2, (74, 130, 62)),
    "one-rock": (1, (128, 124, 118)),
    "two-rocks": (2, (128, 124, 118)),
    "well": (1, (58, 96, 140)),
    "gold": (1, (196, 148, 22)),
    "mountain": (1, (110, 108, 104)),
    "forest": (3, (38, 84, 46)),
}
"""How many signs a terrain shows, and their colour."""
PLACES: dict[int, tuple[tuple[PointMm, float], ...]] = {
    1: (((0.0, 0.0), 0.56),),
    2: (((-0.19, 0.05), 0.42), ((0.2, -0.03), 0.42)),
    3: (((-0.24, 0.1), 0.42), ((0.24, 0.12), 0.42), ((0.0, -0.14), 0.46)),
}
"""Where so many signs stand and how large they are, in shares of the pitch."""


def draw_terrain(
    pen: Pen, centre_mm: PointMm, pitch_mm: float, terrain: str, ground: Rgb, looks: Looks, *, icon: str | None = None
) -> None:
    """A terrain's signs about the middle of a cell; nothing on plain cells and on terrains without an icon.

    `icon` is the one that the board file gives the terrain, ours or an SVG file.
    """
    name = icon or icon_for(terrain)
    if name is None or terrain == "plain":
        return
    count, colour = SIGNS.get(terrain, (1, mix(ground, looks.ink, 0.55)))
    x, y = centre_mm
    for (dx, dy), size in PLACES[count]:
        place = (x + dx * pitch_mm, y + dy * pitch_mm)
        draw_icon(pen, name, *place, size * pitch_mm, colour, ground, folder=looks.folder)
