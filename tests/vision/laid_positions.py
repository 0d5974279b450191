"""Positions that several tests lay on the table."""

from tabletop.games.small_city.values import Borough, PlacedBoroughTile, SmallCityPosition

BOROUGHS = SmallCityPosition(
    boroughs=(
        Borough(
            "Ann",
            (
                PlacedBoroughTile("park", ("C3", "C4"), 2), PlacedBoroughTile("factory", ("E6", "E7"), 2),
                PlacedBoroughTile("commercial", ("H3", "H4"), 2),
            ),
        ),
        Borough("Ben", (PlacedBoroughTile("park", ("B2",), 1),)),
    )
)  # fmt: skip
