"""`boardsight read` on all that people's cameras, phones and programs make of a photo, and on what is none."""

import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from tabletop.printscale import PRINT_ALIKE
from tabletop.profiles import CameraProfile, profile_text

SEEN = {"tiles": 2, "pieces": 2, "streetcars": 1}


def saved(image: np.ndarray, name: str) -> Path:
    """A picture in a file."""
    assert cv2.imwrite(name, image)
    return Path(name)


def turned(image: np.ndarray, orientation: int, kind: str) -> Path:
    """A picture stored lying, with the EXIF note that puts it upright."""
    back = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    exif = Image.Exif()
    exif[274] = orientation
    path = Path(f"turned{kind}")
    Image.fromarray(image[..., ::-1]).transpose(back[orientation]).save(path, exif=exif, quality=95)
    return path


def as_mode(image: np.ndarray, mode: str, name: str) -> Path:
    """A picture in another colour model."""
    Image.fromarray(image[..., ::-1]).convert(mode).save(name, quality=95)
    return Path(name)


READ: dict[str, Callable[[np.ndarray], Path]] = {
    "jpeg": lambda image: saved(image, "x.jpg"),
    "turned by EXIF 3": lambda image: turned(image, 3, ".jpg"),
    "turned by EXIF 6": lambda image: turned(image, 6, ".jpg"),
    "turned by EXIF 8": lambda image: turned(image, 8, ".jpg"),
    "alpha": lambda image: as_mode(image, "RGBA", "x.png"),
    "16 bits": lambda image: saved(image.astype(np.uint16) * 257, "x.png"),
    "grey": lambda image: as_mode(image, "L", "x.jpg"),
    "CMYK": lambda image: as_mode(image, "CMYK", "x.jpg"),
    "palette": lambda image: as_mode(image, "P", "x.png"),
    "webp": lambda image: saved(image, "x.webp"),
    "upside down": lambda image: saved(np.ascontiguousarray(image[::-1, ::-1]), "x.jpg"),
    "mirrored": lambda image: saved(np.ascontiguousarray(image[:, ::-1]), "x.jpg"),
}


@pytest.fixture(scope="session")
def image(photo: Path) -> np.ndarray:
    """The photo's pixels."""
    return np.asarray(cv2.imread(str(photo)))


@pytest.mark.parametrize("kind", READ)
def test_every_kind_of_picture_is_read_alike(kind: str, image: np.ndarray, run) -> None:
    """The same position, turned into the city's frame; a mirrored one with a word about it."""
    document = run("read", READ[kind](image), "--json", "--players", "Ann,Ben,Cem").document
    position = document["position"]
    assert {name: len(position[name]) for name in SEEN} == SEEN
    assert {"kind": "residence", "on": [11, 12]} in position["pieces"]
    assert position["streetcars"] == [{"beside": 11, "side": "south"}]
    assert position["table"] == {"turn": "Ann", "reserve": [5]}
    codes = [problem["code"] for problem in document["problems"]]
    assert codes == (["mirrored"] if kind == "mirrored" else [])


def png(width: int, height: int) -> bytes:
    """A small file that says it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


REFUSED: dict[str, tuple[Callable[[np.ndarray], bytes], str]] = {
    "empty file": (lambda image: b"", "is empty"),
    "a text": (lambda image: b"not a picture", "is not a picture that can be read; expected JPEG, PNG"),
    "cut JPEG": (lambda image: packed(image)[:-2000], "breaks off before its end"),
    "cut PNG": (lambda image: packed(image, ".png")[:-2000], "is damaged and cannot be unpacked"),
    "HEIC": (lambda image: b"\0\0\0\x18ftypheic" + bytes(50), "save or share it as JPEG"),
    "bomb": (lambda image: png(60_000, 60_000), "says it is 60000 × 60000 pixels"),
    "no rows": (lambda image: png(0, 9), "says it is 0 × 9 pixels"),
    "too dark": (lambda image: packed((image * 0.03).astype(np.uint8)), "too dark"),
    "too bright": (lambda image: packed(np.full_like(image, 255)), "overexposed"),
    "blurred": (lambda image: packed(cv2.GaussianBlur(image, (0, 0), 12)), "blurred"),
    "empty table": (lambda image: packed(table_top()), "no printed code is seen"),
}


def packed(image: np.ndarray, kind: str = ".jpg") -> bytes:
    """A picture as a file's bytes."""
    return bytes(cv2.imencode(kind, image)[1].tobytes())


