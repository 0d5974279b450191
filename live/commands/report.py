"""`boardsight report`: one file for one trouble, made of the table that is played now; or such a file played again."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict
from itertools import chain, count
from pathlib import Path
from typing import Any

from live.console.language import told
from live.console.terminal import say, tell
from tabletop.errors import BoardsightError, UsageError

TIMEOUT_S = 180.0
"""The table plays the pictures again before it hands the report over."""
THIS_MACHINE = "http://127.0.0.1:8765"
LARGEST_SUMMARY = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="where to save it (default: report-GAME.zip, or the next name that is free)",
    )
    parser.add_argument("--page", metavar="URL", help="the table's page (default: the one on this machine)")
    parser.add_argument("--yes", action="store_true", help="save it without showing first what is in it")
    parser.add_argument(
        "--whole",
        action="store_true",
        help="with the pictures in which no game is seen, as they are: they show the room",
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play a report again: is its trouble still there?")
    parser.add_argument(
        "--as-test", type=Path, metavar="FOLDER", help="with --replay: keep the report there, where tests play it again"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make a report, or play one again: 1 where its trouble is still there."""
    if arguments.replay is not None:
        return _played_again(arguments)
    if arguments.as_test is not None:
        raise UsageError("--as-test keeps what --replay plays: boardsight report --replay FILE --as-test FOLDER")
    return _made(arguments)


def _played_again(arguments: argparse.Namespace) -> int:
    from live.reporting.content import read_report
    from live.reporting.playing import verdict_on
    from tabletop.wholefiles import make_folder, new_file

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
        make_folder(arguments.as_test)
        kept = arguments.as_test / arguments.replay.name
        with arguments.replay.open("rb") as report, new_file(kept, "choose another folder") as file:
            shutil.copyfileobj(report, file)
        tell(f"test       {kept}: pytest tests/live/test_reports.py plays it again")
    return 1 if verdict.still_there else 0


def _made(arguments: argparse.Namespace) -> int:
    """Ask the table's page for a report, show what is in it, and save it."""
    from live.reporting.content import LARGEST_BYTES
    from tabletop.wholefiles import new_file, write_whole

    page, _, token = (arguments.page or THIS_MACHINE).partition("#token=")
    page = page.rstrip("/")
    summary = _json(_asked(page, token, f"/api/v1/report{'?whole=true' if arguments.whole else ''}", LARGEST_SUMMARY))
    words = summary.get("words")
    if not isinstance(words, list) or not all(isinstance(line, str) for line in words):
        raise BoardsightError(
            f"{page} is no page of a table; a report is made while `boardsight play` runs (--page names another page)"
        )
    if arguments.json:
        print(json.dumps(summary, ensure_ascii=False))
    else:
        for line in words:
            tell(line)
    if not arguments.yes:
        if not sys.stdin.isatty():
            say("nothing is saved yet: look at what is in it, then add --yes")
            return 0
        if input(f"{told('save it? [y/N]')} ").strip().lower() not in ("y", "yes", "j", "ja"):
            say("nothing was saved")
            return 0
    data = _asked(page, token, "/api/v1/report/file", LARGEST_BYTES)
    path: Path = arguments.output or _free_name(str(summary.get("name", "")))
    if arguments.output is not None:
        write_whole(path, data)
    else:
        with new_file(path) as file:
            file.write(data)
    tell(f"report     {path}, {len(data) / 2**20:.1f} MB")
    return 0


def _free_name(offered: str) -> Path:
    """Where a report is saved whose place nobody named: beside everything that is there, whatever the page says."""
    stem = offered[: -len(".zip")] if re.fullmatch(r"report-[A-Za-z0-9_-]{1,60}\.zip", offered) else "report"
    paths = (Path(f"{stem}{number}.zip") for number in chain([""], (f"-{again}" for again in count(2))))
    return next(path for path in paths if not path.exists())


def _asked(page: str, token: str, path: str, most_bytes: int) -> bytes:
    """What a table's page answers; BoardsightError with the mend where there is none."""
    from live.network.web_client import RequestFailed, WebRequest, answer_to

    headers = {"authorization": f"Bearer {token}"} if token else {}
    request = WebRequest(page + path, headers=headers, deadline_s=TIMEOUT_S, most_bytes=most_bytes)
    try:
        answer = asyncio.run(answer_to(request))
    except RequestFailed as error:
        raise BoardsightError(
            f"no table is played at {page} ({error}); "
            "a report is made while `boardsight play` runs (--page names another page)"
        ) from error
    if answer.status == 200:
        return answer.body
    said = _json(answer.body).get("error", answer.status)
    raise BoardsightError(f"{page} gives no report: {said}")


def _json(data: bytes) -> Mapping[str, Any]:
    """A page's answer; nothing where it is none of a table."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
