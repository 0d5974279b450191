"""How fast the page is: first paint, from a move written to its piece drawn, and a long game's replay opened.

python benchmarks/page.py [--moves 200] [--json]        (needs Chromium: apt install chromium)
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.table.session import Draft, begin, write
from tabletop.entries import Entry
from tabletop.games.big_city.values import Exchange
from tabletop.moves import Move
from tabletop.records import Header, Record, corrected, read_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOLDEN = Path(__file__).parents[1] / "tests/scoring/golden/big-city.jsonl"
WATCH = """() => {
  window.drawn = new Map();
  const moves = document.getElementById('moves');
  new MutationObserver(() => {
    const n = Number(moves.querySelector('li')?.dataset.n);
    if (n && !window.drawn.has(n)) window.drawn.set(n, Date.now());
  }).observe(moves, { childList: true });
}"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured, in seconds."""

    first_paint_s: float
    moves: int
    drawn_median_s: float
    drawn_95_s: float
    replay_moves: int
    replay_opens_s: float


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200, help="of the game whose replay is opened")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is missing; Debian: apt install chromium", file=sys.stderr)
        return 3

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            measured = _measured(browser, arguments.moves)
        finally:
            browser.close()
    told = {name: getattr(measured, name) for name in Measured.__slots__}
    print(json.dumps(told) if arguments.json else "\n".join(f"{name:<16} {value:.2f}" for name, value in told.items()))
    return 0


def _measured(browser: Browser, count: int) -> Measured:
    record, _ = read_record(GOLDEN.read_bytes())
    played = [move for _, move in corrected(record.entries)]
    first_paint, waits = _live(browser, record.header, played)
    opens = _replay(browser, record.header, _long(record, played, count))
    waits.sort()
    middle, late = waits[len(waits) // 2], waits[min(len(waits) - 1, round(0.95 * len(waits)))]
    return Measured(first_paint, len(waits), middle, late, count, opens)


def _live(browser: Browser, header: Header, moves: list[Move]) -> tuple[float, list[float]]:
    """Seconds to the first paint, and from each move written to its being drawn."""
    with tempfile.TemporaryDirectory() as folder:
        table = _table(Path(folder), header, [])
        with page_of(table, host=None, port=None) as address:
            page = browser.new_page(base_url=address.here, viewport={"width": 1366, "height": 768}, locale="en-GB")
            page.goto("/")
            page.wait_for_selector("#scores .score")
            page.evaluate(WATCH)
            written: dict[int, float] = {}
            for n, move in enumerate(moves, start=1):
                written[n] = time.time() * 1000
                table.take(write(table.session, [Draft(move)], at=None))
                page.wait_for_selector(f"#moves > li[data-n='{n}']")
            drawn: dict[str, float] = page.evaluate("Object.fromEntries(window.drawn)")
            paint: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            page.close()
        table.store.close()
    return paint / 1000, [(drawn[str(n)] - at) / 1000 for n, at in written.items() if str(n) in drawn]


def _replay(browser: Browser, header: Header, moves: list[Move]) -> float:
    """Seconds from asking for the replay of a game to its board being there."""
    with tempfile.TemporaryDirectory() as folder:
        table = _table(Path(folder), header, moves)
        with page_of(table, host=None, port=None) as address:
            page = browser.new_page(base_url=address.here, viewport={"width": 1366, "height": 768}, locale="en-GB")
            begun_s = time.monotonic()
            page.goto("/replay")
            page.wait_for_selector("#city .piece")
            opens_s = time.monotonic() - begun_s
            page.close()
        table.store.close()
    return opens_s


def _table(folder: Path, header: Header, moves: list[Move]) -> LiveTable:
    store = RecordStore.open(folder / "game.jsonl", header=header)
    entries: list[Any] = [Entry(n, move, "played") for n, move in enumerate(moves, start=1)]
    return LiveTable(begin(header, entries), store, Publication(), Mailbox())


def _long(record: Record, moves: list[Move], count: int) -> list[Move]:
    """The game drawn out to `count` moves: everybody exchanges cards once after each move, once the city is begun."""
    starting = len(record.header.players)
    long: list[Move] = list(moves[:starting])
    for move in moves[starting:]:
        long.append(move)
        players = record.header.players
        after = players.index(move.player or players[0])
        long += [Exchange(players[(after + step) % len(players)]) for step in range(1, len(players) + 1)]
    return long[:count]


if __name__ == "__main__":
    sys.exit(main())
