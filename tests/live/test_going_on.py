"""The game goes on: whatever is typed, shown, lit or looked at, a fault in it ends neither the game nor its record."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

import live.runtime.loop
import live.runtime.loop_state
import live.runtime.requests
from firmware_bridge import open_display
from live.console.faults import Faults
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.move_pictures import EvidenceFolder
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import Frame
from live.table.frame_reader import FrameOutcome
from live.table.session import Draft, begin, write
from simulator.displays import VirtualDisplay
from tabletop.errors import BoardsightError, UsageError
from tabletop.games.small_city.values import Enter
from tabletop.pieces.values import PassTurn
from tabletop.records import Header, read_record

CITY = Header("small-city", ("Ann", "Ben"))
NINE = ("Ann", "Ben", "Cem", "Dora", "Edi", "Fee", "Gus", "Hal", "Ida")
MEADOW = Path(__file__).parents[2] / "examples" / "meadow.toml"


class _Terminal:
    """What was said on it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        self.lines.append(line)


Begin = Callable[[Header], LiveTable]


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Begin]:
    """Begins a table with a header."""
    stores: list[RecordStore] = []

    def new(header: Header) -> LiveTable:
        stores.append(RecordStore.open(tmp_path / "game.jsonl", header=header))
        return LiveTable(begin(header), stores[-1], Publication(), Mailbox(), faults=Faults(_Terminal()))

    yield new
    for store in stores:
        store.close()


def _said(table: LiveTable) -> list[str]:
    assert isinstance(table.faults.say, _Terminal)
    return table.faults.say.lines


def _votes(value: int) -> Mapping[str, Any]:
    return {"do": "enter", "player": "Ann", "key": "votes", "value": value}


# -- what is typed in, and what displays can show


@pytest.mark.parametrize("value", [32768, -32769, 2**31, 10**40])
def test_a_number_that_nobody_has_is_refused_and_not_stored(begun: Begin, value: int) -> None:
    """What is typed in beyond all reason is told to who typed it, and the record stays as it is."""
    table = begun(CITY)
    before = table.store.text()
    with pytest.raises(UsageError, match=f"{str(value)[:20]}.*expected"):
        table.act("turn", _votes(value))
    with pytest.raises(UsageError, match=f"{str(value)[:20]}.*expected"):
        table.act("correct", {"do": "insert", "after": 0, "move": _votes(value)})
    assert table.store.text() == before


@pytest.mark.parametrize("value", [32768, -32769, 2**31, -(2**40)])
def test_a_display_shows_the_nearest_that_it_can(begun: Begin, value: int) -> None:
    """Whatever the rules count, the page has the number, and the display what its protocol carries."""
    table = begun(CITY)
    table.session = replace(table.session, played=replace(table.session.played, totals={"Ann": value, "Ben": 0}))
    with VirtualDisplay() as virtual:
        table.displays = [open_display(virtual.url)]
        table.show()
        assert table.publication.state["players"][0]["total"] == value
        nearest = min(max(value, -(2**31)), 2**31 - 1)
        assert virtual.wait_for(lambda shown: shown.scores.get("Ann") == nearest, timeout_s=180)
        table.displays[0].close()
    assert _said(table) == []


def test_nine_players_have_a_display(begun: Begin, tmp_path: Path) -> None:
    """A game for more people than a display has places for is played; the display shows six of them."""
    game = tmp_path / "meadow.toml"
    game.write_text(MEADOW.read_text("utf-8").replace("players = [2, 4]", "players = [2, 9]"), "utf-8")
    table = begun(Header(str(game), NINE))
    with VirtualDisplay() as virtual:
        table.displays = [open_display(virtual.url)]
        table.take(write(table.session, [Draft(PassTurn("Ann"))], at=None))
        assert [player["name"] for player in table.publication.state["players"]] == list(NINE)
        assert virtual.wait_for(lambda shown: len(shown.scores) == 6, timeout_s=180)
        table.displays[0].close()
    assert _said(table) == []


