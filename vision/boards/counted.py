"""Parts of which more were found than the game has: at least one of them is no such part, or does not belong there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop.readings import Problem
from vision.boards.cells import CellField
from vision.boards.setup import Setup
from vision.places.assignment import LyingPart
from vision.places.counted import told_by_colour, too_many_words


@dataclass(frozen=True, slots=True)
class TooMany:
    """The places of such parts, all of them to be asked about, and what to tell people."""

    asked: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


def too_many(parts: Sequence[LyingPart], field: CellField, setup: Setup) -> TooMany:
    """Count them: `per_player` says how many may lie on each player's board, `count` how many there are at all.

    On boards with more cells than the game file's counts are for (`[game] counts_for_cells`) the rules say how many
    sets are in the game, and they count them. Pieces that are told by colour are as many as people have of that colour.
    """
    by_colour = told_by_colour(setup.pieces)
    most_cells = setup.game.raw["game"].get("counts_for_cells")
    if most_cells is not None and len(field.boards[0].board.cells) > most_cells:
        return TooMany()
    place_of: Mapping[object, str] = {cell.where: cell.name for cell in field.cells}
    lying: dict[tuple[str, int | None], list[LyingPart]] = {}
    for one in parts:
        lying.setdefault((one.part.id, one.board if "per_player" in one.part.extra else None), []).append(one)
    asked: set[str] = set()
    problems = []
    for found in lying.values():
        part = found[0].part
        most = part.extra.get("per_player", part.count)
        if len(found) <= most or part.id in by_colour:
            continue
        on = ", ".join(field.boards[one.board].board.cell_name(cell) for one in found for cell in sorted(one.cells))
        message = too_many_words(part.title, len(found), on, most)
        seen = [(one.board, cell) for one in found for cell in sorted(one.cells)]
        places = tuple(place_of[where] for where in seen if where in place_of)
        problems.append(Problem("too-many-seen", message, places))
        asked |= set(places)
    return TooMany(frozenset(asked), tuple(problems))
