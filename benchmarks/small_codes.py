"""How many codes are found in pictures where they are small, by the size at which the picture is searched.

    python benchmarks/small_codes.py

Virtual pictures of the four games, as `benchmarks/accuracy.py virtual` makes them for its curve of pixels a module. The
whole is what the best search finds; `ours` is `vision.pixels.detection.find_codes` as the reader calls it.
"""

import time
from collections import Counter

import cv2
from measuring.positions import GAMES
from measuring.virtual import picture
from tqdm import tqdm

from tabletop.gamefile import load_game
from vision.pixels.detection import find_codes
from vision.settings import ReaderSettings

PIXELS = (1.6, 1.8, 2.0, 2.3, 2.6, 3.0)
"""For one module of a code."""
SCALES = (1.0, 1.5, 2.0, 3.0)
PICTURES = 6
FIRST_SEED = 777


def main() -> None:
    """Print a table."""
    heads = [f"× {scale:g}" for scale in SCALES]
    print(f"| pixels a module | {' | '.join(heads)} | ours | time of ours over × 1 |")
    print("|---" * (len(SCALES) + 3) + "|")
    settings = ReaderSettings()
    for pixels in PIXELS:
        found: Counter[float | None] = Counter()
        took_s: Counter[float | None] = Counter()
        every = 0
        for seed in tqdm(range(PICTURES), unit=" picture", disable=None, leave=False):
            name = tuple(GAMES)[seed % len(GAMES)]
            game = load_game(name)
            grey = cv2.cvtColor(picture("pixels", pixels, name, FIRST_SEED + seed).photo.image, cv2.COLOR_BGR2GRAY)
            counts: dict[float | None, int] = {}
            for scale in (*SCALES, None):
                began_s = time.process_time()
                codes = [code for code in find_codes(grey, game, settings, scale=scale) if code.own]
                took_s[scale] += time.process_time() - began_s
                counts[scale] = len(codes)
            found.update(counts)
            every += max(counts.values())
        shares = [f"{found[scale] / every:.0%}" for scale in (*SCALES, None)]
        print(f"| {pixels:g} | {' | '.join(shares)} | {took_s[None] / took_s[1.0]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
