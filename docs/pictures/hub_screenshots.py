"""The docs' pictures of the hub's wall: random games at many tables, told as over a broker, seen in Chromium.

python docs/pictures/hub_screenshots.py        (needs Chromium: apt install chromium)
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from live.archive.database import database_url
from live.hub.application import hub_page
from live.hub.database import Database
from live.hub.hub import Hub
from live.hub.result_writer import ResultWriter
from live.hub.tournament import Tournament
from live.hub.wall import Wall
from live.network.messages import CameraShown, Sender, TableState, now_utc, state_message
from live.network.virtual import Script, scripts
from live.page.shown import QuestionShown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
TABLES = 48
PEOPLE = (
    "Ada", "Bela", "Chiara", "David", "Elif", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Kira", "Luca", "Mina", "Nils",
    "Oda", "Piotr", "Quirin", "Rosa", "Sven", "Toni", "Uma", "Vito", "Wanda", "Xaver", "Yara", "Zoë",
)  # fmt: skip


def main() -> int:
    """Tell, show, photograph."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is missing; Debian: apt install chromium", file=sys.stderr)
        return 3
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = Database(database_url(str(Path(folder) / "hub.sqlite")))
        keeper = ResultWriter(database)
        cup = Tournament(title="Friday at the club", points=(5, 3, 2, 1), tie_breaks=("wins", "opponents", "share"))
        hub = Hub(Wall(clock=lambda: datetime.now(UTC), on_result=keeper.keep), keeper, cup)
        hub.broker = ""
        hub.wall.connection(True, time.monotonic())
        keeper.start()
        _tell(hub.wall)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            with hub_page(hub, host=None, port=None) as address:
                _photograph(browser, address.here)
        finally:
            browser.close()
            keeper.stop()
            database.close()
    return 0


def _tell(wall: Wall) -> None:
    """Three evenings' worth of ended games, then tables in the midst of theirs, and the troubles of a real hall."""
    random, games = Random(7), scripts()
    for round_number in range(3):
        people = random.sample(PEOPLE, len(PEOPLE))
        for number in range(0, TABLES, 6):
            state = _state(games[number % len(games)], number, people, lines=10**6, run=f"r{round_number}")
            if len(people) >= 2 * len(state.players):
                del people[: len(state.players)]
                _say(wall, state)
    for number in range(TABLES):
        script = games[number % len(games)]
        lines = 10**6 if number % 9 == 5 else random.randint(6, 45)
        _say(wall, _state(script, number, _seated(number), lines=lines, run="now"))
    asked = replace(
        _state(games[0], 4, _seated(4), lines=20, run="now"),
        questions=(QuestionShown("q", "Which of these covers 43: business or residence?", ("business", "residence")),),
    )
    _say(wall, asked)
    _say(wall, replace(_state(games[1], 9, _seated(9), lines=22, run="now"), camera=CameraShown("lost", "unplugged")))
    _say(wall, replace(_state(games[3], 14, _seated(14), lines=18, run="now"), paused=True))
    for _ in range(3):
        _say(wall, _state(games[2], 18, _seated(18), lines=26, run="now", ahead=timedelta(hours=1)))
    wall.inbox.put("boardsight/v1/Table 24/status", b"offline", False, time.monotonic())
    wall.take(time.monotonic())


def _state(
    script: Script, number: int, people: Sequence[str], *, lines: int, run: str, ahead: timedelta = timedelta()
) -> TableState:
    """A table's state after so many lines, with people of this hall."""
    n = min(lines, len(script.states))
    state = script.states[n - 1]
    names = {player.name: name for player, name in zip(state.players, people, strict=False)}
    sent = now_utc(lambda: datetime.now(UTC) + ahead)
    return replace(
        state,
        sender=Sender(f"Table {number + 1}", f"{run}-{number}", f"p{number}", sent),
        n=n,
        players=tuple(replace(player, name=names[player.name]) for player in state.players),
        winners=tuple(names[name] for name in state.winners),
        turn=names.get(state.turn or ""),
        moves=tuple(replace(move, player=names.get(move.player or "")) for move in state.moves),
    )


def _seated(number: int) -> list[str]:
    return [PEOPLE[(number * 5 + seat * 7) % len(PEOPLE)] for seat in range(6)]


def _say(wall: Wall, state: TableState) -> None:
    wall.inbox.put(f"boardsight/v1/{state.sender.table}/state", state_message(state), False, time.monotonic())
    wall.take(time.monotonic())


def _photograph(browser: Browser, address: str) -> None:
    """The wall on a laptop and a hall's screen; a table large; the standings."""
    shots = {
        "hub-wall": ("?order=by-need", (1360, 900), "dark"),
        "hub-dense": ("?size=dense", (1360, 560), "light"),
        "hub-large": ("#table=Table%201", (1360, 900), "dark"),
        "hub-standings": ("?view=standings", (1360, 760), "light"),
    }
    for name, (wish, (width, height), scheme) in shots.items():
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="light" if scheme == "light" else "dark",
            locale="en-GB",
        )  # fmt: skip
        page.goto(address + wish)
        page.wait_for_timeout(1500)
        page.screenshot(path=str(HERE / f"{name}.png"))
        page.close()


if __name__ == "__main__":
    sys.exit(main())
