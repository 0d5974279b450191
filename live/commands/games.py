"""`boardsight games`: the games that were played, and a game for other programs and for people."""

from __future__ import annotations

import argparse
import json
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from live.console.terminal import tell
from tabletop.errors import UsageError
from tabletop.records import moment

if TYPE_CHECKING:
    from live.records.index import PlayedGame

KINDS = ("text", "json", "csv", "picture", "bg-stats")
# The names of live.records.exports, which is too heavy for `--help`; a test compares them.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    choices = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    lists = choices.add_parser("list", help="every game of a folder, the newest first")
    lists.add_argument("folder", nargs="?", type=Path, default=Path("out"), help="where the records lie (default: out)")
    lists.add_argument("--json", action="store_true", help="one JSON document")
    export = choices.add_parser("export", help="a game as text, JSON, CSV, or a picture of its final board")
    export.add_argument("record", metavar="RECORD", help="a record (JSON Lines), - for standard input")
    export.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=".txt, .json, .csv, .svg; .zip: all (default: stdout)"
    )
    export.add_argument("--as", dest="kind", choices=KINDS, help="default: by the file's ending, else text")


def run(arguments: argparse.Namespace) -> int:
    """List or export."""
    return _list(arguments) if arguments.what == "list" else _export(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from live.records.index import games_in

    games = games_in(arguments.folder)
    if arguments.json:
        print(json.dumps([game.to_json() for game in games], ensure_ascii=False))
        return 0
    for game in games:
        tell(_line(game))
    if not games:
        tell(f"no games in {arguments.folder} yet; `boardsight play` and `boardsight demo` write them")
    return 0


def _line(game: PlayedGame) -> str:
    if game.trouble:
        return f"{'':16}  {'?':<14} {game.file}  {game.trouble}"
    begun = _here(game.begun)
    totals = ", ".join(f"{player} {points}" for player, points in (game.totals or {}).items())
    stands = f"{' and '.join(game.winners)} won" if game.over else "not over"
    return f"{begun:16}  {game.game:<14} {game.file}  {game.moves} moves, {totals}; {stands}"


def _here(at: str | None, zone: tzinfo | None = None) -> str:
    """A moment (UTC, ISO 8601) as the clock on the wall shows it, of this machine or of `zone`."""
    try:
        found = moment(at)
        return (at or "")[:16] if found is None else f"{found.astimezone(zone):%Y-%m-%d %H:%M}"
    except (OverflowError, OSError):  # no calendar of this machine has it
        return (at or "")[:16]


def _export(arguments: argparse.Namespace) -> int:
    from live.archive.games import record_from
    from live.records.exports import BY_SUFFIX, exported
    from scoring import replay

    output: Path | None = arguments.output
    kind = arguments.kind
    if output is not None and kind is None and output.suffix.lower() == ".zip":
        return _bundle(arguments.record, output)
    if kind is None:
        kind = "text" if output is None else BY_SUFFIX.get(output.suffix.lower())
        if kind is None:
            raise UsageError(
                f"{output}: expected a name ending in .txt, .json, .csv, .svg or .zip, or say it with --as"
            )
    text = exported(replay(record_from(arguments.record)), kind)
    if output is None:
        print(text, end="")
        return 0
    _write(output, text.encode("utf-8"))
    return 0


def _bundle(record: str, output: Path) -> int:
    """The record, its exports and its pictures in one archive."""
    from live.archive.games import record_from
    from live.records.exports import bundle
    from scoring import replay

    if record == "-":
        raise UsageError("a ZIP archive holds the record's pictures too; name the record's file instead of -")
    _write(output, bundle(Path(record), replay(record_from(record))))
    return 0


def _write(output: Path, content: bytes) -> None:
    from tabletop.wholefiles import write_whole

    write_whole(output, content)
    print(output)
