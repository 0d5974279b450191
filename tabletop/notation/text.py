"""A position's whole text: found to be TOML or JSON, parsed, checked; and written."""

import json
from typing import Any, Literal

from tabletop.errors import UnreadableInput
from tabletop.notation.lines import json_line, toml_line, unreadable
from tabletop.notation.registry import position_from_json, position_to_json
from tabletop.notation.toml_text import to_toml
from tabletop.schema import Mismatch
from tabletop.textfiles import parsed_toml, read_text, source_name


def load_position(path: str) -> Any:
    """The position in a file, TOML or JSON; `-` is standard input. Raises UnreadableInput."""
    return read_position(read_text(path), source=source_name(path))


def read_position(text: str, *, source: str = "position") -> Any:
    """A position from TOML or JSON text.

    Raises UnreadableInput that names the source, the line, the value and what was expected.
    """
    is_json = text.lstrip()[:1] == "{"
    document = _json(text, source) if is_json else parsed_toml(text, source)
    if is_json and "position" in document and "game" in document:
        document = document["position"]  # what `read --json` printed
    try:
        return position_from_json(document)
    except Mismatch as error:
        raise unreadable(error, source, (json_line if is_json else toml_line)(text, error.path)) from error


def _json(text: str, source: str) -> dict[str, Any]:
    """A JSON text that begins with a brace, as a table. Raises UnreadableInput."""
    try:
        document: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        if '"boardsight-record/' in text.partition("\n")[0]:
            raise UnreadableInput(f"{source} is a record, not a position; `boardsight replay` reads it") from error
        raise UnreadableInput(f"{source} is not JSON: {error}") from error
    return document


def write_position(position: Any, form: Literal["toml", "json"] = "toml") -> str:
    """A position as text that `read_position` gives back."""
    document = position_to_json(position)
    if form == "json":
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return to_toml(document)
