"""Big City positions as text, both ways, and complaints with line, value and expectation."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadableInput
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import SIDES, PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.notation import read_position, write_position
from tabletop.positions import TrackMarker

EXAMPLE = """\
game = "big-city"
players = ["Ann", "Ben"]              # optional
options = { streetcars = "branching" }  # optional, the variants in force

[[tiles]]
number = 1
at = [0, 0]        # row, column of the tile's upper left cell as it lies
turn = 0           # clockwise quarter turns, 0 to 3

[[pieces]]
kind = "residence" # residence business city-hall church cinema bank post-office
on = [11, 12]      # property numbers, ascending

[[streetcars]]
beside = 11        # the lower-numbered property where the street lies between two
side = "north"     # north east south west, in the city's frame

[table]
turn = "Ann"
reserve = [5, 7]
card = "31"

[[scores]]
player = "Ben"
space = 42
hundreds = 1
"""

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
NUMBERS = st.integers(11, 89)
POSITIONS = st.builds(
    BigCityPosition,
    tiles=st.lists(
        st.builds(
            PlacedTile,
            st.integers(1, 8),
            st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
            st.integers(0, 3),
        ),
        max_size=8,
    ).map(lambda tiles: tuple(sorted(tiles))),
    pieces=st.lists(
        st.builds(
            PlacedPiece,
            st.sampled_from(["residence", "city-hall", "hospital"]) | NAMES,
            st.sets(NUMBERS, min_size=1, max_size=4).map(lambda numbers: tuple(sorted(numbers))),
        ),
        max_size=6,
    ).map(lambda pieces: tuple(sorted(pieces))),
    streetcars=st.lists(st.builds(PlacedStreetcar, NUMBERS, st.sampled_from(SIDES)), max_size=6).map(
        lambda cars: tuple(sorted(cars))
    ),
    players=st.lists(NAMES, max_size=5, unique=True).map(tuple),
    options=st.sampled_from(
        [{}, {"streetcars": "single-line"}, {"profile": "goldsieber", "limited_counts": "buildings-only"}]
    ),
    turn=st.none() | NAMES,
    reserve=st.sets(st.integers(1, 8)).map(lambda numbers: tuple(sorted(numbers))),
    card=st.none() | NAMES,
    scores=st.lists(st.builds(TrackMarker, NAMES, st.integers(0, 99), st.integers(0, 9)), max_size=3).map(tuple),
)


def test_the_example_of_the_interface_reads():
    """Every key of the page."""
    position = read_position(EXAMPLE)
    assert position == BigCityPosition(
        (PlacedTile(1, (0, 0), 0),),
        (PlacedPiece("residence", (11, 12)),),
        (PlacedStreetcar(11, "north"),),
        ("Ann", "Ben"),
        {"streetcars": "branching"},
        turn="Ann",
        reserve=(5, 7),
        card="31",
        scores=(TrackMarker("Ben", 42, 1),),
    )


@given(POSITIONS)
def test_any_position_is_the_same_after_writing_and_reading(position):
    """TOML and JSON, names in any script."""
    assert read_position(write_position(position, "toml")) == position
    assert read_position(write_position(position, "json")) == position


@given(st.text(max_size=80))
def test_no_text_makes_anything_but_one_clear_error(text):
    """Whatever stands there: a position or UnreadableInput."""
    for prefix in ("", EXAMPLE, '{"game": "big-city", "tiles": '):
        with contextlib.suppress(UnreadableInput):
            read_position(prefix + text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("on = [11, 12]", "on = [12, 11]", r"line 12: on: \[12, 11\] is not possible; expected .*ascending"),
        ("on = [11, 12]", 'on = "11"', r'line 12: on: "11" is not possible; expected a list'),
        ('side = "north"', 'side = "up"', r'line 16: side: "up" is not possible; expected one of north, east'),
        ("turn = 0 ", "turn = 4 ", r"line 8: turn: 4 is not possible; expected a whole number from 0 to 3"),
        ("number = 1", "number = 9", r"line 6: number: 9 is not possible; expected a whole number from 1 to 8"),
        ("number = 1", "number = true", r"line 6: number: true is not possible"),
        ("at = [0, 0]", "at = [0]", r"line 7: at: \[0\] is not possible; expected two values"),
        ("[[pieces]]", "[[piecse]]", r"line 10: piecse: 'piecse' is not known here; expected .*tiles, pieces"),
        ("branching", "flying", r'line 3: streetcars: "flying" is not possible; expected "branching" or "single-line"'),
        ("space = 42", "space = 100", r"line 25: space: 100 is not possible"),
        ('game = "big-city"', 'game = "ludo"', r"line 1: game: there is no game 'ludo'"),
        ('players = ["Ann", "Ben"]', 'players = ["Ann", "Ann"]', r"line 2: players: .*each only once"),
        ("hundreds = 1", "hundreds =", r"is not TOML: .*line 26"),
    ],
)
def test_a_wrong_value_is_refused_with_its_line(old, new, message):
    """Line, key, value and what was expected."""
    assert old in EXAMPLE
    with pytest.raises(UnreadableInput, match=message):
        read_position(EXAMPLE.replace(old, new))
