"""The page on which a table is set up, in a real browser, on a phone, a tablet and a laptop."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import cv2
import pytest
from browsing import CHROMIUM, Browser, tab_at
from drawn_pieces import GAME, WARM, drawn
from page_table import Played

from live.commands import demo, setup
from live.commands.setup import _check, _play_parser
from live.main import main
from live.page.guard import App
from live.page.hosting import Address, KeptPage, hosted
from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.hosting import page_of
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import choices
from live.setup.chosen import Chosen, remember
from live.setup.command_cards import CommandCardBegin
from live.setup.preview import Preview
from live.setup.teaching import PieceLessons
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.layingdown import kind_words, kinds_to_lay
from tabletop.plans import plan_of
from tabletop.translation import translated

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect


@pytest.fixture
def wish(tmp_path: Path) -> SetupRequest:
    """What will be chosen."""
    remember(tmp_path, Chosen("my-city-chess", ("Ann", "Ben"), ("red", "blue"), {"parks": "true"}, ("phone",)))
    return SetupRequest()


@contextmanager
def set_up(folder: Path, wish: SetupRequest, *, lessons: PieceLessons | None = None, **how: Any) -> Iterator[Address]:
    """The page on which a table is set up, from what is remembered in a folder; `told` and `card` in place of ours."""
    preview = how.get("preview") or Preview()
    told = how.get("told", lambda: choices(folder, _play_parser()))
    card = {"card": how["card"]} if "card" in how else {}
    parts = SetupParts(told, preview, _check, wish, lessons=lessons, last=lambda: None, **card)

    def application(at: Address) -> App:
        return make_setup_application(parts, token=at.token, hosts=at.hosts)

    with hosted(application, host=None, port=None, kept=how.get("kept")) as at:
        yield at
    preview.close()


@pytest.fixture
def here(tmp_path: Path, wish: SetupRequest) -> Iterator[str]:
    """The address of the page of somebody who played last week."""
    with set_up(tmp_path, wish, lessons=PieceLessons(tmp_path)) as at:
        yield at.here


SIZES = [(360, 740), (820, 1180), (1366, 768)]
"""A phone's screen, a tablet's, a laptop's."""


