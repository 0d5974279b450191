"""How a game of pieces on cells is played: what its file says of turns, placement conditions and scoring terms."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.pieces.complaints import complaints_about
from scoring.pieces.entries import Condition, Term, Words, worded
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.partnames import spoken_title
from tabletop.parts import Part


@dataclass(frozen=True)
class Spec:
    """A game's play, as its file tells it."""

    game: str
    turns: str
    """`in-order` or `free`."""
    passing: str
    """`always`, `stuck` (only who can place nothing) or `never`."""
    removing: bool
    mirror: bool
    conditions: tuple[Condition, ...]
    terms: tuple[Term, ...]
    parts: Mapping[str, Part]

    def tags(self, part: str) -> frozenset[str]:
        """Everything by which conditions and terms may name a part: its id, kind, piece and tags."""
        found = self.parts[part]
        words = (part, found.kind, found.piece or part, *found.tags)
        return frozenset(words)

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


@lru_cache(maxsize=16)
def spec_of(game: str) -> Spec:
    """A game's play from its file. Raises UnreadableInput with the first complaint."""
    file = load_game(game)
    if complaints := complaints_about(file):
        raise UnreadableInput(f"{game}: {complaints[0].sentence}; `boardsight check {game}` says more")
    about, own = file.sections.game, file.sections
    return Spec(
        game=game,
        turns=about.turns,
        passing=about.passing,
        removing=about.removing,
        mirror=about.mirror,
        conditions=tuple(Condition(**worded(Condition, entry)) for entry in own.conditions),
        terms=tuple(Term(**{"label": entry["term"], **worded(Term, entry)}) for entry in own.terms),
        parts={part.id: part for part in file.parts if part.cells},
    )
