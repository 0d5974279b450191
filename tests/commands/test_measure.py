"""`boardsight measure`: a position to lay, its photograph held against it, and a file that may be sent."""

import json
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from live.main import main
from tabletop.notation import load_position

MEADOW = Path(__file__).parents[2] / "examples" / "meadow.toml"
DAY = ("--day", "2026-11-28")
Told = Callable[..., Mapping[str, Any]]


@pytest.fixture
def measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """What the command tells as JSON, with its files in the test's folder."""

    def told(*words: str, code: int = 0) -> Mapping[str, Any]:
        capsys.readouterr()
        assert main(["measure", *words, *DAY, "--out", str(tmp_path), "--json"]) == code
        document: Mapping[str, Any] = json.loads(capsys.readouterr().out)
        return document

    return told


def photograph(position: str, photo: Path, *words: str) -> str:
    """The virtual camera's picture of a position."""
    assert main(["render", position, "-o", str(photo), *words]) == 0
    return str(photo)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("my-city-chess", ()),
        (str(MEADOW), ()),
        ("small-city", ("--pieces", "palette")),
        pytest.param("big-city", (), marks=pytest.mark.soak),
        pytest.param("my-city", (), marks=pytest.mark.soak),
    ],
)
def test_what_lies_as_it_was_drawn_is_told_rightly(
    game: str, words: Sequence[str], measured: Told, tmp_path: Path
) -> None:
    """Shipped games and one's own, coded and plain pieces: nothing is wrong, nearly nothing asked about."""
    drawn = measured(game, *words)
    assert Path(drawn["drawing"]).read_text("utf-8").startswith("<svg")
    told = measured(game, *words, "--photo", photograph(drawn["file"], tmp_path / "photo.jpg", *words))
    assert told["wrong"] == {}
    assert len(told["right"]) > 0.9 * (len(told["right"]) + len(told["asked"])) > 40


def test_the_day_and_the_number_say_which_position(measured: Told) -> None:
    """It is drawn again the same; another number is another one, and so is another count of players."""
    first, again, other = (measured("my-city-chess", "--number", number) for number in ("1", "1", "2"))
    assert first == again
    assert first["position"] != other["position"]
    assert len(measured("my-city-chess", "--players", "3")["position"]["players"]) == 3
    assert load_position(first["file"]).game == "my-city-chess"


def test_what_lies_otherwise_is_wrong_and_sums_tell_how_sure_they_are(
    measured: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Place by place, what was read in place of what lies there; over all photographs with 95 % intervals."""
    photo = photograph(measured("my-city-chess")["file"], tmp_path / "photo.jpg")
    right = measured("my-city-chess", "--photo", photo)
    told = measured("my-city-chess", "--photo", photo, "--number", "2")
    assert all(read != lies for read, lies in told["wrong"].values())
    assert {place for place, (_, lies) in told["wrong"].items() if lies == "empty"}
    capsys.readouterr()
    assert main(["measure", "my-city-chess", "--photo", photo, *DAY, "--number", "2", "--out", str(tmp_path)]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    count, wrong = len(right["right"]) + 2 * len(told["right"]), 2 * len(told["wrong"])
    assert [row for row in rows if row.startswith(f"rightly read {count} of ") and " to " in row]
    assert [row for row in rows if row.startswith(f"wrongly read {wrong} of ") and " % (" in row]
    assert len((tmp_path / "measured.jsonl").read_text("utf-8").splitlines()) == 3


def test_what_is_kept_may_be_sent(measured: Told, tmp_path: Path) -> None:
    """Positions, readings, version; no folder's name. The picture only if wished, and then nothing beside the board."""
    home = tmp_path / "home-of-Zoe"
    home.mkdir()
    game = str(shutil.copy(MEADOW, home / "meadow.toml"))
    photo = photograph(measured(game)["file"], tmp_path / "photo.png")
    image = cv2.imread(photo)
    assert image is not None
    image[:40] = image[-40:] = image[:, :200] = (255, 0, 255)  # somebody's face
    cv2.imwrite(photo, image)
    told = measured(game, "--photo", photo)
    assert {"version", "position", "read", "confidence", "right"} <= told.keys()
    assert "picture" not in told
    assert not [*tmp_path.glob("meadow-*.jpg")]
    cut = cv2.imread(str(tmp_path / str(measured(game, "--photo", photo, "--with-picture")["picture"])))
    assert cut is not None
    assert np.abs(cut.astype(int) - (255, 0, 255)).sum(axis=2).min() > 150
    assert "Zoe" not in (tmp_path / "measured.jsonl").read_text("utf-8")


def test_a_board_of_ones_own_is_laid_upon(measured: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the game's: drawn, read and told as any other, without its folder's name."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "board", "mine"]) == 0
    own = ("my-city", "--board", str(tmp_path / "mine.toml"))
    told = measured(*own, "--photo", photograph(measured(*own)["file"], tmp_path / "photo.jpg"))
    assert told["wrong"] == {}
    assert {board["board"] for board in told["position"]["boards"]} == {"mine.toml"}


def test_a_camera_takes_the_photograph(measured: Told, tmp_path: Path) -> None:
    """Whatever `play --camera` takes: a folder of pictures, here."""
    (tmp_path / "camera").mkdir()
    photograph(measured("my-city-chess")["file"], tmp_path / "camera" / "1.jpg")
    assert measured("my-city-chess", "--camera", str(tmp_path / "camera"))["wrong"] == {}


def test_the_command_to_go_on_with_is_told_whole(
    measured: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every option that says which position it is: it measures that very one."""
    words = ["--players", "3", "--option", "map=square-10", "--number", "4", "--out", str(tmp_path)]
    drawn = measured("my-city-chess", *words[:-2])
    capsys.readouterr()
    assert main(["measure", "my-city-chess", *DAY, *words]) == 0
    *rest, last = capsys.readouterr().out.splitlines()
    assert any("a10" in line for line in rest)
    photo = photograph(drawn["file"], tmp_path / "photo.jpg")
    assert main([photo if word == "PHOTO" else word for word in shlex.split(last)[4:]]) == 0
    assert "wrongly read  0 of " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["my-city-chess", "--photo", "a.jpg", "--camera", "0"], 2, "--photo or --camera, not both"),
        (["my-city-chess", "--camera", "phone"], 2, "take the photograph with the phone"),
        (["big-city", "--players", "7"], 2, "2 to 5 players"),
        (["big-city", "--board", "mine.toml"], 2, "no board of your own"),
        (["my-city-chess", "--photo", "missing.jpg"], 4, "missing.jpg"),
        (["my-city-chess", "--photo", "blank.png"], 4, "blank.png: no printed code"),
    ],
)
def test_a_mistake_is_one_sentence(
    words: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its exit code, and nothing is kept."""
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((480, 640, 3), 128, np.uint8))
    words = [str(tmp_path / word) if word.endswith("png") else word for word in words]
    assert main(["measure", *words, *DAY, "--out", str(tmp_path)]) == code
    (sentence,) = capsys.readouterr().err.splitlines()
    assert said in sentence
    assert not (tmp_path / "measured.jsonl").exists()


def test_another_file_of_that_name_is_left_alone(measured: Told, tmp_path: Path) -> None:
    """Who keeps something else in it is told, and loses nothing."""
    photo = photograph(measured("my-city-chess")["file"], tmp_path / "photo.jpg")
    kept = tmp_path / "measured.jsonl"
    kept.write_text("my own\n")
    assert main(["measure", "my-city-chess", "--photo", photo, *DAY, "--out", str(tmp_path)]) == 4
    assert kept.read_text() == "my own\n"
