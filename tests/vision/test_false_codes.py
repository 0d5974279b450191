"""Codes that are not there: what a family of few bits would see in pictures of other things."""

from pathlib import Path

import numpy as np
import pytest
from measuring.code_sheets import DECOYS, SheetCamera, game_of_codes, sheet_of_codes
from thinned import thinned

from tabletop.gamefile import GameFile, load_game
from vision import load_grey
from vision.pixels.codes import SeenCode
from vision.pixels.detection import find_codes, scales_of
from vision.settings import ReaderSettings

PHOTOS = Path(__file__).parent.parent / "photos"
SETTINGS = ReaderSettings()
MEN = tuple(range(13))


def men(dictionary: str = "DICT_4X4_50") -> GameFile:
    """A game of thirteen pieces with codes of 17 mm, as the guide to boards of one's own has them."""
    return game_of_codes(dictionary, MEN)


@pytest.mark.parametrize(
    "name",
    thinned(["big-city/phone-40-hand-middle", "big-city/ordinary-above-lamp-19", "big-city/hard-phone-55-dim-07"], 2),
)
def test_no_code_of_few_bits_is_seen_where_none_lies(name: str) -> None:
    """Among the codes of a printed game nobody's pieces of 16 bits appear, also where their size is known."""
    grey = load_grey(PHOTOS / f"{name}.jpg")
    game = load_game(name.split("/", maxsplit=1)[0])
    beside = scales_of(find_codes(grey, game, SETTINGS), game)
    for known in (None, beside):
        assert [code for code in find_codes(grey, men(), SETTINGS, beside=known) if code.own] == []


@pytest.mark.parametrize("kind", DECOYS)
def test_no_code_is_seen_in_decoys(kind: str) -> None:
    """Text, mosaics and textures bear no codes of 25 bits."""
    for seed in range(2):
        grey = DECOYS[kind](np.random.default_rng(seed))
        assert [code for code in find_codes(grey, men("DICT_5X5_1000"), SETTINGS) if code.own] == []


def small(module_px: float, blur_px: float) -> list[SeenCode]:
    """What is found of thirteen codes of 16 bits."""
    lens = SheetCamera(module_px, blur_px, sharpen=0.5)
    grey, _ = sheet_of_codes("DICT_4X4_50", MEN, lens, np.random.default_rng(1))
    return [code for code in find_codes(grey, men(), SETTINGS) if code.own]


def test_small_codes_of_few_bits_are_still_found() -> None:
    """At 2.4 pixels a module all of them are."""
    assert {code.id for code in small(2.4, 0.8)} == set(MEN)


def test_less_is_asked_of_a_code_of_the_promised_size() -> None:
    """What is too blurred to be believed for itself is believed beside clear codes of its size, and not of another."""
    lens = SheetCamera(1.8, 0.85, sharpen=0.5)
    grey, true = sheet_of_codes("DICT_4X4_50", MEN, lens, np.random.default_rng(1))
    middle, side = true.mean(axis=(0, 1)), float(np.linalg.norm(true[:, 1] - true[:, 0], axis=1).mean())
    promised, other = (np.array([[*middle, side * factor / 17.0]]) for factor in (1.0, 2.0))
    assert not find_codes(grey, men(), SETTINGS)
    assert not find_codes(grey, men(), SETTINGS, beside=other)
    assert find_codes(grey, men(), SETTINGS, beside=promised)
