"""Keys of people's files that nobody reads: `check` refuses them, everything else goes on and says so.

What looks like a known key that is not given is refused everywhere (`tabletop.filevalues.misspelt`).
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from tabletop.complaints import Complaint
from tabletop.errors import UnknownKeyWarning
from tabletop.filevalues import NEARLY, is_line, misspelt, named_inside, unknown_words
from tabletop.schema import FieldKind, Path
from tabletop.tomllines import toml_line


@dataclass(frozen=True, slots=True)
class UnknownKey:
    """A key that nobody reads: where it stands, in words too, and what may stand there."""

    path: Path
    words: str
    expected: str

    @property
    def complaint(self) -> Complaint:
        """What `check` says of it."""
        return Complaint(self.path, f"{self.words}; {self.expected}")


def unknown_keys(
    kind: FieldKind, value: Any, path: Path = (), within: str = "", also: Iterable[str] = ()
) -> Iterator[UnknownKey]:
    """The keys in a value's tables that nobody reads; at the top `also` names others that somebody does."""
    if kind.keys and isinstance(value, dict):
        known = {*kind.keys, *also}
        meant = misspelt(value, kind.keys)
        for key, item in value.items():
            if key in kind.keys:
                at = (*path, key)
                yield from unknown_keys(kind.keys[key].kind, item, at, named_inside(within, at))
            elif kind.more and is_line(key) and key not in known and key not in meant:
                yield UnknownKey((*path, key), unknown_words(key, path, within), _expected(kind, key))
    elif kind.of is not None and isinstance(value, list):
        for index, item in enumerate(value):
            at = (*path, index)
            yield from unknown_keys(kind.of, item, at, named_inside(within, at))


def _expected(kind: FieldKind, key: str) -> str:
    """The known key that looks like it, else all of them."""
    keys = kind.keys or {}
    near = get_close_matches(key.lower(), keys, n=1, cutoff=NEARLY)
    return f"is '{near[0]}' meant?" if near else f"expected {', '.join(keys)}"


def warn_of_unknown(found: Iterable[UnknownKey], text: str, source: str) -> None:
    """Tell whoever uses a file, once for each key, that nobody reads it, with its line."""
    for one in found:
        line = toml_line(text, one.path)
        place = source if line is None else f"{source}, line {line}"
        sentence = f"{place}: {one.words} and is left out; `boardsight check {source}` says more"
        warnings.warn(sentence, UnknownKeyWarning, stacklevel=2)
