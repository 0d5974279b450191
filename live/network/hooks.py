"""Web hooks: every event of a game as a POST to addresses that somebody named, and a game's end to Discord.

Nothing here keeps the game waiting: events are laid into a queue, a thread for each hook sends them, and what can't be
sent is tried again for a while, then left out.
"""

from __future__ import annotations

import asyncio
import json
import queue
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from live.console.language import system_language
from live.console.terminal import say
from live.network.web_client import RequestFailed, WebRequest, answer_to
from live.runtime.live_table import LiveTable
from live.table.session import Session
from tabletop.addresses import HIDDEN, address_name, is_address, is_well_formed, without_secrets
from tabletop.errors import UsageError
from tabletop.gamefile import load_game
from tabletop.textfiles import read_text
from tabletop.translation import translated

FORMAT = "boardsight-event/1"
DISCORD_HOSTS = ("discord.com", "discordapp.com")
DISCORD_PATH = "/api/webhooks/"
_HOST_FIRST = re.compile(r"[\w-]+((\.[\w-]+)+(:\d+)?|:\d+)/")
"""How an address begins whose https:// was forgotten."""
News = tuple[tuple[str, Mapping[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class WebHook:
    """An address that is told; its path may be a secret and is never shown."""

    url: str = field(repr=False)

    @property
    def host(self) -> str:
        """What people are shown of it."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_discord(self) -> bool:
        """Whether it takes Discord's messages in place of our events."""
        return self.host.removeprefix("www.") in DISCORD_HOSTS and urlsplit(self.url).path.startswith(DISCORD_PATH)


@dataclass(frozen=True, slots=True)
class HookSettings:
    """Times and bounds of the sending."""

    timeout_s: float = 10.0
    """For one attempt, from the name's look-up to the answer."""
    first_retry_s: float = 1.0
    longest_retry_s: float = 60.0
    """Pauses between attempts double up to this."""
    attempts: int = 8
    """Of one event: about two minutes; then the next one is tried."""
    most_waiting: int = 500
    """Events of a long game; when more wait, the oldest is left out."""
    end_s: float = 5.0
    """At the end of the program so long for what still waits."""


def hooks_from(words: Sequence[str]) -> tuple[WebHook, ...]:
    """Hooks as the command line names them: addresses, or files with an address a line. Raises UsageError."""
    found = []
    for word in words:
        is_file = not is_address(word) and (not _HOST_FIRST.match(word) or Path(word).exists())
        lines = read_text(Path(word)).splitlines() if is_file else [word]
        shown = word if is_file else address_name(word) if is_address(word) else HIDDEN
        for line in (line.strip() for line in lines):
            if line and not line.startswith("#"):
                found.append(WebHook(_checked(line, shown)))
    return tuple(found)


def _checked(url: str, shown: str) -> str:
    """The address; UsageError where it is none, which people are shown as `shown`."""
    scheme = url.partition("://")[0]
    if scheme.lower() not in ("http", "https") or not is_well_formed(url):
        raise UsageError(
            f"--hook {shown}: expected an address like https://example.org/hook, or a file with one a line"
        )
    return url


@contextmanager
def told_to_hooks(
    table: LiveTable, hooks: Sequence[WebHook], *, settings: HookSettings | None = None
) -> Iterator[None]:
    """Tell the hooks of the table as long as the context lasts."""
    if not hooks:
        yield
        return
    senders = [HookSender(hook, settings or HookSettings()) for hook in hooks]

    def tell(news: News) -> None:
        for sender in senders:
            for body in bodies_for(sender.hook, table.session, news, record=table.store.path.name, at=table.now()):
                sender.send(body)

    table.on_news = tell
    tell((("begin", {"moves": len(table.session.moves)}),))
    try:
        yield
    finally:
        table.on_news = None
        for sender in senders:
            sender.end()


def bodies_for(hook: WebHook, session: Session, news: News, *, record: str, at: str) -> Iterator[Mapping[str, Any]]:
    """What a hook gets for some news: an event each; Discord one message when the game is over."""
    if hook.is_discord:
        if any(event == "over" for event, _ in news):
            yield {"content": over_words(session, system_language()), "allowed_mentions": {"parse": []}}
        return
    game = session.header.game
    for event, data in news:
        yield {
            "format": FORMAT,
            "event": event,
            "at": at,
            "game": game,
            "title": load_game(game).title,
            "record": record,
            "players": [{"name": name, "total": session.played.totals.get(name, 0)} for name in session.header.players],
            "data": dict(data),
        }


def over_words(session: Session, language: str) -> str:
    """The end of a game in two lines, best score first; names can't format anything."""
    totals = sorted(session.played.totals.items(), key=lambda pair: (pair[0] not in session.played.winners, -pair[1]))
    winners = " and ".join(_plain(name) for name in session.played.winners)
    won = "win" if len(session.played.winners) > 1 else "wins"
    head = f"**{load_game(session.header.game).title}**: {translated(f'{winners} {won}', language)}"
    return f"{head}\n" + ", ".join(f"{_plain(name)} {points}" for name, points in totals)


def _plain(name: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\*_~`|>#[]()@<:" else sign for sign in name)


class HookSender:
    """Sends to one hook in a thread of its own; `send` never waits."""

    def __init__(self, hook: WebHook, settings: HookSettings, *, tell: Callable[[str], None] = say) -> None:
        self.hook = hook
        self._settings, self._tell = settings, tell
        self._waiting: queue.Queue[Mapping[str, Any] | None] = queue.Queue(settings.most_waiting)
        self._ending = threading.Event()
        self._trouble, self._left_out = "", 0
        self._thread = threading.Thread(target=self._run, name=f"hook {hook.host}", daemon=True)
        self._thread.start()

    def send(self, body: Mapping[str, Any] | None) -> None:
        """Lay something into the queue; where that is full the oldest goes."""
        while True:
            try:
                self._waiting.put_nowait(body)
                return
            except queue.Full:
                self._drop_oldest()

    def end(self) -> None:
        """Send what still waits, for a short while, and say how many events never arrived."""
        self.send(None)
        self._thread.join(self._settings.end_s)
        if self._thread.is_alive():
            self._ending.set()
            self._left_out += 1 + sum(body is not None for body in self._waiting.queue)
        self._tell_left_out()

    def _drop_oldest(self) -> None:
        try:
            self._waiting.get_nowait()
        except queue.Empty:  # it was sent just now
            return
        self._left_out += 1

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            while not self._ending.is_set() and (body := self._waiting.get()) is not None:
                try:
                    arrived = self._deliver(runner, json.dumps(body, ensure_ascii=False).encode())
                except Exception as error:  # whatever it is, the next event is sent
                    arrived = False
                    self._say_of(without_secrets(f"a fault in Boardsight itself ({type(error).__name__}: {error})"))
                self._left_out += not (arrived or self._ending.is_set())

    def _deliver(self, runner: asyncio.Runner, data: bytes) -> bool:
        """Whether it arrived in the end."""
        pause_s = self._settings.first_retry_s
        for left in reversed(range(self._settings.attempts)):
            trouble, again = runner.run(self._post(data))
            self._say_of(trouble)
            if not trouble or not again or not left or self._ending.wait(pause_s):
                return not trouble
            pause_s = min(2 * pause_s, self._settings.longest_retry_s)
        return False

    async def _post(self, data: bytes) -> tuple[str, bool]:
        """What is wrong, and whether trying again may help."""
        headers = {"content-type": "application/json"}
        try:
            answer = await answer_to(WebRequest(self.hook.url, data, headers, self._settings.timeout_s))
        except RequestFailed as error:
            return f"it can't be reached ({error})", True
        if 200 <= answer.status < 300:
            return "", False
        if 300 <= answer.status < 400:
            return f"it answers {answer.status}, that it has moved; name its new address", False
        return f"it answers {answer.status}", answer.status in (408, 429) or answer.status >= 500

    def _say_of(self, trouble: str) -> None:
        """Say on the terminal when there is trouble, and when it is over; the same thing once."""
        if trouble and not self._trouble:
            self._tell(f"hook     {self.hook.host}: {trouble}; the game goes on")
        if not trouble and self._trouble:
            self._tell(f"hook     {self.hook.host}: it answers again")
        self._trouble = trouble

    def _tell_left_out(self) -> None:
        if self._left_out:
            events = "1 event was" if self._left_out == 1 else f"{self._left_out} events were"
            self._tell(f"hook     {self.hook.host}: {events} not delivered")
