"""The icons of one graphic language: solid shapes on a grid of 24 by 24, windows cut out of them."""

import tomllib
from functools import lru_cache
from importlib import resources
from pathlib import Path

from printables.pen import Pen, Step
from printables.svgfile import load_svg
from printables.svgpath import parse_path
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb

GRID = 24.0


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(_file())


def draw_icon(
    pen: Pen, name: str, x: float, y: float, size_mm: float, colour: Rgb, ground: Rgb, *, folder: Path | None = None
) -> None:
    """The icon in a square of `size_mm` about (x, y): its solid in `colour`, its cuts in `ground`.

    `name` is one of ours, or an SVG file in `folder`. Raises UnreadableInput where there is neither.
    """
    scale = size_mm / GRID
    for layer, looks in (("fill", colour), ("cut", ground)):
        steps = icon_steps(name, layer, folder)
        placed = [(kind, tuple((y if i % 2 else x) + (v - GRID / 2) * scale for i, v in enumerate(values)))
                  for kind, values in steps]  # fmt: skip
        if placed:
            pen.path(placed, fill=looks)


@lru_cache(maxsize=256)
def icon_steps(name: str, layer: str, folder: Path | None = None) -> tuple[Step, ...]:
    """One layer, `fill` or `cut`, of an icon on its grid."""
    if name.endswith(".svg"):
        return load_svg((folder or Path()) / name) if layer == "fill" else ()
    if name not in _file():
        raise UnreadableInput(f"there is no icon '{name}'; use {', '.join(sorted(_file()))}, or an .svg file")
    return tuple(parse_path(_file()[name].get(layer, "")))


@lru_cache(maxsize=1)
def _file() -> dict[str, dict[str, str]]:
    text = (resources.files("printables") / "data" / "icons.toml").read_text(encoding="utf-8")
    icons: dict[str, dict[str, str]] = tomllib.loads(text)
    return icons
