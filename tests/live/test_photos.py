"""Photographs that people send from their phones or drop on the page: read, scored, answered, whatever comes."""

import re
import struct
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from page_table import phone_table
from starlette.testclient import TestClient

from live.page import application
from live.page.application import Served, make_application
from live.page.guard import LARGEST_PHOTO
from live.page.mailbox import Mailbox
from live.page.photos import PhotoDesk
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime import photographs
from live.runtime.live_table import LiveTable
from live.runtime.photographs import photo_desk
from live.sources import Frame
from live.sources.files import PictureFolder
from live.sources.phone import Phones
from live.table.frame_reader import SingleCameraReader, files_of
from live.table.multi_camera import frame_reader_for
from live.table.photograph import ReadPhotograph
from live.table.session import begin
from scoring import rules_for
from simulator.art import PartsBox
from simulator.games import opening_position, scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.plans import plan_of

GAME = "my-city-chess"
RECORD = scripted_game(GAME)
ROUNDS = (17, 19, 21)
"""After so many lines a photograph is taken: of two players, a round later each time."""
VIEWS = ("phone-45", "above", "webcam-35")


def jpeg_of(position: Any, view: str, size_px: tuple[int, int] = (1440, 1080)) -> bytes:
    """A photograph of the virtual table as a phone sends it."""
    game = load_game(position.game)
    image = shoot(plan_of(position, game), PartsBox(game), Shot(view=view, seed=1, size_px=size_px)).image
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="module")
def photos() -> list[bytes]:
    """The table after each of `ROUNDS`, each time from elsewhere."""
    positions = [turn.position for turn in turns_of(RECORD)]
    return [jpeg_of(positions[n - 1], view) for n, view in zip(ROUNDS, VIEWS, strict=True)]


@dataclass
class Played:
    """A table that is played with a phone as its camera, and its page."""

    table: LiveTable
    source: Phones
    desk: PhotoDesk
    client: TestClient

    def send(self, data: bytes, kind: str = "image/jpeg", **named: Any) -> Any:
        """Post a photograph."""
        return self.client.post("/api/v1/photos", content=data, headers={"content-type": kind}, **named)


@contextmanager
def playing(folder: Path, token: str | None = None) -> Iterator[Played]:
    """A table with a phone, shared where there is a token."""
    with phone_table(folder, RECORD.header) as made:
        table = made.table
        served = Served(record_text=table.store.text, photos=made.desk)
        app = make_application(table.publication, table.mailbox, served, token=token)
        yield Played(table, made.phones, made.desk, TestClient(app, base_url="http://127.0.0.1"))


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine busy with other work a photograph takes longer than anybody would wait for it."""
    monkeypatch.setattr(photographs, "LOOKED_AT_S", 600.0)
    monkeypatch.setattr(application, "PHOTO_TIMEOUT_S", 600.0)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A table with a phone."""
    with playing(tmp_path) as made:
        yield made


def test_a_game_without_a_webcam_is_played_round_by_round(played: Played, photos: list[bytes]) -> None:
    """Each photo, from wherever it is taken, brings the round's moves into the record, and the points come back."""
    answers = [played.send(photo).json() for photo in photos]
    moves = [move.judged.move for move in played.table.session.moves]
    script = [entry.move for entry in RECORD.entries[: ROUNDS[-1]]]
    assert sorted(map(str, moves)) == sorted(map(str, script))
    totals = played.table.session.played.totals
    assert {player["name"]: player["total"] for player in answers[-1]["players"]} == dict(totals)
    for player in answers[-1]["players"]:
        assert sum(line["points"] for line in player["lines"]) == player["total"]
    assert answers[-1]["position"]["game"] == GAME
    assert played.table.watching.frames_per_s is None  # one photo is no film, however often it is looked at


