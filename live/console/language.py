"""The language in which the terminal speaks: the chosen one, else the system's, else English."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, NoReturn

from tabletop.addresses import with_names
from tabletop.errors import UsageError
from tabletop.nearest import nearest
from tabletop.translation import PSEUDO, languages, translated

VARIABLE = "BOARDSIGHT_LANG"
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says it; the first that says anything counts."""
OPTION = "--lang"
_SPOKEN: ContextVar[str] = ContextVar("terminal", default="en")


def system_language() -> str:
    """The language by the environment: one that has a catalogue, else English."""
    said = next((os.environ[name] for name in (VARIABLE, *SYSTEM) if os.environ.get(name)), "")
    language = said.partition(".")[0].partition("_")[0].lower()
    return language if language in (*languages(), PSEUDO) else "en"


def without_language(words: Sequence[str]) -> tuple[list[str], str | None]:
    """A command's words without `--lang X`, wherever that stands, and the language. Raises UsageError."""
    rest, language = list[str](), None
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            return [*rest, word, *waiting], language
        name, _, value = word.partition("=")
        if name != OPTION:
            rest.append(word)
            continue
        language = value or next(waiting, "")
        if language not in (*languages(), PSEUDO):
            raise UsageError(f"--lang {language}: expected one of {', '.join(languages())}")
    return rest, language


def speak(language: str) -> None:
    """The terminal's language from now on."""
    _SPOKEN.set(language)


def spoken() -> str:
    """The terminal's language."""
    return _SPOKEN.get()


def told(text: str) -> str:
    """A text for people in the terminal's language, each line for itself; data are never told."""
    language = _SPOKEN.get()
    return text if language == "en" else "\n".join(_line(line, language) for line in text.split("\n"))


USUAL_COLUMNS = 80
"""Of a terminal that does not say how wide it is."""
COLUMNS = re.compile(r"(\s{2,})")
"""Between two columns of a line."""


def _line(line: str, language: str) -> str:
    """A line's indentation stays, and so does where its columns begin, as far as the words leave room."""
    said = line[: len(line) - len(line.lstrip())]
    at = len(said)
    for column, gap in _columns(line.strip()):
        said += translated(column, language)
        at += len(column) + len(gap)
        if gap:
            said = said.ljust(at) if len(said) < at - 1 else f"{said}  "
    return said


def _columns(line: str) -> Iterator[tuple[str, str]]:
    """Each column of a line with the blanks behind it."""
    parts = [*COLUMNS.split(line), ""]
    return zip(parts[::2], parts[1::2], strict=True)


def _terminal_columns() -> int:
    """How wide the terminal is, as its variable says or it does itself; 80 where there is none."""
    told_so = os.environ.get("COLUMNS", "")
    if told_so.isdigit() and int(told_so) > 0:
        return int(told_so)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return USUAL_COLUMNS


class TranslatedHelp(argparse.HelpFormatter):
    """Help in the terminal's language."""

    def __init__(self, prog: str) -> None:
        """Without a width the library fetches all that copies and packs files to find the terminal's."""
        super().__init__(prog, width=_terminal_columns() - 2)

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """How a command is called."""
        super().add_usage(usage, actions, groups, f"{told('usage:')} " if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """A group of options."""
        super().start_section(None if heading is None else told(heading))

    def add_text(self, text: str | None) -> None:
        """What a command does."""
        super().add_text(text if text is None else told(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return None if action.help is None else told(action.help)


class TranslatedParser(argparse.ArgumentParser):
    """A parser that explains and complains in the terminal's language; its subparsers do so too."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """Options are written in full: a misspelt one is never silently another."""
        self._words: list[str] = []
        super().__init__(*arguments, **{"formatter_class": TranslatedHelp, "allow_abbrev": False, **more})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """An option that there is not is refused with the nearest one, before anything else is missed."""
        words = self._words = list(sys.argv[1:] if args is None else args)
        ours = [] if self._subparsers is not None else words[: words.index("--") if "--" in words else None]
        self._refuse_unknown(word for word in ours if word.startswith("--"))
        parsed, left = super().parse_known_args(words, namespace)
        self._refuse_unknown(word for word in left if word.startswith("-") and word.strip("-"))
        return parsed, left

    def _refuse_unknown(self, options: Iterable[str]) -> None:
        """Wrong use where one of these is no option."""
        known = self._option_string_actions
        unknown = next((name for word in options if (name := word.partition("=")[0]) not in known), None)
        if unknown is not None:
            self.error(f"there is no option '{unknown}'{nearest(unknown, known) or self._listed}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """A word that is none of those to choose from is refused with the nearest one."""
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        if isinstance(action, argparse._SubParsersAction):
            self.error(f"there is no command '{value}'{nearest(str(value), known) or self._listed}")
        listed = ", ".join(map(repr, action.choices))
        words = f"invalid choice: {value!r} (choose from {listed}){nearest(str(value), known)}"
        raise argparse.ArgumentError(action, words)

    @property
    def _listed(self) -> str:
        return f"; `{self.prog} --help` lists them"

    def error(self, message: str) -> NoReturn:
        """Wrong use: how it is called, then what is wrong."""
        self.print_usage(sys.stderr)
        sentence = told(with_names(message, self._words))
        self.exit(UsageError.exit_code, f"{self.prog}: {told('error')}: {sentence}\n")
