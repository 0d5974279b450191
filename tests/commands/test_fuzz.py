"""Damaged files and requests by the thousand: an exit code and a sentence, never a traceback, a hang or a full memory.

`make soak` tries 20,000: `KINDS` says how many of each; the normal run tries a few of each in seconds.
"""

import contextlib
import copy
import json
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fuzzing import KINDS, SENSELESS, damaged, inputs, spoilt, steps
from starlette.testclient import TestClient

from firmware_bridge.layout_file import layout_names, layout_text, read_layout
from live.hub.tournament import load_tournament
from live.network.permissions import load_permissions
from live.page.application import Served, make_application
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.table.session import begin
from printables.icons import svg_marks
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game
from tabletop.notation.text import to_toml
from tabletop.profiles import CameraProfile, ColourProfile, TableProfile, TaughtColour, parse_profile, profile_text
from tabletop.records import Header
from tabletop.shipped import game_folders
from tabletop.textfiles import parsed_toml, read_text

ROOT = Path(__file__).parents[2]
__all__ = ["inputs"]


def expect_an_answer(run, words: list[str], data: bytes) -> None:
    """A code that is promised; on refusal nothing on stdout and one sentence on stderr; else one JSON document."""
    outcome = run(*words)
    assert outcome.code in (0, 2, 4), data
    assert (outcome.out + outcome.err).replace("\n", "").replace("\t", "").isprintable(), data
    if outcome.code and words[0] == "check" and outcome.out:
        assert json.loads(outcome.out)["complaints"], data
    elif outcome.code and words[0] == "read" and outcome.out:
        assert json.loads(outcome.out)["problems"], data
    elif outcome.code:
        assert outcome.out == "", data
        assert outcome.err.startswith(("boardsight: ", "usage: ")), data
    elif "--json" in words:
        json.loads(outcome.out)


def script() -> list[dict[str, Any]]:
    """The scripted game's lines."""
    text = (resources.files("tabletop.games") / "big_city" / "script.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_damaged_positions(inputs, run) -> None:
    """Score, plan, legal and check of a city that was damaged at random."""
    from scoring import replay, rules_for
    from tabletop.notation import position_to_json
    from tabletop.records import read_record

    record, _ = read_record("\n".join(map(json.dumps, without_checksums(script()))))
    city = position_to_json(rules_for("big-city").position(replay(record).state))
    chance = random.Random(1)
    for _ in inputs("position"):
        data = json.dumps(damaged(city, chance)).encode()
        Path("x.json").write_bytes(data)
        words = chance.choice([["score", "--json"], ["plan", "--json"], ["legal", "--json", "--kind", "residence"]])
        expect_an_answer(run, [words[0], "x.json", *words[1:]], data)


def without_checksums(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines as people write them."""
    return [{key: value for key, value in line.items() if key != "crc"} for line in lines]


def test_damaged_records(inputs, run) -> None:
    """Replay of a game with damaged lines, lines in another order, a torn end, changed bytes."""
    chance, whole = random.Random(2), script()
    for _ in inputs("record"):
        lines = without_checksums(whole) if chance.random() < 0.8 else copy.deepcopy(whole)
        lines = lines[: chance.randrange(1, len(lines) + 1)]
        place = chance.randrange(len(lines))
        if chance.random() < 0.8:
            lines[place] = damaged(lines[place], chance)
        else:
            chance.shuffle(lines)
        data = bytearray("\n".join(map(json.dumps, lines)).encode())
        if chance.random() < 0.3:
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        Path("x.jsonl").write_bytes(data)
        expect_an_answer(run, ["replay", "x.jsonl", "--json"], bytes(data))


def test_damaged_pictures(inputs, photo: Path, run) -> None:
    """Read of files with changed, missing and doubled bytes, and of pictures that were smeared, cut and covered."""
    chance, noise = random.Random(3), np.random.default_rng(3)
    image = cv2.resize(np.asarray(cv2.imread(str(photo))), (960, 540), interpolation=cv2.INTER_AREA)
    small = cv2.resize(image, (320, 180))
    files = {kind: bytes(cv2.imencode(kind, small)[1]) for kind in (".jpg", ".png", ".webp", ".bmp", ".tiff")}
    for _ in inputs("picture"):
        kind = chance.choice(list(files))
        if chance.random() < 0.7:
            data = spoilt(files[kind], chance)
        else:
            data = bytes(cv2.imencode(".jpg", smeared(image, chance, noise))[1])
        Path(f"x{kind}").write_bytes(data)
        expect_an_answer(run, ["read", f"x{kind}", "--json"], data[:200])


def smeared(image: np.ndarray, chance: random.Random, noise: np.random.Generator) -> np.ndarray:
    """A picture cut, doubled in places, turned, blurred, darkened, noisy."""
    height, width = image.shape[:2]
    for _ in range(chance.randrange(1, 4)):
        how = chance.randrange(5)
        if how == 0:
            image = cv2.GaussianBlur(image, (0, 0), chance.uniform(0.5, 6))
        elif how == 1:
            image = np.clip(image * chance.uniform(0, 3) + noise.normal(0, 30, image.shape), 0, 255).astype(np.uint8)
        elif how == 2:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), chance.uniform(0, 360), chance.uniform(0.3, 2))
            image = cv2.warpAffine(image, turn, (width, height))
        elif how == 3:
            left, top = chance.randrange(width // 2), chance.randrange(height // 2)
            image = np.roll(image, (top, left), axis=(0, 1))
        else:
            image = np.ascontiguousarray(image[:, ::-1])
    return image[chance.randrange(height // 2) :, chance.randrange(width // 2) :]


def test_damaged_files(inputs, folder: Path, run) -> None:
    """Games, boards, pieces, counters, buildings, layouts, profiles, permissions, tournaments with wrong values."""
    chance = random.Random(4)
    files = people_files(run)
    for _ in inputs("file"):
        name, (document, ask) = chance.choice(list(files.items()))
        data = spoilt_toml(document, chance)
        Path(name).write_bytes(data)
        ask(name, data)


WRONG_TYPES: list[Any] = [True, -1, 1.5, "", [], [[]], {"a": 1}]
"""One of each kind of value that a file may hold, and what is empty."""


def test_wrong_types_everywhere(inputs, folder: Path, run) -> None:
    """Every place of every kind of file with every type of value, once, in whichever file has it first."""
    files = people_files(run)
    places = {
        (ask, kind): (name, path)
        for name, (document, ask) in reversed(files.items())
        for path in reversed(steps(document))
        for kind in [tuple("*" if isinstance(step, int) else step for step in path)]
    }
    cases = [(name, path, wrong) for name, path in places.values() for wrong in WRONG_TYPES]
    assert len(cases) <= KINDS["type"], "else some are never tried"
    random.Random(7).shuffle(cases)
    for _, (name, path, wrong) in zip(inputs("type"), cases, strict=False):
        document, ask = files[name]
        document = copy.deepcopy(document)
        *way, key = path
        parent: Any = document
        for step in way:
            parent = parent[step]
        parent[key] = wrong
        data = to_toml(document).encode()
        Path(name).write_bytes(data)
        ask(name, data)


def forget_files() -> None:
    """Files are read once while a game runs; here they change under their names."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tabletop.", "scoring.")):
            for known in list(vars(module).values()):
                if hasattr(known, "cache_clear"):
                    known.cache_clear()


