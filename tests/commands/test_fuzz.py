"""Damaged pictures, positions and records by the thousand: an exit code and a sentence, never a traceback."""

import copy
import json
import random
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

SAMPLE, SOAK = 30, 1200
"""Inputs of each kind in the normal run and in `make soak`."""
SENSELESS: list[Any] = [
    None, True, -1, 0, 99, 2**70, 1.5, float("nan"), "", "Ann", "\u0000", "\ud800", [], [[]], [1], {}, {"a": 1},
    [11, 12], [12, 11], [99, -99], "a\u0000.toml", "../x.toml", "😀" * 50,
]  # fmt: skip


@pytest.fixture(params=[pytest.param(SAMPLE, id="sample"), pytest.param(SOAK, id="soak", marks=pytest.mark.soak)])
def inputs(request: pytest.FixtureRequest) -> int:
    """How many."""
    return int(request.param)


def steps(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything within a document."""
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    return [one for key, value in inner for one in ((*path, key), *steps(value, (*path, key)))]


def damaged(document: Any, chance: random.Random) -> Any:
    """A copy with one to three things replaced, left out, doubled or shifted by one."""
    document = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 2, 3])):
        if not (paths := steps(document)):
            break
        *way, key = chance.choice(paths)
        parent = document
        for step in way:
            parent = parent[step]
        how = chance.randrange(5)
        if how == 0:
            del parent[key]
        elif how == 1 and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        elif how <= 3 and type(parent[key]) is int:
            parent[key] += chance.choice([-10, -1, 1, 10])
        else:
            parent[key] = copy.deepcopy(chance.choice(SENSELESS))
    return document


def expect_an_answer(run, words: list[str], data: bytes) -> None:
    """A code that is promised; on refusal nothing on stdout and one sentence on stderr; else one JSON document."""
    outcome = run(*words)
    assert outcome.code in (0, 2, 4), data
    if outcome.code:
        assert outcome.out == "", data
        assert outcome.err.startswith(("boardsight: ", "usage: ")), data
    elif "--json" in words:
        json.loads(outcome.out)


def script() -> list[dict[str, Any]]:
    """The scripted game's lines."""
    text = (resources.files("simulator") / "scripts" / "big-city.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_damaged_positions(inputs: int, run) -> None:
    """Score, plan, legal and check of a city that was damaged at random."""
    from scoring import replay, rules_for
    from tabletop.notation import position_to_json
    from tabletop.records import read_record

    record, _ = read_record("\n".join(map(json.dumps, without_checksums(script()))))
    city = position_to_json(rules_for("big-city").position(replay(record).state))
    chance = random.Random(1)
    for _ in range(inputs):
        data = json.dumps(damaged(city, chance)).encode()
        Path("x.json").write_bytes(data)
        words = chance.choice([["score", "--json"], ["plan", "--json"], ["legal", "--json", "--kind", "residence"]])
        expect_an_answer(run, [words[0], "x.json", *words[1:]], data)


def without_checksums(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines as people write them."""
    return [{key: value for key, value in line.items() if key != "crc"} for line in lines]


def test_damaged_records(inputs: int, run) -> None:
    """Replay of a game with damaged lines, lines in another order, a torn end, changed bytes."""
    chance, whole = random.Random(2), script()
    for _ in range(inputs):
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


def test_damaged_pictures(inputs: int, photo: Path, run) -> None:
    """Read of files with changed, missing and doubled bytes, and of pictures that were smeared, cut and covered."""
    chance, noise = random.Random(3), np.random.default_rng(3)
    image = cv2.resize(np.asarray(cv2.imread(str(photo))), (960, 540), interpolation=cv2.INTER_AREA)
    small = cv2.resize(image, (320, 180))
    files = {kind: bytes(cv2.imencode(kind, small)[1]) for kind in (".jpg", ".png", ".webp", ".bmp", ".tiff")}
    for _ in range(inputs):
        kind = chance.choice(list(files))
        if chance.random() < 0.7:
            data = spoilt(files[kind], chance)
        else:
            data = bytes(cv2.imencode(".jpg", smeared(image, chance, noise))[1])
        Path(f"x{kind}").write_bytes(data)
        expect_an_answer(run, ["read", f"x{kind}", "--json"], data[:200])


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """A file with bytes changed, lost or cut off."""
    spoilt = bytearray(data)
    how = chance.randrange(4)
    if how == 0:
        del spoilt[chance.randrange(len(spoilt)) :]
    elif how == 1:
        start = chance.randrange(len(spoilt))
        del spoilt[start : start + chance.randrange(1, 2000)]
    for _ in range(chance.randrange(1, 20) if how > 1 else 0):
        spoilt[chance.randrange(len(spoilt) if how == 2 else 120)] = chance.randrange(256)
    return bytes(spoilt)


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
