"""The reference of the commands, and what the command line says of pages."""

import argparse
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from live.commands.reference import reference
from live.commands.setup import _play_parser
from live.console.options import page_options
from live.hub.application import hub_page
from live.main import COMMANDS, command_parser
from live.runtime.hosting import page_if_possible, page_of

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_page_is_not_stale() -> None:
    """docs/commands.md is what the program knows; `python -m live.commands.reference` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == reference()


def test_every_command_and_option_says_what_it_is() -> None:
    """Nothing is left without a line of help."""
    parsers = [*_within("boardsight", command_parser(COMMANDS))]
    said = [
        (f"{name} {one.dest}", one.help or isinstance(one, argparse._SubParsersAction))
        for name, parser in parsers
        for one in parser._actions
    ]
    assert [name for name, meaning in said if not meaning] == []
    within = [one for _, parser in parsers for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    assert [inner.dest for one in within for inner in one._choices_actions if not inner.help] == []


def _within(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield f"{name} {word}", inner
                yield from _within(f"{name} {word}", inner)


def test_every_option_stands_where_its_command_does() -> None:
    """What several commands share too, by its name; its meaning stands in the section on shared options then."""
    page = PAGE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^#+ (.+)\n((?:(?!#).*\n)*)", page, re.MULTILINE))
    for name, parser in _within("boardsight", command_parser(COMMANDS)):
        for option in (action.option_strings[-1] for action in parser._actions if action.option_strings):
            known = f"`{option}`" in sections[name] and f"`{option}" in sections["Shared options"]
            assert (
                option == "--help"
                or known
                or re.search(rf"^- `(-\w, )?{option}\b.*`: \S", sections[name], re.MULTILINE)
            )


def test_every_page_takes_the_page_options() -> None:
    """The demo's page, the table's and the hub's: what the command line says of a page fits each of them."""
    options = page_options(_play_parser().parse_args(["big-city"]))
    for page in (page_of, page_if_possible, hub_page):
        assert options.keys() <= inspect.signature(page).parameters.keys(), page.__name__