def people_files(run) -> Mapping[str, tuple[dict[str, Any], Callable[[str, bytes], None]]]:
    """File's name -> what stands in it when all is well, and who reads it."""

    def checked(name: str, data: bytes) -> None:
        expect_an_answer(run, ["check", name, "--json"], data)

    def named(name: str, data: bytes) -> None:
        expect_an_answer(run, ["check", f"named-{name}", "--json"], data)

    def scored(name: str, data: bytes) -> None:
        forget_files()
        option = Path(name).stem.removeprefix("own-")
        game = {"buildings": "big-city", "counters": "my-city-chess", "board": "my-city-chess"}[option]
        option = {"board": "map"}.get(option, option)
        Path("x.json").write_text(json.dumps({"game": game, "options": {option: name}}), encoding="utf-8")
        expect_an_answer(run, ["score", "x.json", "--json"], data)

    def played(name: str, data: bytes) -> None:
        checked(name, data)
        forget_files()
        with contextlib.suppress(BoardsightError):
            game = load_game(name)
            first = next((part for part in game.parts if part.cells), game.parts[0])
            owner = first.player or "red"
            lying = {"part": first.id, "player": owner, "on": ["C3"]}
            Path("x.json").write_text(json.dumps({"game": name, "parts": [lying]}), encoding="utf-8")
            expect_an_answer(run, ["score", "x.json", "--json"], data)
            expect_an_answer(run, ["legal", "x.json", "--kind", first.id, "--json"], data)

    @cache
    def loaded(read: Callable[[str], object]) -> Callable[[str, bytes], None]:
        def ask(name: str, data: bytes) -> None:
            with contextlib.suppress(BoardsightError):
                read(name)

        return ask

    games = [game_folders()[name] / "game.toml" for name in ("big-city", "my-city", "small-city")]
    files = {f"copy-of-{path.name}": (path.read_text(encoding="utf-8"), checked) for path in games}
    for what in ("game", "board", "pieces"):
        assert run("new", what, f"own-{what}").code == 0
        text = Path(f"own-{what}.toml").read_text(encoding="utf-8")
        files[f"own-{what}.toml"] = (text, {"game": played, "board": scored, "pieces": checked}[what])
    plank = (
        (ROOT / "examples" / "own-board" / "plank.toml").read_text(encoding="utf-8").replace("threes.toml", "custom")
    )
    files["island.toml"], files["taped.toml"] = (plank, named), (plank, checked)
    Path("named-island.toml").write_text(
        re.sub(r"(?ms)^\[(grid|terrain)\].*?(?=^\[\[?(palette|parts))", "", files["own-game.toml"][0]).replace(
            "[game]", '[game]\nboard = "island.toml"', 1
        ),
        encoding="utf-8",
    )
    for name in ("meadow", "lighthouses"):
        files[f"{name}.toml"] = ((ROOT / "examples" / f"{name}.toml").read_text(encoding="utf-8"), played)
    files["own-counters.toml"] = (COUNTERS, scored)
    files["counters.toml"] = (COUNTERS, checked)
    files["own-buildings.toml"] = (
        (resources.files("scoring.games.big_city") / "buildings.toml").read_text(encoding="utf-8"),
        scored,
    )
    for name in layout_names():
        files[f"layout-{name}.toml"] = (layout_text(name), loaded(read_layout))
    for profile in PROFILES:
        kind = type(profile)
        ask = loaded(lambda name, kind=kind: parse_profile(read_text(name), kind, name))
        files[f"profile-{kind.__name__}.toml"] = (profile_text(profile), ask)
    broker = (ROOT / "live" / "network" / "mosquitto" / "permissions.toml").read_text(encoding="utf-8")
    files["permissions.toml"] = (broker, loaded(lambda name: load_permissions(Path(name))))
    for name in ("tournament", "tournament-rounds"):
        text = (ROOT / "examples" / f"{name}.toml").read_text(encoding="utf-8")
        files[f"{name}.toml"] = (text, loaded(load_tournament))
    return {name: (parsed_toml(text, name), ask) for name, (text, ask) in files.items()}


