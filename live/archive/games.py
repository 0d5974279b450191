"""One record to one outcome: what `boardsight replay` does with each game, wherever it runs."""

import sys
from pathlib import Path
from typing import Any

from live.archive.batch import Outcome
from live.console.language import told
from scoring import replay
from scoring.transcript import transcript
from tabletop.errors import UnreadableInput
from tabletop.records import Record, read_record
from tabletop.textfiles import read_bytes, source_name


def replay_record(name: str, path: str) -> Outcome:
    """Replay the record at `path`, called `name`; one that cannot be read is an outcome, too, with its reason."""
    try:
        record, said = record_at(path, name)
        replayed = replay(record)
    except UnreadableInput as error:
        return _failed(name, str(error), error.exit_code)
    return Outcome(name, {**replayed.to_json(), "record": name}, transcript(replayed), said)


def lost_record(item: tuple[str, str, str | None], reason: str) -> Outcome:
    """The outcome of a record whose worker died of it."""
    return _failed(item[0], f"{item[0]}: {reason}", 1)


def _failed(name: str, reason: str, exit_code: int) -> Outcome:
    document: dict[str, Any] = {
        "format": "boardsight-replay/1",
        "record": name,
        "game": None,
        "moves": [],
        "problem": reason,
    }
    return Outcome(name, document, "", (reason,), exit_code)


def record_at(path: str, name: str | None = None) -> tuple[Record, tuple[str, ...]]:
    """The record in a file, - for standard input, and what is to be said of a torn end. Raises UnreadableInput."""
    source = name if name is not None and name != "-" else source_name(path)
    data = read_bytes(path)
    if data.strip() and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise UnreadableInput(
            f"{source} is no record, whose every line is a JSON object; `boardsight score` reads positions"
        )
    record, tear = read_record(data, source=source, near=None if path == "-" else Path(path))
    if tear is None:
        return record, ()
    torn = f"{source}: the end is torn off at line {tear.line} ({tear.reason})"
    return record, (f"{torn}; the {len(record.entries)} whole lines before it are read",)


def record_from(path: str) -> Record:
    """The record in a file; a torn end is said on stderr. Raises UnreadableInput."""
    record, said = record_at(path)
    for sentence in said:
        print(f"boardsight: {told(sentence)}", file=sys.stderr)
    return record
