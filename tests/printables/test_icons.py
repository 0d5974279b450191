"""Icons of one's own from SVG files, and what is said where they cannot be used."""

from pathlib import Path

import pytest

from live.main import main
from printables.icons import svg_marks
from printables.pen import Step
from tabletop.errors import UnreadableInput
from tabletop.shipped import game_folders

BOAT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><path d="M1 3h8l-1 2h-6z"/>'
    '<polygon points="5,0 8,2.5 5,2.5"/><circle cx="2" cy="1" r="0.5"/></svg>'
)


def steps_of(path: Path) -> list[Step]:
    """The outlines of all shapes of an icon, one after the other."""
    return [step for mark in svg_marks(path) for step in mark.steps]


def test_shapes_are_fitted_into_the_grid_by_the_view_box(tmp_path: Path) -> None:
    """A drawing twice as wide as high fills the grid's width and stands in the middle of its height."""
    (tmp_path / "boat.svg").write_text(BOAT, encoding="utf-8")
    steps = steps_of(tmp_path / "boat.svg")
    assert steps[0] == ("M", pytest.approx((2.4, 6 + 7.2)))
    assert all(0 <= value <= 24 for _, values in steps for value in values)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not xml", "no SVG file"),
        ("<svg/>", "no path"),
        ('<svg><path d="M0 0 L"/></svg>', "not SVG"),
        ('<svg><rect width="wide" height="3"/></svg>', "no path"),
        ('<svg viewBox="0 0 1e308 1e308"><path d="M0 0h1e308v1e308h1e308z"/></svg>', "not SVG"),
        ('<svg viewBox="0 0 10 5"><path d="M1 3h8l-1 2h-6-1e307z"/></svg>', "not SVG"),
        ('<svg viewBox="0 0 1e-300 1e-300"><path d="M1 3h8l-1 2z"/></svg>', "not SVG"),
        ('<svg><circle cx="1e308" cy="1e308" r="1e308"/></svg>', "not SVG"),
        ("<svg>" + "<g>" * 3000 + "</g>" * 3000 + "</svg>", "within each other"),
        ('<svg><g transform="' + "scale(1)" * 90 + '"><path d="M0 0h1v1z"/></g></svg>', "too long"),
        ('<path d="M0 0h1v1z"/>', "no path"),
        ('<?xml version="1.0" encoding="klingon"?><svg/>', "no SVG file"),
    ],
)
def test_files_that_are_no_icon_say_why(tmp_path: Path, content: str, said: str) -> None:
    """Each message names what is wrong."""
    path = tmp_path / "icon.svg"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableInput, match=said):
        svg_marks(path)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('<rect x="1mm" y="2mm" width="10mm" height="5mm"/>', '<path d="M1 2h10v5h-10z"/>'),
        ('<path d="M0 0a5 5 0 0110 0a5 5 0 1110 0"/>', '<path d="M0 0 A5 5 0 0 1 10 0 a5 5 0 1 1 10 0"/>'),
        ('<g transform="scale(2)"><rect width="4" height="3"/></g>', '<rect width="8" height="6"/>'),
        ('<path d="M0 0h24v24h-24z" fill="none"/><path d="M3 3h1v1z"/>', '<path d="M3 3h1v1z"/>'),
        ('<g viewBox="words"><path d="M3 3h1v1z"/></g>', '<path d="M3 3h1v1z"/>'),
        ('<use href="#a"/><path id="a" d="M3 3h1v1z"/>', '<path d="M3 3h1v1z"/>'),
    ],
)
def test_what_drawing_programs_write_gives_the_same_icon(tmp_path: Path, one: str, other: str) -> None:
    """Units, compact arc flags, transformations, invisible grounds."""
    steps = []
    for name, content in (("one", one), ("other", other)):
        (tmp_path / f"{name}.svg").write_text(f"<svg>{content}</svg>", encoding="utf-8")
        steps.append(steps_of(tmp_path / f"{name}.svg"))
    assert [kind for kind, _ in steps[0]] == [kind for kind, _ in steps[1]]
    for (_, first), (_, second) in zip(*steps, strict=True):
        assert first == pytest.approx(second)


@pytest.mark.parametrize("box", ["none of your business", "0 0 10 -1e308"])
def test_words_in_a_view_box_count_as_none(tmp_path: Path, box: str) -> None:
    """The icon is fitted by what its shapes cover."""
    shape = '<path d="M3 3h1v1z"/></svg>'
    (tmp_path / "one.svg").write_text(f'<svg viewBox="{box}">{shape}', encoding="utf-8")
    (tmp_path / "two.svg").write_text(f"<svg>{shape}", encoding="utf-8")
    assert steps_of(tmp_path / "one.svg") == steps_of(tmp_path / "two.svg")


def test_an_icon_that_stands_on_a_page_is_fitted_by_its_view_box(tmp_path: Path) -> None:
    """Width and height say how large it is on a page, not what it shows."""
    (tmp_path / "one.svg").write_text(BOAT, encoding="utf-8")
    (tmp_path / "two.svg").write_text(BOAT.replace("<svg ", '<svg width="30mm" height="90%" '), encoding="utf-8")
    assert steps_of(tmp_path / "one.svg") == steps_of(tmp_path / "two.svg")


def _own_game(folder: Path, icon: str) -> Path:
    text = (game_folders()["big-city"] / "game.toml").read_text(encoding="utf-8")
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
