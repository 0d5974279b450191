"""The `boardsight` command: finds the command's module, runs it, turns errors into one sentence and an exit code."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from importlib import metadata

from tabletop.errors import BoardsightError

COMMANDS: dict[str, str] = {
    "demo": "the whole system with nothing attached: virtual table, camera, page and display",
    "print": "PDFs of a game's boards and pieces, and parts.json",
    "play": "the live game: read, decide the moves, score, show",
    "read": "photos into positions with confidence",
    "score": "the score lines of a position, and what is wrong with it",
    "replay": "every move of a record: legal or not and why, points, totals",
    "legal": "every place where a piece may go, and what it would score there",
    "plan": "where each part of a position lies, in mm",
    "render": "the virtual camera's picture of a position",
    "calibrate": "profiles of camera, colours and table",
    "display": "LED displays: list, test, flash, monitor",
    "cameras": "the cameras that are attached",
    "doctor": "what is attached, what is wrong with it, and the mend",
    "serve": "the web page for one table",
    "new": "a commented game, board or pieces file to edit",
    "check": "what is wrong with a game, board or pieces file",
}
"""Every command with its one line of help; `live/commands/<name>.py` is imported only when it is called."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code (INTERFACE.md section 4)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="boardsight",
        description="A camera looks at a board game on your table; Boardsight reads it, keeps the score and says why.",
    )
    parser.add_argument("--version", action="version", version=f"boardsight {metadata.version('boardsight')}")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, help_line in COMMANDS.items():
        subparser = choices.add_parser(name, help=help_line, description=help_line)
        if words and words[0] == name:
            importlib.import_module(f"live.commands.{name}").add_arguments(subparser)
    parsed = parser.parse_args(words)
    if parsed.command is None:
        parser.print_help()
        return 0
    try:
        code: int = importlib.import_module(f"live.commands.{parsed.command}").run(parsed)
        return code
    except BoardsightError as error:
        print(f"boardsight: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of our output, `head` for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # disk full, folder gone, not permitted: what the system says, and about which file
        about = f"{error.filename}: " if error.filename else ""
        print(f"boardsight: {about}{error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("boardsight: stopped", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
