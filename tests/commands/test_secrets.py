"""Secrets in addresses: cameras, hooks, brokers, displays, databases, as people and machines are told of them."""

import json
from pathlib import Path

import pytest

from live.page.shown import CameraStatus
from live.page.state import view
from live.sources import opening
from live.sources.frames import Silence
from live.table.session import begin
from tabletop.addresses import address_name, without_secrets
from tabletop.records import Header

SECRET = "hunter2"
CAMERAS = [
    f"http://ann:{SECRET}@127.0.0.1:9/video",
    f"http://127.0.0.1:9/video?user=ann&password={SECRET}",
    f"http://{SECRET}@127.0.0.1:9",
    f"http://127.0.0.1:9/{SECRET}/stream.mjpg",
    f"http://127.0.0.1:9/user=ann_password={SECRET}_channel=1",
    f"http://127.0.0.1:9/video#{SECRET}",
]
MALFORMED = {
    "--hook": [
        f"https://x/hook {SECRET}",
        f"https://x/hook\n{SECRET}",
        f"https://ann:{SECRET}@/hook",
        f"https://x:{SECRET}/hook",
        f"http://[{SECRET}",
        f"http://[::1/{SECRET}",
        f"ftp://x/{SECRET}",
        f"https:///{SECRET}",
        f"https:/x/{SECRET}",
        f"discord.com/api/webhooks/1/{SECRET}",
        f"https://x y/{SECRET}",
        f"https://x..y/{SECRET}",
        f"https://{'x' * 70}.org/{SECRET}",
        f"https://x/{SECRET}\x7f",
    ],
    "--camera": [
        f"http://ann:{SECRET}@/video",
        f"http://ann:{SECRET}/video",
        f"http://[ann:{SECRET}@::1/video",
        f"http://127.0.0.1:9/vi deo?{SECRET}",
        f"rtsp://ann:{SECRET}@host:99999/",
        f"htp://ann:{SECRET}@host/video",
        f"http:///{SECRET}",
        f"http:/127.0.0.1/{SECRET}",
        f"rtsp:ann:{SECRET}@host/",
    ],
    "--display": [
        f"wled+http://ann:{SECRET}@",
        f"wled+http://host/{SECRET} x",
        f"wled+http://host:{SECRET}",
        f"http://ann:{SECRET}@host",
        f"wled+http://[{SECRET}",
        f"wled+http://host?{SECRET}",
        f"serial:/dev/ttyUSB0?token={SECRET}",
    ],
    "--mqtt": [
        f"mqtt://ann:{SECRET}@",
        f"mqtt://ann:{SECRET}@host/path",
        f"mqtt://ann:pass/{SECRET}@host",
        f"mqtt://ann/{SECRET}@host",
        f"mqtt:/ann:{SECRET}@host",
        f"http://ann:{SECRET}@host",
        f"mqtt://host {SECRET}",
        f"mqtt://ann:{SECRET}@ho st",
        f"mqtt://:{SECRET}@host",
        f"mqtt://ann:{SECRET}@host:99999",
        f"mqtt://[{SECRET}",
        f"mqtt://host?password={SECRET}",
    ],
}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("http://10.0.0.7:8080", "http://10.0.0.7:8080"),
        ("http://10.0.0.7:8080/video", "http://10.0.0.7:8080/…"),
        (f"rtsp://ann:{SECRET}@[fe80::1]:554/ch1", "rtsp://[fe80::1]:554/…"),
        (f"http://ann:a@{SECRET}@host/", "http://host"),
        (f"http://ann:{SECRET}/x@host/", "http://…"),
        (f"http://ann:{SECRET}#@host/", "http://…"),
        (f"http://host?{SECRET}", "http://host/…"),
        (f"http://host\\{SECRET}", "http://host/…"),
        (f"{SECRET} http://host", "…"),
        (f"ann:{SECRET}@host", "…@host"),
        (f"serial:/dev/ttyUSB0?x={SECRET}", "serial:/dev/ttyUSB0"),
        (f"10.0.0.7/{SECRET}", "10.0.0.7/…"),
        (f"http:/{SECRET}", "http:…"),
        (f"host/{SECRET}?mail=a@b", "…"),
        ("photos/film.mp4", "photos/film.mp4"),
        ("Logitech BRIO", "Logitech BRIO"),
    ],
)
def test_an_address_has_a_name_without_secrets(words: str, name: str) -> None:
    """How it is spoken with and where, and nothing else; a host only where it is clear which word that is."""
    assert address_name(words) == name


