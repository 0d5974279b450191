"""The link and a virtual display over a real pseudo-terminal: what happens to displays on tables."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from thinned import thinned
from waiting import PATIENCE_S, Clock, wait_until

from firmware_bridge import (
    ALL_SLOTS,
    Animation,
    Button,
    Connection,
    Display,
    DisplayLinkSettings,
    DisplayPlayer,
    DisplayState,
    open_display,
)
from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.display import DisplayStatus
from firmware_bridge.framing import encode_frame
from firmware_bridge.layout import Arranged, DisplayLayout
from firmware_bridge.link import Link
from firmware_bridge.messages import Commit, Hello, Player
from firmware_bridge.open_display import parse_display_url, port_opener
from firmware_bridge.payloads import pack, state_digest
from firmware_bridge.ports import PortFinder
from simulator.displays import LineFaults, VirtualBoard, VirtualDisplay
from simulator.displays.board import BoardTraits

FAST = DisplayLinkSettings(heartbeat_s=0.1, reconnect_s=0.05, animation_age_s=PATIENCE_S, close_s=PATIENCE_S)


def state(*scores: int, quiet: bool = False, brightness: int = 64) -> DisplayState:
    """Return a game's state."""
    names = ("Ann", "Ben", "Cem", "Dan")
    players = tuple(DisplayPlayer(name, score) for name, score in zip(names, scores, strict=False))
    return DisplayState(players, quiet=quiet, brightness=brightness)


def shown_on(display: Display, game: DisplayState) -> None:
    """Show a game's state, and wait until it stands there."""
    display.show(game)
    assert display.wait_shown(PATIENCE_S)


@pytest.fixture
def clock() -> Clock:
    """The virtual display's clock: effects end and dashes come when the test says so."""
    return Clock()


@pytest.fixture(params=["pty", "socket"])
def virtual(request: pytest.FixtureRequest, clock: Clock) -> Iterator[VirtualDisplay]:
    """A virtual display."""
    with VirtualDisplay(use_socket=request.param == "socket", clock=clock) as display:
        yield display


@pytest.fixture
def display(virtual: VirtualDisplay) -> Iterator[Display]:
    """The production link to it."""
    opened = open_display(virtual.url, settings=FAST)
    yield opened
    opened.close()


def test_a_state_is_shown_whole(virtual: VirtualDisplay, display: Display) -> None:
    """Name, score, colour, active, winner, last points and brightness all arrive."""
    ann = DisplayPlayer("Änn", -5, (1, 2, 3), active=True, last_points=-7)
    ben = DisplayPlayer("Ben", 2**31 - 1, (255, 0, 9), winner=True)
    shown_on(display, DisplayState((ann, ben), brightness=99))
    first, second = virtual.shown.slots
    assert (first.name, first.score, first.colour, first.active, first.last_points) == ("Änn", -5, (1, 2, 3), True, -7)
    assert (second.name, second.score, second.winner, second.last_points) == ("Ben", 2**31 - 1, True, None)
    assert virtual.shown.brightness == 99


def test_the_newest_state_wins(virtual: VirtualDisplay, display: Display) -> None:
    """Of five hundred states in a burst the last is shown, and most are never sent."""
    for number in range(500):
        display.show(state(number, -number))
    assert display.wait_shown(PATIENCE_S)
    assert virtual.shown.scores == {"Ann": 499, "Ben": -499}
    assert virtual.shown.counters.good < 200


def test_players_who_leave_are_gone(virtual: VirtualDisplay, display: Display) -> None:
    """A state with fewer players empties the other slots."""
    shown_on(display, state(1, 2, 3))
    shown_on(display, state(1))
    assert virtual.shown.scores == {"Ann": 1}


def test_nobody_there_never_blocks() -> None:
    """Without a display the game goes on, and the status says what to do."""
    display = open_display("serial:/dev/no-such-port", settings=FAST)
    for number in range(1000):
        display.show(state(number))
        display.animate(Animation.POINTS)
    assert wait_until(lambda: "plug the display in" in display.status.message)
    assert display.status.connection is Connection.CONNECTING
    assert not display.status.shown
    display.close()


def test_a_display_that_boots_slowly(virtual: VirtualDisplay) -> None:
    """A bootloader that swallows the first HELLOs: the host asks again until it has started."""
    virtual.hang()
    display = open_display(virtual.url, settings=FAST)
    display.show(state(3))
    assert not display.wait_shown(0.6)
    virtual.hang(False)
    assert display.wait_shown(PATIENCE_S)
    display.close()


def test_after_a_reboot_everything_is_shown_again(virtual: VirtualDisplay, display: Display) -> None:
    """A display that has started again (a watchdog, a spark) is right again without the game's help."""
    shown_on(display, state(12, 34))
    virtual.reboot()
    assert virtual.shown.dashes
    assert virtual.wait_for(lambda shown: shown.scores == {"Ann": 12, "Ben": 34})


