"""Working something out once where it is asked again and again about the very same thing."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")


def once_for_each(work: Callable[[Given], Found]) -> Callable[[Given], Found]:
    """The function, which remembers what it found of the last thing; that may be unhashable, but must not change."""
    last: list[tuple[Given, Found]] = []

    @wraps(work)
    def remembering(given: Given) -> Found:
        for known, found in last:
            if known is given:
                return found
        found = work(given)
        last[:] = [(given, found)]
        return found

    return remembering
