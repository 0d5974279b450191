"""My City's campaign on its page, in a real browser; skipped without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser, tab_at

from live.archive.campaigns import campaign_in, changed_campaign, new_campaign
from live.entering.campaign import make_application
from live.page.hosting import hosted
from scoring.registry import campaign_rules

if CHROMIUM is not None:
    from playwright.sync_api import Page


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A campaign of Ann's and Ben's that has just begun."""
    path = tmp_path / "ours.jsonl"
    new_campaign(path, "my-city", ("Ann", "Ben"), ())
    return path


@pytest.fixture
def page(browser: Browser, ledger: Path) -> Iterator["Page"]:
    """The campaign's page."""
    with (
        hosted(lambda address: make_application(ledger, address), host=None, port=None) as address,
        tab_at(browser, address.here) as opened,
    ):
        opened.goto("/")
        opened.wait_for_selector("#symbols-Ann")
        yield opened


def entered(page: "Page", ann: str, ben: str, rows: tuple[str, str] = ("", "")) -> None:
    """Enter an episode's points."""
    for index, (points, empty) in enumerate(((ann, rows[0]), (ben, rows[1]))):
        page.fill(f"#points-{index}", points)
        page.fill(f"#empty-{index}", empty)
    page.click("#episode button")


def test_an_evening_on_the_page(page: "Page", ledger: Path):
    """50 : -3 is entered, a sticker put, and both are in the file; the symbols and what is carried are shown."""
    entered(page, "50", "-3")
    page.wait_for_selector("#symbols-Ann:has-text('3')")
    assert "Ben: 3 points below zero" in page.inner_text("#hint")
    page.fill("#cell", "f4")
    page.click("#sticker button")
    page.wait_for_selector("#stickers li")
    found = campaign_in(ledger).ledger
    assert ([one.cell for one in found.stickers], found.next_episode) == (["F4"], 2)
    page.click("#undo")
    page.wait_for_selector("#stickers li", state="detached")
    assert campaign_in(ledger).ledger.stickers == ()


def test_of_two_who_enter_one_episode_the_second_is_told(page: "Page", ledger: Path):
    """Somebody else has entered it since this page was shown: it is not entered once more as the next one."""
    rules = campaign_rules("my-city")
    line = rules.episode_line(1, rules.entered({"Ann": 12, "Ben": 9}, {}))
    changed_campaign(ledger, lambda campaign: campaign.with_line(line))
    entered(page, "12", "9")
    page.wait_for_selector("#trouble:has-text('episode 2 comes next, not 1')")
    assert campaign_in(ledger).ledger.next_episode == 2


def test_somebody_else_plays_on(page: "Page", ledger: Path):
    """Dora takes Ben's place on the page: her column stands where his was, and the ledger has it."""
    page.select_option("#predecessor", "Ben")
    page.fill("#by", "Dora ")
    page.click("#successor button")
    page.wait_for_selector("#successions li:has-text('Dora plays on for Ben')")
    assert page.locator("#ledger th[scope=col]").all_inner_texts()[1:] == ["Ann", "Dora"]
    assert campaign_in(ledger).ledger.players == ("Ann", "Dora")


def test_what_cannot_be_is_told_in_german(page: "Page", ledger: Path):
    """Equal points without their rows are asked for in the page's language, and nothing is written."""
    before = ledger.read_bytes()
    page.click("#language")
    entered(page, "9", "9")
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.inner_text("#trouble").startswith("gleich viele Punkte, je 9: Ann, Ben")
    assert ledger.read_bytes() == before
    entered(page, "9", "9", ("1/0", "0/1"))
    page.wait_for_selector("#symbols-Ben:has-text('2')")
    page.fill("#cell", "C2")
    page.click("#sticker button")
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.inner_text("#trouble").startswith("auf C2 kann kein Aufkleber")
