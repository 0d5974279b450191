"""The light style: few sheets and cuts, pieces that share cuts, cuts from edge to edge, and no card or lonely puck."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thinned import thinned

from printables.book import PrintSettings, documents_of, print_game
from printables.cuts import cut_outlines
from printables.guillotine import GuillotineSettings, pack_with_few_cuts
from printables.packing import PackedSheet
from printables.paper import PAPERS
from printables.work import work_of
from tabletop.gamefile import load_game
from tabletop.geometry import RectangleMm, bounding_box, rectangle
from tabletop.parts import Part

ETERNAL = (("game", "eternal"),)
PLAIN_CHESS = (("map", "square-8"), ("city_dump", False), ("slums", "off"))
GAMES = ("big-city", "my-city", "my-city-chess", "small-city")
STYLED = [(style, game) for style in ("light", "standard", "fine") for game in GAMES]
"""Small City in standard takes as long as all before it: it and the fine ones are laid out with `make soak`."""


@pytest.mark.parametrize(
    ("game", "asked", "sheets", "edges"),
    [
        ("big-city", PrintSettings(style="light"), 8, 300),
        ("big-city", PrintSettings(style="light", players=2), 8, 300),
        ("big-city", PrintSettings(), 15, 540),
        ("my-city", PrintSettings(style="light", players=2, options=ETERNAL), 10, 360),
        ("my-city", PrintSettings(players=2, options=ETERNAL), 13, 440),
        ("my-city-chess", PrintSettings(style="light", players=2, options=PLAIN_CHESS), 6, 195),
        ("small-city", PrintSettings(style="light", players=2, options=(("modules", ()),)), 16, 1260),
    ],
)
def test_few_sheets_and_cuts_are_needed_and_little_is_cut_away(
    game: str, asked: PrintSettings, sheets: int, edges: int
) -> None:
    """The guide counted in; in light and standard at most 15 % of the paper that a printer reaches."""
    work = work_of(documents_of(load_game(game), asked))
    assert work.sheets <= sheets
    assert work.edges <= edges
    assert work.waste <= 0.15


@pytest.mark.parametrize(("game", "options"), [("my-city", ETERNAL), ("my-city-chess", PLAIN_CHESS)])
def test_light_takes_the_usual_variant_where_none_is_named(game: str, options: tuple[tuple[str, object], ...]) -> None:
    """`--players 2 --style light` alone is as few sheets as with the default options named."""
    named = PrintSettings(style="light", players=2, options=options)
    alone = PrintSettings(style="light", players=2)
    assert work_of(documents_of(load_game(game), alone)) == work_of(documents_of(load_game(game), named))


def test_light_has_all_that_is_laid_and_nothing_that_can_wait() -> None:
    """The same neighbourhoods, pieces, mats and puck as standard; no cards, summaries, score track."""
    counts = []
    for style in ("light", "standard"):
        files = print_game(load_game("big-city"), PrintSettings(style=style))
        counts.append({part["id"]: part["count"] for part in json.loads(files["parts.json"])["parts"]})
    light, standard = counts
    waiting = ("card", "aid", "track", "marker", "hundred")
    assert light == {name: count for name, count in standard.items() if not name.startswith(waiting)}


@pytest.mark.parametrize("all_numbers", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["one", "all"])
@pytest.mark.parametrize(("style", "game"), thinned(STYLED, len(STYLED) - 5))
def test_no_sheet_is_printed_for_a_single_puck_or_aid_card(game: str, style: str, all_numbers: bool) -> None:
    """For the fewest players in light, the most in the others, with `make soak` for all numbers; in light for no other
    small part either."""
    loaded = load_game(game)
    fewest, most = loaded.players
    for players in range(fewest, most + 1) if all_numbers else (fewest if style == "light" else most,):
        documents = documents_of(loaded, PrintSettings(style=style, players=players))
        alone = [
            sheet.slots[0].part.kind for document in documents for sheet in document.sheets if len(sheet.slots) == 1
        ]
        assert not {"puck", "aid"} & set(alone), players
        assert style != "light" or set(alone) <= {"board"}


def test_cards_that_are_named_are_printed_in_light_too() -> None:
    """`--style light --parts cards`."""
    files = print_game(load_game("big-city"), PrintSettings(style="light", parts=("cards",)))
    assert "big-city-cards-a4.pdf" in files


def test_every_cut_runs_from_edge_to_edge() -> None:
    """Each sheet of Big City falls into its pieces by cuts through the whole of what is still in one piece."""
    for document in documents_of(load_game("big-city"), PrintSettings(style="light")):
        for sheet in document.sheets:
            assert _falls_apart([bounding_box(outline) for _, outline in cut_outlines(sheet)])


def test_cuts_across_the_whole_sheet_touch_no_piece() -> None:
    """They are marked on every sheet, and no piece lies on both sides of one."""
    (_, document) = documents_of(load_game("big-city"), PrintSettings(style="light"))
    for sheet in document.sheets:
        assert sheet.across_mm
        for (x0, y0), (x1, y1) in sheet.across_mm:
            for _, outline in cut_outlines(sheet):
                left, top, right, bottom = bounding_box(outline)
                beside = right <= x0 + 0.01 or left >= x1 - 0.01 if x0 == x1 else False
                above = bottom <= y0 + 0.01 or top >= y1 - 0.01 if y0 == y1 else False
                assert beside or above


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(8, 190), st.floats(8, 190), st.integers(1, 6)), min_size=1, max_size=8))
def test_nothing_overlaps_or_leaves_the_margins(sizes: list[tuple[float, float, int]]) -> None:
    """All copies are there, inside the margins with their bleed, none over another, and cuts can part them."""
    parts = [
        (Part(f"p{index}", "piece", "Piece", 1, rectangle(width, height), 1.5, "ink"), count)
        for index, (width, height, count) in enumerate(sizes)
    ]
    quickly = GuillotineSettings(attempts=4, shrink_steps=3)
    sheets = pack_with_few_cuts(parts, PAPERS["a4"], load_game("big-city"), quickly)
    assert sum(len(sheet.slots) for sheet in sheets) == sum(count for _, count in parts)
    for sheet in sheets:
        boxes = [bounding_box(outline) for _, outline in cut_outlines(sheet)]
        assert all(_inside(box, sheet) for box in boxes)
        assert _falls_apart(boxes)


def test_a_cut_file_has_each_shared_cut_once() -> None:
    """Lines of one sheet never lie on one another."""
    files = print_game(load_game("big-city"), PrintSettings(style="light", parts=("residence-1",), cut="svg"))
    text = files["big-city-light-a4-sheet-1.svg"].decode("utf-8")
    cuts = text[text.index('id="cut"') : text.index('id="fold"')]
    assert 'Z"' not in cuts
    assert cuts.count("<path") == 3 + 5  # eight residences: two columns of four, or four of two
    assert len(set(cuts.splitlines())) == len(cuts.splitlines())


def _inside(box: RectangleMm, sheet: PackedSheet) -> bool:
    left, top, right, bottom = sheet.paper.area_mm
    bleed = sheet.bleed_mm - 0.01
    return left + bleed <= box[0] and top + bleed <= box[1] and box[2] <= right - bleed and box[3] <= bottom - bleed


def _falls_apart(boxes: Sequence[RectangleMm]) -> bool:
    """Whether cuts from edge to edge part all boxes, one cut after another."""
    if len(boxes) < 2:
        return True
    for axis in (0, 1):
        for edge in sorted({box[axis + 2] for box in boxes}):
            before = [box for box in boxes if box[axis + 2] <= edge + 0.01]
            after = [box for box in boxes if box[axis] >= edge - 0.01]
            if before and after and len(before) + len(after) == len(boxes):
                return _falls_apart(before) and _falls_apart(after)
    return False
