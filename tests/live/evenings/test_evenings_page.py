"""The evenings' page in a real browser: looked at, put right, played again."""

from collections.abc import Iterator

import pytest
from axe import needs_axe, violations, violations_in_both
from browsing import CHROMIUM, Browser, tab_at
from pseudo import plain_on
from starlette.testclient import TestClient
from thinned import thinned

from live.evenings.application import EveningDesk, make_application
from live.evenings.folder import EveningFolder, person_named
from live.page.hosting import Address, hosted
from tabletop.gamefile import load_game, shipped_games
from tabletop.translation import PSEUDO

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

SIZES = {"table": (1280, 720), "phone": (390, 844)}


@pytest.fixture(params=thinned(["en-GB", "de-DE"], 1))
def page(browser: Browser, folder: EveningFolder, request: pytest.FixtureRequest) -> Iterator["Page"]:
    """The page, open."""
    desk = EveningDesk(folder, bg_stats=True)
    with (
        hosted(lambda address: make_application(desk, address), host=None, port=None) as address,
        tab_at(browser, address.here, locale=request.param) as opened,
    ):
        opened.goto("/")
        expect(opened.locator("#people-list button")).to_have_count(5)
        yield opened


@pytest.fixture
def client(folder: EveningFolder) -> TestClient:
    """Whoever asks the page where nobody wished for BG Stats."""
    address = Address("http://127.0.0.1/", None, None, frozenset({"testserver"}))
    return TestClient(make_application(EveningDesk(folder), address))  # type: ignore[arg-type]


def open_person(page: "Page", name: str) -> None:
    """Open somebody's figures."""
    page.locator("#people-list button", has=page.get_by_text(name, exact=True)).click()
    expect(page.locator("#person-name")).to_contain_text(name)


@needs_axe
@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_the_page_keeps_nobody_out(page: "Page") -> None:
    """Everybody, a person, the forms, the code to scan: nothing for axe, and nothing wider than the screen."""
    found: list[str] = []

    def look() -> None:
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            # colours are the same on every screen
            found.extend(violations_in_both(page) if size == "table" else violations(page))

    look()
    open_person(page, "Ann")
    look()
    page.locator("#person-change summary").click()
    expect(page.locator("#person-form")).to_be_visible()
    look()
    page.locator("#person-close").click()
    page.locator(".played button").first.click()
    expect(page.locator("#code-image")).to_have_js_property("complete", True)
    look()
    assert found == []


def test_a_misspelt_name_is_put_right_and_a_person_changed_and_forgotten(page: "Page", folder: EveningFolder) -> None:
    """The page asks about Ann and Anne; yes makes them one.

    Colour and name by the form; forgetting needs the name typed, another one does nothing.
    """
    page.locator("#alike button.main").click()
    expect(page.locator("#people-list button")).to_have_count(4)
    assert set(person_named(folder.book(), "Anne").spellings) == {"Ann", "Anne"}
    expect(page.locator("#alike p")).to_have_count(0)
    open_person(page, "Dora")
    page.locator("#person-change summary").click()
    page.locator("#person-form-name").fill("Dorothea")
    page.locator("#person-form-colour").fill("#123456")
    page.locator("#person-form button").click()
    expect(page.get_by_text("Dorothea").first).to_be_visible()
    assert person_named(folder.book(), "Dora").colour == "#123456"
    open_person(page, "Dorothea")
    page.locator("#person-change summary").click()
    page.locator("#forget-name").fill("Ben")
    page.locator("#forget-form button").click()
    expect(page.locator("#person-trouble")).to_contain_text("Dorothea")
    (folder.path / "doras-board.toml").write_text("", encoding="utf-8")
    page.locator("#forget-name").fill("dora")
    page.locator("#forget-form button").click()
    expect(page.locator("#person-trouble")).to_contain_text("doras-board.toml")
    expect(page.locator("#people-list button")).to_have_count(3)
    assert "Dora" not in (folder.path / "my-city-1-Ann.jsonl").read_text("utf-8")


@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_every_game_is_played_again_from_here(page: "Page", folder: EveningFolder) -> None:
    """Replay with the printed art, souvenir as PDF, tables and backup; other files are nobody's business."""
    (folder.path / "secret.txt").write_text("x", encoding="utf-8")
    assert page.request.get("/api/v1/souvenir.pdf?record=big-city-0-Ann.jsonl").body().startswith(b"%PDF")
    assert page.request.get("/api/v1/evenings/games.csv").ok
    assert page.request.get("/api/v1/backup").body().startswith(b"PK")
    assert page.request.get("/api/v1/story?record=../secret.txt").status == 409
    assert page.request.get("/api/v1/story?record=secret.txt").status == 409
    page.locator(".played", has_text="MY CITY").locator("a").first.click()
    expect(page.locator("#steps li")).not_to_have_count(0)
    expect(page.locator("#city .printed").first).to_be_attached()
    page.locator("#back").click()
    expect(page.locator("#people-list button")).to_have_count(5)


def test_links_to_bg_stats_are_there_only_where_wished(client: TestClient) -> None:
    """Off by default: neither told nor served."""
    assert client.get("/api/v1/evenings").json()["bg_stats"] is False
    assert client.get("/api/v1/bg-stats?record=big-city-0-Ann.jsonl", follow_redirects=False).status_code == 404


def test_a_page_of_the_folder_is_german(client: TestClient, folder: EveningFolder) -> None:
    """What the server says comes in the language that is asked for."""
    ann = person_named(folder.book(), "Ann")
    told = client.get(f"/api/v1/people/{ann.id}?lang=de").json()
    assert "baut" in told["best_moves"][0]["text"]
    ben = person_named(folder.book(), "Ben")
    refused = client.post("/api/v1/merge?lang=de", json={"of": ann.id, "into": ben.id})
    assert refused.status_code == 409
    assert "zwei Leute" in refused.json()["error"]


@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_nothing_of_the_evenings_is_plain_english(page: "Page") -> None:
    """In the pseudo-language: everybody, a person with figures and forms; but for names, games, days, programs."""
    names = ("Boardsight", "DE", "EN", "Ann", "Anne", "Ben", "Cem", "Dora", "red", "blue", "BG Stats", "CSV", "PDF")
    days = ("Saturday", "Sunday", "Monday", "October", "Oct", "min")  # the browser's own words
    data = (*names, *days, *shipped_games(), *(load_game(game).title for game in shipped_games()))
    page.goto(f"/?lang={PSEUDO}")
    expect(page.locator("#people-list button")).to_have_count(5)
    found = plain_on(page, data)
    open_person(page, "Ann")
    page.locator("#person-change summary").click()
    expect(page.locator("#person-form")).to_be_visible()
    found += plain_on(page, data)
    assert not found, "\n".join(sorted(set(found)))
