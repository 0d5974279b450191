"""Command cards in the camera's picture: found anywhere, told apart, obeyed once, and never taken for a piece."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy
import pytest
from laid_cards import laid, with_cards
from thinned import thinned

from live.sources import Frame
from live.table.command_cards import CommandCardWatch
from live.table.frame_reader import SingleCameraReader
from simulator.games import opening_position, random_game
from simulator.gestures import Pace
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header
from vision import BgrImage, CommandCardFinder, SeenCommandCard, read_image

TRY = load_game("try")
PLAYED = random_game(Header("try", ("Ann", "Ben")), 1)
OPENING = opening_position(PLAYED)


def table_with(*cards: tuple[str, float]) -> VirtualTable:
    """The tiny game with cards beside it, by their distance from the board, one below the other."""
    pace = Pace(frames_per_s=5)
    table = VirtualTable(with_cards(TRY), OPENING, Room(size_px=(1280, 720), pace=pace))
    table.lay(OPENING)
    right_mm = 2 * table.middle_mm[0]
    table.filming = False
    for number, (command, beside_mm) in enumerate(cards):
        for _ in table.act([laid(command, (right_mm + beside_mm, 50.0 + 95.0 * number), turn_deg=15.0)], 1):
            pass
    table.filming = True
    return table


@cache
def picture(*cards: str) -> BgrImage:
    """A picture of it with nobody's hand in it."""
    return next(table_with(*((command, 60.0) for command in cards)).still(0.1))


def commands(image: BgrImage, game: str | None = "try") -> list[str]:
    """The cards that a first look finds."""
    return [card.command for card in CommandCardFinder(None if game is None else load_game(game)).look(image)]


@pytest.mark.parametrize("command", thinned(["begin", "next-game", "pause", "take-back", "pass", "who-is-first"], 1))
def test_every_card_is_found_beside_the_board(command: str) -> None:
    """By its code, turned a little, where no game's part lies."""
    assert commands(picture(command)) == [command]


def test_a_card_is_found_where_no_game_is_in_sight() -> None:
    """Cards have no need of a board: only the right part of the picture is left."""
    right = numpy.ascontiguousarray(picture("begin")[:, 690:])
    assert commands(right, None) == ["begin"]


def test_a_card_changes_nothing_about_the_position() -> None:
    """Places, confidence and problems are those of the same table without it: no piece, no stranger's code."""
    with_card, without = (
        read_image(image, TRY, players=("Ann", "Ben")).reading for image in (picture("pass"), picture())
    )
    assert (with_card.position, with_card.confidence) == (without.position, without.confidence)
    assert with_card.problems == without.problems == ()


def test_a_card_alone_makes_no_other_game() -> None:
    """Where only a card is seen, it is said that too little is, not that another game lies there."""
    right = numpy.ascontiguousarray(picture("begin")[:, 690:])
    problems = read_image(right, TRY, players=("Ann", "Ben")).reading.problems
    assert [problem.code for problem in problems] == ["too-little-seen"]


