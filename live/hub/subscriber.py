"""Listens to the broker: connects, subscribes, reconnects by itself, and has the wall read what came."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import aiomqtt

from live.hub.hub import Hub
from live.hub.inbox import Inbox
from live.network.broker import Broker, ClientSettings, trouble_words
from live.network.topics import ROOT
from tabletop.errors import BoardsightError

SUBSCRIPTIONS = (("boardsight/+/+/status", 0), (f"{ROOT}/+/state", 0), (f"{ROOT}/+/event", 1))
"""Retained ones at QoS 0: at QoS 1 a broker's queue limit lets only 1020 of 3000 through (PRINT_AND_WEB)."""
TICK_S = 1.0
REFUSED = (4, 5, 134, 135)
"""Reason codes of a user or password that the broker does not want (MQTT 3.1.1 section 3.2.2.3, MQTT 5 3.2.2.2)."""


async def subscribe(hub: Hub, broker: Broker, *, say: Callable[[str], None]) -> None:
    """Listen until cancelled. Raises BoardsightError where the broker refuses us at the very first connection."""
    reading = asyncio.create_task(_read(hub))
    try:
        await _stay_connected(hub, broker, say)
    finally:
        reading.cancel()


async def _stay_connected(hub: Hub, broker: Broker, say: Callable[[str], None]) -> None:
    settings = hub.wall.settings
    pause_s, told, was_there = settings.reconnect_first_s, "", False
    while True:
        try:
            async with _client(hub, broker) as client:
                hub.wall.connection(True, time.monotonic())
                for topic, qos in SUBSCRIPTIONS:
                    await client.subscribe(topic, qos)
                say(f"broker   {broker.address}" + (" is back" if was_there or told else ""))
                hub.broker, told, was_there, pause_s = "", "", True, settings.reconnect_first_s
                await anext(client.messages)  # messages go into the inbox: this only ends with the connection
        except (aiomqtt.MqttError, OSError) as error:
            sentence = trouble_words(error, broker)
            if not was_there and _is_refusal(error):
                raise BoardsightError(sentence) from error
        hub.wall.connection(False, time.monotonic())
        hub.broker = sentence
        if sentence != told:
            say(f"broker   {sentence}; waiting for it")
            told = sentence
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, settings.reconnect_longest_s)


def _is_refusal(error: BaseException) -> bool:
    """Whether waiting helps nothing: wrong user, password or certificate."""
    code = getattr(error, "rc", None)
    if getattr(code, "value", code) in REFUSED:
        return True
    return "certificate" in str(error).lower()


async def _read(hub: Hub) -> None:
    """Have the wall read what came, many times a second, and look at the clock once a second."""
    ticked_s = time.monotonic()
    while True:
        now_s = time.monotonic()
        hub.wall.take(now_s)
        if now_s - ticked_s > TICK_S:
            hub.wall.tick(now_s)
            ticked_s = now_s
        await asyncio.sleep(hub.wall.settings.take_every_s)


def _client(hub: Hub, broker: Broker) -> aiomqtt.Client:
    """A client whose messages go straight into the inbox, which knows what may be merged and what is too much."""
    settings = ClientSettings()
    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.user,
        password=broker.password,
        identifier=f"boardsight-hub-{hub.boot}",
        tls_context=broker.tls,
        keepalive=settings.keepalive_s,
        timeout=settings.timeout_s,
        queue_type=_queue_into(hub.wall.inbox),
    )


def _queue_into(inbox: Inbox) -> type[asyncio.Queue[aiomqtt.Message]]:
    """A queue that passes on what is put into it and itself stays empty."""

    class IntoInbox(asyncio.Queue[aiomqtt.Message]):
        def put_nowait(self, item: aiomqtt.Message) -> None:
            payload = item.payload if isinstance(item.payload, bytes) else b""
            inbox.put(item.topic.value, payload, item.retain, time.monotonic())

    return IntoInbox
