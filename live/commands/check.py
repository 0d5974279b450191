"""`boardsight check`: what is wrong with a game, board, pieces or counter file, a position or a record."""

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from live.console.language import told
from live.console.terminal import tell
from tabletop.errors import UnreadableInput
from tabletop.tomllines import NOWHERE, Place, place_of

if TYPE_CHECKING:
    from tabletop.complaints import Complaint
    from tabletop.unknownkeys import UnknownKey


Finding = tuple[Place, str]
"""A sentence with its place."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("file", metavar="FILE", help="a .toml file of any kind, a position or a record")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Say what the file is and what is wrong with it; exit 4 where something is."""
    from tabletop.textfiles import read_text
    from tabletop.visible import one_line

    text = read_text(arguments.file)
    what, complaints = check(arguments.file, text)
    remarks = [] if complaints else remarks_on(arguments.file, text)
    if arguments.json:
        found, known = (
            [{"line": place.line, "column": place.column, "message": sentence} for place, sentence in some]
            for some in (complaints, remarks)
        )
        document = {"format": "boardsight-check/1", "file": arguments.file, "kind": what, "complaints": found}
        print(json.dumps({**document, "remarks": known}))
    else:
        for place, sentence in (*complaints, *remarks):
            where = "".join(f", {told(word)}" for word in place.words)
            print(one_line(f"{arguments.file}{where}: {told(sentence)}"))
        if remarks:
            tell(f"{arguments.file}: {what}; it can be used, but mind what stands above")
        elif not complaints:
            tell(f"{arguments.file}: {what}; nothing is wrong with it")
    return 4 if complaints else 0


def check(path: str, text: str) -> tuple[str, list[Finding]]:
    """What a file is, in words, and each complaint with its place. Raises UnreadableInput where it is no such file."""
    from tabletop.complaints import Complaint
    from tabletop.textfiles import STANDARD_INPUT, parsed_toml

    if text.lstrip().startswith("{"):
        return _json(path, text)
    raw = parsed_toml(text, path)
    if "game" in raw and not isinstance(raw["game"], dict):
        return _position(path, text)
    what, complaints = _toml(path, text, raw)
    complaints += [one.complaint for one in _unknown_keys(raw) if one.path not in {other.path for other in complaints}]
    if not complaints and {"game", "board"} & raw.keys() and not path.endswith((".toml", STANDARD_INPUT)):
        complaints = [Complaint((), "the file's name must end in .toml, so that others can name it; rename it")]
    return (what, [(place_of(text, raw, complaint), complaint.sentence) for complaint in complaints])


def remarks_on(path: str, text: str) -> list[Finding]:
    """What people should know of a file that is right, each with its line."""
    from printables.remarks import remarks_on_pictures
    from tabletop.commandcards import remarks_on_codes
    from tabletop.gamefile import load_game, parse_game
    from tabletop.piececheck import remarks_about
    from tabletop.piecefile import pieces_of
    from tabletop.textfiles import parsed_toml

    raw = {} if text.lstrip().startswith("{") else parsed_toml(text, path)
    remarks: list[Complaint] = []
    if isinstance(raw.get("game"), dict):
        remarks = remarks_on_codes(parse_game(text, folder=Path(path).parent))
        remarks += remarks_on_pictures(raw, Path(path).parent)
    elif isinstance(raw.get("board"), dict):
        remarks = remarks_on_pictures(raw, Path(path).parent)
    elif "pieces" in raw and "game" not in raw:
        pieces = pieces_of(raw, path)
        remarks = remarks_about(pieces, load_game(pieces.game))
    return [(place_of(text, raw, remark), remark.sentence) for remark in remarks]


def _toml(path: str, text: str, raw: dict[str, Any]) -> "tuple[str, list[Complaint]]":
    """A file of ours, told by its sections."""
    from tabletop.complaints import Complaint
    from tabletop.filevalues import misspelt
    from tabletop.schema import brief
    from tabletop.shipped import every_game_module

    if "game" in raw:
        return _game(path, text)
    if "pieces" in raw:
        found = _about_pieces(path, raw)
        return ("a pieces file" if found else f"a set of {len(raw['piece'])} pieces", found)
    if "board" in raw:
        return _board(path, raw)
    for game in every_game_module("own_files"):
        if (told := game.told(raw)) is not None:
            return cast("tuple[str, list[Complaint]]", told)
    if meant := misspelt(raw.keys() - {"piece"}, ("game", "board", "pieces", "landmarks")):
        section, word = next(iter(meant.items()))
        return ("a file", [Complaint((section,), f"the section {brief(section)} is not known; is '{word}' meant?")])
    raise UnreadableInput(
        f"{path} has none of [game], [board], [pieces], [[landmarks]]; `boardsight new game NAME` writes one"
    )


