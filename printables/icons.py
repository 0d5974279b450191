"""The icons of one graphic language: solid shapes on a grid of 24 by 24, windows cut out of them."""

import tomllib
from functools import lru_cache
from importlib import resources

from printables.pen import Pen, Step
from printables.svgpath import parse_path
from tabletop.gamefile import Rgb

GRID = 24.0


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(_file())


def draw_icon(pen: Pen, name: str, x: float, y: float, size_mm: float, colour: Rgb, ground: Rgb) -> None:
    """The icon in a square of `size_mm` about (x, y): its solid in `colour`, its cuts in `ground`."""
    scale = size_mm / GRID
    for layer, looks in (("fill", colour), ("cut", ground)):
        steps = _steps(name, layer)
        if steps:
            pen.path(
                [
                    (
                        command,
                        tuple(
                            (y if index % 2 else x) + (value - GRID / 2) * scale for index, value in enumerate(values)
                        ),
                    )
                    for command, values in steps
                ],
                fill=looks,
            )


@lru_cache(maxsize=256)
def _steps(name: str, layer: str) -> tuple[Step, ...]:
    return tuple(parse_path(_file()[name].get(layer, "")))


@lru_cache(maxsize=1)
def _file() -> dict[str, dict[str, str]]:
    text = (resources.files("printables") / "data" / "icons.toml").read_text(encoding="utf-8")
    icons: dict[str, dict[str, str]] = tomllib.loads(text)
    return icons
