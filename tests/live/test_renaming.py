"""Names taken out of records: words of ours that are like a name stay, and the game is the same."""

import json
import random
from dataclasses import replace

import pytest

from live.records.renaming import renamed, replaced_names, without_names
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.boardfile import board_from
from tabletop.boards import board_word, load_board
from tabletop.records import Header, read_record, write_record
from tabletop.shipped import board_files

GAMES = {"big-city": 3, "small-city": 3, "my-city": 3, "my-city-chess": 3}
OURS = ("player", "do", "n", "kind", "on", "build", "C4", "e4", "board", "turn", "pool", "cell", "at", "crc", "of")
"""Words of records, under which or as which a player may be called."""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", GAMES)
def test_players_called_like_our_words_are_renamed(game: str, seed: int) -> None:
    """The record has other names, is whole, and is the same game."""
    players = tuple(random.Random(seed).sample(OURS, GAMES[game]))
    colours = tuple(zip(players, ("red", "blue", "green"), strict=True)) if game == "my-city-chess" else ()
    record = play_game(rules_for(game), Header(game, players, colours=colours), random.Random(seed))
    record = replace(record, entries=record.entries[:40])
    names = {name: f"P{seat}" for seat, name in enumerate(players, start=1)}
    text = write_record(renamed(record, names))
    again, tear = read_record(text, source="again")
    assert tear is None
    assert again.header.players == tuple(names.values())
    back = write_record(renamed(again, {other: name for name, other in names.items()}))
    assert back == write_record(record)


def test_boards_called_after_players_are_called_otherwise() -> None:
    """A board that is written out in a record, whichever way the name is spelled; its drawing stays."""
    sections = load_board(next(iter(board_files()))).sections
    about = replace(sections.board, name="annas-board, Ann's_map", title="ANN")
    word = board_word(board_from(replace(sections, board=about)))
    (other,) = replaced_names({"options": {"board": [word]}}, {"Ann": "P1"})["options"]["board"]
    told = json.loads(other)["board"]
    assert (told["name"], told["title"]) == ("annas-board, P1's_map", "P1")
    assert json.loads(other) == {
        **json.loads(word),
        "board": {**json.loads(word)["board"], "name": told["name"], "title": "P1"},
    }


def test_who_is_called_alike_keeps_the_whole_name() -> None:
    """Ann goes, Ann Lee stays: in sentences and in what people have called their things."""
    names = {"Ann": "P1", "Ann Lee": "Ann Lee"}
    assert replaced_names({"question": "Ann Lee or Ann?"}, names) == {"question": "Ann Lee or P1?"}
    assert without_names("ann lee's, ann's", names) == "ann lee's, P1's"


def test_no_player_stays_as_a_name_of_something() -> None:
    """Neither of what is kept for each player, nor in a place; a place's own words and what cards are called stay."""
    kept = {"hands": {"Ann": ["Ann"]}, "colours": {"Ann": "red"}, "place": "cell:Ann:C4", "Ann": 1}
    other = {"hands": {"P1": ["Ann"]}, "colours": {"P1": "red"}, "place": "cell:P1:C4", "Ann": 1}
    assert replaced_names(kept, {"Ann": "P1"}) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [("ann.toml", "P1.toml"), ("anns-board", "P1s-board"), ("annual", "annual"), ("Joann", "Joann"), ("2ann", "2ann")],
)
def test_people_s_own_words(text: str, other: str) -> None:
    """Names in either case, between signs that are no letters."""
    assert without_names(text, {"Ann": "P1"}) == other
