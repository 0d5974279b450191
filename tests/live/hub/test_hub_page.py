"""The hub's page: its addresses, what it refuses, and the wall in a real browser; skipped where Chromium is missing."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe import needs_axe, violations_in_both
from browsing import CHROMIUM, Browser, tab_at
from pseudo import plain_on
from speaking import eventually, state_of
from starlette.testclient import TestClient

from live.archive.database import database_url
from live.hub.application import KEPT_BOARDS, BoardPictures, WallPushes, hub_page, make_hub_application
from live.hub.database import Database
from live.hub.hub import Hub
from live.hub.result_writer import ResultWriter, ResultWriterSettings
from live.hub.wall import Wall
from live.network.messages import CameraShown, TableState, state_message
from live.table.session import begin
from tabletop.notation import position_to_json
from tabletop.records import Header
from tabletop.translation import PSEUDO

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
LOCAL = "http://127.0.0.1"
NASTY = "<img src=x onerror=document.title='broken'>"
POSITION = {
    "game": "big-city",
    "tiles": [{"number": 1, "at": [0, 0], "turn": 0}],
    "pieces": [{"kind": "residence", "on": [11, 12]}],
}


class Shown:
    """A hub whose tables are told by the test."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(database_url(str(folder / "hub.sqlite")))
        self.keeper = ResultWriter(self.database, settings=ResultWriterSettings(batch_s=0.01))
        self.hub = Hub(Wall(clock=lambda: datetime.now(UTC), on_result=self.keeper.keep), self.keeper)
        self.hub.broker = ""
        self.hub.wall.connection(True, time.monotonic())
        self.keeper.start()

    def say(self, *states: TableState) -> None:
        """Tables say how they stand."""
        for state in states:
            topic = f"boardsight/v1/{state.sender.table}/state"
            self.hub.wall.inbox.put(topic, state_message(state), False, time.monotonic())
        self.hub.wall.take(time.monotonic())

    def close(self) -> None:
        """End."""
        self.hub.closed.set()
        self.keeper.stop()
        self.database.close()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    """A hub that is connected to nothing."""
    made = Shown(tmp_path)
    yield made
    made.close()


@pytest.fixture
def client(shown: Shown) -> TestClient:
    """Asks it as somebody on this machine."""
    return TestClient(make_hub_application(shown.hub), base_url=LOCAL)


def test_the_wall_is_told_as_json(shown: Shown, client: TestClient) -> None:
    """All tables in short, one table whole with its drawing."""
    shown.say(state_of("T", {"Ann": 7, "Ben": 0}, position=POSITION), state_of("U", {"Cem": 1}))
    assert {table["table"] for table in client.get("/api/v1/state").json()["tables"]} == {"T", "U"}
    whole = client.get("/api/v1/state", params={"table": "T"}).json()
    assert (whole["players"][0]["total"], len(whole["moves"]), bool(whole["board"])) == (7, 1, True)
    assert client.get("/api/v1/state", params={"table": "../x"}).status_code == 404