def test_replugged_under_another_name(tmp_path: Path) -> None:
    """Unplugged in mid-game and plugged in as another port: found by its id, everything shown again."""
    by_id = tmp_path / "usb-Boardsight-if00"
    with VirtualDisplay(use_socket=False) as virtual:
        by_id.symlink_to(virtual.port)
        display = open_display(f"serial:{by_id}", settings=FAST)
        shown_on(display, state(1, 2))
        by_id.unlink()
        virtual.unplug()
        assert wait_until(lambda: display.status.connection is Connection.LOST)
        display.show(state(8, 9))
        virtual.plug()
        by_id.symlink_to(virtual.port)
        assert display.wait_shown(PATIENCE_S)
        assert virtual.shown.scores == {"Ann": 8, "Ben": 9}
        assert display.status.reconnections == 1
        display.close()


@pytest.mark.parametrize("seed", thinned(range(15), 2))
def test_a_bad_line_shows_the_right_scores(seed: int) -> None:
    """With 1 byte in 400 flipped, lost, doubled or preceded by noise, both ways, the end is right."""
    faults = LineFaults(flip=1 / 400, lose=1 / 400, double=1 / 400, noise=1 / 400, seed=seed)
    with VirtualDisplay(to_board=faults, to_host=faults) as virtual:
        display = open_display(virtual.url, settings=FAST)
        for number in range(20):
            shown_on(display, state(number, -number, number * 100))
            assert list(virtual.shown.scores.values()) in ([], [number, -number, number * 100])
        assert virtual.wait_for(lambda shown: list(shown.scores.values()) == [19, -19, 1900])
        display.close()


def test_another_major_version_is_refused_in_words() -> None:
    """A display of another protocol is not spoken to, and the message says what to update."""
    with VirtualDisplay(BoardTraits(major=2)) as virtual:
        display = open_display(virtual.url, settings=FAST)
        display.show(state(1))
        assert wait_until(lambda: display.status.connection is Connection.REFUSED)
        assert "boardsight display flash" in display.status.message
        display.close()


def test_a_small_display_gets_what_it_can_show() -> None:
    """A display with two slots gets two of the players, one without Unicode names in ASCII."""
    from firmware_bridge.messages import Can

    with VirtualDisplay(BoardTraits(slots=2, can=Can.ANIMATION, brightness_cap=20)) as virtual:
        display = open_display(virtual.url, settings=FAST)
        shown_on(display, DisplayState((DisplayPlayer("Zoë", 1), DisplayPlayer("Ben", 2), DisplayPlayer("Cem", 3))))
        assert virtual.shown.scores == {"Zoe": 1, "Cem": 3}
        assert virtual.shown.brightness == 20
        display.close()


def test_effects_are_played_and_end(virtual: VirtualDisplay, display: Display, clock: Clock) -> None:
    """An effect starts at once and is over when its time is."""
    shown_on(display, state(1, 2))
    display.animate(Animation.WIN, slot=1, duration_ms=300)
    assert virtual.wait_for(lambda shown: shown.playing is not None)
    playing = virtual.shown.playing
    assert playing is not None
    assert (playing.animation, playing.slot) == (Animation.WIN, 1)
    clock.now_s += 0.299
    assert virtual.shown.playing is not None
    clock.now_s += 0.002
    assert virtual.shown.playing is None


def test_quiet_means_no_effects(virtual: VirtualDisplay, display: Display) -> None:
    """While the board is read, effects are dropped and the running one ends."""
    display.show(state(1, 2))
    display.animate(Animation.WIN, ALL_SLOTS, 5000)
    assert virtual.wait_for(lambda shown: shown.playing is not None)
    shown_on(display, state(1, 2, quiet=True))
    display.animate(Animation.TEST, ALL_SLOTS, 5000)
    _spoken_with(virtual)
    assert virtual.shown.quiet
    assert virtual.shown.playing is None


def test_buttons_come_once_each(virtual: VirtualDisplay, display: Display) -> None:
    """Every press is handed over once, in order."""
    shown_on(display, state(1))
    pressed = [Button.NEXT, Button.UNDO, Button.NEXT]
    for button in pressed:
        virtual.press(button)
    presses: list[Button] = []
    assert wait_until(lambda: presses.extend(one.button for one in display.buttons()) or len(presses) >= 3)
    _spoken_with(virtual)
    assert presses == pressed
    assert display.buttons() == []


def _spoken_with(virtual: VirtualDisplay) -> None:
    """Wait until some more frames have been exchanged: whatever was on its way has arrived."""
    before = virtual.shown.counters.good
    assert wait_until(lambda: virtual.shown.counters.good >= before + 3)


