"""A game looked at again: on the table's page, and as one file that opens anywhere."""

import json
import random
from pathlib import Path

import pytest
from axe import needs_axe, violations
from browsing import CHROMIUM, Browser, tab_at
from page_table import NASTY, Played

from live.drawing.page import draw
from live.main import main
from live.page.story import story_of
from live.records.move_pictures import EvidenceFolder
from live.runtime.hosting import page_of
from live.sources.cameras import keep_opencv_quiet
from live.table.session import begin
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.games.big_city.values import PlaceTile
from tabletop.records import Header, read_record

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

GOLDEN = Path(__file__).parents[2] / "scoring/golden/big-city.jsonl"


@pytest.mark.parametrize("game", ["big-city", "my-city", "my-city-chess", "small-city"])
def test_every_step_has_its_board_and_no_shape_is_told_twice(game: str) -> None:
    """The story draws each step as the page would have drawn it; one with moves that can't be drawn is told whole."""
    record = play_game(rules_for(game), Header(game, ("Ann", "Ben")), random.Random(3), at_most=20)
    session = begin(record.header, record.entries)
    story = story_of(session)
    for board, move in zip(story["boards"][1:], session.moves, strict=True):
        shown = draw(session.rules.position(move.judged.state))
        assert (board and [story["shapes"][number] for number in board["shapes"]]) == (shown and shown["shapes"])
    texts = [repr(sorted(shape.items())) for shape in story["shapes"]]
    assert len(set(texts)) == len(texts)
    golden, _ = read_record((GOLDEN.parent / f"{game}.jsonl").read_bytes())
    session = begin(golden.header, golden.entries)
    assert len(story_of(session)["boards"]) == len(session.moves) + 1


def test_steps_keys_and_links(tab: "Page") -> None:
    """The replay opens at the end; keys go from move to move, and the address brings somebody else to the same one.

    Play goes on to the end by itself and stops there.
    """
    tab.goto("/replay")
    expect(tab.locator("#where")).to_have_text("4 / 4")
    expect(tab.locator("#now h2")).to_have_text("Ann builds a double residence on 11 and 12")
    expect(tab.locator("#now .lines li").first).to_contain_text("base")
    expect(tab.locator("#city .piece")).to_have_count(1)
    tab.keyboard.press("ArrowLeft")
    expect(tab.locator("#where")).to_have_text("3 / 4")
    expect(tab.locator("#city .piece")).to_have_count(0)
    expect(tab.locator(".score .total")).to_have_text(["0", "0", "0"])
    assert tab.url.endswith("#move=3")
    tab.keyboard.press("Home")
    expect(tab.locator("#city .tile")).to_have_count(1)
    tab.goto("/replay#move=2")
    tab.reload()
    expect(tab.locator("#where")).to_have_text("2 / 4")
    expect(tab.locator("#now h2")).to_contain_text(NASTY)
    expect(tab.locator("#curves .curve")).to_have_count(3)
    tab.locator("#speed").select_option("8")
    tab.locator("#play").click()
    expect(tab.locator("#where")).to_have_text("4 / 4")
    expect(tab.locator("#play")).to_have_text("Play")


def test_a_swipe_goes_on(browser: Browser, played: Played) -> None:
    """On a phone a swipe over the board shows the move before or after."""
    with page_of(played.table, host=None, port=None) as address:
        phone = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        phone.goto(f"{address.here}replay")
        expect(phone.locator("#where")).to_have_text("4 / 4")
        phone.evaluate("""() => {
          const board = document.getElementById('city');
          const at = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
          board.dispatchEvent(new TouchEvent('touchstart', { touches: [at(100)], changedTouches: [at(100)] }));
          board.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [at(260)] }));
        }""")
        expect(phone.locator("#where")).to_have_text("3 / 4")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.context.close()


def test_the_replay_is_one_file(browser: Browser, tmp_path: Path) -> None:
    """The file needs no server and no network: boards with their printed art, pictures of the moves, both languages."""
    record = tmp_path / "game.jsonl"
    lines = GOLDEN.read_text().splitlines()
    line = {key: value for key, value in json.loads(lines[5]).items() if key != "crc"}
    lines[5] = json.dumps({**line, "evidence": "000005.jpg"})
    record.write_text("\n".join(lines) + "\n")
    pixel = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")
    EvidenceFolder(record).keep("000005.jpg", pixel)
    out = tmp_path / "replay.html"
    assert main(["replay", str(record), "--html", str(out)]) == 0
    asked: list[str] = []
    opened = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 720})
    opened.on("request", lambda request: asked.append(request.url))
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto(f"{out.as_uri()}#move=20")
    expect(opened.locator("#where")).to_contain_text("20 / ")
    expect(opened.locator("#city .tile.printed").first).to_be_attached()
    opened.locator("#side-by-side").click()
    expect(opened.locator("#seen")).to_be_visible()
    opened.locator("#language").click()
    expect(opened.locator("#now h2")).to_contain_text("baut")
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
    assert [url for url in asked if url.startswith("file")] == [out.as_uri()]
    assert complaints == []
    opened.close()


def test_one_page_is_one_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two records in one file are refused in a sentence."""
    assert main(["replay", str(GOLDEN), str(GOLDEN), "--html", str(tmp_path / "x.html")]) == 2
    assert "one record" in capsys.readouterr().err


@needs_axe
def test_a_game_becomes_a_film_that_plays(browser: Browser, tmp_path: Path) -> None:
    """One press: the browser records the game; what is saved has the size, the length and the board in it.

    The replay and its film keep nobody out: axe finds nothing.
    """
    import cv2

    played = Played(tmp_path, begun=False)
    played.play(PlaceTile("Ann", 2, (3, 0)))
    with page_of(played.table, host=None, port=None) as address, tab_at(browser, address.here) as tab:
        tab.goto("/replay")
        expect(tab.locator("#where")).to_have_text("1 / 1")
        found = violations(tab)
        expect(tab.locator("#steps li")).to_have_count(1)
        tab.locator("#film-button").click()
        expect(tab.locator("#film-share")).to_be_visible()
        found += violations(tab)
        expect(tab.locator("#film-made")).to_be_visible(timeout=120_000)
        assert found + violations(tab) == []
        with tab.expect_download() as download:
            tab.locator("#film-save").click()
        download.value.save_as(tmp_path / "game.webm")
        assert download.value.suggested_filename == "big-city.webm"
        tab.locator("#film-close").click()
        expect(tab.locator("#film")).to_be_hidden()
    played.close()
    keep_opencv_quiet()  # the libraries ask once in a process, and other tests hear what they say
    film = cv2.VideoCapture(str(tmp_path / "game.webm"))
    frames = []
    while (seen := film.read())[0]:
        frames.append((film.get(cv2.CAP_PROP_POS_MSEC), seen[1]))
    assert frames[-1][1].shape == (720, 1280, 3)
    assert frames[-1][0] > 3000
    assert frames[-1][1][20:600, 20:850].std() > 20  # a board with printed art, no empty felt
