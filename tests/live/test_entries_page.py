"""What no camera sees, entered on the page in a real browser; skipped where Chromium is not installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser, tab_at
from served_pages import shown

from live.runtime.live_table import LiveTable
from tabletop.games.small_city.values import EndRound, Enter

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


@pytest.fixture
def shown_at(tmp_path: Path) -> Iterator[tuple[LiveTable, str]]:
    """Small City after twelve lines, and its address."""
    with shown(tmp_path, "small-city", moves=12) as made:
        yield made


@pytest.fixture
def table(shown_at: tuple[LiveTable, str]) -> LiveTable:
    """The table."""
    return shown_at[0]


@pytest.fixture
def page(browser: Browser, shown_at: tuple[LiveTable, str]) -> Iterator["Page"]:
    """Its page, open."""
    with tab_at(browser, shown_at[1]) as opened:
        opened.goto("/")
        yield opened


def test_votes_a_promise_and_the_rounds_end_are_entered(page: "Page", table: LiveTable) -> None:
    """Typed in, pressed, written in the record and counted; a senseless entry is refused with its reason.

    A score tells what it is made of; unfolded it stays unfolded while the game goes on.
    """
    expect(page.locator("#entries")).to_be_visible()
    page.locator("#entry-player").select_option("Ben")
    page.locator("#entry-key").select_option("votes")
    page.locator("#entry-value").fill("17")
    page.locator("#entry button").click()
    expect(page.locator(".score .total").nth(1)).to_have_text("17")
    reasons = page.locator(".score").nth(1).locator(".reasons")
    reasons.locator("summary").click()
    expect(reasons.locator("li").first).to_contain_text("votes")
    page.locator("#entry-key").select_option("promise:")
    page.locator("#entry-number").fill("33")
    page.locator("#entry-value").fill("true")
    page.locator("#entry button").click()
    expect(page.locator("#away")).to_contain_text("three palaces")
    page.locator("#entry-turns button", has_text="the round ends").click()
    expect(page.locator("#moves > li")).to_have_count(14)
    expect(reasons).to_have_attribute("open", "")
    written = [entry.move for entry in table.session.entries[12:]]
    assert written == [Enter("Ben", "votes", 17), EndRound()]


def test_another_place_for_the_record_is_named_while_its_disk_is_away(
    page: "Page", table: LiveTable, tmp_path: Path
) -> None:
    """The line for it comes with the first move that is in memory only, and goes when the record has a place."""
    expect(page.locator("#place")).to_be_hidden()
    table.store.go_on_in(_folder(tmp_path / "stick"))
    (tmp_path / "stick").rename(tmp_path / "pocket")
    page.locator("#entry-value").fill("9")
    page.locator("#entry button").click()
    expect(page.locator("#problems")).to_contain_text("in memory only and the game goes on")
    page.locator("#place-path").fill(str(_folder(tmp_path / "drawer")))
    page.locator("#place button").click()
    expect(page.locator("#problems")).to_contain_text("the record goes on in")
    expect(page.locator("#place")).to_be_hidden()
    assert (tmp_path / "drawer" / "game.jsonl").read_text() == table.store.text()


def _folder(path: Path) -> Path:
    path.mkdir()
    return path
