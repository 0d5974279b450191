"""Many files through many workers to standard output or to a file of results, with a progress bar on a terminal."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from live.archive.columns import check_columns, write_columns
from live.console.arguments import whole_number
from live.console.language import told
from live.console.terminal import steered
from tabletop.errors import UnreadableInput, UsageError
from tabletop.visible import one_line
from tabletop.wholefiles import write_whole

RECORDS = frozenset((".jsonl",))
Files = tuple[str, str, str | None]
"""One piece of work: the file's name, its path for the worker, and where its picture goes, if one is wanted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file's result as a value that travels between processes and machines."""

    name: str
    """As the file was named or found, which is how the document names it."""
    document: Mapping[str, Any]
    """The JSON document of the file; of one that could not be read it says why."""
    text: str = ""
    """The same for people."""
    said: tuple[str, ...] = ()
    """Sentences for stderr."""
    exit_code: int = 0
    """INTERFACE.md section 4."""


def add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what commands over many files have in common."""
    parser.add_argument(
        "--jobs", type=whole_number(1, 256), default=1, metavar="N", help="so many processes of this machine"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster that sees the same files")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write results to a .jsonl or .parquet file; the same command again goes on where it stopped",
    )


def check_batch_arguments(arguments: argparse.Namespace) -> None:
    """Raise UsageError for words that cannot be meant, before any work."""
    if arguments.jobs > 1 and arguments.dask is not None:
        raise UsageError("--jobs are this machine's, --dask is a cluster; name one of them")
    if arguments.out is not None:
        suffix = Path(arguments.out).suffix
        if suffix not in (".jsonl", ".parquet"):
            raise UsageError(f"--out {arguments.out}: the name must end in .jsonl or .parquet")
        if suffix == ".parquet":
            check_columns()


def files_in(names: Sequence[str], endings: Collection[str], what: str, *, refused: Collection[str] = ()) -> list[str]:
    """The named files as they are, and in place of a folder all files in it with such endings, sorted by name.

    Files with `refused` endings come too, so that each gets the sentence that it gets where it is named alone.
    Hidden files and folders are left out. Raises UnreadableInput for a folder in which there is no such file.
    """
    found: list[str] = []
    for name in names:
        folder = Path(name)
        if not os.path.isdir(name):  # a name that no system allows is nothing to `isdir`, and is told where it is read
            found.append(name)
            continue
        inside = sorted(
            path
            for path in folder.rglob("*")
            if path.suffix.lower() in {*endings, *refused}
            and path.is_file()
            and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        )
        if not inside:
            raise UnreadableInput(f"{name}: there are no {what} in this folder ({', '.join(sorted(endings))})")
        found += [str(path) for path in inside]
    return found


def items_of(names: Sequence[str], drawn: Mapping[str, str], *, afar: bool) -> list[Files]:
    """The work on each named file, by whole paths for workers that stand elsewhere; `drawn`: where its picture goes."""
    return [(name, str(Path(name).resolve()) if afar and name != "-" else name, drawn.get(name)) for name in names]


def write_results(
    names: Sequence[str],
    work: Callable[[Sequence[str]], Iterable[Outcome]],
    *,
    out: str,
    key: str,
    asked: Mapping[str, Any],
    unit: str,
) -> int:
    """Work on all files that are not in `out` yet, and add their lines; returns the worst exit code of this run."""
    path = Path(out)
    lines = path.with_suffix(".jsonl")
    worst = failed = 0
    with Results(lines, key, asked) as results:
        rest = [name for name in names if name not in results.done]
        before = len(names) - len(rest)
        if before:
            _say(f"{before} of {len(names)} are in {lines} already; going on")
        try:
            for outcome in with_progress(work(rest), len(names), before, unit):
                results.add(line_of(outcome.document))
                worst = max(worst, outcome.exit_code)
                failed += outcome.exit_code != 0
                say_outcome(outcome)
        except KeyboardInterrupt:
            _say(f"what is done stays in {lines}; the same command goes on from there")
            raise
    if path.suffix == ".parquet":
        write_columns(lines, path)
    refused = f", {failed} of them could not be read" if failed else ""
    _say(f"{len(rest)} {unit}s done{refused}: {path}")
    return worst


def line_of(document: object) -> str:
    """A document as one line of JSON Lines."""
    return json.dumps(document, ensure_ascii=False)


def with_progress(outcomes: Iterable[Outcome], total: int, before: int, unit: str) -> Iterator[Outcome]:
    """The outcomes, with a progress bar where stderr is a terminal and the library for it is there."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield from outcomes
        return
    drawn = steered(sys.stderr)
    yield from tqdm(outcomes, total=total, initial=before, unit=f" {unit}", disable=None, file=drawn, leave=False)


def say_outcome(outcome: Outcome) -> None:
    """What is to be said of a file, on stderr, above the progress bar where there is one."""
    for sentence in outcome.said:
        if sys.stderr.isatty() and "tqdm" in sys.modules:
            sys.modules["tqdm"].tqdm.write(f"boardsight: {one_line(told(sentence))}", file=steered(sys.stderr))
        else:
            _say(sentence)


def _say(sentence: str) -> None:
    """A sentence of ours on stderr, in the terminal's language."""
    print(f"boardsight: {one_line(told(sentence))}", file=sys.stderr)


ASKED = ".asked.json"
"""Beside the results: what was asked for, so that other questions' answers are not mixed with them."""


class Results:
    """Results on disk. `done` are those that were there already, by the name in each line's `key`."""

    def __init__(self, path: Path, key: str, asked: Mapping[str, Any]) -> None:
        self.path, self.done = path, set[str]()
        self._key = key
        self._asked = path.with_name(path.name + ASKED)
        if path.exists():
            self._check(asked)
            self._take_up()
        else:
            write_whole(self._asked, (json.dumps(asked, ensure_ascii=False) + "\n").encode())
        self._stream: IO[bytes] = path.open("ab")

    def add(self, line: str) -> None:
        """Write one result; it is on disk when this returns, whatever happens to the program."""
        self._stream.write(line.encode() + b"\n")
        self._stream.flush()

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()

    def _check(self, asked: Mapping[str, Any]) -> None:
        try:
            before = json.loads(self._asked.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            before = None
        if before != json.loads(json.dumps(asked)):
            raise UsageError(
                f"--out {self.path}: there are results of something else in it; name another file, or delete this one"
            )

    def _take_up(self) -> None:
        """Read the whole lines; a torn last one is cut off, it is done again."""
        whole = 0
        with self.path.open("rb+") as stream:
            for line in stream:
                name = self._name(line)
                if name is None:
                    break
                self.done.add(name)
                whole += len(line)
            stream.truncate(whole)

    def _name(self, line: bytes) -> str | None:
        """The name in a whole line; None for a torn one."""
        if not line.endswith(b"\n"):
            return None
        try:
            name = json.loads(line)[self._key]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        return name if isinstance(name, str) else None
