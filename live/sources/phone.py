"""Phones as the camera: each photograph stands still for a moment; who films gives one picture after the other."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

from live.sources.frames import BgrImage, Frame, Silence
from tabletop.errors import BoardsightError, UsageError

PHONE = "phone"
"""What people write behind `--camera`."""
STILL_FRAMES = 14
"""A photograph is shown so many times, since the loop decides nothing from one look."""
STEP_S = 0.25
"""And ages by so much from look to look: in all longer than any doubt lasts that no hand causes."""
ENDED = "the game has ended; begin another one for this photo"
STOPPED = "the phone has stopped filming; film on, or take photos"


@dataclass(frozen=True, slots=True)
class FilmingSettings:
    """How phones that film become the cameras of one table."""

    most: int = 4
    """More cameras than this over one table see nothing new."""
    gather_s: float = 0.08
    """The first new picture waits so long for the others', as with webcams (`live.sources.several`)."""
    together_s: float = 2.0
    """So old may another phone's picture be beside a new one: who sees nothing move sends one in 1.5 s."""
    lost_s: float = 3.0
    """No picture for so long: asleep, another network, another app. The page sends again after 1 s."""
    ended: int = 64
    """So many that have stopped are remembered: the last picture of an earlier one is long unpacked."""


@dataclass(slots=True)
class _Filming:
    """One phone that films."""

    number: int
    image: BgrImage
    at_s: float
    count: int = 1
    fresh: bool = True
    new: bool = True