def test_a_board_is_drawn_once_for_all_who_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks while it is being drawn waits for it; the next version is drawn anew, and the oldest boards go."""
    drawn, others = list[bytes](), list[Future[bytes | None]]()

    def slow(payload: bytes, _: str, __: object) -> bytes:
        drawn.append(payload)
        if len(drawn) == 1:
            others.append(pool.submit(boards.picture, "T", 1, payload))
            wait(others, 0.2)  # it ends only where nobody waits
        return payload

    monkeypatch.setattr("live.hub.application.table_board", slow)
    boards = BoardPictures({})
    with ThreadPoolExecutor(1) as pool:
        assert boards.picture("T", 1, b"one") == others[0].result() == b"one"
    assert boards.picture("T", 2, b"two") == b"two"
    assert drawn == [b"one", b"two"]
    for number in range(KEPT_BOARDS):
        boards.picture(f"table {number}", 1, b"other")
    assert boards.picture("T", 2, b"anew") == b"anew"


@pytest.mark.parametrize(
    "position",
    [
        {"game": "/etc/passwd.toml"},
        {"game": "big-city", "tiles": [{"number": 99, "at": [0, 0], "turn": 0}]},
        {"game": "big-city", "tiles": [{"number": 1, "at": [10**30, 0], "turn": 0}]},
        {"game": "my-city-chess", "options": {"map": "/etc/passwd"}},
        {"game": "big-city", "pieces": [{"kind": "residence", "on": list(range(5000))}]},
        {"game": 7, "tiles": "x"},
    ],
)
def test_a_position_that_was_made_up_hurts_nobody(
    shown: Shown, client: TestClient, position: dict[str, object]
) -> None:
    """The scores are shown, the board is not, and no file is opened for it."""
    shown.say(state_of("T", {"Ann": 7}, position=position))
    whole = client.get("/api/v1/state", params={"table": "T"}).json()
    assert (whole["players"][0]["total"], whole["board"]) == (7, None)


def test_standings_and_results_are_exported(shown: Shown, client: TestClient) -> None:
    """CSV for spreadsheets, in which a name is no formula, and JSON."""
    shown.say(state_of("T", {"=1+1": 40, "Ben": 3}, over=True, winners=["=1+1"]))
    assert "1,'=1+1,3,1,1,40" in client.get("/api/v1/standings.csv").text
    assert client.get("/api/v1/standings").json()["standings"][0]["points"] == 3
    assert client.get("/api/v1/results").json()["results"][0]["players"][0]["place"] == 1
    assert client.get("/api/v1/results.csv").text.count("\n") == 3


def test_a_result_is_set_aside_and_taken_back(shown: Shown, client: TestClient) -> None:
    """The organiser decides; the standings follow."""
    shown.say(state_of("T", {"Ann": 40, "Ben": 3}, over=True, winners=["Ann"]))
    body = {"table": "T", "game_id": "run1", "counts": False}
    assert client.post("/api/v1/results", json=body).json()["counts"] is False
    assert client.get("/api/v1/standings").json()["standings"] == []
    client.post("/api/v1/results", json={**body, "counts": True})
    assert client.get("/api/v1/standings").json()["standings"][0]["player"] == "Ann"
    assert client.post("/api/v1/results", json={**body, "table": "X"}).status_code == 409


@pytest.mark.parametrize(
    ("path", "body"), [("forget", {"table": "T"}), ("results", {"table": "T", "game_id": "run1", "counts": False})]
)
def test_changes_from_afar_need_the_token(shown: Shown, path: str, body: dict[str, object]) -> None:
    """Everybody may look; only who has the organiser's address may change."""
    hosts = frozenset({"hall.example"})
    far = TestClient(make_hub_application(shown.hub, token="right", hosts=hosts), base_url="http://hall.example")
    shown.say(state_of("T", {"Ann": 40}, over=True))
    assert far.get("/api/v1/state").status_code == 200
    assert far.post(f"/api/v1/{path}", json=body).status_code == 401
    assert far.post(f"/api/v1/{path}", json=body, headers={"authorization": "Bearer right"}).status_code == 200


def test_another_name_for_this_machine_is_refused(shown: Shown) -> None:
    """No page elsewhere can reach in by renaming itself."""
    for token in (None, "right"):
        elsewhere = TestClient(make_hub_application(shown.hub, token=token), base_url="http://evil.example")
        assert elsewhere.get("/api/v1/state").status_code == 421


def test_nothing_is_loaded_from_elsewhere() -> None:
    """The pages name no other machine but themselves, the namespace of SVG and examples of what may be typed."""
    from live.page.answers import page_files

    for name, content in page_files("live.hub").contents.items():
        text = content.decode().replace("http://www.w3.org/2000/svg", "").replace("https://${location.hostname}", "")
        text = re.sub(r'placeholder="[^"]*"', "", text)
        assert "http://" not in text, name
        assert "https://" not in text, name


def test_a_viewer_who_was_away_gets_only_what_it_missed(shown: Shown) -> None:
    """Last-Event-ID of this run: the changed tables; of another run: everything."""
    import asyncio

    async def first_blocks(last_id: str | None) -> str:
        stream = WallPushes(shown.hub).follow(last_id)
        blocks = [await anext(stream), await anext(stream)]
        await stream.aclose()
        return b"".join(blocks).decode()

    shown.say(state_of("T", {"Ann": 1}), state_of("U", {"Ben": 1}))
    version = shown.hub.wall.version
    shown.say(state_of("U", {"Ben": 2}, n=2))
    missed = asyncio.run(first_blocks(f"{shown.hub.boot}-{version}"))
    assert ("event: tables" in missed, '"table":"T"' in missed, '"table":"U"' in missed) == (True, False, True)
    whole = asyncio.run(first_blocks(f"elsewhere-{version}"))
    assert ("event: wall" in whole, '"table":"T"' in whole) == (True, True)


