"""WLED over serial and HTTP against a fake with its pitfalls, and Adalight."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from waiting import PATIENCE_S, Clock, wait_until

from firmware_bridge import (
    Animation,
    Connection,
    Display,
    DisplayLinkSettings,
    DisplayPlayer,
    DisplayState,
    open_display,
    parse_layout,
)
from firmware_bridge.adalight_driver import AdalightDriver
from firmware_bridge.layout import DisplayLayout, arrange
from firmware_bridge.link import Driver, Link
from firmware_bridge.open_display import parse_display_url, port_opener
from firmware_bridge.wled_answer import wled_info, wled_state
from firmware_bridge.wled_driver import WledDriver
from firmware_bridge.wled_transport import WledHttp, WledSerial, WledSettings, WledTransport
from firmware_bridge.wled_view import difference, objects
from simulator.displays import FakeWled, WledTraits
from simulator.displays.wled import WledOnSerial, WledState

FAST = DisplayLinkSettings(heartbeat_s=0.05, reconnect_s=0.05, animation_age_s=PATIENCE_S, close_s=PATIENCE_S)
STRIP = wled_info({"leds": {"count": 60}})
MATRIX = wled_info({"leds": {"count": 256, "matrix": {"w": 32, "h": 8}}})
ANN = DisplayPlayer("Ann", 25, (255, 0, 0), active=True, last_points=7)
ZOE = DisplayPlayer("Zoë", 50, (0, 0, 255))


def told(
    *players: DisplayPlayer, layout: DisplayLayout | None = None, info: Any = STRIP, brightness: int = 64
) -> list[Any]:
    """Return the objects that WLED is told."""
    arranged = arrange(DisplayState(players, brightness=brightness), layout or DisplayLayout(), slots=8)
    return objects(arranged, layout or DisplayLayout(), info, segments_before=1)


def test_what_somebody_else_changed_is_named() -> None:
    """What WLED has otherwise than told is said in words; nothing where it has all of it."""
    state, wanted = WledState(), told(ANN)
    assert difference(wanted, wled_state(state.state())) == "bri is 128, not 64"
    for one in wanted:
        state.set(one)
    assert difference(wanted, wled_state(state.state())) == ""
    state.set({"seg": {"id": 0, "ix": 3}})
    assert difference(wanted, wled_state(state.state())) == "segment 0: ix is 3, not 50"


def linked(url: str, clock: Clock, *, layout: DisplayLayout | None = None) -> Link:
    """The production link with effects that end when the clock is turned, and answers that may take their time."""
    patient, parsed, chosen = WledSettings(answer_s=PATIENCE_S), parse_display_url(url), layout or DisplayLayout()
    driver: Driver
    if parsed.scheme == "adalight":
        driver = AdalightDriver(port_opener(parsed), chosen, parsed.leds, clock=clock)
    else:
        http = parsed.scheme == "wled+http"
        serial = WledSerial(port_opener(parsed), settings=patient)
        transport: WledTransport = WledHttp(parsed.target, settings=patient) if http else serial
        driver = WledDriver(transport, chosen, settings=patient, clock=clock)
    return Link(url, driver, settings=FAST, layout=chosen, clock=clock)


def shown_on(display: Display, game: DisplayState) -> None:
    """Show a game's state, and wait until it stands there."""
    display.show(game)
    assert display.wait_shown(PATIENCE_S)


@pytest.fixture
def clock() -> Clock:
    """The link's clock."""
    return Clock()


@pytest.fixture
def wled() -> Iterator[FakeWled]:
    """A fake WLED."""
    with FakeWled(clock=Clock()) as fake:  # on a busy machine an object may come in pieces, long after one another
        yield fake


