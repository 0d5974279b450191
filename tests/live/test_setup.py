"""Setting a table up in the browser: what can be chosen, what the camera tells, and that `play` gets all of it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy
import pytest
from drawn_pieces import GAME, WARM, drawn
from starlette.testclient import TestClient

from live.commands.setup import _check, _play_parser
from live.runtime.setup import header_for
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import OWN_FIELDS, choices
from live.setup.chosen import Chosen, remember, remembered
from live.setup.preview import Preview
from live.setup.teaching import PieceLessons
from simulator.art import PartsBox
from simulator.games import opening_position, scripted_game
from simulator.studio import Shot, shoot
from tabletop.errors import UsageError
from tabletop.gamefile import load_game
from tabletop.layingdown import kinds_to_lay
from tabletop.piecefile import load_pieces
from tabletop.plans import plan_of
from tabletop.records import read_record
from tabletop.translation import translated


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures as the camera: Big City's opening with three mats."""
    made = tmp_path_factory.mktemp("pictures")
    game = load_game("big-city")
    plan = plan_of(opening_position(scripted_game("big-city")), game)
    cv2.imwrite(str(made / "a.jpg"), shoot(plan, PartsBox(game), Shot(size_px=(1920, 1080))).image)
    return made


class SetUp:
    """The setup page's application with what it works with."""

    def __init__(self, home: Path) -> None:
        self.wish, self.preview = SetupRequest(), Preview()
        parser = _play_parser()
        lessons = PieceLessons(home)
        parts = SetupParts(
            lambda: choices(home, parser), self.preview, _check, self.wish, lessons=lessons, last=lambda: None
        )
        self.client = TestClient(make_setup_application(parts), base_url="http://127.0.0.1")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[SetUp]:
    """The page of somebody who has never played."""
    made = SetUp(tmp_path)
    yield made
    made.preview.close()


def labels(value: Any) -> Iterator[str]:
    """Every label in a document."""
    if isinstance(value, Mapping):
        if isinstance(value.get("label"), str):
            yield value["label"]
        for held in value.values():
            yield from labels(held)
    elif isinstance(value, list):
        for held in value:
            yield from labels(held)


def test_everything_that_the_command_line_can_set_is_on_the_page(page: SetUp) -> None:
    """Each option of `play` has a field of its own or stands in the list, and each variant of each game has words."""
    told = page.client.get("/api/v1/setup").json()
    listed = {option["name"].replace("-", "_") for option in told["more"]}
    assert listed | OWN_FIELDS == {action.dest for action in _play_parser()._actions}
    for game in told["games"]:
        assert {option["name"] for option in game["options"]} == set(load_game(game["name"]).options)
        for option in game["options"]:
            assert "_" not in option["label"], option


def test_every_word_of_it_is_german_too(page: SetUp) -> None:
    """What people read of variants and options is translated; names of publishers and parks stay."""
    told = page.client.get("/api/v1/setup").json()
    same = {label for label in labels(told) if translated(label, "de") == label}
    assert same <= {"Rio Grande", "Goldsieber", "Parks"}


def test_a_choice_is_a_command_line() -> None:
    """What was chosen becomes the words of `play`, which mean the same."""
    chosen = Chosen(
        "my-city-chess",
        ("Ann", "Ben Li"),
        ("red", "blue"),
        {"parks": "true", "map": "square-8"},
        ("phone",),
        ("virtual:",),
        {"no-pictures": True, "evidence-mb": "", "table": "3"},
    )
    parsed = _play_parser().parse_args(chosen.words()[1:])
    assert (parsed.game, parsed.players, parsed.colours) == ("my-city-chess", "Ann,Ben Li", "red,blue")
    assert parsed.option == ["parks=true", "map=square-8"]
    assert (parsed.camera, parsed.display, parsed.no_pictures, parsed.table) == (["phone"], ["virtual:"], True, "3")


def test_the_last_evening_is_remembered(tmp_path: Path) -> None:
    """Game, players, colours and cameras of the last evening stand on the page; a broken file is no evening."""
    chosen = Chosen("my-city", ("Ann", "Ben"), cameras=("0",))
    assert remembered(tmp_path) is None
    remember(tmp_path, chosen)
    assert remembered(tmp_path) == chosen
    assert choices(tmp_path, _play_parser())["last"]["players"] == ("Ann", "Ben")
    for broken in ("{", "[]", "[" * 100_000, '{"more": 1, "game": 2, "x": 3}', '{"game": "x", "more": []}'):
        (tmp_path / "evening.json").write_text(broken)
        assert remembered(tmp_path) is None


SECRET = "hunter2"
LAST = Chosen(
    "big-city",
    ("Ann", "Ben"),
    cameras=(f"http://a:{SECRET}@nvr/1", f"http://a:{SECRET}@nvr/2", "0"),
    displays=(f"wled+http://x/{SECRET}", "serial:/dev/ttyUSB0?layout=matrix"),
    more={"hook": f"https://x/{SECRET}", "mqtt": f"ann:{SECRET}@host", "no-pictures": True, "table": "3"},
)


