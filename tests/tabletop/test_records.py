"""Records: corrections, checksums, torn ends, and complaints that name the line."""

import json
import zlib
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.doubts import guessed_lines, open_doubts
from tabletop.entries import Doubt, DoubtChoice, Entry
from tabletop.errors import UnreadableInput
from tabletop.games.big_city.values import Build, Exchange, Pass, PlaceTile, Quiet, Streetcars
from tabletop.lattice import PlacedStreetcar
from tabletop.records import Header, Record, corrected, read_record, write_entry, write_record

HEADER = Header("big-city", ("Ann", "Ben", "Cem"))
EXAMPLE = """\
{"format": "boardsight-record/1", "game": "big-city", "players": ["Ann", "Ben", "Cem"], "options": {}}
{"n": 1, "player": "Ann", "do": "place-tile", "number": 2, "at": [3, 0], "turn": 0}
{"n": 2, "player": "Ben", "do": "place-tile", "number": 3, "at": [0, 3], "turn": 0}
{"n": 3, "player": "Cem", "do": "place-tile", "number": 4, "at": [3, 4], "turn": 0}
{"n": 4, "player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}
{"n": 5, "player": "Ben", "do": "build", "kind": "city-hall", "on": [15]}
{"n": 6, "player": "Cem", "do": "exchange"}
{"n": 7, "player": "Ann", "do": "streetcars", "segments": [{"beside": 13, "side": "south"}]}
{"n": 8, "player": "Ben", "do": "pass"}
{"n": 9, "do": "replace", "of": 4, "move": {"player": "Ann", "do": "build", "kind": "residence", "on": [11]}}
"""


def moves_of(*entries):
    """The moves that count, as (n, player)."""
    return [(n, move.player) for n, move in corrected(entries)]


def pass_(n, player="Ann", **correction):
    """A line with a pass."""
    return Entry(n, Pass(player), **correction)


def gone(n, of):
    """A line that takes another one out."""
    return Entry(n, None, "replace", of=of)


def test_the_example_of_the_interface_reads():
    """Every form of line; the replacement changes the fourth move."""
    record, tear = read_record(EXAMPLE)
    assert tear is None
    assert [type(entry.move) for entry in record.entries[2:8]] == [PlaceTile, Build, Build, Exchange, Streetcars, Pass]
    assert dict(corrected(record.entries))[4] == Build("Ann", "residence", (11,))


BENS = pass_(2, "Ben", kind="replace", of=1)
CEMS = pass_(3, "Cem", kind="replace", of=1)


@pytest.mark.parametrize(
    ("corrections", "whose"),
    [
        ([BENS, CEMS], "Cem"),
        ([BENS, pass_(3, "Cem", kind="replace", of=2)], "Cem"),
        ([BENS, gone(3, 2)], "Ann"),
        ([BENS, CEMS, gone(4, 3)], "Ben"),
        ([BENS, gone(3, 2), gone(4, 3)], "Ben"),
        ([gone(2, 1)], None),
        ([gone(2, 1), gone(3, 2)], "Ann"),
    ],
    ids=["twice", "a correction", "undone", "undone once", "undoing undone", "taken out", "and brought back"],
)
def test_a_line_is_what_its_corrections_make_of_it(corrections, whose):
    """Ann's pass, replaced and undone: whose it is in the end, if anybody's."""
    assert moves_of(pass_(1), *corrections) == ([] if whose is None else [(1, whose)])


def test_inserted_moves_stand_in_the_order_of_their_insertion():
    """Two after one line, one before the first, one after an inserted one."""
    entries = (
        pass_(1, "a"),
        pass_(2, "b"),
        pass_(3, "c", kind="insert", after=1),
        pass_(4, "d", kind="insert", after=1),
        pass_(5, "e", kind="insert", after=0),
        pass_(6, "f", kind="insert", after=3),
    )
    assert [player for _, player in moves_of(*entries)] == ["e", "a", "c", "f", "d", "b"]


def test_an_inserted_move_can_be_taken_out_again():
    """Null of an insertion; what was inserted after it stays."""
    entries = (pass_(1, "a"), pass_(2, "b", kind="insert", after=1), pass_(3, "c", kind="insert", after=2), gone(4, 2))
    assert [player for _, player in moves_of(*entries)] == ["a", "c"]


def test_long_chains_of_corrections_are_settled():
    """Ten thousand corrections of corrections need no deep recursion."""
    entries = [pass_(1)] + [pass_(n, "Ben", kind="replace", of=n - 1) for n in range(2, 10_001)]
    assert moves_of(*entries) == [(1, "Ben")]


