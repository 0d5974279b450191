"""How every game is played: in its own file, in English and German, in the docs and on the printed sheet."""

import importlib.util
from pathlib import Path

import pypdfium2
import pytest

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game, parse_game, shipped_games
from tabletop.howtoplay import LISTED, how_to_play
from tabletop.shipped import TRIAL
from tabletop.textfiles import read_text

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_not_stale():
    """docs/how-to-play.md is what the game files say; `python docs/how_to_play.py` writes it anew."""
    spec = importlib.util.spec_from_file_location("how_to_play_page", DOCS / "how_to_play.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert (DOCS / "how-to-play.md").read_text("utf-8") == script.page()


@pytest.mark.parametrize("game", [TRIAL, *shipped_games()])
def test_every_game_tells_how_it_is_played(game):
    """In both languages, with as many paragraphs and as many lines of lists, and in a few words."""
    (english, told), (german, erklaert) = (how_to_play(load_game(game), language) for language in ("en", "de"))
    assert (english, german) == ("en", "de")
    assert [one.startswith(LISTED) for one in told] == [one.startswith(LISTED) for one in erklaert]
    assert 300 < len(" ".join(told)) < 2200


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_one_sheet_tells_it_beside_the_board(paper):
    """Every word of both languages stands on the sheet of Four Ponds."""
    game = load_game(TRIAL)
    pdf = print_game(game, PrintSettings(paper=paper))[f"{TRIAL}-{paper}.pdf"]
    printed = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().split()
    for language in ("en", "de"):
        words = " ".join(how_to_play(game, language)[1]).replace(LISTED, "").split()
        assert set(words) <= set(printed)


@pytest.mark.parametrize(("texts", "wished", "spoken"), [('de = "Lege."', "en", "de"), ('en = "Lay."', "fr", "en")])
def test_a_game_of_ones_own_tells_it_in_the_languages_it_has(texts, wished, spoken):
    """The wished language, else English, else the one that there is; nothing where the file says nothing."""
    text = read_text(Path(__file__).parents[2] / "examples/meadow.toml")
    own = parse_game(f"{text}\n[how_to_play]\n{texts}\n")
    assert how_to_play(own, wished) == (spoken, tuple(texts.split('"')[1:2]))
    assert how_to_play(parse_game(text), "de")[1] == ()
