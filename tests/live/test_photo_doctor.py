"""`boardsight doctor PHOTO`: figures of a photo, and how to better it."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from live.main import main
from tabletop.gamefile import load_game
from vision import read_image

PHOTO = Path(__file__).parent.parent / "photos" / "big-city" / "above-glare-middle.jpg"


@pytest.fixture(scope="module")
def image() -> Any:
    """A path-traced photo of a table that is read without a question: 1920 × 1080, about 4 pixels a module."""
    return cv2.imread(str(PHOTO))


def told(image: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, dict[str, Any]]]:
    """Exit code, and the findings by what they are about."""
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), image)
    code = main(["doctor", str(path), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "boardsight-doctor/1"
    assert document["image"] == str(path)
    return code, {finding["what"]: finding for finding in document["findings"]}


def number_before(words: str, message: str) -> float:
    """The figure before some words."""
    return float(message.split(words)[0].split()[-1])


def test_a_good_photo_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing to mend: exit 0, and the table says how wide the codes are."""
    assert main(["doctor", str(PHOTO)]) == 0
    out = capsys.readouterr().out
    assert "pixels a module" in out
    assert "!!" not in out


def test_a_coarse_photo_is_told_how_much_nearer(image: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At two thirds of the size the codes have two thirds of the pixels, and the mend names the factor."""
    small = cv2.resize(image, None, fx=2 / 3, fy=2 / 3, interpolation=cv2.INTER_AREA)
    code, findings = told(small, tmp_path, capsys)
    assert code == 1
    assert not findings["codes"]["well"]
    assert number_before(" pixels a module", findings["codes"]["message"]) == pytest.approx(4.0 * 2 / 3, abs=0.15)
    assert "1.4 times as many pixels" in findings["codes"]["mend"]


def test_a_covered_place_is_told_with_the_reason(
    image: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lies under a grey cover is asked about because something covers it."""
    sight = read_image(image, load_game("big-city"))
    covered = image.copy()
    place = next(name for name in sight.outlines_px if name.startswith("property:"))
    middle = sight.outlines_px[place].mean(axis=0)
    cv2.circle(covered, (int(middle[0]), int(middle[1])), 60, (90, 110, 140), -1)
    path = tmp_path / "covered.png"
    cv2.imwrite(str(path), covered)
    main(["doctor", str(path), "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    mine = next(finding for finding in findings if finding["what"] == "asked" and place in finding["message"])
    assert "covers it" in mine["message"]
    assert "take away" in mine["mend"]
    main(["doctor", str(path)])
    asked = [line for line in capsys.readouterr().out.splitlines() if " asked " in line]
    assert asked
    assert not any("property:" in line or "street:" in line for line in asked)  # people read 11


def test_empty_squares_under_a_lamp_are_not_covered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Squares that a warm lamp's cone lights are sharp and bare: the light is blamed, no hand and no foreign thing."""
    image = cv2.imread(str(PHOTO.parents[1] / "my-city-chess" / "ordinary-above-window.jpg"))
    assert image is not None
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    cone = np.exp(-((((x - width / 2) ** 2 + (y - height / 2) ** 2) / (0.2 * width) ** 2) ** 2))[..., None]
    lit = np.clip(image * (1 + cone * (np.array([0.45, 0.8, 1.2]) - 1)), 0, 255).astype(np.uint8)
    _, findings = told(lit, tmp_path, capsys)
    assert "lamp's light" in findings["asked"]["message"]
    assert "covers" not in findings["asked"]["message"]
    assert "evenly" in findings["asked"]["mend"]


def glared(image: Any) -> Any:
    """With a washed-out patch at the lower left."""
    return cv2.circle(image.copy(), (250, 900), 120, (255, 255, 255), -1)


def cut(image: Any) -> Any:
    """A picture that ends within a neighbourhood."""
    outlines = read_image(image, load_game("big-city")).outlines_px
    left = min(outline[:, 0].min() for place, outline in outlines.items() if place.startswith("tile:"))
    return image[:, int(left) + 30 :]


@pytest.mark.parametrize(
    ("change", "what", "message", "mend"),
    [
        (glared, "glare", "lower left", "lower left"),
        (lambda image: (image * 0.2).astype(np.uint8), "light", "", "more light"),
        (cut, "edges", "at the left", ""),
        (lambda image: np.full((600, 800, 3), 120, np.uint8), "codes", "", "sheets"),
    ],
    ids=["glare", "dim", "cut", "empty"],
)
def test_what_is_wrong_with_a_photo_is_told_with_its_mend(
    image: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Any, what: str, message: str, mend: str
) -> None:
    """A patch of glare with its place, paper that is too dark, the edge that cuts the city, a table without codes."""
    code, findings = told(change(image), tmp_path, capsys)
    assert (code, findings[what]["well"]) == (1, False)
    assert message in findings[what]["message"]
    assert mend in findings[what]["mend"]


@pytest.mark.parametrize(("words", "code"), [(["notes.jpg"], 4), ([str(PHOTO), "--camera", "0"], 2)])
def test_what_is_no_photo_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    """A text file, or a photo and a camera at once."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.jpg").write_text("hello")
    assert main(["doctor", *words]) == code
