"""The reference of all commands, `docs/commands.md`, from what argparse knows: `python -m live.commands.reference`."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from live.main import COMMANDS, command_parser
from tabletop.wholefiles import write_whole

PLACE = Path("docs/commands.md")
HEAD = """# The commands

This page is made by `python -m live.commands.reference` from what the program knows; a test fails when it is stale.

Data goes to stdout, everything else to stderr. `--json` gives one JSON document, JSON Lines for streams.

| exit code | means |
| --- | --- |
| 0 | well |
| 1 | the work failed |
| 2 | wrong use |
| 3 | no camera or image source |
| 4 | input that cannot be read |
| 5 | a device was lost |

`--lang de`, anywhere in the line, chooses the language of what is said to people; without it that is the system's, or
what the environment variable `BOARDSIGHT_LANG` says. Data are the same in every language.

What goes wrong is told in one sentence. A fault of the program itself shows its traceback where the environment
variable `BOARDSIGHT_TRACEBACK` is set.
"""


def reference() -> str:
    """The whole page as Markdown."""
    parser = command_parser(COMMANDS)
    sections = [HEAD.rstrip(), _listed()]
    for name, command in _subparsers(parser):
        sections.append("\n".join(_section(f"boardsight {name}", command, COMMANDS[name], "##")))
        for inner, part in _subparsers(command):
            sections.append("\n".join(_section(f"boardsight {name} {inner}", part, _told(command, inner), "###")))
    return "\n\n".join(sections) + "\n"


def without_help() -> tuple[str, ...]:
    """Every command, argument and option that says nothing about itself."""
    silent = []
    for name, command in _subparsers(command_parser(COMMANDS)):
        for words, one in ((name, command), *((f"{name} {inner}", part) for inner, part in _subparsers(command))):
            silent += [f"{words} {_words(action)}" for action in _arguments(one) if not action.help]
        silent += [f"{name} {inner}" for inner, _ in _subparsers(command) if not _told(command, inner)]
    return tuple(silent)


def _listed() -> str:
    lines = ["| command | does |", "| --- | --- |"]
    lines += [f"| [`boardsight {name}`](#boardsight-{name}) | {does} |" for name, does in COMMANDS.items()]
    return "\n".join(lines)


def _section(name: str, parser: argparse.ArgumentParser, does: str, marks: str) -> Iterator[str]:
    """Heading, what it does, how it is called, and a table of its arguments."""
    yield f"{marks} {name}\n"
    yield f"{does[:1].upper()}{does[1:].rstrip('.')}.\n"
    arguments = _arguments(parser)
    yield "```"
    yield " ".join([name, *(_usage(action) for action in arguments), *("WHAT ..." for _ in _within(parser))])
    yield "```"
    if arguments:
        yield "\n| argument | |\n| --- | --- |"
        for action in arguments:
            yield f"| `{_cell(_words(action))}` | {_cell(_meaning(action))} |"


def _usage(action: argparse.Action) -> str:
    """An argument as the call shows it."""
    words = _words(action).split(", ")[-1]
    if not action.option_strings:
        return {"*": f"[{words} ...]", "+": f"{words} [{words} ...]", "?": f"[{words}]"}.get(str(action.nargs), words)
    if action.nargs == "+":
        words = f"{words} ..."
    repeated = "..." if isinstance(action, argparse._AppendAction) else ""
    return words if action.required else f"[{words}]{repeated}"


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


def _cell(text: str) -> str:
    """A text in a table, where an upright stroke would begin the next column."""
    return text.replace("|", "\\|")


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
