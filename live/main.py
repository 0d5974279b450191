"""The `boardsight` command: finds the command's module, runs it, turns errors into one sentence and an exit code."""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Collection, Sequence
from typing import NoReturn, TextIO

from live.console.faults import TRACEBACK, fault_words
from live.console.language import OPTION, TranslatedParser, speak, system_language, told, without_language
from live.console.terminal import unknown_keys_said, visible_streams
from tabletop.addresses import with_names
from tabletop.errors import BoardsightError
from tabletop.shipped import game_word
from tabletop.visible import one_line

COMMANDS: dict[str, str] = {
    "setup": "a page on which the table is set up: game, players, camera; what `boardsight` alone does",
    "demo": "the whole system with nothing attached: virtual table, camera, page and display",
    "print": "PDFs of a game's boards and pieces, and parts.json",
    "printers": "the printers that there are, with what each can do",
    "play": "the live game: read, decide the moves, score, show",
    "read": "photos into positions with confidence",
    "score": "the score lines of a position, and what is wrong with it",
    "replay": "every move of a record: legal or not and why, points, totals",
    "games": "the games that were played: list them, export one",
    "evenings": "the people over all games: wins, averages, best moves, head to head; a page for it",
    "legal": "every place where a piece may go, and what it would score there",
    "plan": "where each part of a position lies, in mm",
    "render": "the virtual camera's picture of a position",
    "calibrate": "profiles of camera, colours and table",
    "display": "LED displays: list, test, flash, monitor",
    "cameras": "the cameras that are attached",
    "doctor": "what is attached, or what a photo is worth; what is wrong with it, and the mend",
    "measure": "how well your own table is read: a position to lay, then its photograph held against it",
    "report": "one file for one trouble: make it, or play it again",
    "serve": "the web page for one table",
    "hub": "all tables of an event on one wall, with standings and results",
    "campaign": "My City over its 24 episodes: ledger, symbols, stickers, boards",
    "new": "a commented game, board or pieces file to edit, or a game's rules",
    "check": "what is wrong with a game, board or pieces file",
    "translate": "translations as PO files for Poedit: export a language, bring it back",
}
"""Every command with its one line of help; `live/commands/<name>.py` is imported only when it is called."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
"""For numpy's library of matrices, which reads it when it is fetched: ours are small, and other threads that wait in a
loop for the next one take twice the processor time of a reading itself and make none sooner."""
ALONE = "setup"
"""What `boardsight` without arguments does where somebody is there to see it; a script gets the list of commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code (INTERFACE.md section 4)."""
    if arguments is None:
        os.environ.setdefault(*ONE_THREAD)
    _ready_streams()
    with visible_streams(), unknown_keys_said():
        code = _ended(list(sys.argv[1:] if arguments is None else arguments))
    return code


def _ended(words: list[str]) -> int:
    """Run one command to its end, whatever that is; returns its exit code."""
    speak(system_language())
    try:
        words, language = without_language(words)
        speak(language or system_language())
        code = _run(words)
        sys.stdout.flush()  # a full disk shows here at the latest
        return code
    except BoardsightError as error:
        return _failed(with_names(str(error), words), error.exit_code)
    except BrokenPipeError:  # the reader of our output, `head` for one, has seen enough
        _let_go_of(sys.stdout)
        return 0
    except OSError as error:  # disk full, folder gone, not permitted: what the system says, and about which file
        _let_go_of(sys.stdout)
        about = f"{error.filename}: " if error.filename else ""
        return _failed(f"{about}{error.strerror or error}", BoardsightError.exit_code)
    except KeyboardInterrupt:
        return _failed("stopped", BoardsightError.exit_code)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return _failed(
            f"{fault_words(error)}; please report it with what it prints after {TRACEBACK}=1", BoardsightError.exit_code
        )


def command_parser(chosen: Collection[str] = ()) -> argparse.ArgumentParser:
    """The parser of the `chosen` commands, whose modules are imported for it; of all, without arguments, if none is."""
    parser = TranslatedParser(
        prog="boardsight",
        description="A camera looks at a board game on your table; Boardsight reads it, keeps the score and says why.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    parser.add_argument(OPTION, metavar="LANGUAGE", help="the language of what is said: en, de (default: the system's)")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", prog=parser.prog)
    wanted = [name for name in COMMANDS if name in chosen]
    for name in wanted or COMMANDS:
        subparser = choices.add_parser(name, help=COMMANDS[name], description=COMMANDS[name])
        if name in chosen:
            importlib.import_module(f"live.commands.{name}").add_arguments(subparser)
    return parser


class _Version(argparse.Action):
    """What is installed is looked up only for who asks: else it would be a tenth of every command's start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and end."""
        from importlib import metadata

        print(f"boardsight {metadata.version('boardsight')}")
        parser.exit()


def _run(words: list[str]) -> int:
    if not words and not sys.stdout.isatty():
        command_parser().print_help()
        return 0
    words = words or [ALONE]
    parser = command_parser(words[:1])
    try:
        parsed = parser.parse_args(words)
    except SystemExit:
        sys.stdout.flush()  # --help into a closed pipe
        raise
    if isinstance(getattr(parsed, "game", None), str):
        parsed.game = game_word(parsed.game)
    code: int = importlib.import_module(f"live.commands.{parsed.command}").run(parsed)
    return code


def _ready_streams() -> None:
    """Give closed streams a place to write to; data in a pipe or a file are UTF-8 whatever the system's language."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # stays open as long as the program
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            piped = not stream.isatty() and "PYTHONIOENCODING" not in os.environ
            stream.reconfigure(encoding="utf-8" if piped else stream.encoding, errors="backslashreplace")


def _failed(sentence: str, exit_code: int) -> int:
    """Say what failed; where even that cannot be written the exit code is all that is left."""
    try:
        print(f"boardsight: {one_line(told(sentence))}", file=sys.stderr, flush=True)
    except OSError:
        _let_go_of(sys.stderr)
    return exit_code


def _let_go_of(stream: TextIO) -> None:
    """Where a stream takes nothing any more, keep the interpreter from trying again at its end."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
