"""How surely plain score markers are read from Big City's score track, by light and by what people have for markers.

    python benchmarks/score_markers.py [--seeds N] [--lights ceiling,dim,...] [--views above,webcam-35]

Five markers stand on random spaces, in one picture of three two of them on one space. `not seen`: nothing is said of a
marker; of one under another that is right, so that these are not counted.
"""

import argparse
import random
from collections import Counter
from dataclasses import replace

from simulator.art import PartsBox
from simulator.games import Habits, opening_position, scripted_game
from simulator.light import LIGHTS
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import Rgb, load_game
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.positions import TrackMarker
from vision import read_image

GAME = load_game("big-city")
PLAYERS = ("Ann", "Ben", "Cem", "Dan", "Eva")
STRONG: tuple[Rgb, ...] = ((186, 44, 52), (52, 74, 150), (44, 120, 92), (236, 190, 52), (110, 60, 132))
WOODS: tuple[Rgb, ...] = ((222, 184, 135), (166, 98, 62), (92, 60, 40), (170, 62, 48), (74, 104, 140))
SETS = {
    "cubes of 8 mm": (STRONG, (8.0, 8.0), 8.0, False),
    "discs of 14 mm": (STRONG, (14.0, 14.0), 4.0, True),
    "men of 12 mm, 22 mm high": (STRONG, (12.0, 12.0), 22.0, True),
    "natural and stained wood, 10 mm": (WOODS, (10.0, 10.0), 10.0, False),
}
WORDS = ("certain", "likely", "asked", "not seen", "wrong", "wrong and certain")


def pieces_of(name: str) -> PieceSet:
    """The set's five markers."""
    colours, size, height, is_round = SETS[name]
    markers = (
        PlainPiece(f"marker-{seat}", colour, size, height, round=is_round) for seat, colour in enumerate(colours, 1)
    )
    return PieceSet(name, name, "big-city", tuple(markers))


def told(pieces: PieceSet, room: Room, rng: random.Random) -> Counter[str]:
    """How one picture's markers were read."""
    spaces = rng.sample(range(100), len(PLAYERS))
    shared = rng.random() < 1 / 3
    if shared:
        spaces[1] = spaces[0]
    scores = tuple(TrackMarker(name, space) for name, space in zip(PLAYERS, spaces, strict=True))
    position = replace(
        opening_position(scripted_game("big-city"), Habits(track=True)), players=PLAYERS, turn="Ann", scores=scores
    )
    table = VirtualTable(GAME, position, room, box=PartsBox(GAME, pieces))
    table.lay(position)
    reading = read_image(next(table.still(1.0)), GAME, players=PLAYERS, pieces=pieces).reading
    seen = {marker.player: marker.space for marker in getattr(reading.position, "scores", ())}
    found: Counter[str] = Counter()
    for name, space in list(zip(PLAYERS, spaces, strict=True))[shared:]:  # the first lies under the second
        sure = reading.confidence.get(f"track:{name}")
        if sure in (None, "ask"):
            found["asked" if sure else "not seen"] += 1
        elif seen.get(name) == space:
            found[str(sure)] += 1
        else:
            found["wrong and certain" if sure == "certain" else "wrong"] += 1
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--lights", default=",".join(LIGHTS))
    parser.add_argument("--views", default="above,webcam-35")
    arguments = parser.parse_args()
    print(f"| markers | light | {' | '.join(WORDS)} |")
    print(f"| --- | --- |{' --- |' * len(WORDS)}")
    for name in SETS:
        pieces, whole = pieces_of(name), Counter[str]()
        for light in arguments.lights.split(","):
            found = Counter[str]()
            for view in arguments.views.split(","):
                for seed in range(arguments.seeds):
                    rng = random.Random(f"{name} {light} {view} {seed}")
                    found += told(pieces, Room(view=view, light=light, seed=seed), rng)
            print(f"| {name} | {light} | {' | '.join(str(found[word]) for word in WORDS)} |", flush=True)
            whole += found
        print(f"| {name} | all | {' | '.join(str(whole[word]) for word in WORDS)} |", flush=True)


if __name__ == "__main__":
    main()
