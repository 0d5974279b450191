"""Beginning an evening by cardboard: the game lies in sight, the card Begin is laid beside it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.command_cards import at_once_words, done, in_turn, refused
from live.setup.chosen import Chosen, remembered
from live.setup.preview import Preview
from live.sources import PHONE, Frame
from live.sources.cameras import list_cameras
from live.table.frame_reader import CaptureSettings
from tabletop.errors import BoardsightError, UsageError
from tabletop.gamefile import load_game
from vision import CommandCardFinder, change_between, small_grey

ANOTHER_TRY_S, LATEST_TRY_S = 5.0, 60.0
"""A camera that gave no picture is asked again so much later, and each time twice as late up to the latest: whoever
looks through another one on the page meanwhile must not wait for it."""
ALONE = "the evening has not begun; lay the game in sight, then Begin"


@dataclass(slots=True)
class CommandCardBegin:
    """Looks through the page's camera for command cards, from time to time; `folder` has the earlier evenings."""

    preview: Preview
    desk: CommandCardDesk
    folder: Path
    finder: CommandCardFinder | None = None
    drawn: tuple[str, ...] = ()
    """The players in the order in which lots were drawn."""
    _before: Any = None
    _not_before_s: float = 0.0
    _wait_s: float = ANOTHER_TRY_S

    def look(self) -> Chosen | None:
        """What is to be played, where the card Begin was laid just now and says so."""
        if time.monotonic() < self._not_before_s:
            return None
        words = self.preview.words or self._camera()
        try:
            frame = None if words is None or words == PHONE else self.preview.frame(words)
        except BoardsightError:  # whoever looks on the page is told why
            frame = None
        if frame is None or words is None:
            self._not_before_s = time.monotonic() + self._wait_s
            self._wait_s = min(2 * self._wait_s, LATEST_TRY_S)
            return None
        self._wait_s = ANOTHER_TRY_S
        laid = self._laid(frame)
        if len(laid) > 1:
            self.desk.tell(replace(refused(laid[0], ""), text=at_once_words(laid)), 0)
        elif laid:
            return self._obeyed(laid[0], frame, words)
        return None

    def refuse(self, reason: str) -> None:
        """Say why the game could not be begun."""
        self.desk.tell(refused("begin", reason), 0)

    def shown(self) -> Mapping[str, Any]:
        """What the page shows of the last card."""
        return {} if self.desk.told is None else self.desk.told.to_json()

    def _camera(self) -> str | None:
        """The camera of the last evening, else the first webcam; None where there is none."""
        last = remembered(self.folder)
        if last is not None and last.cameras:
            return last.cameras[0]
        return next((str(camera.number) for camera in list_cameras()), None)

    def _laid(self, frame: Frame) -> tuple[str, ...]:
        """The cards that count from this picture on; none while something moves."""
        small = small_grey(frame.image)
        before, self._before = self._before, small
        if not frame.fresh and (before is None or change_between(before, small) > CaptureSettings().moving_share):
            return ()
        self.finder = self.finder or CommandCardFinder()
        return self.desk.watch.see(self.finder.look(frame.image), frame.captured_s, settled=frame.fresh)

    def _obeyed(self, command: str, frame: Frame, words: str) -> Chosen | None:
        """The evening that begins; what else the card does, or why it does nothing, is said."""
        try:
            if command == "who-is-first":
                self.desk.tell(done(command, in_turn(self._draw())), 0)
                return None
            if command != "begin":
                raise UsageError(ALONE)
            chosen = self._chosen(frame, words)
        except BoardsightError as error:
            self.desk.tell(refused(command, str(error)), 0)
            return None
        self.desk.tell(done(command, in_turn(chosen.players)), 0)
        return chosen

    def _draw(self) -> tuple[str, ...]:
        """Lots for who begins among the players of the last evening."""
        last = remembered(self.folder)
        if last is None or len(last.players) < 2:
            raise UsageError("nobody is known by name yet; name the players on the page once")
        if any(value.endswith(".toml") for value in last.options.values()):
            raise UsageError("everybody has a board of their own here, and the first board's player is first")
        first = self.desk.lot(len(last.players))
        self.drawn = (*last.players[first:], *last.players[:first])
        return self.drawn

    def _chosen(self, frame: Frame, words: str) -> Chosen:
        """The last evening's choice where its game lies there, else the game that does; UsageError for none."""
        told, last = self.preview.look_at(frame.image), remembered(self.folder)
        shown = told["game"]
        if last is not None and (shown == last.game or (told["own"] and last.game.endswith(".toml"))):
            more = {name: value for name, value in last.more.items() if name != "record"}  # that evening's own
            chosen = replace(last, cameras=last.cameras or (words,), more=more)
        elif shown is None:
            raise UsageError(told["message"])
        else:
            names = self._names(shown, told["seats"], () if last is None else last.players)
            chosen = Chosen(shown, names, options=told["options"], cameras=(words,))
        if sorted(self.drawn) != sorted(chosen.players):
            return chosen
        colour_of = dict(zip(chosen.players, chosen.colours, strict=bool(chosen.colours)))
        return replace(chosen, players=self.drawn, colours=tuple(colour_of[name] for name in self.drawn if colour_of))

    @staticmethod
    def _names(game: str, seats: int, known: tuple[str, ...]) -> tuple[str, ...]:
        """The players of the last evening where as many have a seat here, else as many without names."""
        least, most = load_game(game).players
        count = max(least, min(seats, most))
        fits = len(known) == count or (not seats and least <= len(known) <= most)
        return known if fits else tuple(f"Player {number}" for number in range(1, count + 1))
