"""What the commands are given: a position's text, what `read --json` printed, or a picture; and options on top."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from live.console.arguments import PICTURES, REFUSED_PICTURES, check_game_name, game_named, players_named
from tabletop.boards import boards_in
from tabletop.errors import UnreadableInput
from tabletop.notation import load_position
from tabletop.options import from_words
from tabletop.readings import Problem
from tabletop.records import Header


def add_position_arguments(parser: argparse.ArgumentParser, *, pictures: bool = False) -> None:
    """Declare the position itself and what may be said with it."""
    what = "a position (TOML or JSON), - for standard input" + (", or a picture" if pictures else "")
    parser.add_argument("position", metavar="POSITION", help=what)
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant in force, besides the position's"
    )
    if pictures:
        parser.add_argument("--game", help="the game's name or its file (default: what the codes in the picture say)")
        parser.add_argument(
            "--board",
            action="append",
            default=[],
            metavar="FILE",
            help="a board file of your own that lies on the table",
        )
        parser.add_argument("--players", default="", metavar="A,B", help="the players in the order of their mats")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def position_from(arguments: argparse.Namespace, header: Header | None = None) -> tuple[Any, tuple[Problem, ...]]:
    """The position that the arguments name, and what the reader says is wrong where it is a picture.

    `header` is of the game's record: it names the players and the variants where nothing else does. Raises
    UnreadableInput where the text or the picture cannot be read, UsageError for an unknown option.
    """
    name = arguments.position
    problems: tuple[Problem, ...] = ()
    if hasattr(arguments, "players") and Path(name).suffix.lower() in PICTURES | REFUSED_PICTURES:
        players = arguments.players or (",".join(header.players) if header else "")
        boards = tuple(arguments.board) or (boards_in(header.options) if header else ())
        position, problems = _read_picture(name, arguments.game, players, boards)
    else:
        position = load_position(name)
    recorded = header.options if header is not None and header.game == position.game else {}
    options = {**recorded, **position.options, **from_words(position.game, arguments.option)}
    return (replace(position, options=options) if options != position.options else position), problems


def _read_picture(
    name: str, word: str | None, players: str, boards: tuple[str, ...]
) -> tuple[Any, tuple[Problem, ...]]:  # fmt: skip
    """A picture's position by the reader, with boards of people's own on it."""
    from live.console.pictures import game_meant, game_shown, picture_in  # these need OpenCV, texts do not
    from vision import read_image

    if word is not None:
        check_game_name(word)  # before the picture is looked at
    image = picture_in(name)
    word = word or (game_meant(image, name, boards, None) if boards else None)
    game = game_shown(image, name) if word is None else game_named(word)
    reading = read_image(image, game, players=players_named(players, game), name=word, own_boards=boards).reading
    if reading.position is None:
        reason = reading.problems[0].message if reading.problems else "too little is seen"
        raise UnreadableInput(f"{name}: {reason}")
    unsure = tuple(place for place, sure in reading.confidence.items() if sure == "ask")
    problems = reading.problems
    if unsure:
        problems = (*problems, Problem("unsure", "these places cannot be told from the picture", unsure))
    return reading.position, problems
