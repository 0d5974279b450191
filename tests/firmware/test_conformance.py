"""One suite for every device: the virtual display, the AVR firmware, the MicroPython core."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.framing import encode_frame
from firmware_bridge.messages import (
    Ack,
    Animate,
    Brightness,
    Capabilities,
    Clear,
    Commit,
    Event,
    EventKind,
    Hello,
    Nak,
    Ping,
    Player,
    Refusal,
    Stats,
)
from firmware_bridge.notation import format_message, parse_message
from firmware_bridge.payloads import pack, state_digest
from firmware_bridge.state import Animation, Button, score_text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "display-protocol.md"
CONVERSATION = re.search(r"```conversation\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


Asked = Any
"""The fixture of conftest.py."""


def player(slot: int, score: int, name: str = "Ann", **given: object) -> Player:
    """Return a PLAYER message."""
    values = {"active": False, "winner": False, "colour": (255, 80, 0), "last_points": None, **given}
    return Player(slot=slot, score=score, name=name, **values)  # type: ignore[arg-type]


def show(asked: Asked, *players: Player, quiet: bool = False) -> None:
    """Send players and COMMIT; each is acknowledged."""
    for one in players:
        assert asked.ask(one) == Ack()
    assert asked.ask(Commit(len(players), quiet, state_digest(players))) == Ack()


def test_the_page_s_conversation(asked: Asked) -> None:
    """A device answers the conversation of the protocol's page word for word."""
    assert CONVERSATION is not None
    asked.answers(milliseconds=100)
    lines = CONVERSATION.group(1).splitlines()
    for index, line in enumerate(lines):
        if line.startswith("<"):
            continue
        expected = [one[2:] for one in lines[index + 1 : index + 2] if one.startswith("<")]
        word, rest = line[2:].split(" ", 1)
        if word == "garbage":
            data = b"\x00" + bytes.fromhex(rest) + b"\x00"
        else:
            data = encode_frame(pack(parse_message(rest), int(word)))
        said = [f"{sequence} {format_message(message)}" for sequence, message in asked.answers(data)]
        if expected and expected[0].endswith("…"):
            said = [one[: len(expected[0]) - 1] + "…" for one in said]
        assert said == expected, line


def test_it_tells_that_it_has_started(asked: Asked) -> None:
    """After its start a device sends one BOOT event with its boot id, and shows dashes."""
    found = asked.answers(milliseconds=100)
    assert [type(message) for _, message in found] == [Event]
    capabilities = asked.ask(Hello())
    assert isinstance(capabilities, Capabilities)
    assert found == [(0, Event(EventKind.BOOT, capabilities.boot))]
    assert asked.device.texts() == ["----", "----"]


@pytest.mark.parametrize(
    "scores",
    [(7, -12), (9999, -999), (10000, -1000), (12345, -12345), (9_999_999, -999_999), (10_000_000, -1_000_000),
     (2**31 - 1, -(2**31)), (0, 100)],
)  # fmt: skip
def test_scores_stand_on_the_digits(asked: Asked, scores: tuple[int, int]) -> None:
    """Every score is shown as the page says, negative and overflowing ones too."""
    asked.greet()
    show(asked, player(0, scores[0]), player(1, scores[1]))
    assert asked.device.texts() == [score_text(score, 4) for score in scores]


def test_nothing_changes_before_commit(asked: Asked) -> None:
    """A PLAYER frame alone shows nothing; what was prepared stays, so that a COMMIT needs only the changed slot."""
    asked.greet()
    show(asked, player(0, 1), player(1, 2))
    asked.ask(player(1, 30))
    assert asked.device.texts() == ["1", "2"]
    assert asked.ask(Commit(2, False, state_digest((player(0, 1), player(1, 30))))) == Ack()
    assert asked.device.texts() == ["1", "30"]


def test_a_commit_of_something_else_is_refused(asked: Asked) -> None:
    """Of a slot that was never sent, or with another digest: the picture stays, and it is said."""
    asked.greet()
    asked.ask(player(0, 1))
    unsent = asked.ask(Commit(2, False, state_digest((player(0, 1),))))
    show(asked, player(0, 1), player(1, 2))
    asked.ask(player(0, 99))
    other = asked.ask(Commit(2, False, state_digest((player(0, 98), player(1, 2)))))
    assert [answer.reason for answer in (unsent, other)] == [Refusal.NOT_WHAT_YOU_SENT] * 2
    assert asked.device.texts() == ["1", "2"]


def test_dashes_after_three_seconds_of_silence(asked: Asked) -> None:
    """Without a good frame for 3 s a device shows dashes; the next good one brings the scores back."""
    asked.greet()
    show(asked, player(0, 42), player(1, 7))
    asked.answers(milliseconds=2500)
    assert asked.device.texts() == ["42", "7"]
    asked.answers(milliseconds=600)
    assert asked.device.texts() == ["----", "----"]
    asked.ask(Ping())
    asked.answers(milliseconds=20)
    assert asked.device.texts() == ["42", "7"]


def test_garbage_is_no_sign_of_life(asked: Asked) -> None:
    """Noise on the line does not keep old scores on the display."""
    asked.greet()
    show(asked, player(0, 42), player(1, 7))
    for _ in range(7):
        asked.answers(b"\x00\x05noise\x00", milliseconds=500)
    assert asked.device.texts() == ["----", "----"]


def test_clear_is_dark_and_stays_dark(asked: Asked) -> None:
    """After CLEAR nothing is lit, and silence brings no dashes."""
    asked.greet()
    show(asked, player(0, 42), player(1, 7))
    assert asked.ask(Clear()) == Ack()
    asked.answers(milliseconds=3500)
    assert asked.device.texts() == ["", ""]


