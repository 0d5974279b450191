"""Command cards on the virtual table: hands lay and take them as they do any part, beside the game."""

from collections.abc import Iterable
from dataclasses import replace

from simulator.layout import Change
from simulator.virtual_table import VirtualTable
from tabletop.commandcards import command_cards
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, Pose
from tabletop.plans import PlannedPart


def with_cards(game: GameFile) -> GameFile:
    """The game with the command cards among its parts, for a table on which they may lie."""
    cards = command_cards()
    parts = tuple(replace(part, dictionary=cards.codes.dictionary) for part in cards.parts)
    return replace(game, parts=(*game.parts, *parts), palette={**cards.palette, **game.palette})


def laid(command: str, at_mm: PointMm, *, turn_deg: float = 0.0) -> Change:
    """A card that a hand lays down."""
    return Change(None, PlannedPart(command, Pose(*at_mm, turn_deg)))


def taken(table: VirtualTable, command: str) -> Change:
    """The card that a hand takes away from where it lies."""
    return Change(next(key for key in table.layout.lying if key[0] == command), None)


def moves_to(table: VirtualTable, position: object) -> tuple[Change, ...]:
    """What hands have to do until the table shows a position; cards stay where they lie."""
    return tuple(_without_cards(table.changes_to(position)))


def _without_cards(changes: Iterable[Change]) -> Iterable[Change]:
    commands = command_cards().by_id
    return (change for change in changes if change.taken is None or change.taken[0] not in commands)
