"""`boardsight plan` and `boardsight render` for every game, as people call them."""

import json
from pathlib import Path

import pytest

from live.main import main
from tabletop.gamefile import load_game

LAGOON = """
[board]
name = "lagoon"
title = "Lagoon"
game = "my-city"
size_mm = [240.0, 300.0]
[grid]
rows = 9
columns = 9
pitch_mm = 25.0
first_cell_mm = [20.0, 40.0]
"""
POSITIONS = {
    "my-city-chess": 'game = "my-city-chess"\n[[zones]]\nplayer = "red"\ntype = "park"\nvalue = 1\non = "d5"\n',
    "my-city": 'game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "lagoon.toml"\n',
    "small-city": 'game = "small-city"\n[[boroughs]]\nplayer = "Ann"\n',
    "own-game": 'game = "treasure.toml"\n[[parts]]\npart = "red-garden"\non = ["A1", "B1", "B2"]\n',
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a board file, and a game file as `boardsight new` writes it."""
    monkeypatch.chdir(tmp_path)
    load_game.cache_clear()  # another test's treasure may have been read: a process reads each file once
    (tmp_path / "lagoon.toml").write_text(LAGOON, encoding="utf-8")
    assert main(["new", "game", "treasure"]) == 0
    for name, text in POSITIONS.items():
        (tmp_path / f"{name}.position").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", POSITIONS)
def test_the_plan_is_the_documents_form(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`plan --json` prints one document with format, game, size and parts; all lie within the size."""
    capsys.readouterr()
    assert main(["plan", f"{name}.position", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert list(plan) == ["format", "game", "size_mm", "parts"]
    assert plan["format"] == "boardsight-plan/1"
    assert plan["game"] == POSITIONS[name].split('"')[1]
    for part in plan["parts"]:
        assert list(part) == ["part", "centre_mm", "rotation_deg", "z_mm"]
        assert all(0 <= place <= side for place, side in zip(part["centre_mm"], plan["size_mm"], strict=True))


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_is_taken_of_every_game(name: str, folder: Path) -> None:
    """`render` writes the picture and, asked for it, where everything is in it."""
    assert main(["render", f"{name}.position", "-o", "photo.png", "--size", "320x240", "--truth", "truth.json"]) == 0
    assert (folder / "photo.png").read_bytes().startswith(b"\x89PNG")
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    assert len(truth["parts"]) == 1 + name.startswith(("my-city-chess", "own"))


def test_the_drawing_names_cells_and_spaces(folder: Path) -> None:
    """The SVG names every cell of a board, and the score track's spaces where it has one."""
    (folder / "campaign.position").write_text(
        'game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "episode-1"\n', encoding="utf-8"
    )
    assert main(["plan", "campaign.position", "--svg", "plan.svg"]) == 0
    drawing = (folder / "plan.svg").read_text(encoding="utf-8")
    assert all(f">{name}</text>" in drawing for name in ("A1", "K11", "0", "50"))


def test_a_position_that_cannot_be_laid_is_told_in_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tile whose printed shape is another: exit code 4 and the reason, no traceback."""
    text = (
        'game = "small-city"\n[[boroughs]]\nplayer = "Ann"\n'
        '[[boroughs.tiles]]\nkind = "fire"\non = ["B2", "B3", "B4"]\n'
    )
    (folder / "wrong.position").write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(["render", "wrong.position", "-o", "photo.png"]) == 4
    assert "fire does not have the shape of B2, B3, B4" in capsys.readouterr().err


def test_a_chess_board_of_ones_own_is_for_its_game_only(capsys: pytest.CaptureFixture[str]) -> None:
    """`--chess-board` frames my-city-chess with the corner pieces; another game says why not, exit code 2."""
    small = ["--size", "320x240", "--chess-board", "45"]
    assert main(["render", "my-city-chess.position", "-o", "photo.png", "--truth", "truth.json", *small]) == 0
    seen = [part["part"] for part in json.loads(Path("truth.json").read_text(encoding="utf-8"))["parts"]]
    assert sum(part.startswith("corner-") for part in seen) == 4
    assert "square-8" not in seen
    capsys.readouterr()
    assert main(["render", "small-city.position", "-o", "photo.png", *small]) == 2
    assert "--chess-board goes with my-city-chess" in capsys.readouterr().err
