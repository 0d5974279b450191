"""What the tests of pages share: one browser in which each page begins as if nothing had been open before."""

from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from page_table import Played

from live.runtime.hosting import page_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")

LEAVE = """async () => {
  localStorage.setItem("left", "here");
  document.cookie = "left=here";
  const kept = await caches.open("left");
  await kept.put("/left", new Response("here"));
  await new Promise((done) => (indexedDB.open("left").onsuccess = done));
}"""
LEFT = """async () => [localStorage.length, document.cookie, await caches.keys(), await indexedDB.databases()]"""


def test_a_page_knows_nothing_of_the_one_before(browser: Browser, tmp_path: Path) -> None:
    """Of what a test stores, nothing is found by the next one; pages that are open together share it."""
    played = Played(tmp_path, begun=False)
    with page_of(played.table, host=None, port=None) as address:
        first = browser.new_page(base_url=address.here)
        first.goto("/")
        fresh = first.evaluate(LEFT)
        first.evaluate(LEAVE)
        beside = browser.new_page(base_url=address.here)
        beside.goto("/")
        assert beside.evaluate(LEFT) != fresh
        first.close()
        beside.close()
        after = browser.new_page(base_url=address.here)
        after.goto("/")
        assert after.evaluate(LEFT) == fresh
        after.close()
    played.close()
