"""Frames: encoded, cut out of a stream, damaged."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.framing import BadFrame, FrameDecoder, WireFrame, cobs_decode, cobs_encode, crc16, encode_frame

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