def test_lost_button_events_are_made_up_for() -> None:
    """Presses whose events were lost on the line are learnt from the counts in STATS."""
    with VirtualDisplay() as virtual:
        display = open_display(virtual.url, settings=FAST)
        shown_on(display, state(1))
        board = virtual._board
        for _ in range(5):
            board.press(Button.UNDO)  # counted, but the event goes nowhere
        presses: list[Button] = []
        assert wait_until(lambda: presses.extend(one.button for one in display.buttons()) or len(presses) >= 5)
        assert presses == [Button.UNDO] * 5
        display.close()


class PressedMeanwhile:
    """A board on a wire without delay, on which buttons are pressed while it is being pinged."""

    timeout: float | None = 0.0
    in_waiting = 4096
    coming = b""
    pressed: tuple[Button, ...] = ()

    def __init__(self) -> None:
        self.board = VirtualBoard(boot=1)

    def write(self, data: bytes, /) -> int:
        """The presses go before the answer."""
        events = b"".join(map(self.board.press, self.pressed))
        self.pressed = ()
        self.coming += events + self.board.receive(data, 0.0)
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        """What has come."""
        data, self.coming = self.coming[:size], self.coming[size:]
        return data

    def close(self) -> None:
        """Nothing to do."""


def test_presses_keep_their_order_over_a_heartbeat() -> None:
    """Those that came before the answer to a PING are told first: the counts in it have no order."""
    port = PressedMeanwhile()
    driver = BoardDriver(lambda: ("port", port))
    driver.connect()
    port.pressed = (Button.NEXT, Button.UNDO, Button.NEXT)
    driver.heartbeat()
    assert driver.poll(0.0) == [Button.NEXT, Button.UNDO, Button.NEXT]


