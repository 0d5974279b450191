"""Faults of the program itself: told to whoever asked, logged once, and the game goes on."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from live.console.terminal import say
from tabletop.addresses import without_secrets

TRACEBACK = "BOARDSIGHT_TRACEBACK"
"""Environment variable: where it is set, a fault of the program shows its traceback in place of a sentence."""


def fault_words(error: Exception) -> str:
    """What happened in a few words: what the system refused, or a fault of the program itself."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"a fault in Boardsight itself ({without_secrets(f'{type(error).__name__}: {error}'.splitlines()[0])[:200]})"


@dataclass(slots=True)
class Faults:
    """Where everything goes that should never happen. Each place in the program that fails is logged once."""

    say: Callable[[str], None] = say
    _known: set[tuple[str, str, str]] = field(default_factory=set)

    def tell(self, what: str, error: Exception) -> str:
        """Log a fault in `what` unless that place is known for it; gives the sentence for whoever asked."""
        lines = traceback.format_exception(error)
        key = (what, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)[-1:]))
        if key not in self._known:
            self._known.add(key)
            report = "" if isinstance(error, OSError) else f"; please report it with what it prints after {TRACEBACK}=1"
            more = "\n" + "".join(lines) if os.environ.get(TRACEBACK) else report
            self.say(f"boardsight: {what}: {fault_words(error)}; the game goes on{more}")
        return f"{what}: {fault_words(error)}; the game goes on"
