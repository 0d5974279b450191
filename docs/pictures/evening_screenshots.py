"""The docs' picture of the evenings' page: random games of a month, seen in Chromium.

python docs/pictures/evening_screenshots.py        (needs Chromium: apt install chromium)
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from live.archive.database import database_url
from live.evenings.application import EveningDesk, make_application
from live.evenings.folder import EveningFolder
from live.evenings.store import EveningStore
from live.page.hosting import hosted
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.records import Header, Record, write_record

HERE = Path(__file__).parent
FIRST = datetime(2026, 10, 2, 18, 30, tzinfo=UTC)
PLAYED = (
    ("big-city", ("Ann", "Ben", "Cem"), 0),
    ("big-city", ("Anne", "Ben"), 7),
    ("my-city", ("Ben", "Ann", "Dora"), 14),
    ("small-city", ("Ben", "Cem"), 21),
    ("big-city", ("Cem", "Ann", "Ben", "Dora"), 28),
)
"""Game, players, on which day."""
PICTURES = {"evenings": (1280, 720), "evenings-person": (1280, 720)}


def main() -> int:
    """Play, show, photograph."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is missing; Debian: apt install chromium", file=sys.stderr)
        return 3
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        for game, players, day in PLAYED:
            _write(folder, game, players, day)
        desk = EveningDesk(EveningFolder(folder, EveningStore(database_url(str(folder / "evenings.sqlite")))))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with hosted(lambda address: make_application(desk, address), host=None, port=None) as address:
            for picture, (width, height) in PICTURES.items():
                page = browser.new_page(
                    viewport={"width": width, "height": height}, locale="en-GB", color_scheme="dark"
                )
                page.goto(address.here)
                page.locator(".played").first.wait_for()
                if picture.endswith("person"):
                    page.locator("#people-list button").first.click()
                    page.locator("#person .facts").wait_for()
                page.screenshot(path=HERE / f"{picture}.png")
                page.close()
        browser.close()
    return 0


def _write(folder: Path, game: str, players: tuple[str, ...], day: int) -> None:
    began = FIRST + timedelta(days=day)
    header = Header(game, players, at=f"{began:%Y-%m-%dT%H:%M:%SZ}")
    played = play_game(rules_for(game), header, Random(day))
    entries = tuple(
        replace(entry, at=f"{began + timedelta(seconds=50 * entry.n):%Y-%m-%dT%H:%M:%SZ}") for entry in played.entries
    )
    (folder / f"{game}-{day:02}.jsonl").write_text(write_record(Record(header, entries)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
