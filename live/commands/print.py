"""`boardsight print`: the PDFs of a game's boards and pieces, and the parts manifest."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("game", help="a game (big-city, …), or a game or board file of your own (.toml)")
    parser.add_argument("--out", type=Path, default=Path("printed"), metavar="DIR", help="folder for the files")
    parser.add_argument("--paper", default="a4", choices=("a4", "letter", "a3"), help="paper (default: %(default)s)")
    parser.add_argument(
        "--parts", default="", metavar="WORDS", help="only these: groups, kinds or ids, with commas (tiles,puck,bank)"
    )
    parser.add_argument("--players", type=int, metavar="N", help="only what N players need")
    parser.add_argument("--ink-saver", action="store_true", help="grounds nearly white; codes stay black")
    parser.add_argument(
        "--backs",
        default="duplex",
        choices=("duplex", "fold", "none"),
        help="cards' backs: on the sheet's other side, beside the faces to be folded behind them, or none",
    )
    parser.add_argument("--cut", choices=("svg", "dxf"), help="cut files for cutting machines, one a sheet")


def run(arguments: argparse.Namespace) -> int:
    """Print the game's files and list them."""
    from live.command_words import check_game_name
    from printables.book import PrintSettings, print_game, write_files
    from printables.ownfiles import game_to_print
    from tabletop.errors import UsageError

    check_game_name(arguments.game)
    game = game_to_print(arguments.game)
    if arguments.players is not None and not game.players[0] <= arguments.players <= game.players[1]:
        fewest, most = game.players
        raise UsageError(f"{game.title} is for {most if fewest == most else f'{fewest} to {most}'} players")
    settings = PrintSettings(
        paper=arguments.paper,
        parts=tuple(word.strip() for word in arguments.parts.split(",") if word.strip()),
        players=arguments.players,
        ink_saver=arguments.ink_saver,
        backs=arguments.backs,
        cut=arguments.cut,
        folder=Path(arguments.game).parent if arguments.game.endswith(".toml") else None,
    )
    for path in write_files(print_game(game, settings), arguments.out):
        print(path)
    return 0
