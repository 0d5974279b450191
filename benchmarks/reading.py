"""How fast the reader is against one default detection: interleaved medians. `accuracy.py` tells how right it is.

python benchmarks/reading.py [--photo PHOTO]... [--rounds N]
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import numpy as np
from measuring.positions import random_city

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import GameFile, load_game
from tabletop.plans import plan_of
from vision import ReaderSettings, decode_grey, decode_image, read_image
from vision.pixels.arrays import to_grey
from vision.pixels.detection import find_codes


def times(photos: Sequence[Path], rounds: int) -> None:
    """Medians of interleaved runs on one thread: default detection, our detection with refinement, the whole reading,
    and the look that tells that nothing changed.

    Processor time, so that other work on the machine disturbs little; the whole reading includes unpacking the file.
    """
    cv2.setNumThreads(1)
    game = load_game("big-city")
    print(
        "| picture | default detection | detection and refinement | whole reading from the file "
        "| quiet look |\n|---|---|---|---|---|"
    )
    for name, data in _samples(game, photos):
        image = decode_image(data, name)
        grey, watch = to_grey(image), read_image(image, game).watch
        assert watch is not None  # colour pictures have one
        default = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000))
        runs: dict[str, Callable[[], Any]] = {
            "default": lambda grey=grey, default=default: default.detectMarkers(grey),
            "ours": lambda grey=grey: find_codes(grey, game, ReaderSettings()),
            "whole": lambda data=data, name=name: read_image(decode_grey(data, name), game),
            "quiet": partial(watch.look, image),
        }
        taken: dict[str, list[float]] = {key: [] for key in runs}
        for run in runs.values():
            run()  # patterns are made once a process
        for _ in range(rounds):
            for key, run in runs.items():
                started = time.process_time()
                run()
                taken[key].append(time.process_time() - started)
        median = {key: statistics.median(values) for key, values in taken.items()}
        height, width = grey.shape
        print(
            f"| {name}, {width} × {height} | {1000 * median['default']:.0f} ms "
            f"| {1000 * median['ours']:.0f} ms = {median['ours'] / median['default']:.2f} "
            f"| {1000 * median['whole']:.0f} ms = {median['whole'] / median['default']:.2f} "
            f"| {1000 * median['quiet']:.1f} ms = {median['quiet'] / median['default']:.3f} |"
        )


def _samples(game: GameFile, photos: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """The photos that were given, or virtual ones of one city at 1080p and 12 MP."""
    if photos:
        yield from ((photo.name, photo.read_bytes()) for photo in photos)
        return
    city = random_city(random.Random(3))
    box = PartsBox(game)
    for view in ("above", "phone-45"):
        image = shoot(plan_of(city, game), box, Shot(view=view, light="window", seed=3)).image
        yield view, np.asarray(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]).tobytes()


def main() -> int:
    """Measure the photos that are given, or two virtual ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photo", type=Path, action="append", help="this photo in place of virtual ones")
    parser.add_argument("--rounds", type=int, default=7, help="runs of each")
    arguments = parser.parse_args()
    times(arguments.photo or [], arguments.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
