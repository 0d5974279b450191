"""`boardsight plan` and `boardsight render` for every game, as people call them."""

import json
from pathlib import Path

import pytest

from live.main import main

POSITIONS = {
    "my-city-chess": 'game = "my-city-chess"\n[[zones]]\nplayer = "red"\ntype = "park"\nvalue = 1\non = "d5"\n',
    "small-city": 'game = "small-city"\n[[boroughs]]\nplayer = "Ann"\n',
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position of two games."""
    monkeypatch.chdir(tmp_path)
    for name, text in POSITIONS.items():
        (tmp_path / f"{name}.position").write_text(text, encoding="utf-8")
    return tmp_path


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
