"""`boardsight evenings`: the people over all games of a folder: what they reached, head to head; merged, forgotten."""

from __future__ import annotations

import argparse
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from live.console.language import told
from live.console.terminal import say
from tabletop.errors import UnreadableInput, UsageError

if TYPE_CHECKING:
    from live.evenings.folder import EveningFolder

KINDS = ("games", "people")
FORMS = ("csv", "json")
# The names of live.evenings.telling, which is too heavy for `--help`; a test compares them.
PACKAGES = ("sqlalchemy",)
DATABASE_VARIABLE = "BOARDSIGHT_EVENINGS"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.arguments import whole_number
    from live.console.options import add_page_options

    choices = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    words = {
        "show": "everybody's figures, or one person's: wins, averages, best moves, reasons, streaks, head to head",
        "page": "the same in a browser, with every game's replay and souvenir, in English and German",
        "export": "games or people as CSV, everything as JSON",
        "merge": "two names are one person, misspelt",
        "split": "a name that was merged is somebody else",
        "person": "another name, colour or usual seat",
        "backup": "people and records as one ZIP archive",
        "restore": "bring back what a backup holds and is not here",
        "forget": "take a person out of the statistics and the name out of every record of the folder",
    }
    parsers = {
        name: choices.add_parser(name, help=help_line, description=help_line) for name, help_line in words.items()
    }
    parsers["show"].add_argument("person", nargs="?", metavar="NAME", help="one person (default: everybody)")
    kinds = "of CSV: a row a player of each game, or a row a person and game"
    parsers["export"].add_argument("kind", nargs="?", choices=KINDS, help=kinds)
    parsers["export"].add_argument("-o", "--output", type=Path, metavar="FILE", help=".csv or .json (default: stdout)")
    parsers["merge"].add_argument("person", metavar="NAME", help="the name that is wrong")
    parsers["merge"].add_argument("into", metavar="RIGHT", help="who it is")
    parsers["split"].add_argument("person", metavar="NAME", help="the name that is somebody else's")
    parsers["person"].add_argument("person", metavar="NAME", help="who")
    parsers["person"].add_argument("--name", metavar="NEW", help="what the person is called from now on")
    parsers["person"].add_argument("--colour", metavar="#RRGGBB", help="the person's colour")
    parsers["person"].add_argument("--seat", type=whole_number(1, 9), metavar="N", help="where the person sits")
    parsers["backup"].add_argument("file", type=Path, metavar="FILE", help="a new .zip file")
    parsers["restore"].add_argument("file", type=Path, metavar="FILE", help="the backup")
    parsers["forget"].add_argument("person", metavar="NAME", help="who")
    parsers["forget"].add_argument("--yes", action="store_true", help="do it; else it is only said what would go")
    for name in ("backup", "forget"):
        parsers[name].add_argument("--pictures", action="store_true", help="the pictures of the games, too")
    for one in parsers.values():
        one.add_argument("--folder", type=Path, default=Path("out"), help="where the records lie (default: out)")
        one.add_argument(
            "--database",
            metavar="URL",
            help="where the people are kept: FILE, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME "
            f"(default: evenings.sqlite beside the records; or set {DATABASE_VARIABLE})",
        )
    parsers["show"].add_argument("--json", action="store_true", help="one JSON document")
    parsers["page"].add_argument("--bg-stats", action="store_true", help="offer the finished game to the app BG Stats")
    add_page_options(parsers["page"])


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from tabletop.packages import need_packages

    need_packages("evenings", PACKAGES)
    acting: dict[str, Callable[[argparse.Namespace, EveningFolder], None]] = {
        "show": _show, "page": _page, "export": _export, "merge": _merge, "split": _split, "person": _person,
        "backup": _backup, "restore": _restore, "forget": _forget,
    }  # fmt: skip
    with _opened(arguments) as folder:
        acting[arguments.what](arguments, folder)
    return 0


@contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[EveningFolder]:
    from live.archive.database import database_url
    from live.evenings.folder import DATABASE, EveningFolder, need_folder
    from live.evenings.store import EveningStore

    need_folder(arguments.folder)
    word = arguments.database or os.environ.get(DATABASE_VARIABLE) or str(arguments.folder / DATABASE)
    store = EveningStore(database_url(word))
    try:
        yield EveningFolder(arguments.folder, store)
    finally:
        store.close()