COUNTERS = """
[[landmarks]]
name = "mill"
value = 7
type = "civic"
[[zones]]
type = "farm"
values = [1, 2]
"""
MADE = "2026-11-01"
LENS = ((900.0, 901.0), (640.0, 360.0), (0.1, -0.2, 0.0, 0.0, 0.0), (1.0, 1.0), (1.0, 1.0))
EYE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PROFILES = (
    CameraProfile("Webcam", (1280, 720), "fixed", MADE, *LENS, 0.2, 0.4, 15, "a4"),
    TableProfile(
        "Webcam", (1280, 720), MADE, (0.1, 0.2, 0.3), (1.0, 2.0, 800.0), 800.0, 2.0, 10.0, 0.2, 900.0, 0.4, 12
    ),
    ColourProfile("big-city", MADE, (TaughtColour("orange", (60.0, 30.0, 50.0), EYE, 300, (20.0, 20.0), 400.0),)),
)
WILD = ["1e999", "nan", "-inf", "0x" + "f" * 4000, "[" * 3000, '"\\u001b[2J"', "1979-05-27T07:32:00Z", "{}", "9" * 5000]
"""Values that TOML may write and that no file of ours has."""


def spoilt_toml(document: dict[str, Any], chance: random.Random) -> bytes:
    """A file's text with values replaced, left out or doubled, and now and then with a wild value or spoilt bytes."""
    text = to_toml(damaged(document, chance))
    if chance.random() < 0.15:
        values = list(re.finditer(r"(?<== )\S.*$", text, re.MULTILINE))
        if values:
            place = chance.choice(values)
            text = text[: place.start()] + chance.choice(WILD) + text[place.end() :]
    data = text.encode(errors="surrogatepass")
    return spoilt(data, chance) if data and chance.random() < 0.1 else data


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="5mm" viewBox="0 0 10 5">'
    '<g transform="translate(1 2) rotate(30)" style="fill:red"><path d="M1 3h8l-1 2h-6z M2 2a1 1 0 012 0q1 1 2 0t2 0"/>'
    '<polygon points="5,0 8,2.5 5,2.5"/><circle cx="2" cy="1" r="0.5"/><ellipse cx="2" cy="1" rx="5%" ry="1mm"/></g>'
    '<defs><path id="a" d="M0 0c1 1 2 2 3 0s1 1 2 2z"/></defs><use href="#a" x="3"/><rect width="1cm" height="2"/>'
    "</svg>"
)
SHARDS = [
    "1e308", "-1e308", "1e-320", "nan", "inf", "10mm", "50%", "M", "z", "a", "", "0", "\x00", "&#27;", "<g>", "url(#a)",
    "scale(0)", "matrix(1 2)", "9" * 400, "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;", "12em", "calc(1)",
]  # fmt: skip


