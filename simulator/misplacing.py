"""A part laid in a wrong place: somewhere free on the board where it belongs, as people do when they look away."""

from typing import Any

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.misplacement import wrong_tables


def misplaced(before: Any, after: Any, game: GameFile, rng: np.random.Generator) -> Any | None:
    """The table of before with the one new part some cells from where it lies after.

    None where not exactly one part is new, another was taken away or moved, or nothing is free around it.
    """
    wrong = tuple(wrong_tables(before, after, game))
    return wrong[int(rng.integers(len(wrong)))] if wrong else None
