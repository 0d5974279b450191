"""What would make a game's parts unreadable or uncuttable: codes used twice, outlines that cross, colours too near."""

from collections.abc import Iterator

from tabletop.colournearness import colours_too_near
from tabletop.gamefile import GameFile
from tabletop.geometry import contains, crosses_itself


def faults_of(game: GameFile) -> tuple[str, ...]:
    """One sentence for each fault, with the mend; empty for a game that can be printed and read."""
    near = (pair.sentence for pair in colours_too_near(game))
    return (*_codes_twice(game), *_outlines(game), *_codes_outside(game), *near)


def _codes_twice(game: GameFile) -> Iterator[str]:
    bearers: dict[int, str] = {}
    for part in game.parts:
        for code in part.codes:
            if code.id in bearers:
                both = f"twice on {part.id}" if bearers[code.id] == part.id else f"on {bearers[code.id]} and {part.id}"
                yield f"code {code.id} stands {both}; give each place its own id, or leave the ids out"
            bearers.setdefault(code.id, part.id)


def _outlines(game: GameFile) -> Iterator[str]:
    for part in game.parts:
        if crosses_itself(part.outline_mm):
            yield f"the outline of {part.id} crosses itself; list its corners in the order in which they are cut"


def _codes_outside(game: GameFile) -> Iterator[str]:
    for part in game.parts:
        for code in part.codes:
            if not all(contains(part.outline_mm, corner) for corner in code.corners_mm):
                yield f"code {code.id} does not lie inside {part.id}; move it or make the part larger"
