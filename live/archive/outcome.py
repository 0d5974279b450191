"""What came of one file of many: its document, its text for people, what is to be said of it, and the exit code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
