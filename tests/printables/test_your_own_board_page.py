"""What docs/your-own-board.md tells newcomers works as it stands there."""

import re
from pathlib import Path

import pytest

from live.main import main
from tabletop.gamefile import load_game

PAGE = (Path(__file__).parents[2] / "docs" / "your-own-board.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def treasure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The text that `boardsight new game treasure` writes."""
    monkeypatch.chdir(tmp_path)
    load_game.cache_clear()
    assert main(["new", "game", "treasure"]) == 0
    return Path("treasure.toml").read_text(encoding="utf-8")


def _snippet(start: str) -> str:
    return next(snippet for snippet in SNIPPETS if start in snippet)


def _works(text: str) -> None:
    Path("treasure.toml").write_text(text, encoding="utf-8")
    assert main(["check", "treasure.toml"]) == 0
    assert main(["print", "treasure.toml", "--out", "sheets"]) == 0


def test_the_hexes_of_section_2(treasure: str) -> None:
    """Grid, terrain and colours of the page in place of the template's, parts without `cells` as the page says."""
    before, rest = treasure.split("\n[grid]", 1)
    after = rest[rest.index("\n[palette]") :].replace("\n[palette]", "\n" + _snippet("[palette]"), 1)
    text = before + "\n" + _snippet("[grid]") + re.sub(r"(?m)^cells = .*$", "", after)
    _works(text.replace('"water", "tower"', '"sea", "rock"').replace('of = "tower"', 'of = "lighthouse"'))


def test_the_garden_of_section_3(treasure: str) -> None:
    """The page's part in place of the template's garden."""
    start = treasure.rindex("[[parts]]")
    end = treasure.index("# Where parts may lie")
    _works(treasure[:start] + _snippet("garden") + "\n" + treasure[end:])


def test_icons_of_terrain_from_svg(treasure: str) -> None:
    """An SVG file beside the game file becomes a terrain's icon."""
    Path("reef.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect x="1" y="1" width="8" height="8"/></svg>',
        encoding="utf-8",
    )
    icons = _snippet("icons = ").replace("[terrain]\n", "").replace("sea", "water").replace(" reef =", " tower =")
    _works(treasure.replace("\nkey = ", "\n" + icons + "key = ", 1))
