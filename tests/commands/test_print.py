"""`boardsight print`: the papers, the cut files, and that manifest, game and plan agree."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from thinned import thinned

from live.main import main

GROUPS = ("guide", "tiles", "pieces", "mats", "cards", "aids")
PROMISED = {"id", "kind", "count", "pdf", "page", "outline_mm", "origin", "thickness_mm", "markers"}


@pytest.mark.parametrize("paper", thinned(["letter", "a3"], 1))
def test_every_paper_gives_all_documents(paper: str, run, folder: Path) -> None:
    """A PDF for each group that takes most of a sheet, named by game, group and paper; stdout lists them."""
    outcome = run("print", "big-city", "--paper", paper, "--out", "out", "--players", "2")
    assert outcome.code == 0
    assert "boardsight:" not in outcome.err  # what cutting takes is told there, nothing else
    names = {Path(line).name for line in outcome.out.splitlines()}
    assert names <= {f"big-city-{group}-{paper}.pdf" for group in GROUPS} | {"parts.json"}
    assert {f"big-city-{group}-{paper}.pdf" for group in ("guide", "tiles", "cards")} | {"parts.json"} <= names
    assert {path.name for path in (folder / "out").iterdir()} == names
    assert all(path.read_bytes().startswith(b"%PDF-") for path in (folder / "out").glob("*.pdf"))


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The manifest of everything on A4."""
    out = tmp_path_factory.mktemp("printed")
    assert main(["print", "big-city", "--out", str(out)]) == 0
    return json.loads((out / "parts.json").read_text(encoding="utf-8"))


def test_the_manifest_has_the_form_of_the_interface(manifest: Any) -> None:
    """Every part has the promised keys, lies on its page, and its codes lie within its outline."""
    assert (manifest["format"], manifest["game"], manifest["paper"]) == ("boardsight-parts/1", "big-city", "a4")
    pages = {sheet["pdf"]: sheet["pages_mm"] for sheet in manifest["sheets"]}
    for part in manifest["parts"]:
        assert set(part) >= PROMISED
        width, height = pages[part["pdf"]][part["page"] - 1]
        left, top, right, bottom = box(part["outline_mm"])
        assert 0 < left < right < width
        assert 0 < top < bottom < height
        for marker in part["markers"]:
            assert left <= box(marker["corners_mm"])[0] <= box(marker["corners_mm"])[2] <= right
            assert top <= box(marker["corners_mm"])[1] <= box(marker["corners_mm"])[3] <= bottom
    counts = {part["id"]: part["count"] for part in manifest["parts"]}
    assert sum(counts[f"tile-{number}"] for number in range(1, 9)) == 8
    assert counts["streetcar"] == 17


def test_no_code_is_printed_on_two_parts(manifest: Any) -> None:
    """A code stands for one kind of part, and all are in the game's range."""
    ids = [marker["id"] for part in manifest["parts"] for marker in part["markers"]]
    assert len(set(ids)) == len(ids)
    assert all(0 <= code <= 149 for code in ids)


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_cut_files_are_one_a_sheet(kind: str, run, folder: Path) -> None:
    """Beside the PDFs of the parts that were asked for."""
    assert run("print", "big-city", "--parts", "tiles", "--cut", kind, "--out", "out").code == 0
    manifest = json.loads((folder / "out" / "parts.json").read_text(encoding="utf-8"))
    pages = {part["page"] for part in manifest["parts"]}
    assert len(list((folder / "out").glob(f"*.{kind}"))) == len(pages)


def test_ink_saver_has_names_of_its_own(run, folder: Path) -> None:
    """So that both can lie in one folder."""
    assert run("print", "big-city", "--parts", "puck", "--ink-saver", "--out", "out").code == 0
    assert (folder / "out" / "big-city-mats-a4-ink-saver.pdf").exists()


@pytest.mark.parametrize("words", [["--paper", "a5"], ["--players", "0"], ["--players", "two"], ["--cut", "pdf"]])
def test_senseless_settings_are_wrong_use(words: list[str], run, folder: Path) -> None:
    """Exit 2 and no file."""
    assert run("print", "big-city", "--out", "out", *words).code == 2
    assert not (folder / "out").exists()


def test_a_name_that_would_leave_the_folder_is_refused(run, folder: Path) -> None:
    """A game file's name becomes part of files' names: it may not hold a path."""
    assert run("new", "game", "own").code == 0
    text = (folder / "own.toml").read_text(encoding="utf-8")
    (folder / "own.toml").write_text(text.replace('name = "own"', 'name = "../own"', 1), encoding="utf-8")
    outcome = run("print", "own.toml", "--out", "out")
    assert outcome.code == 4
    assert "becomes part of files' names" in outcome.err


def test_plan_and_manifest_agree_where_parts_lie(run, city: Path, manifest: Any) -> None:
    """A part's outline from the page, turned and moved as the plan says, covers its place on the table.

    INTERFACE.md section 6: a part lies as its outline does on the page, turned clockwise about the middle of its
    outline's bounding box.
    """
    text = city.read_text(encoding="utf-8").replace("on = [11, 12]", "on = [11, 14]").replace("turn = 0", "turn = 1", 2)
    city.write_text(text.replace("turn = 1", "turn = 0", 1).replace('side = "south"', 'side = "east"'), "utf-8")
    parts = {part["id"]: part for part in manifest["parts"]}
    plan = run("plan", city, "--json").document
    laid = {planned["part"]: lying(parts[planned["part"]]["outline_mm"], planned) for planned in plan["parts"]}
    assert laid["tile-1"] == pytest.approx((0, 0, 144, 144), abs=0.01)
    assert laid["tile-2"] == pytest.approx((0, 144, 96, 336), abs=0.01)  # a quarter turn: 4 rows, 2 columns
    left, top, right, bottom = laid["residence-2"]  # stands on 11 and 14, one below the other
    assert (right - left) < (bottom - top)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((24, 48), abs=0.01)
    assert math.isclose((laid["streetcar"][0] + laid["streetcar"][2]) / 2, 48, abs_tol=0.01)


def box(points: Any) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return (min(across), min(down), max(across), max(down))


def lying(outline_mm: Any, planned: Any) -> tuple[float, float, float, float]:
    """The bounding box on the table of an outline from the page."""
    left, top, right, bottom = box(outline_mm)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    angle = math.radians(planned["rotation_deg"])
    x_mm, y_mm = planned["centre_mm"]
    turned = [
        (
            x_mm + (x - middle_x) * math.cos(angle) - (y - middle_y) * math.sin(angle),
            y_mm + (x - middle_x) * math.sin(angle) + (y - middle_y) * math.cos(angle),
        )
        for x, y in outline_mm
    ]
    return box(turned)
