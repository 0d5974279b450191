"""The documentation's examples: every `$ boardsight …` line of a console block is run and must end well."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _commands(page: Path) -> list[str]:
    """The page's commands in the order in which a reader would type them."""
    lines = [line for block in _BLOCK.findall(page.read_text(encoding="utf-8")) for line in block.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ boardsight ")]


@pytest.mark.parametrize("page", [page for page in PAGES if _commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    """All commands of one page, typed one after the other in an empty folder, exit with 0."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in _commands(page):
        words = [sys.executable, "-m", "live.main", *shlex.split(command)[1:]]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link and picture of a page exists."""
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
