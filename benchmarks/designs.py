"""How well printed sheets are read in each design of the tokens: the virtual table with the printed art laid on it.

    python benchmarks/designs.py [--count N] [--design NAME ...] [--picture FILE]

Random positions of Big City under every tilt, at every distance and in every light of `benchmarks/accuracy.py virtual`,
`--count` of each; the same ones for every design. Places right, asked, wrong, wrong and certain. `--picture` makes one
photograph of each design, side by side, and nothing else.
"""

import argparse
from pathlib import Path

import cv2
from measuring import virtual
from measuring.designs import DESIGNS, PrintedBox
from measuring.tally import compare

from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import plan_of
from vision import BgrImage, read_image

GAME = "big-city"
CURVES = ("tilt", "pixels", "light")
FIRST_SEED = 7100
SEAT = 5
"""Seed of the picture of all designs."""
SHOWN = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)), PlacedTile(3, (0, 3), 1)),
    pieces=(
        PlacedPiece("bank", (36,)),
        PlacedPiece("business", (11,)),
        PlacedPiece("church", (33,)),
        PlacedPiece("cinema", (14,)),
        PlacedPiece("city-hall", (15,)),
        PlacedPiece("lincoln-park", (31, 32)),
        PlacedPiece("post-office", (16,)),
        PlacedPiece("residence", (12,)),
        PlacedPiece("residence", (17, 18)),
    ),
    streetcars=(PlacedStreetcar(14, "east"),),
    players=("Ann", "Ben"),
    turn="Ben",
)


def main() -> None:
    """A row for each design and curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1, help="pictures of each step (default: %(default)s)")
    parser.add_argument("--design", action="append", choices=list(DESIGNS), help="only these")
    parser.add_argument("--picture", type=Path, help="make this picture of all designs")
    arguments = parser.parse_args()
    if arguments.picture:
        cv2.imwrite(str(arguments.picture), beside_each_other(), [cv2.IMWRITE_JPEG_QUALITY, 88])
        return
    print("| design | worse | pictures | right | asked | wrong | wrong and certain |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments.design or DESIGNS:
        box = PrintedBox(load_game(GAME), design=DESIGNS[name])
        for curve in CURVES:
            pictures = right = asked = wrong = certain = 0
            for round_ in range(arguments.count):
                for number, step in enumerate(virtual.CURVES[curve]):
                    seed = FIRST_SEED + 100 * round_ + number
                    one = virtual.picture(curve, step, GAME, seed, box=box)
                    told = compare(one.truth, read_image(one.photo.image, box.game, players=one.truth.players).reading)
                    pictures += 1
                    right += len(told.right)
                    asked += len(told.asked)
                    wrong += len(told.wrong)
                    certain += told.wrong_certain
            print(f"| {name} | {curve} | {pictures} | {right} | {asked} | {wrong} | {certain} |", flush=True)


def beside_each_other() -> BgrImage:
    """The same table in the evening sun from a player's seat, once for each design."""
    game = load_game(GAME)
    shown = []
    for design in DESIGNS.values():
        box = PrintedBox(game, design=design)
        photo = shoot(plan_of(SHOWN, game), box, Shot(view="phone-45", light="window", seed=SEAT)).image
        height, width = photo.shape[:2]
        cut = photo[int(0.36 * height) : int(0.57 * height), int(0.28 * width) : int(0.49 * width)]
        shown.append(cv2.resize(cut, (560, round(560 * cut.shape[0] / cut.shape[1])), interpolation=cv2.INTER_AREA))
    return cv2.hconcat(shown)


if __name__ == "__main__":
    main()
