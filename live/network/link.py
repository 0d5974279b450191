"""One table's link to the broker: connects, tells, answers, reconnects, catches up; the game never waits for it.

Everything here runs in one asyncio loop, which is not the game's thread. What has to be sent is never queued: it is
looked up in the game when the broker is ready for it, so an hour without the network costs no memory.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random

import aiomqtt

from live.network import home_assistant
from live.network.answering import Answering, Ask
from live.network.broker import client_for, trouble_words
from live.network.commands import answer_message
from live.network.messages import (
    Claim,
    Sender,
    TableState,
    claim_message,
    event_message,
    now_utc,
    parse_claim,
    state_message,
    status_message,
)
from live.network.rate_limit import RateLimit
from live.network.sent import DeliveryLog
from live.network.settings import BrokerLinkSettings, LinkCounters, Network
from live.network.state_messages import GameReporter
from live.network.topics import (
    LONGEST_NAME,
    answer_topic,
    claim_topic,
    command_topic,
    event_topic,
    parse_topic,
    state_topic,
    status_topic,
)
from live.page.shown import NetworkStatus
from tabletop.readings import Problem

NOT_YET = "not connected yet"
CANCEL_AGAIN_S = 0.2
"""A task that has not ended so long after it was cancelled has forgotten it; ending takes next to no time."""


class _Renamed(Exception):
    """Another table has this name and has been up longer."""


async def _end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: before Python 3.12 `asyncio.wait_for`, with which aiomqtt waits, forgets a cancellation that
    comes together with what it waits for (CPython issue 86296).
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=CANCEL_AGAIN_S)
    await asyncio.gather(*tasks, return_exceptions=True)


class TableLink:
    """One table on one broker. `run` until `stop`; `changed` says that there may be something new to tell.

    All methods but `run` are for the loop in which it runs; `linked` may be asked from anywhere.
    """

    def __init__(
        self,
        network: Network,
        teller: GameReporter,
        sent: DeliveryLog,
        *,
        ask: Ask | None = None,
        say: Callable[[str], None] = lambda _: None,
        settings: BrokerLinkSettings | None = None,
    ) -> None:
        self.table = network.table
        self.process = secrets.token_hex(8)
        self.counters = LinkCounters()
        self.trouble = NOT_YET
        """Why there is no connection; empty while there is one."""
        self._network, self._teller, self._sent, self._say = network, teller, sent, say
        self._broker, self._discovery = network.broker, network.discovery
        self._settings = settings or BrokerLinkSettings()
        self._random = Random()
        self._asked_name: str | None = None
        self._started_s = time.monotonic()
        self._news = asyncio.Event()
        self._stopping = ""
        self._running: asyncio.Task[None] | None = None
        self._answering = Answering(
            ask,
            network.permissions,
            process=self.process,
            events=lambda after, most: (teller.header, teller.events(self._sender(), after, most), teller.n),
            say=say,
            settings=self._settings.answering,
        )
        self._incoming = RateLimit(per_s=self._settings.flood_a_second, burst=self._settings.flood_at_once)
        self._claim_words = RateLimit(per_s=1 / 60, burst=1)
        self._claimed = False
        self._again = False
        self._shown: TableState | None = None
        self._discovered: tuple[str, ...] | None = None
        self._answers: set[asyncio.Task[None]] = set()

    @property
    def linked(self) -> NetworkStatus:
        """How it stands, for the page; any thread may ask."""
        trouble = self.trouble
        if trouble == NOT_YET:
            return NetworkStatus()
        return NetworkStatus("lost", trouble) if trouble else NetworkStatus("connected")

    def changed(self) -> None:
        """There may be something new: look at the game again."""
        self._news.set()

    def stop(self, reason: str) -> None:
        """Say good-bye and end. `reason` is `ended` or `stopped`."""
        self._stopping = reason
        self._news.set()
        if self.trouble:  # nobody is there to say good-bye to, unless we have only just begun
            patience_s = self._settings.farewell_s if self.trouble == NOT_YET else 0.0
            asyncio.get_running_loop().call_later(patience_s, self._give_up)

    def _give_up(self) -> None:
        if self.trouble and self._running is not None:
            self._running.cancel()

    async def run(self) -> None:
        """Keep the table on the network until `stop`; no trouble with the network ends this."""
        self._sent.write(now=True)
        self._running = asyncio.create_task(self._keep_on())
        try:
            await self._running
        except asyncio.CancelledError:
            if not self._stopping:
                self._running.cancel()
                raise
        self._sent.write(now=True)

    async def _keep_on(self) -> None:
        attempt = 0
        while True:
            connected_before = self.counters.connections
            begun = False
            try:
                will = aiomqtt.Will(status_topic(self.table), status_message("offline"), qos=1, retain=True)
                identifier = f"boardsight-{self.process}"
                async with client_for(self._broker, identifier, will=will, settings=self._settings.client) as client:
                    begun = True
                    await self._talk(client)
            except _Renamed:
                self._rename()
                continue
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                self._tell_trouble(trouble_words(error, self._broker, begun=begun))
            self._sent.write(now=True)
            attempt = 0 if self.counters.connections > connected_before else attempt + 1
            if self._stopping:
                return
            await self._wait(self._retry_s(attempt))

    def _retry_s(self, attempt: int) -> float:
        longest_s = min(self._settings.longest_retry_s, self._settings.first_retry_s * 2.0 ** min(attempt, 20))
        return longest_s * self._random.uniform(0.5, 1.0)

    async def _wait(self, seconds: float) -> None:
        """Wait, but not longer than until the end."""
        until_s = time.monotonic() + seconds
        while not self._stopping and (left_s := until_s - time.monotonic()) > 0:
            self._news.clear()
            try:
                async with asyncio.timeout(left_s):
                    await self._news.wait()
            except TimeoutError:
                return

    async def _talk(self, client: aiomqtt.Client) -> None:
        """Everything between connecting and losing the connection."""
        await self._listen_to(client)
        tasks = [asyncio.create_task(self._hear(client)), asyncio.create_task(self._tell(client))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await _end((*tasks, *self._answers))

    def _topics(self) -> list[tuple[str, int]]:
        topics = [(command_topic(self.table, "+"), 1), (claim_topic(self.table), 1), (status_topic(self.table), 1)]
        return topics if self._discovery is None else [*topics, (home_assistant.birth_topic(self._discovery), 0)]

    async def _listen_to(self, client: aiomqtt.Client) -> None:
        await client.subscribe(self._topics())

    # What is told

    async def _tell(self, client: aiomqtt.Client) -> None:
        """Online, then events and states as they come; at the end the last of both, and offline."""
        await self._claim(client)
        if not self._claimed:
            await asyncio.sleep(self._settings.claim_wait_s)
            self._claimed = True
        await client.publish(status_topic(self.table), status_message("online"), qos=1, retain=True)
        self.counters.connections += 1
        self.trouble = ""
        self._say(f"network  {self._broker.address}: this table is '{self.table}'")
        self._shown, self._discovered = None, None
        told_s = -1e9
        while not self._stopping:
            self._news.clear()
            await self._send_events(client)
            self._sent.write()
            if self._again:
                self._again = False
                self._shown = None
                await client.publish(status_topic(self.table), status_message("online"), qos=1, retain=True)
            quiet_s = time.monotonic() - told_s
            wait_s = self._settings.state_pause_s - quiet_s
            if wait_s <= 0:
                due = quiet_s >= self._settings.every_s
                if await self._send_state(client, due=due):
                    told_s = time.monotonic()
                wait_s = max(0.0, told_s + self._settings.every_s - time.monotonic())
            try:
                async with asyncio.timeout(wait_s):
                    await self._news.wait()
            except TimeoutError:
                continue
        async with asyncio.timeout(self._settings.farewell_s):
            await self._send_events(client)
            await self._send_state(client, due=True)
            await client.publish(status_topic(self.table), status_message("offline"), qos=1, retain=True)

    async def _send_events(self, client: aiomqtt.Client) -> None:
        """Send what the broker has not acknowledged, in order; acknowledged is only what all before it are."""
        where = f"{self._broker.address}/{self.table}"
        while events := self._teller.events(self._sender(), self._sent.upto(where), self._settings.events_at_once):
            sender = self._sender(sent=True)
            topic = event_topic(self.table)
            await asyncio.gather(
                *(client.publish(topic, event_message(replace(event, sender=sender)), qos=1) for event in events)
            )
            self._sent.take(where, events[-1].n)
            self.counters.events += len(events)

    async def _send_state(self, client: aiomqtt.Client, *, due: bool) -> bool:
        """Send the state where it has changed or is due; says whether it did."""
        state = replace(
            self._teller.state(self._sender()),
            every_s=self._settings.every_s,
            version=self._network.version,
            commands=self._network.permissions.verbs,
            asked_name=self._asked_name,
        )
        if self._stopping:
            state = replace(state, closed=self._stopping)
        players = tuple(player.name for player in state.players)
        if self._discovery is not None and self._discovered != players:
            topic = home_assistant.config_topic(self._discovery, self.table)
            payload = home_assistant.config_message(self.table, state, anyone=self._network.permissions.anyone)
            await client.publish(topic, payload, qos=1, retain=True)
            self._discovered = players
        if state == self._shown and not due:
            return False
        self._shown = state
        up_s = time.monotonic() - self._started_s
        payload = state_message(replace(state, sender=self._sender(sent=True), up_s=up_s))
        await client.publish(state_topic(self.table), payload, qos=1, retain=True)
        self.counters.states += 1
        self.counters.state_n = state.n
        return True

    async def _claim(self, client: aiomqtt.Client) -> None:
        up_s = time.monotonic() - self._started_s
        await client.publish(claim_topic(self.table), claim_message(Claim(self.table, self.process, up_s)), qos=1)

    def _sender(self, *, sent: bool = False) -> Sender:
        return Sender(self.table, self._sent.run, self.process, now_utc(self._settings.clock) if sent else "")

    # What is heard

    async def _hear(self, client: aiomqtt.Client) -> None:
        """Look at what comes; when somebody floods, stop listening for a while."""
        async for message in client.messages:
            if not self._incoming.take(time.monotonic()):
                await self._be_deaf(client)
                continue
            topic, payload = message.topic.value, message.payload
            data = payload if isinstance(payload, bytes) else str(payload or "").encode()
            if self._discovery is not None and topic == home_assistant.birth_topic(self._discovery):
                if data.strip() == b"online":
                    self._discovered, self._again = None, True
                    self._news.set()
                continue
            parts = parse_topic(topic)
            if parts is None:
                continue
            if parts.kind == "status":
                self._hear_status(data)
            elif parts.kind == "claim":
                await self._hear_claim(client, data)
            elif parts.kind == "cmd" and not message.retain:  # a retained command would come again at every start
                task = asyncio.create_task(self._answer(client, parts.rest, data))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)

    async def _answer(self, client: aiomqtt.Client, verb: str, payload: bytes) -> None:
        answer = await self._answering.answer(self.table, verb, payload)
        if answer is not None:
            await client.publish(answer_topic(self.table, answer.id), answer_message(answer), qos=1)

    def _hear_status(self, payload: bytes) -> None:
        """Somebody else's last words in our name, our own old connection's for one, are put right."""
        if not self.trouble and not self._stopping and payload.strip() != b"online":
            self._again = True
            self._news.set()

    async def _hear_claim(self, client: aiomqtt.Client, payload: bytes) -> None:
        claim = parse_claim(payload, self.table)
        if isinstance(claim, Problem) or claim.process == self.process:
            return
        ours = (time.monotonic() - self._started_s, self.process)
        if (claim.up_s, claim.process) > ours:
            if self._asked_name is None:
                raise _Renamed
            return  # renamed once is enough, and two that both insist must not answer each other for ever
        if self._claim_words.take(time.monotonic()):
            self._say(f"network  another table calls itself '{self.table}' too; this one keeps the name")
        self._again = True
        self._news.set()
        await self._claim(client)

    async def _be_deaf(self, client: aiomqtt.Client) -> None:
        self.counters.floods += 1
        deaf_s = self._settings.deaf_s
        self._say(f"network  somebody floods this table with messages; commands are not heard for {deaf_s:.0f} s")
        await client.unsubscribe([topic for topic, _ in self._topics()])
        await asyncio.sleep(deaf_s)
        waiting = client.messages
        heard = 0
        while len(waiting) and heard < self._settings.client.most_incoming:
            await anext(waiting)
            heard += 1
        await self._listen_to(client)

    def _rename(self) -> None:
        """Go on under another name: the other table was here first."""
        self._asked_name = self.table
        ending = f"~{self.process[:4]}"
        self.table = self.table[: LONGEST_NAME - len(ending)] + ending
        self._claimed = False
        self._say(
            f"network  another table is called '{self._asked_name}' already; this one is '{self.table}' now. "
            "Give it a name of its own by --table next time"
        )

    def _tell_trouble(self, words: str) -> None:
        if words != self.trouble:
            self.trouble = words
            self._say(f"network  {words}; the game goes on, and what is missing is sent later")
