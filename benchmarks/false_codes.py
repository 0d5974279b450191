"""How often a code is found that is not there, and how many that are there are found, by family.

    python benchmarks/false_codes.py [--decoys 20]
    python benchmarks/false_codes.py --game small-city --decoys 62   # one printed game, in 309 pictures without it

False codes are counted in the corpus of photographs, where the codes of a game lie and those of other families and
games are looked for beside them (as for pieces of one's own with `--pieces`), and in decoys: text, mosaics, textures,
codes of families that nobody looks for. Codes that are there stand in rows on a sheet, blurred and sharpened as webcams
do it.
"""

import argparse
from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from measuring.code_sheets import DECOYS, SheetCamera, game_of_codes, sheet_of_codes
from measuring.corpus import pictures
from tqdm import tqdm

from tabletop.gamefile import GameFile, load_game, shipped_games
from vision.pixels.arrays import Floats, GreyImage
from vision.pixels.detection import find_codes, scales_of
from vision.pixels.images import load_grey
from vision.settings import ReaderSettings

SETTINGS = ReaderSettings()
PIXELS = (2.0, 2.4, 2.8, 3.2)
"""For one module, of the codes that are there."""
BLUR_PX = 0.8


@dataclass(frozen=True, slots=True)
class CodeSet:
    """So many codes of a dictionary, each on a part of its own."""

    dictionary: str
    ids: tuple[int, ...]

    @property
    def name(self) -> str:
        """As the table has it."""
        return f"{len(self.ids)} of {self.dictionary}"

    def game(self) -> GameFile:
        """A game of such parts."""
        return game_of_codes(self.dictionary, self.ids)


FAMILIES = (
    CodeSet("DICT_4X4_50", tuple(range(13))),
    CodeSet("DICT_APRILTAG_16h5", tuple(range(30))),
    CodeSet("DICT_5X5_1000", tuple(range(860, 980))),
    CodeSet("DICT_6X6_250", tuple(range(50))),
    CodeSet("DICT_APRILTAG_36h11", tuple(range(50))),
)


def false_ones(grey: GreyImage, game: GameFile, beside: Floats | None) -> int:
    """How many of a game's codes are found in a picture without any."""
    return len([code for code in find_codes(grey, game, SETTINGS, beside=beside) if code.own])


def of_a_printed_game(name: str, decoys: int) -> str:
    """In how many pictures without a printed game's codes one is found: photographs of other games, and decoys."""
    game, found, looked_at = load_game(name), Counter[str](), Counter[str]()
    for picture in pictures():
        own = load_game(picture.truth.game)
        if not set(game.by_code) & set(own.by_code):
            grey = load_grey(picture.path)
            found["photographs"] += false_ones(grey, game, scales_of(find_codes(grey, own, SETTINGS), own)) > 0
            looked_at["photographs"] += 1
    for kind, draw in DECOYS.items():
        for number in range(decoys):
            found[kind] += false_ones(draw(np.random.default_rng(number)), game, None) > 0
            looked_at[kind] += 1
    told = ", ".join(f"{found[kind]} of {count} {kind}" for kind, count in looked_at.items())
    return f"{game.title}: a false code in {found.total()} of {looked_at.total()} pictures without any ({told})."


def found_share(family: CodeSet, module_px: float, sheets: int = 4) -> float:
    """Share of the codes on sheets of 25 that are found."""
    found = 0
    ids = (family.ids * 25)[:25]
    for number in range(sheets):
        rng = np.random.default_rng(number)
        lens = SheetCamera(module_px, BLUR_PX, sharpen=0.5, noise=2.0, turn_deg=7.0 + 23 * number)
        grey, true = sheet_of_codes(family.dictionary, ids, lens, rng)
        for code in find_codes(grey, family.game(), SETTINGS):
            nearest = int(np.linalg.norm(true.mean(axis=1) - code.middle_px, axis=1).argmin())
            found += code.own and code.id == ids[nearest]
    return found / (25 * sheets)


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decoys", type=int, default=20, help="pictures of each kind")
    parser.add_argument(
        "--game", choices=shipped_games(), help="only this printed game's codes, in pictures without any"
    )
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.game:
        print(of_a_printed_game(arguments.game, arguments.decoys))
        return
    photographs, other_games = Counter[str](), 0
    corpus = list(pictures())
    for picture in tqdm(corpus, unit=" photograph", disable=None, leave=False):
        grey, own = load_grey(picture.path), load_game(picture.truth.game)
        beside = scales_of(find_codes(grey, own, SETTINGS), own)
        for family in FAMILIES:
            numbers = set(family.ids) & set(own.by_code) if family.dictionary == own.codes.dictionary else set()
            assert not numbers, f"{picture.name} shows codes of {family.name}"
            photographs[family.name] += false_ones(grey, family.game(), beside) > 0
        for name in shipped_games():
            game = load_game(name)
            if not set(game.by_code) & set(own.by_code):
                other_games += any(code.own for code in find_codes(grey, game, SETTINGS, beside=beside))
    decoys: Counter[tuple[str, str]] = Counter()
    for kind, draw in DECOYS.items():
        for number in tqdm(range(arguments.decoys), unit=f" {kind}", disable=None, leave=False):
            grey = draw(np.random.default_rng(number))
            for family in FAMILIES:
                decoys[kind, family.name] += false_ones(grey, family.game(), None) > 0
    print(f"Pictures with a false code, of {len(corpus)} photographs and {arguments.decoys} of each decoy:\n")
    print(f"| looked for | photographs | {' | '.join(DECOYS)} |\n|---{'|---' * (len(DECOYS) + 1)}|")
    for family in FAMILIES:
        counts = [str(decoys[kind, family.name]) for kind in DECOYS]
        print(f"| {family.name} | {photographs[family.name]} | {' | '.join(counts)} |")
    print(f"\nOther games' codes in the photographs: {other_games}.\n")
    print(f"Codes found, by pixels for a module (blur {BLUR_PX} px, sharpened):\n")
    print(f"| family | {' | '.join(f'{pixels:g}' for pixels in PIXELS)} |\n|---{'|---' * len(PIXELS)}|")
    for family in FAMILIES:
        print(
            f"| {family.name} | {' | '.join(f'{found_share(family, pixels):.0%}' for pixels in PIXELS)} |", flush=True
        )


if __name__ == "__main__":
    main()
