"""Distances between printed colours as people with and without all three kinds of cones see them."""

import pytest
from measuring.eyes import VISIONS, delta_e, pairs_of

from tabletop.gamefile import load_game, shipped_games


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_stay_grey(vision: str) -> None:
    """White and black lie 100 apart and a grey lies half-way, whoever looks."""
    assert delta_e((255, 255, 255), (0, 0, 0), vision) == pytest.approx(100.0, abs=0.1)
    assert delta_e((119, 119, 119), (0, 0, 0), vision) == pytest.approx(50.0, abs=0.2)


def test_red_and_green_come_near_for_who_lacks_a_cone_for_them() -> None:
    """Cinema and bank, 93 apart, were one colour to a deuteranope when this was measured first."""
    pink, teal = (0xB8, 0x32, 0x80), (0x0F, 0x85, 0x7A)
    assert delta_e(pink, teal, "normal") == pytest.approx(92.7, abs=0.1)
    assert delta_e(pink, teal, "deuteranope") < 2


def test_every_two_colours_of_one_kind_are_compared_once() -> None:
    """Ten colours of Big City's pieces are 45 pairs, five of its mats ten; neighbourhoods are told by their numbers."""
    pairs = list(pairs_of(load_game("big-city")))
    assert sum(pair.kind == "piece" for pair in pairs) == 45
    assert sum(pair.kind == "mat" for pair in pairs) == 10
    assert not any(pair.kind == "tile" for pair in pairs)


@pytest.mark.parametrize("game", shipped_games())
def test_what_can_be_confused_is_told_apart_by_everybody(game: str) -> None:
    """No two colours of parts of one kind lie nearer than 12, whoever looks."""
    near = [(pair.one, pair.other, pair.least) for pair in pairs_of(load_game(game)) if pair.least < 12]
    assert not near