def test_a_half_hidden_card_is_no_card() -> None:
    """Something lies over half of its code."""
    image = picture("pass").copy()
    card = CommandCardFinder(TRY).look(image)[0]
    (left, top), (right, bottom) = card.corners_px.min(axis=0).astype(int), card.corners_px.max(axis=0).astype(int)
    image[top : bottom + 2, left : (left + right) // 2] = (60, 90, 150)
    assert commands(image) == []
    assert commands(picture()) == []  # nor are the game's own codes


def test_a_card_that_is_mirrored_or_tiny_is_no_card() -> None:
    """A selfie camera's picture, and a card at the far end of the room."""
    image = picture("pass")
    assert commands(numpy.ascontiguousarray(image[:, ::-1])) == []
    assert commands(cv2.resize(image, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)) == []


def test_a_game_of_ones_own_keeps_its_codes() -> None:
    """Where a part of the game bears a card's code it is the part."""
    part = TRY.parts[0]
    own = replace(part, codes=(replace(part.codes[0], id=143),))
    image = picture("pass", "pause")
    cards = CommandCardFinder(replace(TRY, parts=(own, *TRY.parts[1:]))).look(image)
    assert [card.command for card in cards] == ["pause"]


def test_only_what_has_changed_is_searched_and_what_lies_stays() -> None:
    """Card after card in the same picture, and away again: as a first look at each picture finds it."""
    finder = CommandCardFinder(TRY)
    for image in (picture(), picture("pass"), picture("pass", "pause"), picture("pause"), picture()):
        assert {card.command for card in finder.look(image)} == {
            card.command for card in CommandCardFinder(TRY).look(image)
        }


def test_the_reader_tells_cards_of_still_pictures_alone() -> None:
    """None while something moves, since a hand may lie over one; then those that lie there, quiet frames too."""
    reader = SingleCameraReader(TRY, ("Ann", "Ben"))
    frames = [picture(), picture(), picture("pass"), picture("pass"), picture("pass")]
    told = [reader.look(Frame(image, number / 5, number)).cards for number, image in enumerate(frames, start=1)]
    seen = [None if cards is None else [card.command for card in cards] for cards in told]
    assert seen == [[], [], None, ["pass"], ["pass"]]


def card(command: str, x_px: float = 100.0) -> SeenCommandCard:
    """A card whose code is 40 pixels wide."""
    return SeenCommandCard(command, numpy.array([(x_px, 50.0), (x_px + 40, 50.0), (x_px + 40, 90.0), (x_px, 90.0)]))


def obeyed(*seen: tuple[SeenCommandCard, ...], at_once: tuple[str, ...] = ()) -> list[tuple[int, tuple[str, ...]]]:
    """In which frames something counts, and what, of five a second."""
    watch = CommandCardWatch(at_once=at_once)
    counted = [watch.see(cards, number / 5) for number, cards in enumerate(seen)]
    return [(number, commands) for number, commands in enumerate(counted) if commands]


PASS, NOTHING = (card("pass"),), ()


@pytest.mark.parametrize(
    ("seen", "counts_in"),
    [
        ([NOTHING, *[PASS] * 400], [4]),
        ([NOTHING, *[(card("pass", 100.0 + 30 * min(number, 5)),) for number in range(10)]], [9]),
        ([NOTHING, *[PASS] * 6, *[NOTHING] * 3, *[(card("pass", 160.0),)] * 6], [4]),
        ([NOTHING, *[PASS] * 6, *[NOTHING] * 8, *[(card("pass", 130.0),)] * 6], [4, 18]),
        ([NOTHING, *[PASS] * 6, *[NOTHING] * 40, *[(card("pass", 100.4),)] * 6], [4]),
        ([*[PASS] * 10, *[NOTHING] * 8, *[(card("pass", 300.0),)] * 5], [21]),
    ],
    ids=[
        "lies still",
        "pushed on",
        "pushed under a hand",
        "laid again elsewhere",
        "hidden by a hand",
        "there from the start",
    ],
)
def test_a_card_is_obeyed_once_when_it_has_lain_still(
    seen: Sequence[tuple[SeenCommandCard, ...]], counts_in: list[int]
) -> None:
    """Not while it is pushed on, and again only after it was away; one over which the program began waits for that."""
    assert obeyed(*seen) == [(number, ("pass",)) for number in counts_in]


def test_begin_may_count_from_the_start() -> None:
    """Who sets the table up has laid it before."""
    both = (card("begin"), card("pause", 300.0))
    assert [commands for _, commands in obeyed(*[both] * 6, at_once=("begin",))] == [("begin",)]


def test_cards_that_are_laid_together_are_told_together() -> None:
    """The uncut sheet, or two hands at once; a card that has lain there for long is none of them."""
    pause = card("pause", 300.0)
    told = obeyed((), *[(pause,)] * 6, *[(pause, card("pass"), card("begin", 200.0))] * 6)
    assert [commands for _, commands in told] == [("pause",), ("pass", "begin")]


def test_in_a_photograph_a_card_counts_at_once() -> None:
    """A phone's picture is taken by hand: the next one is from elsewhere, and shows a card that still lies."""
    watch = CommandCardWatch()
    photos = [[], [card("pass")], [card("pass", 500.0)], [], [card("pass")]]
    told = [watch.see(cards, 60.0 * number, settled=True) for number, cards in enumerate(photos)]
    assert told == [(), ("pass",), (), (), ("pass",)]
