"""How often plain colours are told wrong: simulated spectra of lights, sensors, printed patches and painted pieces.

    python benchmarks/colours.py [--trials N] [--seed N]

Each trial prints the patches on a printer of its own (dot gain, hue error), teaches the pieces in one photo under one
light and sensor, and reads them in another photo of the same camera under another light with another white balance,
exposure, flare, uneven light and noise. Only taught values are compared; nothing of the truth enters.
"""

import argparse
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tabletop.colournearness import separation
from tabletop.gamefile import load_game
from tabletop.profiles import Covariance, TaughtColour
from vision.pixels.colours import ColourSettings, PatchSamples, linear_from_srgb, name_colour
from vision.settings.uncoded import PlainSettings
from vision.table.sheet_patches import SheetPatches
from vision.uncoded.colour_fit import CodeTones, fitted_colours
from vision.uncoded.table_colours import fine_levels

Values = npt.NDArray[np.float64]
WAVES_NM = np.arange(400.0, 701.0, 10.0)
PATCHES = {
    "white": (255, 255, 255), "grey": (140, 140, 140), "black": (16, 16, 16), "red": (214, 39, 40),
    "yellow": (242, 200, 15), "green": (46, 158, 79), "cyan": (24, 169, 214), "blue": (37, 82, 176),
    "magenta": (200, 50, 140),
}  # fmt: skip
TEN = {
    "white": (240, 238, 230), "black": (30, 30, 32), "red": (190, 30, 35), "yellow": (235, 195, 20),
    "green": (30, 120, 60), "blue": (25, 70, 160), "orange": (225, 110, 25), "purple": (95, 45, 130),
    "brown": (105, 65, 40), "pink": (230, 130, 165),
}  # fmt: skip
EIGHT = {name: value for name, value in TEN.items() if name not in ("purple", "brown")}
SIX = {name: TEN[name] for name in ("white", "black", "red", "yellow", "green", "blue")}
CODES_MM = np.array([[-60.0, -60.0], [60.0, -60.0], [60.0, 60.0], [-60.0, 60.0]])
"""Of a tile, from its middle."""
SPREAD: Covariance = ((2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 2.0))
"""Of every taught colour."""


def black_body(kelvin: float) -> Values:
    """Planck's law, scaled to one at 560 nm."""
    power = WAVES_NM**-5.0 / np.expm1(1.4388e7 / (WAVES_NM * kelvin))
    return power / np.interp(560, WAVES_NM, power)


def bump(middle_nm: float, width_nm: float) -> Values:
    """A Gaussian over the wavelengths."""
    return np.exp(-0.5 * ((WAVES_NM - middle_nm) / width_nm) ** 2)


def lights() -> list[Values]:
    """Nineteen lights: lamps, skies, white LEDs, fluorescent tubes."""
    warm = [black_body(kelvin) for kelvin in (2400, 2700, 3000, 3400, 4000, 5000, 5500, 6500, 7500, 9000)]
    chips = ((0.4, 30, 5, 1.0), (0.6, 20, 0, 0.6), (0.9, 5, 0, 0.2), (1.1, -5, 5, 0.0), (0.7, 10, 8, 0.4))
    leds = [
        blue * bump(452, 10) + bump(560 + shift, 52 + width) + 0.5 * red * bump(625, 30)
        for blue, shift, width, red in chips
    ]
    tubes = [
        blue * bump(436, 6) + 0.9 * bump(545, 6) + red * bump(611, 6) + 0.12 + 0.2 * bump(490, 10)
        for blue, red in ((0.25, 1.1), (0.45, 0.9), (0.7, 0.7), (0.6, 1.0))
    ]
    return [light / light.mean() for light in warm + leds + tubes]


SENSORS = (
    np.stack([bump(600, 38), bump(535, 40), bump(455, 30)], axis=1),
    np.stack([bump(610, 32) + 0.15 * bump(520, 60), bump(540, 48), bump(465, 34) + 0.05 * bump(560, 60)], axis=1),
)


def reflectance(srgb: npt.ArrayLike, rng: np.random.Generator, disorder: float) -> Values:
    """A smooth spectrum whose colour is about the sRGB value; `disorder` moves its edges (other pigments)."""
    red, green, blue = linear_from_srgb(srgb)
    low, high = 488 + disorder * rng.normal(0, 8), 588 + disorder * rng.normal(0, 8)
    steep = 9 + disorder * rng.uniform(0, 8)
    rise_low, rise_high = 1 / (1 + np.exp(-(WAVES_NM - low) / steep)), 1 / (1 + np.exp(-(WAVES_NM - high) / steep))
    spectrum = blue * (1 - rise_low) + green * rise_low * (1 - rise_high) + red * rise_high
    return np.asarray(np.clip(spectrum, 0.015, 0.93))


