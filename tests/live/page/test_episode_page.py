"""A game that is an episode of a campaign: the ledger beside it on the page, and the game entered at its end."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest
from browsing import CHROMIUM, Browser, tab_at
from page_table import Played

from live.archive.campaigns import campaign_in, changed_campaign, episode_desk, new_campaign
from live.main import main
from live.runtime.hosting import page_of
from scoring import replay, rules_for
from scoring.games.my_city.ledger import entered, episode_line
from scoring.random_play import play_game
from tabletop.errors import UsageError
from tabletop.records import Header

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

PLAYERS = ("Ann", "Ben")
RULES = rules_for("my-city")
Opened = Callable[..., "Page"]


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A campaign that has just begun, Ann's board with a sticker."""
    path = tmp_path / "ours.jsonl"
    new_campaign(path, "my-city", PLAYERS, ())
    changed_campaign(
        path, lambda one: one.with_line({"do": "sticker", "player": "Ann", "cell": "F4", "terrain": "one-tree"})
    )
    return path


@pytest.fixture
def header(ledger: Path) -> Header:
    """Of a game that is played as the campaign's first episode."""
    return Header("my-city", PLAYERS, episode_desk(ledger, "my-city").options)


@pytest.fixture
def opened(browser: Browser, ledger: Path, header: Header, tmp_path: Path) -> Iterator[Opened]:
    """The table's page with a game of the campaign, played to its end or not."""
    with ExitStack() as ends:

        def open_page(*, over: bool, locale: str = "en-GB") -> "Page":
            played = ends.enter_context(closing(Played(tmp_path, begun=False, header=header)))
            played.table.campaign = episode_desk(ledger, "my-city")
            moves = [entry.move for entry in play_game(RULES, header, Random(2)).entries]
            played.play(*(moves if over else moves[:4]))
            address = ends.enter_context(page_of(played.table, host=None, port=None))
            page = ends.enter_context(tab_at(browser, address.here, locale=locale))
            page.goto("/")
            expect(page.locator("#campaign h2")).to_be_visible()
            return page

        yield open_page


def result(ledger: Path) -> dict[str, int]:
    """The points of the last episode."""
    return {one.player: one.points for one in campaign_in(ledger).ledger.episodes[-1]}


def test_the_first_episode_is_entered_by_one_press(opened: Opened, ledger: Path, header: Header):
    """At the feast one press enters what was recorded, on boards with their stickers; nobody can enter it twice."""
    assert RULES.start(header).cities["Ann"].board.terrain[3, 5] == "one-tree"
    page = opened(over=True)
    page.click("#feast-campaign")
    expect(page.locator("#campaign-words")).to_have_text("Episode 1 is in the ledger.")
    expect(page.locator("#ledger tbody tr")).to_have_count(2)
    expect(page.locator("#campaign-form")).to_have_count(0)
    assert result(ledger) == dict(replay(play_game(RULES, header, Random(2))).totals)


def test_while_it_is_played_the_ledger_is_seen(opened: Opened, ledger: Path):
    """Before the end nothing is offered; what is entered elsewhere meanwhile is shown."""
    page = opened(over=False)
    changed_campaign(ledger, lambda one: one.with_line({"do": "bonus", "player": "Ben", "symbols": 7}))
    page.click("#pause")
    expect(page.locator("#ledger tbody tr")).to_have_text(["Symbols07"])
    expect(page.locator("#campaign-words")).to_have_text("This game is episode 1.")
    expect(page.locator("#campaign-form")).to_have_count(0)
    expect(page.locator("#feast-campaign")).to_be_hidden()


def test_a_later_episodes_points_are_asked_for(opened: Opened, ledger: Path):
    """Its rules lie in an envelope: what the tokens show is typed in; equal points without rows are told, in German."""
    changed_campaign(ledger, lambda one: one.with_line(episode_line(1, entered({"Ann": 12, "Ben": -3}, {}))))
    page = opened(over=True, locale="de-DE")
    expect(page.locator("#campaign-words")).to_contain_text("Ben: 3 Minuspunkte")
    page.click("#feast-campaign")
    for index in (0, 1):
        page.locator("#campaign-form [name=points]").nth(index).fill("9")
    page.click("#campaign-form button")
    expect(page.locator("#away-words")).to_contain_text("gleich viele Punkte, je 9: Ann, Ben")
    page.locator("#campaign-form [name=empty]").nth(0).fill("0/2")
    page.locator("#campaign-form [name=empty]").nth(1).fill("1/0")
    page.click("#campaign-form button")
    expect(page.locator("#campaign-words")).to_have_text("Episode 2 steht im Buch.")
    assert result(ledger) == {"Ann": 9, "Ben": 9}


def test_a_ledger_that_was_edited_is_told_and_left(opened: Opened, ledger: Path):
    """Its line and the mend stand on the page; nothing is offered, and nothing is written."""
    page = opened(over=True)
    harmed = ledger.read_text("utf-8").replace("F4", "D8")
    ledger.write_text(harmed, "utf-8")
    page.locator("#feast-close").click()
    page.locator("#pause").click()
    expect(page.locator("#campaign-words")).to_contain_text("line 2: the checksum")
    expect(page.locator("#campaign-form")).to_have_count(0)
    assert ledger.read_text("utf-8") == harmed


def test_others_than_the_campaigns_players_are_refused(ledger: Path, capsys: pytest.CaptureFixture[str]):
    """`play --campaign` takes its players from the ledger."""
    assert main(["play", "my-city", "--campaign", str(ledger), "--players", "Ann,Zoe"]) == 2
    assert "is played by Ann,Ben, not by Ann,Zoe; leave --players out" in capsys.readouterr().err


def test_nothing_is_entered_before_the_end_or_twice(ledger: Path):
    """What no button offers is refused in a sentence, and nothing is written."""
    desk, points = episode_desk(ledger, "my-city"), {"points": {"Ann": 12, "Ben": 9}}
    before = ledger.read_bytes()
    with pytest.raises(UsageError, match="the game is not over"):
        desk.enter(None, False, points)
    assert ledger.read_bytes() == before
    desk.enter(None, True, points)
    before = ledger.read_bytes()
    with pytest.raises(UsageError, match="episode 1 is in the ledger already"):
        desk.enter(None, True, points)
    assert ledger.read_bytes() == before


def test_a_campaign_of_another_game(ledger: Path):
    """And its game has to be played."""
    with pytest.raises(UsageError, match="is a campaign of my-city: boardsight play my-city --campaign"):
        episode_desk(ledger, "big-city")
