"""What the LED displays show of a session and of what has just happened, and how it stands with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware_bridge import Animation, Display, DisplayPlayer, DisplayState
from live.page.state import own_colour, seat_colour
from live.table.session import Session
from tabletop.gamefile import load_game

DARKEST = 60
"""Of 255: a colour whose strongest part is weaker is none for a light."""
ANIMATIONS = {
    "move": Animation.POINTS,
    "replaced": Animation.UNDO,
    "over": Animation.WIN,
    "question": Animation.ATTENTION,
}
"""What is played when viewers are told such an event."""


def display_state(session: Session, *, quiet: bool = False) -> DisplayState:
    """What the LED displays show: players in seat order."""
    game = load_game(session.header.game)
    turn_of = session.rules.to_move(session.state)
    last = {move.judged.move.player: move.judged.points for move in session.moves}
    players = tuple(
        DisplayPlayer(
            name,
            session.played.totals.get(name, 0),
            _lit(own_colour(session, game, seat), seat_colour(game, seat)),
            active=name == turn_of,
            winner=session.played.over and name in session.played.winners,
            last_points=last.get(name),
        )
        for seat, name in enumerate(session.header.players, start=1)
    )
    return DisplayState(players, quiet=quiet)


def animate(displays: Sequence[Display], news: Sequence[tuple[str, Mapping[str, Any]]], players: Sequence[str]) -> None:
    """Play what has happened: a move with points at its player's place, the rest on the whole display."""
    for event, data in news:
        animation = ANIMATIONS.get(event)
        if animation is None or (event == "move" and not data.get("points")):
            continue
        player = data.get("player") if event == "move" else None
        place = {"slot": players.index(player)} if player in players else {}
        for display in displays:
            display.animate(animation, **place)


def display_words(display: Display) -> Mapping[str, Any]:
    """How it stands with a display, for the page."""
    status = display.status
    return {"device": status.device, "connection": status.connection.value, "message": status.message}


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return (red, green, blue)


def _lit(colour: str, otherwise: str) -> tuple[int, int, int]:
    """A colour that lights can show: black would be no light at all."""
    return _rgb(colour) if max(_rgb(colour)) >= DARKEST else _rgb(otherwise)
