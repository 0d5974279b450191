"""What lies on the table at one moment, without who put it there: one module of values per game."""

from tabletop.games.big_city.values import (
    SIDES,
    BigCityPosition,
    PlacedPiece,
    PlacedStreetcar,
    PlacedTile,
    Side,
    TrackMarker,
)

__all__ = [
    "SIDES",
    "BigCityPosition",
    "PlacedPiece",
    "PlacedStreetcar",
    "PlacedTile",
    "Side",
    "TrackMarker",
]
