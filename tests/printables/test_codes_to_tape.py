"""Codes that people cut out and tape onto boards that they own."""

from printables.book import PrintSettings, documents_of
from tabletop.gamefile import load_game

GAME = load_game("my-city")


def ids(**settings: object) -> list[int]:
    """The codes on the sheets."""
    documents = documents_of(GAME, PrintSettings(**settings))  # type: ignore[arg-type]
    slots = [slot for document in documents for sheet in document.sheets for slot in sheet.slots]
    return sorted(code.id for slot in slots if slot.part.kind == "taped-code" for code in slot.part.codes)


def test_they_are_those_of_the_boards_that_are_played() -> None:
    """Two players' codes of the Eternal side, each alone on its paper with white round it."""
    own = {code.id for part in GAME.of_kind("board") if part.id in ("eternal-1", "eternal-2") for code in part.codes}
    assert ids(parts=("codes",), players=2, options=(("game", "eternal"),)) == sorted(own)


def test_nobody_gets_them_unasked() -> None:
    """Who prints the whole game has them on the boards."""
    assert ids(players=2) == []
