"""What strangers hand in, damaged by the thousand: reports, backups, databases, a hook's answers, uploads.

As in `test_fuzz`: a sentence, never a traceback, 10 s of processor time or a gigabyte.
"""

import io
import json
import random
import shutil
import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from fuzzing import SENSELESS, damaged, inputs, spoilt
from hostile import HostileServer
from starlette.testclient import TestClient

from live.network.hooks import HookSender, HookSettings, WebHook
from live.page.application import Served, make_application
from live.page.mailbox import Mailbox
from live.page.photos import PhotoDesk
from live.page.publication import Publication
from live.sources.phone import FilmingSettings, Phones
from live.table.frame_reader import OwnFiles
from live.table.photograph import read_photograph
from live.table.session import begin
from tabletop.records import Header

__all__ = ["inputs"]
Archive = Mapping[str, bytes]
OF_SQLITE = (sqlite3.Error, OverflowError, UnicodeDecodeError)
"""What it raises for values and files that it cannot take."""
STRANGE = ["../x", "/x", "records/..", "files/x.toml", "pictures/2.png", "records/\u0001.jsonl"]
"""Places for a file that has none."""


def archive_of(files: Archive) -> bytes:
    """A ZIP archive of these files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def spoilt_archive(files: Archive, document: str, chance: random.Random) -> bytes:
    """One with wrong values in its JSON document, with a spoilt or misplaced file, or spoilt itself."""
    files, how = dict(files), chance.random()
    if how < 0.5:
        told = json.dumps(damaged(json.loads(files[document]), chance))
        files[document] = told.replace("\ud800", "?").encode(errors="replace")
    elif how < 0.7:
        name = chance.choice(list(files))
        files[name] = spoilt(files[name], chance) or b"x"
    elif how < 0.8:
        name = chance.choice(list(files))
        data = files.pop(name)
        files[chance.choice(STRANGE)] = data
    packed = archive_of(files)
    return spoilt(packed, chance) if how >= 0.8 else packed


def expect_a_sentence(outcome: Any, told: object) -> None:
    """A promised code; where that is a refusal one sentence, and nothing that steers the terminal."""
    assert outcome.code in (0, 1, 2, 4), told
    assert (outcome.out + outcome.err).replace("\n", "").replace("\t", "").isprintable(), told
    if outcome.code in (2, 4):
        assert outcome.err.startswith("boardsight: "), told


def test_damaged_reports(inputs, photo: Path, run, record: Path) -> None:
    """Played again: refused, or a verdict as one JSON document."""
    chance = random.Random(11)
    image = cv2.resize(np.asarray(cv2.imread(str(photo))), (320, 180), interpolation=cv2.INTER_AREA)
    png = cv2.imencode(".png", image)[1].tobytes()
    listed = [{"file": f"pictures/{n}.png", "captured_s": n / 2, "lines": 3, "camera": 0, "beside": []} for n in (0, 1)]
    listed[1]["beside"] = [{"file": "pictures/2.png", "camera": 1}]
    index = {
        "format": "boardsight-report/1", "about": {"pieces": None, "versions": {}, "camera": {}, "players": 3},
        "pictures": listed, "readings": ["", ""], "troubles": ["asked: is that so?"],
    }  # fmt: skip
    whole = {"report.json": json.dumps(index).encode(), "record.jsonl": record.read_bytes()}
    whole |= {f"pictures/{number}.png": png for number in range(3)}
    for _ in inputs("report"):
        data = spoilt_archive(whole, "report.json", chance)
        Path("x.zip").write_bytes(data)
        outcome = run("report", "--replay", "x.zip", "--json")
        expect_a_sentence(outcome, data[:300])
        if outcome.code < 2:
            assert outcome.document["format"] == "boardsight-report-replay/1"


def test_damaged_backups(inputs, run, record: Path) -> None:
    """Brought back into an empty folder: refused, or shown then; nothing lies outside the folder."""
    chance = random.Random(12)
    people = [{"name": "Ann", "spellings": ["Ann", "Anne"], "colour": "#d55e00", "seat": 1},
              {"name": "Ben", "spellings": ["Ben"], "colour": None, "seat": None}]  # fmt: skip
    document = {"format": "boardsight-evenings-backup/1", "people": people}
    whole = {
        "evenings.json": json.dumps(document).encode(),
        "records/first.jsonl": record.read_bytes(),
        "records/first.pictures/000004.jpg": b"jpeg",
    }
    kept = {record.name, "x.zip", "out"}
    for _ in inputs("backup"):
        shutil.rmtree("out", ignore_errors=True)
        Path("out").mkdir()
        data = spoilt_archive(whole, "evenings.json", chance)
        Path("x.zip").write_bytes(data)
        expect_a_sentence(run("evenings", "restore", "x.zip"), data[:300])
        shown = run("evenings", "show", "--json")
        expect_a_sentence(shown, data[:300])
        assert shown.code == 0, data[:300]
        assert {path.name for path in Path().iterdir()} <= kept


def test_damaged_databases(inputs, run, record: Path) -> None:
    """A value of any kind in any place, columns and tables gone, spoilt bytes: shown, or refused."""
    chance = random.Random(13)
    Path("out").mkdir()
    shutil.copyfile(record, "out/first.jsonl")
    assert run("evenings", "show").code == 0
    database = Path("out/evenings.sqlite")
    whole = database.read_bytes()
    tables = {"boardsight_people": ("id", "name", "colour", "seat"),
              "boardsight_spellings": ("folded", "spelling", "person_id"),
              "boardsight_evening_games": ("folder", "file", "size", "changed_ns", "trouble", "game")}  # fmt: skip
    for _ in inputs("database"):
        database.write_bytes(whole if chance.random() < 0.7 else spoilt(whole, chance))
        table, columns = chance.choice(list(tables.items()))
        column, value = chance.choice(columns), chance.choice([*SENSELESS, b"\xff\x00", "[" * 5000, 2**63 - 1])
        value = value if isinstance(value, bytes | int | float | None) else json.dumps(value)
        change = chance.choice([f"update {table} set {column} = ?", f"alter table {table} drop column {column}",
                                f"drop table {table}", f"delete from {table}"])  # fmt: skip
        with suppress(*OF_SQLITE), closing(sqlite3.connect(database)) as changed, changed:
            changed.execute(change, (value,) if "?" in change else ())
        told = (change, str(value)[:80])
        expect_a_sentence(run("evenings", "show", "--json"), told)
        expect_a_sentence(run("evenings", "person", "Ann", "--seat", "2"), told)


ANSWERS = (
    b"HTTP/1.1 204 No Content\r\n\r\n",
    b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-limit: 5\r\n\r\nok",
    b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n",
    b"HTTP/1.1 429 Too Many\r\nretry-after: 99999999\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 500 Oh\r\ntransfer-encoding: chunked\r\n\r\nffffffffffff\r\n",
)


def test_damaged_answers_of_hooks(inputs) -> None:
    """Whatever comes back, the thread ends by itself when it is told to, and says what was not delivered."""
    chance, settings = random.Random(14), HookSettings(timeout_s=60.0, attempts=1, end_s=60.0)
    with HostileServer() as server:
        for _ in inputs("hook"):
            answer = spoilt(chance.choice(ANSWERS), chance)
            if chance.random() < 0.1:
                answer += chance.choice([b"x: y\r\n" * 20_000, b"\0" * 200_000, "ö".encode() * 40_000])
            server.pieces = lambda answer=answer: iter([answer])  # type: ignore[misc]
            said: list[str] = []
            sender = HookSender(WebHook(f"http://{server.address}/hook"), settings, tell=said.append)
            sender.send({"number": 1})
            sender.end()
            assert not sender._thread.is_alive(), answer[:200]
            well = bool(said) == any("1 event was not delivered" in line for line in said)
            assert well, (said, answer[:200])
            assert not any("fault" in line for line in said), (said, answer[:200])


def test_damaged_uploads(inputs, photo: Path) -> None:
    """Photographs and live pictures with changed, missing and doubled bytes: an answer in JSON, no fault."""
    chance, header = random.Random(15), Header("big-city", ("Ann", "Ben"))
    session, phones = begin(header), Phones(settings=FilmingSettings(most=2, lost_s=0.0))
    desk = PhotoDesk(lambda image: read_photograph(image, session, OwnFiles()))
    served = replace(Served(record_text=str), photos=desk, phones=phones)
    client = TestClient(make_application(Publication(), Mailbox(), served), base_url="http://127.0.0.1")
    image = cv2.resize(np.asarray(cv2.imread(str(photo))), (480, 270), interpolation=cv2.INTER_AREA)
    kinds = [(kind, ()) for kind in (".jpg", ".png", ".webp", ".bmp", ".tiff")]
    kinds.append((".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)))
    files = [cv2.imencode(kind, image, options)[1].tobytes() for kind, options in kinds]
    for number in inputs("upload"):
        data = spoilt(chance.choice(files), chance)
        place = chance.choice(["photos", f"cameras/phone-{number:04}"])
        answer = client.post(f"/api/v1/{place}", content=data, headers={"content-type": "image/jpeg"})
        assert answer.status_code in (200, 409, 422, 503), (data[:200], answer.text)
        assert isinstance(answer.json(), dict)
    desk.close()