class CameraResponse:
    """One camera's picture under one light: turns spectra into values 0 to 255 (blue, green, red)."""

    def __init__(self, sensor: Values, curve: float, light: Values, rng: np.random.Generator) -> None:
        self.curve, self.rng = curve, rng
        white = light @ sensor
        balance = (1 / white) * np.exp(rng.normal(0, 0.12, 3))
        self.response = sensor * light[:, None] * balance * 0.62 * 2 ** rng.uniform(-1.5, 0.4)
        self.flare = rng.uniform(0.0, 0.02)
        mix = np.eye(3) * 1.3 - 0.1  # the camera's own colour matrix, made for daylight
        self.mix = mix
        self.slope = rng.normal(0, 0.0007, 2)

    def values(self, spectra: Values, places_mm: Values) -> Values:
        """Values of spectra (N, wavelengths) at places (N, 2) mm."""
        light = spectra @ self.response * np.exp(places_mm @ self.slope)[:, None]
        light = np.clip((light + self.flare * 0.62) @ self.mix, 0, 1)
        values = 255 * light[:, ::-1] ** (1 / self.curve) + self.rng.normal(0, 0.8, light.shape)
        return np.clip(np.round(values), 0, 255)


def corrected(
    photo: CameraResponse,
    patches: Values,
    pieces: Values,
    rng: np.random.Generator,
    settings: PlainSettings,
    tiles: int,
) -> Values:
    """Lab of pieces strewn over the table, by the patches and the codes of some tiles."""
    corners = rng.uniform(-250, 250, (tiles, 2))
    places = np.repeat(corners, len(PATCHES), axis=0) + rng.uniform(-60, 60, (tiles * len(PATCHES), 2))
    seen = photo.values(np.tile(patches, (tiles, 1)), places)
    usable = np.asarray((seen < ColourSettings().clipped_from).all(axis=1))
    samples = PatchSamples(seen, np.zeros(len(seen)), np.ones(len(seen), bool), ~usable)
    names = list(PATCHES)
    where = np.repeat(corners, len(CODES_MM), axis=0) + np.tile(CODES_MM, (tiles, 1))
    white, black = (
        photo.values(np.tile(patches[names.index(name)], (len(where), 1)), where) for name in ("white", "black")
    )
    shown = SheetPatches(samples, tuple(names * tiles), places, usable)
    correction = fitted_colours(shown, CodeTones(white, black, where), load_game("big-city"), settings)
    spots = rng.uniform(-250, 250, (len(pieces), 2))
    light, haze = correction.falling(spots)
    levels = fine_levels(np.rint(photo.values(pieces, spots)))
    return np.asarray(correction.lab(levels[None], light[None], None if haze is None else haze[None])[0], float)


def measure(
    colours: dict[str, tuple[int, int, int]], trials: int, seed: int, settings: PlainSettings
) -> dict[str, float]:
    """Shares of wrong nearest, wrong answered and answered; the scatter between lights; refused pairs."""
    rng = np.random.default_rng(seed)
    names, known = list(colours), lights()
    count = wrong = told = told_wrong = refused = 0
    offsets = []
    for _ in range(trials):
        sensor, curve = SENSORS[rng.integers(2)], rng.uniform(1.8, 2.6)
        dot_gain = rng.uniform(0.85, 1.2)
        patches = np.array([
            reflectance(255 * (np.array(value) / 255) ** dot_gain, rng, 0.6) for value in PATCHES.values()
        ])  # fmt: skip
        pieces = np.array([reflectance(value, rng, 1.0) for value in colours.values()])
        first, second = (known[index] for index in rng.choice(len(known), 2, replace=False))
        taught = corrected(CameraResponse(sensor, curve, first, rng), patches, pieces, rng, settings, 2)
        read = corrected(CameraResponse(sensor, curve, second, rng), patches, pieces, rng, settings, 4)
        models = [TaughtColour(name, tuple(lab), SPREAD, 100) for name, lab in zip(names, taught, strict=True)]
        refused += any(separation(a, b) < 3 for i, a in enumerate(models) for b in models[:i])
        offsets.append(read - taught)
        for name, lab in zip(names, read, strict=True):
            answer = name_colour(lab, models)
            count += 1
            wrong += answer.best != name
            told += answer.name is not None
            told_wrong += answer.name not in (None, name)
    scatter = np.sqrt((np.concatenate(offsets) ** 2).mean(axis=0))
    return {
        "wrong": wrong / count, "answered": told / count, "wrong among answered": told_wrong / max(told, 1),
        "sd L": scatter[0], "sd a": scatter[1], "sd b": scatter[2],
        "sets with a pair under 3 sd": refused / trials,
    }  # fmt: skip


def main() -> None:
    """Print how often taught colours are told, and how often wrongly."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    plain = PlainSettings()
    variants = {"as shipped": plain, "no curve (2.2 always)": replace(plain, exponent_trust=0.0)}
    print("| colours | method | wrong | answered | wrong among answered | sd L, a, b | sets with a pair under 3 sd |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for title, colours in (("10", TEN), ("8", EIGHT), ("6", SIX)):
        for method, settings in variants.items():
            figures = measure(colours, arguments.trials, arguments.seed, settings)
            scatter = ", ".join(f"{figures[f'sd {axis}']:.1f}" for axis in "Lab")
            print(
                f"| {title} | {method} | {figures['wrong']:.1%} | {figures['answered']:.1%} "
                f"| {figures['wrong among answered']:.2%} | {scatter} | {figures['sets with a pair under 3 sd']:.0%} |"
            )


if __name__ == "__main__":
    main()
