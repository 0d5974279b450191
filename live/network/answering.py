"""Commands carried out: permission, each only once, not too many; the game answers in its own time."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from live.network.commands import ASK_EVENTS, VERBS, Answer, Command, parse_command
from live.network.formats import LARGEST_MESSAGE
from live.network.messages import RecordEvent, event_json
from live.network.permissions import Permissions
from live.network.rate_limit import RateLimit
from tabletop.errors import BoardsightError
from tabletop.readings import Problem

Ask = Callable[[str, Mapping[str, Any]], "Future[Mapping[str, Any]]"]
"""Hand a wish to the game's own thread."""


@dataclass(frozen=True, slots=True)
class AnsweringSettings:
    """How much of others' wishes a table puts up with."""

    a_second: float = 5.0
    """Commands, in the long run. People press buttons; nobody presses more."""
    at_once: int = 20
    """Commands in one go."""
    most_running: int = 8
    """Commands that wait for the game; it looks between two frames."""
    patience_s: float = 10.0
    """For the game's answer."""
    remembered: int = 500
    """Answers by id: a command that comes twice is answered twice and carried out once."""
    most_proofs: int = 100_000
    """Proofs that were used; when there are so many, the program has to be started again."""
    events_an_answer: int = 40


class Answering:
    """What one table makes of commands. `ask` None means that this table takes none."""

    def __init__(
        self,
        ask: Ask | None,
        permissions: Permissions,
        *,
        process: str,
        events: Callable[[int, int], tuple[Mapping[str, Any], Sequence[RecordEvent], int]],
        say: Callable[[str], None] = lambda _: None,
        settings: AnsweringSettings | None = None,
    ) -> None:
        self._ask = ask
        self._say = say
        self._permissions = permissions
        self._process = process
        self._events = events
        self._settings = settings or AnsweringSettings()
        self._asked = RateLimit(per_s=self._settings.a_second, burst=self._settings.at_once)
        self._refusals = RateLimit(per_s=1, burst=1)
        self._answers: OrderedDict[str, Answer | None] = OrderedDict()
        self._proofs: set[str] = set()
        self._running = 0
        self.refused = 0
        """Commands that were dropped because there were too many."""

    async def answer(self, table: str, verb: str, payload: bytes) -> Answer | None:
        """The answer to one command; None where too many come and even that was said already."""
        unread = Answer(table, "-", verb[:64], False)
        if not self._asked.take(time.monotonic()):
            self.refused += 1
            return replace(unread, **_busy) if self._refusals.take(time.monotonic()) else None
        command = parse_command(payload, verb)
        if isinstance(command, Problem):
            return replace(unread, code=command.code, error=command.message)
        if command.id in self._answers:
            return self._answers[command.id]  # None while the first one is still being carried out
        self._remember(command.id, None)
        answer = await self._first_answer(table, command)
        self._remember(command.id, answer)
        return answer

    async def _first_answer(self, table: str, command: Command) -> Answer:
        refused = Answer(table, command.id, command.verb, False)
        if command.verb == ASK_EVENTS:
            return self._tell_events(refused, command)
        if command.verb not in VERBS:
            words = f"'{command.verb}' is not known; expected {', '.join((*VERBS, ASK_EVENTS))}"
            return replace(refused, code="unknown-verb", error=words)
        ask = self._ask
        who = self._permissions.who(command, table=table, process=self._process)
        if ask is None or who is None:
            return replace(refused, code="permission", error=f"'{command.verb}' is not permitted; it needs a token")
        if command.proof is not None:
            if command.proof in self._proofs or len(self._proofs) >= self._settings.most_proofs:
                return replace(refused, code="used-id", error="that proof was used before; sign the command anew")
            self._proofs.add(command.proof)
        wrong = _wrong_body(command)
        if wrong:
            return replace(refused, code="wrong", error=wrong)
        if self._running >= self._settings.most_running:
            return replace(refused, **_busy)
        self._running += 1
        try:
            async with asyncio.timeout(self._settings.patience_s):
                result = await asyncio.wrap_future(ask(command.verb, command.body))
        except TimeoutError:
            return replace(refused, code="late", error="the game does not answer; look at the table")
        except BoardsightError as error:
            return replace(refused, code="wrong", error=str(error)[:500])
        finally:
            self._running -= 1
        self._say(f"network  '{command.verb}' by {who}")
        return replace(refused, ok=True, result=result)

    def _tell_events(self, refused: Answer, command: Command) -> Answer:
        after = command.body.get("after", 0)
        if not isinstance(after, int) or isinstance(after, bool) or after < 0:
            return replace(refused, code="wrong", error='{"after": n} asks for the events after the line n')
        header, events, n = self._events(after, self._settings.events_an_answer)
        documents: list[Mapping[str, Any]] = []
        room = LARGEST_MESSAGE - 16_384  # for the header and what is around
        for event in events:
            document = event_json(event)
            room -= len(json.dumps(document))
            if room < 0:
                break
            documents.append(document)
        more = bool(documents) and documents[-1]["n"] < n
        return replace(refused, ok=True, result={"header": header, "events": documents, "more": more})

    def _remember(self, command_id: str, answer: Answer | None) -> None:
        self._answers[command_id] = answer
        while len(self._answers) > self._settings.remembered:
            self._answers.popitem(last=False)


_busy: Mapping[str, Any] = {"code": "busy", "error": "too many commands at once; wait a second"}


def _wrong_body(command: Command) -> str:
    """What is wrong with the bodies that the game itself would misunderstand."""
    if command.verb in ("pause", "quiet"):
        key = "paused" if command.verb == "pause" else "quiet"
        if not isinstance(command.body.get(key), bool):
            return f'\'{command.verb}\' wants {{"{key}": true}} or {{"{key}": false}}'
    return ""
