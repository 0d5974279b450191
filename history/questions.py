"""What only people can say: which of several pieces that look alike lies there, or which account is right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from history.beam import Beam
from history.events import History, Moves
from history.settings import SETTINGS, HistorySettings


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question with its answers: what the moves since the root would be."""

    name: str
    """Stays the same as long as it is the same question."""
    choices: tuple[Moves, ...]
    """The first is what is told now, where that is an answer."""
    lines: tuple[int, ...]
    """Which of the moves that are told are in doubt, counted from the root."""
    places: tuple[str, ...]
    tap: bool
    """Only which of several pieces that look alike."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """Several accounts about which people are asked, as what makes each another one."""

    name: str
    keys: tuple[tuple[Any, ...], ...]


@dataclass(slots=True)
class Questions:
    """What is open; a question about accounts stays until they are no longer likely."""

    beam: Beam
    settings: HistorySettings = SETTINGS
    asked: Accounts | None = None
    count: int = 0
    _doubted_s: float | None = None
    _asked_about: set[str] = field(default_factory=set)
    """Places about which people were asked because they contradicted what was told."""

    def open(self, told: tuple[Any, ...], now_s: float, odd: tuple[str, ...]) -> tuple[OpenQuestion, ...]:
        """All of them; `odd` are places that have contradicted what is told for long."""
        taps = self._taps(told)
        self._consider(told, now_s, odd)
        account = None if self.asked is None else self._account(self.asked, told)
        if account is None:
            self.asked = None
        return taps if account is None else (account, *taps)

    def forget_first(self, key: Any) -> None:
        """The root went on by an event."""
        if self.asked is not None:
            keys = tuple(account[1:] for account in self.asked.keys if account[:1] == (key,))
            self.asked = Accounts(self.asked.name, keys) if len(keys) > 1 else None

    def _taps(self, told: tuple[Any, ...]) -> tuple[OpenQuestion, ...]:
        best, found = self.beam.best, []
        if best.keys[: len(told)] != told:
            return ()
        for at, event in enumerate(best.events[: len(told)]):
            if event.open_tap:
                others = [one for one in event.alike if one != event.move]
                choices = tuple(
                    (*best.moves[:at], one, *best.moves[at + 1 : len(told)]) for one in (event.move, *others)
                )
                places = tuple(self.beam.writer.rules.places_of(event.move))
                found.append(OpenQuestion(f"tap-{event.group}", choices, (at,), places, tap=True))
        return tuple(found)

    def _consider(self, told: tuple[Any, ...], now_s: float, odd: tuple[str, ...]) -> None:
        """Ask about accounts, or no longer."""
        settings, shares = self.settings, self.beam.shares()
        if self.asked is not None:
            held = sum(share for share, one in self._shared(shares) if self._extends(one, self.asked.keys))
            if held < 0.5 or shares[0] >= settings.sure:
                self.asked = None
            return
        likely = [one for share, one in self._shared(shares) if share > settings.worth][: settings.answers]
        if odd := tuple(place for place in odd if place not in self._asked_about):
            likely = [self.beam.best, *self._explaining(odd)][: settings.answers]
        if len(likely) < 2 or not told or (shares[0] >= settings.ask and not odd):
            self._doubted_s = None
            return
        if self._doubted_s is None:
            self._doubted_s = now_s
        writer = self.beam.writer
        one, other = (writer.state(history) for history in likely[:2])
        same = writer.contents(one) == writer.contents(other) and writer.rules.to_move(one) == writer.rules.to_move(
            other
        )
        if now_s - self._doubted_s >= (settings.ask_s if same or odd else settings.ask_late_s):
            self.count += 1
            self._asked_about.update(odd)
            self.asked = Accounts(f"account-{self.count}", tuple(history.keys for history in likely))
            self._doubted_s = None

    def _account(self, asked: Accounts, told: tuple[Any, ...]) -> OpenQuestion | None:
        """The question with the accounts as they go on by now; None where only one is left."""
        goes_on: dict[tuple[Any, ...], History] = {}
        for _, one in self.beam.ranked:
            for account in asked.keys:
                if one.keys[: len(account)] == account:
                    goes_on.setdefault(account, one)
        found = list(goes_on.items())
        if len(found) < 2:
            return None
        found.sort(key=lambda one: one[1].keys[: len(told)] != told)
        first = found[0][1]
        doubtful = {
            at
            for account, one in found[1:]
            for at in range(min(len(told), max(len(account), len(found[0][0]))))
            if one.keys[at : at + 1] != first.keys[at : at + 1]
        }
        choices = tuple(one.moves[: max(len(told), len(account))] for account, one in found)
        moves = {move for choice in choices for at, move in enumerate(choice) if at in doubtful or at >= len(told)}
        places = dict.fromkeys(place for move in moves for place in self.beam.writer.rules.places_of(move))
        return OpenQuestion(asked.name, choices, tuple(sorted(doubtful)), tuple(places), tap=False)

    def _explaining(self, odd: tuple[str, ...]) -> list[History]:
        """Histories in which what these places show lies there."""
        return [
            one for _, one in self.beam.ranked if not set(odd) <= set(self.beam.proposals.odd_places(one, set(odd)))
        ]

    def _extends(self, history: History, accounts: tuple[tuple[Any, ...], ...]) -> bool:
        return any(history.keys[: len(account)] == account for account in accounts)

    def _shared(self, shares: list[float]) -> list[tuple[float, History]]:
        return [(share, one) for share, (_, one) in zip(shares, self.beam.ranked, strict=True)]
