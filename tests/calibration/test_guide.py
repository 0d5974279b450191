"""The live guide, and the command's ways to end."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.exif import ExifFacts, photo_facts
from calibration.guide import Guide
from calibration.lens import Lens
from calibration.synthetic_views import SheetPose, SyntheticCamera, good_poses
from calibration.targets import Target
from live.main import main
from tabletop.profiles import CameraProfile, parse_profile

OPENCV_DOC = Path("/usr/share/doc/opencv-doc")


def test_guide_takes_a_view_only_when_the_sheet_is_still(camera: SyntheticCamera, target: Target, lens: Lens) -> None:
    """A moving sheet is asked to be held still, the second still frame is taken, the third repeats it."""
    guide, rng = Guide(target, lens.size_px), np.random.default_rng(1)
    poses = [SheetPose(0.4, 0.5, 380, 20, 0), *[SheetPose(0.5, 0.5, 380, 20, 0)] * 3]
    advices = [guide.look(camera.picture(pose, rng)) for pose in poses]
    assert [advice.taken for advice in advices] == [False, False, True, False]
    assert advices[1].sentence == "hold the sheet still"
    assert "shows the same as view 1" in advices[3].sentence


def test_guide_says_where_to_hold_the_sheet_next(camera: SyntheticCamera, target: Target, lens: Lens) -> None:
    """After a view in the middle the guide asks for a corner of the picture."""
    guide, rng = Guide(target, lens.size_px), np.random.default_rng(1)
    pose = SheetPose(0.5, 0.5, 380, 20, 0)
    assert "fills a third" in guide.look(np.full((720, 1280, 3), 90, np.uint8)).sentence
    guide.look(camera.picture(pose, rng))
    assert "corner" in guide.look(camera.picture(pose, rng)).sentence


def test_photos_become_a_profile(camera: SyntheticCamera, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of good photos gives a profile, a coverage picture and a JSON document; a foreign size is left out."""
    rng = np.random.default_rng(3)
    for number, pose in enumerate(good_poses(rng, 14)):
        cv2.imwrite(str(tmp_path / f"p{number:02}.png"), camera.picture(pose, rng))
    cv2.imwrite(str(tmp_path / "small.png"), cv2.resize(camera.picture(pose, rng), (960, 540)))
    out = tmp_path / "out" / "cam.toml"
    assert main(["calibrate", "camera", str(tmp_path), "--out", str(out), "--name", "test", "--json"]) == 0
    profile = parse_profile(out.read_text(), CameraProfile)
    assert profile.focal_px[0] == pytest.approx(camera.lens.parameters[0], rel=0.005)
    assert (tmp_path / "out" / "cam-coverage.png").is_file()
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] in ("good", "usable")
    rejected = {view["name"]: view["rejected"] for view in document["views"] if view["rejected"]}
    assert "960 x 540" in rejected["small.png"]


def test_too_few_views_write_no_profile(
    camera: SyntheticCamera, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two photos are refused with exit 1 and what is missing, and no profile is left behind."""
    rng = np.random.default_rng(3)
    for number, pose in enumerate(good_poses(rng, 2)):
        cv2.imwrite(str(tmp_path / f"p{number}.png"), camera.picture(pose, rng))
    out = tmp_path / "cam.toml"
    assert main(["calibrate", "camera", str(tmp_path), "--out", str(out)]) == 1
    assert "take at least 4 more views" in capsys.readouterr().err
    assert not out.exists()


def test_photos_without_the_sheet_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Photos that show no sheet end with exit 4 and how to print one."""
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 640, 3), 120, np.uint8))
    assert main(["calibrate", "camera", str(tmp_path), "--out", str(tmp_path / "c.toml")]) == 4
    assert "boardsight calibrate sheet" in capsys.readouterr().err


def test_the_sheet_is_written(tmp_path: Path) -> None:
    """`calibrate sheet` writes a PDF named after its paper."""
    assert main(["calibrate", "sheet", "--paper", "letter", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "calibration-sheet-letter.pdf").read_bytes().startswith(b"%PDF-1.7")


def test_exif_tells_camera_focus_and_turn() -> None:
    """Maker, model, focal length and orientation come out of a JPEG's EXIF segment, both byte orders."""
    for order in ("<", ">"):
        assert photo_facts(_jpeg_with_exif(order)) == ExifFacts("Acme One", "4.25 mm", 6)


def test_damaged_exif_tells_nothing() -> None:
    """A photo whose EXIF is cut off at any byte is a photo without facts or with fewer, never an error."""
    data = _jpeg_with_exif("<")
    for length in range(len(data)):
        assert isinstance(photo_facts(data[:length]), ExifFacts)


def _jpeg_with_exif(order: str) -> bytes:
    """The first bytes of a JPEG with four tags."""
    import struct

    def entry(tag: int, kind: int, count: int, value: bytes) -> bytes:
        return struct.pack(order + "HHI", tag, kind, count) + value.ljust(4, b"\0")

    def long(value: int) -> bytes:
        return struct.pack(order + "I", value)

    texts = 8 + 2 + 12 * 4 + 4
    more = texts + 16
    first = struct.pack(order + "H", 4) + entry(0x010F, 2, 5, long(texts)) + entry(0x0110, 2, 4, b"One\0")
    first += entry(0x0112, 3, 1, struct.pack(order + "H", 6)) + entry(0x8769, 4, 1, long(more)) + long(0)
    second = struct.pack(order + "H", 1) + entry(0x920A, 5, 1, long(more + 18)) + long(0)
    block = (b"II*\0" if order == "<" else b"MM\0*") + long(8) + first + b"Acme\0".ljust(16, b"\0") + second
    block += struct.pack(order + "II", 425, 100)
    segment = b"Exif\0\0" + block
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + b"\xff\xda"


@pytest.mark.skipif(not OPENCV_DOC.is_dir(), reason="needs Debian's package opencv-doc")
def test_real_chessboard_photos_fit_and_their_gaps_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """OpenCV's own thirteen photos fit to 0.3 px, and are refused because no view reaches the picture's corners."""
    found = {path.name: path for path in OPENCV_DOC.rglob("left[01][0-9].jpg")}
    photos = [str(found[name]) for name in sorted(found)]
    words = [
        "calibrate",
        "camera",
        *photos,
        "--sheet",
        "chessboard:9x6:25",
        "--out",
        str(tmp_path / "c.toml"),
        "--json",
    ]
    assert main(words) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["reprojection_px"] < 0.3
    assert document["lens"]["fx"] == pytest.approx(533, abs=4)
    assert "corner" in document["missing"][0]
