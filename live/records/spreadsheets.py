"""Tables for spreadsheets and documents for other programs: CSV and JSON as everything is exported."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table with its head; what begins like a formula stays text."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([_harmless(value) for value in row] for row in (head, *rows))
    return written.getvalue()


def json_text(document: Any) -> str:
    """A document as text for people who look into it."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _harmless(value: Any) -> Any:
    """Spreadsheets run what begins like a formula; a name is only a name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
