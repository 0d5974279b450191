"""Frames and messages: encoded, cut out of a stream, damaged, written as text; the examples of the protocol's page."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.framing import (
    BadFrame,
    FrameDecoder,
    WireFrame,
    cobs_decode,
    cobs_encode,
    crc16,
    decode_frame,
    encode_frame,
)
from firmware_bridge.messages import (
    Ack,
    Animate,
    Brightness,
    Can,
    Capabilities,
    Clear,
    Commit,
    Event,
    Hello,
    MalformedPayload,
    Message,
    Nak,
    Ping,
    Player,
    Stats,
)
from firmware_bridge.notation import format_message, parse_message
from firmware_bridge.payloads import pack, unpack
from firmware_bridge.state import score_text, short_name

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "display-protocol.md").read_text(encoding="utf-8")
FRAMES = re.search(r"```frames\n(.*?)```", PAGE, re.S)
LINES = FRAMES.group(1).splitlines() if FRAMES else []
SCORES = re.findall(r"^\| (-?\d+) \| `([^`]+)` \|$", PAGE, re.M)

byte = st.integers(0, 255)
word = st.integers(0, 65535)
name = st.text(st.characters(exclude_categories=("Cs", "Cc"))).map(short_name)
points = st.none() | st.integers(-32767, 32767)
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, byte, byte),
    st.builds(
        Player, byte, st.booleans(), st.booleans(), st.tuples(byte, byte, byte),
        st.integers(-(2**31), 2**31 - 1), points, name,
    ),
    st.builds(Commit, byte, st.booleans(), word),
    st.builds(Brightness, byte),
    st.builds(Animate, byte, byte, word),
    st.sampled_from([Clear(), Ping(), Ack()]),
    st.builds(
        Capabilities, byte, byte, st.tuples(byte, byte), byte, byte, st.integers(0, 63).map(Can), byte, byte,
        word, name,
    ),
    st.builds(Nak, byte, byte),
    st.builds(
        Stats, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), word, st.integers(0, 2**32 - 1), word,
        word, byte, st.tuples(byte, byte),
    ),
    st.builds(Event, byte, word, byte),
)  # fmt: skip


@given(messages, byte)
def test_unpacking_undoes_packing(message: Message, sequence: int) -> None:
    """Every message survives its frame."""
    frame = pack(message, sequence)
    assert frame.sequence == sequence
    assert unpack(frame) == message


@given(messages)
def test_text_parses_back(message: Message) -> None:
    """What the monitor writes of a message reads back as the same message."""
    assert parse_message(format_message(message)) == message


@given(messages, st.binary(max_size=10))
def test_later_fields_are_ignored(message: Message, more: bytes) -> None:
    """Bytes behind the known fields change nothing."""
    frame = pack(message, 1)
    assert unpack(WireFrame(frame.type, frame.sequence, frame.payload + more)) == message


@given(byte, st.binary(max_size=92))
def test_any_payload_is_understood_or_refused(type_: int, payload: bytes) -> None:
    """No payload, however strange, does anything but parse or raise MalformedPayload."""
    with contextlib.suppress(MalformedPayload):
        unpack(WireFrame(type_, 0, payload))


@pytest.mark.parametrize(("text", "line"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_the_page_s_examples(text: str, line: str) -> None:
    """Each example of the page is, byte for byte, what we send and read."""
    sequence, written = text.split(" ", 1)
    message, data = parse_message(written), bytes.fromhex(line)
    assert encode_frame(pack(message, int(sequence))) == data
    frame = decode_frame(data[1:-1])
    assert isinstance(frame, WireFrame)
    assert format_message(message) == written
    assert unpack(frame) == message


def test_the_page_has_an_example_of_every_message() -> None:
    """No message of the protocol is left without a byte-exact example."""
    shown = {line.split(" ")[1] for line in LINES[::2]}
    assert shown == {"HELLO", "CAPABILITIES", "PLAYER", "BRIGHTNESS", "COMMIT", "ACK", "ANIMATE", "PING",
                     "STATS", "CLEAR", "EVENT", "NAK"}  # fmt: skip


@pytest.mark.parametrize(("score", "text"), SCORES)
def test_the_page_s_score_texts(score: str, text: str) -> None:
    """The page's table of scores on four digits is what score_text says."""
    assert len(SCORES) == 10
    assert score_text(int(score), 4).rjust(4 + ("." in text)) == text


