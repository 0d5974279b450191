"""How fast the reader is against one default detection: interleaved medians. `accuracy.py` tells how right it is.

python benchmarks/reading.py [--wide 1920] [--rounds N]    # the corpus' photographs with codes that are so wide
python benchmarks/reading.py --plain [--rounds N]          # those whose pieces bear no codes, and the next look at
                                                           # them, where one place has changed
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import numpy as np
from measuring.corpus import Picture, pictures
from tqdm import tqdm

from tabletop.gamefile import load_game
from vision import FrameReading, decode_image
from vision.change.second_look import reread
from vision.large_photos import read_photo
from vision.pixels.arrays import BgrImage, to_grey
from vision.pixels.photo_file import PhotoFile


def corpus(wide: int, rounds: int, *, plain: bool) -> None:
    """Each photograph of that width (its longest side), read as its game from its file; medians by game.

    Those with codes, or `plain` ones, on which pieces without codes lie: of these the next look is measured, too.
    """
    cv2.setNumThreads(1)
    measured = ["whole reading from the file", *(["one place changed"] if plain else [])]
    ratios: dict[str, list[list[float]]] = {}
    for picture in tqdm(list(pictures()), unit=" picture", disable=None):
        data = picture.path.read_bytes()
        image = decode_image(data, picture.name)
        if (picture.pieces is not None) == plain and max(image.shape) == wide:
            default, *others = _interleaved(_runs(picture, data, image), rounds).values()
            ratios.setdefault(picture.truth.game, []).append([one / default for one in others])
    print(f"| game | pictures | {' | '.join(f'{one}, median and worst' for one in measured)} |")
    print(f"|---|---{'|---' * len(measured)}|")
    for game, figures in {**ratios, "all": [one for some in ratios.values() for one in some]}.items():
        columns = [f"{statistics.median(column):.2f}, {max(column):.2f}" for column in zip(*figures, strict=True)]
        print(f"| {game} | {len(figures)} | {' | '.join(columns)} |")


def _runs(picture: Picture, data: bytes, image: BgrImage) -> Mapping[str, Callable[[], Any]]:
    """What is compared on one photograph; it is read as `boardsight read` does."""
    game, photo = load_game(picture.truth.game), PhotoFile(data, picture.name)
    grey = photo.grey() if game.laid_of_tiles and picture.pieces is None else to_grey(image)
    dictionary = getattr(cv2.aruco, game.codes.dictionary)
    default = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    runs: dict[str, Callable[[], Any]] = {
        "default": partial(default.detectMarkers, grey),
        "whole": lambda: read_photo(PhotoFile(data, picture.name), game, players=picture.truth.players),
    }
    if picture.pieces is not None:
        runs["whole"] = lambda: picture.read(decode_image(data, picture.name))
        sight = picture.read(image)
        runs["again"] = partial(reread, _one_covered(image, sight), sight)
    return runs


def _one_covered(image: BgrImage, sight: FrameReading) -> BgrImage:
    """The picture with something red on the first of the places that were read."""
    covered = image.copy()
    outline = next(
        one for place, one in sight.outlines_px.items() if place.startswith(("cell:", "square:", "property:"))
    )
    cv2.fillPoly(covered, [np.rint(outline).astype(int)], (40, 20, 160))
    return covered


def _interleaved(runs: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Median of each one's processor time in seconds, one after the other in turn."""
    taken: dict[str, list[float]] = {key: [] for key in runs}
    for run in runs.values():
        run()  # patterns are made once a process
    for _ in range(rounds):
        for key, run in runs.items():
            started = time.process_time()
            run()
            taken[key].append(time.process_time() - started)
    return {key: statistics.median(values) for key, values in taken.items()}


def main() -> int:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="store_true", help="the photographs of the tests (as without it)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each")
    parser.add_argument("--plain", action="store_true", help="the photographs without codes")
    parser.add_argument("--wide", type=int, default=1920, help="those whose longest side is so long")
    arguments = parser.parse_args()
    corpus(arguments.wide, arguments.rounds, plain=arguments.plain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