def test_the_objects_byte_for_byte() -> None:
    """Two players on a strip of 60: three short objects, the names in ASCII."""
    assert [json.dumps(one, separators=(",", ":")) for one in told(ANN, ZOE)] == [
        '{"on":true,"bri":64,"transition":0}',
        '{"seg":{"id":0,"start":0,"stop":30,"n":"Ann","on":true,"bri":255,"col":[[255,0,0],[0,0,0]],'
        '"fx":98,"sx":255,"ix":50,"pal":0}}',
        '{"seg":{"id":1,"start":30,"stop":60,"n":"Zoe","on":true,"bri":64,"col":[[0,0,255],[0,0,0]],'
        '"fx":98,"sx":255,"ix":100,"pal":0}}',
    ]


def test_objects_stay_short_and_plain() -> None:
    """Whatever the names, each object is ASCII and below 256 bytes, WLED's smallest serial buffer."""
    players = [DisplayPlayer(name, -999_999, (255, 255, 255)) for name in ('"\\"\\"', "Ž" * 30, "日本語", "\n\t", "")]
    layout = parse_layout('[[places]]\nshows = "player 1"\ndraws = "text"\ntext = "{name} has {score} ({points})"')
    for one in told(*players, info=MATRIX) + told(*players, layout=layout, info=MATRIX):
        text = json.dumps(one, separators=(",", ":"))
        assert text.isascii()
        assert len(text) < 256


def test_a_matrix_gets_text() -> None:
    """On 32 x 8 lamps each player has 16 columns with the score as scrolling text."""
    segments = [one["seg"] for one in told(ANN, ZOE, info=MATRIX)[1:]]
    assert [(one["start"], one["stop"], one["stopY"], one["fx"], one["n"]) for one in segments] == [
        (0, 16, 8, 122, "25"),
        (16, 32, 8, 122, "50"),
    ]


def test_no_brightness_is_off() -> None:
    """Brightness 0 switches WLED off, since its own 0 is that too."""
    assert told(ANN, brightness=0)[0] == {"on": False, "bri": 1, "transition": 0}


@pytest.mark.parametrize("scheme", ["serial_url", "http_url"])
def test_scores_reach_the_segments(wled: FakeWled, scheme: str) -> None:
    """Over serial and over HTTP the segments are those of the game, and confirmed."""
    display = open_display(getattr(wled, scheme), settings=FAST)
    shown_on(display, DisplayState((ANN, ZOE)))
    assert [(one["n"], one["ix"], one["col"][0]) for one in wled.segments()] == [
        ("Ann", 50, [255, 0, 0]),
        ("Zoe", 100, [0, 0, 255]),
    ]
    display.close()
    assert not wled.state.on


def test_segments_of_players_who_left_are_removed(wled: FakeWled) -> None:
    """Fewer players, fewer segments."""
    display = open_display(wled.http_url, settings=FAST)
    for players in ((ANN, ZOE, DisplayPlayer("Cem")), (ANN,)):
        shown_on(display, DisplayState(players))
    assert [one["n"] for one in wled.segments()] == ["Ann"]
    display.close()


def test_effects_return_to_the_scores(wled: FakeWled, clock: Clock) -> None:
    """A win plays WLED's rainbow on the winner's segment and ends with the score again."""
    layout = parse_layout("[events]\nwin = { ms = 300, fx = 9 }")
    display = linked(wled.serial_url, clock, layout=layout)
    shown_on(display, DisplayState((ANN, ZOE)))
    display.show(DisplayState((ANN, DisplayPlayer("Zoë", 50, (0, 0, 255), winner=True))))
    assert wait_until(lambda: wled.segments()[1]["fx"] == 9)
    assert wled.segments()[0]["fx"] == 98
    assert wait_until(lambda: display.status.light_changes_until_s >= clock.now_s + 0.3)  # the effect's end is noted
    clock.now_s += 0.31
    assert wait_until(lambda: wled.segments()[1]["fx"] == 0)
    display.close()


def test_points_on_a_matrix_are_written(clock: Clock) -> None:
    """Where the score is text, points stand there as text for a moment."""
    with FakeWled(WledTraits(256, 32, 8)) as wled:
        layout = parse_layout("[events]\npoints = { ms = 300 }")
        display = linked(wled.http_url, clock, layout=layout)
        shown_on(display, DisplayState((ANN, ZOE)))
        display.show(DisplayState((DisplayPlayer("Ann", 29, (255, 0, 0), active=True, last_points=4), ZOE)))
        assert wait_until(lambda: wled.segments()[0]["n"] == "+4")
        assert wait_until(lambda: display.status.light_changes_until_s >= clock.now_s + 0.3)
        clock.now_s += 0.31
        assert wait_until(lambda: wled.segments()[0]["n"] == "29")
        display.close()


