"""Sound and time on the page: voices and words of one's own, sounds that tell without looking, players' clocks."""

import io
import math
import re
import struct
import wave
from dataclasses import replace

from axe import needs_axe, violations
from browsing import CHROMIUM
from page_table import NASTY, Played

from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.command_cards import done, refused, tell
from live.table.session import Choice, Question
from tabletop.games.big_city.values import Build

if CHROMIUM is not None:
    from playwright.sync_api import Page, Route, expect

HEAR = """() => {
  window.said = []; window.notes = [];
  speechSynthesis.speak = (words) => window.said.push([words.text, words.rate.toFixed(1)]);
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.notes.push("note"); return make.call(this); };
  const own = AudioContext.prototype.createBufferSource;
  AudioContext.prototype.createBufferSource = function () { window.notes.push("file"); return own.call(this); };
}"""


def open_box(page: "Page") -> None:
    """The dialog, open."""
    page.locator("#sound-open").click()
    expect(page.locator("#clock-kind")).to_be_attached()


def close_box(page: "Page") -> None:
    """The dialog, closed again."""
    page.locator("#sound menu button").click()
    expect(page.locator("#sound")).to_be_hidden()


def test_what_is_pressed_before_the_table_has_answered_is_done_then(tab: "Page") -> None:
    """A slow network, a quick finger: the press is not lost."""
    held: list[Route] = []
    tab.route("**/api/v1/events*", lambda route: held.append(route))
    tab.goto("/")
    tab.locator("#sound-open").click()
    tab.locator("#add").click()
    expect(tab.locator("#moves > li")).to_have_count(0)
    held[0].continue_()
    expect(tab.locator("#clock-kind")).to_be_attached()
    expect(tab.locator("#editor-fields select").first).to_be_attached()


@needs_axe
def test_the_dialog_keeps_nobody_out(page: "Page") -> None:
    """Nothing for axe, at a table and on a phone."""
    open_box(page)
    found = violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert found + violations(page) == []


def test_ones_own_words_and_a_file_of_ones_own_are_kept(page: "Page", played: Played) -> None:
    """A sentence with gaps in place of ours, at the chosen speed; a WAV in place of our notes; after reloading too.

    What is no sound is refused with a sentence.
    """
    page.evaluate(HEAR)
    open_box(page)
    page.locator("[data-file=move]").set_input_files({"name": "x.mp3", "mimeType": "audio/mpeg", "buffer": b"no sound"})
    expect(page.locator("#sound-trouble")).not_to_be_empty()
    page.locator("[data-file=move]").set_input_files({"name": "a.wav", "mimeType": "audio/wav", "buffer": _wav()})
    expect(page.locator("#sound-trouble")).to_be_empty()
    page.locator("#sound-on").check()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('boardsight-sound')).sounds.move === 'file'")
    page.locator("[data-words=move]").fill("Bravo {player}, {points}!")
    page.locator("#sound input[type=range]").fill("1.2")
    page.locator("#sound-voice-on").check()
    close_box(page)
    expect(page.locator("#speak")).to_have_attribute("aria-pressed", "true")
    played.play(Build(NASTY, "residence", (31, 32)))
    expect(page.locator("#moves > li")).to_have_count(5)
    points = played.table.session.moves[-1].judged.points
    page.wait_for_function("() => window.said.length > 0")
    assert page.evaluate("window.said") == [[f"Bravo {NASTY}, {points}!", "1.2"]]
    page.reload()
    expect(page.locator("#moves > li")).to_have_count(5)
    page.evaluate(HEAR)
    open_box(page)
    expect(page.locator("[data-words=move]")).to_have_value("Bravo {player}, {points}!")
    expect(page.locator("[data-sound=move]")).to_have_value("file")
    page.locator(".sound-line:has([data-sound=move]) button").click()
    page.wait_for_function("() => window.notes.includes('file')")


def test_sounds_tell_what_happens(page: "Page", played: Played) -> None:
    """Silent until wished; then a move, the next player, and a question sound, each in its own way.

    A command card, obeyed or not, sounds in its own way too, and is told in a sentence, in German too, only while it
    is news.
    """
    page.evaluate(HEAR)
    played.play(Build(NASTY, "residence", (31, 32)))
    expect(page.locator("#moves > li")).to_have_count(5)
    assert page.evaluate("window.notes.length") == 0
    open_box(page)
    page.locator("#sound-on").check()
    page.locator("[data-sound=turn]").select_option("none")
    close_box(page)
    played.play(Build("Cem", "residence", (41,)))
    expect(page.locator("#moves > li")).to_have_count(6)
    page.wait_for_function("() => window.notes.length >= 2")
    assert page.evaluate("window.notes.length") == 2
    asked = Question("q1", "What happened?", (), (Choice("a"), Choice("b")), (4,), 4)
    played.table.session = replace(played.table.session, questions=(asked,))
    played.table.show((("question", {"question": "q1", "text": "What happened?"}),))
    page.wait_for_function("() => window.notes.length >= 5")
    assert page.evaluate("window.notes.length") == 5
    expect(page.locator("#card")).to_be_hidden()
    played.table.cards = CommandCardDesk()
    tell(played.table, done("take-back", "the last move is taken back"))
    expect(page.locator("#card")).to_have_text("card: Take back: the last move is taken back")
    page.wait_for_function("() => window.notes.length === 7")
    tell(played.table, refused("pass", "by the rules Ann can't pass"))
    expect(page.locator("#card")).to_have_text("card: Pass: not now, by the rules Ann can't pass")
    page.wait_for_function("() => window.notes.length === 9")
    page.locator("#language").click()
    expect(page.locator("#card")).to_have_text("Karte: Passen: jetzt nicht, nach den Regeln kann Ann nicht passen")
    played.play(Build("Ann", "residence", (13,)))
    expect(page.locator("#card")).to_be_hidden()


def test_clocks_run_on_the_page(page: "Page", played: Played) -> None:
    """Begun in the dialog: the clock of whose turn it is runs, in the right direction; else there is none."""
    expect(page.locator(".score")).to_have_count(3)
    expect(page.locator(".clock")).to_have_count(0)
    open_box(page)
    page.locator("#clock-kind").select_option("fischer")
    page.locator("#clock-minutes").fill("5")
    page.locator("#clock-begin").click()
    close_box(page)
    expect(page.locator(".clock")).to_have_count(3)
    expect(page.locator(".clock.running")).to_have_text(re.compile(r"4:5\d"))
    expect(page.locator(".clock:not(.running)").first).to_have_text("5:00")
    assert played.table.table_clock is not None
    assert played.table.table_clock.rule.plus_s == 10
    open_box(page)
    page.locator("#clock-kind").select_option("off")
    page.locator("#clock-begin").click()
    expect(page.locator(".clock")).to_have_count(0)


def _wav() -> bytes:
    """A tenth of a second of a tone."""
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(at / 3))) for at in range(800)))
    return data.getvalue()
