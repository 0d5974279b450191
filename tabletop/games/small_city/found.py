"""What was found in the players' boroughs as a position of Small City."""

from collections.abc import Sequence
from typing import Any

from tabletop.found import FoundBoards, FoundPart
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition


def position_from(found: FoundBoards) -> SmallCityPosition:
    """The position; the modules whose tiles lie there are in the game."""
    boroughs = []
    for number, board in enumerate(found.boards):
        mine = [one for one in found.parts if one.board == number]
        tiles = [
            PlacedBoroughTile(str(one.part.piece), one.on, one.part.level) for one in mine if one.part.kind == "tile"
        ]
        citizens = [
            PlacedCitizen(found.seated(one.part.number or 1), one.on[0]) for one in mine if one.part.kind == "citizen"
        ]
        owner = board.owner or found.seated(1)
        boroughs.append(Borough(owner, tuple(sorted(tiles, key=_tile_key)), tuple(sorted(citizens))))
    card = None if found.card is None else found.card.id
    return SmallCityPosition(
        tuple(boroughs), found.players, _modules(found.parts), turn=found.turn, card=card, game=found.game
    )


def _modules(parts: Sequence[FoundPart]) -> dict[str, Any]:
    """The modules whose tiles lie there are in the game."""
    names = sorted({one.part.module for one in parts if one.part.module is not None})
    return {"modules": names} if names else {}


def _tile_key(tile: PlacedBoroughTile) -> tuple[str, tuple[str, ...], int]:
    return (tile.kind, tile.on, tile.level or 0)