def test_brightness_keeps_to_the_cap(asked: Asked) -> None:
    """A device takes a brightness over up to its cap, and STATS tells which."""
    cap = asked.greet().brightness_cap
    levels = []
    for level in (5, 255):
        assert asked.ask(Brightness(level)) == Ack()
        stats = asked.ask(Ping())
        assert isinstance(stats, Stats)
        levels.append(stats.brightness)
    assert levels == [5, cap]


def test_stats_tell_what_is_shown(asked: Asked) -> None:
    """STATS carries the digest of what is shown, 0 before anything is, and counts good frames and bad ones."""
    asked.greet()
    asked.answers(b"\x00\x07garbage\x00\x03ab\x00")
    before = asked.ask(Ping())
    show(asked, player(0, 42), player(1, 7))
    after = asked.ask(Ping())
    assert (before.good, before.bad) == (2, 2)
    assert (before.digest, after.digest) == (0, state_digest((player(0, 42), player(1, 7))))


def test_one_complaint_for_much_noise(asked: Asked) -> None:
    """Noise is answered once, not again before the next good frame."""
    asked.greet()
    noise = random.Random(1).randbytes(300)
    found = asked.answers(b"\x00" + noise + b"\x00" + noise + b"\x00", milliseconds=120)
    assert found == [(0, Nak(Refusal.BAD_FRAME, 1))]


@pytest.mark.parametrize("noise", [b"\x55\xaa\x13", b"\x41" * 3000], ids=["noise", "an endless frame"])
def test_a_frame_after_noise_is_understood(asked: Asked, noise: bytes) -> None:
    """The delimiter in front of a frame ends the noise before it; bytes without one overrun nothing."""
    asked.greet()
    if len(noise) > 100:
        asked.answers(noise, milliseconds=400)
        noise = b""
    assert (77, Ack()) in asked.answers(noise + encode_frame(pack(Brightness(9), 77)))


def test_later_fields_are_ignored(asked: Asked) -> None:
    """Bytes behind the known fields, of a later minor version, change nothing."""
    asked.greet()
    frame = pack(player(0, 5), 50)
    longer = type(frame)(frame.type, frame.sequence, frame.payload + b"\x01\x02\x03")
    assert asked.answers(encode_frame(longer)) == [(50, Ack())]
    assert asked.ask(Commit(1, False, state_digest((player(0, 5),)))) == Ack()


def test_short_payloads_and_unknown_types_are_refused(asked: Asked) -> None:
    """Each as such."""
    asked.greet()
    for type_, payload, refusal in (*((one, b"", Refusal.BAD_PAYLOAD) for one in (2, 3, 4, 5)),
                                    (0x30, b"\x01", Refusal.UNKNOWN_TYPE)):  # fmt: skip
        frame = type(pack(Ping(), 1))(type_, 60 + type_, payload)
        assert asked.answers(encode_frame(frame)) == [(60 + type_, Nak(refusal, 60 + type_))]


def test_unknown_animations_are_ignored(asked: Asked) -> None:
    """An effect that a device doesn't know is acknowledged and changes nothing."""
    asked.greet()
    show(asked, player(0, 42), player(1, 7))
    assert asked.ask(Animate(99, 0, 5000)) == Ack()
    assert asked.device.texts() == ["42", "7"]


def test_another_minor_version_is_welcome(asked: Asked) -> None:
    """A host of a later minor version gets its handshake."""
    asked.answers(milliseconds=100)
    assert isinstance(asked.ask(Hello(1, 9)), Capabilities)


def test_button_presses_are_counted(asked: Asked) -> None:
    """Each press is an event with its count, and STATS repeats the counts."""
    asked.greet()
    asked.device.press(Button.NEXT)
    asked.device.press(Button.UNDO)
    asked.device.press(Button.UNDO)
    stats = asked.answers(encode_frame(pack(Ping(), 200)))
    assert isinstance(stats[-1][1], Stats)
    assert stats[-1][1].presses == (1, 2)


def test_a_repeated_frame_is_answered_again(asked: Asked) -> None:
    """A frame that came twice, because its answer was lost, gets its answer twice."""
    asked.greet()
    data = encode_frame(pack(Animate(Animation.POINTS, 0, 300), 90))
    assert asked.answers(data + data) == [(90, Ack()), (90, Ack())]


def test_random_damage_never_shows_a_wrong_score(asked: Asked) -> None:
    """Whatever damaged frames arrive, what is shown is what the last acknowledged COMMIT said."""
    asked.greet()
    show(asked, player(0, 42), player(1, 7))
    rng = random.Random(7)
    for number in range(60):
        data = bytearray(encode_frame(pack(player(0, rng.randint(-999, 9999)), 1 + number)))
        data[rng.randrange(1, len(data) - 1)] ^= 1 << rng.randrange(8)
        asked.answers(bytes(data), milliseconds=8)
    asked.answers(milliseconds=40)
    asked.ask(Ping())
    asked.answers(milliseconds=40)
    assert asked.device.texts() == ["42", "7"]


@pytest.mark.parametrize("bit", [0, 3, 7, 8, 20, 31])
def test_a_wrong_check_sum_is_noticed(asked: Asked, bit: int) -> None:
    """One flipped bit in a frame that is otherwise well formed: refused, and nothing done."""
    asked.greet()
    asked.ask(Brightness(5))
    data = bytearray(encode_frame(pack(Brightness(0x33), 0x44)))
    assert 0 not in data[1:-1]
    data[2 + bit // 8] ^= 1 << bit % 8
    found = asked.answers(bytes(data))
    stats = asked.ask(Ping())
    assert found == [(0, Nak(Refusal.BAD_FRAME, 2))]
    assert isinstance(stats, Stats)
    assert stats.brightness == 5
