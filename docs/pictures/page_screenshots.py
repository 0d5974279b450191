"""The docs' pictures of the page: the script's game up to a move, read from the virtual table, seen in Chromium.

python docs/pictures/page_screenshots.py        (needs Chromium: apt install chromium)
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from live.commands import play
from live.page.hosting import hosted
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import choices
from live.setup.chosen import Chosen, remember
from live.setup.preview import Preview
from live.sources import Frame
from live.table.frame_reader import SingleCameraReader
from live.table.session import begin
from simulator.games import scripted_game, turns_of
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from live.sources.frames import BgrImage

HERE = Path(__file__).parent
GAMES = {"big-city": 53, "small-city": 35}
"""So many lines of each script have been played."""


class StillTable:
    """A source that films a table on which nobody does anything."""

    live = False
    name = "virtual table"
    views = 1

    def __init__(self, table: VirtualTable, seconds: float) -> None:
        self._pictures: Iterator[BgrImage] = table.still(seconds)
        self._number = 0

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame."""
        picture = next(self._pictures, None)
        self._number += 1
        return None if picture is None else Frame(picture, self._number / 10, self._number)

    def close(self) -> None:
        """Nothing is held."""


def main() -> int:
    """Lay, read, show, photograph the page."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is missing; Debian: apt install chromium", file=sys.stderr)
        return 3
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for name, lines in GAMES.items():
                _photograph_game(browser, name, lines)
            _photograph_setup(browser)
        finally:
            browser.close()
    return 0


def _photograph_game(browser: Browser, name: str, lines: int) -> None:
    """One game's table, read and shown, and its pages photographed."""
    script = scripted_game(name)
    turns = [turn for turn in turns_of(script) if turn.n <= script.entries[lines - 1].n]
    game = load_game(name)
    filmed = VirtualTable(game, turns_of(script)[-1].position, Room(seed=1))
    filmed.lay(turns[-1].position)
    with tempfile.TemporaryDirectory() as folder:
        store = RecordStore.open(Path(folder) / "game.jsonl", header=script.header)
        played = begin(script.header, [entry for entry in script.entries if entry.n <= turns[-1].n])
        table = LiveTable(played, store, Publication(), Mailbox())
        with page_of(table, host=None, port=None) as address:
            watch_table(
                table, StillTable(filmed, 1.5), SingleCameraReader(game, script.header.players), stop=threading.Event()
            )
            table.watching = replace(table.watching, state="watching", message="")  # the film has ended
            table.show()
            answering = threading.Event()
            helper = threading.Thread(target=_answer, args=(table, answering))
            helper.start()
            try:
                (_photograph if name == "big-city" else _photograph_entries)(browser, address.here)
            finally:
                answering.set()
                helper.join()
        store.close()


def _answer(table: LiveTable, ended: threading.Event) -> None:
    while not ended.wait(0.01):
        table.mailbox.answer_all(table.act)


def _photograph_entries(browser: Browser, address: str) -> None:
    """Small City's page: why the scores are what they are, and what players type in."""
    page = browser.new_page(
        base_url=address, viewport={"width": 1366, "height": 768}, color_scheme="dark", locale="en-GB"
    )
    page.goto("/")
    page.wait_for_selector("#picture:not([hidden])")
    for reasons in page.locator(".reasons summary").all():
        reasons.click()
    page.locator("#entry-key").select_option("votes")
    page.locator("#entry-value").fill("21")
    page.wait_for_timeout(1500)
    page.screenshot(path=str(HERE / "page-small-city.png"))
    page.close()


def _photograph(browser: Browser, address: str) -> None:
    """The table's page on a laptop, the newest move open; what places are worth; the television's page."""
    sizes = {
        "page-table": (1366, 768),
        "page-worth": (1366, 768),
        "page-tv": (1280, 720),
        "page-replay": (1366, 768),
    }
    for name, size in sizes.items():
        page = browser.new_page(
            base_url=address, viewport={"width": size[0], "height": size[1]}, color_scheme="dark", locale="en-GB"
        )
        page.goto({"page-tv": "/tv", "page-replay": "/replay#move=41"}.get(name, "/"))
        if name == "page-table":
            page.wait_for_selector("#picture:not([hidden])")
        if name == "page-worth":
            page.locator("#worth-kind").select_option("business")
            page.locator("#city .worth-points").first.wait_for()
            page.locator("#moves summary").first.click()
            page.locator("#moves .tools button:visible").first.click()
            page.locator("#editor-likely button").first.wait_for()
        page.wait_for_timeout(1500)
        page.screenshot(path=str(HERE / f"{name}.png"))
        page.close()


def _photograph_setup(browser: Browser) -> None:
    """The page on which a table is set up: a photograph has told which game lies there."""
    laid = turns_of(scripted_game("big-city"))[12].position
    filmed = VirtualTable(load_game("big-city"), laid, Room(seed=1))
    filmed.lay(laid)
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "table.jpg"
        cv2.imwrite(str(photo), next(iter(filmed.still(1.0))))
        preview, chosen = Preview(), Chosen("my-city", ("Ann", "Ben", "Cem"))
        remember(Path(folder), chosen)
        parser = argparse.ArgumentParser()
        play.add_arguments(parser)
        parts = SetupParts(lambda: choices(Path(folder), parser), preview, lambda _: None, SetupRequest())
        with hosted(
            lambda at: make_setup_application(parts, token=at.token, hosts=at.hosts), host=None, port=None
        ) as at:
            page = browser.new_page(viewport={"width": 1366, "height": 900}, color_scheme="light", locale="en-GB")
            page.goto(at.here)
            page.locator(".pick").first.wait_for()
            page.locator("#look-photo").set_input_files(photo)
            page.locator(".found").wait_for()
            page.wait_for_timeout(1500)
            page.screenshot(path=str(HERE / "page-setup.png"))
            page.close()
        preview.close()


if __name__ == "__main__":
    sys.exit(main())