def test_a_made_up_colour_is_none(shown: Shown, client: TestClient) -> None:
    """Only #rrggbb gets into the page's style."""
    state = state_of("T", {"Ann": 7})
    shown.say(replace(state, players=(replace(state.players[0], colour="url(//evil.example)"),)))
    whole = client.get("/api/v1/state", params={"table": "T"}).json()
    assert whole["players"][0]["colour"] == "#888888"


@pytest.fixture
def page(browser: Browser, shown: Shown) -> Iterator["Page"]:
    """The wall, open."""
    size = {"width": 1280, "height": 800}
    with (
        hub_page(shown.hub, host=None, port=None) as address,
        tab_at(browser, address.here.removesuffix("/hub"), viewport=size) as opened,
    ):
        opened.goto("/hub")
        yield opened


@needs_chromium
def test_tables_come_and_change_by_themselves(page: "Page", shown: Shown) -> None:
    """A new table appears, its scores change, its question is shown, without reloading.

    Large it has board and questions, too, and what is wrong with the table stands there in a sentence.
    """
    expect(page.locator("#empty")).to_contain_text("No table has spoken yet")
    shown.say(state_of("Table 1", {"Ann": 7, "Ben": 0}, position=POSITION, asked_name="S"))
    card = page.locator(".tcard")
    expect(card.locator(".name")).to_have_text("Table 1")
    expect(card.locator("li:not([hidden]) .total")).to_have_text(["7", "0"])
    shown.say(state_of("Table 1", {"Ann": 7, "Ben": 12}, n=2, position=POSITION, questions=["Which one?"]))
    expect(card.locator("li:not([hidden]) .total")).to_have_text(["7", "12"])
    expect(card.locator(".word")).to_have_text("asks")
    expect(card.locator(".last")).to_have_text("Which one?")
    shown.say(state_of("Table 1", {"Ann": 7, "Ben": 12}, n=3, position=POSITION, asked_name="S"))
    card.click()
    expect(page.locator("#city .piece")).to_have_count(1)
    expect(page.locator("#large-warnings")).to_contain_text("started as “S”")
    expect(page.locator("#large .score .total")).to_have_text(["7", "12"])
    shown.say(state_of("Table 1", {"Ann": 7, "Ben": 9}, n=4, position=POSITION, questions=["Whose is it?"]))
    expect(page.locator("#large .score .total")).to_have_text(["7", "9"])
    expect(page.locator("#questions")).to_contain_text("Whose is it?")


@needs_axe
@needs_chromium
def test_the_wall_keeps_nobody_out(page: "Page", shown: Shown) -> None:
    """axe finds nothing on the empty wall, on a full one, on one table large, in standings and results."""
    page.emulate_media(reduced_motion="reduce")
    found = {"empty": violations_in_both(page)}
    shown.say(
        state_of("T", {"Ann": 7, "Ben": 0}, position=POSITION),
        state_of("U", {"Cem": 1}, questions=["Where?"]),
        state_of("V", {"Ann": 3, "Ben": 2}, over=True, winners=["Ann"]),
        state_of("W", {"Eve": 1}, camera=CameraShown("lost")),
    )
    expect(page.locator(".tcard:not([hidden])")).to_have_count(4)
    found["wall"] = violations_in_both(page)
    page.locator(".tcard").first.click()
    expect(page.locator("#large .score")).to_have_count(2)
    found["large"] = violations_in_both(page)
    page.keyboard.press("Escape")
    for name in ("standings", "people", "results"):
        page.locator(f"#tab-{name}").click()
        expect(page.locator(f"#{name} .player, #{name} .names").first).to_be_visible()
        found[name] = violations_in_both(page)
    assert {state: said for state, said in found.items() if said} == {}


@needs_chromium
def test_names_stay_names_and_results_are_set_aside(page: "Page", shown: Shown) -> None:
    """Markup in a player's name is shown letter by letter, on the wall, large, and in the lists.

    One press on a result, and the standings are without it.
    """
    shown.say(state_of("T", {NASTY: 7, "Ben": 0}, over=True, winners=[NASTY], title=NASTY))
    expect(page.locator(".tcard .who").first).to_have_text(NASTY)
    page.locator(".tcard").click()
    expect(page.locator("#large .score h2").first).to_contain_text(NASTY)
    page.keyboard.press("Escape")
    page.locator("#tab-standings").click()
    expect(page.locator("#standings .player").nth(1)).to_have_text(NASTY)
    page.locator("#tab-results").click()
    expect(page.locator("#results .names")).to_contain_text(NASTY)
    assert page.locator("img[src=x]").count() == 0
    assert page.title() != "broken"
    assert shown.hub.standings()
    page.locator("#results button").click()
    expect(page.locator("#results tr.aside")).to_have_count(1)
    eventually(lambda: not shown.hub.standings(), "the standings are empty")