def table_top() -> np.ndarray:
    """Wood, and nothing on it."""
    grain = np.random.default_rng(1).integers(90, 160, (480, 640, 3))
    return grain.astype(np.uint8)


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_reason(kind: str, image: np.ndarray, capfd: Any) -> None:
    """Exit 4, one sentence on stderr, nothing from the libraries beneath, and with --json a document that says why."""
    from live.main import main

    make, said = REFUSED[kind]
    Path("x.jpg").write_bytes(make(image))
    assert main(["read", "x.jpg", "--json"]) == 4
    printed = capfd.readouterr()
    document = json.loads(printed.out)
    assert document["position"] is None
    assert said in document["problems"][0]["message"]
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_a_small_picture_is_read_or_refused(image: np.ndarray, run) -> None:
    """640 × 480: exit 0 or 4, never wrong and certain."""
    small = saved(cv2.resize(image[:, 160:1120], (640, 480), interpolation=cv2.INTER_AREA), "small.png")
    outcome = run("read", small, "--json")
    assert outcome.code in (0, 4)
    if outcome.code == 0:
        document = outcome.document
        certain = {place for place, sure in document["confidence"].items() if sure == "certain"}
        covered = {f"property:{number}" for piece in document["position"]["pieces"] for number in piece["on"]}
        assert covered & certain <= {"property:11", "property:12", "property:15"}


def moved(
    image: np.ndarray, truth: Any, part: str, *, scale: float = 1.0, to: tuple[int, int] | None = None
) -> np.ndarray:
    """The photo with one part's picture at another size or copied to another place."""
    outline = np.array(next(seen["outline_px"] for seen in truth["parts"] if seen["part"] == part))
    left, top = np.floor(outline.min(axis=0)).astype(int) - 3
    right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 3
    cut = image[top:bottom, left:right].copy()
    changed = image.copy()
    if to is None:
        changed[top:bottom, left:right] = np.median(image[:30, :30].reshape(-1, 3), axis=0)
        to = (left, top)
    new = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    changed[to[1] : to[1] + new.shape[0], to[0] : to[0] + new.shape[1]] = new
    return changed


def test_a_tile_seen_twice_is_told_and_asked(image: np.ndarray, truth: Any, run) -> None:
    """Never chosen silently."""
    document = run("read", saved(moved(image, truth, "tile-5", to=(5, 5)), "x.png"), "--json").document
    assert [problem["code"] for problem in document["problems"]] == ["duplicate-tile"]
    assert document["confidence"]["tile:5"] == "ask"


