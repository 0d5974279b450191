"""What a position alone tells: its problems as values, and the bounds of each piece."""

from dataclasses import replace
from random import Random

import pytest
from thinned import thinned

from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.positions import TrackMarker
from tabletop.records import Header

RULES = rules_for("big-city")
ONE = PlacedTile(1, (0, 0), 0)
TWO = PlacedTile(2, (3, 0), 0)


def codes(**values):
    """The codes of a position's problems; neighbourhoods 1 and 2 unless other tiles are given."""
    return {problem.code for problem in RULES.problems(BigCityPosition(**{"tiles": (ONE, TWO), **values}))}


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"tiles": (ONE, PlacedTile(2, (1, 1), 0))}, "tile-overlaps"),
        ({"tiles": (ONE, TWO, PlacedTile(2, (-2, 0), 0))}, "tile-twice"),
        ({"tiles": (TWO,)}, "no-first-tile"),
        ({"tiles": (PlacedTile(1, (0, 0), 1),)}, "not-its-own-frame"),
        ({"tiles": (ONE, PlacedTile(3, (0, 7), 0))}, "too-little-contact"),
        ({"reserve": (2,)}, "tile-in-reserve"),
        ({"pieces": (PlacedPiece("castle", (11,)),)}, "unknown-kind"),
        ({"pieces": (PlacedPiece("church", (11, 12)),)}, "no-such-size"),
        ({"pieces": (PlacedPiece("residence", (31,)),)}, "not-in-city"),
        ({"pieces": (PlacedPiece("residence", (19, 99)),)}, "not-in-city"),
        ({"pieces": (PlacedPiece("residence", (11, 19)),)}, "wrong-shape"),
        ({"pieces": (PlacedPiece("residence", (11,)), PlacedPiece("business", (11, 12)))}, "covered-twice"),
        ({"pieces": (PlacedPiece("city-hall", (15,)), PlacedPiece("city-hall", (18,)))}, "too-many"),
        ({"pieces": (PlacedPiece("city-hall", (11,)),)}, "not-in-centre"),
        ({"pieces": (PlacedPiece("bank", (15,)),)}, "city-hall-first"),
        ({"pieces": (PlacedPiece("city-hall", (15,)), PlacedPiece("cinema", (14,)))}, "not-enough-beside"),
        ({"streetcars": (PlacedStreetcar(81, "north"),)}, "street-not-in-city"),
        ({"streetcars": (PlacedStreetcar(12, "south"), PlacedStreetcar(15, "north"))}, "street-taken"),
        ({"streetcars": (PlacedStreetcar(12, "south"),)}, "streetcar-before-hall"),
        ({"streetcars": (PlacedStreetcar(11, "north"), PlacedStreetcar(28, "south"))}, "line-in-pieces"),
        ({"tiles": (ONE, TWO, PlacedTile(8, (-2, 0), 0))}, "tile-before-hall"),
        ({"players": ("Ann", "Ben"), "turn": "Cem"}, "unknown-player"),
        ({"players": ("Ann", "Ben"), "scores": (TrackMarker("Cem", 4),)}, "unknown-player"),
    ],
)
def test_what_is_wrong_is_a_value(values, code):
    """Each impossible or illegal thing has its own code and never raises."""
    assert code in codes(**values)


def test_eighteen_streetcars_are_too_many():
    """There are seventeen."""
    cars = [PlacedStreetcar(n, side) for n in range(11, 20) for side in ("north", "west")]
    assert "too-many-streetcars" in codes(tiles=(ONE,), streetcars=tuple(cars))


def test_problems_name_the_rulebooks_section():
    """Every sentence ends with the section that says so."""
    position = BigCityPosition((ONE, TWO), (PlacedPiece("bank", (15,)),))
    assert all(problem.message.endswith('")') for problem in RULES.problems(position))


@pytest.mark.parametrize("seed", thinned(range(12), 4))
def test_bounds_hold_whatever_really_happened(seed):
    """What a piece scored in a random game lies within its bounds, with and without the players' names."""
    players = ("Ann", "Ben", "Cem", "Dan", "Eva")[: 2 + seed % 4]
    game = replay(play_game(RULES, Header("big-city", players), Random(seed)))
    scored = {}
    for index, move in enumerate(game.moves):
        judged = move.judged
        if judged.move.do == "build":
            scored[(judged.move.kind, judged.move.on)] = judged.points
        if index % 15 and index < len(game.moves) - 1:
            continue
        position = RULES.position(judged.state)
        for shown in (position, replace(position, players=(), turn=None)):
            score = RULES.score(shown)
            assert score.problems == ()
            assert len(score.bounds) == len(shown.pieces)
            for bounds in score.bounds:
                assert bounds.least <= scored[(bounds.kind, bounds.on)] <= bounds.most


def test_bounds_of_a_residence_beside_city_hall_park_and_streetcar(wide):
    """A double residence on the outskirts: 6 + 1 at least, (6 + 1 + 1) x 2 at most."""
    wide.built("city-hall", 19).built("lincoln-park", 14, 15).built("residence", 11, 12).line((12, "north"))
    (bounds,) = [bounds for bounds in RULES.score(wide.position).bounds if bounds.kind == "residence"]
    assert (bounds.least, bounds.most) == (7, 16)


def test_a_special_building_always_had_city_hall_beside_it(wide):
    """A cinema next to city hall scored 10 at least: city hall came first."""
    wide.built("city-hall", 15).built("residence", 11).built("residence", 13).built("cinema", 12)
    (bounds,) = [bounds for bounds in RULES.score(wide.position).bounds if bounds.kind == "cinema"]
    assert (bounds.least, bounds.most) == (10, 10)
