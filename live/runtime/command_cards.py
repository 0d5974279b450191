"""What command cards do at a table: each is a wish that the page's buttons know too, or begins another game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from live.page.state import unseen_turns
from live.runtime.command_card_desk import CommandCardDesk, CommandCardTold
from live.runtime.live_table import LiveTable
from live.sources import Frame
from tabletop.boards import boards_in
from tabletop.commandcards import command_cards
from tabletop.errors import BoardsightError, UsageError
from vision import SeenCommandCard


def heed(table: LiveTable, frame: Frame, cards: Sequence[SeenCommandCard] | None) -> None:
    """Obey the card that was laid, where one was, and say so; say why where it can't be obeyed now."""
    desk = table.cards
    if desk is None or cards is None:
        return
    if not table.paused:
        desk.offered = None
    laid = desk.watch.see(cards, frame.captured_s, settled=frame.fresh)
    if laid:
        tell(table, _obeyed(table, desk, laid))


def tell(table: LiveTable, told: CommandCardTold) -> None:
    """Say it on the terminal and on the page, which sounds it too."""
    assert table.cards is not None, "a card was laid"
    table.cards.tell(told, len(table.session.entries))
    table.show()


def _obeyed(table: LiveTable, desk: CommandCardDesk, laid: Collection[str]) -> CommandCardTold:
    """What came of the cards that were laid."""
    command = next(iter(laid))
    if len(laid) > 1:
        return CommandCardTold(command, False, at_once_words(laid))
    try:
        return done(command, ORDERS[command](table, desk))
    except BoardsightError as error:
        return refused(command, str(error))


def done(command: str, effect: str) -> CommandCardTold:
    """A card that was obeyed."""
    return CommandCardTold(command, True, f"card: {_title(command)}: {effect}")


def refused(command: str, reason: str) -> CommandCardTold:
    """A card that can't be obeyed now."""
    return CommandCardTold(command, False, f"card: {_title(command)}: not now, {reason}")


def at_once_words(laid: Collection[str]) -> str:
    """The sentence on several cards that were laid at once."""
    return f"cards: {' and '.join(map(_title, laid))} were laid at once; take them away, and lay one"


def _title(command: str) -> str:
    return command_cards().by_id[command].title


def _begin(table: LiveTable, desk: CommandCardDesk) -> str:
    """The game that was offered, or the one that rests."""
    if not table.paused:
        raise UsageError("the game has begun long since")
    if desk.offered is not None:
        desk.begun = replace(desk.offered, at=_now())
        return in_turn(desk.offered.players)
    table.act("pause", {"paused": False})
    return "the game goes on"


def _pause(table: LiveTable, desk: CommandCardDesk) -> str:
    desk.offered = None
    table.act("pause", {"paused": not table.paused})
    return "nothing counts until it is laid again" if table.paused else "the game goes on"


def _take_back(table: LiveTable, desk: CommandCardDesk) -> str:
    table.act("correct", {"do": "undo"})
    return "the last move is taken back"


def _pass(table: LiveTable, desk: CommandCardDesk) -> str:
    session = table.session
    player = session.rules.to_move(session.state)
    if session.played.over or player is None:
        raise UsageError("the game is over; nobody has a turn any more")
    turns = [turn["body"] for turn in unseen_turns(session) if turn["body"].get("player") == player]
    passing = [body for body in turns if body["do"] == "pass"] or turns
    if not passing:
        raise UsageError(f"by the rules {player} can't pass")
    table.act("turn", {key: passing[0][key] for key in ("do", "player")})
    return f"{player} has passed"


def _who_is_first(table: LiveTable, desk: CommandCardDesk) -> str:
    """Lots are drawn before the first move: the players sit in the same order, from another one on."""
    header = desk.offered or table.session.header
    if desk.offered is None and table.session.entries:
        raise UsageError(f"the game has begun, and {header.players[0]} was first")
    if table.campaign is not None or boards_in(header.options):
        raise UsageError("everybody has a board of their own here, and the first board's player is first")
    first = desk.lot(len(header.players))
    drawn = replace(header, players=(*header.players[first:], *header.players[:first]))
    if desk.offered is not None:
        desk.offered = drawn
    else:
        desk.begun = drawn
    return in_turn(drawn.players)


def _next_game(table: LiveTable, desk: CommandCardDesk) -> str:
    if table.campaign is not None:
        raise UsageError("this is an episode of a campaign; enter it on the page, then begin the next with --campaign")
    desk.offered = table.session.header
    if not table.paused:
        table.act("pause", {"paused": True})
    return "clear the table, then lay Begin; Pause goes on with this one"


ORDERS: Mapping[str, Callable[[LiveTable, CommandCardDesk], str]] = {
    "begin": _begin,
    "pause": _pause,
    "take-back": _take_back,
    "pass": _pass,
    "who-is-first": _who_is_first,
    "next-game": _next_game,
}
"""Carries a card's command out and says what came of it; BoardsightError says why it can't be now."""


def in_turn(players: Sequence[str]) -> str:
    """Who begins and who follows."""
    first, *others = players
    return f"{first} begins, then {', '.join(others)}" if others else f"{first} begins"


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
