"""Command cards on the table: which of them was laid just now, so that each is obeyed once and no more."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision import SeenCommandCard


@dataclass(frozen=True, slots=True)
class CommandCardTimes:
    """When a card counts as laid, and when as taken away; by the frames' clock, chosen on the virtual table."""

    still_s: float = 0.6
    """It lies where it lies for so long: a card that is only carried past does nothing."""
    away_s: float = 1.0
    """It is not seen for so long over a still table."""
    hidden_s: float = 20.0
    """What is seen again in the very place where it lay before was hidden, by a hand or a cup, for so long at most."""
    moved_share: float = 0.12
    """Nobody lays a card twice within so much of its code's side (28 mm) of the same place, with the same turn."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card as it was seen last."""

    card: SeenCommandCard
    since_s: float
    """Since when it lies so."""
    obeyed: bool
    missing_s: float | None = None
    """Since when it is not seen over a still table."""
    gone: bool = False


class CommandCardWatch:
    """Sees which cards lie there, frame by frame, and tells of each that was laid once."""

    def __init__(self, *, at_once: Collection[str] = (), times: CommandCardTimes | None = None) -> None:
        """`at_once` are the commands whose card counts also where it lies there from the start."""
        self._times, self._at_once = times or CommandCardTimes(), frozenset(at_once)
        self._known: dict[str, _Lying] = {}
        self._begun = False

    def see(self, cards: Sequence[SeenCommandCard], now_s: float, *, settled: bool = False) -> tuple[str, ...]:
        """The commands of the cards that count from now on, mostly none; several where they were laid together.

        `cards` are those of a table over which nothing moves just now; `settled` says that the picture was taken by
        hand, from anywhere: it needs no second one, and no place of before holds.
        """
        seen = {card.command: card for card in cards}
        for command, card in seen.items():
            self._known[command] = self._now(card, self._known.get(command), now_s, settled=settled)
        for command, lying in self._known.items():
            if command not in seen:
                since_s = now_s if lying.missing_s is None else lying.missing_s
                gone = lying.gone or settled or now_s - since_s >= self._times.away_s
                self._known[command] = replace(lying, missing_s=since_s, gone=gone)
        self._begun = True
        fresh = [command for command in seen if not self._known[command].obeyed]
        still_s = 0.0 if settled else self._times.still_s
        if not any(now_s - self._known[command].since_s >= still_s for command in fresh):
            return ()
        for command in fresh:
            self._known[command] = replace(self._known[command], obeyed=True)
        return tuple(fresh)

    def _now(self, card: SeenCommandCard, before: _Lying | None, now_s: float, *, settled: bool) -> _Lying:
        """A card that is seen, told from how it lay before."""
        if before is None:
            return _Lying(card, now_s, obeyed=not self._begun and card.command not in self._at_once)
        same = not settled and self._same_place(card, before.card)
        away_s = 0.0 if before.missing_s is None else now_s - before.missing_s
        if before.gone and not (same and away_s <= self._times.hidden_s):
            return _Lying(card, now_s, obeyed=False)
        return _Lying(card, before.since_s if same else now_s, before.obeyed)

    def _same_place(self, card: SeenCommandCard, before: SeenCommandCard) -> bool:
        """Whether a card lies exactly where it lay, in the same camera's picture."""
        side = abs(before.corners_px[1] - before.corners_px[0]).max()
        off = abs(card.corners_px - before.corners_px).max()
        return card.camera == before.camera and bool(off <= self._times.moved_share * side)
