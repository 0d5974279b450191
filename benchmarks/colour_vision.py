"""How far every two colours of a game's parts lie apart for people with and without all three kinds of cones.

    python benchmarks/colour_vision.py [--below 12] [GAME ...]

CIE76 between the printed sRGB colours, seen normally and by deuteranopes, protanopes and tritanopes (Machado 2009,
severity 1). A row for each pair of one kind of part that lies nearer than `--below` in any of them.
"""

import argparse

from tabletop.colourvision import VISIONS, pairs_of
from tabletop.gamefile import load_game, shipped_games


def main() -> None:
    """Print the near pairs of each game and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(shipped_games()), metavar="GAME")
    parser.add_argument("--below", type=float, default=12.0, help="in CIE76 (default: %(default)s)")
    arguments = parser.parse_args()
    print(f"| game | kind | colours | {' | '.join(VISIONS)} |")
    print(f"| --- | --- | --- | {' | '.join('---' for _ in VISIONS)} |")
    for name in arguments.games:
        pairs = list(pairs_of(load_game(name)))
        near = sorted((pair for pair in pairs if pair.least < arguments.below), key=lambda pair: pair.least)
        for pair in near:
            distances = " | ".join(f"{pair.delta_e[vision]:.1f}" for vision in VISIONS)
            print(f"| {name} | {pair.kind} | {pair.one}, {pair.other} | {distances} |")
        print(f"| {name} | all | {len(near)} of {len(pairs)} pairs below {arguments.below:g} | | | | |")


if __name__ == "__main__":
    main()
