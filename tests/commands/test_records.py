"""What the commands do with a record: corrections, torn ends, damaged lines."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest


def moves(outcome: Any) -> list[tuple[int, bool, int]]:
    """Each move's number, whether it was legal, its points."""
    assert outcome.code == 0
    return [(move["n"], move["legal"], move["points"]) for move in outcome.document["moves"]]


AS_PLAYED = [(1, True, 0), (2, True, 0), (3, True, 0), (4, True, 7), *((n, True, 0) for n in range(5, 9))]
SINGLE = {"player": "Ann", "do": "build", "kind": "residence", "on": [11]}


def add(record: Path, *lines: dict[str, Any]) -> None:
    """Write more lines at the record's end."""
    with record.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)


def test_a_replacement_is_judged_in_its_place(record: Path, run) -> None:
    """The fourth move has another body and other points; its n stays."""
    add(record, {"n": 9, "do": "replace", "of": 4, "move": SINGLE})
    outcome = run("replay", record, "--json")
    assert moves(outcome) == AS_SINGLE
    assert outcome.document["totals"] == {"Ann": 3, "Ben": 0, "Cem": 0}


AS_SINGLE = [one if one[0] != 4 else (4, True, 3) for one in AS_PLAYED]
PASSES = [{"player": name, "do": "pass"} for name in ("Ann", "Ben", "Cem")]
TIMED = {"player": "Cem", "do": "quiet", "at": "2026-11-20T20:00:00Z", "evidence": "9.jpg"}


@pytest.mark.parametrize(
    ("lines", "played"),
    [
        ([{"do": "replace", "of": 4, "move": SINGLE}, {"do": "replace", "of": 9, "move": None}], AS_PLAYED),
        (
            [{"do": "replace", "of": of, "move": move} for of, move in ((4, SINGLE), (9, None), (10, None))],
            AS_SINGLE,
        ),
        ([{"do": "insert", "after": 3, "move": PASSES[0]}, {"do": "replace", "of": 9, "move": None}], AS_PLAYED),
        ([TIMED, {"player": "Ann", "do": "pass"}], [*AS_PLAYED, (9, True, 0), (10, True, 0)]),
    ],
    ids=["a correction taken back", "and put back", "an insertion taken back", "a quiet turn"],
)
def test_lines_that_follow_a_game(lines: list[dict[str, Any]], played: Any, record: Path, run) -> None:
    """Corrections may be corrected; time and evidence may be on every line."""
    add(record, *({"n": 9 + index, **line} for index, line in enumerate(lines)))
    assert moves(run("replay", record, "--json")) == played


def test_insertions_stand_in_their_order(record: Path, run) -> None:
    """Several after one n stand as they were inserted, before what followed."""
    add(record, *({"n": 9 + i, "do": "insert", "after": 3, "move": move} for i, move in enumerate(PASSES)))
    numbers = [n for n, _, _ in moves(run("replay", record, "--json"))]
    assert numbers == [1, 2, 3, 9, 10, 11, 4, 5, 6, 7, 8]


def test_null_takes_a_move_out(record: Path, run) -> None:
    """Without Ann's move it was Ann's turn when Ben built: against the rules, and said so."""
    add(record, {"n": 9, "do": "replace", "of": 4, "move": None})
    outcome = run("replay", record, "--json")
    assert [n for n, _, _ in moves(outcome)] == [1, 2, 3, 5, 6, 7, 8]
    assert [problem["code"] for problem in outcome.document["moves"][3]["problems"]] == ["not-your-turn"]


@pytest.mark.parametrize("cut", [1, 2, 10, 30])
def test_a_torn_end_keeps_what_stands_before_it(cut: int, record: Path, run) -> None:
    """Exit 0; the tear on stderr, the whole lines on stdout. Only the line's end missing is no tear."""
    record.write_bytes(record.read_bytes()[:-cut])
    outcome = run("replay", record, "--json")
    assert moves(outcome) == AS_PLAYED[: 8 if cut == 1 else 7]
    assert ("torn off at line 9" in outcome.err) == (cut > 1)


def test_a_letter_cut_in_the_middle_is_a_torn_end(record: Path, run) -> None:
    """Half of a letter that takes two bytes."""
    text = record.read_text(encoding="utf-8").replace("Ben", "Bén")
    record.write_bytes(text.encode()[: text.encode().rindex("é".encode()) + 1])
    outcome = run("replay", record, "--json")
    assert len(moves(outcome)) == 7
    assert "torn off at line 9" in outcome.err


def sealed(line: str) -> str:
    """A line with its checksum, as the program writes it."""
    return f'{line[:-1]}, "crc": {zlib.crc32(line.encode())}}}'


def test_right_checksums_are_no_matter(record: Path, run) -> None:
    """With them the record says the same."""
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(map(sealed, lines)) + "\n", encoding="utf-8")
    assert moves(run("replay", record, "--json")) == AS_PLAYED


def test_a_wrong_checksum_in_the_middle_is_refused(record: Path, run) -> None:
    """Exit 4 with the line, and how to accept it all the same."""
    lines = [sealed(line) for line in record.read_text(encoding="utf-8").splitlines()]
    lines[4] = lines[4].replace("[11, 12]", "[11, 14]")
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcome = run("replay", record)
    assert (outcome.code, outcome.out) == (4, "")
    assert "line 5" in outcome.err
    assert "take its crc out" in outcome.err