def _show(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from live.evenings.folder import person_named
    from live.evenings.telling import evenings_json, evenings_lines, one_person_json, person_lines

    book = folder.book()
    if arguments.person is None:
        document, lines = evenings_json, evenings_lines
        print(json.dumps(document(book), ensure_ascii=False) if arguments.json else "\n".join(lines(book)))
        return
    person = person_named(book, arguments.person)
    document_text = json.dumps(one_person_json(book, person), ensure_ascii=False) if arguments.json else ""
    print(document_text or "\n".join(person_lines(book, person)))


def _page(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    """Serve the page until Ctrl-C."""
    from live.console.options import page_options
    from live.page.hosting import hosted, tell_address
    from live.runtime.hosting import need_page
    from live.runtime.setup import end_on_signals

    need_page()
    from live.evenings.application import EveningDesk, make_application

    desk = EveningDesk(folder, bg_stats=arguments.bg_stats)
    desk.book()
    end_on_signals()
    with hosted(lambda address: make_application(desk, address), **page_options(arguments)) as address:
        tell_address("evenings", address.here, "people, games, replays")
        tell_address("shared", address.shared, "everybody may look")
        tell_address("for you", address.entrusted, "whoever has this address can change people")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            say("stopped")


def _export(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from live.evenings.telling import evenings_csv, evenings_json
    from live.records.spreadsheets import json_text
    from tabletop.wholefiles import write_whole

    output: Path | None = arguments.output
    form = FORMS[0] if output is None else output.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise UsageError(f"{output}: expected a name ending in .csv or .json")
    book = folder.book()
    text = json_text(evenings_json(book)) if form == "json" else evenings_csv(book, arguments.kind or KINDS[0])
    if output is None:
        print(text, end="")
    else:
        write_whole(output, text.encode("utf-8-sig" if form == "csv" else "utf-8"))
        print(output)


def _merge(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from live.evenings.folder import person_named

    book = folder.book()
    of, into = person_named(book, arguments.person), person_named(book, arguments.into)
    folder.merge(of, into)
    print(told(f"{of.name} is {into.name} from now on"))


def _split(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    folder.split(arguments.person)
    print(told(f"{arguments.person} is somebody else from now on"))


def _person(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from live.evenings.folder import COLOUR, person_named

    values = {key: value for key in ("name", "colour", "seat") if (value := getattr(arguments, key)) is not None}
    if not values:
        raise UsageError("what shall be changed? give --name, --colour or --seat")
    if arguments.colour is not None and not COLOUR.fullmatch(arguments.colour):
        raise UsageError(f"--colour {arguments.colour}: expected #RRGGBB, like #d55e00")
    folder.change(person_named(folder.book(), arguments.person), values)
    print(told(f"{arguments.name or arguments.person} is changed"))


def _backup(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from tabletop.wholefiles import new_file

    with new_file(arguments.file) as target:
        folder.backup(target, pictures=arguments.pictures)
    print(arguments.file)


def _restore(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from tabletop.textfiles import need_regular

    try:
        need_regular(arguments.file)
        with arguments.file.open("rb") as source:
            count = folder.restore(source)
    except FileNotFoundError as error:
        raise UnreadableInput(f"there is no file {arguments.file}") from error
    print(told(f"{count} records brought back"))


def _forget(arguments: argparse.Namespace, folder: EveningFolder) -> None:
    from live.evenings.folder import person_named
    from live.evenings.traces import LAST_EVENING
    from live.runtime.setup import OUT

    person = person_named(folder.book(), arguments.person)
    if not arguments.yes:
        written, count = ", ".join(person.spellings), len(folder.games_with(person))
        print(told(f"{person.name} (written as {written}) would go out of {count} records; with --yes it is done"))
        return
    changed = folder.forget(person, pictures=arguments.pictures)
    left = folder.traces(person, OUT / LAST_EVENING)
    if not left:
        print(told(f"{person.name} is forgotten; {len(changed)} records were changed"))
        return
    print(told(f"{len(changed)} records were changed; the name still stands in these files, or is theirs:"))
    for path in left:
        print(f"  {path}")
    print(told("change or delete them by hand; copies elsewhere, pictures and PDFs were not looked through"))