@needs_chromium
def test_of_a_thousand_tables_only_those_in_sight_exist(page: "Page", shown: Shown) -> None:
    """The page holds a screenful of cards; scrolling down shows the last table.

    The keyboard reaches all of them: arrows move, Enter opens, Escape closes and the address follows.
    """
    shown.say(*(state_of(f"Table {number}", {"Ann": number}) for number in range(1, 1001)))
    expect(page.locator("#filters button").first).to_have_text("All 1000")
    assert page.locator(".tcard").count() < 200
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator(".tcard:not([hidden]) .name", has_text="Table 1000")
    expect(last).to_be_visible()
    assert page.locator(".tcard").count() < 240
    page.evaluate("scrollTo(0, 0)")
    expect(last).to_have_count(0)
    page.locator(".tcard:not([hidden])", has_text="Table 2").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator(".tcard:focus .name")).to_have_text("Table 1000")
    page.keyboard.press("Enter")
    expect(page.locator("#large-title")).to_have_text("Table 1000")
    expect(page.locator("#large .score .total")).to_have_text("1000")
    assert "#table=Table%201000" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#large")).not_to_be_visible()
    assert "#table" not in page.url


@needs_chromium
def test_cards_are_as_large_as_all_tables_fit(page: "Page", shown: Shown) -> None:
    """Two tables are large, eight normal, sixty dense; whoever chooses a size keeps it.

    Arrow keys work from the start, nobody has to press Tab first: one goes to the first table, the next one on.
    """
    wall = page.locator("#wall")
    page.set_viewport_size({"width": 1280, "height": 720})
    shown.say(*(state_of(f"Table {number}", {"Ann": number}) for number in range(2)))
    expect(wall).to_have_attribute("data-size", "large")
    expect(page.locator(".tcard:not([hidden])")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tcard:focus .name")).to_have_text("Table 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tcard:focus .name")).to_have_text("Table 1")
    shown.say(*(state_of(f"Table {number}", {"Ann": number}) for number in range(8)))
    expect(wall).to_have_attribute("data-size", "normal")
    shown.say(*(state_of(f"Table {number}", {"Ann": number}) for number in range(60)))
    expect(wall).to_have_attribute("data-size", "dense")
    expect(page.locator(".tcard:not([hidden])")).to_have_count(60)
    page.keyboard.press("d")
    expect(wall).to_have_attribute("data-size", "large")
    assert "size=large" in page.url
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/hub")
    expect(wall).to_have_attribute("data-size", "normal")


@needs_chromium
@pytest.mark.parametrize(
    ("count", "size"), [(3, (1920, 1080)), (3, (1280, 720)), (8, (1280, 720)), (48, (1280, 720))], ids=str
)
def test_tables_fill_the_wall(page: "Page", shown: Shown, count: int, size: tuple[int, int]) -> None:
    """Cards grow until they take most of the screen, none out of sight; a few show what lies on their tables.

    A board that can't be drawn leaves its scores.
    """
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    shown.say(*(state_of(f"Table {number}", {"Ann": number}, position=POSITION) for number in range(count)))
    shown.say(state_of("Table 0", {"Ann": 7}, position={"game": "unknown"}))
    if count == 3:
        expect(page.locator(".tcard .board:not([hidden])")).to_have_count(2)
        drawn = page.locator(".tcard .board:not([hidden])")
        assert min(drawn.evaluate_all("all => all.map((one) => one.naturalWidth)")) > 0
    cards = page.locator(".tcard:not([hidden])")
    expect(cards).to_have_count(count)
    boxes = cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect())")
    assert sum(box["width"] * box["height"] for box in boxes) > 0.6 * width * height
    assert max(box["bottom"] for box in boxes) <= height