def test_a_stranger_s_text_has_no_secret_of_an_address() -> None:
    """A library's error that repeats the address."""
    told = without_secrets(f"can't open 'http://ann:{SECRET}@host/video', at all")
    assert told == "can't open 'http://host/…', at all"


class DeadCamera:
    """A stream that opens once and gives nothing."""

    def read(self) -> None:
        """No picture."""

    def release(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize("url", CAMERAS)
def test_a_lost_camera_is_told_without_its_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the state that page, television, broker and hub get, whether the stream dies or cannot be opened again."""
    monkeypatch.setattr(opening, "open_stream", lambda url: DeadCamera())
    with_name, told = opening.open_source(url), []
    try:
        silence = with_name.next(0.5)
        assert isinstance(silence, Silence)
        told.append(silence.message)
    finally:
        with_name.close()
    session = begin(Header("big-city", ("Ann", "Ben")))
    status = CameraStatus("lost", silence.message, with_name.name)
    told.append(json.dumps(view(session, status)))
    assert all("127.0.0.1" in one and SECRET not in one for one in told)


@pytest.mark.parametrize("url", CAMERAS)
def test_a_camera_that_does_not_answer_is_told_without_its_password(url: str, run) -> None:
    """By `play`, and by `doctor`."""
    outcome = run("play", "big-city", "--players", "A,B", "--camera", url)
    assert (outcome.code, outcome.err.count("\n")) == (3, 1)
    looked_at = run("doctor", "--camera", url, "--json")
    assert SECRET not in outcome.err + looked_at.out + looked_at.err
    assert "127.0.0.1" in outcome.err


def test_two_streams_of_one_recorder_are_two_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though both have one name for people; the same one twice is refused without its password."""
    monkeypatch.setattr(opening, "open_stream", lambda url: DeadCamera())
    opening.open_sources([f"http://a:{SECRET}@nvr/1", f"http://a:{SECRET}@nvr/2"]).close()
    with pytest.raises(opening.UsageError) as refusal:
        opening.open_sources([f"http://a:{SECRET}@nvr/1"] * 2)
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize(("option", "url"), [(option, url) for option, urls in MALFORMED.items() for url in urls])
def test_a_malformed_address_is_one_sentence_without_a_secret(option: str, url: str, run) -> None:
    """Wrong use, whatever is wrong with it."""
    outcome = run("play", "big-city", "--players", "A,B", option, url)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1), outcome.err
    assert SECRET not in outcome.err


@pytest.mark.parametrize(
    "words",
    [
        "read x.jpg --camera http://ann:hunter2@h/v",
        "read http://ann:hunter2@h/v.jpg",
        "score http://ann:hunter2@h/v",
        "serve http://ann:hunter2@h/v",
        "cameras http://ann:hunter2@h/v",
        "report --page=http://127.0.0.1:9#token=hunter2",
        "setup --host http://ann:hunter2@h --no-browser",
        "display monitor wled+http://ann:hunter2@h",
        "hub --database mysql://ann:hunter2@h/x --mqtt mqtt://h",
        "hub --mqtt mqtt://h --database postgresql://ann:hunter2@h:x/y",
    ],
)
def test_an_address_in_the_wrong_place_is_told_without_its_secret(words: str, run) -> None:
    """Whatever a command takes it for."""
    outcome = run(*words.split())
    assert outcome.code != 0
    assert SECRET not in outcome.out + outcome.err


def test_a_malformed_hook_in_a_file_is_told_by_the_file(tmp_path: Path, run) -> None:
    """Where the address is kept off the command line."""
    listed = tmp_path / "hooks.txt"
    listed.write_text(f"https://x/hook {SECRET}\n", encoding="utf-8")
    outcome = run("play", "big-city", "--players", "A,B", "--hook", str(listed))
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "hooks.txt" in outcome.err
    assert SECRET not in outcome.err
