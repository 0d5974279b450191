"""The commands score, replay, legal and plan as programs and people call them."""

import json
import os
import xml.etree.ElementTree as ElementTree

import pytest

from live.main import main

RECORD = """\
{"format": "boardsight-record/1", "game": "big-city", "players": ["Ann", "Ben", "Cem"], "options": {}}
{"n": 1, "player": "Ann", "do": "place-tile", "number": 2, "at": [3, 0], "turn": 0}
{"n": 2, "player": "Ben", "do": "place-tile", "number": 3, "at": [0, 3], "turn": 0}
{"n": 3, "player": "Cem", "do": "place-tile", "number": 4, "at": [3, 4], "turn": 0}
{"n": 4, "player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}
{"n": 5, "player": "Ben", "do": "build", "kind": "bank", "on": [14]}
"""
POSITION = """\
game = "big-city"
[[tiles]]
number = 1
at = [0, 0]
[[tiles]]
number = 2
at = [3, 0]
[[pieces]]
kind = "residence"
on = [11, 12]
"""


@pytest.fixture
def record(tmp_path):
    """A record on disk."""
    path = tmp_path / "game.jsonl"
    path.write_text(RECORD)
    return path


@pytest.fixture
def position(tmp_path):
    """A position on disk."""
    path = tmp_path / "city.toml"
    path.write_text(POSITION)
    return path


