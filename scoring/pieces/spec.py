"""How a game of pieces on cells is played: what its file says of turns, conditions, terms and formulas."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.pieces.entries import Condition, Term, Words
from scoring.pieces.play import Play
from tabletop.gamefile import load_game
from tabletop.partnames import spoken_title
from tabletop.parts import Part


@dataclass(frozen=True)
class Spec:
    """A game's play, as its file tells it."""

    game: str
    turns: str
    """`in-order`, `free` or `together` (everybody once a round)."""
    passing: str
    """`always`, `stuck` (only who can place nothing) or `never`."""
    removing: bool
    mirror: bool
    conditions: tuple[Condition, ...]
    terms: tuple[Term, ...]
    parts: Mapping[str, Part]
    play: Play
    setup: Mapping[str, str]
    """Cell -> the part that lies there when the game begins."""
    forward: Mapping[str, str]
    """Colour -> the direction in which its player looks."""
    options: Mapping[str, tuple[Any, ...]]
    """Each option's values, the usual one first."""

    def tags(self, part: str) -> frozenset[str]:
        """Everything by which conditions and terms may name a part: its id, kind, piece and tags."""
        return self._tags[part]

    @cached_property
    def _tags(self) -> Mapping[str, frozenset[str]]:
        return {name: part.words for name, part in self.parts.items()}

    def name_of(self, part: str) -> str:
        """A part as people call it."""
        return load_game(self.game).name_of(part)

    def name_among_own(self, part: str) -> str:
        """A part as people call it where it is clear whose it is: by its title, if no other of theirs has it."""
        own = self.parts[part]
        players = [other.player for other in self.parts.values() if other.title == own.title]
        return spoken_title(own.title) if players.count(own.player) == 1 else self.name_of(part)

    def fits(self, part: str, words: Words) -> bool:
        """Whether a part is meant by some words; no words mean every part."""
        return not words or not self.tags(part).isdisjoint(words)
