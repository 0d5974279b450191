"""Readings without pictures: what a perfect reader would say of a position."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring import rules_for
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import PlaceTile
from tabletop.readings import Confidence, Reading
from tabletop.records import Header

RULES = rules_for("big-city")
TWO, THREE = Header("big-city", ("Ann", "Ben")), Header("big-city", ("Ann", "Ben", "Cem"))
TWO_LAID = (
    PlaceTile("Ann", 2, (3, 0)),
    PlaceTile("Ben", 3, (0, 3)),
    PlaceTile("Ann", 4, (3, 4)),
    PlaceTile("Ben", 5, (6, 0)),
)
"""The neighbourhoods with which a game of two begins."""
THREE_LAID = (PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))
"""The same of three."""


def reading_of(position: Any, *, puck: str | None = None, hidden: Iterable[str] = ()) -> Reading:
    """Every place certain, the hidden ones flat; the puck on `puck`'s mat, or nowhere to be seen."""
    state, covered = RULES.resume(position), frozenset(hidden)
    words = ("empty", *(part.id for part in load_game("big-city").of_kind("piece")))
    evidence = {}
    for place, truth in RULES.contents(state).items():
        choices = words if place.startswith("property") else ("empty", "streetcar")
        if place.startswith("tile"):
            choices = (truth, "elsewhere")
        evidence[place] = {word: 0.0 if word == truth or place in covered else -25.0 for word in choices}
    confidence: dict[str, Confidence] = {place: "ask" if place in covered else "certain" for place in evidence}
    confidence["puck"] = "certain" if puck else "ask"
    seen = replace(position, turn=puck)
    return Reading("big-city", seen, confidence, evidence=evidence, covered=covered)