def test_a_table_with_its_own_camera_reads_photos_beside_the_game(tmp_path: Path, photos: list[bytes]) -> None:
    """A photo at a table with a webcam is scored for itself, and changes nothing in the record."""
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "one.jpg").write_bytes(photos[0])
    source = PictureFolder(tmp_path / "table")
    store = RecordStore.open(tmp_path / "game.jsonl", header=RECORD.header)
    table = LiveTable(begin(RECORD.header), store, Publication(), Mailbox())
    files = files_of(RECORD.header)
    watcher = frame_reader_for(source, load_game(GAME), RECORD.header.players, files)
    answer = photo_desk(table, source, watcher, files).take(photos[0]).result(60)
    position = turns_of(RECORD)[ROUNDS[0] - 1].position
    alone = {one.name: one.total for one in rules_for(GAME).score(position).players}
    assert sum(player["total"] for player in answer["players"]) == sum(alone.values())
    assert table.session.entries == ()


def test_a_photo_that_was_held_upright_is_turned(played: Played, photos: list[bytes]) -> None:
    """A phone held upright writes the picture lying, and says so in its EXIF data; it reads the same."""
    lying = cv2.rotate(cv2.imdecode(numpy.frombuffer(photos[0], numpy.uint8), 1), cv2.ROTATE_90_COUNTERCLOCKWISE)
    plain = cv2.imencode(".jpg", lying)[1].tobytes()
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\0\0" + tiff
    turned = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    upright = played.desk.take(turned).result(60)
    assert upright["position"] == played.desk.take(photos[0]).result(60)["position"]


def test_what_is_sent_twice_under_one_name_is_read_once(played: Played, photos: list[bytes]) -> None:
    """A phone that lost the answer sends its photo again by the same name: the same answer, one look at the table."""
    first, again = (played.send(photos[0], params={"name": "a-photo-of-mine"}).json() for _ in range(2))
    assert first == again
    assert played.table.counters.readings > 0
    assert played.source.next(0).late  # type: ignore[union-attr]  # nothing more was shown to the loop


@pytest.mark.parametrize(
    ("data", "kind", "status", "english", "german"),
    [
        (b"hello", "image/jpeg", 422, "not a picture", "kein Bild"),
        (b"", "image/jpeg", 422, "empty", "leer"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "image/heic", 422, "HEIC", "HEIC- oder"),
        (b"%PDF-1.7", "application/pdf", 415, "no picture", "kein Bild"),
        (b"BM" + bytes(16) + struct.pack("<ii", 60000, 60000), "image/bmp", 422, "says it is", "hat nach eigener"),
    ],
)
def test_what_is_no_photo_is_told_in_one_sentence(
    played: Played, data: bytes, kind: str, status: int, english: str, german: str
) -> None:
    """Whatever is sent, the phone gets one sentence in its language."""
    for language, words in (("en", english), ("de", german)):
        answer = played.send(data, kind, params={"lang": language})
        assert answer.status_code == status
        assert re.search(words, answer.json()["error"])
        assert "\n" not in answer.json()["error"]


