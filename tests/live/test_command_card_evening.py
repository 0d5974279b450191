"""An evening without a keyboard: command cards on the virtual table begin it, take back, pass, rest, and go on."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from laid_cards import laid, moves_to, taken, with_cards
from thinned import thinned

from live.main import main
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.server import LOOPBACK, PageServer, listen
from live.records.store import RecordStore
from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.setup.chosen import Chosen, remember
from live.setup.command_cards import CommandCardBegin
from live.setup.preview import Preview
from live.sources import Frame
from live.table.frame_reader import SingleCameraReader
from live.table.session import begin
from simulator.games import opening_position, random_game, turns_of
from simulator.gestures import Pace
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UsageError
from tabletop.gamefile import load_game
from tabletop.notation import move_to_json
from tabletop.records import Header, Record, read_record
from tabletop.translation import translation
from vision import BgrImage

FRAMES_PER_S = 5
STILL = 8
"""Frames of a table that lies as it lies: 1.6 s, after which everything has been seen and done."""


@dataclass
class Scenes:
    """A source of frames: each scene is filmed once and seen for a while; what hands do between them is not filmed."""

    table: VirtualTable
    scenes: Iterator[None]
    name: str = "virtual table"
    live: bool = False
    views: int = 1
    number: int = field(default=0, init=False)
    _left: int = field(default=0, init=False)
    _image: BgrImage | None = field(default=None, init=False)

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame, None when the evening is over."""
        if not self._left:
            try:
                next(self.scenes)
            except StopIteration:
                return None
            self._image, self._left = next(self.table.still(0.1)), STILL
        self._left -= 1
        self.number += 1
        assert self._image is not None
        return Frame(self._image, self.number / FRAMES_PER_S, self.number)

    def close(self) -> None:
        """The table stays where it is: the page and the game look through the same camera."""


class Evening:
    """What people do at the table, scene by scene."""

    def __init__(self, record: Record, game: str, *, empty: bool = False) -> None:
        self.turns, self.opening = turns_of(record), opening_position(record)
        last = self.turns[-1].position
        self.table = VirtualTable(
            with_cards(load_game(game)), last, Room(size_px=(1280, 720), pace=Pace(frames_per_s=5))
        )
        self.cards = 0
        self.right_mm = 2 * self.table.middle_mm[0]
        if not empty:
            self.lay(self.opening)

    def lay(self, position: object) -> None:
        """Pieces laid and taken until the table shows a position."""
        self._unfilmed(moves_to(self.table, position))

    def card(self, command: str) -> None:
        """A card laid beside the board, as by people never twice in the very same place."""
        self.cards += 1
        self._unfilmed((laid(command, (self.right_mm + 70.0 + 7.0 * (self.cards % 5), 60.0), turn_deg=8.0),))

    def away(self, command: str) -> None:
        """And taken away."""
        self._unfilmed((taken(self.table, command),))

    def order(self, command: str) -> Iterator[None]:
        """A card that is laid and taken away again."""
        self.card(command)
        yield
        self.away(command)
        yield

    def _unfilmed(self, changes: object) -> None:
        self.table.filming = False
        for _ in self.table.act(tuple(changes), 1):  # type: ignore[arg-type]
            pass
        self.table.filming = True


GAME = """
[game]
name = "meadow"
title = "Meadow"
rules = "custom"
players = [2, 2]
turns = "in-order"
passing = "always"

[grid]
shape = "square"
rows = 3
columns = 3
pitch_mm = 31.0

[palette]
red-meadow = "#c8503c"
blue-meadow = "#3c6ec8"

[[parts]]
each = { player = ["red", "blue"] }
id = "{player}-flower"
title = "Flower"
tags = ["flower"]
count = 4
colour = "{player}-meadow"

[[terms]]
term = "each"
label = "flowers"
parts = "flower"
points = 1
"""
"""A game of people's own in which everybody may pass."""


def placed(path: Path) -> list[str]:
    """A record's lines, short: who did what where; `gone` for what was taken back."""
    record, _ = read_record(path.read_bytes())
    lines = []
    for entry in record.entries:
        body = {} if entry.move is None else move_to_json(record.header.game, entry.move)
        lines.append(" ".join(str(body[key]) for key in ("player", "do") if key in body) if body else "gone")
    return lines


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program is started."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(evening: Evening, scenes: Iterator[None], monkeypatch: pytest.MonkeyPatch) -> None:
    """`boardsight` alone, with the camera over the table and nobody at the keyboard."""
    source = Scenes(evening.table, scenes)
    monkeypatch.setattr("live.setup.preview.Preview", partial(Preview, opener=lambda words: source))
    monkeypatch.setattr("live.sources.open_sources", lambda words: source)
    close = PageServer.__exit__

    def closed(server: PageServer, *error: object) -> None:
        close(server, *error)
        with pytest.raises(UsageError):  # it stays the evening's until the next page is there
            listen(LOOPBACK, server.port)

    monkeypatch.setattr(PageServer, "__exit__", closed)
    assert main(["setup", "--no-browser"]) == 0


