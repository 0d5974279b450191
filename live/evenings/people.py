"""People as they come to the table: a person has a name, spellings under which games know it, a colour, a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations

from tabletop.gamefile import Rgb

COLOURS: tuple[Rgb, ...] = (
    (213, 94, 0), (0, 114, 178), (0, 158, 115), (204, 121, 167), (230, 184, 0), (86, 180, 233), (122, 81, 160),
    (140, 86, 75),
)  # fmt: skip
"""For people who have chosen none: Okabe and Ito's colours, and two that stand beside them."""


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """When two spellings may be one person's. Chosen by hand between the pairs that are named; people are asked."""

    ratio: float = 0.75
    """Of `difflib`: `Anna` and `Ana` have 0.86, `Ann` and `Anne` 0.86, `Ben` and `Bob` 0.67."""
    shortest: int = 3
    """Letters; of shorter names every other one is alike."""
    most: int = 400
    """People: 80,000 pairs."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. `id` is the database's; `spellings` are all names under which records know the person."""

    id: int
    name: str
    spellings: tuple[str, ...]
    chosen_colour: str | None = None
    """`#rrggbb`."""
    chosen_seat: int | None = None
    """From 1, where the person always sits."""

    @property
    def colour(self) -> str:
        """The chosen colour, else one that stays the person's."""
        return self.chosen_colour or "#{:02x}{:02x}{:02x}".format(*COLOURS[self.id % len(COLOURS)])


def folded_name(name: str) -> str:
    """A name by which two spellings are compared.

    >>> folded_name(" Ann  LEE ") == folded_name("ann lee")
    True
    """
    return " ".join(name.split()).casefold()


def by_spelling(people: Iterable[Person]) -> Mapping[str, Person]:
    """Folded spelling -> person."""
    return {folded_name(spelling): person for person in people for spelling in person.spellings}


def perhaps_the_same(
    people: Sequence[Person], met: frozenset[tuple[int, int]], settings: LikenessSettings | None = None
) -> Iterator[tuple[Person, Person]]:
    """Pairs of people whose names look like one name misspelt; never two who have `met` in a game (lower id first).

    Of very many people only the newest are compared, each with each.
    """
    settings = settings or LikenessSettings()
    newest = sorted(people, key=lambda person: person.id)[-settings.most :]
    for one, other in combinations(newest, 2):
        if (one.id, other.id) in met:
            continue
        if any(_alike(a, b, settings) for a in one.spellings for b in other.spellings):
            yield one, other


def _alike(one: str, other: str, settings: LikenessSettings) -> bool:
    a, b = folded_name(one), folded_name(other)
    if min(len(a), len(b)) < settings.shortest:
        return False
    found = SequenceMatcher(None, a, b)
    return all(ratio() >= settings.ratio for ratio in (found.real_quick_ratio, found.quick_ratio, found.ratio))
