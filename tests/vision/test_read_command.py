"""The command `boardsight read`."""

import json
import tomllib
from pathlib import Path
from typing import Any

import cv2
import pytest

from live.main import main
from tabletop.notation import position_from_json


@pytest.fixture(scope="module")
def photo(table: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a picture of the city."""
    path = tmp_path_factory.mktemp("photos") / "city.jpg"
    cv2.imwrite(str(path), table.photo(seed=11).image)
    return path


def test_json_is_as_promised(table: Any, photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON document with position, confidence, problems and camera."""
    assert main(["read", str(photo), "--players", "Ann,Ben,Cem", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "boardsight-reading/1"
    assert position_from_json(document["position"]) == table.city
    assert document["confidence"]["property:11"] == "certain"
    assert document["confidence"]["mat:Ann"] == "certain"
    assert set(document["camera"]) == {"reprojection_px", "scale"}


@pytest.fixture(scope="module")
def covered(photo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same picture with something grey over two neighbourhoods."""
    image = cv2.imread(str(photo))
    assert image is not None
    height, width = image.shape[:2]
    path = tmp_path_factory.mktemp("covered") / "covered.png"
    cv2.imwrite(str(path), cv2.circle(image, (width // 2, height // 2), height // 7, (90, 110, 140), -1))
    return path


def test_every_place_that_is_asked_about_has_its_reason(covered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the JSON document, by place; no other place has one."""
    assert main(["read", str(covered), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    asked = [place for place, sure in document["confidence"].items() if sure == "ask"]
    assert asked
    assert list(document["reasons"]) == asked
    assert all(reason.strip() for reason in document["reasons"].values())


def test_reasons_stand_below_the_position_each_with_its_places(
    covered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once each, as comments, so that the text stays a position; what is asked about stands above as ever."""
    assert main(["read", str(covered)]) == 0
    text = capsys.readouterr().out
    before, _, why = text.partition("# why: ")
    assert before.splitlines()[-1].startswith("# ask: ")
    lines = f"# why: {why}".splitlines()
    assert all(line.startswith("# why: ") for line in lines)
    assert len({line.rpartition(": ")[2] for line in lines}) == len(lines)
    assert "property:" in why
    assert tomllib.loads(text)["game"] == "big-city"


def test_reasons_are_told_in_the_terminals_language(covered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The places and the position are as programs know them."""
    assert main(["read", str(covered), "--lang", "de"]) == 0
    german = capsys.readouterr().out
    assert main(["read", str(covered), "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert german.partition("# why: ")[0] == english.partition("# why: ")[0]
    assert "verdeckt" in german.partition("# why: ")[2]


def test_annotated_picture_is_written(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--annotate` writes a picture of the same size."""
    out = tmp_path / "seen.png"
    assert main(["read", str(photo), "--annotate", str(out)]) == 0
    assert cv2.imread(str(out)).shape == cv2.imread(str(photo)).shape
    assert capsys.readouterr().out.startswith("game = ")


def test_annotating_into_an_unknown_kind_is_wrong_use(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is no picture's is wrong use."""
    assert main(["read", str(photo), "--annotate", "seen.txt"]) == 2
    assert "must end in" in capsys.readouterr().err