def test_a_line_carries_the_checksum_of_itself_without_it():
    """CRC-32 of the line's text without the `crc`."""
    line = write_entry(
        "big-city", Entry(1, Build("Ann", "residence", (11,)), at="2026-11-20T19:00:00Z", evidence="a.jpg")
    )
    document = json.loads(line)
    without = line[: line.rindex(', "crc"')] + "}"
    assert document["crc"] == zlib.crc32(without.encode())
    assert (document["at"], document["evidence"]) == ("2026-11-20T19:00:00Z", "a.jpg")


def test_the_time_of_a_placed_neighbourhood_has_its_own_key():
    """Its `at` is where it lies."""
    entry = Entry(1, PlaceTile("Ann", 2, (3, 0)), at="2026-11-20T19:00:00Z")
    document = json.loads(write_entry("big-city", entry))
    assert (document["at"], document["time"]) == ([3, 0], "2026-11-20T19:00:00Z")
    assert read_record(write_record(Record(HEADER, (entry,))))[0].entries == (entry,)


def test_what_was_added_behind_the_checksum_is_noticed():
    """The check sum holds for the whole line, wherever somebody adds to it."""
    text = write_record(read_record(EXAMPLE)[0]).replace("}\n", ', "evidence": "a.jpg"}\n')
    with pytest.raises(UnreadableInput, match=r"line 1: .*checksum.*take its crc out"):
        read_record(text)


def test_a_mark_of_bytes_order_is_no_damage():
    """Editors on Windows write one before the first line."""
    text = write_record(read_record(EXAMPLE)[0])
    assert read_record(b"\xef\xbb\xbf" + text.encode()) == read_record(text)


def test_a_checksum_written_by_another_program_is_accepted():
    """Other spacing, ASCII escapes and the key elsewhere in the line are the same line."""
    document = {"n": 1, "player": "Zoë", "do": "pass"}
    header = json.dumps({"format": "boardsight-record/1", "game": "big-city", "players": ["Zoë", "Ann"]})
    compact = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    lines = [
        compact[:-1] + f',"crc":{zlib.crc32(compact.encode())}}}',
        json.dumps({"crc": zlib.crc32(json.dumps(document).encode()), **document}),
    ]
    for line in lines:
        record, _ = read_record(f"{header}\n{line}\n")
        assert record.entries == (Entry(1, Pass("Zoë")),)


def test_a_record_cut_anywhere_is_read_to_the_tear():
    """At every byte of the last two lines the whole lines before are kept, and the good bytes are told."""
    data = write_record(Record(Header("big-city", ("Zoë", "Ann")), (Entry(1, Pass("Zoë")), Entry(2, Pass("Ann")))))
    whole = data.encode()
    start = whole.index(b"\n") + 1
    for cut in range(start + 1, len(whole)):
        record, tear = read_record(whole[:cut])
        kept = whole[:cut].count(b"\n") - 1
        if tear is None:
            assert len(record.entries) in (kept, kept + 1)
        else:
            assert len(record.entries) == kept
            assert whole[: tear.good_bytes].endswith(b"\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"n": 10, "player": "Ann", "do": "build", "kind": "bank"}', r"line 11: 'on' is missing; expected a list"),
        ('{"n": 10, "do": "replace", "of": 2, "move": {"do": "pass"}}', r"line 11: move: 'player' is missing"),
        ("[1]", r"line 11: .*expected an object"),
        (
            '{"n": 10, "player": "Ann", "do": "place-tile", "number": 9, "at": [0, 0]}',
            r"line 11: number: 9 is not possible",
        ),
    ],
)
def test_wrong_lines_are_refused_with_line_value_and_expectation(line, message):
    """Anything whole but wrong is an error, not a tear."""
    with pytest.raises(UnreadableInput, match=message):
        read_record(f"{EXAMPLE}{line}\n")


NAMES = st.sampled_from(["Ann", "Ben", "Cem"])
NUMBERS = st.integers(11, 99)
MOVES = st.one_of(
    st.builds(Pass, NAMES),
    st.builds(Quiet, NAMES),
    st.builds(Exchange, NAMES, st.none() | st.tuples(NUMBERS, st.just("lincoln-park"))),
    st.builds(
        PlaceTile, NAMES, st.integers(1, 8), st.tuples(st.integers(-99, 99), st.integers(-99, 99)), st.integers(0, 3)
    ),
    st.builds(
        Build,
        NAMES,
        st.sampled_from(["residence", "bank", "a new one"]),
        st.sets(NUMBERS, min_size=1, max_size=4).map(lambda numbers: tuple(sorted(numbers))),
    ),
    st.builds(
        Streetcars,
        NAMES,
        st.lists(
            st.builds(PlacedStreetcar, NUMBERS, st.sampled_from(["north", "east", "south", "west"])),
            min_size=1,
            max_size=3,
        ).map(tuple),
        hands=st.none() | st.just((("Ann", (11, "rockwell")),)),
    ),
)


