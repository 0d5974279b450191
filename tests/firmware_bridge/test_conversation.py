"""One frame in flight, against a scripted port and a clock that only moves when somebody waits."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.conversation import Conversation, NoAnswer
from firmware_bridge.framing import FrameDecoder, encode_frame
from firmware_bridge.messages import Ack, Brightness, Can, Capabilities, Commit, Message, Nak, Ping, Refusal, Stats
from firmware_bridge.payloads import pack


class ScriptedPort:
    """Answers the n-th write with the n-th entry of a script, after its delay; time passes in `read`."""

    def __init__(self, script: list[list[tuple[float, int, Message]]]) -> None:
        self._script = deque(script)
        self._coming: deque[tuple[float, bytes]] = deque()
        self.now_s = 0.0
        self.timeout: float | None = 0.0
        self.written: list[tuple[float, int]] = []

    def write(self, data: bytes, /) -> int:
        """Note a frame; queue the script's next answers."""
        (frame,) = FrameDecoder().push(data)
        self.written.append((round(self.now_s, 3), frame.sequence))  # type: ignore[union-attr]
        for delay_s, sequence, message in self._script.popleft() if self._script else []:
            self._coming.append((self.now_s + delay_s, encode_frame(pack(message, sequence))))
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        """Return the next answer, or nothing after the time-out."""
        due_s = self.now_s + (self.timeout or 0.0)
        if not self._coming or self._coming[0][0] > due_s:
            self.now_s = due_s
            return b""
        at_s, data = self._coming.popleft()
        self.now_s = max(self.now_s, at_s)
        return data

    @property
    def in_waiting(self) -> int:
        """Nothing more than what `read` returns."""
        return 0

    def close(self) -> None:
        """Switch it off."""


def talk(*script: list[tuple[float, int, Message]]) -> tuple[Conversation, ScriptedPort]:
    """Return a conversation over a scripted port."""
    port = ScriptedPort(list(script))
    return Conversation(port, clock=lambda: port.now_s), port


STATS = Stats(1, 0, 0, 5, 1, 0, 64, (0, 0))
REFUSED = Nak(Refusal.NOT_WHAT_YOU_SENT, 1)


def noise(last_good: int) -> Nak:
    """A complaint about a damaged frame, with the last good one."""
    return Nak(Refusal.BAD_FRAME, last_good)


@pytest.mark.parametrize(
    ("asked", "script", "answer", "sent_s"),
    [
        (Brightness(1), [[(0.002, 1, Ack())]], Ack(), [0.0]),
        (Brightness(1), [[(0.001, 0, noise(0)), (0.004, 1, Ack())]], Ack(), [0.0]),
        (Brightness(1), [[(0.002, 0, noise(0))], [(0.002, 1, Ack())]], Ack(), [0.0, 0.032]),
        (Brightness(1), [[(0.003, 0, noise(1))]], Ack(), [0.0]),
        (Ping(), [[(0.001, 1, Ack()), (0.002, 1, STATS)]], STATS, [0.0]),
        (Commit(1, False, 7), [[(0.003, 0, noise(1))], [(0.002, 1, REFUSED)]], REFUSED, [0.0, 0.033]),
    ],
    ids=[
        "an answer", "garbage before our frame costs nothing", "a damaged frame is sent again after 30 ms",
        "a lost acknowledgement is read from a complaint", "PING waits for STATS",
        "a COMMIT may have been refused, and is sent again",
    ],
)  # fmt: skip
def test_an_answer_ends_the_wait(asked: Message, script: Any, answer: Message, sent_s: list[float]) -> None:
    """A frame is sent once unless it was damaged, or its answer is not its own."""
    conversation, port = talk(*script)
    assert conversation.request(asked) == answer
    assert [at_s for at_s, _ in port.written] == sent_s


def test_silence_is_answered_with_patience() -> None:
    """Without an answer a frame is sent again after 100, 100, 200, 400 and 800 ms, and then given up."""
    conversation, port = talk()
    with pytest.raises(NoAnswer):
        conversation.request(Brightness(1))
    assert port.written == [(0.0, 1), (0.1, 1), (0.2, 1), (0.4, 1), (0.8, 1), (1.6, 1)]
    assert port.now_s == pytest.approx(2.6)


def test_a_board_that_answers_slowly_is_met_all_the_same() -> None:
    """Every HELLO is answered after more than the time between two: the late answer to the first one counts."""
    board = Capabilities(1, 0, (1, 0), 2, 4, Can(0), 64, 128, 1, "Slow")
    stats = Stats(1, 0, 0, 600, 1, 0, 128, (0, 0))
    port = ScriptedPort([[(0.6, 1, board)], [(0.6, 1, board)], [(0.6, 1, board)], [(0.5, 2, stats)]])
    driver = BoardDriver(lambda: ("port", port), clock=lambda: port.now_s)
    assert driver.connect() == "Slow 1.0"
    assert [sequence for _, sequence in port.written].count(1) == 3


def test_a_late_answer_to_an_earlier_frame_is_no_answer() -> None:
    """An acknowledgement of frame 1 does not acknowledge frame 2."""
    conversation, port = talk([(0.001, 1, Ack())], [(0.001, 1, Ack()), (0.002, 2, Ack())])
    conversation.request(Brightness(1))
    conversation.request(Brightness(2))
    assert port.now_s == pytest.approx(0.003)


def test_sequence_numbers_leave_zero_out() -> None:
    """Numbers run from 1 to 255 and begin at 1 again; 0 is for what comes unasked."""
    conversation, port = talk(*[[(0.001, 1 + number % 255, Ack())] for number in range(300)])
    for number in range(300):
        conversation.request(Brightness(number % 256))
    assert [sequence for _, sequence in port.written] == [1 + number % 255 for number in range(300)]
