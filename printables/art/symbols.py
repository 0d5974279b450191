"""Which icon stands for which kind of piece, terrain or card."""

from printables.icons import icon_names
from tabletop.parts import Part

_ALIASES = {
    "lincoln-park": "park",
    "central-park": "pine",
    "stanford": "factory",
    "rockwell": "factory",
    "residential": "residence",
    "industrial": "factory",
    "yellow": "residence",
    "red": "city-hall",
    "blue": "factory",
    "harbor": "seaport",
    "harbour": "seaport",
    "water": "wave",
    "lake": "wave",
    "pond": "wave",
    "spring": "water-plant",
    "tower": "lighthouse",
    "police": "police-station",
    "fire": "fire-station",
    "tramway": "streetcar",
    "one-tree": "park",
    "two-trees": "park",
    "one-rock": "rock",
    "two-rocks": "rock",
    "forest": "pine",
    "blocking": "slum",
}


def icon_of(part: Part) -> str | None:
    """The icon that a part's file names (one of ours or an SVG file), else the one for its kind of piece."""
    if part.icon is not None:
        return part.icon
    return icon_for(part.piece) if part.piece is not None else (part.id if part.id in icon_names() else None)


def icon_for(kind: str | None) -> str | None:
    """The icon's name for a kind, its number left off where need be; None where there is none."""
    if kind is None:
        return None
    for name in (kind, kind.rsplit("-", 1)[0]):
        name = _ALIASES.get(name, name)
        if name in icon_names():
            return name
    return None