def test_an_unknown_code_is_named(image: np.ndarray, run) -> None:
    """Its id and dictionary; all else is read as before."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    code = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(dictionary, 400, 28), 8, 8, 8, 8, 0, value=255)
    image = image.copy()
    image[20:64, 20:64] = cv2.cvtColor(code, cv2.COLOR_GRAY2BGR)
    document = run("read", saved(image, "x.png"), "--json").document
    assert [problem["code"] for problem in document["problems"]] == ["unknown-code"]
    assert "code 400 of DICT_5X5_1000" in document["problems"][0]["message"]
    assert len(document["position"]["tiles"]) == 2


@pytest.mark.parametrize(("scale", "told"), [(1.0, False), (0.9, True), (0.8, True)])
def test_a_sheet_of_another_scale_is_told(scale: float, told: bool, image: np.ndarray, truth: Any, run) -> None:
    """Above three percent, with the figure and the mend; the picture is read all the same."""
    document = run("read", saved(moved(image, truth, "tile-5", scale=scale), "x.png"), "--json").document
    found = [problem for problem in document["problems"] if problem["code"] == "mixed-scale"]
    assert [problem["places"] for problem in found] == ([["tile:5"]] if told else [])
    assert all(problem["message"].endswith(PRINT_ALIKE) for problem in found)
    assert document["position"]["table"]["reserve"] == [5]


def test_several_pictures_give_a_line_each(photo: Path, run) -> None:
    """In the order given; a refused one without position; the worst exit code."""
    Path("notes.jpg").write_text("no picture", encoding="utf-8")
    outcome = run("read", photo, "notes.jpg", "nothing.jpg", photo, "--json")
    assert outcome.code == 4
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert [line["image"] for line in lines] == [str(photo), "notes.jpg", "nothing.jpg", str(photo)]
    assert [line["position"] is None for line in lines] == [False, True, True, False]
    assert outcome.err.count("\n") == 2


def test_a_name_that_no_system_allows_ends_no_other_picture(photo: Path, run) -> None:
    """It is told in its turn, the others are read."""
    outcome = run("read", "b" * 300 + ".jpg", photo, "--json")
    assert (outcome.code, outcome.err.count("\n")) == (4, 1)
    assert [json.loads(line)["position"] is None for line in outcome.out.splitlines()] == [True, False]


def test_annotated_pictures_of_several_go_into_a_folder(photo: Path, run, folder: Path) -> None:
    """Also of two that have the same name."""
    Path("two").mkdir()
    Path("two/city.png").write_bytes(photo.read_bytes())
    assert run("read", photo, "two/city.png", "--annotate", "seen").code == 0
    assert {path.name for path in (folder / "seen").iterdir()} == {"city-read.jpg", "city-read-2.jpg"}


def test_one_annotated_picture_that_cannot_be_written_is_one_sentence(photo: Path, run, folder: Path) -> None:
    """Its reading and all other pictures come all the same; the exit code says that something was not done."""
    long = "b" * 251
    Path("in").mkdir()
    for name in ("a", long, "c"):
        Path(f"in/{name}.jpg").write_bytes(photo.read_bytes())
    outcome = run("read", "in", "--annotate", "seen", "--json")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert long in outcome.err
    assert "File name too long" in outcome.err
    assert [json.loads(line)["position"] is None for line in outcome.out.splitlines()] == [False] * 3
    assert {path.name for path in (folder / "seen").iterdir()} == {"a-read.jpg", "c-read.jpg"}


HEIC = b"\0\0\0\x18ftypheic" + bytes(64)


@pytest.mark.parametrize("ending", ["HEIC", "heif", "avif", "gif", "CR2", "dng"])
def test_a_folders_pictures_that_cannot_be_read_are_told_as_single_ones_are(ending: str, run) -> None:
    """None is left out without a word, whether the folder holds others or not."""
    Path("phone").mkdir()
    Path("phone/notes.txt").write_text("not looked at", encoding="utf-8")
    name = f"phone/IMG_1.{ending}"
    Path(name).write_bytes(HEIC)
    alone = run("read", name)
    assert (alone.code, "JPEG" in alone.err) == (4, True)
    for words in (("read", "phone"), ("score", name), ("play", "big-city", "--players", "A,B", "--camera", "phone/")):
        told = run(*words)
        assert (told.code, told.out, told.err) == (4, "", alone.err), words
    calibrated = run("calibrate", "camera", "phone")
    assert (calibrated.code, "IMG_1" in calibrated.err) == (4, True)


def test_the_photo_itself_is_never_written_over(photo: Path, run, folder: Path) -> None:
    """Wrong use, before anything is done."""
    Path("mine.jpg").write_bytes(photo.read_bytes())
    outcome = run("read", "mine.jpg", "--annotate", "mine.jpg")
    assert outcome.code == 2
    assert "is the photo itself" in outcome.err
    assert Path("mine.jpg").read_bytes() == photo.read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--players", "Ann,Ann"], 2, "two players have the same name"),
        (["--players", "A,B,C,D,E,F"], 2, "Big City is for 2 to 5 players"),
        (["--annotate", "seen.txt"], 2, "must end in .jpg or .png"),
        (["--annotate", "no/such/seen.jpg"], 1, "cannot be written"),
        (["--camera", "nothing.toml"], 4, "nothing.toml"),
    ],
)
def test_wrong_words_are_told(words: list[str], code: int, said: str, photo: Path, run) -> None:
    """Exit code and one sentence."""
    outcome = run("read", photo, *words)
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("model", "said"), [("C920", None), ("C930", "made for the camera 'C920', this one is 'C930'")]
)
def test_a_profile_is_used_for_its_own_camera_only(model: str, said: str | None, image: np.ndarray, run) -> None:
    """Which camera took a photo stands in its EXIF note; the picture is read either way."""
    height, width = image.shape[:2]
    lens = ((1400.0, 1402.0), (width / 2, height / 2), (0.0, 0.0, 0.0, 0.0, 0.0), (1.0, 1.2), (0.8, 0.9))
    profile = CameraProfile("C920", (width, height), "", "2026-11-20", *lens, 0.12, 0.6, 15, "a4")
    Path("c920.toml").write_text(profile_text(profile), encoding="utf-8")
    exif = Image.Exif()
    exif[272] = model
    Image.fromarray(image[..., ::-1]).save("taken.jpg", exif=exif, quality=95)
    outcome = run("read", "taken.jpg", "--camera", "c920.toml", "--json")
    assert outcome.code == 0
    told = [problem["message"] for problem in outcome.document["problems"] if problem["code"] == "profile-unfit"]
    assert told == ([] if said is None else [f"the camera profile is not used: the profile was {said}"])


def test_what_is_read_can_be_given_to_every_command(photo: Path, run) -> None:
    """As JSON, as TOML, and as the picture itself: the same answer."""
    Path("seen.json").write_text(run("read", photo, "--json").out, encoding="utf-8")
    Path("seen.toml").write_text(run("read", photo).out, encoding="utf-8")
    scores = [run("score", name, "--json").document for name in (photo, "seen.json", "seen.toml")]
    assert scores[0] == scores[1] == scores[2]
    assert scores[0]["bounds"]
    assert run("plan", "seen.json").code == 0
    assert run("legal", "seen.toml", "--kind", "bank").code == 0


def test_a_name_that_is_no_text_is_no_fault(photo: Path, folder: Path) -> None:
    """File systems allow bytes that are no letters; JSON has a way to write them."""
    name = b"caf\xe9.png"
    try:
        (Path(name.decode("utf-8", "surrogateescape"))).write_bytes(photo.read_bytes())
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    done = subprocess.run([sys.executable, "-m", "live.main", "read", name, "--json"], capture_output=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["position"]


def test_a_photo_is_scored_as_the_game_that_it_shows(run) -> None:
    """`score PHOTO` finds the game by itself, as `read` does."""
    outcome = run("score", Path(__file__).parents[1] / "photos/my-city-chess/ordinary-above-window.jpg", "--json")
    assert outcome.code == 0
    assert outcome.document["game"] == "my-city-chess"
