"""Something wrong in a file that people wrote: where it stands and what to do about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tabletop.schema import Path


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: the path of sections, places and keys to it, and a sentence with the mend."""

    path: Path
    sentence: str


@contextmanager
def wrong_kinds_as_value_errors() -> Iterator[None]:
    """Turn what Python says of a key that is missing, or of values that do not agree, into ValueError.

    The shape of people's files is checked before (`tabletop.fileshapes`); what they say together is worked out key by
    key under this decorator.
    """
    try:
        yield
    except KeyError as error:
        raise ValueError(f"the key {error} is missing") from error
    except (TypeError, AttributeError, ArithmeticError, IndexError) as error:
        raise ValueError(f"a value is of the wrong kind or size ({error})") from error
