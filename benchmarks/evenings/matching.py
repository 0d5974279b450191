"""Which of the moves that were made are kept in a record, in their order."""

from live.demo.comparison import same_move
from tabletop.moves import Move


def matched(made: list[Move], kept: list[Move]) -> list[tuple[int, int]]:
    """The longest row of moves that were made and are kept in the same order, by their places in both."""
    longest = [[0] * (len(kept) + 1) for _ in range(len(made) + 1)]
    for row in reversed(range(len(made))):
        for column in reversed(range(len(kept))):
            same = same_move(made[row], kept[column])
            longest[row][column] = (
                longest[row + 1][column + 1] + 1 if same else max(longest[row + 1][column], longest[row][column + 1])
            )
    pairs, row, column = [], 0, 0
    while row < len(made) and column < len(kept):
        if same_move(made[row], kept[column]):
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif longest[row + 1][column] >= longest[row][column + 1]:
            row += 1
        else:
            column += 1
    return pairs
