"""Keys of people's files that nobody reads: `check` refuses them, everything else goes on and says so.

What looks like a known key that is not given is refused everywhere (`tabletop.filevalues.misspelt`).
"""

import warnings
from collections.abc import Iterable
from typing import Any

from tabletop.errors import UnknownKeyWarning
from tabletop.filevalues import Complaint, checked, complaints
from tabletop.schema import FieldKind
from tabletop.textfiles import parsed_toml
from tabletop.tomllines import toml_line


def sections_in(kind: FieldKind, text: str, source: str) -> Any:
    """A file's sections as values, keys that nobody reads told. Raises UnreadableInput for no TOML, ValueError."""
    raw = parsed_toml(text, source)
    value = checked(kind, raw)
    warn_of_unknown(complaints(kind, raw), text, source)
    return value


def warn_of_unknown(found: Iterable[Complaint], text: str, source: str) -> None:
    """Tell whoever uses a file, once for each key, that nobody reads it, with its line."""
    for one in found:
        if one.harmless:
            line = toml_line(text, one.path)
            place = source if line is None else f"{source}, line {line}"
            words = one.sentence.rpartition("; ")[0]
            sentence = f"{place}: {words} and is left out; `boardsight check {source}` says more"
            warnings.warn(sentence, UnknownKeyWarning, stacklevel=2)
