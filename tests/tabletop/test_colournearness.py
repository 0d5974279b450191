"""Colours that a camera would take for one another are refused before anything is printed."""

from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from live.main import main
from tabletop.colournearness import PieceLook, colours_too_near, looks_too_near, separation
from tabletop.gamefile import load_game, parse_game, shipped_games
from tabletop.profiles import TaughtColour
from vision.pixels.colours import ColourSettings, lab_from_linear, linear_from_srgb, total_covariance

GAME = """
[game]
name = "g"
title = "G"
rules = "custom"
players = [2, 2]
[grid]
rows = 4
columns = 4
pitch_mm = 30.0
[palette]
left = "{left}"
right = "{right}"
[[parts]]
each = {{ player = ["left", "right"] }}
id = "{{player}}-stone"
colour = "{{player}}"
{shape}
"""
PLAIN = "size_mm = [20.0, 20.0]"


def _game(left: str, right: str, shape: str = PLAIN) -> str:
    return GAME.format(left=left, right=right, shape=shape)


def test_the_measure_is_the_readers_own() -> None:
    """Over the whole cube of colours the standard library's measure and the reader's give the same number."""
    settings = ColourSettings()
    colours = list(product((0, 60, 140, 255), repeat=3))[::3]
    nothing = ((0.0,) * 3,) * 3
    for one, other in combinations(colours, 2):
        taught = [TaughtColour("", _readers_lab(colour, settings), nothing, 1) for colour in (one, other)]
        assert separation(one, other) == pytest.approx(_by_the_reader(*taught), abs=1e-3)


def test_taught_colours_scatter_as_they_were_seen_to() -> None:
    """Their covariances count as the reader has them; older ones, taught by the patches, count as written, as there."""
    scatter = ((9.0, 2.0, -1.0), (2.0, 16.0, 3.0), (-1.0, 3.0, 25.0))
    one = TaughtColour("a", (50.0, 10.0, 5.0), scatter, 9, against="white")
    other = TaughtColour(
        "b", (56.0, 2.0, -9.0), ((4.0, 0.0, 0.0), (0.0, 1.0, 0.5), (0.0, 0.5, 2.0)), 9, against="white"
    )
    assert separation(one, other) == pytest.approx(_by_the_reader(one, other))
    assert separation(replace(one, against="patches"), other) > separation(one, other)
    assert separation(one, replace(one, covariance=((-99.0, 0.0, 0.0),) * 3)) == 0.0  # by hand: no covariance


def test_separation_in_standard_deviations() -> None:
    """Two colours 20 apart in chroma are 20 / 4.5 of the light's standard deviations apart."""
    one, other = (TaughtColour("", (50.0, a, 0.0), ((0.0,) * 3,) * 3, 1) for a in (0.0, 20.0))
    assert separation(one, other) == pytest.approx(20 / 4.5)


def _by_the_reader(one: TaughtColour, other: TaughtColour) -> float:
    pooled = (total_covariance(one, ColourSettings()) + total_covariance(other, ColourSettings())) / 2
    difference = np.subtract(one.lab, other.lab)
    return float(np.sqrt(difference @ np.linalg.solve(pooled, difference)))


def test_what_is_too_near_is_never_told_as_the_limit() -> None:
    """2.97 standard deviations are told as 2.9, not as 3.0."""
    one, other = (
        PieceLook(str(a), TaughtColour("", (50.0, a, 0.0), ((0.0,) * 3,) * 3, 1), 400.0, "#c03030")
        for a in (0.0, 13.36)
    )
    assert "2.9 standard deviations apart for a camera, 3 are the least" in str(looks_too_near(one, other))


def _readers_lab(colour: tuple[int, int, int], settings: ColourSettings) -> tuple[float, ...]:
    return tuple(lab_from_linear((linear_from_srgb(colour) + settings.veil) / (1 + settings.veil)))


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_keep_players_apart(name: str) -> None:
    """No two players' parts, and no two parts without codes, are too near in colour."""
    assert colours_too_near(load_game(name)) == ()


@pytest.mark.parametrize("shape", [PLAIN, ""])
def test_two_players_in_nearly_one_colour_are_refused(shape: str) -> None:
    """Without codes the reader, with codes people would take one player's parts for the other's."""
    (near,) = colours_too_near(parse_game(_game("#c8503c", "#cc563e", shape)))
    assert "left-stone and right-stone are too near in colour" in near.sentence
    assert "0." in near.sentence


def test_far_colours_are_well() -> None:
    """Red and blue are told apart."""
    assert colours_too_near(parse_game(_game("#c8503c", "#3c6ec8"))) == ()


def test_size_tells_plain_parts_of_nobody_apart() -> None:
    """A large and a small grey block are two kinds; two of one size and nearly one grey are one."""
    text = _game("#909090", "#8a8a8a").replace("each =", "# each =").replace("{player}", "right")
    small = '[[parts]]\nid = "left-stone"\ncolour = "left"\nsize_mm = [{0}, {0}]\n'
    assert colours_too_near(parse_game(text + small.format(12.0))) == ()
    assert len(colours_too_near(parse_game(text + small.format(20.0)))) == 1


@pytest.mark.parametrize("command", [("check",), ("print", "--out", "out")])
def test_check_and_print_refuse_it_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    """Exit code 4, the measured nearness, the mend, and nothing written."""
    monkeypatch.chdir(tmp_path)
    Path("g.toml").write_text(_game("#c8503c", "#cc563e"), encoding="utf-8")
    assert main([command[0], "g.toml", *command[1:]]) == 4
    said = capsys.readouterr()
    assert "standard deviations apart for a camera, 3 are the least; in [palette] change one of them" in (
        said.out + said.err
    )
    assert not Path("out").exists()


PIECES = """
[pieces]
name = "blocks"
game = "big-city"
[[piece]]
part = "residence-1"
colour = "#d9822b"
size_mm = [20.0, 20.0]
height_mm = 15.0
[[piece]]
part = "business-1"
colour = "{colour}"
size_mm = [{side}, {side}]
height_mm = 15.0
"""


@pytest.mark.parametrize(
    ("colour", "side", "well"), [("#2f6fb5", 20.0, True), ("#d98030", 20.0, False), ("#d98030", 26.0, True)]
)
def test_plain_pieces_must_differ_in_colour_or_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], colour: str, side: float, well: bool
) -> None:
    """Two blocks of one size in nearly one colour are refused with the measure; another size or colour is enough."""
    path = tmp_path / "blocks.toml"
    path.write_text(PIECES.format(colour=colour, side=side), encoding="utf-8")
    assert main(["check", str(path)]) == (0 if well else 4)
    assert ("standard deviations apart" in capsys.readouterr().out) is not well