def test_a_busy_wled_is_asked_again(wled: FakeWled) -> None:
    """While WLED's buffer is taken (`{"error":3}`) nothing is believed shown; then it is."""
    display = open_display(wled.serial_url, settings=FAST)
    shown_on(display, DisplayState((ANN,)))
    wled.serial.busy = 3
    shown_on(display, DisplayState((DisplayPlayer("Ann", 44, (255, 0, 0)),)))
    assert wled.segments()[0]["ix"] == 88
    display.close()


def test_what_somebody_else_changes_is_put_right(wled: FakeWled) -> None:
    """Somebody plays with the WLED app: the scores come back by themselves."""
    display = open_display(wled.http_url, settings=FAST)
    shown_on(display, DisplayState((ANN, ZOE)))
    wled.ask("/json/state", {"seg": {"id": 0, "fx": 66, "col": [[1, 2, 3]]}})
    assert wait_until(lambda: wled.segments()[0]["fx"] == 98)
    display.close()


def test_a_wled_that_is_off_the_net_is_said() -> None:
    """Nobody at that address: the game goes on, and the status has a sentence."""
    display = open_display("wled+http://127.0.0.1:9", settings=FAST)
    display.show(DisplayState((ANN,)))
    assert wait_until(lambda: "does not answer" in display.status.message)
    assert display.status.connection is Connection.CONNECTING
    display.close()


def test_adalight_lamps(wled: FakeWled) -> None:
    """The fallback: every lamp's colour, as our own strip firmware would have it."""
    display = open_display(wled.adalight_url, settings=FAST)
    display.show(DisplayState((ANN, ZOE), brightness=60))
    assert wait_until(lambda: len(wled.serial.lamps) == 60)
    lamps = wled.serial.lamps
    assert lamps[:16] == [(60, 0, 0)] * 15 + [(0, 0, 0)]
    assert lamps[30:60] == [(0, 0, 15)] * 29 + [(0, 0, 0)]
    display.close()
    assert wait_until(lambda: set(wled.serial.lamps) == {(0, 0, 0)})


def test_adalight_effects_blink_slowly(wled: FakeWled, clock: Clock) -> None:
    """An effect on an Adalight strip is bright and dim, and over when its time is."""
    display = linked(wled.adalight_url, clock)
    display.show(DisplayState((ANN, ZOE), brightness=60))
    display.animate(Animation.ATTENTION, 0, 1000)
    assert wait_until(lambda: wled.serial.lamps[:1] == [(60, 0, 0)])
    assert wait_until(lambda: display.status.light_changes_until_s >= clock.now_s + 1)  # it has begun
    clock.now_s += 0.3
    assert wait_until(lambda: wled.serial.lamps[:1] == [(15, 0, 0)])
    clock.now_s += 0.3
    assert wait_until(lambda: wled.serial.lamps[:1] == [(60, 0, 0)])
    display.close()


def test_the_fake_has_wled_s_pitfalls() -> None:
    """A byte B1 outside an object makes it deaf at 115200; an object that pauses for 100 ms is lost without a word;
    of two without a byte between them the second loses its brace."""
    serial = WledOnSerial(WledState())
    assert serial.receive(b"\xb1", 0.0) == b"Baud is now 230400\r\n"
    assert serial.receive(b'{"v":true}\n', 0.1) == b""
    serial = WledOnSerial(WledState())
    serial.receive(b'{"bri":', 0.0)
    assert b"state" not in serial.receive(b'9,"v":true}\n', 0.2)
    assert (serial.dropped, serial.state.bri) == (1, 128)
    serial.receive(b'{"bri":9}{"bri":10}', 1.0)
    assert serial.state.bri == 9
