"""Numbers and names on the command line that make no sense; a camera that is not there."""

from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "words",
    [
        ["render", "city.toml", "-o", "x.jpg", "--seed", "-1"],
        ["render", "city.toml", "-o", "x.jpg", "--seed", str(10**30)],
        ["render", "city.toml", "-o", "x.jpg", "--hands", "-1"],
        ["render", "city.toml", "-o", "x.jpg", "--hands", "9999"],
        ["render", "city.toml", "-o", "x.jpg", "--clutter", "-1"],
        ["render", "city.toml", "-o", "x.jpg", "--from", "nan"],
        ["demo", "--headless", "--seed", "-1"],
        ["demo", "--headless", "--speed", "nan"],
        ["demo", "--headless", "--port", "99999"],
        ["demo", "--headless", "--fault", "moon"],
        ["demo", "--headless", "--random", "--players", "Ann"],
        ["demo", "--headless", "--random", "--players", "Ann,Ann"],
        ["demo", "--headless", "--record", "."],
        ["play", "big-city", "--players", "Ann,Ben", "--option", "streetcars=flying"],
        ["play", "big-city", "--players", "Ann,Ben", "--port", "-1"],
        ["play", "big-city", "--players", "Ann,Ben", "--display", "moon:1"],
    ],
)
def test_what_makes_no_sense_is_wrong_use(words: list[str], city: Path, run) -> None:
    """Exit 2 before anything is done, with a word on stderr and nothing on stdout."""
    outcome = run(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err
    assert not Path("x.jpg").exists()
    assert not Path("out").exists()


def test_a_camera_that_is_not_there_is_exit_3(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the cameras there are, and the demo that needs none."""
    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: ())
    outcome = run("play", "big-city", "--players", "Ann,Ben", "--camera", "7")
    assert (outcome.code, outcome.out) == (3, "")
    assert "there is no camera '7'" in outcome.err
    assert "`boardsight demo`" in outcome.err
    assert not Path("out").exists()


def test_cameras_without_any_is_exit_3(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence with the mend; with --json the empty list is still a document."""
    monkeypatch.setattr("live.sources.cameras.list_cameras", lambda: ())
    assert run("cameras").code == 3
    outcome = run("cameras", "--json")
    assert (outcome.code, outcome.document["cameras"]) == (3, [])
    assert "no camera is attached; plug one in" in outcome.err
    assert "--camera phone" in outcome.err


def test_doctor_without_any_camera_names_the_phone(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has no webcam reads there that a phone will do; the phone itself is not looked for on this machine."""
    monkeypatch.setattr("live.doctor.machine.list_cameras", lambda: ())
    told = run("doctor", "--json").document["findings"]
    assert ["--camera phone" in finding["mend"] for finding in told if finding["what"] == "camera"] == [True]
    told = run("doctor", "--camera", "phone", "--json").document["findings"]
    assert [finding["well"] for finding in told if finding["what"] == "camera"] == [True]