def test_a_photo_that_is_cut_off_is_told_and_the_next_one_is_read(played: Played, photos: list[bytes]) -> None:
    """Half a JPEG is refused with its mend; nothing of it reaches the game."""
    assert "breaks off" in played.send(photos[0][: len(photos[0]) // 2]).json()["error"]
    assert played.table.counters.frames == 0
    assert played.send(photos[0]).status_code == 200


def test_a_photo_of_another_game_says_which(played: Played) -> None:
    """The sentence names the game that is in the picture."""
    other = jpeg_of(opening_position(scripted_game("big-city")), "above", (1280, 960))
    told = played.send(other).json()["error"]
    assert "big-city" in told.lower().replace(" ", "-")
    assert played.table.session.entries == ()


def test_a_photo_for_which_nobody_waits_any_longer_is_read_all_the_same(
    photos: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is told to be busy; who sends it again hears what was read of it, once. So of one that still waits."""
    may_read, seen = threading.Event(), []

    def read(image: numpy.ndarray) -> ReadPhotograph:  # type: ignore[type-arg]
        assert may_read.wait(60.0)
        seen.append(image)
        raise UnreadableInput("no board is seen")

    desk = PhotoDesk(read)
    client = TestClient(make_application(Publication(), Mailbox(), Served(photos=desk)), base_url="http://127.0.0.1")

    def sent(name: str) -> Any:
        headers = {"content-type": "image/jpeg"}
        return client.post("/api/v1/photos", content=photos[0], params={"name": name}, headers=headers)

    monkeypatch.setattr(application, "PHOTO_TIMEOUT_S", 0.0)
    busy = [sent("round-one"), sent("round-two")]
    monkeypatch.setattr(application, "PHOTO_TIMEOUT_S", 600.0)
    may_read.set()
    told = [sent("round-one"), sent("round-two")]
    desk.close()
    assert [answer.status_code for answer in (*busy, *told)] == [503, 503, 422, 422]
    assert "busy" in busy[0].json()["error"]
    assert len(seen) == 2


def test_a_picture_in_which_nothing_is_seen_is_read_once() -> None:
    """A photograph is shown for a while; the sentence stays, and the next picture is read again."""
    reader, dark = (
        SingleCameraReader(load_game(GAME), RECORD.header.players),
        numpy.full((480, 640, 3), 90, numpy.uint8),
    )
    shown = [Frame(dark, number / 10, number, fresh=number == 0) for number in range(3)]
    told = [reader.look(frame) for frame in (*shown, Frame(dark.copy(), 1.0, 4, fresh=True))]
    assert {(one.state, one.message) for one in told} == {("unread", told[0].message)}
    assert (reader.readings, bool(told[0].message)) == (2, True)


def test_an_upload_without_end_is_refused_before_it_is_taken(played: Played, photos: list[bytes]) -> None:
    """What says that it is larger than any photo, and what becomes so, is refused; others are read."""
    kind, endless = {"content-type": "image/jpeg"}, (bytes(2**20) for _ in range(LARGEST_PHOTO // 2**20 + 1))
    large = {**kind, "content-length": str(200 * 2**20)}
    said = played.client.post("/api/v1/photos", content=b"x", headers=large)
    grown = played.client.post("/api/v1/photos", content=endless, headers=kind)
    for answer in (said, grown):
        assert answer.status_code == 413
        assert "at most 48 MB" in answer.json()["error"]
    assert played.send(photos[0]).status_code == 200


def test_a_foreign_device_may_not_send(tmp_path: Path, photos: list[bytes]) -> None:
    """Without the QR code's token nothing is taken, with it everything is."""
    with playing(tmp_path, token="secret") as shared:
        foreign = shared.send(photos[0])
        assert foreign.status_code == 401
        assert "QR code" in foreign.json()["error"]
        assert shared.table.counters.frames == 0
        headers = {"authorization": "Bearer secret", "content-type": "image/jpeg"}
        assert shared.client.post("/api/v1/photos", content=photos[0], headers=headers).status_code == 200


def test_ten_phones_at_once_are_all_answered(played: Played, photos: list[bytes]) -> None:
    """Ten phones send at the same moment: each gets its own answer, and the game is there for everybody else."""
    played.send(photos[0])
    with ThreadPoolExecutor(10) as phones:
        sent = [phones.submit(played.desk.take, photos[0]) for _ in range(10)]
        assert played.client.get("/api/v1/state").json()["moves"]
        assert played.client.post("/api/v1/pause", json={"paused": False}).status_code == 200
        answers = [taken.result().result(120) for taken in sent]
    assert len({answer["picture"] for answer in answers}) == 10
    assert len({str(answer["players"]) for answer in answers}) == 1


def test_a_game_that_ends_tells_who_still_waits(played: Played, photos: list[bytes]) -> None:
    """A photo that comes when the game has ended is answered, never left waiting."""
    played.source.close()
    assert "game has ended" in played.send(photos[0]).json()["error"]
