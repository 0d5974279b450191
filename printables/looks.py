"""How colours come onto paper: full colour, or the ink-saver that leaves grounds white."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Looks:
    """The palette of a game and whether to save ink."""

    palette: Mapping[str, Rgb]
    ink_saver: bool = False
    folder: Path | None = None
    """Where a game file's own icons lie."""

    def colour(self, name: str) -> Rgb:
        """The palette's colour, or a `#rrggbb` as it stands."""
        if name.startswith("#"):
            red, green, blue = bytes.fromhex(name[1:])
            return (red, green, blue)
        if name not in self.palette:
            raise UnreadableInput(f"the palette has no colour '{name}'; add it under [palette] or use another")
        return self.palette[name]

    def ground(self, name: str) -> Rgb:
        """A large light area: as the palette has it, nearly white in the ink-saver."""
        return mix(self.colour(name), WHITE, 0.75) if self.ink_saver else self.colour(name)

    def band(self, name: str) -> Rgb:
        """A ring or band that says what a part is: always in its colour."""
        return self.colour(name)

    @property
    def ink(self) -> Rgb:
        """The colour of letters and lines."""
        return self.palette.get("ink", (29, 39, 51))


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """`first` with that share of `second` in it, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def luminance(colour: Rgb) -> float:
    """Relative luminance from 0 (black) to 1 (white), IEC 61966-2-1."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in _shares(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable_on(colour: Rgb) -> Rgb:
    """White or near black, whichever stands out more on the colour."""
    bright = luminance(colour)
    return WHITE if 1.05 / (bright + 0.05) > (bright + 0.05) / 0.056 else (16, 16, 16)


def _shares(colour: Rgb) -> list[float]:
    return [value / 255 for value in colour]
