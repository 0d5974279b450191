"""What is wrong with a game file of people's own is said in one sentence, and nothing is written."""

from pathlib import Path

import pytest
from thinned import thinned

from live.main import TRACEBACK, main
from printables.art import ARTISTS
from tabletop.gamefile import load_game

FLAG = '[[parts]]\nid = "flag"\n'
TREASURE = """
[game]
name = "treasure"
title = "Treasure"
rules = "custom"
players = [2, 2]
[grid]
rows = 4
columns = 4
pitch_mm = 32.0
[[terms]]
term = "each"
label = "parts"
points = 1
[[parts]]
id = "ferry"
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game file that is well."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TRACEBACK, "1")
    load_game.cache_clear()  # another test's treasure may have been read: a process reads each file once
    path = Path("treasure.toml")
    path.write_text(TREASURE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (FLAG + 'size_mm = "big"', "size_mm = 'big'; expected width and height in mm"),
        (FLAG + "size_mm = [-30.0, 30.0]", "size_mm = [-30.0, 30.0]; expected"),
        (FLAG + "size_mm = [inf, 30.0]", "size_mm = [inf, 30.0]; expected"),
        (FLAG + "outline_mm = [[0, 0], [40, 0]]", "expected three or more corners"),
        (FLAG + "outline_mm = [[-20, -20], [20, 20], [20, -20], [-20, 20]]", "crosses itself"),
        (FLAG + "cells = [[0.5, 0]]", "cells = [[0.5, 0]]; expected"),
        (FLAG + "count = 2.5", "count = 2.5; expected a whole number"),
        (FLAG + "count = 0", "count = 0; expected a whole number"),
        (FLAG + "title = 5", "title = 5; expected a text"),
        (FLAG + "size_mm = [20.0, 20.0]\ncodes = [{ centre_mm = [0.0, 0.0] }]", "mm of white inside the cut line"),
        (FLAG + "size_mm = [30.0, 30.0]\ncodes = [0.0, 0.0]", "codes = [0.0, 0.0]; expected"),
        (FLAG + 'title = "漢"', "the typeface has no '漢'"),
        (FLAG + 'icon = "castle"', "there is no icon 'castle'"),
        (FLAG + 'icon = "castle.svg"', "castle.svg cannot be read"),
        (FLAG + "size_mm = [600.0, 600.0]", "make it smaller: no paper is large enough"),
        ('[[parts]]\nid = "ferry"', "'ferry' is given to two parts"),
        ("[[parts]]\ncount = 1", "part 2 has no id"),
        ('[[cards]]\nset = "pieces"\nstacks = { castle = 3 }', "[[cards]] stacks name 'castle'"),
    ],
)
def test_a_part_that_cannot_be_printed(file: Path, capsys: pytest.CaptureFixture[str], added: str, said: str) -> None:
    """Both commands say the same, with exit codes 4 (or 2 for paper), and no folder is made."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(added + "\n")
    assert main(["check", str(file)]) == 4
    assert said in capsys.readouterr().out
    assert main(["print", str(file), "--paper", "a3", "--out", "out"]) in (2, 4)
    assert said in capsys.readouterr().err
    assert not Path("out").exists()


def test_a_part_for_a3_is_told_by_check_and_by_print(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """check names the part, print on A4 the mend; on A3 it is printed."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(FLAG + "size_mm = [250.0, 320.0]\n")
    assert main(["check", str(file)]) == 0
    assert "flag to be printed with --paper a3" in capsys.readouterr().out
    assert main(["print", str(file), "--out", "out"]) == 2
    assert "does not fit on A4; use --paper a3" in capsys.readouterr().err
    assert not Path("out").exists()
    assert main(["print", str(file), "--paper", "a3", "--out", "out"]) == 0


@pytest.mark.parametrize("kind", [*ARTISTS, "anything"])
@pytest.mark.parametrize(
    "more",
    thinned(["", 'size_mm = [40.0, 60.0]\npiece = "q"\nproperty = 3', 'title = " "', "size_mm = [40.0, 40.0]"], 2),
)
def test_a_part_may_be_of_any_kind(file: Path, kind: str, more: str) -> None:
    """Kinds of the shipped games have art of their own, which asks for more than other files have."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(f'{FLAG}kind = "{kind}"\n{more}\n')
    assert main(["check", str(file)]) in (0, 4)


@pytest.mark.parametrize(
    "shape",
    ["size_mm = [6.0, 6.0]", 'title = ""\nsize_mm = [20.0, 20.0]', "outline_mm = [[0, 0], [30, 0], [0, 30]]"],
)
def test_small_nameless_and_odd_parts_are_printed(file: Path, shape: str) -> None:
    """Parts without room for a name, without a name, without squares."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(FLAG + shape + "\n")
    assert main(["check", str(file)]) == 0
    assert main(["print", str(file), "--out", "out"]) == 0


def test_a_file_in_the_folders_place_is_left_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A target that cannot be written: exit 1, one sentence."""
    Path("out").write_text("mine", encoding="utf-8")
    assert main(["print", str(file), "--out", "out"]) == 1
    assert "out cannot be written" in capsys.readouterr().err
    assert Path("out").read_text(encoding="utf-8") == "mine"


def test_a_board_file_keeps_its_name_within_the_folder(file: Path) -> None:
    """A name that is a path makes no file elsewhere."""
    assert main(["new", "board", "lagoon"]) == 0
    text = Path("lagoon.toml").read_text(encoding="utf-8").replace('name = "lagoon"', 'name = "../lagoon/x"')
    Path("lagoon.toml").write_text(text, encoding="utf-8")
    assert main(["print", "lagoon.toml", "--paper", "a3", "--out", "out"]) == 0
    assert {path.parent.name for path in Path().rglob("*.pdf")} == {"out"}
