"""A file of results, one JSON line each, that is taken up again where it stopped."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tabletop.errors import UsageError
from tabletop.textfiles import write_whole

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
        except (OSError, ValueError):
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
        except (ValueError, KeyError, TypeError):
            return None
        return name if isinstance(name, str) else None
