"""What was found on the board as a position of Three Stones."""

from tabletop.games.three_stones.values import CELLS, Stone, Stones

from tabletop.found import FoundBoards


def position_from(found: FoundBoards) -> Stones:
    """The position."""
    stones = [Stone(found.seated(one.part.number or 1), one.on[0]) for one in found.parts]
    return Stones(tuple(sorted(stones)), len(CELLS) - len(stones), found.players, turn=found.turn)
