"""`boardsight hub`: all tables of an event over an MQTT broker on one wall; standings, results, exports."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from live.console.terminal import say
from tabletop.errors import UsageError

if TYPE_CHECKING:
    from live.hub.database import Database
    from live.hub.tournament import Tournament
    from live.network.broker import Broker

KINDS = ("results", "standings")
FORMS = ("csv", "json")
# The names of live.hub.exports, which is too heavy for `--help`; a test compares them.
DATABASE = Path("out") / "hub.sqlite"
DATABASE_VARIABLE = "BOARDSIGHT_DATABASE"
BROKER_FILES = ("mosquitto.conf", "acl", "bridge.conf", "permissions.toml")
MOST_REHEARSED = 100
PACKAGES = ("fastapi", "uvicorn", "aiomqtt", "sqlalchemy")
EVENING_H = 24.0
"""Without a tournament file the standings count what began so long before the hub, or later."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.arguments import whole_number
    from live.console.options import add_page_options
    from live.network.broker import add_broker_options

    add_broker_options(parser)
    parser.add_argument(
        "--rehearse",
        type=whole_number(1, MOST_REHEARSED),
        metavar="N",
        help="N tables that play by themselves, with a broker of their own unless --mqtt names one; nothing is kept",
    )
    _add_results_options(parser, None)
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="a game of your own whose boards are shown, too"
    )
    add_page_options(parser)
    choices = parser.add_subparsers(dest="what", metavar="WHAT")
    export = choices.add_parser("export", help="results or standings as CSV or JSON, from the database alone")
    export.add_argument("kind", choices=KINDS, help="what")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help=".csv or .json (default: CSV to stdout)")
    export.add_argument("--as", dest="form", choices=FORMS, help="default: by the file's ending, else csv")
    _add_results_options(export, argparse.SUPPRESS)  # what stands before `export` holds too
    files = choices.add_parser("broker", help="our configuration for Mosquitto: print a file of it, or write them all")
    files.add_argument("file", nargs="?", choices=BROKER_FILES, default=BROKER_FILES[0], help="default: the first one")
    files.add_argument("--out", type=Path, metavar="DIR", help="a folder to write all of them into")


def _add_results_options(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        default=default,
        help=f"FILE, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME "
        f"(default: {DATABASE.as_posix()}; or set {DATABASE_VARIABLE})",
    )
    parser.add_argument(
        "--tournament",
        type=Path,
        metavar="FILE",
        default=default,
        help="points, tie-breaks, rounds and players of a tournament",
    )


def run(arguments: argparse.Namespace) -> int:
    """Show the wall until Ctrl-C, or export."""
    from tabletop.packages import need_packages

    if arguments.what == "broker":
        return _broker_files(arguments.file, arguments.out)
    need_packages("the hub", PACKAGES)
    return _export(arguments) if arguments.what == "export" else _rehearsed(arguments)


def _broker_files(name: str, folder: Path | None) -> int:
    """Print one of our files for Mosquitto, or write them all."""
    from tabletop.wholefiles import make_folder, new_file

    texts = {one: resources.files("live.network").joinpath("mosquitto", one).read_bytes() for one in BROKER_FILES}
    if folder is None:
        print(texts[name].decode(), end="")
        return 0
    make_folder(folder / "data")
    for one, text in texts.items():
        with new_file(folder / one, "choose another folder") as file:
            file.write(text)
        print(folder / one)
    say(f"what to do with them stands in {folder / name}")
    return 0


def _rehearsed(arguments: argparse.Namespace) -> int:
    """Show the wall of the tables, or of those that play by themselves."""
    from live.network.broker import broker_from

    broker = broker_from(arguments)
    if arguments.rehearse is None:
        if broker is None:
            raise UsageError("which broker do the tables use? give --mqtt mqtt://HOST; --rehearse 3 brings all along")
        return _watch(arguments, broker)

    from live.hub.rehearsal import rehearsed
    from live.page.hosting import tell_address

    with TemporaryDirectory(prefix="boardsight-rehearsal-", ignore_cleanup_errors=True) as folder:
        arguments.database = arguments.database or f"{folder}/hub.sqlite"  # no evening's
        with rehearsed(arguments.rehearse, broker, say=say) as used:
            tell_address("rehearse", used.address, "the tables play by themselves; yours joins with this --mqtt")
            return _watch(arguments, used)


def _watch(arguments: argparse.Namespace, broker: Broker) -> int:
    from live.archive.database import DatabaseAway
    from live.console.options import page_options
    from live.hub.application import hub_page, tell_hub
    from live.hub.hub import Hub
    from live.hub.result_writer import ResultWriter
    from live.hub.subscriber import subscribe
    from live.hub.wall import Wall
    from tabletop.gamefile import load_game

    for file in arguments.game:
        load_game(file)
    tournament = _tournament(arguments.tournament)
    if arguments.tournament is None:
        tournament = replace(tournament, begins=datetime.now(UTC) - timedelta(hours=EVENING_H))
    database = _database(arguments.database)
    try:
        database.store(())
    except DatabaseAway as error:
        if error.refused:
            raise
        # whoever is only away may come back: the keeper tells it and tries again

    def tell(trouble: str) -> None:
        say(f"results  {trouble}; they are kept until it is back" if trouble else f"results  {database.name}")

    keeper = ResultWriter(database, since=tournament.begins, on_trouble=tell)
    hub = Hub(Wall(clock=lambda: datetime.now(UTC), on_result=keeper.keep), keeper, tournament)
    hub.own_games = {Path(file).name: file for file in arguments.game}
    say(f"results  {database.name}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service that is stopped ends as by Ctrl-C
    keeper.start()
    try:
        with hub_page(hub, **page_options(arguments)) as address:
            tell_hub(address)
            asyncio.run(subscribe(hub, broker, say=say))
    except KeyboardInterrupt:
        say("stopped")
    finally:
        lost = keeper.stop()
        database.close()
        if lost:
            say(f"{lost} results could not be stored; the broker still has each table's last state for the next start")
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from live.hub.exports import exported
    from tabletop.wholefiles import write_whole

    output: Path | None = arguments.output
    form = arguments.form or ("csv" if output is None else output.suffix.lower().removeprefix("."))
    if form not in FORMS:
        raise UsageError(f"{output}: expected a name ending in .csv or .json, or say it with --as")
    tournament = _tournament(arguments.tournament)
    database = _database(arguments.database, must_be_there=True)
    try:
        text = exported(arguments.kind, form, tournament, database.load(tournament.begins))
    finally:
        database.close()
    if output is None:
        print(text, end="")
    else:
        write_whole(output, text.encode("utf-8-sig" if form == "csv" else "utf-8"))
        say(str(output))
    return 0


def _tournament(path: Path | None) -> Tournament:
    from live.hub.tournament import Tournament, load_tournament

    return Tournament() if path is None else load_tournament(path)


def _database(word: str | None, *, must_be_there: bool = False) -> Database:
    from live.archive.database import database_url
    from live.hub.database import Database

    url = database_url(word or os.environ.get(DATABASE_VARIABLE) or DATABASE.as_posix())
    if must_be_there and url.drivername.startswith("sqlite") and not Path(url.database or "").is_file():
        raise UsageError(f"there is no database {url.database}; `boardsight hub` writes it, --database names another")
    return Database(url)
