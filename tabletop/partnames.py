"""What people call a game's parts: their titles, and whose or which each is; documents and records keep the ids."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from tabletop.parts import Part

TRAILING_NUMBER = re.compile(r"(?: of)? [−-]?\d+$")
"""A size or a number at a title's end."""
PUCK = "Turn puck"
"""On it stands only whose turn it tells."""


def spoken_title(title: str) -> str:
    """A title that is an id, since nobody gave one, without its dashes."""
    return title.replace("-", " ") if title.islower() else title


def part_names(parts: Iterable[Part]) -> Mapping[str, str]:
    """Part id -> its title, and whose or which it is where several parts have that title; sizes of a piece share one.

    A card is called after the building that it shows.
    """
    every = tuple(parts)
    titles = {part.id: PUCK if part.kind == "puck" else spoken_title(part.title) for part in every}
    kinds = {part.id: (part.piece or part.id, part.player) for part in every}
    shared = Counter(title for title, _ in {(titles[id_], kind) for id_, kind in kinds.items()})
    whose = {id_: player or id_.partition("-")[0] for id_, (_, player) in kinds.items()}
    told = {id_: f"{title} ({whose[id_]})" if shared[title] > 1 else title for id_, title in titles.items()}
    still = Counter(name for name, _ in {(told[id_], kind) for id_, kind in kinds.items()})
    found = {id_: name if still[name] == 1 else spoken_title(id_) for id_, name in told.items()}
    shown = {part.id: str(part.building) for part in every}
    return {id_: found.get(shown[id_], name) for id_, name in found.items()}


def kind_names(parts: Iterable[Part], names: Mapping[str, str]) -> Mapping[str, str]:
    """Kind of piece -> what people call it, without size or number; a part that is its own kind has its name."""
    kinds: dict[str, list[Part]] = {}
    for part in parts:
        kinds.setdefault(part.piece or (part.id if part.cells else part.kind), []).append(part)
    return {
        kind: names[first.id] if not others else spoken_title(TRAILING_NUMBER.sub("", first.title))
        for kind, (first, *others) in kinds.items()
    }
