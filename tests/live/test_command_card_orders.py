"""What each command card does at a table, and the one sentence where it can't be obeyed now."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import pytest

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.command_cards import heed
from live.runtime.live_table import LiveTable
from live.sources import Frame
from live.table.frame_reader import FrameOutcome
from live.table.multi_camera import _cards_of
from live.table.session import Draft, begin, write
from simulator.games import random_game
from tabletop.records import Header
from tabletop.translation import translation
from vision import SeenCommandCard

HEADER = Header("try", ("Ann", "Ben"))
PLAYED = random_game(HEADER, 1)
BLANK = numpy.zeros((4, 4, 3), numpy.uint8)


class Table:
    """A table whose moves and cards the test lays."""

    def __init__(self, folder: Path, header: Header = HEADER) -> None:
        self.store = RecordStore.open(folder / "game.jsonl", header=header)
        self.live = LiveTable(
            begin(header), self.store, Publication(), Mailbox(), cards=CommandCardDesk(lot=lambda count: 1)
        )
        self._number = 0
        self.see()

    def see(self, *commands: str) -> None:
        """Two seconds in which these cards lie there, each time at another place."""
        self._number += 1
        for frame in range(10):
            left = 50.0 * self._number
            corners = numpy.array([(left, 0.0), (left + 40, 0.0), (left + 40, 40.0), (left, 40.0)])
            cards = [SeenCommandCard(command, corners) for command in commands]
            heed(self.live, Frame(BLANK, 2.0 * self._number + frame / 5, frame), cards)

    def lay(self, *commands: str) -> str:
        """Cards laid and taken away; what the page says of them."""
        self.see(*commands)
        self.see()
        return str(self.live.publication.state["card"]["text"])

    def play(self, count: int) -> None:
        """The game's first moves."""
        moves = [entry.move for entry in PLAYED.entries[:count]]
        self.live.take(write(self.live.session, [Draft(move) for move in moves], at="2026-01-01T00:00:00Z"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The tiny game, not begun yet."""
    made = Table(tmp_path)
    yield made
    made.store.close()


def test_take_back_takes_the_last_move_back(table: Table) -> None:
    """As the page's button does; once more when it is laid again."""
    table.play(2)
    assert table.lay("take-back") == "card: Take back: the last move is taken back"
    assert [move.n for move in table.live.session.moves] == [1]
    table.lay("take-back")
    assert not table.live.session.moves


@pytest.mark.parametrize("goes_on", ["pause", "begin"])
def test_pause_lets_the_game_rest_and_go_on(table: Table, goes_on: str) -> None:
    """Laid once it rests; laid again, or with Begin, it goes on."""
    table.lay("pause")
    assert table.live.paused
    assert table.lay(goes_on).endswith(": the game goes on")
    assert not table.live.paused


@pytest.mark.parametrize(
    ("card", "moves", "reason"),
    [
        ("begin", 0, "card: Begin: not now, the game has begun long since"),
        ("take-back", 0, "card: Take back: not now, there is nothing to take back yet"),
        ("pass", 1, "card: Pass: not now, by the rules Ben can't pass"),
        ("pass", len(PLAYED.entries), "card: Pass: not now, the game is over; nobody has a turn any more"),
        ("who-is-first", 1, "card: Who is first?: not now, the game has begun, and Ann was first"),
    ],
)
def test_what_cant_be_now_says_why(table: Table, card: str, moves: int, reason: str) -> None:
    """In one sentence that German knows too, and nothing is written."""
    table.play(moves)
    assert table.lay(card) == reason
    assert len(table.live.session.entries) == moves
    shown = table.live.publication.state["card"]
    assert shown["done"] is False
    assert translation(reason, "de") is not None
    assert " not " not in str(translation(reason, "de"))


def test_two_cards_at_once_are_not_obeyed(table: Table) -> None:
    """Nobody knows which was meant."""
    table.play(1)
    assert table.lay("take-back", "pause") == (
        "cards: Take back and Pause were laid at once; take them away, and lay one"
    )
    assert (table.live.paused, len(table.live.session.entries)) == (False, 1)


def test_the_newest_card_is_told(table: Table) -> None:
    """Laid twice it has another number, so that the page sounds again; the next line takes it away."""
    table.lay("take-back")
    first = table.live.publication.state["card"]["n"]
    table.lay("take-back")
    assert table.live.publication.state["card"]["n"] == first + 1
    table.play(1)
    assert table.live.publication.state["card"] is None


def test_lots_are_drawn_before_the_first_move(table: Table) -> None:
    """The players keep their order round the table; the game begins anew with another first one."""
    assert table.lay("who-is-first") == "card: Who is first?: Ben begins, then Ann"
    assert table.live.cards is not None
    following = table.live.cards.take_next()
    assert following is not None
    assert following.players == ("Ben", "Ann")


def test_the_next_game_waits_for_a_clear_table(table: Table) -> None:
    """Nothing is decided until the card that begins it is laid; then the same players begin a new record."""
    table.play(2)
    assert table.lay("next-game").startswith("card: Next game: clear the table, then lay Begin")
    desk = table.live.cards
    assert desk is not None
    assert (table.live.paused, desk.begun) == (True, None)
    table.lay("begin")
    assert desk.begun is not None
    assert desk.begun.players == HEADER.players
    assert len(table.live.session.entries) == 2


@pytest.mark.parametrize("by", ["card", "page"])
def test_the_next_game_can_be_thought_better_of(table: Table, by: str) -> None:
    """With the card Pause, or where somebody lets the game go on on the page: a later Begin begins no other game."""
    table.play(1)
    table.lay("next-game")
    if by == "card":
        table.lay("pause")
    else:
        table.live.act("pause", {"paused": False})
        table.see()
    assert not table.live.paused
    table.live.act("pause", {"paused": True})
    assert table.lay("begin") == "card: Begin: the game goes on"
    assert table.live.cards is not None
    assert table.live.cards.begun is None


def test_without_cards_nothing_is_heeded(table: Table) -> None:
    """`--no-cards`."""
    table.live.cards = None
    table.see("pause")
    assert not table.live.paused


@pytest.mark.parametrize(
    ("left", "right", "seen"),
    [(("pass",), ("pass", "begin"), ["pass", "begin"]), (None, ("pass",), ["pass"]), (None, None, None)],
)
def test_a_card_that_any_camera_sees_counts(
    left: Sequence[str] | None, right: Sequence[str] | None, seen: list[str] | None
) -> None:
    """Each once; a camera that moves just now hides none that another sees."""
    square = numpy.array([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)])
    looks = [None if told is None else tuple(SeenCommandCard(one, square) for one in told) for told in (left, right)]
    glances = {camera: FrameOutcome("watching", cards=look) for camera, look in enumerate(looks)}
    cards = _cards_of(glances)
    assert (None if cards is None else [card.command for card in cards]) == seen
