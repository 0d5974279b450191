"""The entries of a game file with the parts that each stands for: what is wrong with several of one is said once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tabletop.complaints import Complaint
from tabletop.gamefile import GameFile
from tabletop.parts import Part


@dataclass(frozen=True, slots=True)
class EntryParts:
    """A `[[parts]]` entry by its place in the file, and its parts."""

    index: int
    parts: Sequence[Part]

    def first(self, is_wrong: Callable[[Part], bool]) -> Part | None:
        """The first of its parts with a fault: the others are written in the same words."""
        return next(filter(is_wrong, self.parts), None)

    def complaint(self, part: Part, sentence: str) -> Complaint:
        """A complaint about one of its parts."""
        return Complaint(("parts", self.index), f"part {part.id}: {sentence}")


def entries_of(game: GameFile) -> Iterator[EntryParts]:
    """All entries in the file's order; after them a board that the file leaves out."""
    parts = iter(game.parts)
    for index, count in enumerate(game.copies):
        yield EntryParts(index, list(islice(parts, count)))
