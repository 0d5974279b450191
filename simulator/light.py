"""Kinds of light over the virtual table: where lamps hang, how warm and how large they are, where they glare."""

from dataclasses import dataclass, replace
from math import log

import numpy as np
import numpy.typing as npt

from tabletop.errors import UsageError

BgrLight = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """Bars between a lamp and the table: two sets of parallel shadows that cross, along and across the lamp's way."""

    panes_mm: tuple[float, float]
    """From the middle of one bar's shadow to that of the next, ..."""
    bar_mm: float
    """... how wide it is, ..."""
    soft_mm: float
    """... over how much its edges fade, ..."""
    first_mm: tuple[float, float] = (0.0, 0.0)
    """... and how far from the table's middle one of each set lies."""
    turn: float = 0.0
    """By how much the window is turned out of the lamp's way (radians)."""

    def open_share(self, places_mm: npt.NDArray[np.float64], way: float) -> npt.NDArray[np.float64]:
        """Share of the lamp's light that reaches places (n, 2) when it comes from that way (radians)."""
        share = np.ones(len(places_mm))
        for number, (pane, first) in enumerate(zip(self.panes_mm, self.first_mm, strict=True)):
            angle = way + self.turn + number * np.pi / 2
            along = places_mm @ np.array([np.cos(angle), np.sin(angle)]) - first
            away = np.abs((along + pane / 2) % pane - pane / 2)
            share = share * np.clip((away - self.bar_mm / 2) / self.soft_mm + 0.5, 0.0, 1.0)
        return share