@needs_chromium
def test_on_a_phone_the_tables_are_the_main_thing(page: "Page", shown: Shown) -> None:
    """What is there to press takes an eighth of the screen with a few tables, a quarter with many; nothing is wider."""
    page.set_viewport_size({"width": 360, "height": 844})
    long = {"Ann-Kathrin the Elder": 107, "Ben": -12, "C": 1, "D": 2}
    cards = page.locator(".tcard:not([hidden])")
    for count, most in ((3, 844 / 8), (12, 844 / 4)):
        shown.say(*(state_of(f"Table {number}", long, position=POSITION) for number in range(count)))
        expect(page.locator("#filters button").first).to_have_text(f"All {count}")
        assert cards.first.evaluate("card => card.getBoundingClientRect().top") < most + 8
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cards.first.click()
    expect(page.locator("#city .piece")).to_have_count(1)
    assert page.evaluate("document.querySelector('#large').scrollWidth") <= 360


@needs_chromium
def test_before_the_first_game_ends_standings_say_how_it_stands(page: "Page", shown: Shown) -> None:
    """Standings and people show the running games, and follow them; points below zero are told to be so far."""
    shown.say(state_of("Table 1", {"Ann": -69, "Ben": 4}))
    expect(page.locator(".tcard li:not([hidden]) .sofar")).to_have_text(["so far", ""])
    for name in ("standings", "people"):
        page.locator(f"#tab-{name}").click()
        expect(page.locator(f"#{name}")).to_contain_text("No game has ended yet")
        expect(page.locator(f"#{name} .names li")).to_have_text(["Ben 4", "Ann −69"])
    shown.say(state_of("Table 1", {"Ann": 9, "Ben": 4}, n=2))
    expect(page.locator("#people .names li")).to_have_text(["Ann 9", "Ben 4"])
    shown.say(state_of("Table 1", {"Ann": 9, "Ben": 4}, n=3, over=True, winners=["Ann"]))
    expect(page.locator("#people tbody .player")).to_have_text(["Ann", "Ben"])


def test_a_tables_board_is_a_picture_of_its_own(shown: Shown, client: TestClient) -> None:
    """As it is printed, without names and points; anew when something was laid; none where none can be drawn."""
    shown.say(state_of("T", {"Ann": 7}, position=POSITION), state_of("U", {"Ann": 7}, position={"game": "../x.toml"}))
    first = client.get("/api/v1/board.svg?table=T")
    assert (first.status_code, first.headers["content-type"]) == (200, "image/svg+xml")
    shown.say(state_of("T", {"Ann": 9}, n=2, position={**POSITION, "pieces": []}))
    assert client.get("/api/v1/board.svg?table=T").content != first.content
    assert client.get("/api/v1/board.svg?table=U").status_code == 204
    assert client.get("/api/v1/board.svg?table=nobody").status_code == 404


def test_everybodys_figures_over_the_tables(shown: Shown, client: TestClient) -> None:
    """Wins, streaks and head to head over all tables; another spelling's blanks make nobody else; set aside is out."""
    shown.say(state_of("T", {"Ann": 30, "Ben": 20}, over=True, winners=["Ann"]))
    shown.say(state_of("U", {" ben ": 9, "Ann": 12, "Cem": 3}, over=True, winners=["Ann"]))
    shown.say(state_of("V", {"Ann": 1, "Ben": 2}, over=True, winners=["Ben"]))
    assert shown.keeper.set_aside(("V", "run1"), counts=False)
    people = client.get("/api/v1/people").json()["people"]
    assert [(one["name"], one["games"], one["wins"], one["longest_streak"]) for one in people] == [
        ("Ann", 2, 2, 2), ("Ben", 2, 0, 0), ("Cem", 1, 0, 0),
    ]  # fmt: skip
    ben = next(one for one in people[0]["meetings"] if one["other"] == "Ben")
    assert (ben["games"], ben["ahead"], ben["difference"]) == (2, 2, 6.5)


def test_a_souvenir_of_every_table(shown: Shown, client: TestClient) -> None:
    """The city, names and points as SVG and PDF; a stranger's position that can't be drawn costs only the city."""
    ended = {"over": True, "winners": ["Ann"], "started": "2026-10-03T18"}
    shown.say(state_of("T", {"Ann": 30, NASTY: 20}, position=POSITION, **ended))
    drawn = client.get("/api/v1/souvenir.svg?table=T").text
    assert "2026-10-03" in drawn
    assert "<img" not in drawn
    assert client.get("/api/v1/souvenir.pdf?table=T&lang=de").content.startswith(b"%PDF")
    shown.say(state_of("U", {"Ann": 1}, position={**POSITION, "pieces": [{"kind": "castle", "on": [1]}]}))
    assert len(client.get("/api/v1/souvenir.svg?table=U").content) < len(drawn.encode())
    assert client.get("/api/v1/souvenir.svg?table=nobody").status_code == 404


