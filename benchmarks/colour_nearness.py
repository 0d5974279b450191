"""How often two printed colours are taken for one another, by how near they lie: why files are refused below 3.

    python benchmarks/colour_nearness.py [--pairs N] [--seed N]

Random pairs of printed colours, sorted by `tabletop.colournearness.separation`, are seen through the lights, sensors
and printers of `benchmarks/colours.py`; the reader knows only the file's sRGB values. `wrong` is how often it takes one
for the other, `told wrong` how often it says so with its usual odds of 9 to 1.
"""

import argparse

import numpy as np
from colours import PATCHES, SENSORS, CameraResponse, corrected, lights, reflectance

from tabletop.colournearness import separation
from tabletop.profiles import TaughtColour
from vision.pixels.colours import ColourSettings, lab_from_linear, linear_from_srgb, name_colour
from vision.settings.uncoded import PlainSettings

BINS = (0.0, 1.0, 2.0, 3.0, 4.5, 6.0, 9.0, 100.0)


def pair_of_colours(rng: np.random.Generator) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """A colour anywhere in the cube, and another at a random distance from it."""
    one = rng.uniform(15, 245, 3)
    other = np.clip(one + rng.normal(0, 1, 3) * rng.uniform(2, 60), 15, 245)
    return (tuple(int(value) for value in one), tuple(int(value) for value in other))  # type: ignore[return-value]


def main() -> None:
    """Print how often colours are taken for each other, by their distance."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng, settings, known = np.random.default_rng(arguments.seed), ColourSettings(), lights()
    counted = np.zeros((len(BINS) - 1, 4), dtype=int)
    for _ in range(arguments.pairs):
        pair = pair_of_colours(rng)
        place = int(np.searchsorted(BINS, separation(*pair), side="right")) - 1
        gain = rng.uniform(0.85, 1.2)
        printed = [[255 * (value / 255) ** gain for value in colour] for colour in (*PATCHES.values(), *pair)]
        spectra = np.array([reflectance(colour, rng, 0.6) for colour in printed])
        photo = CameraResponse(SENSORS[rng.integers(2)], rng.uniform(1.8, 2.6), known[rng.integers(len(known))], rng)
        seen = corrected(photo, spectra[:-2], spectra[-2:], rng, PlainSettings(), 3)
        veiled = [lab_from_linear((linear_from_srgb(one) + settings.veil) / (1 + settings.veil)) for one in pair]
        models = [TaughtColour(str(index), tuple(lab), ((0.0,) * 3,) * 3, 1) for index, lab in enumerate(veiled)]
        for index, lab in enumerate(seen):
            answer = name_colour(lab, models, settings)
            counted[place] += (
                1, answer.best != str(index), answer.name is not None, answer.name not in (None, str(index))
            )  # fmt: skip
    print("| standard deviations apart | seen | wrong | answered | told wrong |")
    print("| --- | --- | --- | --- | --- |")
    for low, high, (seen_times, wrong, told, told_wrong) in zip(BINS[:-1], BINS[1:], counted, strict=True):
        of = max(seen_times, 1)
        print(f"| {low:g} to {high:g} | {seen_times} | {wrong / of:.1%} | {told / of:.1%} | {told_wrong / of:.2%} |")


if __name__ == "__main__":
    main()