# -- faults of the program itself


def _broken(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("planted")


def test_a_fault_in_a_wish_is_told_to_who_wished(begun: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker gets one sentence, the terminal one line however often it happens, the next wish is carried out."""
    table = begun(CITY)
    monkeypatch.setattr(live.runtime.requests, "placement_values", _broken)
    replies = [table.mailbox.ask("worth", {}) for _ in range(3)]
    well = table.mailbox.ask("turn", _votes(3))
    for _ in replies:  # a question a round
        table.mailbox.answer_all(table.act)
    for reply in replies:
        with pytest.raises(BoardsightError, match="a fault in Boardsight itself"):
            reply.result(timeout=60)
    assert well.result(timeout=60)["lines"] == 1
    assert len(_said(table)) == 1
    assert table.counters.faults == 3


def test_a_wish_that_nobody_waits_for_any_more_harms_nobody(begun: Begin) -> None:
    """Who asked has gone (the page gives up after ten seconds): the others are answered."""
    table = begun(CITY)
    given_up = table.mailbox.ask("turn", _votes(1))
    given_up.cancel()
    well = table.mailbox.ask("turn", _votes(2))
    table.mailbox.answer_all(table.act)
    assert well.result(timeout=60)["totals"]["Ann"] == 2


def test_what_cannot_be_shown_is_not_stored(begun: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move whose state the page can't be told is refused before a byte of it is on the disk."""
    table = begun(CITY)
    table.show()
    before = table.store.text()
    monkeypatch.setattr(live.runtime.loop_state, "view", _broken)
    with pytest.raises(BoardsightError, match="a fault in Boardsight itself"):
        table.act("turn", _votes(3))
    assert (table.store.text(), table.session.entries) == (before, ())


def test_what_cannot_be_read_again_is_not_stored(begun: Begin) -> None:
    """Half a letter (a lone surrogate) has no bytes: the wish is refused, and the record opens as before."""
    table = begun(CITY)
    with pytest.raises(BoardsightError):
        table.act("turn", {"do": "enter", "player": "Ann", "key": "promise:3", "value": "\ud800"})
    table.act("turn", _votes(3))
    table.store.close()
    assert RecordStore.open(table.store.path).found is not None


def test_a_fault_in_the_view_leaves_the_last_one_with_a_sentence(begun: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page keeps what it showed, and says that there is a fault."""
    table = begun(CITY)
    table.act("turn", _votes(3))
    monkeypatch.setattr(live.runtime.loop_state, "view", _broken)
    table.show()
    table.show()
    shown = table.publication.state
    assert shown["players"][0]["total"] == 3
    assert "a fault in Boardsight itself" in shown["problems"][0]["message"]
    assert len(_said(table)) == 1


def test_a_record_of_which_no_view_can_be_made_opens_all_the_same(
    begun: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the start the page has the names, the points and the sentence, and wishes are answered."""
    table = begun(CITY)
    monkeypatch.setattr(live.runtime.loop_state, "view", _broken)
    table.show()
    shown = table.publication.state
    assert [(player["name"], player["total"]) for player in shown["players"]] == [("Ann", 0), ("Ben", 0)]
    assert "a fault in Boardsight itself" in shown["problems"][0]["message"]
    assert table.act("forms", {})


@pytest.mark.parametrize("part", ["display_state", "display_words"])
def test_a_fault_in_the_lights_reaches_neither_page_nor_record(
    begun: Begin, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """With a display that nothing can be shown on, moves are stored and the page shows them."""
    table = begun(CITY)
    with VirtualDisplay() as virtual:
        table.displays = [open_display(virtual.url)]
        monkeypatch.setattr(live.runtime.loop_state, part, _broken)
        table.act("turn", _votes(3))
        table.displays[0].close()
    assert table.publication.state["players"][0]["total"] == 3
    assert len(table.session.entries) == 1
    assert len(_said(table)) == 1


def test_a_fault_in_who_looks_on_ends_nothing(begun: Begin) -> None:
    """Whoever prints the course or tells the network may fail: the move is stored and shown."""
    table = begun(CITY)
    table.on_step = table.on_show = _broken
    table.act("turn", _votes(3))
    table.act("turn", _votes(4))
    assert table.publication.state["players"][0]["total"] == 4
    assert len(_said(table)) == 2


class _Frames:
    """A film of black pictures at which nobody can look."""

    live = False
    name = "film"
    sight = reading = None

    def __init__(self) -> None:
        self.left = 3

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame."""
        self.left -= 1
        return Frame(numpy.zeros((8, 8, 3), numpy.uint8), float(-self.left), 1) if self.left >= 0 else None

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """The fault."""
        raise ZeroDivisionError("planted")

    def beside(self, frame: Frame) -> tuple[()]:
        """There is one camera."""
        return ()


def test_a_fault_in_looking_is_told_and_the_next_frame_is_looked_at(begun: Begin) -> None:
    """The loop reaches the film's end; the page says why nothing is read, the terminal says it once."""
    table = begun(CITY)
    told: list[str] = []
    table.on_show = lambda: told.append(table.publication.state["camera"]["message"])
    watch_table(table, _Frames(), _Frames(), stop=threading.Event())  # type: ignore[arg-type]
    assert table.watching.state == "ended"
    assert any("a fault in Boardsight itself" in message for message in told)
    assert len(_said(table)) == 1


# -- the record


def test_what_becomes_of_the_record_is_said_on_page_and_terminal(begun: Begin) -> None:
    """Replaced while nobody moves: the page says where the game is now, the terminal says it once."""
    table = begun(CITY)
    table.act("turn", _votes(3))
    table.store.path.write_text("milk\n")
    for _ in range(3):
        table.look_at_record()
    assert "game-goes-on.jsonl" in table.publication.state["problems"][0]["message"]
    assert table.publication.state["record"] == "game-goes-on.jsonl"
    assert len(_said(table)) == 1


def test_without_its_disk_the_game_goes_on_and_another_place_is_named(begun: Begin, tmp_path: Path) -> None:
    """The stick is pulled: moves are taken, the page counts what is in memory only, until a place is named."""
    table = begun(CITY)
    table.store.go_on_in(_folder(tmp_path / "stick"))
    table.act("turn", _votes(3))
    (tmp_path / "stick").rename(tmp_path / "pocket")
    assert table.act("turn", _votes(4))["unsaved"] == 3
    state = table.publication.state
    assert (state["players"][0]["total"], state["unsaved"]) == (4, 3)
    assert "is gone" in state["problems"][0]["message"]
    answer = table.act("record", {"path": str(_folder(tmp_path / "other"))})
    assert answer["unsaved"] == 0
    found = read_record((tmp_path / "other" / "game.jsonl").read_bytes())[0]
    assert [entry.move for entry in found.entries] == [Enter("Ann", "votes", 3), Enter("Ann", "votes", 4)]
    assert "other" in table.publication.state["problems"][0]["message"]


def test_earlier_pictures_are_found_after_the_record_has_moved(begun: Begin, tmp_path: Path) -> None:
    """New pictures lie beside the new record, the earlier ones are still shown."""
    table = begun(CITY)
    table.evidence = EvidenceFolder(table.store.path)
    table.evidence.keep("000001.jpg", b"one")
    table.act("record", {"path": str(_folder(tmp_path / "other"))})
    table.evidence.keep("000002.jpg", b"two")
    assert (tmp_path / "other" / "game.pictures" / "000002.jpg").read_bytes() == b"two"
    assert [table.evidence.picture(name) for name in ("000001.jpg", "000002.jpg")] == [b"one", b"two"]


def _folder(path: Path) -> Path:
    path.mkdir()
    return path
