"""People read names, never the ids of documents and records: in moves, problems, score lines and differences."""

import re
from pathlib import Path

import pytest

from scoring import rules_for
from scoring.replay import replay
from scoring.with_record import differences
from tabletop.gamefile import load_game
from tabletop.notation import move_from_json
from tabletop.pieces.values import PlacePart
from tabletop.records import Header, read_record
from tabletop.translation import translated

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests/scoring/golden").glob("*.jsonl"))
RAW = re.compile(r"\b(?:cell|square|property|mat|track):|\b[a-z]+(?:-[a-z]+)*-\d\b|\b\w+:\d")
"""What only documents say: places by their kind, words with a number behind a dash."""


def raw_in(texts, game):
    """The texts in which an id stands: one of the game's parts with a dash, a kind with a dash, a place."""
    ids = {word for part in load_game(game).parts for word in (part.id, part.piece or "") if "-" in word}
    return sorted({text for text in texts if RAW.search(text) or any(re.search(rf"\b{id_}\b", text) for id_ in ids)})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_moves_problems_and_differences_are_told_in_names(path):
    """A whole game, each move once more where it is impossible by then, and the table against its beginning."""
    record, _ = read_record(path.read_bytes())
    game, rules = record.header.game, rules_for(record.header.game)
    whole = replay(record)
    said = []
    for move in whole.moves:
        again = rules.judge(move.judged.state, move.judged.move)
        said += [rules.tell(move.judged.move, move.judged.state)]
        said += [line.label for line in move.judged.lines] + [problem.message for problem in again.problems]
    said += [one.message for one in differences(rules, whole, rules.position(rules.start(record.header)))]
    assert len(said) > 20
    assert raw_in(said, game) == []


@pytest.mark.parametrize(
    ("game", "move", "english", "german"),
    [
        (
            "try",
            {"do": "place", "player": "Ann", "part": "red-flower", "on": ["A1"]},
            "Ann places Flower (red) on A1",
            "Ann legt Blume (rot) auf A1",
        ),
        (
            "my-city",
            {"do": "build", "player": "Ann", "building": "red-6", "on": ["H2", "I2", "G3", "H3"]},
            "Ann builds S of four (red) on H2, I2, G3, H3",
            "Ann baut S aus vier (rot) auf H2, I2, G3, H3",
        ),
        (
            "my-city",
            {"do": "card", "building": "blue-8"},
            "the card P of five (blue) is turned over",
            "die Karte P aus fünf (blau) wird aufgedeckt",
        ),
        (
            "small-city",
            {"do": "build", "player": "Ben", "kind": "fire", "on": ["H9", "I9", "H10"]},
            "Ben builds fire station on H9, I9, H10",
            "Ben baut Feuerwache auf H9, I9, H10",
        ),
    ],
)
def test_a_piece_has_its_name_in_both_languages(game, move, english, german):
    """What stands on the piece, and in German the German word."""
    told = rules_for(game).tell(move_from_json(game, move))
    assert (told, translated(told, "de")) == (english, german)


def test_parts_that_nobody_gave_a_title_and_several_of_one_title_can_be_told_apart(tmp_path):
    """By the words of their ids, by whose they are, and where both are alike by the whole id."""
    text = (ROOT / "examples/lighthouses.toml").read_text("utf-8")
    for at, (title, name, own) in enumerate(
        (
            ("", "red ship 2", "red ship 2"),
            ('title = "Ship"', "red ship 2", "red ship 2"),
            ('title = "Ship {value}"', "Ship 2 (red)", "Ship 2"),
        )
    ):
        path = tmp_path / f"own-{at}.toml"
        path.write_text(text.replace('title = "Ship {value}"', title), "utf-8")
        rules = rules_for(str(path))
        state = rules.start(Header(str(path), ("Ann", "Ben", "Cem")))
        move = PlacePart("Ann", "red-ship-2", ("A1",))
        assert load_game(str(path)).name_of("red-ship-2") == name
        assert rules.tell(move, state) == f"Ann places {own} on A1"
