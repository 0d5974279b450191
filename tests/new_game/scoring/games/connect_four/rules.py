"""Connect Four: a disc falls to the lowest free cell of its column; whoever has four in a row first has won."""

from collections.abc import Iterator, Sequence

from scoring import ScoreLine
from scoring.pieces import Cells, PieceGame, Table


class ConnectFour(PieceGame):
    """Discs fall, four in a row are a point in any direction, and the first four end the game."""

    def against(self, table: Table, part: str, cells: Cells, player: str | None) -> Iterator[str]:
        """A disc lies at the bottom or on another disc."""
        if any((row + 1, column) in table.free for row, column in cells):
            yield "a disc falls to the lowest free cell of its column (rules: dropping)"

    def scores(self, table: Table, player: str) -> Iterator[ScoreLine]:
        """Every four in a row: across, down and both diagonals."""
        own = {cell for lying in table.of(player) for cell in lying.cells}
        for row, column in sorted(own):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                four = [(row + step * down, column + step * right) for step in range(4)]
                if own.issuperset(four):
                    yield ScoreLine("four in a row", 1, tuple(table.places(four)), "four")

    def ended(self, table: Table, players: Sequence[str]) -> bool:
        """Somebody has four in a row."""
        return any(any(self.scores(table, player)) for player in players)


rules = ConnectFour
