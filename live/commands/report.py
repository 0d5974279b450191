"""`boardsight report`: one file for one trouble, made of the table that is played now; or such a file played again."""

from __future__ import annotations

import argparse
from pathlib import Path

from live.console.language import told
from live.console.terminal import say, tell

TIMEOUT_S = 180.0
"""The table plays the pictures again before it hands the report over."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to save it (default: report-GAME.zip)")
    parser.add_argument("--page", metavar="URL", help="the table's page (default: the one on this machine)")
    parser.add_argument("--yes", action="store_true", help="save it without showing first what is in it")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play a report again: is its trouble still there?")
    parser.add_argument(
        "--as-test", type=Path, metavar="FOLDER", help="with --replay: keep the report there, where tests play it again"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make a report, or play one again: 1 where its trouble is still there."""
    from tabletop.errors import UsageError

    if arguments.replay is not None:
        return _played_again(arguments)
    if arguments.as_test is not None:
        raise UsageError("--as-test keeps what --replay plays: boardsight report --replay FILE --as-test FOLDER")
    return _made(arguments)


def _played_again(arguments: argparse.Namespace) -> int:
    import json
    import shutil
    from dataclasses import asdict

    from live.reporting.content import read_report
    from live.reporting.playing import verdict_on

    verdict = verdict_on(read_report(arguments.replay))
    if arguments.json:
        document = {"format": "boardsight-report-replay/1", "report": str(arguments.replay), **asdict(verdict)}
        print(json.dumps(document, ensure_ascii=False))
    else:
        same = (
            "read as when the report was made, to the byte"
            if verdict.same_readings
            else "read otherwise than in the report"
        )
        tell(f"pictures   {same}")
        for what, troubles in (("still there", verdict.still_there), ("gone", verdict.gone), ("new", verdict.new)):
            for trouble in troubles:
                tell(f"{what:<10} {trouble}")
        if not (verdict.still_there or verdict.gone or verdict.new):
            tell("trouble    none shows when these pictures are played, then and now")
    if arguments.as_test is not None:
        arguments.as_test.mkdir(parents=True, exist_ok=True)
        kept = arguments.as_test / arguments.replay.name
        shutil.copyfile(arguments.replay, kept)
        tell(f"test       {kept}: pytest tests/live/test_reports.py plays it again")
    return 1 if verdict.still_there else 0


def _made(arguments: argparse.Namespace) -> int:
    """Ask the table's page for a report, show what is in it, and save it."""
    import json
    import sys

    from tabletop.wholefiles import write_whole

    address = (arguments.page or "http://127.0.0.1:8765").rstrip("/")
    summary = json.loads(_asked(address, "/api/v1/report"))
    if arguments.json:
        print(json.dumps(summary, ensure_ascii=False))
    else:
        for line in summary["words"]:
            tell(line)
    if not arguments.yes:
        if not sys.stdin.isatty():
            say("nothing is saved yet: look at what is in it, then add --yes")
            return 0
        if input(f"{told('save it? [y/N]')} ").strip().lower() not in ("y", "yes", "j", "ja"):
            say("nothing was saved")
            return 0
    path = arguments.output or Path(summary["name"])
    data = _asked(address, "/api/v1/report/file")
    write_whole(path, data)
    tell(f"report     {path}, {len(data) / 2**20:.1f} MB")
    return 0


def _asked(address: str, path: str) -> bytes:
    """What a table's page answers; BoardsightError with the mend where there is none."""
    import json
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    from tabletop.errors import BoardsightError

    page, _, token = address.partition("/#")
    headers = {"authorization": f"Bearer {token.removeprefix('token=')}"} if token else {}
    try:
        with urlopen(Request(page + path, headers=headers), timeout=TIMEOUT_S) as answer:
            data: bytes = answer.read()
    except HTTPError as error:
        said = json.loads(error.read() or b"{}").get("error", error.reason)
        raise BoardsightError(f"{page} gives no report: {said}") from error
    except (URLError, TimeoutError, ValueError) as error:
        raise BoardsightError(
            f"no table is played at {page}; a report is made while `boardsight play` runs (--page names another page)"
        ) from error
    return data
