"""The pages for everybody: what axe finds, one stop for Tab, words for what is drawn, shapes beside the colours."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from axe import needs_axe, violations, violations_in_both
from browsing import CHROMIUM
from page_table import NASTY, Played

from live.table.session import Choice, Question
from tabletop.games.big_city.values import Build, Pass

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


def ask(played: Played) -> None:
    """A question with a way out."""
    choices = (Choice("Ann builds a residence"), Choice("nothing has happened"))
    question = Question("q1", "What happened on the table?", (), choices, (4,), 4)
    played.table.session = replace(played.table.session, questions=(question,))
    played.table.show()


def nothing(page: "Page", played: Played) -> None:
    """As it is."""


def with_question(page: "Page", played: Played) -> None:
    """Something is asked."""
    ask(played)
    page.locator(".question").wait_for()


def with_opened_move(page: "Page", played: Played) -> None:
    """Score lines and reasons unfolded."""
    page.locator("#moves summary").first.click()
    page.locator(".reasons summary").first.click()


def with_editor(page: "Page", played: Played) -> None:
    """The move that is opened is corrected."""
    page.locator("#moves .tools button").first.click()
    page.locator("#editor-likely button").first.wait_for()


def with_keys(page: "Page", played: Played) -> None:
    """The list of keys."""
    page.keyboard.press("?")
    page.locator("#keys").wait_for()


def with_worth(page: "Page", played: Played) -> None:
    """What places are worth."""
    page.locator("#worth-kind").select_option("business")
    page.locator("#city .worth-points").first.wait_for()


def with_taken_back(page: "Page", played: Played) -> None:
    """A move that can be put back."""
    page.keyboard.press("u")
    page.locator("#redo").wait_for()


def paused(page: "Page", played: Played) -> None:
    """The game rests."""
    page.locator("#pause").click()
    page.locator("#pause[aria-pressed=true]").wait_for()


VISITS = [
    (nothing, with_opened_move, with_editor),
    (with_question, paused),
    (with_taken_back, with_worth, with_keys),
]
"""States that a page comes into one after the other."""
OTHER_BOARDS = (nothing, with_worth)
"""States in which the board is another than before; it is half of what axe looks at."""


@needs_axe
@pytest.mark.parametrize("states", VISITS, ids=lambda states: states[-1].__name__)
def test_the_table_page_keeps_nobody_out(
    page: "Page", played: Played, states: tuple[Callable[["Page", Played], None], ...]
) -> None:
    """axe finds nothing in any state, dark and light."""
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#moves > li")).to_have_count(4)
    found = {}
    for bring in states:
        bring(page, played)
        found[bring.__name__] = violations_in_both(page, beside=None if bring in OTHER_BOARDS else "#city")
    assert found == {bring.__name__: [] for bring in states}


@needs_axe
@pytest.mark.parametrize("address", ["/", "/tv", "/overlay"])
def test_every_page_keeps_nobody_out(tab: "Page", played: Played, address: str) -> None:
    """The same on a phone, and for the pages that only show; then at the end of the game, which all of them tell."""
    wide = tab.viewport_size
    assert wide is not None
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(address)
    expect(tab.locator(".score")).to_have_count(3)
    found = violations(tab)
    tab.set_viewport_size(wide)
    played.play(Pass(NASTY), Pass("Cem"), Pass("Ann"))
    expect(tab.locator("#won" if address == "/overlay" else ".winners")).to_contain_text("Ann wins")
    assert found + violations(tab) == []


def test_few_stops_lead_to_the_newest_move(page: "Page") -> None:
    """From the page's start no more than twenty presses of Tab; there were 157.

    Tab reaches the board once; the arrow keys go to the neighbouring places, Enter takes one.
    """
    expect(page.locator("#moves > li")).to_have_count(4)
    stops = 0
    while not page.evaluate("Boolean(document.activeElement.closest('#moves li'))"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= 20
    expect(page.locator("#city .lot")).not_to_have_count(0)
    assert page.locator("#board [tabindex='0']").count() == 1
    page.locator("[data-place='property:11']").focus()
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.place") == "property:11"
    assert first != "property:11"
    assert page.locator("#board [tabindex='0']").get_attribute("data-place") == "property:11"
    page.keyboard.press("Enter")
    expect(page.locator("#editor")).to_be_visible()


def test_board_and_players_are_there_in_words_and_shapes(page: "Page", played: Played) -> None:
    """A screen reader is told what lies where, at the place and in a list; a move says who, what and why.

    Every seat has its own shape with its number, as on the printed mats.
    """
    expect(page.locator(".score .seat text")).to_have_text(["1", "2", "3"])
    shapes = page.locator(".score .seat path").evaluate_all("(paths) => paths.map((path) => path.getAttribute('d'))")
    assert len(set(shapes)) == len(shapes) == 3
    expect(page.locator("#board-words li")).to_have_text(["Residence: 11, 12"])
    lot = page.locator("[data-place='property:12']")
    expect(lot).to_have_attribute("aria-label", "property 12: Residence")
    played.play(Build(NASTY, "business", (21, 22, 23)))
    expect(page.locator("#board-words li")).to_have_count(2)
