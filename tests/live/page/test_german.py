"""In German nothing of a page is English: every text, label and description of four played games is looked through."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from page_table import answered

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.shown import CameraStatus
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.table.session import begin
from simulator.games import scripted_game
from tabletop.gamefile import load_game

if CHROMIUM is not None:
    from playwright.sync_api import expect

ENGLISH = re.compile(
    r"\b(the|and|on|of|is|are|builds?|propert(y|ies)|places?|with|your|by|for|this|what|street|residence|business|hall|"
    r"church|water|player|value|entry|votes|money|board|move|card|turn|round|ends?|square|next|to|at|from|show|wins)\b",
    re.IGNORECASE,
)
"""Words that German does not have, or has only in other places."""
COLLECT = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.closest('script, style, noscript, .shelf, defs')) found.add(text.textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext']) {
    for (const node of document.querySelectorAll(`[${name}]`)) found.add(node.getAttribute(name));
  }
  return [...found];
}"""


@pytest.mark.parametrize(
    "game",
    ["small-city", *(pytest.param(game, marks=pytest.mark.soak) for game in ("big-city", "my-city", "my-city-chess"))],
)
def test_nothing_on_the_page_is_english(browser: Browser, tmp_path: Path, game: str) -> None:
    """The table's page with the end, a move and the editor open, and the replay; a game's own title stays.

    Of every game `test_pseudo_language` does it: brackets stand just where German has a sentence.
    """
    script = scripted_game(game)
    store = RecordStore.open(tmp_path / "game.jsonl", header=script.header)
    table = LiveTable(begin(script.header, script.entries), store, Publication(), Mailbox())
    table.watching = CameraStatus("watching")
    with closing(store), answered(table), page_of(table, host=None, port=None) as address:
        page = browser.new_page(base_url=address.here, locale="de-DE")
        page.goto("/")
        expect(page.locator("#moves > li")).not_to_have_count(0)
        expect(page.locator("#city .tile.printed").first).to_be_attached()
        said = set(page.evaluate(COLLECT))
        page.keyboard.press("Escape")
        page.locator("#moves summary").first.dispatch_event("click")
        page.locator("#moves .tools button").first.dispatch_event("click")
        page.locator("#editor-fields select").first.wait_for()
        said |= set(page.evaluate(COLLECT))
        page.goto("/replay")
        expect(page.locator("#steps li")).not_to_have_count(0)
        said |= set(page.evaluate(COLLECT))
        page.close()
    title = load_game(game).title
    assert sorted(text for text in said if ENGLISH.search(text.replace(title, ""))) == []