def document(capsys, *words):
    """What a command prints with --json; its exit code is 0."""
    assert main([*map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_replay_has_the_form_of_the_interface(record, capsys):
    """Every move with its judgement, lines, totals; leaders while the game is not over."""
    printed = document(capsys, "replay", record)
    assert (printed["format"], printed["game"]) == ("boardsight-replay/1", "big-city")
    fourth = printed["moves"][3]
    assert (fourth["n"], fourth["player"], fourth["legal"], fourth["points"]) == (4, "Ann", True, 7)
    assert fourth["lines"] == [
        {"label": "base", "points": 6, "places": ["property:11", "property:12"], "rule": "base"},
        {"label": "on the outskirts", "points": 1, "places": ["property:11"], "rule": "outskirts"},
    ]
    assert fourth["totals"] == {"Ann": 7, "Ben": 0, "Cem": 0}
    fifth = printed["moves"][4]
    assert not fifth["legal"]
    assert {"code", "message", "places"} == set(fifth["problems"][0])
    assert (printed["totals"], printed["winners"], printed["over"]) == ({"Ann": 7, "Ben": 0, "Cem": 0}, ["Ann"], False)


def test_replay_for_people_says_why(record, capsys):
    """Points, reasons, problems with the rulebook's section, the leader."""
    assert main(["replay", str(record)]) == 0
    text = capsys.readouterr().out
    assert "Ann builds a double residence on 11 and 12" in text
    assert "base +6, on the outskirts +1" in text
    assert 'against the rules: bank may be placed only after city hall has been built (rulebook: "Cinema' in text
    assert "Ann leads; the game is not over." in text


def test_a_big_city_position_alone_has_no_players_but_bounds(position, capsys):
    """`players` is empty, `bounds` has the least and the most of each piece."""
    printed = document(capsys, "score", position)
    assert (printed["format"], printed["players"], printed["winners"]) == ("boardsight-score/1", [], [])
    assert printed["bounds"] == [{"kind": "residence", "on": [11, 12], "least": 7, "most": 7}]
    assert printed["problems"] == []


def test_a_position_with_its_record_has_players_and_differences(position, record, capsys):
    """Whose points they are, and where the table differs from the record."""
    printed = document(capsys, "score", position, "--record", record)
    assert [(player["name"], player["total"]) for player in printed["players"]] == [("Ann", 7), ("Ben", 0), ("Cem", 0)]
    assert "property:14" in {place for problem in printed["problems"] for place in problem["places"]}


def test_a_missing_neighbourhood_is_one_difference(position, record, capsys):
    """What would lie on it is not told place by place."""
    position.write_text(POSITION.replace("number = 2\nat = [3, 0]", "number = 3\nat = [0, 3]"))
    printed = document(capsys, "score", position, "--record", record)
    places = [place for problem in printed["problems"] for place in problem["places"]]
    assert {"tile:2", "tile:4"} <= set(places)
    assert not [place for place in places if place.startswith(("street:2", "property:2", "property:3"))]
    assert len(printed["problems"]) <= 6


def test_a_missing_board_is_one_difference(tmp_path, capsys):
    """Two play My City, one board lies in the picture."""
    record, position = tmp_path / "game.jsonl", tmp_path / "boards.toml"
    record.write_text('{"format": "boardsight-record/1", "game": "my-city", "players": ["Ann", "Ben"]}\n')
    position.write_text('game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "eternal"\n')
    problems = document(capsys, "score", position, "--record", record)["problems"]
    assert [problem["message"] for problem in problems if problem["code"] == "differs-from-record"] == [
        "Ben's board is in the record and not on the table"
    ]


def test_problems_of_a_position_are_values_with_exit_0(position, capsys):
    """What is wrong is printed, not raised."""
    position.write_text(POSITION + '[[pieces]]\nkind = "bank"\non = [15]\n')
    printed = document(capsys, "score", position)
    assert {problem["code"] for problem in printed["problems"]} == {"city-hall-first", "not-enough-beside"}


def test_legal_has_the_form_of_the_interface(tmp_path, capsys):
    """On neighbourhood 1 alone a single business in the centre scores 2 + 1."""
    path = tmp_path / "one.toml"
    path.write_text('game = "big-city"\n[[tiles]]\nnumber = 1\nat = [0, 0]\n')
    printed = document(capsys, "legal", path, "--kind", "business")
    assert (printed["format"], printed["game"], printed["kind"]) == ("boardsight-legal/1", "big-city", "business")
    assert {
        "on": [15],
        "points": 3,
        "lines": [
            {"label": "base", "points": 2, "places": ["property:15"], "rule": "base"},
            {"label": "in the centre", "points": 1, "places": ["property:15"], "rule": "centre"},
        ],
    } in printed["places"]
    assert [place["on"] for place in document(capsys, "legal", path, "--kind", "city-hall")["places"]] == [[15]]


def test_options_come_from_the_command_line(position, capsys):
    """An unknown one is wrong use, a known one is in force."""
    assert main(["legal", str(position), "--kind", "bank", "--option", "streetcars=flying"]) == 2
    assert 'expected "branching" or "single-line"' in capsys.readouterr().err
    assert main(["legal", str(position), "--kind", "bank", "--option", "profile=goldsieber"]) == 0


def test_plan_has_the_form_of_the_interface(position, capsys):
    """Millimetres from the upper left corner, and a drawing that is well-formed."""
    drawing = position.parent / "plan.svg"
    printed = document(capsys, "plan", position, "--svg", drawing)
    assert printed["format"] == "boardsight-plan/1"
    by_part = {part["part"]: part for part in printed["parts"]}
    assert by_part["tile-1"]["centre_mm"] == [72.0, 72.0]
    assert by_part["residence-2"]["centre_mm"] == [48.0, 24.0]
    assert ElementTree.parse(drawing).getroot().tag.endswith("svg")


def test_standard_input_is_a_position(monkeypatch, capsys):
    """`-` in place of a file."""
    read, write = os.pipe()
    os.write(write, POSITION.encode())
    os.close(write)
    with os.fdopen(read) as text:
        monkeypatch.setattr("sys.stdin", text)
        assert main(["score", "-"]) == 0
    assert "residence on 11, 12" in capsys.readouterr().out


SMALL_CITY_RECORD = """\
{"format": "boardsight-record/1", "game": "small-city", "players": ["Ann", "Ben"], "options": {"modules": ["leisure"]}}
{"n": 1, "player": "Ann", "do": "enter", "key": "votes", "value": 20}
{"n": 2, "player": "Ben", "do": "enter", "key": "votes", "value": 30}
{"n": 3, "player": "Ann", "do": "build", "kind": "residential", "level": 1, "on": ["C2"]}
{"n": 4, "player": "Ben", "do": "move-citizen", "borough": "Ann", "from": "pool", "to": "C2"}
{"n": 5, "do": "end-round"}
{"n": 6, "do": "end-round"}
"""
BOROUGHS = """\
game = "small-city"
[[boroughs]]
player = "Ann"
tiles = [{ kind = "residential", level = 1, on = ["C2"] }]
citizens = [{ player = "Ben", on = "C2" }]
[[boroughs]]
player = "Ben"
"""


def test_a_position_keeps_what_only_its_record_knows(tmp_path, capsys):
    """Small City's votes and the rounds' pollution count, line by line, and nothing differs from the record."""
    record, position = tmp_path / "game.jsonl", tmp_path / "boroughs.toml"
    record.write_text(SMALL_CITY_RECORD)
    position.write_text(BOROUGHS)
    printed = document(capsys, "score", position, "--record", record)
    assert [(player["name"], player["total"]) for player in printed["players"]] == [("Ann", 18), ("Ben", 30)]
    assert all(sum(line["points"] for line in one["lines"]) == one["total"] for one in printed["players"])
    assert (printed["winners"], printed["problems"]) == (["Ben"], [])


def test_a_position_counts_what_lies_there_and_says_where_its_record_differs(tmp_path, capsys):
    """A pool that the record has not: it is counted with the votes of the record, and named."""
    record, position = tmp_path / "game.jsonl", tmp_path / "boroughs.toml"
    record.write_text(SMALL_CITY_RECORD)
    position.write_text(BOROUGHS.replace("tiles = [", 'tiles = [{ kind = "park", level = 1, on = ["A1"] }, '))
    printed = document(capsys, "score", position, "--record", record)
    assert [player["total"] for player in printed["players"]] == [18, 30]
    assert [problem["code"] for problem in printed["problems"]] == ["differs-from-record"]


def test_a_position_without_tokens_has_those_of_its_record(tmp_path, capsys):
    """My City's passes are in the record where no score token is seen."""
    record, position = tmp_path / "game.jsonl", tmp_path / "boards.toml"
    record.write_text(
        '{"format": "boardsight-record/1", "game": "my-city", "players": ["Ann", "Ben"]}\n'
        '{"n": 1, "do": "card", "building": "red-1"}\n{"n": 2, "player": "Ann", "do": "pass"}\n'
    )
    position.write_text('game = "my-city"\n[[boards]]\nplayer = "Ann"\n[[boards]]\nplayer = "Ben"\n')
    ann, ben = document(capsys, "score", position, "--record", record)["players"]
    assert ben["total"] - ann["total"] == 1
    assert "passing" in [line["label"] for line in ann["lines"]]


def test_the_colours_of_a_position_are_the_players_of_its_record(tmp_path, capsys):
    """MY CITY on a chess board: counters have colours, the record knows whose they are."""
    record, position = tmp_path / "game.jsonl", tmp_path / "board.toml"
    record.write_text(
        '{"format": "boardsight-record/1", "game": "my-city-chess", "players": ["Ann", "Ben"], '
        '"colours": {"Ann": "blue", "Ben": "red"}}\n'
    )
    position.write_text(
        'game = "my-city-chess"\n[[landmarks]]\nname = "airport"\non = "e4"\n'
        '[[zones]]\nplayer = "blue"\ntype = "park"\nvalue = 2\non = "e5"\n'
    )
    printed = document(capsys, "score", position, "--record", record)
    assert {player["name"]: player["total"] for player in printed["players"]} == {"Ann": 4, "Ben": 0}


def test_a_record_of_another_game_is_wrong_use(tmp_path, record, capsys):
    """Exit 2, with both games."""
    position = tmp_path / "boroughs.toml"
    position.write_text(BOROUGHS)
    assert main(["score", str(position), "--record", str(record)]) == 2
    assert "is a record of big-city" in capsys.readouterr().err
