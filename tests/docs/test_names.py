"""What the documentation names of the code and its tests exists: what moves takes its mention along."""

import importlib
import re
from pathlib import Path

import pytest
from rooms import ROOMS, ROOT

NAME = re.compile(rf"`((?:{'|'.join([*ROOMS, 'training'])})(?:\.\w+)+)(?:\(\w*\))?`")
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", [page for page in PAGES if NAME.search(page.read_text("utf-8"))], ids=lambda p: p.name)
def test_every_name_of_the_code_is_there(page: Path) -> None:
    """A name in code quotes that begins with one of our rooms leads to something."""
    assert [name for name in NAME.findall(page.read_text("utf-8")) if not _exists(name)] == []


def test_every_test_and_benchmark_that_a_page_names_is_there() -> None:
    """Wherever it lies in their folders."""
    there = {path.name for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")}
    named = re.compile(r"\btest_\w+\.py|(?<=benchmarks/)\w+\.py")
    assert {
        (page.name, name) for page in PAGES for name in named.findall(page.read_text("utf-8")) if name not in there
    } == set()


def _exists(name: str) -> bool:
    words = name.split(".")
    for length in range(len(words), 0, -1):
        try:
            found = importlib.import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            if not hasattr(found, word) and word not in getattr(found, "__annotations__", {}):
                return False
            found = getattr(found, word, None)
        return True
    return False
