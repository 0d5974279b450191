"""The reference of all commands, `docs/commands.md`, from what argparse knows: `python -m live.commands.reference`."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from live.main import COMMANDS, command_parser
from tabletop.wholefiles import write_whole

Row = tuple[str, str]
"""An argument with what follows it, and what it means."""
PLACE = Path("docs/commands.md")
HEAD = """# The commands

This page is made by `python -m live.commands.reference` from what the program knows; a test fails when it is stale.

Data goes to stdout, everything else to stderr. `--json` gives one JSON document, JSON Lines for streams.

Exit codes: 0 well, 1 the work failed, 2 wrong use, 3 no camera or image source, 4 input that cannot be read, 5 a device
was lost.

`--lang de`, anywhere in the line, or the environment variable `BOARDSIGHT_LANG` chooses the language of what is said to
people, never of data; else it is the system's. `BOARDSIGHT_TRACEBACK` shows the traceback of a fault of the program.
"""
SHARED = """## Shared options

What three commands or more take alike:
"""


def reference() -> str:
    """The whole page as Markdown."""
    every = tuple(_every_command())
    shared = tuple(row for row, count in Counter(row for _, one, _ in every for row in _rows(one)).items() if count > 2)
    sections = [HEAD.rstrip(), _listed(), "\n".join([SHARED, *map(_item, sorted(shared, key=_sorted_by))])]
    sections += ["\n".join(_section(name, one, does, shared)) for name, one, does in every]
    return "\n\n".join(sections) + "\n"


def _every_command() -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """Each command and each within it: its name, its parser, what it does."""
    for name, command in _subparsers(command_parser(COMMANDS)):
        yield name, command, COMMANDS[name]
        for inner, part in _subparsers(command):
            yield f"{name} {inner}", part, _told(command, inner)


def _listed() -> str:
    return "Commands: " + ", ".join(f"[{name}](#boardsight-{name})" for name in COMMANDS) + "."


def _section(name: str, parser: argparse.ArgumentParser, does: str, shared: tuple[Row, ...]) -> Iterator[str]:
    """Heading, what it does, how it is called, its own arguments, the names of those that it shares."""
    yield f"{'###' if ' ' in name else '##'} boardsight {name}\n"
    yield f"{does[:1].upper()}{does[1:].rstrip('.')}.\n"
    yield f"`{' '.join(['boardsight', name, *_call(parser)])}`"
    own = [row for row in _rows(parser) if row not in shared]
    if own:
        yield "\n" + "\n".join(map(_item, own))
    if names := [f"`{words.split(', ')[-1].split()[0]}`" for words, _ in _rows(parser) if (words, _) in shared]:
        yield f"\n[Shared](#shared-options): {', '.join(names)}."


def _call(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What is typed behind a command's name: what it needs, and whether there are options or commands within."""
    needed = [action for action in _arguments(parser) if action.required or not action.option_strings]
    yield from map(_usage, needed)
    if len(needed) < len(_arguments(parser)):
        yield "[options]"
    if _within(parser):
        yield "WHAT ..."


def _rows(parser: argparse.ArgumentParser) -> list[Row]:
    return [(_words(action), _meaning(action)) for action in _arguments(parser)]


def _item(row: Row) -> str:
    return f"- `{row[0]}`: {row[1]}"


def _sorted_by(row: Row) -> tuple[bool, str]:
    return row[0].startswith("-"), row[0]


def _usage(action: argparse.Action) -> str:
    """An argument as the call shows it."""
    words = _words(action).split(", ")[-1]
    if not action.option_strings:
        return {"*": f"[{words} ...]", "+": f"{words} [{words} ...]", "?": f"[{words}]"}.get(str(action.nargs), words)
    return f"{words} ..." if action.nargs == "+" else words


def _words(action: argparse.Action) -> str:
    """An argument's names with what follows them."""
    if action.nargs == 0:
        return ", ".join(action.option_strings)
    named = action.dest.upper() if action.choices is None else "|".join(map(str, action.choices))
    wanted = str(action.metavar or named)
    if not action.option_strings:
        return wanted
    return ", ".join(action.option_strings) + f" {wanted}"


def _meaning(action: argparse.Action) -> str:
    """An argument's help with its default in it."""
    return (action.help or "").replace("%(default)s", f"{action.default}")


def _arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """A command's own arguments and options, the positional ones first."""
    left_out = (argparse._HelpAction, argparse._VersionAction, argparse._SubParsersAction)
    own = [action for action in parser._actions if not isinstance(action, left_out)]
    return [*(one for one in own if not one.option_strings), *(one for one in own if one.option_strings)]


def _within(parser: argparse.ArgumentParser) -> list[Any]:
    """argparse's actions that hold the commands within a command; their class is not public, so their type is open."""
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]


def _subparsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in _within(parser):
        yield from action.choices.items()


def _told(parser: argparse.ArgumentParser, name: str) -> str:
    """The one line of help of a command within a command."""
    lines = {one.dest: one.help for action in _within(parser) for one in action._choices_actions}
    return lines.get(name) or ""


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE
    write_whole(place, reference().encode())
    print(place)
