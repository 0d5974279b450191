"""Crowns: everybody lays lands on one board; each region is worth its size times the crowns in it."""

from collections.abc import Iterator
from itertools import chain

from scoring import ScoreLine
from scoring.pieces import PieceGame, Table, groups

LANDS = ("wheat", "wood", "lake")


class Crowns(PieceGame):
    """A player's lands of one kind that touch by their sides are a region."""

    def scores(self, table: Table, player: str) -> Iterator[ScoreLine]:
        """Every region with a crown."""
        for land in LANDS:
            for region in groups(table, table.of(player, (land,))):
                crowns = sum(table.spec.parts[lying.part].value or 0 for lying in region)
                places = table.places(chain.from_iterable(lying.cells for lying in region))
                if crowns:
                    label = f"a region of {land} with {crowns} crowns"
                    yield ScoreLine(label, len(region) * crowns, tuple(places), land)


rules = Crowns
