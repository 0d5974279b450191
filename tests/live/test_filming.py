"""Phones that film: each is one of the table's cameras; what comes from elsewhere, too large or broken is refused."""

import struct
import threading
from collections.abc import Iterator
from typing import Any

import cv2
import numpy
import pytest
from starlette.testclient import TestClient
from waiting import Clock

from live.page.application import Served, make_application
from live.page.guard import LARGEST_LIVE_PICTURE
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.sources import Frame, Silence
from live.sources.files import PictureFolder
from live.sources.opening import open_sources
from live.sources.phone import STEP_S, STILL_FRAMES, FilmingSettings, Phones
from live.sources.several import SeveralCameras
from tabletop.errors import BoardsightError, UsageError
from tabletop.translation import translation
from vision.pixels.images import decode_image

NAMES = [f"phone-number-{n}" for n in range(10)]
SETTINGS = FilmingSettings()


def grey(level: int, size_px: tuple[int, int] = (64, 48)) -> Any:
    """A picture of one grey, to tell it from others."""
    return numpy.full((size_px[1], size_px[0], 3), level, numpy.uint8)


def seen(frame: Frame | Silence | None) -> dict[int, int]:
    """What each camera sees in a frame: its grey level."""
    assert isinstance(frame, Frame)
    return {view.camera: int(view.image[0, 0, 0]) for view in (frame, *frame.beside)}


@pytest.fixture
def clock() -> Clock:
    """A clock that stands."""
    return Clock()


@pytest.fixture
def phones(clock: Clock) -> Phones:
    """Phones, and nobody films yet."""
    return Phones(clock=clock)


def test_the_newest_picture_counts(phones: Phones) -> None:
    """Pictures that nobody has looked at are left out, and none is looked at twice."""
    for level in (10, 20, 30):
        phones.film(NAMES[0], grey(level))
    assert seen(phones.next(0)) == {0: 30}
    assert isinstance(phones.next(0), Silence)


def test_each_phone_is_a_camera(phones: Phones, clock: Clock) -> None:
    """Two phones see one moment; who has sent nothing new for a moment is seen as he was, for a second."""
    assert [phones.film(name, grey(level)) for name, level in ((NAMES[0], 10), (NAMES[1], 20))] == [0, 1]
    assert seen(phones.next(0)) == {0: 10, 1: 20}
    clock.now_s += SETTINGS.together_s / 2
    phones.film(NAMES[0], grey(11))
    assert seen(phones.next(0)) == {0: 11, 1: 20}
    clock.now_s += SETTINGS.together_s
    phones.film(NAMES[0], grey(12))
    assert seen(phones.next(0)) == {0: 12}


def test_a_phone_that_sleeps_is_told_and_comes_back(phones: Phones, clock: Clock) -> None:
    """The last phone that is silent is a lost camera; of several the others go on; back again it is the same camera."""
    phones.film(NAMES[0], grey(10))
    phones.film(NAMES[1], grey(20))
    phones.next(0)
    clock.now_s += SETTINGS.lost_s + 1
    lost = phones.next(0)
    assert isinstance(lost, Silence)
    assert not lost.late
    assert "sent no picture for 3 s" in lost.message
    phones.film(NAMES[1], grey(21))
    frame = phones.next(0)
    assert seen(frame) == {1: 21}
    assert isinstance(frame, Frame)
    assert "sent no picture" in frame.missing
    assert frame.fresh  # it may have been moved meanwhile
    assert phones.film(NAMES[0], grey(11)) == 0


def test_a_phone_that_is_turned_is_read_anew(phones: Phones) -> None:
    """A picture of another size is one from elsewhere; the next of that size is not."""
    phones.film(NAMES[0], grey(10))
    assert phones.next(0).fresh  # type: ignore[union-attr]
    phones.film(NAMES[0], grey(11))
    assert not phones.next(0).fresh  # type: ignore[union-attr]
    phones.film(NAMES[0], grey(12, (48, 64)))
    assert phones.next(0).fresh  # type: ignore[union-attr]
    phones.film(NAMES[0], grey(13, (48, 64)))
    assert not phones.next(0).fresh  # type: ignore[union-attr]


def test_who_stops_is_no_lost_camera_of_those_who_go_on(phones: Phones, clock: Clock) -> None:
    """Of two who film one stops: nothing is missing. The last one stops: that is said."""
    for name in NAMES[:2]:
        phones.film(name, grey(10))
    phones.stop_filming(NAMES[1])
    clock.now_s += SETTINGS.lost_s + 1
    phones.film(NAMES[0], grey(11))
    assert phones.next(0).missing == ""  # type: ignore[union-attr]
    phones.stop_filming(NAMES[0])
    stopped = phones.next(0)
    assert isinstance(stopped, Silence)
    assert (stopped.late, "stopped filming" in stopped.message) == (False, True)


