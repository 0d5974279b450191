"""The documentation's examples: every `$ boardsight …` line of a console block is run and must end well."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from live.main import main
from simulator.camera import VIEWS

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _commands(page: Path) -> list[str]:
    """The page's commands in the order in which a reader would type them."""
    lines = [line for block in _BLOCK.findall(page.read_text(encoding="utf-8")) for line in block.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ boardsight ")]


def _told_elsewhere(page: Path) -> bool:
    """Whether another page begins with the same commands: then these are typed there. Of two alike the first stays."""
    own, beginnings = _commands(page), [(other, _commands(other)) for other in PAGES if other != page]
    return any(
        told[: len(own)] == own and (len(told) > len(own) or PAGES.index(other) < PAGES.index(page))
        for other, told in beginnings
    )


TYPED = [page for page in PAGES if _commands(page) and not _told_elsewhere(page)]


@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands of one page, typed one after the other in an empty folder, exit with 0."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for name, view in VIEWS.items():
        if view.sensor == "phone":  # whoever reads a quarter of the pixels reads all of them
            width, height = view.size_px
            monkeypatch.setitem(VIEWS, name, replace(view, size_px=(width // 2, height // 2)))
    for command in _commands(page):
        print(command)  # pytest shows it with what the commands said, should one fail
        assert main(shlex.split(command)[1:]) == 0, command


_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link and picture of a page exists."""
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


_TYPED = re.compile(r"^(?:\$ )?(?:git|make|uv|pip|pipx|py|python|boardsight|docker)\b.*", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_leaves_out_what_must_be_typed(page: Path) -> None:
    """An ellipsis in a block of commands is an address that nobody has."""
    blocks = re.findall(
        r"^```(?:text|console|sh)?\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert [line for block in blocks for line in _TYPED.findall(block) if "…" in line] == []
