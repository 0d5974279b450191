"""Setting out the landmarks: in each row the dice choose two columns, and two landmarks come from the cup [Setup]."""

from collections.abc import Iterable, Iterator
from random import Random

from scoring.games.my_city_chess.setting import LANDMARKS_A_ROW, Setting
from tabletop.games.my_city_chess.counters import DUMP
from tabletop.games.my_city_chess.values import SetLandmark


def rolled_columns(rolls: Iterable[int]) -> tuple[int, ...]:
    """The columns (from 1) that a row's rolls choose; equal rolls are rolled again.

    >>> rolled_columns([5, 5, 2, 7])
    (2, 5)
    """
    chosen: list[int] = []
    for roll in rolls:
        if roll not in chosen:
            chosen.append(roll)
        if len(chosen) == LANDMARKS_A_ROW:
            break
    return tuple(sorted(chosen))


def set_out(setting: Setting, random: Random) -> Iterator[SetLandmark]:
    """Two landmarks for every row of the map.

    With City Dump in play as many are drawn from the cup as the rows need, so one may stay in it: our reading.
    """
    cup = [
        name
        for name in setting.counters.landmarks
        for _ in range(1 if name == DUMP else setting.landmark_copies)
        if name != DUMP or setting.options["city_dump"]
    ]
    random.shuffle(cup)
    board = setting.board

    def rolls() -> Iterator[int]:
        while True:
            yield random.randint(1, board.columns)

    for row in range(board.rows):
        for column in rolled_columns(rolls()):
            yield SetLandmark(cup.pop(), board.cell_name((row, column - 1)))
