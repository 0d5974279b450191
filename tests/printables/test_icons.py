"""Icons of one's own from SVG files, and what is said where they cannot be used."""

from importlib import resources
from pathlib import Path

import pytest

from live.main import main
from printables.svgfile import load_svg
from tabletop.errors import UnreadableInput

BOAT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><path d="M1 3h8l-1 2h-6z"/>'
    '<polygon points="5,0 8,2.5 5,2.5"/><circle cx="2" cy="1" r="0.5"/></svg>'
)


def test_shapes_are_fitted_into_the_grid_by_the_view_box(tmp_path: Path) -> None:
    """A drawing twice as wide as high fills the grid's width and stands in the middle of its height."""
    (tmp_path / "boat.svg").write_text(BOAT, encoding="utf-8")
    steps = load_svg(tmp_path / "boat.svg")
    assert steps[0] == ("M", pytest.approx((2.4, 6 + 7.2)))
    assert all(0 <= value <= 24 for _, values in steps for value in values)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not xml", "no SVG file"),
        ("<svg/>", "no path"),
        ('<svg><g transform="scale(2)"><path d="M0 0h1v1z"/></g></svg>', "transformations"),
        ('<svg><path d="M0 0 L"/></svg>', "SVG path data"),
    ],
)
def test_files_that_are_no_icon_say_why(tmp_path: Path, content: str, said: str) -> None:
    """Each message names what is wrong."""
    path = tmp_path / "icon.svg"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableInput, match=said):
        load_svg(path)


def _own_game(folder: Path, icon: str) -> Path:
    text = (resources.files("tabletop") / "games" / "big-city.toml").read_text(encoding="utf-8")
    text = text.replace('id = "residence-2"', f'id = "residence-2"\nicon = "{icon}"', 1)
    path = folder / f"own-{icon.removesuffix('.svg')}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_icon_beside_the_game_file_is_printed(tmp_path: Path) -> None:
    """A part's `icon` may be an SVG file in the game file's folder."""
    (tmp_path / "boat.svg").write_text(BOAT, encoding="utf-8")
    game = _own_game(tmp_path, "boat.svg")
    assert main(["print", str(game), "--parts", "residence-2", "--out", str(tmp_path / "with")]) == 0
    plain = _own_game(tmp_path, "residence")
    assert main(["print", str(plain), "--parts", "residence-2", "--out", str(tmp_path / "without")]) == 0
    name = "big-city-pieces-a4.pdf"
    assert (tmp_path / "with" / name).read_bytes() != (tmp_path / "without" / name).read_bytes()


@pytest.mark.parametrize(("icon", "said"), [("gone.svg", "cannot be read"), ("castle", "there is no icon 'castle'")])
def test_a_missing_icon_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], icon: str, said: str) -> None:
    """Exit code 4 and one sentence."""
    game = _own_game(tmp_path, icon)
    assert main(["print", str(game), "--parts", "residence-2", "--out", str(tmp_path / "out")]) == 4
    assert said in capsys.readouterr().err