def test_half_a_letter_beside_a_checksum_is_refused(record: Path, run) -> None:
    """JSON can write halves of letters that no text may hold."""
    with record.open("a", encoding="utf-8") as stream:
        stream.write('{"n": 9, "player": "\\ud800", "do": "pass", "crc": 1}\n{"n": 10}\n')
    outcome = run("replay", record)
    assert (outcome.code, outcome.out) == (4, "")
    assert "line 10" in outcome.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"n": 9, "do": "replace", "of": 9, "move": None}, "of: 9 is not possible; expected the n of an earlier line"),
        ({"n": 9, "do": "replace", "of": 0, "move": None}, "of: 0 is not possible"),
        ({"n": 9, "do": "replace", "of": "4", "move": None}, 'of: "4" is not possible'),
        ({"n": 9, "do": "replace", "of": 4}, "the move is missing"),
        ({"n": 9, "do": "insert", "after": 12, "move": {"player": "Ann", "do": "pass"}}, "after: 12 is not possible"),
        ({"n": 9, "do": "insert", "after": 3, "move": None}, "the move is missing"),
        ({"n": 9, "do": "insert", "of": 3, "move": {"player": "Ann", "do": "pass"}}, "'of' is not known here"),
        ({"n": 10, "player": "Cem", "do": "pass"}, "n: 10 is not possible; expected 9"),
        ({"n": True, "player": "Cem", "do": "pass"}, "n: true is not possible"),
        ({"player": "Cem", "do": "pass"}, "n: null is not possible"),
        ({"n": 9, "player": "Dan", "do": "pass"}, 'player: "Dan" does not play; expected one of Ann, Ben, Cem'),
        ({"n": 9, "player": "Cem", "do": "fly"}, 'do: "fly" is not a move of big-city'),
        ({"n": 9, "player": "Cem", "do": "pass", "why": "tired"}, "'why' is not known here"),
        ({"n": 9, "player": "Cem", "do": "build", "kind": "bank", "on": ["e4"]}, "on:"),
        ({"n": 9, "player": "Cem", "do": "pass", "at": 5}, "at: 5 is not possible"),
    ],
)
def test_a_senseless_line_is_refused(line: dict[str, Any], said: str, record: Path, run) -> None:
    """Whole and wrong is no tear: exit 4, with the line, the value and what was expected."""
    add(record, line)
    outcome = run("replay", record)
    assert (outcome.code, outcome.out) == (4, "")
    assert f"line 10: {said}" in outcome.err or (said in outcome.err and "line 10" in outcome.err)
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"boardsight-record/1"', '"boardsight-record/2"', "format"),
        ('"game": "big-city"', '"game": "chess"', '"chess" is not a game'),
        ('["Ann", "Ben", "Cem"]', '["Ann"]', "big-city is for 2 to 5 players, not 1"),
        ('["Ann", "Ben", "Cem"]', '["Ann", "Ann"]', "players"),
        ('"options": {}', '"options": {"streetcars": "flying"}', 'streetcars: "flying" is not possible'),
    ],
)
def test_a_senseless_header_is_refused(old: str, new: str, said: str, record: Path, run) -> None:
    """Exit 4 and what was expected in line 1."""
    record.write_text(record.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    outcome = run("replay", record)
    assert (outcome.code, outcome.out) == (4, "")
    assert "line 1" in outcome.err
    assert said in outcome.err


def test_what_is_against_the_rules_stays_and_scores_nothing(record: Path, run) -> None:
    """Legal is false, the problem has code, sentence and places, the turn passes."""
    add(
        record,
        {"n": 9, "player": "Cem", "do": "build", "kind": "bank", "on": [12]},
        {"n": 10, "player": "Ann", "do": "pass"},
    )
    document = run("replay", record, "--json").document
    against, after = document["moves"][8:]
    assert (against["legal"], against["points"], against["lines"]) == (False, 0, [])
    assert all(set(problem) == {"code", "message", "places"} for problem in against["problems"])
    assert after["legal"]


def test_the_totals_are_the_sums_of_the_lines(run, folder: Path) -> None:
    """In the scripted game each move's lines sum to its points, and these to the totals."""
    from importlib import resources

    script = (resources.files("tabletop.games") / "big_city" / "script.jsonl").read_bytes()
    (folder / "script.jsonl").write_bytes(script)
    document = run("replay", "script.jsonl", "--json").document
    sums = dict.fromkeys(document["totals"], 0)
    for move in document["moves"]:
        assert move["points"] == sum(line["points"] for line in move["lines"])
        sums[move["player"]] += move["points"]
        assert move["totals"] == sums
    assert document["totals"] == sums
    assert document["over"]
    assert document["winners"] == [name for name, points in sums.items() if points == max(sums.values())]


def test_a_position_is_no_record(city: Path, run) -> None:
    """The mend names the command that reads it."""
    outcome = run("replay", city)
    assert outcome.code == 4
    assert "`boardsight score` reads positions" in outcome.err


def test_check_tells_what_is_wrong_with_a_record(record: Path, run) -> None:
    """Nothing, or each problem; exit 4 where something is."""
    assert run("check", record).code == 0
    add(record, {"n": 9, "player": "Cem", "do": "build", "kind": "bank", "on": [12]})
    outcome = run("check", record)
    assert outcome.code == 4
    assert "move 9 is against the rules" in outcome.out
