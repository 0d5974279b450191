"""Game files checked: all that is wrong, in plain words."""

from dataclasses import replace
from tomllib import loads

import pytest

from tabletop.codecheck import NEW_GAMES, shared_codes
from tabletop.customfile import completed
from tabletop.gamecheck import complaints_about
from tabletop.gamefile import load_game, parse_game, shipped_games
from tabletop.shipped import game_folders

GAME = """
[game]
name = "g"
title = "G"
rules = "custom"
players = [1, 2]
[grid]
rows = 3
columns = 3
pitch_mm = 30.0
[[parts]]
id = "a"
[[parts]]
id = "b"
cells = [[0, 0], [0, 1]]
"""


def sentences(text):
    """Every complaint about a game file."""
    return [complaint.sentence for complaint in complaints_about(loads(text))[1]]


@pytest.mark.parametrize("game", shipped_games())
def test_shipped_games_are_well(game):
    """The games that come with Boardsight have nothing wrong: no code twice, none outside their range."""

    text = (game_folders()[game] / "game.toml").read_text(encoding="utf-8")
    assert sentences(text) == []


def test_codes_of_different_games_never_meet():
    """One look at the codes tells the game: the ranges of the shipped games are apart, custom files have their own."""
    owners = {}
    for game in shipped_games():
        for id_ in load_game(game).by_code:
            assert owners.setdefault(id_, game) == game
    assert all(id_ < 700 or id_ in NEW_GAMES for id_ in owners)


@pytest.mark.parametrize(
    ("rules", "first", "last", "said"),
    [
        ("custom", 350, 420, "its codes 350 to 356 are also those of My City; take [codes] first = 700, last = 799"),
        ("custom", 800, 959, ""),
        ("my-city", 700, 720, "those of games of one's own; take [codes] first = 800, last = 819"),
        ("my-city", 960, 999, "also those of Four Ponds; take [codes] first = 800, last = 819"),
        ("my-city", 350, 420, ""),
    ],
)
def test_codes_of_other_games_are_told_with_those_that_are_free(rules, first, last, said):
    """700 to 799 are people's own files', 800 to 959 free for new games, 960 on Four Ponds'; the same rules share."""
    text = GAME.replace("[grid]", f"[codes]\nfirst = {first}\nlast = {last}\n[grid]")
    game = replace(parse_game(text), rules=rules)
    told = [complaint.sentence for complaint in shared_codes(game)]
    assert (told == []) if not said else (said in told[0] and not told[1:])


def test_a_short_custom_file_is_completed():
    """Codes come by themselves without clash, and a board with four codes is added."""
    game = parse_game(GAME)
    assert sorted(game.by_code) == [700, 701, 702, 703, 704, 705, 706]
    assert len(game.by_id["board"].codes) == 4
    assert sentences(GAME) == []


def test_given_codes_stay():
    """Codes that the file gives stay, the others go around them."""
    game = parse_game(GAME.replace('id = "a"', 'id = "a"\nfirst_code = 701'))
    assert game.by_code[701][0].id == "a"
    assert {code.id for code in game.by_id["b"].codes} == {702, 703}


def test_too_many_codes_are_refused():
    """A file that needs more codes than the range holds says so."""
    with pytest.raises(ValueError, match="do not suffice"):
        completed({"game": {"name": "g"}, "grid": {"pitch_mm": 30, "rows": 9, "columns": 9},
                   "parts": [{"id": "a{n}", "each": {"n": list(range(400))}}]})  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("pitch_mm = 30.0", "pitch_mm = 12.0"), "pitch_mm = 12 leaves squares of 10.0 mm.*make it 23 or more"),
        (("players = [1, 2]", "players = [3, 2]"), "the fewest and the most"),
        (("cells = [[0, 0], [0, 1]]", "cells = [[0, 0], [0, 0]]"), "the same cell"),
        (("rows = 3", 'rows = 3\nnames = "x"'), "rows-from-top"),
        (('"a"', '"a"\noutline_mm = [[0, 0], [30, 20], [30, 0], [0, 10]]'), "its outline crosses itself"),
    ],
)
def test_what_is_wrong_is_said(change, message):
    """Each mistake gets one sentence with its value and the mend."""
    import re

    found = sentences(GAME.replace(*change))
    assert any(re.search(message, sentence) for sentence in found), found


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("{ side = ['north'] }", ["[[parts]] 1: when names the option 'side'; the game has map, blind"]),
        ("{ map = ['hex', 'sqare'] }", ['[[parts]] 1: when map = \'sqare\'; that option has "square", "hex"']),
        ("{ map = ['hex'], blind = [true] }", []),
        ("['hex']", ["part a: when = ['hex']; expected a table, each value a list, each a value of that option"]),
    ],
)
def test_what_is_needed_only_with_an_option_names_one_of_the_games(when, said):
    """Else it would never be printed, and nobody would know why."""
    options = "players = [1, 2]\noptions = { map = ['square', 'hex'], blind = [false, true] }"
    text = GAME.replace("players = [1, 2]", options).replace('id = "a"', f'id = "a"\nwhen = {when}')
    assert sentences(text) == said


def test_four_cells_make_one_outline():
    """A square of four cells has no hole in its middle."""
    game = parse_game(GAME.replace("cells = [[0, 0], [0, 1]]", "cells = [[0, 0], [0, 1], [1, 0], [1, 1]]"))
    assert len(game.by_id["b"].outline_mm) == 4


def test_one_entry_for_many_parts():
    """`each` makes a part for every combination, fills names in, keeps numbers as numbers, and counts codes on."""
    game = parse_game(
        GAME + '[[parts]]\neach = { player = ["red", "blue"], value = [1, 2] }\nid = "{player}-{value}"\n'
        "first_code = 900\n"
        'title = "{player} number {value}"\nnumber = "{value}"\n'
    )
    made = [part for part in game.parts if part.player is not None]
    assert [part.id for part in made] == ["red-1", "red-2", "blue-1", "blue-2"]
    assert [part.codes[0].id for part in made] == [900, 901, 902, 903]
    assert (made[3].title, made[3].number, made[3].value) == ("blue number 2", 2, 2)
