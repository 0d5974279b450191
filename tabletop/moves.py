"""What a player did, as a value: one module of moves per game; their texts are in `tabletop.notation`."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol


class Move(Protocol):
    """Anything that stands in a record as a turn or as a table event.

    Every game's moves are frozen values with these two names beside their own; `tabletop.notation.move_to_json`
    and `move_from_json` are their text.
    """

    @property
    def player(self) -> str | None:
        """Who moved; None for what nobody does, such as setting out landmarks."""

    @property
    def do(self) -> str:
        """The word of INTERFACE.md section 3, for example `build`."""


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Nobody's move, in every game: from here on the game is played from what lies on the table."""

    do: ClassVar[str] = "position"
    player: ClassVar[None] = None
    position: Any
    """The game's position; its `turn` says who is next, its `scores` what everybody has, where that is known."""

    def __hash__(self) -> int:
        return hash(self.do)
