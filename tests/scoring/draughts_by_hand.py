"""English draughts in plain Python, written from its rules as people read them, not from the engine.

On the dark squares of an 8 by 8 board each side has twelve men on its first three rows. A man steps one square
diagonally forward, a king in all four diagonals. A man or king jumps over an opponent's piece beside it to the empty
square behind, and takes it; who can jump must, and goes on jumping with the same piece while it can. A man that comes
to the last row becomes a king, which ends its move; no side has more than twelve kings. Whoever cannot move has lost.
Eighty turns in a row in which only kings step are a draw. Points: one for each man taken, two for each king.
"""

DOWN, UP = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))


class Draughts:
    """One position; `w` and `b` are men, `W` and `B` kings. White, below, begins."""

    def __init__(self):
        self.board = {}
        for row in range(8):
            for column in range(8):
                if (row + column) % 2 and row not in (3, 4):
                    self.board[row, column] = "b" if row < 3 else "w"
        self.turn, self.quiet, self.points, self.winner = "w", 0, {"w": 0, "b": 0}, None

    def moves(self):
        """Every legal move: the squares that the piece touches, and those that it takes."""
        if self.winner:
            return {}
        own = [at for at, piece in self.board.items() if piece.lower() == self.turn]
        jumps = {path: taken for at in own for path, taken in self._jumps((at,), ())}
        if jumps:
            return jumps
        return {(at, to): () for at in own for to in self._steps(at)}

    def play(self, path):
        """Make a legal move."""
        taken = self.moves()[path]
        piece = self.board.pop(path[0])
        stepped_as_king = piece.isupper() and not taken
        for at in taken:
            self.points[self.turn] += 2 if self.board[at].isupper() else 1
            del self.board[at]
        self.board[path[-1]] = piece.upper() if self._crowns(piece, path[-1]) else piece
        self.quiet = self.quiet + 1 if stepped_as_king and piece.isupper() else 0
        mover, self.turn = self.turn, "b" if self.turn == "w" else "w"
        if not self.moves():
            self.winner = mover
        elif self.quiet >= 80:
            self.winner = "wb"

    def _ways(self, piece):
        return DOWN + UP if piece.isupper() else UP if piece == "w" else DOWN

    def _crowns(self, piece, at):
        kings = sum(one == piece.upper() for one in self.board.values())
        return piece.islower() and at[0] == (0 if piece == "w" else 7) and kings < 12

    def _steps(self, at):
        for down, right in self._ways(self.board[at]):
            to = (at[0] + down, at[1] + right)
            if to not in self.board and 0 <= to[0] < 8 and 0 <= to[1] < 8:
                yield to

    def _jumps(self, path, taken):
        piece, at, more = self.board[path[0]], path[-1], False
        if len(path) > 1 and self._crowns(piece, at):
            yield path, taken
            return
        for down, right in self._ways(piece):
            over, to = (at[0] + down, at[1] + right), (at[0] + 2 * down, at[1] + 2 * right)
            theirs = self.board.get(over, self.turn).lower() != self.turn and over not in taken
            free = to not in self.board or to == path[0]
            if theirs and free and 0 <= to[0] < 8 and 0 <= to[1] < 8:
                more = True
                yield from self._jumps((*path, to), (*taken, over))
        if len(path) > 1 and not more:
            yield path, taken