def test_what_is_plugged_in_beside_a_display_is_seen(virtual: VirtualDisplay, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is spoken with, so that it is not taken for ours when ours is pulled."""
    looked = threading.Event()
    monkeypatch.setattr(PortFinder, "look_around", lambda _: looked.set())
    display = open_display(virtual.url, settings=FAST)
    assert looked.wait(PATIENCE_S)
    display.close()


def test_closing_darkens(virtual: VirtualDisplay) -> None:
    """At the end of the game the display goes dark, unless it shall stay lit."""
    display = open_display(virtual.url, settings=FAST)
    shown_on(display, state(1))
    display.close(leave_lit=True)
    assert virtual.shown.scores == {"Ann": 1}
    display = open_display(virtual.url, settings=FAST)
    shown_on(display, state(2))
    display.close()
    assert virtual.shown.dark
    assert display.status.connection is Connection.CLOSED


def test_several_displays_at_once() -> None:
    """Two displays show the same game, and one that is pulled out does not hold up the other."""
    with VirtualDisplay() as one, VirtualDisplay() as other:
        displays = [open_display(one.url, settings=FAST), open_display(other.url, settings=FAST)]
        for display in displays:
            display.show(state(5, 6))
        assert all(display.wait_shown(PATIENCE_S) for display in displays)
        one.unplug()
        displays[1].show(state(7, 6))
        assert displays[1].wait_shown(PATIENCE_S)
        assert other.shown.scores == {"Ann": 7, "Ben": 6}
        for display in displays:
            display.close()


def test_a_display_that_forgot_is_reminded(virtual: VirtualDisplay, display: Display) -> None:
    """When the display shows something else than it should, the next heartbeat repairs it."""
    shown_on(display, state(1, 2))
    virtual._board._shown = ()
    virtual._board.brightness = 3
    assert virtual.wait_for(lambda shown: shown.scores == {"Ann": 1, "Ben": 2} and shown.brightness == 64)


def test_the_heartbeat_keeps_the_dashes_away(virtual: VirtualDisplay, display: Display, clock: Clock) -> None:
    """While nothing changes the display is pinged, so that it knows the scores are not old."""
    shown_on(display, state(1, 2))
    for _ in range(3):  # six seconds, dashes come after three
        clock.now_s += 2
        assert not virtual.shown.dashes
        _spoken_with(virtual)
    display.close()
    clock.now_s += 4
    assert virtual.shown.dashes or virtual.shown.dark


def test_closing_does_not_wait_for_a_mute_display(virtual: VirtualDisplay) -> None:
    """A display that never answers does not hold up the end: the port is given back at once."""
    virtual.hang()
    display = open_display(virtual.url, settings=FAST)
    display.show(state(1))
    assert not display.wait_shown(0.4)
    display.close()
    assert display.status.connection is Connection.CLOSED


def test_an_effect_of_somebody_who_is_not_shown_is_dropped() -> None:
    """With two slots for three players, the hidden one's effect is not played on somebody else's score."""
    with VirtualDisplay(BoardTraits(slots=2)) as virtual:
        display = open_display(virtual.url, settings=FAST)
        shown_on(display, state(9, 1, 5))
        assert list(virtual.shown.scores) == ["Ann", "Ben"]
        display.animate(Animation.WIN, 2, 5000)
        display.animate(Animation.UNDO, 1, 5000)
        assert virtual.wait_for(lambda shown: shown.playing is not None)
        playing = virtual.shown.playing
        assert playing is not None
        assert (playing.animation, playing.slot) == (Animation.UNDO, 1)
        display.close()


def test_an_idle_display_dims_by_itself(virtual: VirtualDisplay) -> None:
    """After the idle time without a change the display dims, though nobody tells it anything."""
    layout, time_of_link = DisplayLayout(idle="dim", idle_after_s=300.0), Clock()
    driver = BoardDriver(port_opener(parse_display_url(virtual.url)))
    display = Link(virtual.url, driver, settings=FAST, layout=layout, clock=time_of_link)
    shown_on(display, state(1, 2))
    assert virtual.shown.brightness == 64
    time_of_link.now_s += 301
    assert virtual.wait_for(lambda shown: shown.brightness == 16)
    display.show(state(1, 3))
    assert virtual.wait_for(lambda shown: shown.brightness == 64)
    display.close()


def test_the_reader_can_ask_when_our_light_changes(virtual: VirtualDisplay, display: Display) -> None:
    """The status says until when the display's light may change because of us: an effect counts to its end."""
    shown_on(display, state(1, 2))
    assert wait_until(lambda: 0 < display.status.light_changes_until_s < time.monotonic())
    asked_s = time.monotonic()
    display.animate(Animation.ATTENTION, ALL_SLOTS, 2000)
    assert wait_until(lambda: display.status.light_changes_until_s > asked_s + 2)


class PluggedInLater:
    """A display that is met only when the test plugs it in, and notes which effects it plays."""

    def __init__(self) -> None:
        self.plugged_in = threading.Event()
        self.has_played = threading.Event()
        self.played: list[Animation] = []

    slots = 2

    def connect(self) -> str:
        """Wait for the plug."""
        self.plugged_in.wait()
        return "a scripted display"

    def show(self, arranged: Arranged) -> None:
        """Confirm at once."""

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Note it."""
        self.played.append(animation)
        self.has_played.set()

    def heartbeat(self) -> None:
        """Is always well."""

    def poll(self, timeout_s: float) -> list[Button]:
        """Nobody presses anything."""
        return []

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Add nothing."""
        return status

    def darken(self) -> None:
        """Show nothing."""

    def stop(self) -> None:
        """Stop waiting for the plug."""
        self.plugged_in.set()

    def close(self) -> None:
        """Has no port."""


def test_an_effect_asked_for_too_long_ago_is_not_played() -> None:
    """What was asked while the display was unplugged is no news when it is back; what is asked then is played."""
    now_s = [100.0]
    driver = PluggedInLater()
    settings = DisplayLinkSettings(animation_age_s=1.0)
    link = Link("scripted:", driver, settings=settings, layout=DisplayLayout(), clock=lambda: now_s[0])
    link.show(DisplayState((DisplayPlayer("Ann", 1), DisplayPlayer("Ben", 2))))
    link.animate(Animation.WIN, 0)
    now_s[0] += 1.5
    link.animate(Animation.POINTS, 1)
    driver.plugged_in.set()
    assert driver.has_played.wait(60)
    link.close()
    assert driver.played == [Animation.POINTS]


@pytest.mark.soak
def test_a_million_damaged_frames_show_nothing_wrong() -> None:
    """After 1,000,000 damaged frames the display still shows what the last COMMIT said."""
    rng = random.Random(11)
    board = VirtualBoard(boot=1)
    shown = (Player(0, True, False, (9, 9, 9), 42, None, "Ann"), Player(1, False, False, (8, 8, 8), -7, 3, "Ben"))
    for number, message in enumerate((Hello(), *shown, Commit(2, False, state_digest(shown))), 1):
        board.receive(encode_frame(pack(message, number)), 0.0)
    for number in range(1_000_000):
        other = Player(number % 2, False, False, (1, 2, 3), rng.randint(-999, 9999), None, "Ann")
        message = other if number % 3 else Commit(2, False, rng.randrange(65536))
        data = bytearray(encode_frame(pack(message, number % 255 + 1)))
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(1, len(data) - 1)] = rng.randrange(256)
        board.receive(bytes(data), 0.0)
    assert [(slot.name, slot.score) for slot in board.slots] == [("Ann", 42), ("Ben", -7)]
