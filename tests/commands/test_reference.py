"""The reference of the commands."""

from pathlib import Path

from live.commands.reference import reference, without_help

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_page_is_not_stale() -> None:
    """docs/commands.md is what the program knows; `python -m live.commands.reference` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == reference()


def test_every_command_and_option_says_what_it_is() -> None:
    """Nothing is left without a line of help."""
    assert without_help() == ()
