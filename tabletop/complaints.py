"""Something wrong in a file that people wrote: where it stands and what to do about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: the path of sections, places and keys to it, and a sentence with the mend."""

    path: Path
    sentence: str


@contextmanager
def wrong_kinds_as_value_errors() -> Iterator[None]:
    """Turn what Python says of a text in a table's place or a number beyond all bounds into ValueError.

    People's files are read key by key; with this as their reader's decorator three exceptions tell all that can be
    wrong with them: KeyError, TypeError and ValueError.
    """
    try:
        yield
    except (AttributeError, ArithmeticError, IndexError) as error:
        raise ValueError(f"a value is of the wrong kind or size ({error})") from error
