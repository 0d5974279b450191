"""Readings without pictures: what a perfect reader would say of a position."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring import rules_for
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.readings import Reading

PIECES = tuple(part.id for part in load_game("big-city").parts if part.piece is not None)


def reading_of(position: Any, *, puck: str | None = None, hidden: Iterable[str] = ()) -> Reading:
    """Every place certain, the hidden ones flat; the puck on `puck`'s mat."""
    rules = rules_for("big-city")
    contents = rules.contents(rules.resume(position))
    covered = set(hidden)
    evidence: dict[str, dict[str, float]] = {}
    for place, what in contents.items():
        others = PIECES if place.startswith("property:") else ("streetcar",)
        words = ("empty", *others) if not place.startswith("tile:") else (what, "elsewhere")
        evidence[place] = {word: 0.0 if word == what or place in covered else -25.0 for word in words}
    confidence = {place: "ask" if place in covered else "certain" for place in contents}
    confidence["puck"] = "certain" if puck else "ask"
    seen = replace(position, turn=puck)
    assert isinstance(seen, BigCityPosition)
    return Reading("big-city", seen, confidence, evidence=evidence, covered=frozenset(covered))  # type: ignore[arg-type]