def test_an_evening_is_played_with_cards_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Begin, two moves, one taken back, a pass, a pause in which pieces are touched, another game with lots drawn."""
    (folder / "meadow.toml").write_text(GAME, "utf-8")
    (folder / "out").mkdir()
    monkeypatch.setattr("live.runtime.command_card_desk.randrange", lambda count: count - 1)
    chosen = {"game": "meadow.toml", "players": ["Ann", "Ben"], "cameras": ["0"]}
    (folder / "out" / "evening.json").write_text(json.dumps(chosen), "utf-8")
    evening = Evening(random_game(Header("meadow.toml", ("Ann", "Ben")), 2), "meadow.toml")
    first, second = evening.turns[0].position, evening.turns[1].position

    def scenes() -> Iterator[None]:
        evening.card("begin")
        yield
        yield
        evening.away("begin")
        yield
        evening.lay(first)
        yield
        evening.lay(second)
        yield
        evening.card("take-back")
        yield
        evening.away("take-back")
        evening.lay(first)
        yield
        yield from evening.order("pass")
        yield from evening.order("pause")
        evening.lay(evening.opening)
        yield
        evening.lay(first)
        yield
        yield from evening.order("pause")
        yield from evening.order("next-game")
        evening.lay(evening.opening)
        yield
        yield from evening.order("who-is-first")
        yield from evening.order("begin")
        evening.lay(first)
        yield

    play(evening, scenes(), monkeypatch)
    told = capsys.readouterr().err
    games = sorted((folder / "out").glob("*.jsonl"))
    assert [placed(game) for game in games] == [
        ["Ann place", "Ben place", "gone", "Ben pass"],
        ["Ben place"],
    ]
    said = [line.removeprefix("card").strip() for line in told.splitlines() if line.startswith("card  ")]
    assert said == [
        "Begin: Ann begins, then Ben",
        "Take back: the last move is taken back",
        "Pass: Ben has passed",
        "Pause: nothing counts until it is laid again",
        "Pause: the game goes on",
        "Next game: clear the table, then lay Begin; Pause goes on with this one",
        "Who is first?: Ben begins, then Ann",
        "Begin: Ben begins, then Ann",
    ]


def test_a_first_evening_begins_with_players_without_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody has played here before: Begin alone is refused with a sentence, and counts again beside a game."""
    (folder / "out").mkdir()
    monkeypatch.setattr("live.setup.command_cards.CommandCardBegin._camera", lambda self: "0")
    evening = Evening(random_game(Header("try", ("Ann", "Ben")), 1), "try", empty=True)

    def scenes() -> Iterator[None]:
        yield
        yield from evening.order("begin")
        evening.lay(evening.opening)
        yield
        yield from evening.order("begin")

    play(evening, scenes(), monkeypatch)
    told = capsys.readouterr().err
    assert "Begin: not now, no printed code is seen yet; lay the game in sight, or choose it" in told
    [game] = (folder / "out").glob("*.jsonl")
    record, _ = read_record(game.read_bytes())
    assert (record.header.game, record.header.players) == ("try", ("Player 1", "Player 2"))


TRY = random_game(Header("try", ("Ann", "Ben")), 1)


def begun(folder: Path, *commands: str) -> tuple[Chosen | None, CommandCardDesk]:
    """What the cards begin that are laid one after the other beside the tiny game, and what is said of the last."""
    evening, desk = Evening(TRY, "try"), CommandCardDesk(lot=lambda count: count - 1)
    source = Scenes(evening.table, chain([None], *map(evening.order, commands)))
    cards = CommandCardBegin(Preview(opener=lambda words: source), desk, folder)
    cards.preview.frame("0")
    looks = (cards.look() for _ in range(STILL * (2 * len(commands) + 1) - 1))
    return next((chosen for chosen in looks if chosen is not None), None), desk


@pytest.mark.parametrize(
    ("last", "players"),
    thinned(
        [
            (Chosen("my-city-chess", ("Cem", "Dora"), ("red", "blue")), ("Cem", "Dora")),
            (Chosen("small-city", ("Cem", "Dora", "Eve")), ("Player 1", "Player 2")),
            (Chosen("try", ("Cem", "Dora"), cameras=("1",)), ("Cem", "Dora")),
            (None, ("Player 1", "Player 2")),
        ],
        2,
    ),
    ids=["another game for two", "another number of players", "the same game", "a first evening"],
)
def test_who_plays_when_a_card_begins(tmp_path: Path, last: Chosen | None, players: tuple[str, ...]) -> None:
    """Those of the last evening where the game is for as many, else players without names."""
    if last is not None:
        remember(tmp_path, last)
    chosen, _ = begun(tmp_path, "begin")
    assert chosen is not None
    assert (chosen.game, chosen.players) == ("try", players)


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("pause", "the evening has not begun; lay the game in sight, then Begin"),
        ("who-is-first", "nobody is known by name yet; name the players on the page once"),
    ],
)
def test_other_cards_wait_for_the_evening(tmp_path: Path, card: str, reason: str) -> None:
    """They say so, in German too."""
    chosen, desk = begun(tmp_path, card)
    assert chosen is None
    assert desk.told is not None
    assert desk.told.text.endswith(f"not now, {reason}")
    assert translation(reason, "de") is not None


def test_what_is_taken_back_is_not_read_anew_while_it_lies(tmp_path: Path) -> None:
    """By the page's button too: gone once, until somebody takes the piece away or lays another one."""
    evening, header = Evening(TRY, "try"), TRY.header
    store = RecordStore.open(tmp_path / "game.jsonl", header=header)
    table = LiveTable(begin(header), store, Publication(), Mailbox())

    def scenes() -> Iterator[None]:
        yield
        evening.lay(evening.turns[0].position)
        yield
        table.mailbox.ask("correct", {"do": "undo"})
        yield
        yield
        evening.lay(evening.opening)
        yield
        evening.lay(evening.turns[0].position)
        yield

    reader = SingleCameraReader(load_game("try"), header.players)
    watch_table(table, Scenes(evening.table, scenes()), reader, stop=threading.Event())
    store.close()
    assert placed(store.path) == ["Ann place", "gone", "Ann place"]