def doubt_about(n):
    """A question about a line, with an answer of every kind."""
    lines = (Entry(0, Pass("Ben"), "replace", of=n), Entry(0, Pass("Ann"), "insert", after=n), Entry(0, Pass("Cem")))
    choices = (DoubtChoice("It is as written"), DoubtChoice("Ben passed", lines))
    return Doubt("Who passed?", (n,), ("puck",), choices, after=n, table_tells=False)


def test_a_doubt_is_open_until_a_later_line_is_about_its_move():
    """Settled, or replaced, also through a chain of replacements; another line's settling does nothing."""
    asked = pass_(1, doubt=doubt_about(1))
    other, settled = pass_(2, "Ben"), Entry(3, None, "settle", of=1)
    assert guessed_lines((asked, other)) == {1}
    assert guessed_lines((asked, other, Entry(3, None, "settle", of=2))) == {1}
    assert guessed_lines((asked, other, settled)) == set()
    assert guessed_lines((asked, other, gone(3, 1))) == set()
    assert guessed_lines((pass_(1), pass_(2, "Ben", kind="replace", of=1, doubt=doubt_about(1)), gone(3, 2))) == set()
    assert moves_of(asked, other, settled) == [(1, "Ann"), (2, "Ben")]


def test_a_doubt_about_what_is_missing_settles_nothing_and_is_settled_by_its_own_line():
    """It stands in a line of its own, about the piece upon which something may stand."""
    upon = Entry(2, None, "doubt", of=1, doubt=replace(doubt_about(1), lines=()))
    asked = pass_(1, doubt=doubt_about(1))
    assert [n for n, _ in open_doubts((asked, upon))] == [1, 2]
    assert guessed_lines((asked, upon)) == {1}
    assert [n for n, _ in open_doubts((asked, upon, Entry(3, None, "settle", of=1)))] == [2]
    assert [n for n, _ in open_doubts((asked, upon, Entry(3, None, "settle", of=2)))] == [1]
    record = Record(HEADER, (asked, upon))
    assert read_record(write_record(record)) == (record, None)


@pytest.mark.parametrize(
    ("doubt", "wrong"),
    [
        ("why", "a doubt with question"),
        ({"lines": [1]}, "'question' is missing"),
        ({"question": "Who?", "lines": [0]}, "0 is not possible"),
        ({"question": "Who?", "lines": []}, "no line is doubted"),
        ({"question": "Who?", "lines": [1], "choices": [{"label": "x", "lines": [7]}]}, "7 is not a line"),
    ],
)
def test_a_doubt_that_cannot_be_read_names_its_line(doubt, wrong):
    """The line and what is wrong with it."""
    line = json.dumps({"n": 1, "player": "Ann", "do": "pass", "doubt": doubt})
    with pytest.raises(UnreadableInput, match="line 2: ") as complaint:
        read_record(f"{EXAMPLE.splitlines()[0]}\n{line}\n")
    assert wrong in str(complaint.value)


@given(moves=st.lists(MOVES, max_size=12), seed=st.integers(0, 1000))
def test_any_record_is_the_same_after_writing_and_reading(moves, seed):
    """Moves of every kind with corrections in between, times and pictures."""
    random = Random(seed)
    entries = []
    for n, move in enumerate(moves, start=1):
        kind = random.choice(["played", "replace", "insert", "settle"]) if n > 1 else "played"
        earlier = random.randint(1, max(1, n - 1))
        gone = kind == "settle" or (kind == "replace" and random.random() < 0.4)
        entries.append(
            Entry(
                n,
                None if gone else move,
                kind,
                of=earlier if kind in ("replace", "settle") else None,
                after=earlier if kind == "insert" else None,
                at=random.choice([None, "2026-11-20T19:00:00Z"]),
                evidence=random.choice([None, "picture 1.jpg"]),
                doubt=random.choice([None, doubt_about(n)]),
            )
        )
    record = Record(HEADER, tuple(entries))
    assert read_record(write_record(record)) == (record, None)
    assert len(corrected(record.entries)) <= len(entries)
