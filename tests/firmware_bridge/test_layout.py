"""The layout language: who stands where, when what happens, how bright."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge import Animation, DisplayPlayer, DisplayState, layout_names, parse_layout, read_layout
from firmware_bridge.layout import DisplayLayout, arrange, events_between, place_text
from tabletop.errors import UnreadableInput, UsageError

NAMES = ("Ann", "Ben", "Cem", "Dan")


def state(*scores: int, active: int | None = None, quiet: bool = False, brightness: int = 64) -> DisplayState:
    """Return a game's state."""
    players = tuple(
        DisplayPlayer(name, score, active=seat == active)
        for seat, (name, score) in enumerate(zip(NAMES, scores, strict=False))
    )
    return DisplayState(players, quiet=quiet, brightness=brightness)


def shown(layout: DisplayLayout, game: DisplayState, slots: int = 8) -> list[str]:
    """Return the names that are shown, by place."""
    return [player.name for player in arrange(game, layout, slots=slots).state.players]


def test_without_places_everybody_in_seat_order() -> None:
    """A display with room for all shows all, in the order of their seats."""
    assert shown(DisplayLayout(), state(1, 2, 3)) == ["Ann", "Ben", "Cem"]


@pytest.mark.parametrize(
    ("active", "names"), [(0, ["Ann", "Cem"]), (1, ["Ben", "Cem"]), (2, ["Ann", "Cem"]), (3, ["Cem", "Dan"])]
)
def test_a_small_display_shows_turn_and_leader(active: int, names: list[str]) -> None:
    """With two slots for four players: whose turn it is and who leads, in seat order."""
    assert shown(DisplayLayout(), state(1, 2, 30, 4, active=active), slots=2) == names


def test_places_say_who_stands_where() -> None:
    """Each place takes the player that it asks for; a place for nobody is left out."""
    text = "".join(f'[[places]]\nshows = "{one}"\n' for one in ("active", "next", "leader", "name Dan", "player 4"))
    layout = parse_layout(text)
    arranged = arrange(state(5, 9, 7, active=2), layout, slots=8)
    assert [player.name for player in arranged.state.players] == ["Cem", "Ann", "Ben"]
    assert (arranged.seats, arranged.places) == ((2, 0, 1), (0, 1, 2))


NIGHT, IDLE = '[night]\nfrom = "22:00"\nto = "07:00"\nbrightness = 8', '[idle]\nlook = "{}"\nafter_minutes = 2'


@pytest.mark.parametrize(
    ("text", "wished", "when", "brightness"),
    [
        ("brightness = 20", 64, {}, 20),
        ("brightness = 20", 9, {}, 9),
        (NIGHT, 64, {"minute_of_day": 21 * 60 + 59}, 64),
        (NIGHT, 64, {"minute_of_day": 22 * 60}, 8),
        (NIGHT, 64, {"minute_of_day": 3 * 60}, 8),
        (NIGHT, 64, {"minute_of_day": 7 * 60}, 64),
        (IDLE.format("dim"), 64, {"idle_s": 119}, 64),
        (IDLE.format("dim"), 64, {"idle_s": 121}, 16),
        (IDLE.format("same"), 64, {"idle_s": 121}, 64),
        (IDLE.format("dark"), 64, {"idle_s": 121}, 0),
    ],
)
def test_how_bright_a_display_is(text: str, wished: int, when: Any, brightness: int) -> None:
    """The darker of game and layout; at night, over midnight; after some time in which nothing changes."""
    assert arrange(state(1, brightness=wished), parse_layout(text), slots=2, **when).state.brightness == brightness


@pytest.mark.parametrize(
    ("look", "expected"), [("same", (64, False)), ("still", (64, True)), ("dim", (16, True)), ("dark", (0, True))]
)
def test_quiet_looks(look: str, expected: tuple[int, bool]) -> None:
    """While the board is read the display keeps still, dims or goes dark, as its layout says."""
    arranged = arrange(state(1, quiet=True), parse_layout(f'quiet = "{look}"'), slots=2)
    assert (arranged.state.brightness, arranged.state.quiet) == expected


def test_events_are_seen_between_states() -> None:
    """A turn, points and a win are noticed by what has changed; the win comes last."""
    before = state(1, 2, active=0)
    after = DisplayState((DisplayPlayer("Ann", 5, winner=True, last_points=4), DisplayPlayer("Ben", 2, active=True)))
    assert events_between(before, after) == [
        (Animation.TURN, 1),
        (Animation.POINTS, 0),
        (Animation.WIN, 0),
    ]


def test_another_game_is_no_event() -> None:
    """Other players, or the first state of all, are no events."""
    assert events_between(None, state(1, 2)) == []
    assert events_between(state(1, 2), state(3)) == []
    assert events_between(state(1), DisplayState((DisplayPlayer("Zoe", 9),))) == []


def test_texts_are_filled_in() -> None:
    """A place's text takes name, score and last points."""
    layout = parse_layout('[[places]]\nshows = "player 1"\ntext = "{name} {score} ({points})"')
    assert place_text(DisplayPlayer("Ann", 12, last_points=-3), layout.places[0]) == "Ann 12 (-3)"


@pytest.mark.parametrize("name", layout_names())
def test_our_layouts_are_valid(name: str) -> None:
    """Every layout that comes with Boardsight reads, and shows two players."""
    assert len(shown(read_layout(name), state(3, 5, active=0))) == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("brightness = 300", "brightness: 300 is not possible; expected a whole number from 0 to 255"),
        ("brightnes = 3", "'brightnes' is not known here; expected a layout with title, brightness, night"),
        ('quiet = "loud"', 'quiet: "loud" is not possible; expected one of same, still, dim, dark'),
        ('[[places]]\nshows = "player 9"', 'line 2: shows: "player 9" is not possible; expected player 1 to player 8'),
        ('[[places]]\nshows = "active"\nleds = [9, 3]', "line 3: leds: [9, 3] is not possible; expected the first"),
        ('[[places]]\nshows = "active"\nleds = "all"', 'line 3: leds: "all" is not possible; expected the first'),
        ('[night]\nfrom = "25:00"\nto = "07:00"', 'line 2: from: "25:00" is not possible; expected a time of day'),
        ("[events]\nparty = { ms = 5 }", "'party' is not known here; expected [events] with"),
        ("[events]\nwin = { ms = 5 }", "ms: 5 is not possible; expected a whole number from 100 to 60000"),
        ("brightness = ", "no value follows the ="),
    ],
)
def test_a_wrong_file_is_explained(text: str, complaint: str) -> None:
    """What is wrong in a layout file is said in one sentence with what was expected."""
    with pytest.raises(UnreadableInput) as refusal:
        parse_layout(text, "mine.toml")
    assert str(refusal.value).startswith("mine.toml")
    assert complaint in str(refusal.value)


def test_an_unknown_layout_names_ours() -> None:
    """A layout that is neither a file nor one of ours: the message lists ours."""
    with pytest.raises(UsageError, match="digits-8, matrix-32x8, matrix-4x8x8, strip-60"):
        read_layout("strip-61")


def test_a_winner_is_celebrated_once() -> None:
    """Whatever changes after the end, the one who has won has not won again."""
    over = DisplayState((DisplayPlayer("Ann", 5, winner=True), DisplayPlayer("Ben", 2)))
    later = DisplayState((DisplayPlayer("Ann", 5, winner=True), DisplayPlayer("Ben", 3)))
    assert events_between(over, later) == []
