"""The games with boards played live: hands at the virtual table, the real reader, the page for what is unseen."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from filmed import played
from thinned import thinned

from live.main import main
from simulator.games import random_game, scripted_game
from simulator.gestures import Pace
from tabletop.records import Header, Record

RATE = 3.0
MEADOW = str(Path(__file__).parents[2] / "examples" / "meadow.toml")
HEXES = random_game(Header("my-city-chess", ("Ann", "Ben"), {"map": "hex-8"}), 2)
RECORDS: Mapping[str, Record] = {
    "my-city": scripted_game("my-city"),
    "my-city-chess": scripted_game("my-city-chess"),
    "my-city-chess on hexes": HEXES,
    "small-city": scripted_game("small-city"),
    "meadow": random_game(Header(MEADOW, ("red", "blue")), 1),
}
PARTS = [
    ("my-city", 49, 54, ("table-turned",)),  # a pass, an end that the next card tells, the card
    ("my-city-chess", 15, 18, ("shadow",)),  # the last landmark, then zones and the puck
    ("small-city", 11, 15, ("misplaced",)),  # citizens, votes entered, the round's end
    ("my-city-chess on hexes", 30, 33, ()),
    ("meadow", 0, 3, ()),
]
"""Which lines of a record are played, and what happens before the third of them and changes nothing in the game; those
before them lie there already. Hexes and an example are played with `make soak`: the commands' evening plays a game of
people's own, and hexes are read in `tests/vision`."""


@pytest.mark.parametrize(("name", "first", "last", "faults"), thinned(PARTS, 3), ids=[part[0] for part in PARTS])
def test_some_turns_are_read_as_they_are_played(
    name: str, first: int, last: int, faults: tuple[str, ...], tmp_path: Path
) -> None:
    """Every move, the table and the scores are the script's, and no question stays open."""
    seen = played(RECORDS[name], first, last, tmp_path, pace=Pace(frames_per_s=RATE, between_s=1.2), faults=faults)
    assert seen.verdict.differences == ()
    assert seen.verdict.right == last
    assert seen.table.session.questions == ()
    if faults:
        assert seen.asked == 0


UNDER_WAY = [
    ("small-city", 11, 13),
    ("my-city", 50, 51),
    ("my-city-chess", 20, 21),
    ("meadow", 4, 5),
]
"""The same, of which nobody has seen those before."""


@pytest.mark.parametrize(("name", "first", "last"), thinned(UNDER_WAY, 1), ids=[part[0] for part in UNDER_WAY])
def test_a_game_under_way_is_taken_up_from_what_lies_there(name: str, first: int, last: int, tmp_path: Path) -> None:
    """One question, and the turns after it are read as they are played; no move is illegal."""
    record = RECORDS[name]
    seen = played(record, first, last, tmp_path, pace=Pace(frames_per_s=RATE, between_s=1.2), known=False)
    taken_up, *then = seen.table.session.moves
    assert taken_up.judged.move.do == "position"
    assert [move.judged.move for move in then] == [entry.move for entry in record.entries[first:last]]
    assert all(move.judged.legal for move in then)
    assert (seen.asked, seen.table.session.questions) == (1, ())


@pytest.mark.soak
@pytest.mark.parametrize(
    "words",
    [
        ["my-city"],
        ["my-city-chess"],
        ["small-city"],
        ["my-city", "--random", "--players", "Ann,Ben,Cem", "--seed", "2"],
        ["my-city", "--random", "--players", "Ann,Ben", "--option", "game=episode-1", "--seed", "4"],
        ["my-city-chess", "--random", "--players", "Ann,Ben", "--option", "map=hex-8", "--seed", "2"],
        ["my-city-chess", "--random", "--players", "Ann,Ben", "--option", "map=square-10", "--seed", "3"],
        ["small-city", "--random", "--players", "Ann,Ben", "--option", "modules=leisure,gardens,palaces"],
        [MEADOW, "--random", "--players", "red,blue", "--seed", "1"],
    ],
    ids=lambda words: "-".join(Path(word).stem for word in words if not word.startswith("--")),
)
def test_a_whole_game_is_read_as_it_is_played(words: list[str], tmp_path: Path) -> None:
    """`boardsight demo` plays to the end and finds nothing that was read otherwise."""
    assert main(["demo", *words, "--headless", "--record", str(tmp_path / "game.jsonl")]) == 0
