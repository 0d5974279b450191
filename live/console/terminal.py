"""What is printed: a text of a stranger's file never steers the terminal; who draws on it asks for it."""

import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from live.console.language import told
from tabletop.errors import UnknownKeyWarning
from tabletop.visible import visible


class _Visible:
    """A stream that writes control characters as their numbers; everything else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.steered = stream

    def write(self, text: str) -> int:
        self.steered.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.steered, name)


@contextmanager
def visible_streams() -> Iterator[None]:
    """Standard output and error show what is printed to them, and obey none of it."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, _Visible(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def steered(stream: TextIO) -> TextIO:
    """The stream itself, for progress and pictures that are drawn on a terminal by ourselves."""
    return stream.steered if isinstance(stream, _Visible) else stream


def tell(text: str) -> None:
    """What a command says to people on standard output, in their language; data are printed as they are."""
    print(told(text))


def say(text: str) -> None:
    """Everything that is not data goes to stderr; a terminal that is gone, or a log on a full disk, stops nobody."""
    try:
        print(told(text), file=sys.stderr, flush=True)
    except (OSError, ValueError):  # broken or closed: there is nobody left who could be told
        return


@contextmanager
def unknown_keys_said() -> Iterator[None]:
    """Say once of a file that is used which of its keys nobody reads."""
    said = set[str]()
    with warnings.catch_warnings():
        warnings.filterwarnings("always", category=UnknownKeyWarning)
        show = warnings.showwarning

        def say_or_show(message: Warning | str, category: type[Warning], *more: Any, **named: Any) -> None:
            if issubclass(category, UnknownKeyWarning):
                if str(message) not in said:
                    say(str(message))
                said.add(str(message))
            else:
                show(message, category, *more, **named)

        warnings.showwarning = say_or_show
        yield
