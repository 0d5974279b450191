"""What each game costs its host in each style: sheets, edges, strokes, minutes, ink, what is cut away, what can wait.

    python benchmarks/print_work.py [--paper a4] [--players N] [GAME ...]

A row for each game, for all its players and for two (or `--players`), and each style. Every number is told by
`boardsight print` too, before anybody prints. Standard and fine print what any variant needs, and for two players what
the usual variant does; light always does.
"""

import argparse
from collections.abc import Iterator

from printables.book import documents_of
from printables.choice import STYLES, PrintSettings, options_that_matter
from printables.ink import pages_of_ink
from printables.looks import Looks
from printables.work import can_wait, work_of
from tabletop.gamefile import GameFile, load_game, shipped_games
from tabletop.options import default

COLUMNS = (
    *("game", "players", "variant", "style", "sheets", "edges", "strokes", "minutes", "ink"),
    *("cut away", "of it bleed", "of all paper", "can wait"),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(shipped_games()), metavar="GAME")
    parser.add_argument("--paper", default="a4", help="a4, letter or a3 (default: %(default)s)")
    parser.add_argument("--players", type=int, default=2, help="the smaller company (default: %(default)s)")
    arguments = parser.parse_args()
    print("| " + " | ".join(COLUMNS) + " |")
    print("| --- " * len(COLUMNS) + "|")
    for name in arguments.games:
        game = load_game(name)
        for settings in _ways(game, arguments.paper, arguments.players):
            print(_row(game, settings), flush=True)


def _ways(game: GameFile, paper: str, fewer: int) -> Iterator[PrintSettings]:
    """All styles for all players and variants, then for the smaller company and the usual variant."""
    usual = tuple((name, default(game.options[name])) for name in options_that_matter(game))
    for players, options in ((None, ()), (max(fewer, game.players[0]), usual)):
        for style in STYLES:
            yield PrintSettings(paper=paper, players=players, options=options, style=style)


def _row(game: GameFile, settings: PrintSettings) -> str:
    documents = documents_of(game, settings)
    work, waiting = work_of(documents), sum(its.sheets for _, its in can_wait(documents))
    ink = pages_of_ink(documents, game, Looks(game.palette, settings.ink_saver))
    cells = (
        game.name,
        settings.players or game.players[1],
        "usual" if settings.options or settings.style == "light" else "any",
        settings.style,
        work.sheets,
        work.edges,
        work.strokes,
        work.minutes,
        f"{ink} pages",
        f"{work.waste:.0%}",
        f"{work.bleed:.0%}",
        f"{work.paper_waste:.0%}",
        f"{waiting} sheets",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


if __name__ == "__main__":
    main()
