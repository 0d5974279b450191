"""The docs stay short, hang together, and are all found on the site that `make site` builds."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
CODE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)")
MOST_WORDS = 30_000


def anchors(text: str) -> set[str]:
    """What a page's headings are called in addresses."""
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(CODE.sub("", text))}


def test_the_navigation_names_every_page() -> None:
    """Each once, and the changelog."""
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == sorted([*PAGES, "CHANGELOG.md"])


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_headings(page: str) -> None:
    """What stands behind a link's # is a heading of the page that it leads to."""
    for target, anchor in LINK.findall(PAGES[page]):
        there = ((ROOT / page).parent / target).resolve() if target else ROOT / page
        assert anchor in anchors(there.read_text("utf-8")), (target, anchor)


def test_all_pages_together_are_read_in_two_hours() -> None:
    """So many words at most, as `wc -w` counts them: what is new takes the place of something."""
    assert sum(len(text.split()) for text in PAGES.values()) <= MOST_WORDS


def test_first_screens_are_short() -> None:
    """README has at most 90 lines, the glossary at most 40 entries."""
    assert len(PAGES["README.md"].splitlines()) <= 90
    entries = re.findall(r"^(?:\| (?!word|---)|- \*\*)", PAGES["docs/glossary.md"], re.MULTILINE)
    assert 20 < len(entries) <= 40
