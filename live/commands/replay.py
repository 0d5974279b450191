"""`boardsight replay`: every move of a record: legal or not and why, points with score lines, totals, the winner."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from live.archive.batch import (
    RECORDS,
    Files,
    Outcome,
    add_batch_arguments,
    check_batch_arguments,
    files_in,
    items_of,
    line_of,
    say_outcome,
    with_progress,
    write_results,
)
from live.archive.games import lost_record, record_from, replay_record
from live.console.terminal import tell
from tabletop.errors import UsageError
from tabletop.wholefiles import write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "records", nargs="+", metavar="RECORD", help="records (JSON Lines), folders of them, - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document a record")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="the replay of one record as a page in one file that opens anywhere, with the moves' pictures",
    )
    add_batch_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay and print; returns the worst exit code."""
    check_batch_arguments(arguments)
    names = files_in(arguments.records, RECORDS, "records")
    if arguments.html is not None:
        return _write_page(names, arguments.html)
    several = len(names) > 1

    def work(some: Sequence[str]) -> Iterable[Outcome]:
        items = items_of(some, {}, afar=arguments.dask is not None)
        if arguments.jobs == 1 and arguments.dask is None:
            return map(_replay, items)
        from live.archive.workers import outcomes_from_workers

        return outcomes_from_workers(_replay, items, lost_record, jobs=arguments.jobs, dask=arguments.dask)

    if arguments.out is not None:
        asked = {"command": "replay"}
        return write_results(names, work, out=arguments.out, key="record", asked=asked, unit="record")
    worst = 0
    for outcome in with_progress(work(names), len(names), 0, "record") if several else work(names):
        worst = max(worst, outcome.exit_code)
        if arguments.json and (several or outcome.exit_code == 0):
            document = dict(outcome.document)
            if not several:
                del document["record"]
            print(line_of(document))
        elif outcome.text:
            tell(f"# {outcome.name}\n{outcome.text}" if several else outcome.text)
        say_outcome(outcome)
    return worst


def _write_page(names: Sequence[str], out: Path) -> int:
    """The replay of one record as one HTML file."""
    if len(names) != 1:
        raise UsageError(f"--html writes the replay of one record, not of {len(names)}")
    from live.page.standalone import standalone_replay
    from live.records.move_pictures import EvidenceFolder
    from live.table.session import begin

    record = record_from(names[0])
    pictures = EvidenceFolder(Path(names[0]))
    write_whole(out, standalone_replay(begin(record.header, record.entries), pictures.picture).encode())
    print(out)
    return 0


def _replay(item: Files) -> Outcome:
    """One record on a worker."""
    return replay_record(item[0], item[1])