@pytest.mark.parametrize("before", [0, 1], ids=["nothing", "a picture"])
def test_a_picture_on_its_way_at_the_goodbye_is_no_camera(phones: Phones, before: int) -> None:
    """Who has stopped does not seem to film again, whatever came before; who films again has another name."""
    for _ in range(before):
        phones.film(NAMES[0], grey(10))
    phones.stop_filming(NAMES[0])
    with pytest.raises(BoardsightError, match="stopped filming"):
        phones.film(NAMES[0], grey(11))
    assert not phones.live
    assert phones.film(NAMES[1], grey(12)) == 0


def test_ten_phones_at_once_are_four_cameras(phones: Phones, clock: Clock) -> None:
    """The others are told in one sentence, and take the place of one that has gone silent."""
    told = []
    for name in NAMES:
        try:
            phones.film(name, grey(10))
        except UsageError as error:
            told.append(str(error))
    assert told == ["4 phones film this table already; take photos with this one"] * 6
    clock.now_s += SETTINGS.lost_s + 1
    assert phones.film(NAMES[9], grey(20)) == 0


def test_a_photo_between_two_live_pictures_is_looked_at_to_its_end(phones: Phones, clock: Clock) -> None:
    """A photograph of somebody else stands still as long as ever; then the film goes on as from another place."""
    phones.film(NAMES[0], grey(10))
    live = phones.next(0)
    done = phones.show(grey(99))
    photo = [phones.next(0) for _ in range(STILL_FRAMES)]
    assert [seen(frame)[0] for frame in photo] == [99] * STILL_FRAMES
    phones.film(NAMES[0], grey(11))
    after = phones.next(0)
    assert done.done()
    assert seen(after) == {0: 11}
    times = [frame.captured_s for frame in (live, *photo, after)]  # type: ignore[union-attr]
    assert times == sorted(times)
    assert times[-2] - times[0] == pytest.approx(STILL_FRAMES * STEP_S)
    assert after.fresh  # type: ignore[union-attr]


def test_a_game_that_ended_takes_no_more(phones: Phones) -> None:
    """Who films on is told."""
    phones.close()
    with pytest.raises(BoardsightError, match="game has ended"):
        phones.film(NAMES[0], grey(10))
    assert phones.next(0) is None


def test_a_webcam_and_two_phones_are_three_cameras(tmp_path: Any) -> None:
    """`--camera` more than once: a phone is a camera like any other, and the webcam goes on without it."""
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), grey(10))
    both = open_sources([str(tmp_path), "phone"])
    assert isinstance(both, SeveralCameras)
    assert isinstance(both.sources[0], PictureFolder)
    phones = both.sources[1]
    assert isinstance(phones, Phones)
    assert both.views == 1 + SETTINGS.most
    assert seen(both.next(1)) == {0: 10}
    phones.film(NAMES[0], grey(20))
    phones.film(NAMES[1], grey(30))
    assert seen(both.next(1)) == {0: 10, 1: 20, 2: 30}


class Shared:
    """The page of a table that phones film."""

    def __init__(self, client: tuple[str, int] = ("192.168.1.20", 4711)) -> None:
        self.phones = Phones()
        served = Served(phones=self.phones)
        app = make_application(Publication(), Mailbox(), served, token="secret")
        self.client = TestClient(app, base_url="http://127.0.0.1", client=client)

    def send(self, data: bytes, phone: str = NAMES[0], **headers: str) -> Any:
        """Post a live picture."""
        usual = {"authorization": "Bearer secret", "content-type": "image/jpeg"}
        return self.client.post(
            f"/api/v1/cameras/{phone}",
            content=data,
            headers={**usual, **{k.replace("_", "-"): v for k, v in headers.items()}},
        )


@pytest.fixture
def shared() -> Iterator[Shared]:
    """A table, and a phone in its network."""
    made = Shared()
    yield made
    made.phones.close()


def jpeg(size_px: tuple[int, int] = (640, 480)) -> bytes:
    """A live picture as the page sends it."""
    return cv2.imencode(".jpg", grey(100, size_px))[1].tobytes()


