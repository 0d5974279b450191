"""A camera that is held still in time, against stand-ins of drivers that obey, refuse, pretend and jump."""

import json
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from live.main import main
from live.sources.cameras import CameraFound, OpenCvCapture, controls_of
from live.sources.holding import HeldCapture, tried
from live.sources.raspberry import open_pi

FRAME_S = 0.1
SCENE = np.repeat((40 + 150 * (np.indices((240, 320)).sum(axis=0) // 16 % 2)).astype(np.uint8)[..., None], 3, axis=2)


@dataclass
class StandInDriver:
    """A camera's driver with its own automatics: `manners` say how it answers when they are to be held.

    An automatic exposure brings the picture's light back to where it was, half of the way with each picture.
    """

    manners: str = "obeys"
    backend: str = "V4L2"
    light: float = 1.0
    """Of the room."""
    gain: float = 1.0
    blur_px: float = 0.0
    values: dict[int, float] = field(default_factory=dict)
    taken: int = 0

    def __post_init__(self) -> None:
        auto = 3.0 if self.backend == "V4L2" else 0.75
        self.values = {cv2.CAP_PROP_AUTO_EXPOSURE: auto, cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_AUTO_WB: 1.0}
        self.values |= {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_FOCUS: 30.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}

    @property
    def automatic(self) -> bool:
        """Whether the exposure runs by itself."""
        return self.values[cv2.CAP_PROP_AUTO_EXPOSURE] in (3.0, 0.75)

    def get(self, number: int, /) -> float:
        """What `cv2.VideoCapture` answers."""
        return self.values.get(number, -1.0)

    def set(self, number: int, value: float, /) -> bool:
        """The same for setting."""
        off = {cv2.CAP_PROP_AUTO_EXPOSURE: (1.0, 0.25), cv2.CAP_PROP_AUTOFOCUS: (0.0,), cv2.CAP_PROP_AUTO_WB: (0.0,)}
        if number in off and value in off[number]:
            if self.manners == "refuses":
                return False
            if self.manners == "pretends":
                return True
            if self.manners == "jumps" and number == cv2.CAP_PROP_AUTO_EXPOSURE:
                self.values[cv2.CAP_PROP_EXPOSURE] = 250.0
        if self.manners == "sticks" and number == cv2.CAP_PROP_EXPOSURE:
            self.values[number] = 250.0
            return True
        self.values[number] = value
        return True

    def getBackendName(self) -> str:
        """The system's driver."""
        return self.backend

    def read(self) -> tuple[bool, Any]:
        """The next picture, noise and all."""
        if self.automatic:
            self.gain += 0.5 * (1.0 / self.light - self.gain)
        self.taken += 1
        noise = np.random.default_rng(self.taken).normal(0, 1.5, SCENE.shape)
        scene = cv2.GaussianBlur(SCENE, (0, 0), self.blur_px) if self.blur_px else SCENE
        return True, np.clip(scene * self.light * self.gain + noise, 0, 255).astype(np.uint8)

    def release(self) -> None:
        """Nothing is held."""


class Watched:
    """A held camera, its driver, a clock that goes a tenth of a second a picture, and what was told."""

    def __init__(self, **driver: Any) -> None:
        self.driver = StandInDriver(**driver)
        self.now_s = 0.0
        self.told: list[str] = []
        capture = OpenCvCapture(self.driver, controls_of(self.driver, self.driver.backend))  # type: ignore[arg-type]
        self.held = HeldCapture(capture, capture.controls, self.told.append, clock=lambda: self.now_s)

    def film(self, seconds: float) -> list[float]:
        """The pictures' means over so long."""
        means = []
        for _ in range(round(seconds / FRAME_S)):
            self.now_s += FRAME_S
            image = self.held.read()
            assert image is not None
            means.append(float(image.mean()))
        return means


@pytest.mark.parametrize("backend", ["V4L2", "DSHOW"])
def test_a_camera_that_has_settled_is_held(backend: str) -> None:
    """Within two seconds exposure, focus and white balance stand at what they had found; let go it runs by itself."""
    watched = Watched(backend=backend)
    watched.film(4.0)
    assert not watched.driver.automatic
    assert watched.driver.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert watched.told == ["exposure held at 157; focus held at 30; white balance held at 4600"]
    watched.held.release()
    assert watched.driver.automatic


def test_a_camera_that_still_searches_is_not_held() -> None:
    """As long as the light goes up and down nothing is held; after ten seconds it is all the same."""
    watched = Watched()
    for number in range(80):
        watched.driver.light = 1.0 + 0.5 * (number // 5 % 2)
        watched.film(FRAME_S)
    assert watched.told == []
    watched.film(3.0)
    assert watched.told


def test_an_arm_changes_nothing_of_a_held_camera() -> None:
    """A third of the picture goes dark for five seconds: the rest stays as bright as it was, nothing is set free."""
    watched = Watched()
    before = watched.film(4.0)[-1]
    read = watched.driver.read
    watched.driver.read = lambda: (True, _with_arm(read()[1]))  # type: ignore[method-assign]
    watched.film(5.0)
    watched.driver.read = read  # type: ignore[method-assign]
    assert watched.film(1.0)[0] == pytest.approx(before, abs=1.0)
    assert len(watched.told) == 1


def _with_arm(image: Any) -> Any:
    covered = image.copy()
    covered[:, :100] = 50
    return covered


def test_another_lamp_sets_it_free_until_it_has_settled_anew() -> None:
    """Half of the light goes: after two seconds the exposure answers, and is held again where it then is."""
    watched = Watched()
    before = watched.film(6.0)[-1]
    watched.driver.light = 0.5
    means = watched.film(6.0)
    assert means[5] == pytest.approx(before / 2, rel=0.1)
    assert means[-1] == pytest.approx(before, rel=0.05)
    assert not watched.driver.automatic


def test_a_camera_that_was_moved_focuses_anew() -> None:
    """A picture that stays soft frees the focus too."""
    watched = Watched()
    watched.film(6.0)
    watched.driver.blur_px = 4.0
    watched.film(2.5)
    assert watched.driver.automatic


@pytest.mark.parametrize(
    ("manners", "told"),
    [
        ("refuses", "exposure stays automatic: the driver answers 3"),
        ("pretends", "exposure stays automatic: the driver answers 3"),
        ("jumps", "exposure held at 157"),
        ("sticks", "exposure held, but at 250: 157 was asked for"),
    ],
)
def test_what_a_driver_answers_is_told(manners: str, told: str) -> None:
    """Whether it refuses, pretends, jumps or sticks to its own; afterwards the camera is as it was found."""
    driver = StandInDriver(manners)
    assert tried(controls_of(driver, driver.backend))[0].message == told
    assert driver.automatic
    assert driver.values[cv2.CAP_PROP_AUTOFOCUS] == 1.0


def test_a_camera_whose_picture_changes_when_it_is_held_is_left_to_itself() -> None:
    """A driver that goes dark once its exposure is manual is set free for good, and that is told."""
    watched = Watched()
    watched.film(1.0)
    original = watched.driver.set

    def goes_dark(number: int, value: float) -> bool:
        if number == cv2.CAP_PROP_AUTO_EXPOSURE and value == 1.0:
            watched.driver.gain = 0.3
        return original(number, value)

    watched.driver.set = goes_dark  # type: ignore[method-assign,assignment]
    watched.film(20.0)
    assert watched.driver.automatic
    assert watched.told[-1].startswith("left to itself")
    assert len(watched.told) == 2


@pytest.fixture
def one_webcam(monkeypatch: pytest.MonkeyPatch) -> StandInDriver:
    """A machine with one camera, a stand-in."""
    driver = StandInDriver("jumps")
    found = (CameraFound(0, "Stand-in"),)

    def opened(number: int, size_px: tuple[int, int]) -> OpenCvCapture:
        return OpenCvCapture(driver, controls_of(driver, driver.backend))  # type: ignore[arg-type]

    for module in ("live.sources.cameras", "live.doctor.machine"):
        monkeypatch.setattr(f"{module}.list_cameras", lambda: found)
        monkeypatch.setattr(f"{module}.open_webcam", opened)
    return driver


def test_cameras_and_doctor_tell_what_was_answered(
    one_webcam: StandInDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both name what was set and what came back."""
    assert main(["cameras"]) == 0
    told = capsys.readouterr().out
    assert "   exposure held at 157\n" in told
    assert "--camera phone" in told
    assert main(["cameras", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cameras"][0]["held"][1] == "focus held at 30"
    main(["doctor"])
    assert "exposure held at 157; focus held at 30; white balance held at 4600" in capsys.readouterr().out


class StandInPicamera2:
    """What of picamera2's camera is used: its pictures, its controls, its pictures' metadata."""

    def __init__(self, number: int) -> None:
        if number > 0:
            raise IndexError("list index out of range")
        self.camera_controls = {"AeEnable": (), "AwbEnable": (), "AfMode": ()}
        self.set: dict[str, Any] = {}
        self.running = False
        self.size_px = (0, 0)

    def create_video_configuration(self, *, main: dict[str, Any]) -> dict[str, Any]:
        """Size and order of colours."""
        assert main["format"] == "RGB888"
        return main

    def configure(self, configuration: dict[str, Any]) -> None:
        """Take them."""
        self.size_px = configuration["size"]

    def start(self) -> None:
        """Run."""
        self.running = True

    def stop(self) -> None:
        """Stop."""
        self.running = False

    def close(self) -> None:
        """Let go."""

    def capture_array(self, name: str) -> Any:
        """A picture (height, width, 3)."""
        if not self.running:
            raise RuntimeError("the camera is not running")
        return np.full((self.size_px[1], self.size_px[0], 3), 90, np.uint8)

    def capture_metadata(self) -> dict[str, Any]:
        """What the newest picture was taken with."""
        return {"ExposureTime": 19998, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5), "LensPosition": 2.25}

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set some."""
        self.set |= controls


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which picamera2 is installed."""
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=StandInPicamera2))


def test_a_raspberry_pis_camera_gives_pictures_and_is_held(picamera2: None) -> None:
    """Its pictures have the size that was asked for; exposure, colours and focus are set to what they were."""
    capture = open_pi("pi", (1280, 720))
    image = capture.read()
    assert image is not None
    assert image.shape == (720, 1280, 3)
    messages = [answer.message for answer in tried(capture.controls)]
    assert messages[0] == "exposure held at ExposureTime 19998, AnalogueGain 2"
    assert messages[1] == "white balance held at ColourGains 1.8/1.5"
    assert messages[2] == "focus held at LensPosition 2.25"
    camera = capture._camera
    assert camera.set["ExposureTime"] == 19998
    assert camera.set["AeEnable"] is True
    capture.release()
    assert capture.read() is None


def test_without_picamera2_the_mend_is_told() -> None:
    """One sentence says what to install."""
    with pytest.raises(OSError, match="python3-picamera2"):
        open_pi("pi", (1280, 720))


def test_a_camera_that_is_not_there_is_told(picamera2: None) -> None:
    """Exit code 3, and whether the cable is in."""
    assert main(["play", "big-city", "--players", "Ann,Ben", "--camera", "pi:1"]) == 3
