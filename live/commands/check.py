"""`boardsight check`: what is wrong with a game, board, pieces or counter file, a position or a record."""

import argparse
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from live.console.language import told
from live.console.terminal import tell
from tabletop.errors import UnreadableInput
from tabletop.tomllines import NOWHERE, Place, place_of

if TYPE_CHECKING:
    from tabletop.filevalues import Complaint

    Told = tuple[str, list[Complaint], Callable[[], Sequence[Complaint]]]
    """What a file is, what is wrong with it, and what else is said of one that is right."""

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

    checked = check(arguments.file, read_text(arguments.file))
    complaints, remarks = checked.complaints, checked.remarks
    if arguments.json:
        found, known = (
            [{"line": place.line, "column": place.column, "message": sentence} for place, sentence in some]
            for some in (complaints, remarks)
        )
        document = {"format": "boardsight-check/1", "file": arguments.file, "kind": checked.what, "complaints": found}
        print(json.dumps({**document, "remarks": known}))
    else:
        for place, sentence in (*complaints, *remarks):
            where = "".join(f", {told(word)}" for word in place.words)
            print(one_line(f"{arguments.file}{where}: {told(sentence)}"))
        if remarks:
            tell(f"{arguments.file}: {checked.what}; it can be used, but mind what stands above")
        elif not complaints:
            tell(f"{arguments.file}: {checked.what}; nothing is wrong with it")
    return 4 if complaints else 0


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What a file is, in words, what is wrong with it, and what people should know of one that is right."""

    what: str
    complaints: Sequence[Finding] = ()
    remarks: Sequence[Finding] = ()


def check(path: str, text: str) -> CheckedFile:
    """A file of ours looked through; it is read once. Raises UnreadableInput where it is no such file."""
    from tabletop.filevalues import Complaint
    from tabletop.textfiles import STANDARD_INPUT, parsed_toml

    if text.lstrip().startswith("{"):
        return _json(path, text)
    raw = parsed_toml(text, path)
    if "game" in raw and not isinstance(raw["game"], dict):
        return _position(path, text)
    what, complaints, remarks = _toml(path, raw)
    if not complaints and {"game", "board"} & raw.keys() and not path.endswith((".toml", STANDARD_INPUT)):
        complaints = [Complaint((), "the file's name must end in .toml, so that others can name it; rename it")]
    both = (complaints, [] if complaints else remarks())
    return CheckedFile(what, *([(place_of(text, raw, one), one.sentence) for one in some] for some in both))


def _toml(path: str, raw: dict[str, Any]) -> "Told":
    """A file of ours, told by its sections."""
    from tabletop.filevalues import Complaint, misspelt
    from tabletop.schema import brief
    from tabletop.shipped import every_game_module

    if "game" in raw:
        return _game(path, raw)
    if "pieces" in raw:
        return _pieces(path, raw)
    if "board" in raw:
        return _board(path, raw)
    for game in every_game_module("own_files"):
        if (told := game.told(raw)) is not None:
            return (*told, list)
    if meant := misspelt(raw.keys() - {"piece"}, ("game", "board", "pieces", "landmarks")):
        section, word = next(iter(meant.items()))
        sentence = f"the section {brief(section)} is not known; is '{word}' meant?"
        return ("a file", [Complaint((section,), sentence)], list)
    raise UnreadableInput(
        f"{path} has none of [game], [board], [pieces], [[landmarks]]; `boardsight new game NAME` writes one"
    )


def _game(path: str, raw: dict[str, Any]) -> "Told":
    from printables.book import needs_larger_paper, trial_print
    from printables.remarks import remarks_on_pictures
    from scoring.registry import complaints_about_play
    from tabletop.commandcards import remarks_on_codes
    from tabletop.filevalues import Complaint
    from tabletop.gamecheck import complaints_about, without_faulty
    from tabletop.mending import are_well

    game, complaints = complaints_about(raw, source=path, about_play=complaints_about_play)
    if game is None:
        return ("a game file", complaints, list)
    folder, sound = Path(path).parent, without_faulty(game, complaints)
    if sound.parts and are_well(complaints, ("codes",), ("grid",), ("palette",), ("art",)):
        refused = trial_print(sound, folder)
        if refused is not None and not any(one.sentence in refused for one in complaints):
            complaints.append(Complaint(_place_of(refused, raw), refused))
    ids = sorted(game.by_code)
    codes = f"codes {ids[0]} to {ids[-1]}" if ids else "no codes"
    large = needs_larger_paper(game)
    paper = f"; {', '.join(large)} to be printed with --paper a3" if large else ""
    what = f"the game {game.title} with {len(game.parts)} kinds of parts, {codes}{paper}"
    return (what, complaints, lambda: [*remarks_on_codes(game), *remarks_on_pictures(raw, folder)])


NAMING = ("icon", "icons", "title", "id", "background", "board")
"""Keys whose values a refusal to print may name."""


def _place_of(refused: str, value: Any, path: "tuple[str | int, ...]" = ()) -> "tuple[str | int, ...]":
    """Where in a file stands what a refusal to print names before it says the mend; nowhere where nothing does."""
    if isinstance(value, str):
        named = rf"(?<![\w-]){re.escape(value)}(?![\w-])"
        return path if {*path[-2:]} & {*NAMING} and re.search(named, refused.partition(";")[0]) else ()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next(filter(None, (_place_of(refused, one, (*path, key)) for key, one in inner)), ())


def _pieces(path: str, raw: dict[str, Any]) -> "Told":
    """Why a pieces file can't be used; where it can, which of its pieces nobody looks for."""
    from tabletop.gamefile import load_game
    from tabletop.piececheck import complaints_about, remarks_about
    from tabletop.piecefile import complaints_about as faults_of
    from tabletop.piecefile import pieces_of

    if found := faults_of(raw, path):
        return ("a pieces file", found, list)
    pieces = pieces_of(raw, path)
    game, what = load_game(pieces.game), f"a set of {len(pieces.pieces)} pieces"
    found = list(complaints_about(pieces, game))
    return ("a pieces file" if found else what, found, lambda: remarks_about(pieces, game))


def _board(path: str, raw: dict[str, Any]) -> "Told":
    from printables.remarks import remarks_on_pictures
    from tabletop.boardcheck import complaints_about

    board, found = complaints_about(raw, source=path)
    what = "a board" if board is None else f"the board {board.title} of {len(board.cells)} cells"
    return (what, found, lambda: remarks_on_pictures(raw, Path(path).parent))


def _position(path: str, text: str) -> CheckedFile:
    from scoring import rules_for
    from tabletop.notation import read_position

    position = read_position(text, source=path)
    problems = rules_for(position.game).problems(position)
    return CheckedFile(f"a position of {position.game}", [(NOWHERE, problem.message) for problem in problems])


def _json(path: str, text: str) -> CheckedFile:
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
    return CheckedFile(f"a record of {record.header.game} with {len(record.entries)} lines", [*torn, *illegal])
