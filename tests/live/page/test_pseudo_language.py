"""In the pseudo-language nothing of any page is plain English: what nobody can translate has no brackets round it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from page_table import answered
from pseudo import plain_on
from thinned import thinned

from live.archive.campaigns import new_campaign
from live.commands.setup import _check, _play_parser
from live.entering import campaign as campaign_page
from live.page.hosting import hosted
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.shown import CameraStatus
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import choices
from live.setup.preview import Preview
from live.table.session import Choice, Question, begin
from simulator.games import scripted_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.records import Entry
from tabletop.shipped import TRIAL
from tabletop.translation import PSEUDO

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

DATA = ("Boardsight", "DE", "EN", "BG Stats", "OBS", "Red", "Blue", "Green", "Yellow")
"""What stays as it is in every language: the program, languages, other programs, printed names of counters."""


@contextmanager
def shown(folder: Path, game: str, *, moves: int | None = None) -> Iterator[tuple[LiveTable, str]]:
    """A table on which a scripted game stands, and its address; what is pressed is answered."""
    script = scripted_game(game)
    entries = [Entry(one.n, one.move) for one in script.entries[:moves]]
    store = RecordStore.open(folder / f"{game}.jsonl", header=script.header)
    table = LiveTable(begin(script.header, entries), store, Publication(), Mailbox())
    table.watching = CameraStatus("watching", "no camera: the record alone", "virtual table and phone")
    with closing(store), answered(table), page_of(table, host=None, port=None) as address:
        yield table, address.here


def dialogs(page: "Page") -> None:
    """Everything that a press opens on the table's page stands open at once."""
    page.locator("#sound-open").click()
    expect(page.locator("#sound select").first).to_be_visible()
    page.locator("#sound button").last.click()
    page.locator("#help").click()
    expect(page.locator("#keys-list dd").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#moves summary").first.dispatch_event("click")
    page.locator("#moves .tools button").first.dispatch_event("click")
    expect(page.locator("#editor-fields select").first).to_be_visible()


@pytest.mark.parametrize("game", thinned(["big-city", "small-city", "my-city", "my-city-chess"], 1))
def test_nothing_at_the_table_is_plain_english(browser: Browser, tmp_path: Path, game: str) -> None:
    """A table with a question, every dialog and the editor with each kind of move; then its end, its replay.

    The pages that only show say what the table's page says: of the first game alone.
    """
    header = scripted_game(game).header
    data = (*DATA, *header.players, load_game(game).title, game)
    found: list[str] = []
    with shown(tmp_path, game, moves=12) as (table, here):
        page = browser.new_page(base_url=here, locale="en-GB")
        page.goto(f"/?lang={PSEUDO}")
        expect(page.locator("#moves > li")).not_to_have_count(0)
        expect(page.locator("#city .tile.printed, #city .board.printed, #city .printed").first).to_be_attached()
        choices_ = (Choice("nothing has happened"), Choice("the last move is taken back"))
        asked = Question("q1", "What happened on the table?", (), choices_, (2,), 2)
        table.session = replace(table.session, questions=(asked,))
        table.show()
        expect(page.locator(".question")).to_be_visible()
        dialogs(page)
        kinds = page.locator("#field-do option").evaluate_all("(kinds) => kinds.map((kind) => kind.value)")
        for kind in kinds:
            page.locator("#field-do").select_option(kind)
            found += plain_on(page, data)
        page.close()
    with shown(tmp_path / "end", game) as (table, here):
        page = browser.new_page(base_url=here, locale="en-GB")
        page.goto(f"/?lang={PSEUDO}")
        expect(page.locator("#moves > li")).not_to_have_count(0)
        found += plain_on(page, data)
        for address in ("replay", "tv", "overlay") if game == "big-city" else ():
            page.goto(f"{here}{address}?lang={PSEUDO}")
            expect(page.locator("#steps li, .score").first).to_be_attached()
            found += plain_on(page, data)
        page.close()
    assert not found, "\n".join(sorted(set(found)))


@contextmanager
def phone(folder: Path) -> Iterator[str]:
    """The phone's page."""
    with shown(folder, "big-city") as (_, here):
        yield f"{here}phone"


@contextmanager
def setting_up(folder: Path) -> Iterator[str]:
    """The page on which a table is set up."""
    parser, preview = _play_parser(), Preview()
    parts = SetupParts(lambda: choices(folder, parser), preview, _check, SetupRequest())
    with hosted(lambda at: make_setup_application(parts, token=at.token, hosts=at.hosts), host=None, port=None) as at:
        yield at.here
    preview.close()


@contextmanager
def ledger(folder: Path) -> Iterator[str]:
    """A campaign's page."""
    path = folder / "ours.jsonl"
    new_campaign(path, "my-city", ("Ann", "Ben"), ())
    with hosted(lambda at: campaign_page.make_application(path, at), host=None, port=None) as at:
        yield at.here


@pytest.mark.parametrize("serve", [phone, setting_up, ledger], ids=lambda serve: serve.__name__)
def test_nothing_beside_the_table_is_plain_english(
    browser: Browser, tmp_path: Path, serve: Callable[[Path], Iterator[str]]
) -> None:
    """The phone's page, the page on which a table is set up, a campaign's page."""
    titles = [load_game(game).title for game in (*shipped_games(), TRIAL)]
    with serve(tmp_path) as here:  # type: ignore[attr-defined]
        page = browser.new_page(locale="en-GB")
        page.goto(f"{here}?lang={PSEUDO}")
        expect(page.get_by_text("⟦").first).to_be_attached()
        found = plain_on(page, (*DATA, *titles, "Ann", "Ben", "Cem"))
        page.close()
    assert not found, "\n".join(found)
