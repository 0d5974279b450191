"""Faults of a game file that would only show on the table are told before anything is printed."""

from pathlib import Path

import pytest

from live.main import main
from printables.faults import faults_of
from tabletop.gamefile import load_game, parse_game, shipped_games
from tabletop.geometry import crosses_itself, outline_of, rectangle
from tabletop.shipped import game_folders

TEXT = (game_folders()["big-city"] / "game.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_have_no_fault(name: str) -> None:
    """All four games can be cut and read."""
    assert faults_of(load_game(name)) == ()


def test_a_code_on_two_parts_is_named_with_both() -> None:
    """Both parts and the id are in the sentence."""
    game = parse_game(TEXT.replace("cell_codes = [41]", "cell_codes = [40]"))
    assert faults_of(game) == (
        "code 40 stands on city-hall and church; give each place its own id, or leave the ids out",
    )


def test_a_code_outside_its_part_is_named() -> None:
    """A code that reaches beyond the cut line would be cut away."""
    game = parse_game(TEXT.replace("{ id = 60, centre_mm = [0.0, 0.0] }", "{ id = 60, centre_mm = [9.0, 0.0] }"))
    assert faults_of(game) == ("code 60 does not lie inside puck; move it or make the part larger",)


def test_an_outline_that_crosses_itself_is_refused_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 4, one sentence, nothing written."""
    own = tmp_path / "own.toml"
    bow = "outline_mm = [[-20, -20], [20, 20], [20, -20], [-20, 20]]"
    own.write_text(TEXT.replace("size_mm = [32.0, 32.0]", bow), encoding="utf-8")
    assert main(["print", str(own), "--out", str(tmp_path / "out")]) == 4
    assert "the outline of puck crosses itself" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_sides_on_one_line_do_not_cross() -> None:
    """A U has sides on one line that do not meet."""
    u = outline_of([(0, 0, 2, 8), (6, 0, 8, 8), (0, 6, 8, 8)])
    assert not crosses_itself(u)
    assert not crosses_itself(rectangle(3, 4))