@dataclass(frozen=True, slots=True)
class Lamp:
    """One source: a place relative to the table's middle (mm, z up), what it adds there, how large it is."""

    position_mm: tuple[float, float, float]
    irradiance: float
    """Of the table's middle, where 1 is the sum of all light on an ordinary table."""
    kelvin: float
    size_mm: float
    frame: WindowFrame | None = None

    def lights(self, places_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """What it adds at places (n, 2) of the table, relative to its middle."""
        position = np.array(self.position_mm)
        offset = np.column_stack([position[:2] - places_mm, np.full(len(places_mm), position[2])])
        strength = self.irradiance * (np.linalg.norm(position) / np.linalg.norm(offset, axis=1)) ** 3
        if self.frame is not None:
            strength = strength * self.frame.open_share(places_mm, float(np.arctan2(position[1], position[0])))
        return np.asarray(strength)


@dataclass(frozen=True, slots=True)
class Light:
    """All light on the table."""

    name: str
    lamps: tuple[Lamp, ...]
    ambient: float
    """What comes from everywhere, walls and ceiling included, in the same unit."""
    ambient_kelvin: float
    electrons: float
    """That a pixel of white paper collects at this light when well exposed: fewer is noisier."""
    glare: float = 0.0
    """Peak of the mirror image of a window or lamp on the paper, 1 being white paper; 0 for none."""
    glare_at: tuple[float, float] = (0.5, 0.5)
    """Where in the picture, as fractions of width and height."""
    glare_size: float = 0.14
    """Radius of the glare, as a fraction of the picture's width."""
    exposure_ev: float = 0.0
    white_balance_error: float = 0.05
    """Spread of the camera's mistake in the red and blue gains, as a fraction."""


LIGHTS: dict[str, Light] = {
    "ceiling": Light(
        "ceiling",
        (Lamp((-500, -400, 1700), 0.28, 4000, 350), Lamp((600, 300, 1700), 0.28, 4000, 350)),
        0.44, 4000, 16000,
    ),
    "window": Light("window", (Lamp((-1600, -500, 1000), 0.62, 6300, 1000),), 0.38, 5600, 18000),
    "lamp": Light("lamp", (Lamp((-420, -380, 520), 0.78, 2800, 110),), 0.22, 3100, 8000),
    "dim": Light(
        "dim", (Lamp((700, -500, 1500), 0.55, 2700, 250),), 0.45, 2800, 1300, exposure_ev=-0.7, white_balance_error=0.08
    ),
    "mixed": Light(
        "mixed",
        (Lamp((-1600, 300, 1000), 0.40, 6800, 1000), Lamp((500, -350, 650), 0.38, 2800, 120)),
        0.22, 4500, 11000, white_balance_error=0.08,
    ),
    "glare": Light(
        "glare", (Lamp((200, -1700, 1300), 0.60, 6000, 900),), 0.40, 5500, 16000, glare=0.85,
        glare_at=(0.55, 0.42), glare_size=0.13,
    ),
    "sun": Light(
        "sun", (Lamp((-3600, -1800, 3200), 0.74, 5200, 40, WindowFrame((330, 420), 60, 14)),), 0.26, 7500, 18000,
    ),
}  # fmt: skip
"""By name, as `render --light` takes them."""


def light_named(name: str) -> Light:
    """The light of that name; UsageError with the names where there is none."""
    if name not in LIGHTS:
        raise UsageError(f"there is no light '{name}'; the lights are {', '.join(LIGHTS)}")
    return LIGHTS[name]


def varied(light: Light, rng: np.random.Generator) -> Light:
    """The same kind of light in another room: lamps moved, a little brighter or warmer, the glare elsewhere."""
    swing = rng.uniform(0, 2 * np.pi) if light.name != "ceiling" else rng.uniform(-0.4, 0.4)
    turn = np.array([[np.cos(swing), -np.sin(swing)], [np.sin(swing), np.cos(swing)]])
    lamps = []
    for lamp in light.lamps:
        x, y = turn @ np.array(lamp.position_mm[:2]) * rng.uniform(0.85, 1.2)
        lamps.append(
            replace(
                lamp,
                position_mm=(float(x), float(y), lamp.position_mm[2] * rng.uniform(0.85, 1.2)),
                irradiance=lamp.irradiance * rng.uniform(0.85, 1.15),
                kelvin=lamp.kelvin * rng.uniform(0.92, 1.08),
                frame=None if lamp.frame is None else _moved(lamp.frame, rng),
            )
        )
    return replace(
        light,
        lamps=tuple(lamps),
        exposure_ev=light.exposure_ev + rng.uniform(-0.25, 0.2),
        glare_at=(light.glare_at[0] + rng.uniform(-0.2, 0.2), light.glare_at[1] + rng.uniform(-0.2, 0.2)),
    )


def _moved(frame: WindowFrame, rng: np.random.Generator) -> WindowFrame:
    """The same window, seen from another chair: its bars wider or nearer, sharper, elsewhere."""
    wide, high = frame.panes_mm
    return replace(
        frame,
        panes_mm=(wide * rng.uniform(0.7, 1.4), high * rng.uniform(0.7, 1.4)),
        bar_mm=frame.bar_mm * rng.uniform(0.5, 1.8),
        soft_mm=frame.soft_mm * rng.uniform(0.5, 2.0),
        first_mm=(float(rng.uniform(0.0, wide)), float(rng.uniform(0.0, high))),
        turn=float(rng.uniform(-0.6, 0.6)),
    )


def turned(light: Light, turn_deg: float) -> Light:
    """The same lamps as somebody sees them on whose side the table was turned: carried round its middle, clockwise."""
    turn = np.radians(turn_deg)
    lamps = []
    for lamp in light.lamps:
        x, y, z = lamp.position_mm
        spot = (float(x * np.cos(turn) - y * np.sin(turn)), float(x * np.sin(turn) + y * np.cos(turn)), z)
        lamps.append(replace(lamp, position_mm=spot))
    return replace(light, lamps=tuple(lamps))


def colour_of_kelvin(kelvin: float) -> BgrLight:
    """Linear blue, green and red of a black body, green being 1 (Helland's fit to CIE 1964, 1000 to 15000 K)."""
    hundreds = kelvin / 100
    if hundreds <= 66:
        red = 255.0
        green = 99.4708025861 * log(hundreds) - 161.1195681661
        blue = 138.5177312231 * log(hundreds - 10) - 305.0447927307 if hundreds > 19 else 0.0
    else:
        red = 329.698727446 * (hundreds - 60) ** -0.1332047592
        green = 288.1221695283 * (hundreds - 60) ** -0.0755148492
        blue = 255.0
    encoded = np.clip(np.array([blue, green, red]) / 255, 0.02, 1.0)
    linear = encoded**2.2
    colour: BgrLight = linear / linear[1]
    return colour
