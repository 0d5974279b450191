"""What printing would say of a file, without printing it: glyphs, icons, colours, paper; for `boardsight check`."""

from pathlib import Path

from printables.book import PrintSettings, print_game
from printables.packing import fits
from printables.paper import PAPERS
from tabletop.errors import BoardsightError
from tabletop.gamefile import GameFile

SPREAD = ("board", "track")
"""Kinds that are printed over several sheets where one is too small."""


def trial_print(game: GameFile, folder: Path | None = None) -> str | None:
    """The sentence with which printing on the largest paper would be refused; None where all can be printed.

    `folder` is where the file's own icons lie.
    """
    largest = max(PAPERS.values(), key=lambda paper: paper.width_mm)
    try:
        print_game(game, PrintSettings(paper=largest.name, folder=folder))
    except BoardsightError as error:
        return str(error)
    return None


def needs_larger_paper(game: GameFile) -> tuple[str, ...]:
    """Ids of the parts that neither A4 nor Letter can hold and that are not spread over several sheets."""
    usual = [paper for name, paper in PAPERS.items() if name in ("a4", "letter")]
    return tuple(
        part.id for part in game.parts if part.kind not in SPREAD and not all(fits(part, paper) for paper in usual)
    )
