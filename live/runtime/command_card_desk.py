"""What is known of command cards on one table, and what the last one has led to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from random import randrange
from typing import Any

from live.console.language import told as in_language
from live.console.terminal import say
from live.table.command_cards import CommandCardWatch
from tabletop.records import Header


@dataclass(frozen=True, slots=True)
class CommandCardTold:
    """What people are told of the card that was laid last."""

    card: str
    """Its command."""
    done: bool
    text: str
    n: int = 0
    """The evening's cards are counted, so that a page sounds the same card again."""

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return asdict(self)


@dataclass(slots=True)
class CommandCardDesk:
    """What is known of command cards, and what they have led to; for all games of an evening."""

    watch: CommandCardWatch = field(default_factory=CommandCardWatch)
    lot: Callable[[int], int] = lambda count: randrange(count)
    """Draws one of so many, from 0."""
    told: CommandCardTold | None = None
    """Shown until the next line is written."""
    lines: int = 0
    """So many lines had the record then."""
    offered: Header | None = None
    """The next game, while the table is being cleared for it."""
    begun: Header | None = None
    """The game that is to be begun now in place of the one that is played; the loop ends."""

    def take_next(self) -> Header | None:
        """The game that is to be begun, once; what was said of the card is shown there too."""
        following, self.begun, self.offered = self.begun, None, None
        self.lines = 0 if following is not None else self.lines
        return following

    def tell(self, told: CommandCardTold, lines: int) -> None:
        """Say this of a card on the terminal now, and on the page while the record has so many lines."""
        self.told, self.lines = replace(told, n=1 if self.told is None else self.told.n + 1), lines
        say(f"card     {in_language(told.text).partition(': ')[2]}")

    def shown(self, lines: int) -> Mapping[str, Any] | None:
        """What the page shows of the last card while the record has so many lines."""
        return self.told.to_json() if self.told is not None and lines == self.lines else None