@needs_chromium
def test_search_and_filters_find_a_table(page: "Page", shown: Shown) -> None:
    """By a player's name, by who asks, by what is in trouble; the address remembers."""
    shown.say(
        state_of("A", {"Ann": 1, "Ben": 2}), state_of("B", {"Zoë": 1}, questions=["Where?"]),
        state_of("C", {"Cem": 1}, camera=CameraShown("lost")),
    )  # fmt: skip
    names = page.locator(".tcard:not([hidden]) .name")
    expect(names).to_have_text(["A", "B", "C"])
    page.keyboard.press("/")
    page.keyboard.type("zoë")
    expect(names).to_have_text(["B"])
    page.locator("#search").fill("")
    page.locator("[data-group=trouble]").click()
    expect(names).to_have_text(["C"])
    page.locator("[data-group=asks]").click()
    expect(names).to_have_text(["B"])
    assert "filter=asks" in page.url
    page.reload()
    expect(names).to_have_text(["B"])


@needs_chromium
def test_overlay_and_television_of_any_table(page: "Page", shown: Shown) -> None:
    """`?table=NAME` gives the table's own pages here; a new move is told on the overlay."""
    shown.say(state_of("Tisch ü", {"Ann": 7, "Ben": 0}))
    page.goto("/overlay?table=Tisch%20%C3%BC")
    expect(page.locator(".score .total")).to_have_text(["7", "0"])
    shown.say(state_of("Tisch ü", {"Ann": 14, "Ben": 0}, n=2))
    expect(page.locator("#last")).to_contain_text("builds a residence")
    page.goto("/tv?table=Tisch%20%C3%BC")
    expect(page.locator(".score .total")).to_have_text(["14", "0"])


@needs_chromium
def test_nothing_on_the_wall_is_plain_english(page: "Page", shown: Shown) -> None:
    """In the pseudo-language: empty, full, one table large, standings, results; but for names, games, programs."""
    data = ("Boardsight", "DE", "EN", "Ann", "Ben", "Cem", "Eve", "Big City", "big-city", "CSV", "JSON", "play mqtt")
    page.goto(f"/?lang={PSEUDO}")
    found = plain_on(page, data)
    shown.say(
        state_of("T", {"Ann": 7, "Ben": 0}, position=POSITION),
        state_of("U", {"Cem": 1}, questions=["nothing has happened"]),
        state_of("V", {"Ann": 3, "Ben": 2}, over=True, winners=["Ann"]),
        state_of("W", {"Eve": 1}, camera=CameraShown("lost")),
    )
    expect(page.locator(".tcard:not([hidden])")).to_have_count(4)
    found += plain_on(page, data)
    page.locator(".tcard").first.click()
    expect(page.locator("#large .score").first).to_be_visible()
    found += plain_on(page, data)
    page.keyboard.press("Escape")
    for name in ("standings", "people", "results"):
        page.locator(f"#tab-{name}").click()
        expect(page.locator(f"#{name} .player, #{name} .names").first).to_be_visible()
        found += plain_on(page, data)
    assert not found, "\n".join(sorted(set(found)))


def test_an_own_game_is_drawn_where_the_organiser_names_its_file(shown: Shown, client: TestClient) -> None:
    """A table says where its file lies at the table; the hub opens its own copy, and tells nobody where."""
    file = Path(__file__).parents[3] / "examples" / "meadow.toml"
    lying = position_to_json(begin(Header(str(file), ("red", "blue"))).position)
    position = {**lying, "game": "C:\\games\\meadow.toml"}
    shown.say(state_of("T", {"Ann": 7}, game="C:\\games\\meadow.toml", position=position))
    assert client.get("/api/v1/board.svg?table=T").status_code == 204
    shown.hub.own_games = {"meadow.toml": str(file)}
    client = TestClient(make_hub_application(shown.hub), base_url=LOCAL)
    board = client.get("/api/v1/state", params={"table": "T"}).json()["board"]
    assert board["game"] == "meadow.toml"
    art = next(shape["art"] for shape in board["shapes"] if "art" in shape)
    assert client.get("/api/v1/art", params={"game": board["game"], "part": art}).status_code == 200
    assert client.get("/api/v1/board.svg?table=T").status_code == 200
