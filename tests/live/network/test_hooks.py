"""Web hooks: what they are told, and that neither a slow nor a broken one is felt by the game."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hostile import HostileServer, whole
from page_table import NASTY, Played
from waiting import PATIENCE_S, wait_until

from live.network.hooks import HookSender, HookSettings, WebHook, bodies_for, hooks_from, over_words, told_to_hooks
from live.network.web_client import RequestFailed, WebRequest, answer_to
from tabletop.errors import UnreadableInput, UsageError
from tabletop.games.big_city.values import Build, Pass

QUICK = HookSettings(timeout_s=60.0, first_retry_s=0.01, longest_retry_s=0.02)
DISCORD = WebHook("https://discord.com/api/webhooks/1/secret")


class Listener(HostileServer):
    """Somebody who keeps what they are told, answers as they were told to, and can be made to hang."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[int] = []
        self.given: list[int] = []
        self.go_on = threading.Event()
        self.go_on.set()
        self.pieces = self._told
        self.hook = WebHook(f"http://{self.address}/hook")

    @property
    def got(self) -> list[dict[str, Any]]:
        """What was taken well."""
        bodies = [json.loads(one.partition(b"\r\n\r\n")[2]) for one in self.heard[: len(self.given)]]
        return [body for body, status in zip(bodies, self.given, strict=True) if status < 300]

    def _told(self) -> Iterator[bytes]:
        self.go_on.wait()
        self.given.append(self.answers.pop(0) if self.answers else 204)
        return whole(b"", status=f"{self.given[-1]} so")()


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Somebody who listens."""
    with Listener() as made:
        yield made
        made.go_on.set()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A game of a few moves."""
    made = Played(tmp_path)
    yield made
    made.close()


def test_every_event_is_told_with_the_scores(listener: Listener, played: Played) -> None:
    """The start, a move with its points, the end: in order, each with everybody's total."""
    with told_to_hooks(played.table, (listener.hook,), settings=QUICK):
        played.play(Build(NASTY, "residence", (31, 32)))
        played.play(Pass("Cem"), Pass("Ann"), Pass(NASTY))
        assert wait_until(lambda: any(one["event"] == "over" for one in listener.got))
    events = [one["event"] for one in listener.got]
    assert (events[0], events[1], events[-1]) == ("begin", "move", "over")
    assert listener.got[1]["data"]["player"] == NASTY
    assert listener.got[1]["players"][0] == {"name": "Ann", "total": 7}
    assert {one["format"] for one in listener.got} == {"boardsight-event/1"}


def test_what_fails_for_a_while_comes_later_and_in_order(listener: Listener) -> None:
    """Three errors of the server, then everything; it is said once that it failed and once that it answers again."""
    listener.answers = [500, 503, 429]
    said: list[str] = []
    sender = HookSender(listener.hook, QUICK, tell=said.append)
    for number in range(3):
        sender.send({"number": number})
    sender.end()
    assert [one["number"] for one in listener.got] == [0, 1, 2]
    assert [sentence.partition(": ")[2] for sentence in said] == [
        "it answers 500; the game goes on",
        "it answers again",
    ]


def test_what_is_refused_is_not_sent_again(listener: Listener) -> None:
    """404 is no passing trouble: the next event is tried."""
    listener.answers = [404]
    sender = HookSender(listener.hook, QUICK, tell=lambda _: None)
    sender.send({"number": 0})
    sender.send({"number": 1})
    sender.end()
    assert [one["number"] for one in listener.got] == [1]


def test_a_hook_that_hangs_keeps_nobody_waiting(listener: Listener, played: Played) -> None:
    """The game is written and shown while the hook has not answered the first event; of too many the oldest goes."""
    listener.go_on.clear()
    settings = HookSettings(timeout_s=60.0, most_waiting=2, end_s=60.0)
    with told_to_hooks(played.table, (listener.hook,), settings=settings):
        assert listener.asked.acquire(timeout=PATIENCE_S)
        for _ in range(2):
            played.play(Pass(NASTY), Pass("Cem"))
            played.table.act("correct", {"do": "undo"})
        assert listener.got == []
        listener.go_on.set()
    assert listener.got[0]["event"] == "begin"
    assert len(listener.got) <= 1 + settings.most_waiting + 1


