"""How well printed sheets are read in each design of the pieces: the virtual table with the printed art laid on it.

    python benchmarks/designs.py [--game GAME] [--count N] [--design NAME ...] [--by-step] [--picture FILE]

Random positions under every tilt, at every distance and in every light of `benchmarks/accuracy.py virtual`, `--count`
of each; the same ones for every design. Places right, asked, wrong, wrong and certain; with `--by-step` a row for each
tilt, distance and light. Big City's designs are ring, signs and roofs; of other games `roofs` are what is printed and
`plain` flat pieces of one colour. `--picture` makes one photograph of each of Big City's designs and nothing else.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from measuring import virtual
from measuring.designs import DESIGNS, PrintedBox
from measuring.positions import GAMES
from measuring.tally import compare

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import game_on_table, plan_of
from vision import BgrImage, read_image

GAME = "big-city"
PLAIN = "plain"
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
    parser.add_argument("--design", action="append", choices=[*DESIGNS, PLAIN], help="only these")
    parser.add_argument("--game", choices=list(GAMES), default=GAME, help="default: %(default)s")
    parser.add_argument("--by-step", action="store_true", help="a row for each tilt, distance and light")
    parser.add_argument("--picture", type=Path, help="make this picture of all designs")
    arguments = parser.parse_args()
    if arguments.picture:
        cv2.imwrite(str(arguments.picture), beside_each_other(), [cv2.IMWRITE_JPEG_QUALITY, 88])
        return
    print("| design | worse | pictures | right | asked | wrong | wrong and certain |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    game = load_game(arguments.game)
    boxes = {PLAIN: PartsBox(game), "roofs": PrintedBox(game)}
    if game.name == GAME:
        boxes = {name: PrintedBox(game, design=design) for name, design in DESIGNS.items()}
    for name in arguments.design or boxes:
        for curve in CURVES:
            steps = virtual.CURVES[curve]
            rows = [(number,) for number in range(len(steps))] if arguments.by_step else [tuple(range(len(steps)))]
            for numbers in rows:
                what = f"{curve} {steps[numbers[0]]:g}" if arguments.by_step else curve
                counts = _counted(boxes[name], game.name, curve, numbers, arguments.count)
                print(f"| {name} | {what} | " + " | ".join(map(str, counts)) + " |", flush=True)


def _counted(box: PartsBox, game: str, curve: str, numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """Pictures, and places right, asked, wrong, wrong and certain, over some steps of a curve."""
    pictures = right = asked = wrong = certain = 0
    for round_ in range(count):
        for number in numbers:
            seed = FIRST_SEED + 100 * round_ + number
            one = virtual.picture(curve, virtual.CURVES[curve][number], game, seed, box=box)
            on_table = game_on_table(one.truth, box.game)
            told = compare(one.truth, read_image(one.photo.image, on_table, players=one.truth.players).reading)
            pictures += 1
            right += len(told.right)
            asked += len(told.asked)
            wrong += len(told.wrong)
            certain += told.wrong_certain
    return (pictures, right, asked, wrong, certain)


def beside_each_other() -> BgrImage:
    """The same table in the evening sun from a player's seat, once for each design."""
    game = load_game(GAME)
    shown: list[BgrImage] = []
    for design in DESIGNS.values():
        box = PrintedBox(game, design=design)
        photo = shoot(plan_of(SHOWN, game), box, Shot(view="phone-45", light="window", seed=SEAT)).image
        height, width = photo.shape[:2]
        cut = photo[int(0.36 * height) : int(0.57 * height), int(0.28 * width) : int(0.49 * width)]
        scaled = cv2.resize(cut, (560, round(560 * cut.shape[0] / cut.shape[1])), interpolation=cv2.INTER_AREA)
        shown.append(scaled.astype(np.uint8))
    return np.hstack(shown)


if __name__ == "__main__":
    main()
