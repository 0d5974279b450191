"""The districts' own patterns in the lots' corners, outside the ring: subtle, and different in shape."""

from printables.looks import Looks, mix
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm


def draw_district(pen: Pen, centre: PointMm, number: int, game: GameFile, looks: Looks) -> None:
    """Four small motifs between the ring and the lot's corners, the same on all lots of a district."""
    ground = looks.ground(f"district-{number}")
    colour = mix(ground, looks.ink, 0.22)
    reach = game.grid.lot_mm / 2 - 3.1
    for turn, (sign_x, sign_y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        with pen.at(centre[0] + sign_x * reach, centre[1] + sign_y * reach, turn_deg=90 * turn):
            pen.circle(0, 0, 0.8, fill=colour)
