"""What has been sent and acknowledged: a small file beside the record, so that a restart goes on where it was."""

from __future__ import annotations

import json
import secrets
import time
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabletop.errors import BoardsightError
from tabletop.wholefiles import reason_of, write_whole

ENDING = ".sent"
BETWEEN_WRITES_S = 2.0


class DeliveryLog:
    """The run's name, and for each broker and table name the n up to which everything is acknowledged.

    The file is a convenience: without it, or when it can't be written, everything is sent again, and receivers drop
    what they know.
    """

    def __init__(self, path: Path | None, run: str, acknowledged: dict[str, int], record: int) -> None:
        self.run = run
        self.trouble = ""
        self._path = path
        self._record = record
        self._acknowledged = acknowledged
        self._written: dict[str, int] | None = None
        self._written_s = 0.0

    @classmethod
    def beside(cls, record: Path | None, header: Mapping[str, Any], lines: int) -> DeliveryLog:
        """What is known of the record with this header and so many lines; a new run where that is nothing."""
        mark = zlib.crc32(json.dumps(header, sort_keys=True).encode())
        path = None if record is None else record.with_name(record.name + ENDING)
        known = {} if path is None else _read(path)
        acknowledged = known.get("acknowledged")
        run = known.get("run")
        if (
            known.get("record") == mark
            and isinstance(run, str)
            and run.isalnum()
            and isinstance(acknowledged, dict)
            and all(isinstance(n, int) and 0 <= n <= lines for n in acknowledged.values())
        ):
            return cls(path, run, acknowledged, mark)
        return cls(path, secrets.token_hex(8), {}, mark)

    def upto(self, where: str) -> int:
        """The n up to which that broker has everything of that table."""
        return self._acknowledged.get(where, 0)

    def take(self, where: str, n: int) -> None:
        """Note that everything up to n has arrived."""
        self._acknowledged[where] = n

    def write(self, *, now: bool = False) -> None:
        """Put it on the disk where it has changed, every two seconds at most unless `now`.

        What is lost with a power cut comes twice, with the n that it had. `trouble` says what is wrong where it can't
        be written.
        """
        if self._path is None or self._written == self._acknowledged:
            return
        if not now and time.monotonic() - self._written_s < BETWEEN_WRITES_S:
            return
        self._written_s = time.monotonic()
        document = {"run": self.run, "record": self._record, "acknowledged": self._acknowledged}
        try:
            write_whole(self._path, f"{json.dumps(document)}\n".encode())
        except BoardsightError as error:
            self.trouble = f"{self._path} can't be written: {reason_of(error)}"
            return
        self.trouble = ""
        self._written = dict(self._acknowledged)


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
