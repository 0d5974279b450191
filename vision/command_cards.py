"""Command cards in the picture: anywhere, also beside the table's plane, and whether or not a game is read."""

from dataclasses import dataclass

import numpy as np

from tabletop.commandcards import command_cards, commands_in
from tabletop.gamefile import GameFile
from vision.change.changed_boxes import Box, box_around, boxes_of, joined, within
from vision.change.quiet_gate import changed_blocks, small_grey
from vision.pixels.arrays import BgrImage, GreyImage, PointsPx, resized, to_grey
from vision.pixels.codes import correlate, detect_codes, levels_of, sides_px
from vision.pixels.detection import first_scale
from vision.settings import ReaderSettings


@dataclass(frozen=True, slots=True)
class CommandCardSettings:
    """When a code is believed to be a card's.

    With these numbers no card is seen in 73 photographs without, and 182 of 192 beside drawn games are.
    """

    correlation: float = 0.85
    """With the card's pattern, module by module: a card that lies flat and free has .95 and more, and nothing is lost
    where a doubtful one is looked at again in the next picture."""
    searched_px: int = 1920
    """A smaller picture is enlarged to so many pixels along its longer side before it is searched: at a slant over a
    large table 720p then shows nearly as many cards as 1080p."""
    least_px: float = 12.0
    """The smallest side of a code in the picture as it is: less than 1.8 pixels a module is read by chance."""


@dataclass(frozen=True, slots=True)
class SeenCommandCard:
    """A command card that the picture shows whole: its command, and the corners of its code (4, 2)."""

    command: str
    corners_px: PointsPx
    camera: int = 0
    """Which of several cameras saw it."""


class CommandCardFinder:
    """Finds command cards in picture after picture and searches only where something changed since the last one."""

    def __init__(self, game: GameFile | None = None, *, settings: CommandCardSettings | None = None) -> None:
        """`game` is what is played: a card whose code it bears itself is no card there."""
        self._commands = commands_in(game)
        self._settings, self._reader = settings or CommandCardSettings(), ReaderSettings()
        self._small: GreyImage | None = None
        self.seen: tuple[SeenCommandCard, ...] = ()
        """What the last picture showed."""

    def look(self, image: BgrImage) -> tuple[SeenCommandCard, ...]:
        """The cards in a picture (height, width, 3) of a table over which nothing moves."""
        boxes, kept = self._changed(image)
        grey = to_grey(image) if boxes and self._commands else None
        found = [] if grey is None else [card for box in boxes for card in self._found(grey, box)]
        first = {card.command: card for card in (*found, *kept)}
        self.seen = tuple(first[command] for command in self._commands.values() if command in first)
        return self.seen

    def _changed(self, image: BgrImage) -> tuple[list[Box], list[SeenCommandCard]]:
        """Where to search, and the cards that lie in no such place."""
        small, (height, width) = small_grey(image), image.shape[:2]
        before, self._small = self._small, small
        if before is None or before.shape != small.shape:
            return [(0, 0, width, height)], []
        changed = boxes_of(changed_blocks(before, small), small.shape[1], width, height)
        if not changed:
            return [], list(self.seen)
        touched = [bool(within(card.corners_px, changed).any()) for card in self.seen]
        kept = [card for card, again in zip(self.seen, touched, strict=True) if not again]
        again = [box_around(card.corners_px, 0.5) for card, again in zip(self.seen, touched, strict=True) if again]
        return joined([*changed, *again]), kept

    def _found(self, grey: GreyImage, box: Box) -> list[SeenCommandCard]:
        """The cards that lie wholly in a part of the picture."""
        left, top, right, bottom = box
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        scale = max(first_scale(grey, self._reader), self._settings.searched_px / max(grey.shape))
        if min(part.shape) < self._settings.least_px:
            return []
        looked_at = part if scale == 1.0 else np.asarray(resized(part, scale), np.uint8)
        dictionary, ids = command_cards().codes.dictionary, tuple(self._commands)
        corners, numbers, _ = detect_codes(looked_at, dictionary, self._reader, ids=ids)
        corners = (corners + 0.5) / scale - 0.5 + np.array([left, top])
        fits = correlate(levels_of(grey, corners, dictionary), dictionary, ids).reshape(len(corners), len(ids), 4)
        sides = sides_px(corners).min(axis=1)
        return [
            SeenCommandCard(self._commands[ids[number]], corners[row])
            for row, number in enumerate(numbers)
            if fits[row, number, 0] >= self._settings.correlation and sides[row] >= self._settings.least_px
        ]