def shared_page(home: Path) -> tuple[TestClient, SetupRequest]:
    """The set-up page of an evening before, shared; and where the choice is left."""
    remember(home, LAST)
    wish, parser = SetupRequest(), _play_parser()
    parts = SetupParts(
        lambda: choices(home, parser),
        Preview(),
        _check,
        wish,
        lambda: {"text": "Ann begins"},
        PieceLessons(home),
        last=lambda: remembered(home),
    )
    return TestClient(make_setup_application(parts, token="right"), base_url="http://127.0.0.1"), wish


TOLD = ("/api/v1/setup", "/api/v1/setup/card", "/api/v1/setup?lang=de", "/api/v1/setup/pieces/drawing?game=big-city")


@pytest.mark.parametrize("path", TOLD)
@pytest.mark.parametrize("given", [{}, {"authorization": "Bearer wrong"}, {"authorization": "right "}])
def test_a_shared_page_tells_nobody_of_the_last_evening(tmp_path: Path, path: str, given: dict[str, str]) -> None:
    """Names, cameras and everything else that was chosen: only who has the token is told."""
    client, _ = shared_page(tmp_path)
    refused = client.get(path, headers=given)
    assert refused.status_code == 401
    assert not any(word in refused.text for word in ("Ann", SECRET, "nvr"))
    assert client.get(path, headers={"authorization": "Bearer right"}).status_code == 200


def test_the_last_evening_is_told_without_its_secrets_and_begun_with_them(tmp_path: Path) -> None:
    """What the page shows of cameras, displays, hooks and broker has no secret, and means the same again."""
    client, wish = shared_page(tmp_path)
    key = {"authorization": "Bearer right"}
    told = client.get("/api/v1/setup", headers=key)
    assert SECRET not in told.text
    last = told.json()["last"]
    assert last["cameras"] == ["http://nvr/…", "http://nvr/…#2", "0"]
    last["cameras"].pop(0)
    assert SECRET not in client.post("/api/v1/setup/words", json=last, headers=key).text
    assert client.post("/api/v1/setup/begin", json=last, headers=key).status_code == 200
    assert wish.chosen is not None
    assert asdict(wish.chosen) == asdict(replace(LAST, cameras=LAST.cameras[1:]))
    assert SECRET not in repr(wish.chosen)


def test_what_is_remembered_is_for_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the moment that the file is made, and what an earlier version left too."""
    modes, opened = [], os.open

    def opening(path: Any, flags: int, mode: int = 0o777) -> int:
        modes.append(mode if flags & os.O_CREAT else 0)
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", opening)
    remember(tmp_path, LAST)
    file = tmp_path / "evening.json"
    assert (max(modes), file.stat().st_mode & 0o777) == (0o600, 0o600)
    file.chmod(0o644)
    assert remembered(tmp_path) == LAST
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_camera_finds_the_game_and_its_seats(page: SetUp, folder: Path) -> None:
    """The printed codes tell which game lies there and how many have a mat; the picture shows what was read."""
    told = page.client.post("/api/v1/setup/look", json={"camera": str(folder)}).json()
    assert (told["game"], told["seats"]) == ("big-city", 3)
    picture = page.client.get(told["picture"])
    assert picture.headers["content-type"] == "image/jpeg"


def test_a_photo_finds_the_game_too(page: SetUp, folder: Path) -> None:
    """Without any camera a photo tells the game; one of something else says so in the page's language."""
    photo, headers = (folder / "a.jpg").read_bytes(), {"content-type": "image/jpeg"}
    assert page.client.post("/api/v1/photos", content=photo, headers=headers).json()["game"] == "big-city"
    grey = cv2.imencode(".jpg", numpy.full((600, 800, 3), 128, numpy.uint8))[1].tobytes()
    nothing = page.client.post("/api/v1/photos?lang=de", content=grey, headers=headers).json()
    assert nothing["game"] is None
    assert "kein gedruckter Code" in nothing["message"]


FOUR = ("residence-1", "business-1", "church", "bank")


def taught(page: SetUp, colours: list[tuple[int, int, int]], lang: str = "en") -> Any:
    """What the page is told of a photograph of small blocks in these colours, of which four kinds are to be laid."""
    without = [kind.label for kind in kinds_to_lay(GAME) if kind.label not in FOUR]
    wish = {"lang": lang, "pieces": json.dumps({"game": "big-city", "without": without})}
    _, photo = cv2.imencode(".png", drawn([(colour, (20.0, 20.0)) for colour in colours], WARM))
    headers = {"content-type": "image/png"}
    return page.client.post("/api/v1/photos", params=wish, content=photo.tobytes(), headers=headers)


