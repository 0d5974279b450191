"""Campaign stickers and summary sheets: as many as are needed, with the words that people look for."""

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from live.main import main
from printables.art import ARTISTS, artist_of
from printables.book import PrintSettings, print_game
from tabletop.boardfile import TERRAIN_KEY
from tabletop.boards import load_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game, parse_game, shipped_games

SHEET = """
[game]
name = "g"
title = "G"
rules = "custom"
players = [2, 3]
[grid]
rows = 3
columns = 3
pitch_mm = 30.0
[[parts]]
id = "stone"
[[aids]]
title = "Summary"
size_mm = [94.0, {height}]
rows = [{{ {row}, needs = "lies anywhere" }}]
"""


def _words(pdf: bytes) -> str:
    document = pdfium.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def test_each_player_has_a_sticker_for_every_marked_cell() -> None:
    """Eight marked cells on our campaign side, eight stickers a player, each with a terrain that board files know."""
    game = load_game("my-city")
    stickers = game.sections.stickers
    assert sum(sticker.per_player or 0 for sticker in stickers) == len(load_board("episode-1").sticker_cells)
    assert {sticker.terrain for sticker in stickers} <= set(TERRAIN_KEY.values()) - {"plain", "none"}
    files = print_game(game, PrintSettings(parts=("stickers",), players=3))
    parts = json.loads(files["parts.json"])["parts"]
    assert sum(part["count"] for part in parts) == 3 * 8
    assert all(part["markers"] == [] for part in parts)


def test_stickers_are_marked_as_our_own_design() -> None:
    """The sheet's title says so, and every sticker bears the word `demo`."""
    files = print_game(load_game("my-city"), PrintSettings(parts=("stickers",), players=2))
    words = _words(files["my-city-stickers-a4.pdf"])
    assert "Boardsight’s own demo design" in words
    assert words.count("demo") == 1 + 16


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("big-city", "beside two residences"),
        ("my-city", "not across the river"),
        ("my-city-chess", "Never adjacent to a zone of the same type"),
        ("small-city", "At least 10 own active citizens"),
    ],
)
def test_every_game_has_a_summary_sheet_for_each_player(name: str, said: str) -> None:
    """As many sheets as players, with the rules in words."""
    game = load_game(name)
    files = print_game(game, PrintSettings(parts=("aids",)))
    words = _words(files[f"{name}-aids-a4.pdf"])
    assert words.count(said) == game.players[1]


def test_all_shipped_games_are_named() -> None:
    """No game is left without a summary sheet."""
    assert all(load_game(name).sections.aids for name in shipped_games())


def test_a_sheet_that_is_too_full_says_how_high_it_must_be() -> None:
    """One sentence with the height that would do."""
    game = parse_game(SHEET.format(height=18.0, row='piece = "stone"'))
    with pytest.raises(UnreadableInput, match="too full for 94 x 18 mm; give it a height of 2"):
        print_game(game, PrintSettings(parts=("aids",)))


def test_a_sheet_about_a_part_that_is_not_there_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 4 and the wrong name."""
    path = tmp_path / "g.toml"
    path.write_text(SHEET.format(height=60.0, row='piece = "stnoe"'), encoding="utf-8")
    assert main(["print", str(path), "--out", str(tmp_path / "out")]) == 4
    assert "'stnoe'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", shipped_games())
def test_no_part_of_ours_is_drawn_plainly(name: str) -> None:
    """The plain drawing is for what people's own files leave out; our parts have all that their art needs."""
    parts = [part for part in load_game(name).parts if part.kind in ARTISTS]
    assert [part.id for part in parts if artist_of(part) is not ARTISTS[part.kind]] == []