def _unknown_keys(raw: dict[str, Any]) -> "list[UnknownKey]":
    """Keys that nobody reads."""
    from tabletop.gameshape import unknown_keys_in
    from tabletop.piecefile import PIECES_FILE
    from tabletop.sections import BOARD_FILE
    from tabletop.unknownkeys import unknown_keys

    if "game" in raw:
        return unknown_keys_in(raw)
    kind = PIECES_FILE if "pieces" in raw else BOARD_FILE if "board" in raw else None
    return [] if kind is None else list(unknown_keys(kind, raw))


def _game(path: str, text: str) -> "tuple[str, list[Complaint]]":
    from scoring.registry import complaints_about_play
    from tabletop.complaints import Complaint
    from tabletop.gamecheck import complaints_about
    from tabletop.textfiles import parsed_toml

    game, complaints = complaints_about(text, source=path)
    if game is None:
        return ("a game file", complaints)
    complaints = list(dict.fromkeys([*complaints, *complaints_about_play(game)]))
    ids = sorted(game.by_code)
    codes = f"codes {ids[0]} to {ids[-1]}" if ids else "no codes"
    what = f"the game {game.title} with {len(game.parts)} kinds of parts, {codes}"
    if complaints:
        return (what, complaints)
    from printables.book import needs_larger_paper, trial_print

    refused = trial_print(game, Path(path).parent)
    large = needs_larger_paper(game)
    paper = f"; {', '.join(large)} to be printed with --paper a3" if large else ""
    return (what + paper, [] if refused is None else [Complaint(_place_of(refused, parsed_toml(text, path)), refused)])


NAMING = ("icon", "icons", "title", "id", "background", "board")
"""Keys whose values a refusal to print may name."""


def _place_of(refused: str, value: Any, path: "tuple[str | int, ...]" = ()) -> "tuple[str | int, ...]":
    """Where in a file stands what a refusal to print names before it says the mend; nowhere where nothing does."""
    if isinstance(value, str):
        named = rf"(?<![\w-]){re.escape(value)}(?![\w-])"
        return path if {*path[-2:]} & {*NAMING} and re.search(named, refused.partition(";")[0]) else ()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next(filter(None, (_place_of(refused, one, (*path, key)) for key, one in inner)), ())


def _about_pieces(path: str, raw: dict[str, Any]) -> "list[Complaint]":
    """Why a pieces file can't be used; where it can, which of its pieces nobody looks for."""
    from tabletop.gamefile import load_game
    from tabletop.piececheck import complaints_about
    from tabletop.piecefile import complaints_about as faults_of
    from tabletop.piecefile import pieces_of

    if found := faults_of(raw, path):
        return found
    pieces = pieces_of(raw, path)
    return list(complaints_about(pieces, load_game(pieces.game)))


def _board(path: str, raw: dict[str, Any]) -> "tuple[str, list[Complaint]]":
    from tabletop.boardcheck import complaints_about

    board, found = complaints_about(raw, source=path)
    return ("a board" if board is None else f"the board {board.title} of {len(board.cells)} cells", found)


def _position(path: str, text: str) -> tuple[str, list[Finding]]:
    from scoring import rules_for
    from tabletop.notation import read_position

    position = read_position(text, source=path)
    problems = rules_for(position.game).problems(position)
    return (f"a position of {position.game}", [(NOWHERE, problem.message) for problem in problems])


def _json(path: str, text: str) -> tuple[str, list[Finding]]:
    """A record or a position."""
    from scoring.replay import replay
    from tabletop.records import FORMAT, read_record

    if f'"{FORMAT}"' not in text.partition("\n")[0]:
        return _position(path, text)
    record, tear = read_record(text, source=path)
    good = "what stands before is good"
    torn = [] if tear is None else [(Place(tear.line), f"the record is torn here: {tear.reason}; {good}")]
    illegal = [
        (NOWHERE, f"move {number} is against the rules: {problem.message}")
        for number, move in enumerate(replay(record).moves, start=1)
        for problem in move.judged.problems
    ]
    return (f"a record of {record.header.game} with {len(record.entries)} lines", [*torn, *illegal])