def test_own_pieces_are_taught_by_a_photograph(page: SetUp) -> None:
    """Four blocks become a pieces file that `play` takes, each kind told with its colour; what was found is drawn."""
    told = taught(page, [(190, 30, 35), (235, 195, 20), (30, 120, 60), (30, 70, 170)]).json()
    assert told["message"] == ""
    assert [kind["label"] for kind in told["kinds"]] == list(FOUR)
    assert [piece.part for piece in load_pieces(told["pieces_file"]).pieces] == list(FOUR)
    assert page.client.get(told["picture"]).headers["content-type"] == "image/jpeg"
    chosen = Chosen("big-city", ("Ann", "Ben"), more={"pieces": told["pieces_file"]})
    assert _play_parser().parse_args(chosen.words()[1:]).pieces == told["pieces_file"]


def test_a_photograph_that_cannot_teach_says_why_in_german(page: SetUp) -> None:
    """A piece too few: the sentence, the picture, and no file."""
    told = taught(page, [(190, 30, 35), (235, 195, 20), (30, 120, 60)], "de").json()
    assert told["message"].startswith("3 Stücke sind zu sehen, 4 sollen liegen")
    assert told["pieces_file"] is None
    assert page.client.get(told["picture"]).status_code == 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"players": ["Ann"]}, "2 to 5 players"),
        ({"players": []}, "who plays"),
        ({"players": ["Ann", "Ann"]}, "same name"),
        ({"players": ["A,B", "C"]}, "comma"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"more": {"port": "x"}}, "whole number"),
        ({"game": "my-city-chess", "colours": ["red", "pink"]}, "not a colour"),
        ({"options": {"streetcars": "flying"}}, "streetcars"),
        ({"game": "--help"}, ""),
        ({"game": "-h"}, ""),
        ({"game": "--"}, ""),
        ({"more": {"help": True}}, ""),
        ({"more": {"hel": True}}, ""),
        ({"more": {"players": "A,B"}}, ""),
        ({"more": {"record": True}}, ""),
        ({"more": {"confirm": "yes"}}, ""),
    ],
)
def test_what_cannot_be_played_is_told_before_it_begins(page: SetUp, body: dict[str, Any], said: str) -> None:
    """One sentence on the page, which stays; words that would end a command, or no option of it, are no choice."""
    answer = page.client.post("/api/v1/setup/begin", json={"game": "big-city", "players": ["A", "B"], **body})
    assert answer.status_code == (409 if said else 400)
    assert said in answer.json()["error"]
    assert answer.json()["error"]
    assert not page.wish.made.is_set()


def test_of_two_who_begin_at_once_one_is_told_so(page: SetUp) -> None:
    """The first choice counts, the second is refused with a sentence."""
    names = (["Ann", "Ben"], ["Cem", "Dora"], ["Eve", "Finn"])
    bodies = [{"game": "big-city", "players": players} for players in names]
    with ThreadPoolExecutor(3) as hands:
        answers = list(hands.map(lambda body: page.client.post("/api/v1/setup/begin", json=body), bodies))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    (begun,) = (names[at] for at, answer in enumerate(answers) if answer.status_code == 200)
    assert page.wish.chosen is not None
    assert list(page.wish.chosen.players) == begun


def test_a_camera_that_is_not_there_is_told(page: SetUp) -> None:
    """The sentence names the mend; nothing is left open."""
    told = page.client.post("/api/v1/setup/look", json={"camera": "7"}).json()["error"]
    assert "no camera" in told


def test_the_players_colours_reach_the_record() -> None:
    """Each player's counters are of the colour that was chosen, two of one colour are refused."""
    header = header_for("my-city-chess", "Ann,Ben", [], "blue,red")
    assert header is not None
    assert header.colours == (("Ann", "blue"), ("Ben", "red"))
    with pytest.raises(UsageError, match="2 different colours"):
        header_for("my-city-chess", "Ann,Ben", [], "blue,blue")


def test_boardsight_alone_sets_up_and_plays(folder: Path, tmp_path: Path) -> None:
    """Begin on the page leads to the table's page at the same address, and to the record."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    here = f"http://127.0.0.1:{port}"
    words = [sys.executable, "-m", "live.main", "setup", "--no-browser", "--port", str(port)]
    path = tmp_path / "game.jsonl"
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        while here not in program.stderr.readline():
            assert program.poll() is None
        body = {
            "game": "big-city",
            "players": ["Ann", "Ben", "Cem"],
            "cameras": [str(folder)],
            "more": {"record": str(path)},
        }
        headers = {"content-type": "application/json"}
        wish = Request(f"{here}/api/v1/setup/begin", json.dumps(body).encode(), headers, method="POST")
        assert json.load(urlopen(wish))["begun"]
        assert program.wait(120) == 0
        assert f"{here}/" in program.stderr.read()
    record, _ = read_record(path.read_bytes())
    assert record.header.players == ("Ann", "Ben", "Cem")
    assert json.loads((tmp_path / "out" / "evening.json").read_text())["game"] == "big-city"