def test_a_name_that_nobody_looks_up_keeps_no_program_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolver without a network takes half a minute: the deadline holds for it, and nobody waits for its thread."""
    go_on, answered = threading.Event(), threading.Event()

    def look_up(*_: object, **__: object) -> None:
        go_on.wait(2.0)
        answered.set()
        raise OSError("nobody knows")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(RequestFailed, match="no answer within"):
        asyncio.run(answer_to(WebRequest("http://hook.test/x", deadline_s=0.05)))
    assert not answered.is_set()
    go_on.set()
    assert answered.wait(PATIENCE_S)


def test_discord_gets_one_message_at_the_end(played: Played) -> None:
    """Nothing before; names mention nobody and format nothing."""
    session = played.table.session
    assert list(bodies_for(DISCORD, session, (("move", {}),), record="x", at="")) == []
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))
    (body,) = bodies_for(DISCORD, played.table.session, (("over", {}),), record="x", at="")
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"].startswith("**Big City**: Ann wins\nAnn 7, ")
    assert "\\<img src=x" in body["content"]
    assert over_words(played.table.session, "de").startswith("**Big City**: Ann gewinnt")


def test_hooks_are_addresses_or_a_file_of_them(tmp_path: Path) -> None:
    """A file keeps a secret address off the command line; what is none is refused without showing its path."""
    listed = tmp_path / "hooks.txt"
    listed.write_text(f"# ours\n{DISCORD.url}\n\nhttp://home.local/x\n", encoding="utf-8")
    assert hooks_from(["https://example.org/a", str(listed)]) == (
        WebHook("https://example.org/a"), DISCORD, WebHook("http://home.local/x"),
    )  # fmt: skip
    assert [hook.is_discord for hook in hooks_from([str(listed)])] == [True, False]
    with pytest.raises(UsageError) as refused:
        hooks_from(["ftp://example.org/secret"])
    assert "secret" not in str(refused.value)
    with pytest.raises(UnreadableInput):
        hooks_from([str(tmp_path / "none.txt")])


WELL = b"HTTP/1.1 204 \r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "reason", "arrive"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "it can't be reached (what answers speaks no HTTP", [0, 0, 1]),
        (b"HTTP/1.1 abc Well\r\n\r\n", "it can't be reached (what answers speaks no HTTP", [0, 0, 1]),
        (b"HTTP/1.1 204 \r\nx: " + 70_000 * b"y", "it can't be reached (what answers speaks no HTTP", [0, 0, 1]),
        (b"", "it can't be reached (what answers speaks no HTTP", [0, 0, 1]),
        (None, "it can't be reached (no answer within 1 s)", [0, 0, 1]),
        (b"HTTP/1.1 301 \r\nlocation: /elsewhere\r\n\r\n", "it answers 301, that it has moved", [0, 1]),
        (b"HTTP/1.1 302 \r\nlocation: /elsewhere\r\n\r\n", "it answers 302, that it has moved", [0, 1]),
    ],
)
def test_whatever_a_hook_answers_the_next_event_is_sent(answer: bytes | None, reason: str, arrive: list[int]) -> None:
    """No thread dies, no answer takes longer than its deadline, none is followed elsewhere; it is told, and counted."""
    said: list[str] = []
    with HostileServer() as server:
        first = server.drip(b"x") if answer is None else lambda: iter([answer])
        pieces = iter([first, lambda: iter([WELL]), lambda: iter([WELL])])
        server.pieces = lambda: next(pieces)()
        hook = WebHook(f"http://{server.address}/hook")
        sender = HookSender(hook, replace(QUICK, timeout_s=1.0 if answer is None else 60.0), tell=said.append)
        for number in range(2):
            sender.send({"number": number})
        sender.end()
    assert [json.loads(one.partition(b"\r\n\r\n")[2])["number"] for one in server.heard] == arrive
    assert all(one.startswith(b"POST /hook ") for one in server.heard)
    assert reason in said[0]
    assert ("1 event was not delivered" in said[-1]) == (len(arrive) == 2)


@pytest.mark.parametrize("url", ["http://home.local:word/x", "http://home.local:99999/x", "http://" + 300 * "a" + "/x"])
def test_an_address_of_no_use_is_told(url: str) -> None:
    """The thread goes on, and says at the end what was not delivered; the address itself is not shown."""
    said: list[str] = []
    sender = HookSender(WebHook(url), replace(QUICK, attempts=2), tell=said.append)
    sender.send({})
    sender.end()
    assert "can't be reached" in said[0]
    assert said[-1].endswith("1 event was not delivered")


def test_what_cannot_be_packed_ends_nothing(listener: Listener) -> None:
    """A fault of our own is told, and the next event is sent."""
    said: list[str] = []
    sender = HookSender(listener.hook, QUICK, tell=said.append)
    sender.send({"set": {1}})
    sender.send({"number": 1})
    sender.end()
    assert [one["number"] for one in listener.got] == [1]
    assert "TypeError" in said[0]
