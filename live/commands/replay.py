"""`boardsight replay`: every move of a record: legal or not and why, points with score lines, totals, the winner."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.errors import UnreadableInput

if TYPE_CHECKING:
    from scoring import JudgedMove, Replay
    from tabletop.records import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a record (JSON Lines), - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    from scoring import replay

    replayed = replay(record_from(arguments.record))
    if arguments.json:
        print(json.dumps(replayed.to_json(), ensure_ascii=False))
    else:
        print(_for_people(replayed))
    return 0


def record_from(path: str) -> "Record":
    """The record in a file; a torn end is said on stderr and left out. Raises UnreadableInput."""
    from tabletop.records import read_record

    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except FileNotFoundError as error:
        raise UnreadableInput(f"there is no record {path}") from error
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}") from error
    record, tear = read_record(data, source="standard input" if path == "-" else path)
    if tear is not None:
        print(
            f"boardsight: {path}: the end is torn off at line {tear.line} ({tear.reason}); "
            f"the {len(record.entries)} whole lines before it are read",
            file=sys.stderr,
        )
    return record


def _for_people(replayed: "Replay") -> str:
    """A line per move, why below it, totals at the end."""
    lines = [line for move in replayed.moves for line in _move(replayed, move)]
    totals = ", ".join(f"{name} {total}" for name, total in replayed.totals.items())
    winners = " and ".join(replayed.winners)
    if replayed.over:
        verdict = f"{winners} {'share' if len(replayed.winners) > 1 else 'has'} the victory"
    else:
        verdict = f"{winners} {'lead' if len(replayed.winners) > 1 else 'leads'}; the game is not over"
    return "\n".join([*lines, "", f"{totals}. {verdict}."])


def _move(replayed: "Replay", move: "JudgedMove") -> list[str]:
    """One move with its reasons or its problems."""
    from scoring import rules_for

    judged = move.judged
    told = rules_for(replayed.header.game).tell(judged.move)
    reasons = ", ".join(f"{line.label} {line.points:+d}" for line in judged.lines)
    points = f"{judged.points:+d}" if judged.points else ""
    lines = [f"{move.n:4d}  {told:<56} {points:>4}  {reasons}".rstrip()]
    lines += [f"      against the rules: {problem.message}" for problem in judged.problems]
    return lines
