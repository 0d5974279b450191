"""A custom game that names a board file: checked, printed, laid out and drawn with that board, codes included."""

import json
from pathlib import Path

import pytest

from live.main import main
from tabletop.gamefile import load_game

POSITION = 'game = "game.toml"\n[[parts]]\npart = "red-house"\non = ["C4"]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game and a board as `boardsight new` writes them, the game's line for the board uncommented."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "game"]) == 0
    assert main(["new", "board", "island"]) == 0
    text = Path("game.toml").read_text(encoding="utf-8")
    named = text.replace('# board = "my-board.toml"', 'board = "island.toml"')
    assert named != text
    Path("game.toml").write_text(named, encoding="utf-8")
    Path("position.toml").write_text(POSITION, encoding="utf-8")
    load_game.cache_clear()
    return tmp_path


def test_the_board_takes_the_place_of_the_grid(folder: Path) -> None:
    """Rows, columns and terrain are the board file's, whatever the game file's own sections say."""
    game = load_game("game.toml")
    assert (game.sections.grid.rows, game.grid.pitch_mm) == (11, 25.0)
    assert (game.sections.terrain.rows or ())[0] == "MM.......FF"
    assert len(game.of_kind("board")[0].codes) == 4


@pytest.mark.parametrize("without_grid", [False, True])
def test_every_command_works_with_it(folder: Path, without_grid: bool) -> None:
    """check, print, score, plan and render, also where [grid] and [terrain] were taken out."""
    if without_grid:
        text = Path("game.toml").read_text(encoding="utf-8")
        before, _, rest = text.partition("[grid]")
        Path("game.toml").write_text(before + "[palette]" + rest.partition("[palette]")[2], encoding="utf-8")
    assert main(["check", "game.toml"]) == 0
    assert main(["print", "game.toml", "--paper", "a3", "--out", "out"]) == 0
    assert main(["score", "position.toml"]) == 0
    assert main(["plan", "position.toml"]) == 0
    assert main(["render", "position.toml", "-o", "photo.png", "--size", "640x360"]) == 0
    (board,) = (
        part for part in json.loads(Path("out/parts.json").read_text(encoding="utf-8"))["parts"]
        if part["kind"] == "board"
    )  # fmt: skip
    assert len(board["markers"]) == 4


def test_strips_for_codes_are_added_where_the_board_has_none(folder: Path) -> None:
    """A board of just its cells grows above and below; no code lies on a cell."""
    text = Path("island.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("size_mm", "first_cell_mm"))]
    Path("island.toml").write_text("\n".join(lines), encoding="utf-8")
    game = load_game("game.toml")
    (part,) = game.of_kind("board")
    assert part.size_mm[1] > 11 * 25.0 + 2 * 20.0
    for code in part.codes:
        assert abs(code.centre_mm[1]) - code.side_mm / 2 > 11 * 25.0 / 2


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "there is no file"), ("[game]\n", "is no board file"), ("[board\n", "is not TOML")],
)
def test_a_board_that_cannot_be_used_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str], content: str | None, said: str
) -> None:
    """check and print name the board file, exit code 4."""
    if content is None:
        Path("island.toml").unlink()
    else:
        Path("island.toml").write_text(content, encoding="utf-8")
    for command in ("check", "print"):
        assert main([command, "game.toml"]) == 4
        shown = capsys.readouterr()
        assert said in shown.out + shown.err
        assert "island.toml" in shown.out + shown.err
