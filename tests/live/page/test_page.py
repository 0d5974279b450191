"""The page in a real browser: what is seen, tapped, corrected; skipped where Chromium is not installed."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import CHROMIUM, Browser, tab_at
from page_table import BODY, HEADER, NASTY, Played
from seen import reading_of
from waiting import wait_until

from live.page.shown import NetworkStatus
from live.runtime.hosting import page_of
from live.table.decisions import observe
from live.table.session import Choice, Draft, Question, Step, begin, with_doubt, write
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.games.big_city.values import Build, PlaceTile
from tabletop.records import Header

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


def test_scores_moves_and_board_are_shown(looked_at: "Page") -> None:
    """Every player has a score, every move its line, every piece its place; markup in a name runs nowhere."""
    expect(looked_at.locator(".score .total")).to_have_text(["7", "0", "0"])
    expect(looked_at.locator("#moves > li")).to_have_count(4)
    expect(looked_at.locator("#city .piece")).to_have_count(1)
    expect(looked_at.locator("#city .tile")).to_have_count(4)
    expect(looked_at.locator(".score h2").nth(1)).to_contain_text(NASTY)
    assert looked_at.locator(".score img").count() == 0
    assert looked_at.title() != "broken"


def test_a_new_move_comes_by_itself_and_goes_by_a_key(page: "Page", played: Played) -> None:
    """What is read appears without reloading; the key u alone takes it back."""
    expect(page.locator("#moves > li")).to_have_count(4)
    played.play(Build(NASTY, "business", (21, 22, 23)))
    expect(page.locator("#moves > li")).to_have_count(5)
    expect(page.locator(".score .total").nth(1)).to_have_text("10")
    page.keyboard.press("u")
    expect(page.locator("#moves > li")).to_have_count(4)
    expect(page.locator(".score .total").nth(1)).to_have_text("0")


def test_a_past_move_is_corrected_by_tapping_the_board_and_the_correction_undone(page: "Page", played: Played) -> None:
    """Tap a piece, tap the place that is wrong, save: the record has a correction and the score follows.

    What cannot be is said in the editor, which stays open; taking the correction back gives the move its first body.
    """
    lot = page.locator("#city polygon.lot[data-place='property:12']")
    lot.dispatch_event("click")
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#field-on")).to_have_value("11 12")
    lot.dispatch_event("click")
    expect(page.locator("#field-on")).to_have_value("11")
    page.locator("#field-on").fill("999")
    page.locator("#editor-save").click()
    expect(page.locator("#editor-error")).not_to_be_empty()
    page.locator("#field-on").fill("11")
    page.locator("#editor-save").click()
    expect(page.locator(".score .total").first).to_have_text("3")
    assert played.table.session.entries[-1].kind == "replace"
    expect(page.locator("#editor")).to_be_hidden()
    page.locator("#undo").click()
    expect(page.locator(".score .total").first).to_have_text("7")


def test_what_is_late_moves_nothing_away_under_a_finger(page: "Page", played: Played) -> None:
    """Likely corrections that come after the fields are left out: the button to save stays where it is pressed.

    Those that are in time come first, and one press writes one; the editor also removes a move, and the record keeps
    all lines.
    """
    held: list[Any] = []
    page.route("**/api/v1/likely**", lambda route: held.append(route))
    page.locator("#moves summary").first.click()
    page.locator("#moves .tools button").first.click()
    expect(page.locator("#field-on")).to_be_visible()
    where = page.locator("#editor-save").bounding_box()
    with page.expect_response("**/api/v1/likely**"):
        held[0].continue_()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.locator("#editor-save").bounding_box() == where
    expect(page.locator("#editor-likely button")).to_have_count(0)
    page.unroute("**/api/v1/likely**")
    page.keyboard.press("Escape")
    page.locator("#moves .tools button").first.click()
    page.locator("#editor-likely button").first.click()
    expect(page.locator("#editor")).to_be_hidden()
    assert played.table.session.entries[-1].kind == "replace"
    page.locator("#moves .tools button").first.click()
    page.locator("#editor-remove").click()
    expect(page.locator("#moves > li")).to_have_count(3)
    expect(page.locator(".score .total").first).to_have_text("0")
    assert len(played.table.session.entries) == 6


def test_the_worth_of_places_is_shown(looked_at: "Page") -> None:
    """Choosing a kind puts its points on every place where it may go; choosing nothing takes them away."""
    looked_at.locator("#worth-kind").select_option("business")
    expect(looked_at.locator("#city .worth-points").first).to_be_visible()
    expect(looked_at.locator("#worth-words")).to_contain_text("at best")
    looked_at.locator("#worth-kind").select_option("")
    expect(looked_at.locator("#city .worth-points")).to_have_count(0)


def test_the_page_speaks_german_and_tells_of_a_lost_network(page: "Page", played: Played) -> None:
    """One button changes the language of the page's own words, and of what the rules say.

    A network that is lost is one line that says why, and so is its return; the moves stay as they are.
    """
    line = page.locator("#network")
    expect(line).to_be_hidden()
    played.table.linked = lambda: NetworkStatus("lost", "no broker answers at club:1883; is it running?")
    expect(line).to_contain_text("no broker answers at club:1883")
    page.locator("#language").click()
    expect(line).to_contain_text("antwortet kein Broker")
    expect(page.locator("#list h2")).to_have_text("Züge")
    first = page.locator("#moves > li").first
    expect(first.locator(".what")).to_contain_text("baut ein doppeltes Wohnhaus auf 11 und 12")
    first.locator("summary").click()
    expect(first.locator(".lines")).to_contain_text("am Stadtrand")
    played.table.linked = lambda: NetworkStatus("connected")
    expect(line).to_contain_text("Wieder im Netz")
    expect(page.locator("#moves > li")).to_have_count(4)


def test_the_overlay_follows_its_address_and_tells_corrections(tab: "Page", played: Played) -> None:
    """Where it shows nothing, what is behind it is seen; only what the address asks for is shown.

    A correction says which move is now what, and which is taken back.
    """
    import cv2
    import numpy

    tab.goto("/overlay")
    expect(tab.locator(".score .total")).to_have_text(["7", "0", "0"])
    shot = numpy.frombuffer(tab.screenshot(omit_background=True), numpy.uint8)
    pixels = cv2.imdecode(shot, cv2.IMREAD_UNCHANGED)
    assert pixels.shape[2] == 4
    assert pixels[-1, -1, 3] == 0
    assert pixels[..., 3].max() == 255
    tab.goto("/overlay?show=last&side=right&scale=2&theme=light&seconds=0")
    expect(tab.locator("#scores")).to_be_hidden()
    expect(tab.locator("body")).to_have_class("overlay right light")
    assert wait_until(lambda: played.table.publication.viewers == 1)
    played.table.mailbox.ask("correct", {"do": "replace", "of": 4, "move": {**BODY, "on": [11]}}).result(60)
    expect(tab.locator("#last")).to_contain_text("Move 4 is now: Ann builds a single residence on 11 +3")
    played.table.mailbox.ask("correct", {"do": "replace", "of": 4, "move": None}).result(60)
    expect(tab.locator("#last")).to_contain_text("Move 4 is taken back")


def test_scores_are_spoken_if_wanted(page: "Page", played: Played) -> None:
    """Nothing is said until somebody wants it; then moves with their points, and what became of a corrected one.

    The button for confirming every move shows how it stands, too; pressed once more it is off.
    """
    button = page.locator("#confirm")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert played.table.session.confirm
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.evaluate("() => { window.said = []; speechSynthesis.speak = (words) => window.said.push(words.text); }")
    played.play(Build(NASTY, "business", (21, 22, 23)))
    expect(page.locator("#moves > li")).to_have_count(5)
    assert page.evaluate("window.said") == []
    page.locator("#speak").click()
    played.play(Build("Cem", "residence", (31,)))
    expect(page.locator("#moves > li")).to_have_count(6)
    played.table.mailbox.ask("correct", {"do": "replace", "of": 4, "move": None}).result(60)
    expect(page.locator("#moves > li")).to_have_count(5)
    points = played.table.session.moves[-1].judged.points
    total = played.table.session.played.totals["Cem"]
    assert page.evaluate("window.said") == [f"Cem: {points} points, total {total}", "Move 4 is taken back"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux answers on all of 127.0.0.0/8")
def test_a_shared_page_takes_corrections_from_who_has_the_code(browser: Browser, played: Played) -> None:
    """The address in the QR code lets a phone correct; the same page without it may only look, and says why."""
    with page_of(played.table, host="127.0.0.2", port=None) as address:
        assert address.entrusted is not None
        for url, moves in ((address.here, 4), (address.entrusted, 3)):
            phone = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 800}).new_page()
            phone.goto(url)
            expect(phone.locator("#moves > li")).to_have_count(4)
            phone.locator("#undo").click()
            if moves == 4:
                expect(phone.locator("#away")).to_contain_text("token")
            expect(phone.locator("#moves > li")).to_have_count(moves)
            assert "token" not in phone.url
            expect(phone.locator("#share")).to_be_visible()
            phone.context.close()


def test_a_guess_is_told_until_somebody_answers(tab: "Page", played: Played) -> None:
    """One sentence beneath the scores names the move, in the page's language; it goes with the answer.

    On the television, too, which shows the scores and the last move with its reasons.
    """
    tab.goto("/tv")
    expect(tab.locator(".score .total")).to_have_text(["7", "0", "0"])
    expect(tab.locator("#last")).to_contain_text("on the outskirts")
    choices = (Choice("Ann builds a residence"), Choice("nothing has happened"))
    question = Question("q1", "What happened on the table?", (), choices, (4,), 4)
    session = played.table.session
    doubted = with_doubt(Step(session, session.entries[-1:]), question).session
    played.table.session = replace(doubted, questions=(question,))
    played.table.show()
    expect(tab.locator("#guesses")).to_contain_text("1 move is a guess: 4 Ann")
    tab.goto("/")
    line = tab.locator("#guesses")
    expect(line).to_contain_text("1 move is a guess: 4 Ann builds a double residence on 11 and 12")
    expect(tab.locator("#moves > li .flag")).to_have_text(["a guess"])
    tab.locator("#language").click()
    expect(line).to_contain_text("1 Zug ist geraten: 4 Ann")
    tab.locator("#questions button").first.click()
    expect(line).to_be_hidden()
    expect(tab.locator("#moves > li .flag")).to_have_count(0)


def test_many_guesses_leave_the_television_its_scores(tab: "Page", played: Played) -> None:
    """Five players, every move a guess, a question: nothing lies upon another thing or beyond the screen."""
    moves = [PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4))]
    moves += [PlaceTile("Dan", 5, (6, 0)), Build("Eva", "residence", (11, 12)), Build("Ann", "business", (21, 22, 23))]
    session = begin(Header("big-city", ("Ann", "Ben", "Cem", "Dan", "Eva")))
    session = write(session, [Draft(move) for move in moves], at=None).session
    lines = tuple(move.n for move in session.moves)
    question = Question("q1", "What happened on the table?", (), (Choice("this"), Choice("that")), lines, 6)
    doubted = with_doubt(Step(session, session.entries), question).session
    played.table.session = replace(doubted, questions=(question,))
    played.table.show()
    tab.set_viewport_size({"width": 1920, "height": 1080})
    tab.goto("/tv")
    expect(tab.locator("#guesses")).to_contain_text("6 moves are guesses")
    expect(tab.locator("#asked")).to_be_visible()
    shown = [tab.locator(one).bounding_box() for one in (".score:last-child", "#last", "#guesses", "#asked")]
    boxes = [box for box in shown if box is not None]
    assert len(boxes) == 4
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1
    assert boxes[-1]["y"] + boxes[-1]["height"] <= 1080


@pytest.fixture
def unwatched(tmp_path: Path) -> Iterator[Played]:
    """A table at which 20 moves were made before the camera came."""
    made = Played(tmp_path, begun=False)
    record = play_game(rules_for(HEADER.game), HEADER, Random(5), at_most=20)
    position = begin(record.header, record.entries).position
    made.table.take(observe(made.table.session, reading_of(position), seen_s=0.0, at=made.table.now()))
    yield made
    made.close()


def test_one_press_takes_the_game_up(browser: Browser, unwatched: Played) -> None:
    """The board is drawn as it was read, one press says that it stands so; points are entered; German too."""
    with page_of(unwatched.table, host=None, port=None) as address, tab_at(browser, address.here) as page:
        page.goto("/tv")
        expect(page.locator("#asked")).to_contain_text("Is this how the game stands?")
        page.goto("/")
        question = page.locator(".question")
        expect(question).to_contain_text("The points so far are not known")
        pieces = page.locator("#city [data-place]")
        expect(pieces.first).to_be_visible()
        page.locator("#language").click()
        expect(question.locator("h2")).to_contain_text("Steht das Spiel so?")
        question.locator("button", has_text="Ja; Cem ist dran").click()
        expect(question).to_have_count(0)
        expect(page.locator("#moves > li")).to_have_count(1)
        expect(page.locator("#moves > li")).to_contain_text("aufgenommen, wie es liegt, Cem ist dran")
        expect(page.locator("#guesses")).to_be_visible()
        for player in range(3):
            page.locator("#entry-player").select_option(index=player)
            expect(page.locator("#entry-key option")).to_have_text(["Punkte davor"])
            page.locator("#entry-value").fill(str(player + 4))
            page.locator("#entry button[type=submit]").click()
            expect(page.locator("#entry-values")).to_contain_text(f"Punkte davor {player + 4}")
        expect(page.locator("#guesses")).to_be_hidden()
    assert list(unwatched.table.session.played.totals.values()) == [4, 5, 6]
