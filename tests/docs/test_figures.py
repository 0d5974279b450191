"""Tables of measured figures in the docs are what `benchmarks/figures.py` makes of the kept counts."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
from figures import ROOT, FigureTable, keep, tables
from measuring.tally import Tally

TABLES = tables()
SHARE = re.compile(r"\d(?:\.\d+)? %(?! \()")
BY_NAME = pytest.mark.parametrize("table", TABLES, ids=lambda one: f"{one.page.stem}, {one.name}")


@BY_NAME
def test_a_page_shows_what_was_counted(table: FigureTable) -> None:
    """To the letter; `--write` puts it there."""
    if table.shown:
        assert table.markdown() in table.page.read_text("utf-8")


@BY_NAME
def test_a_figure_can_be_counted_again(table: FigureTable) -> None:
    """Date and commands stand with it, the commands' files exist, and no share has more hits than trials."""
    assert isinstance(table.kept["date"], date)
    files = [word for command in table.kept["commands"] for word in command.split() if "/" in word]
    assert files
    assert [file for file in files if not (ROOT / file).exists()] == []
    counts = [cell for row in table.kept["rows"] for cell in row if isinstance(cell, list)]
    assert [cell for cell in counts if not 0 <= cell[0] <= cell[1]] == []


@pytest.mark.parametrize("page", sorted({table.page for table in TABLES}), ids=lambda page: page.stem)
def test_no_table_stands_beside_the_counts(page: Path) -> None:
    """A page of figures has no other table in which a share stands without its interval."""
    made = "\n".join(table.markdown() for table in TABLES if table.page == page).splitlines()
    others = [line for line in page.read_text("utf-8").splitlines() if line.startswith("|") and line not in made]
    assert [line for line in others if SHARE.search(line)] == []


def test_a_table_takes_the_place_of_that_with_its_head() -> None:
    """What stands round it stays."""
    table = FigureTable(ROOT, "", {"head": ["what", "right"], "rows": [["new", [0, 30]], ["and", [30, 30]]]})
    page = "Before\n\n| what | right |\n| --- | --- |\n| old | 1 % |\n\nAfter"
    made = "| what | right |\n| --- | --- |\n| new | below 11.4 % |\n| and | above 88.6 % |"
    assert table.put_into(page) == f"Before\n\n{made}\n\nAfter"


def test_what_a_command_counts_is_kept_beside_the_other_tables(tmp_path: Path) -> None:
    """With the page on which they stand; counted again, a table takes its own place."""
    path, first = tmp_path / "kept.toml", {"head": ["what", "right"], "date": date(2026, 11, 28), "shown": False}
    keep(path, "accuracy", {"one": {**first, "rows": [["`sure` ≥ 1", [3, 4], 0.5]]}, "two": {**first, "rows": []}})
    keep(path, "accuracy", {"one": {**first, "rows": [["more", [4, 4], 2]]}})
    again = tomllib.loads(path.read_text("utf-8"))
    assert again == {
        "page": "accuracy",
        "one": {**first, "rows": [["more", [4, 4], 2]]},
        "two": {**first, "rows": []},
    }


def test_a_row_of_the_corpus_tells_how_far_its_shares_can_be_believed() -> None:
    """Of what is right, and of what is wrong and certain."""
    row = Tally(boards=2, visible=1000, right=990, asked=8, wrong=2).row()
    assert row == "| 2 | 0 | 0 | 0 | 1000 | 99.0 % (98.2 to 99.46) | 8 | 2 | 0: below 0.38 % |"
