"""The command cards on paper: one sheet that a stranger understands and a camera reads."""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy
import pypdfium2
import pytest
from measuring.eyes import noted

from live.main import main
from printables.book import PrintSettings, documents_of, print_game
from printables.icons import icon_steps
from printables.work import work_of
from tabletop.commandcards import command_cards, commands_in
from tabletop.gamefile import load_game, shipped_games

CARDS = command_cards()
COMMANDS = ["begin", "pause", "take-back", "pass", "who-is-first", "next-game"]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_cards_are_one_sheet(paper: str) -> None:
    """All six on one side of one sheet, whatever the paper."""
    work = work_of(documents_of(CARDS, PrintSettings(paper=paper)))
    assert (work.sheets, work.strokes <= 8) == (1, True)


def test_print_cards_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`boardsight print cards` writes one PDF and says what it takes."""
    assert main(["print", "cards", "--out", str(tmp_path)]) == 0
    assert [path.name for path in sorted(tmp_path.glob("*.pdf"))] == ["cards-a4.pdf"]
    assert "Command cards: 1 sheet of A4" in capsys.readouterr().err


def test_a_camera_reads_every_card_of_the_printed_sheet() -> None:
    """All codes are found where the PDF has them, each with white enough around it."""
    page = pypdfium2.PdfDocument(print_game(CARDS, PrintSettings())["cards-a4.pdf"])[0]
    picture = numpy.array(page.render(scale=3).to_pil().convert("L"))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    found = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)[1]
    assert sorted(found.ravel().tolist()) == [140, 141, 142, 143, 144, 145]


@pytest.mark.parametrize("part", CARDS.parts, ids=lambda part: part.id)
def test_a_card_says_in_two_languages_what_it_does(part) -> None:
    """Name and effect, in English and in German."""
    told = " ".join(text for _, text in noted(part, CARDS).texts)
    for words in (part.title, part.title_de, part.says, part.says_de):
        assert words in told


def test_every_card_has_a_picture_of_its_own() -> None:
    """Not words alone, and no two alike."""
    pictures = [(icon_steps(part.icon or "", "fill"), icon_steps(part.icon or "", "cut")) for part in CARDS.parts]
    assert all(one != other for one, other in pairwise(sorted(pictures)))


@pytest.mark.parametrize("game", [*shipped_games(), "try"])
def test_the_codes_of_commands_are_free_in_every_game(game: str) -> None:
    """No game that comes with Boardsight bears one of them."""
    assert list(commands_in(load_game(game)).values()) == COMMANDS


def test_check_says_where_a_game_of_ones_own_takes_a_cards_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays on as before; the remark names the cards that do nothing in it."""
    text = (Path("tabletop/templates/try.toml")).read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace("first = 960", "first = 141").replace("last = 999", "last = 180"), "utf-8")
    assert main(["check", str(own)]) == 0
    told = capsys.readouterr().out
    assert "the codes 141, 142, 143, 144, 145 are also those of command cards, which do nothing in this game" in told
    assert "take codes outside 140 to 149" in told
    assert list(commands_in(load_game(str(own))).values()) == ["begin"]