def test_last_weeks_evening_begins_with_one_press(browser: Browser, here: str, wish: SetupRequest) -> None:
    """Everything of last week stands there, nothing is wider than any screen, and begin takes it.

    A game without players is not begun: the sentence stands above, and the page stays.
    """
    page = browser.new_page(base_url=here, locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(here)
    expect(page.locator("#players input").first).to_have_value("Ann")
    expect(page.locator("#games :checked")).to_have_value("my-city-chess")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    for seat in (0, 1):
        page.locator("#players input").nth(seat).fill("")
    page.locator("#begin").click()
    expect(page.locator("#away")).to_contain_text("who plays?")
    expect(page.locator("#begin")).to_be_enabled()
    assert not wish.made.is_set()
    page.reload()
    expect(page.locator("#players input").first).to_have_value("Ann")
    page.locator("#begin").click()
    assert wish.made.wait(60)
    assert wish.chosen == Chosen("my-city-chess", ("Ann", "Ben"), ("red", "blue"), {"parks": "true"}, ("phone",))
    assert not faults
    page.close()


def test_own_pieces_are_taught_on_a_phone(browser: Browser, here: str, tmp_path: Path) -> None:
    """What to lay is drawn; of a photograph what was found is drawn and told, and the game begins with the file."""
    blocks = [((190, 30, 35), (20.0, 20.0)), ((235, 195, 20), (20.0, 20.0))]
    cv2.imwrite(str(tmp_path / "two.png"), drawn(blocks, WARM))
    page = browser.new_page(base_url=here, viewport={"width": 390, "height": 844}, locale="de-DE")
    page.goto(here)
    page.locator(".pick", has_text="Big City").first.click()
    page.locator("#pieces-box summary").click()
    expect(page.locator("#pieces-kinds input:checked")).to_have_count(len(kinds_to_lay(GAME)))
    expect(page.get_by_label("Punktestein 1", exact=True)).not_to_be_checked()
    for kind in kinds_to_lay(GAME):
        if kind.label not in ("residence-1", "business-1"):
            page.get_by_label(translated(kind_words(kind, GAME), "de"), exact=True).uncheck()
    page.locator("#pieces-photo").set_input_files(tmp_path / "two.png")
    expect(page.locator("#pieces-said")).to_contain_text("Gelernt", timeout=60_000)
    expect(page.locator("#pieces-told")).to_contain_text("1 Wohnhaus 1")
    expect(page.locator("#pieces-seen")).to_be_visible()
    expect(page.locator("#words")).to_contain_text("--pieces=")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_another_game_is_chosen_with_its_players_and_variants(browser: Browser, here: str, wish: SetupRequest) -> None:
    """The game's own variants in its rules' words, players added and moved, in German."""
    page = browser.new_page(base_url=here, viewport={"width": 1366, "height": 768}, locale="de-DE")
    page.goto(here)
    page.locator(".pick", has_text="Big City").first.click()
    expect(page.locator("#variants")).to_contain_text("Wie die Straßenbahn verläuft")
    page.locator("#variants select").first.select_option("single-line")
    page.locator("#add-player").click()
    page.locator("#players input").nth(2).fill("Cem")
    page.locator("#players li").nth(2).locator("button").first.click()
    expect(page.locator("#words")).to_contain_text("--option=streetcars=single-line")
    expect(page.locator("#words")).to_contain_text("--players=Ann,Cem,Ben")
    page.locator("#begin").click()
    assert wish.made.wait(60)
    assert wish.chosen == Chosen("big-city", ("Ann", "Cem", "Ben"), (), {"streetcars": "single-line"}, ("phone",))
    page.close()


def test_a_card_that_cant_be_obeyed_says_why(browser: Browser, tmp_path: Path) -> None:
    """Whoever lays a card looks at the page on which the table is set up."""
    preview = Preview()
    cards = CommandCardBegin(preview, CommandCardDesk(), tmp_path)
    with set_up(tmp_path, SetupRequest(), preview=preview, card=cards.shown) as at:
        page = browser.new_page(base_url=at.here, locale="de-DE")
        page.goto(at.here)
        cards.refuse("the evening has not begun; lay the game in sight, then Begin")
        expect(page.get_by_text("Karte: Anfangen: jetzt nicht, der Abend hat noch nicht angefangen")).to_be_visible()
        page.close()


def test_where_a_card_has_begun_the_tables_page_comes_by_itself(browser: Browser, tmp_path: Path) -> None:
    """Nobody presses anything: the page on which the table was set up becomes the game's."""
    with closing(Played(tmp_path)) as played, closing(KeptPage()) as kept:
        with set_up(tmp_path, SetupRequest(), kept=kept) as at:
            page = browser.new_page(base_url=at.here, locale="en-GB")
            page.goto(at.here)
            expect(page.locator("#begin")).to_be_visible()
        with page_of(played.table, host=None, port=at.port, kept=kept):
            expect(page.locator(".score")).to_have_count(3)
            page.close()


@pytest.fixture
def first_visit(browser: Browser, tmp_path: Path) -> Iterator[tuple["Page", SetupRequest]]:
    """The page of somebody who has never played, and what will be wished there."""
    wish = SetupRequest()
    with set_up(tmp_path, wish) as at, tab_at(browser, at.here) as page:
        page.goto("/")
        yield page, wish


def test_at_the_first_visit_begin_says_what_is_missing(first_visit: tuple["Page", SetupRequest]) -> None:
    """It looks as if it can't be pressed until a game is chosen, and says so beside it; a phone is the camera."""
    page, _ = first_visit
    begin, missing = page.locator("#begin"), page.locator("#missing")
    expect(begin).to_be_disabled()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(missing).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    expect(missing).to_have_text("Choose a game · Say who plays")
    expect(page.locator("#cameras :checked")).to_have_value("phone")
    colour = "node => getComputedStyle(node).backgroundColor"
    disabled = begin.evaluate(colour)
    page.locator(".pick", has_text="Four Ponds").click()
    expect(begin).to_be_enabled()
    assert begin.evaluate(colour) != disabled
    expect(missing).to_have_text("Say who plays")
    page.locator("#players input").first.fill("Ann")
    expect(missing).to_be_hidden()


def test_why_an_evening_has_not_begun_stays_and_nothing_green_stands_below(browser: Browser, tmp_path: Path) -> None:
    """The camera is looked through again by itself meanwhile: what it sees takes the reason from nobody."""
    folder = tmp_path / "camera"
    folder.mkdir()
    laid = turns_of(scripted_game("my-city-chess"))[12].position
    game = load_game("my-city-chess")
    photo = shoot(plan_of(laid, game), PartsBox(game), Shot(view="above", size_px=(1280, 720))).image
    cv2.imwrite(str(folder / "table.jpg"), photo)
    camera = {"words": str(folder), "name": "a camera"}
    told = choices(tmp_path, _play_parser(), trouble="the display is gone") | {"cameras": [camera]}
    with set_up(tmp_path, SetupRequest(), told=lambda: told) as at, tab_at(browser, at.here) as page:
        page.goto("/")
        expect(page.locator("#seen")).to_be_visible()
        expect(page.locator("#away")).to_have_text("the display is gone")
        expect(page.locator("#seen-words.well")).to_have_count(0)
        page.locator("#look").click()
        expect(page.locator("#away")).to_be_hidden()
        expect(page.locator("#seen-words")).to_contain_text("MY CITY")


def test_every_game_has_a_picture_and_its_sheets(first_visit: tuple["Page", SetupRequest]) -> None:
    """Under way as it is printed; Print gives one PDF, or several in one file, on the paper of the country."""
    page, _ = first_visit
    expect(page.locator(".game img")).to_have_count(5)
    for picture in page.locator(".game img").all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    links = page.locator(".game .sheets")
    assert [str(link.get_attribute("href")).partition("?")[2] for link in links.all()] == ["paper=a4"] * 5
    trial = page.request.get(str(links.last.get_attribute("href")))
    assert trial.body().startswith(b"%PDF-")
    several = page.request.get(str(links.first.get_attribute("href")))
    assert several.headers["content-disposition"] == 'attachment; filename="big-city-a4.zip"'
    assert all(name.endswith(".pdf") for name in ZipFile(BytesIO(several.body())).namelist())
    assert page.request.get("/api/v1/setup/games/nothing/sheets").status == 400


def test_a_demo_is_one_press_away(first_visit: tuple["Page", SetupRequest]) -> None:
    """Of the game that is chosen, and nothing of last week's evening is forgotten for it."""
    page, wish = first_visit
    page.locator(".pick", has_text="Four Ponds").click()
    page.get_by_role("button", name="Watch a demo").click()
    assert wish.made.wait(60)
    assert (wish.chosen, wish.demo) == (None, "try")


def test_the_demos_page_takes_the_place_of_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same port and the same sockets, so that whoever pressed finds it."""
    asked: list[Namespace] = []
    monkeypatch.setattr(demo, "run", lambda arguments: asked.append(arguments) or 0)
    wish = SetupRequest()
    wish.begin(None, demo="try")
    monkeypatch.setattr(setup, "_chosen", lambda *_, **__: (wish, 8799))
    assert main(["setup", "--no-browser"]) == 0
    assert (asked[0].game, asked[0].port, asked[0].kept_page is not None) == ("try", 8799, True)


def test_a_demo_leads_back_to_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One press on the demo's page, while it plays or when it is over."""
    wishes = [SetupRequest() for _ in range(2)]
    wishes[0].begin(None, demo="try")
    wishes[1].begin(None, demo="big-city")
    asked: list[str] = []

    def run(arguments: Namespace) -> int:
        asked.append(arguments.game)
        arguments.set_up_again = arguments.game == "try"
        return 3

    monkeypatch.setattr(demo, "run", run)
    monkeypatch.setattr(setup, "_chosen", lambda *_, **__: (wishes.pop(0), 8799))
    assert (main(["setup", "--no-browser"]), asked) == (3, ["try", "big-city"])
