"""The tuck box folds together, and labels make pieces of plain cubes and bars."""

import json
from math import dist

import pytest

from printables.book import PrintSettings, documents_of, print_game
from printables.cuts import fold_lines
from printables.tuckbox import BoxSettings, box_net
from tabletop.gamefile import load_game
from tabletop.geometry import contains, crosses_itself


def test_the_box_closes() -> None:
    """Four faces in turn as wide as front, side, back and side; each fold lies in the net, whose outline is simple."""
    settings = BoxSettings()
    net = box_net(settings)
    widths = [right - left for left, _, right, _ in net.faces_mm[:4]]
    assert widths == [settings.width_mm, settings.depth_mm, settings.width_mm, settings.depth_mm]
    assert not crosses_itself(net.outline_mm)
    for (x0, y0), (x1, y1) in net.folds_mm:
        assert contains(net.outline_mm, ((x0 + x1) / 2, (y0 + y1) / 2))
        assert dist((x0, y0), (x1, y1)) in (settings.width_mm, settings.depth_mm, settings.height_mm)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_box_is_one_sheet_with_its_folds(paper: str) -> None:
    """On both papers, and a cutting machine gets the folds too."""
    game = load_game("big-city")
    (document,) = documents_of(game, PrintSettings(parts=("box",), paper=paper))
    (sheet,) = document.sheets
    assert len(fold_lines(sheet)) == len(box_net(BoxSettings()).folds_mm)
    files = print_game(game, PrintSettings(parts=("box",), paper=paper, cut="svg"))
    (cut,) = (content for name, content in files.items() if name.endswith(".svg"))
    assert cut.decode("utf-8").split('id="fold"')[1].count("<path") == len(fold_lines(sheet))


def test_fine_brings_the_box_and_the_other_styles_do_not() -> None:
    """What is folded for looks belongs to the style for looks."""
    for style in ("light", "standard", "fine"):
        stems = {document.stem for document in documents_of(load_game("big-city"), PrintSettings(style=style))}
        assert ("big-city-box-a4" in stems) is (style == "fine")


@pytest.mark.parametrize("game", ["big-city", "my-city", "small-city"])
def test_labels_bear_the_codes_where_the_pieces_have_them(game: str) -> None:
    """As many as there are pieces, narrower, every code at its place with at least half a module of white."""
    loaded = load_game(game)
    settings = PrintSettings(parts=("labels",))
    entries = {entry["id"]: entry for entry in json.loads(print_game(loaded, settings)["parts.json"])["parts"]}
    assert entries
    for name, entry in entries.items():
        part = loaded.by_id[name.removeprefix("label-")]
        assert entry["count"] == (part.count if part.per_player is None else loaded.players[1])
        assert [marker["id"] for marker in entry["markers"]] == [code.id for code in part.codes]
        xs, ys = zip(*entry["outline_mm"], strict=True)
        wide = (max(xs) - min(xs), max(ys) - min(ys))
        assert all(label < piece for label, piece in zip(wide, part.size_mm, strict=True))
        for marker in entry["markers"]:
            for x, y in marker["corners_mm"]:
                assert min(x - min(xs), max(xs) - x, y - min(ys), max(ys) - y) >= 0.5 * loaded.codes.module_mm