@pytest.mark.parametrize("size", [(3840, 2160), (1080, 1920), (640, 480)], ids=["4K", "portrait", "small"])
def test_a_live_picture_of_any_shape_reaches_the_game(shared: Shared, size: tuple[int, int]) -> None:
    """The phone is told which camera it is."""
    assert shared.send(jpeg(size)).json() == {"camera": 0}
    frame = shared.phones.next(0)
    assert isinstance(frame, Frame)
    assert frame.image.shape[:2] == size[::-1]


@pytest.mark.parametrize("address", ["203.0.113.9", "2001:db8::1"])
def test_pictures_come_from_the_local_network_only(address: str) -> None:
    """A public address is refused even with the token; so is what a proxy passes on."""
    far = Shared((address, 4711))
    assert far.send(jpeg()).status_code == 403
    near = Shared()
    assert near.send(jpeg(), x_forwarded_for=address).status_code == 403
    assert "own network only" in far.send(jpeg()).json()["error"]
    assert isinstance(far.phones.next(0), Silence)


def test_a_foreign_device_may_not_film(shared: Shared) -> None:
    """Without the code's token nothing is taken."""
    answer = shared.send(jpeg(), authorization="Bearer guessed")
    assert answer.status_code == 401
    assert "QR code" in answer.json()["error"]


@pytest.mark.parametrize(
    ("data", "kind", "status", "words"),
    [
        (b"hello", "image/jpeg", 422, "not a picture"),
        (b"", "image/jpeg", 422, "empty"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "image/heic", 422, "HEIC"),
        (b"%PDF-1.7", "application/pdf", 415, "no picture"),
        (jpeg((4200, 100)), "image/jpeg", 422, "at most 4096 pixels"),
        (b"BM" + bytes(16) + struct.pack("<ii", 8000, 8000) + bytes(40), "image/bmp", 422, "at most 4096 pixels"),
        (bytes(LARGEST_LIVE_PICTURE + 1), "image/jpeg", 413, "at most 6 MB"),
    ],
)
def test_what_is_no_live_picture_is_told(shared: Shared, data: bytes, kind: str, status: int, words: str) -> None:
    """One sentence, in German too, and the next picture is taken."""
    answer = shared.send(data, content_type=kind)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True)
    assert translation(answer.json()["error"], "de")
    assert shared.send(jpeg()).status_code == 200


def test_who_says_goodbye_is_no_camera_any_more(shared: Shared) -> None:
    """The page tells that it stops; an unknown phone may say so too."""
    shared.send(jpeg())
    headers = {"authorization": "Bearer secret"}
    for name in NAMES[:2]:
        assert shared.client.post("/api/v1/cameras", json={"ended": name}, headers=headers).status_code == 200
    assert not shared.phones.live


def test_who_says_goodbye_while_a_picture_is_unpacked_is_no_camera(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last picture comes to nothing, in a sentence that is German too."""

    def slowly(data: bytes, name: str) -> Any:
        shared.phones.stop_filming(NAMES[0])
        return decode_image(data, name)

    monkeypatch.setattr("live.page.live_pictures.decode_image", slowly)
    answer = shared.send(jpeg())
    assert (answer.status_code, translation(answer.json()["error"], "de") is None) == (409, False)
    assert not shared.phones.live


def test_a_table_with_its_own_cameras_takes_no_live_pictures() -> None:
    """The sentence says what the phone can do."""
    app = make_application(Publication(), Mailbox(), Served())
    client = TestClient(app, base_url="http://127.0.0.1")
    answer = client.post(f"/api/v1/cameras/{NAMES[0]}", content=jpeg(), headers={"content-type": "image/jpeg"})
    assert (answer.status_code, "take photos" in answer.json()["error"]) == (404, True)


def test_what_phones_are_told_is_german_too(phones: Phones, clock: Clock) -> None:
    """Every sentence of a phone that is lost, has stopped or is one too many."""
    phones.film(NAMES[0], grey(10))
    phones.next(0)
    clock.now_s += SETTINGS.lost_s + 1
    lost = phones.next(0)
    phones.stop_filming(NAMES[0])
    stopped = phones.next(0)
    for silence in (lost, stopped):
        assert isinstance(silence, Silence)
        assert translation(silence.message, "de")
    assert translation("4 phones film this table already; take photos with this one", "de")


def test_the_loop_is_woken_by_a_picture() -> None:
    """It sleeps until one comes, from whatever thread."""
    phones = Phones()
    timer = threading.Timer(0.05, phones.film, (NAMES[0], grey(10)))
    timer.start()
    assert seen(phones.next(60)) == {0: 10}
    timer.join()
