"""`boardsight replay`: every move of a record: legal or not and why, points with score lines, totals, the winner."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.records import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a record (JSON Lines), - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    from scoring import replay
    from scoring.transcript import transcript

    replayed = replay(record_from(arguments.record))
    if arguments.json:
        print(json.dumps(replayed.to_json(), ensure_ascii=False))
    else:
        print(transcript(replayed))
    return 0


def record_from(path: str) -> "Record":
    """The record in a file; a torn end is said on stderr and left out. Raises UnreadableInput."""
    from tabletop.errors import UnreadableInput
    from tabletop.records import read_record
    from tabletop.textfiles import read_bytes, source_name

    data = read_bytes(path)
    if data.strip() and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise UnreadableInput(
            f"{source_name(path)} is no record, whose every line is a JSON object; `boardsight score` reads positions"
        )
    record, tear = read_record(data, source=source_name(path))
    if tear is not None:
        print(
            f"boardsight: {source_name(path)}: the end is torn off at line {tear.line} ({tear.reason}); "
            f"the {len(record.entries)} whole lines before it are read",
            file=sys.stderr,
        )
    return record
