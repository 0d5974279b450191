"""Big City's pieces laid in wrong places."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.gamefile import GameFile
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece
from tabletop.misplacement import only_new, shifted


def wrong_tables(before: BigCityPosition, after: BigCityPosition, game: GameFile) -> Iterator[BigCityPosition]:
    """The new piece on other properties of the city."""
    new = only_new(before.pieces, after.pieces)
    if new is None:
        return
    cells = game.neighbourhoods.cells_of(after.tiles)
    numbers = {cell: number for number, cell in cells.items()}
    taken = {cells[number] for piece in before.pieces for number in piece.on}
    for place in shifted([cells[number] for number in new.on], frozenset(numbers) - taken):
        wrong = PlacedPiece(new.kind, tuple(sorted(numbers[cell] for cell in place)))
        yield replace(before, pieces=tuple(sorted((*before.pieces, wrong))))
