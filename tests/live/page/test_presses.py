"""Nothing is lost by a press: taking back, putting back, presses while the table is away, keys, ways out."""

from dataclasses import replace

from browsing import CHROMIUM, Browser
from page_table import NASTY, Played

from live.page.publication import Publication
from live.page.server import LOOPBACK, listen
from live.runtime.hosting import page_of
from live.table.session import Choice, Question
from tabletop.games.big_city.values import Build

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


def test_what_was_taken_back_is_put_back(page: "Page", played: Played) -> None:
    """Two moves taken back come back in order, and the button goes when there is nothing left to put back, or when
    the game has gone on."""
    redo = page.locator("#redo")
    expect(page.locator("#moves > li")).to_have_count(4)
    expect(redo).to_be_hidden()
    page.locator("#undo").click()
    expect(page.locator("#moves > li")).to_have_count(3)
    expect(redo).to_have_attribute("title", "Ann builds a double residence on 11 and 12")
    page.keyboard.press("u")
    expect(page.locator("#moves > li")).to_have_count(2)
    redo.click()
    expect(page.locator("#moves > li")).to_have_count(3)
    page.keyboard.press("r")
    expect(page.locator("#moves > li")).to_have_count(4)
    expect(page.locator(".score .total").first).to_have_text("7")
    expect(redo).to_be_hidden()
    page.locator("#undo").click()
    expect(redo).to_be_visible()
    played.play(Build("Ann", "residence", (11,)))
    expect(redo).to_be_hidden()


def test_what_was_put_back_can_be_taken_back_again(played: Played) -> None:
    """Taking back and putting back the same move may go on for ever; nothing of the record is rewritten."""
    for _ in range(2):
        played.table.mailbox.ask("correct", {"do": "undo"}).result(60)
        assert len(played.table.session.moves) == 3
        played.table.mailbox.ask("correct", {"do": "redo"}).result(60)
        assert len(played.table.session.moves) == 4
    assert len(played.table.session.entries) == 8


def test_a_press_while_the_table_is_away_is_said_and_offered_again(browser: Browser, played: Played) -> None:
    """What was pressed is named, and one press does it when the table is back; what was missed is there."""
    with listen(LOOPBACK, 0) as free:
        port = free.getsockname()[1]
    with page_of(played.table, host=None, port=port) as address:
        opened = browser.new_page(base_url=address.here, locale="en-GB")
        opened.goto("/")
        expect(opened.locator("#moves > li")).to_have_count(4)
    expect(opened.locator("#away")).to_be_visible()
    opened.locator("#undo").click()
    expect(opened.locator("#away-words")).to_contain_text("was not done: Take back")
    expect(opened.locator("#again")).to_be_hidden()
    played.table.publication = Publication()
    played.play(Build(NASTY, "business", (21, 22, 23)))
    with page_of(played.table, host=None, port=port):
        expect(opened.locator("#away-words")).to_have_text("The table is back. This was not done: Take back")
        expect(opened.locator("#moves > li")).to_have_count(5)
        opened.locator("#again").click()
        expect(opened.locator("#moves > li")).to_have_count(4)
        expect(opened.locator("#away")).to_be_hidden()
        opened.close()


def test_keys_are_shown_and_places_bear_the_names_that_people_see(page: "Page", played: Played) -> None:
    """`?` lists every key; keys do nothing while the list is open, and it closes with Escape.

    A neighbourhood is told by its neighbour, a building by its numbers; never row, column, turn.
    """
    expect(page.locator("#moves > li")).to_have_count(4)
    page.keyboard.press("?")
    expect(page.locator("#keys-list dt")).to_have_count(8)
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#moves > li")).to_have_count(4)
    expect(page.locator("#moves > li .what").nth(3)).to_contain_text("neighbourhood 2 below neighbourhood 1")
    played.play(Build(NASTY, "business", (21, 22, 23)))
    expect(page.locator("#moves > li .what").first).to_contain_text("on 21, 22 and 23")


def ask(played: Played, text: str, choices: tuple[str, ...], lines: tuple[int, ...]) -> None:
    """The table asks people."""
    asked = Question(text, "What happened on the table?", (), tuple(map(Choice, choices)), lines, 4)
    played.table.session = replace(played.table.session, questions=(asked,))
    played.table.show()


def test_a_question_has_a_way_out(page: "Page", played: Played) -> None:
    """ "Something else" opens the move in doubt, or adds one where nothing has been written; saving settles it.

    Of sixteen landmarks that look alike each button has a name, the square stands above them; one tap settles it.
    """
    names = [*(f"landmark {number}" for number in range(15)), "city hall"]
    ask(played, "q1", tuple(f"{name} is set out on f3" for name in names), (4,))
    expect(page.locator(".question h2")).to_have_text("What happened on the table? … is set out on f3")
    expect(page.locator(".question button:not(.else)")).to_have_text(names)
    page.get_by_role("button", name="city hall is set out on f3").click()
    expect(page.locator("#questions")).to_be_hidden()
    ask(played, "q2", ("Ann builds a residence", "nothing has happened"), (4,))
    page.locator(".question .else").click()
    expect(page.locator("#editor-title")).to_contain_text("4: Ann builds a double residence")
    page.locator("#field-on").fill("11")
    page.locator("#editor-save").click()
    expect(page.locator("#questions")).to_be_hidden()
    expect(page.locator(".score .total").first).to_have_text("3")
    expect(page.locator("#editor")).to_be_hidden()
    ask(played, "q3", ("a", "b"), ())
    page.locator(".question .else").click()
    expect(page.locator("#editor-title")).to_contain_text("after 4")
    page.locator("#field-do").select_option("build")
    page.locator("#field-on").fill("21")
    page.locator("#editor-save").click()
    expect(page.locator("#questions")).to_be_hidden()
    expect(page.locator("#moves > li")).to_have_count(5)
