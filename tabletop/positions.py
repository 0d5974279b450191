"""What positions of several games have in common: markers on the score track beside them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class TrackMarker:
    """A player's marker on the score track: `space` 0 to 99, and how often it has passed 0."""

    player: str
    space: int
    hundreds: int = 0
