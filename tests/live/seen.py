"""Readings without pictures: what a perfect reader would say of a position."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from measuring.city_looks import RULES, plain_reading

from tabletop.readings import Reading


def reading_of(position: Any, *, puck: str | None = None, hidden: Iterable[str] = ()) -> Reading:
    """Every place certain, the hidden ones flat; the puck on `puck`'s mat."""
    seen = plain_reading(RULES.resume(position), puck, hidden)
    return replace(seen, position=replace(position, turn=puck))