class Phones:
    """Photographs and live pictures from any thread, handed to the loop.

    Of photographs none is left out, and each is shown until enough was seen of it; of those who film the newest
    picture counts, and each phone is one of the table's cameras. `photos` False where a photograph is none of the
    game's pictures, because it has other cameras. `clock` counts seconds.
    """

    name = PHONE

    def __init__(
        self,
        *,
        photos: bool = True,
        settings: FilmingSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._photos, self._clock = photos, clock
        self._settings = settings or FilmingSettings()
        self.views = self._settings.most
        self._news = threading.Condition()
        self._waiting: deque[tuple[BgrImage, Future[None]]] = deque()
        self._shown: tuple[BgrImage, Future[None]] | None = None
        self._repeats = 0
        self._number = 0
        self._filming: dict[str, _Filming] = {}
        self._ended: deque[str] = deque(maxlen=self._settings.ended)  # who films again has another name
        self._stopped = False  # who filmed last has stopped
        self._after_photo = False  # the next live picture is from elsewhere than the photograph before it
        self._given_s = 0.0  # the newest frame's time, which never goes back
        self._ahead_s = 0.0  # of the clock: photographs have a time of their own, with nothing between two of them
        self._closed = False

    @property
    def live(self) -> bool:
        """Whether frames come by themselves: while somebody films."""
        return not self._photos or bool(self._filming)

    def show(self, image: BgrImage) -> Future[None]:
        """Let the loop see a photograph; done when it has seen enough of it."""
        seen: Future[None] = Future()
        with self._news:
            if self._closed:
                seen.set_exception(BoardsightError(ENDED))
            else:
                self._waiting.append((image, seen))
                self._news.notify_all()
        return seen

    def film(self, phone: str, image: BgrImage) -> int:
        """Take the newest picture of a phone that films; gives which camera it is, from 0.

        UsageError where enough others film, BoardsightError where the game has ended, or the phone has said that it
        stops: what was still on its way then is nothing any more.
        """
        with self._news:
            if self._closed:
                raise BoardsightError(ENDED)
            if phone in self._ended:
                raise BoardsightError(STOPPED)
            now_s, known = self._clock(), self._filming.get(phone)
            if known is None:
                known = self._filming[phone] = _Filming(self._free_number(now_s), image, now_s)
            else:
                turned = known.image.shape != image.shape or now_s - known.at_s > self._settings.lost_s
                known.image, known.at_s, known.count, known.new = image, now_s, known.count + 1, True
                known.fresh = known.fresh or turned
            self._stopped = False
            self._news.notify_all()
            return known.number

    def stop_filming(self, phone: str) -> None:
        """A phone films no more under this name."""
        with self._news:
            self._ended.append(phone)
            if self._filming.pop(phone, None) is not None:
                self._stopped = not self._filming
                self._news.notify_all()

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The photograph once more, the next one, or what the phones that film see now; None after `close`.

        Silence while none comes.
        """
        deadline_s = self._clock() + timeout_s
        with self._news:
            if self._shown is not None and self._repeats == STILL_FRAMES:
                self._shown[1].set_result(None)
                self._shown = None
            if self._shown is None:
                self._await_news(deadline_s)
                if self._closed:
                    return None
                if self._waiting:
                    self._shown, self._repeats = self._waiting.popleft(), 0
                    self._after_photo = True
            if self._shown is not None:
                return self._photograph(self._shown[0])
            if any(one.new for one in self._filming.values()):
                return self._moment()
            return self._silence()

    def close(self) -> None:
        """Take no more; whoever still waits is told."""
        with self._news:
            self._closed = True
            left = [seen for _, seen in (*([self._shown] if self._shown else []), *self._waiting)]
            self._waiting.clear()
            self._shown = None
            self._news.notify_all()
        for seen in left:
            seen.set_exception(BoardsightError(ENDED))

    def _free_number(self, now_s: float) -> int:
        """The number of a camera that nobody is: where all are somebody's, that of a phone that was lost."""
        taken = {one.number for one in self._filming.values()}
        free = [number for number in range(self._settings.most) if number not in taken]
        if free:
            return free[0]
        phone, silent = min(self._filming.items(), key=lambda item: item[1].at_s)
        if now_s - silent.at_s < self._settings.lost_s:
            raise UsageError(f"{self._settings.most} phones film this table already; take photos with this one")
        del self._filming[phone]
        return silent.number

    def _await_news(self, deadline_s: float) -> None:
        """Wait for a photograph or a new live picture, then a moment longer for the other phones' pictures."""

        def news() -> bool:
            return self._closed or bool(self._waiting) or any(one.new for one in self._filming.values())

        def all_new() -> bool:
            known = self._filming.values()
            since_s = self._clock() - self._settings.lost_s
            return self._closed or bool(self._waiting) or all(one.new or one.at_s < since_s for one in known)

        self._news.wait_for(news, max(0.0, deadline_s - self._clock()))
        if news() and not all_new():
            self._news.wait_for(all_new, self._settings.gather_s)

    def _photograph(self, image: BgrImage) -> Frame:
        fresh = self._repeats == 0
        self._repeats += 1
        self._given_s += STEP_S
        self._ahead_s = self._given_s - self._clock()
        return Frame(image, self._given_s, self._next_number(), fresh=fresh, photograph=True)

    def _moment(self) -> Frame:
        """What the phones see at one moment, as one frame."""
        now_s = self._clock()
        seeing = [one for one in self._filming.values() if now_s - one.at_s <= self._settings.together_s or one.new]
        self._given_s = at_s = max(self._given_s, now_s + self._ahead_s)
        frames = []
        for one in sorted(seeing, key=lambda one: one.number):
            fresh = one.new and (one.fresh or self._after_photo)
            frames.append(Frame(one.image, at_s, one.count, camera=one.number, fresh=fresh))
            if one.new:
                one.new = one.fresh = False
        self._after_photo = False
        first, *beside = frames
        lost = any(now_s - one.at_s > self._settings.lost_s for one in self._filming.values())
        missing = _lost_words(self._settings.lost_s) if lost else ""
        return replace(first, number=self._next_number(), beside=tuple(beside), missing=missing)

    def _silence(self) -> Silence:
        """Why there is no picture just now."""
        now_s = self._clock()
        if self._stopped:
            return Silence(STOPPED, now_s + self._ahead_s)
        newest_s = max((one.at_s for one in self._filming.values()), default=None)
        if newest_s is not None and now_s - newest_s > self._settings.lost_s:
            return Silence(_lost_words(self._settings.lost_s), newest_s + self._ahead_s)
        return Silence("a photo from the phone is awaited", 0.0, late=True)

    def _next_number(self) -> int:
        self._number += 1
        return self._number


def _lost_words(after_s: float) -> str:
    return f"a phone has sent no picture for {after_s:.0f} s; is its screen on, and is it in the same network?"
