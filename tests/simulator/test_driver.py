"""A camera whose program and cable spoil its pictures: each fault does what it says and nothing else."""

from typing import Any

import cv2
import numpy as np
import pytest

from simulator.driver import DRIVER_FAULTS, DriverSettings, TroubledDriver
from simulator.mishaps import FAULTS

FRAMES_PER_S = 10.0


@pytest.fixture(scope="module")
def checks() -> Any:
    """A picture of squares, dark and light, 640 × 360."""
    y, x = np.mgrid[0:360, 0:640] // 20
    return np.repeat((60 + 120 * ((x + y) % 2)).astype(np.uint8)[..., None], 3, axis=2)


def driver(*faults: str) -> TroubledDriver:
    """A driver with some faults, by one seed."""
    return TroubledDriver(faults, FRAMES_PER_S, np.random.default_rng(3))


def sharpness(picture: Any) -> float:
    """Variance of the Laplacian."""
    return float(cv2.Laplacian(picture, cv2.CV_64F).var())


def test_the_virtual_table_knows_them_all() -> None:
    """`demo --fault` takes every one by its name."""
    assert DRIVER_FAULTS.keys() <= FAULTS.keys()


def test_without_faults_pictures_come_as_they_are(checks: Any) -> None:
    """Other faults of the table change nothing here."""
    assert driver("cat").spoiled(checks) is checks


def test_a_focus_that_hunts_is_soft_and_then_sharp_again(checks: Any) -> None:
    """Only after it is struck, twice through the range, and at the end as it was."""
    made = driver("focus-hunts")
    assert np.array_equal(made.spoiled(checks), checks)
    made.strike("focus-hunts")
    seen = [sharpness(made.spoiled(checks)) for _ in range(25)]
    assert min(seen) < 0.5 * sharpness(checks)
    assert seen[-1] == sharpness(checks)


def test_an_exposure_that_pumps_goes_past_the_right_gain_and_settles(checks: Any) -> None:
    """Half of the light is taken away: brighter than before for a moment, then as before."""
    made = driver("exposure-pumps")
    for _ in range(10):
        before = float(made.spoiled(checks).mean())
    darker = np.asarray(checks * 0.8, np.uint8)
    course = [float(made.spoiled(darker).mean()) for _ in range(60)]
    assert course[0] < before - 5
    assert max(course) > before + 2
    assert course[-1] == pytest.approx(before, abs=6)


def test_a_white_balance_that_drifts_changes_red_against_blue(checks: Any) -> None:
    """Over one period red and blue change places, green stays."""
    made = driver("white-drifts")
    period = round(DriverSettings().drift_period_s * FRAMES_PER_S)
    means = np.array([cv2.mean(made.spoiled(checks))[:3] for _ in range(period)])
    leaning = means[:, 2] - means[:, 0]
    assert leaning.max() > 8
    assert leaning.min() < -8
    assert np.ptp(means[:, 1]) < 1.5


def test_bands_of_a_lamp_roll(checks: Any) -> None:
    """Rows are lighter and darker in turn, elsewhere in the next frame; the picture's mean hardly changes."""
    grey = np.full_like(checks, 128)
    made = driver("lamp-bands")
    first, second = (made.spoiled(grey).mean(axis=(1, 2)) for _ in range(2))
    assert 8 < np.ptp(first) < 20
    assert np.abs(first - second).max() > 2
    assert first.mean() == pytest.approx(128, abs=3)


def test_late_pictures_come_twice_or_not_at_all_in_their_order() -> None:
    """Numbered pictures: some doubled, some missing, none later than the longest delay, none before an earlier one."""
    made = driver("late-frames")
    out = [int(made.spoiled(np.full((9, 9, 3), number, np.uint8))[0, 0, 0]) for number in range(200)]
    assert out == sorted(out)
    assert len(set(out)) < 200
    assert set(range(150)) - set(out)
    assert max(number - shown for number, shown in enumerate(out)) <= DriverSettings().latest_s * FRAMES_PER_S


def test_a_stream_that_freezes_gives_one_picture_and_then_the_newest() -> None:
    """For some seconds the very same, whatever happens; afterwards nothing is made up for."""
    made = driver("stream-freezes")
    made.spoiled(np.zeros((9, 9, 3), np.uint8))
    made.strike("stream-freezes")
    out = [int(made.spoiled(np.full((9, 9, 3), number, np.uint8))[0, 0, 0]) for number in range(1, 80)]
    frozen = out.count(0)
    least_s, most_s = DriverSettings().freezes_s
    assert least_s * FRAMES_PER_S - 2 <= frozen <= most_s * FRAMES_PER_S + 2
    assert out[-1] == 79
