"""What a print job costs is counted, and what the company and the variant do not need is left out."""

import json

import pytest

from printables.book import PrintSettings, documents_of, print_game
from printables.cuts import sides_of, strokes_of
from printables.packing import PackedSheet, Slot
from printables.paper import PAPERS
from printables.work import Work, can_wait, work_of
from tabletop.gamefile import load_game
from tabletop.geometry import rectangle
from tabletop.parts import Part


def test_all_of_big_city_is_counted() -> None:
    """Eight neighbourhoods, 67 pieces and streetcars, mats and cards; in fine, where none touch, with 1550 sides."""
    work = work_of(documents_of(load_game("big-city"), PrintSettings(style="fine")))
    assert (work.edges, work.minutes) == (1550, 134)


def test_a_side_of_two_pieces_is_one_edge_and_what_stands_in_line_is_one_stroke() -> None:
    """Two squares side by side have seven edges, which the knife cuts in five strokes."""
    part = Part("one", "piece", "One", 2, rectangle(20, 20), 1.5, "ink")
    sheet = PackedSheet(PAPERS["a4"], (Slot(part, 0, 50, 50), Slot(part, 1, 70, 50)))
    sides = sides_of(sheet)
    assert len(sides) == 7
    assert len(strokes_of(sides, gap_mm=0.0)) == 5


def test_the_manifest_tells_what_the_job_costs() -> None:
    """`work` has sheets, edges, strokes and minutes."""
    settings = PrintSettings(parts=("puck",))
    manifest = json.loads(print_game(load_game("big-city"), settings)["parts.json"])
    assert Work(**manifest["work"]) == Work(1, 4, 4, 0, waste=0.84, bleed=0.0, paper_waste=0.98)


def test_what_can_wait_is_named() -> None:
    """Cards and the score track; not the sheets where mats or summaries fill what pieces leave free."""
    names = [name for name, _ in can_wait(documents_of(load_game("big-city"), PrintSettings()))]
    assert names == ["How to print and cut", "Score track, Hundred 5, …", "Cards"]


@pytest.mark.parametrize(
    ("game", "option", "there", "left_out"),
    [
        ("my-city", ("game", "eternal"), {"eternal-1", "church-1", "card-church-1"},
         {"episode-1-1", "blank-1", "sticker-well"}),
        ("my-city", ("game", "episode-1"), {"episode-1-1", "sticker-well", "card-yellow-1"},
         {"eternal-1", "blank-1", "church-1", "card-blocking", "aid"}),
        ("my-city-chess", ("map", "hex-8"), {"hex-8", "landmark-zoo"}, {"square-8", "square-12", "corner-upper-left"}),
        ("my-city-chess", ("city_dump", False), {"landmark-zoo", "red-slum"}, {"landmark-city-dump"}),
        ("small-city", ("modules", ("palaces",)), {"palace", "promise-33", "residential-5"},
         {"residential-6", "bank", "promise-35"}),
    ],
)  # fmt: skip
def test_a_variant_brings_only_its_own_parts(
    game: str, option: tuple[str, object], there: set[str], left_out: set[str]
) -> None:
    """What other variants need stays out, what every game needs stays in."""
    settings = PrintSettings(paper="a3", options=(option,))
    ids = {slot.part.id for document in documents_of(load_game(game), settings) for sheet in document.sheets
           for slot in sheet.slots}  # fmt: skip
    assert there <= ids
    assert not left_out & ids


def test_a_part_that_is_named_is_printed_whatever_is_played() -> None:
    """`--parts blank-1` with the variant that has no use for it."""
    settings = PrintSettings(parts=("blank-1",), options=(("game", "eternal"),))
    (document,) = documents_of(load_game("my-city"), settings)
    assert {slot.part.id for sheet in document.sheets for slot in sheet.slots} == {"blank-1"}
