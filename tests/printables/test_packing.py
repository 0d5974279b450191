"""Parts lie inside the margins, apart from each other, and are never turned."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thinned import thinned

from printables.book import documents_of
from printables.choice import PrintSettings, chosen
from printables.guillotine import GuillotineSettings
from printables.packing import BLEED_MM, pack
from printables.paper import PAPERS
from printables.tiling import FLAP_MM, better_whole_mm, joints, windows
from tabletop.errors import UsageError
from tabletop.gamefile import load_game
from tabletop.geometry import bounding_box, rectangle
from tabletop.parts import Part


def _part(name: str, width: float, height: float) -> Part:
    return Part(name, "piece", name, 1, rectangle(width, height), 1.5, "ink")


@given(st.lists(st.tuples(st.floats(8, 190), st.floats(8, 190), st.integers(1, 4)), min_size=1, max_size=12))
def test_no_part_leaves_the_margins_or_touches_another(sizes: list[tuple[float, float, int]]) -> None:
    """With their bleed, all copies lie inside the printable area, and no two of them overlap."""
    parts = [(_part(f"p{index}", width, height), count) for index, (width, height, count) in enumerate(sizes)]
    sheets = pack(parts, PAPERS["a4"])
    assert sum(len(sheet.slots) for sheet in sheets) == sum(count for _, count in parts)
    for sheet in sheets:
        left, top, right, bottom = sheet.paper.area_mm
        boxes = []
        for slot in sheet.slots:
            x0, y0, x1, y1 = bounding_box(slot.part.outline_mm)
            box = (x0 + slot.x_mm - BLEED_MM, y0 + slot.y_mm - BLEED_MM, x1 + slot.x_mm + BLEED_MM,
                   y1 + slot.y_mm + BLEED_MM)  # fmt: skip
            assert left - 0.01 <= box[0]
            assert top - 0.01 <= box[1]
            assert box[2] <= right + 0.01
            assert box[3] <= bottom + 0.01
            boxes.append(box)
        for index, first in enumerate(boxes):
            for second in boxes[index + 1 :]:
                apart = first[2] <= second[0] + 0.01 or second[2] <= first[0] + 0.01
                assert apart or first[3] <= second[1] + 0.01 or second[3] <= first[1] + 0.01


def test_a_part_larger_than_the_paper_is_refused_with_the_mend() -> None:
    """The message names the part, its size and a larger paper."""
    with pytest.raises(UsageError, match=r"Slab .*250 x 300 mm.*does not fit on A4.*--paper a3"):
        pack([(_part("Slab", 250, 300), 1)], PAPERS["a4"])


@given(st.floats(100, 900), st.lists(st.floats(0, 1), max_size=6, unique=True), st.floats(180, 400))
def test_joints_of_a_large_board_spare_the_codes(length: float, places: list[float], room: float) -> None:
    """Pieces follow each other without a gap, fit the sheet with flap and bleed, and cut no code."""
    bands = [(place * (length - 20), place * (length - 20) + 17) for place in places]
    wide = [band for band in bands if not any(abs(band[0] - other[0]) < 60 for other in bands if other is not band)]
    pieces = joints(0.0, length, room, wide)
    assert pieces[0][0] == 0.0
    assert pieces[-1][1] == length
    assert pieces[0][1] - pieces[0][0] <= room - 2 * BLEED_MM + 1e-6
    assert all(end - start <= room - FLAP_MM - BLEED_MM + 1e-6 for start, end in pieces[1:])
    for (_, end), (start, _) in pairwise(pieces):
        assert end == start
        assert all(not a < end < b for a, b in wide)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_joint_goes_through_a_number_of_the_score_track(paper: str) -> None:
    """Each space of My City's track is whole on one sheet, whichever way the board lies over sheets."""
    game = load_game("my-city")
    board = game.by_id["eternal-1"]
    for way in (PAPERS[paper], PAPERS[paper].turned):
        for least_mm in GuillotineSettings().least_mm:
            pieces = windows(board, 0, way, least_mm=least_mm, whole_mm=better_whole_mm(board, game))
            shown = [slot.window_mm for slot in pieces if slot.window_mm is not None]
            for x0, y0, x1, y1 in better_whole_mm(board, game):
                assert any(
                    left <= x0 + 0.1 and top <= y0 + 0.1 and x1 - 0.1 <= right and y1 - 0.1 <= bottom
                    for left, top, right, bottom in shown
                )


@pytest.mark.parametrize("style", ["standard", "fine"])
@pytest.mark.parametrize("options", [(("game", "eternal"),), ()], ids=["eternal", "any"])
@pytest.mark.parametrize("paper", thinned(["a4", "letter"], 1))
def test_no_card_has_a_sheet_to_itself(style: str, paper: str, options: tuple[tuple[str, str], ...]) -> None:
    """My City's one card too many lies with pieces, its back behind it; nothing is lost or doubled."""
    game = load_game("my-city")
    settings = PrintSettings(paper=paper, players=2, options=options, style=style)
    sheets = [sheet for document in documents_of(game, settings) for sheet in document.sheets]
    printed = Counter(slot.part.kind for sheet in sheets if not sheet.back for slot in sheet.slots)
    wanted = Counter[str]()
    for part, count in chosen(game, settings):
        wanted[part.kind] += count
    assert {kind: printed[kind] for kind in wanted if kind != "board"} == {
        kind: count for kind, count in wanted.items() if kind != "board"
    }
    fronts = [sheet for sheet in sheets if not sheet.back]
    assert all(len(sheet.slots) > 2 for sheet in fronts if "card" in {slot.part.kind for slot in sheet.slots})
    for front, back in pairwise(sheets):
        if back.back:
            cards = [slot for slot in front.slots if slot.part.kind == "card"]
            assert front.paper.width_mm < front.paper.height_mm
            assert [(slot.part.id, slot.x_mm) for slot in back.slots] == [
                (slot.part.id, pytest.approx(front.paper.width_mm - slot.x_mm)) for slot in cards
            ]