def test_damaged_icons(inputs, folder: Path) -> None:
    """SVG files with numbers, words, units and tags of the wrong kind: steps within bounds or a sentence."""
    chance = random.Random(5)
    for _ in inputs("icon"):
        text = ICON
        for _ in range(chance.choice([1, 1, 2, 5])):
            places = list(re.finditer(r"[-\d.]+|[A-Za-z]+|[<>\"=]", text))
            place = chance.choice(places)
            text = text[: place.start()] + chance.choice(SHARDS) + text[place.end() :]
        data = text.encode(errors="surrogatepass")
        Path("x.svg").write_bytes(spoilt(data, chance) if chance.random() < 0.1 else data)
        try:
            marks = svg_marks(Path("x.svg"))
        except BoardsightError:
            continue
        assert all(np.isfinite(value) for mark in marks for _, values in mark.steps for value in values), text


REQUESTS: dict[str, list[dict[str, Any]]] = {
    "corrections": [
        {"do": "replace", "of": 1, "move": {"player": "Ann", "do": "pass"}},
        {"do": "insert", "after": 0, "move": {"player": "Ben", "do": "enter", "key": "votes", "value": 3}},
        {"do": "insert", "after": 0, "move": {"player": "red", "do": "place", "kind": "church", "on": ["a1", "b2"]}},
        {"do": "insert", "after": 0, "move": {"player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}},
        {"do": "undo"},
    ],
    "turn": [
        {"do": "enter", "player": "Ann", "key": "votes", "value": 3},
        {"do": "enter", "player": "Ben", "key": "promise:33", "value": True},
        {"do": "pass", "player": "red"},
        {"do": "give", "player": "Ben"},
        {"do": "end-round"},
        {"do": "quiet"},
    ],
    "answers": [{"question": "q1", "choice": 0}],
    "pause": [{"paused": True}],
}
QUERIES = [
    "worth?kind=residence",
    "worth?kind=church&value=3&player=Ann",
    "likely?of=1",
    "likely?after=0",
    "state",
    "forms",
]


def test_damaged_requests(inputs, tables) -> None:
    """Bodies and queries with wrong types, half letters, NaN, endless numbers: an answer in JSON, no fault."""
    chance = random.Random(6)
    for _ in inputs("request"):
        table, client = chance.choice(tables)
        if chance.random() < 0.15:
            query = chance.choice(QUERIES)
            wild = chance.choice(["1e400", "%ff", "%ed%a0%80", "9" * 5000, "nan", "", "%00", "-1", "de", "Ann"])
            asked = re.sub(r"(?<==)\w+", wild, query) if chance.random() < 0.7 else f"{query}?lang={wild}"
            answer = client.get(f"/api/v1/{asked}")
        else:
            path, bodies = chance.choice(list(REQUESTS.items()))
            body = damaged(chance.choice(bodies), chance) if chance.random() < 0.9 else chance.choice(SENSELESS)
            text = json.dumps(body)
            if chance.random() < 0.2:
                text = re.sub(
                    r"\b\d+\b|true|null", chance.choice(["1e400", "NaN", "-Infinity", "[" * 2000, "9" * 5000]), text
                )
            data = text.encode()
            data = spoilt(data, chance) if chance.random() < 0.1 else data
            asked = f"{path} {data[:300]!r}"
            answer = client.post(f"/api/v1/{path}", content=data, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 400, 409, 422, 503), (asked, answer.text)
        assert isinstance(json.loads(answer.text), dict), asked
        assert table.counters.faults == 0, (asked, answer.text)


@pytest.fixture
def tables(folder: Path) -> Iterator[list[tuple[LiveTable, TestClient]]]:
    """A table of every game, with its page and a thread that answers between two frames that never come."""
    stop, made, stores = threading.Event(), list[tuple[LiveTable, TestClient]](), list[RecordStore]()
    meadow = str(ROOT / "examples" / "meadow.toml")
    for number, game in enumerate(("big-city", "small-city", "my-city", "my-city-chess", meadow)):
        names = ("red", "blue") if game in ("my-city-chess", meadow) else ("Ann", "Ben")
        stores.append(RecordStore.open(folder / f"{number}.jsonl", header=Header(game, names)))
        table = LiveTable(begin(Header(game, names)), stores[-1], Publication(), Mailbox())
        table.show()
        app = make_application(
            table.publication,
            table.mailbox,
            Served(record_text=stores[-1].text),
        )
        made.append((table, TestClient(app, base_url="http://127.0.0.1")))

    def answer() -> None:
        while not stop.wait(0.001):
            for table, _ in made:
                table.mailbox.answer_all(table.act)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield made
    stop.set()
    thread.join()
    for store in stores:
        store.close()
