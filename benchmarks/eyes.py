"""Whether everybody's eyes can tell printed parts apart: letters, icons, colours.

    python benchmarks/eyes.py [--points 8] [GAME ...]

A row for each game: words smaller than `--points` on any part, back or guide in any style (houses, labels, box, codes
to tape on; read from the PDFs as they are printed), pieces without the icon that the aid card explains them by,
pieces of one outline and different kinds with one icon, and pairs of colours of one kind nearer than 12 (CIE76) in
normal, deuteranope, protanope or tritanope vision (`benchmarks/colour_vision.py` names them).
"""

import argparse

from colour_vision import pairs_of
from measuring.eyes import of_one_look, small_texts, without_icon

from tabletop.gamefile import load_game, shipped_games

NEAR = 12.0
"""CIE76 below which two colours count as near."""


def main() -> None:
    """Print the table, and below it what is too small, bare or alike."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(shipped_games()), metavar="GAME")
    parser.add_argument("--points", type=float, default=8.0, help="the least size (default: %(default)s)")
    arguments = parser.parse_args()
    print(f"| game | words below {arguments.points:g} pt | pieces without icon | alike but for colour | near colours |")
    print("| --- | --- | --- | --- | --- |")
    named: list[str] = []
    for name in arguments.games:
        game = load_game(name)
        words = [
            word for ink_saver in (False, True) for word in small_texts(game, arguments.points, ink_saver=ink_saver)
        ]
        small = sorted({(round(size, 1), text) for _, size, text in words})
        bare, alike, pairs = list(without_icon(game)), list(of_one_look(game)), list(pairs_of(game))
        near = sum(pair.least < NEAR for pair in pairs)
        print(f"| {name} | {len(small)} | {len(bare)} | {len(alike)} | {near} of {len(pairs)} |")
        named += [f"{name}: {size} pt {text}" for size, text in small]
        named += [f"{name}: no icon on {part}" for part in bare]
        named += [f"{name}: {one} and {other} differ in colour alone" for one, other in alike]
    print("\n".join(named))


if __name__ == "__main__":
    main()