@given(st.integers(-(2**31), 2**31 - 1), st.integers(2, 10))
def test_a_score_text_fits(score: int, digits: int) -> None:
    """No score needs more than its digits, and what has no letters is not further off than its cut."""
    text = score_text(score, digits)
    assert len(text.replace(".", "")) <= digits
    if "." in text:
        assert 0 <= abs(score) - abs(float(text)) * 1000 < 1000
    elif text[0] not in "HL":
        assert int(text) == score


@given(st.text())
def test_short_names_fit(text: str) -> None:
    """A cut name has at most 12 bytes of valid UTF-8."""
    assert len(short_name(text).encode()) <= 12
    assert short_name(text, ascii_only=True).isascii()


@pytest.mark.parametrize("text", ["", "NONSENSE", "PING now=1", "HELLO major=1", "ANIMATE animation=x slot=0"])
def test_wrong_text_is_refused(text: str) -> None:
    """A line that is no message raises, and says what was expected."""
    with pytest.raises(ValueError, match="expected"):
        parse_message(text)


frames = st.builds(WireFrame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=92))


def test_the_check_value_of_the_crc() -> None:
    """CRC-16/GENIBUS of `123456789` is D64E, as its catalogue says."""
    assert crc16(b"123456789") == 0xD64E


@given(st.binary(max_size=600))
def test_cobs_inverts(data: bytes) -> None:
    """Decoding undoes encoding, and no 00 is left in between."""
    encoded = cobs_encode(data)
    assert 0 not in encoded
    assert cobs_decode(encoded) == data


@given(st.lists(frames, max_size=5), st.data())
def test_a_stream_in_any_pieces(sent: list[WireFrame], data: st.DataObject) -> None:
    """However the bytes are cut up, the same frames come out."""
    stream = b"".join(encode_frame(frame) for frame in sent)
    reader, found, rest = FrameDecoder(), [], stream
    while rest:
        cut = data.draw(st.integers(1, len(rest)))
        found += reader.push(rest[:cut])
        rest = rest[cut:]
    assert found == sent


@given(st.binary(max_size=300), frames)
def test_noise_never_costs_the_next_frame(noise: bytes, frame: WireFrame) -> None:
    """A frame behind any noise is found, because its first delimiter ends the noise."""
    assert FrameDecoder().push(noise + encode_frame(frame))[-1] == frame


def test_a_frame_that_is_too_large_is_not_sent() -> None:
    """More than 96 bytes are refused before they reach the line."""
    with pytest.raises(ValueError, match="97 bytes"):
        encode_frame(WireFrame(1, 1, bytes(93)))


def test_single_bit_flips_are_all_noticed() -> None:
    """No single flipped bit in a frame is taken for the frame or for another one."""
    frame = WireFrame(2, 7, random.Random(3).randbytes(20))
    data = encode_frame(frame)
    for bit in range(8, 8 * (len(data) - 1)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        assert all(isinstance(found, BadFrame) for found in FrameDecoder().push(bytes(damaged))), bit


@pytest.mark.parametrize("silence", [b"\x00", b"\x00\x00\x00"], ids=["one", "three"])
def test_lone_delimiters_are_silence(silence: bytes) -> None:
    """A delimiter with nothing between it and the next one is neither a frame nor a bad one."""
    assert FrameDecoder().push(silence) == []


def test_a_frame_of_nothing_is_too_short() -> None:
    """01 between delimiters is COBS for no bytes at all, whose check sum is right: a bad frame, not a fault."""
    (found,) = FrameDecoder().push(b"\x00\x01\x00")
    assert isinstance(found, BadFrame)
    assert found.reason == "too short"
