"""The guide on a terminal: frames from a camera, one line of advice at a time, the map of what is covered."""

import sys
from pathlib import Path

import numpy as np

from calibration.camera import CalibrationView, CameraCalibration, calibrate_camera, look_at
from calibration.guidance import coverage, coverage_text
from calibration.guide import Advice, Guide
from calibration.pictures import coverage_picture
from calibration.rehearsal import RehearsalCamera, good_poses, usual_lens
from calibration.settings import CameraSettings
from calibration.targets import Target
from live.calibrating.files import write_picture
from live.sources.frames import Silence
from live.sources.opening import open_source
from tabletop.errors import DeviceLost

PATIENCE_S = 20.0
"""A camera that shows nothing for so long is lost."""
REHEARSED_VIEWS = 24


def guide_through(
    words: str | None, target: Target, settings: CameraSettings, picture: Path
) -> tuple[CameraCalibration, str]:
    """Guide somebody with the sheet before a camera until the lens is known; the outcome and the camera's name.

    Ctrl-C ends with the views taken so far; NoCamera where there is none, DeviceLost when it goes for good.
    """
    source = open_source(words)
    guide: Guide | None = None
    said, last_s = "", 0.0
    print(f"{source.name}: show the sheet; Ctrl-C ends with what was taken so far", file=sys.stderr)
    try:
        while True:
            frame = source.next(1.0)
            if frame is None:
                break
            if isinstance(frame, Silence):
                said = _say(frame.message, said)
                last_s += 1.0
                if last_s > PATIENCE_S:
                    raise DeviceLost(f"{source.name} shows nothing any more; plug it in and start again")
                continue
            last_s = 0.0
            if guide is None:
                guide = Guide(target, (frame.image.shape[1], frame.image.shape[0]), settings)
            advice = guide.look(frame.image)
            said = _say(advice.sentence, said)
            if advice.taken:
                _show(guide, advice, settings, picture)
            if advice.outcome is not None:
                return advice.outcome, source.name
    except KeyboardInterrupt:
        print(file=sys.stderr)
    finally:
        source.close()
    if guide is None:
        raise DeviceLost(f"{source.name} gave no picture; `boardsight doctor` looks at it")
    return guide.finish(), source.name


def rehearse(target: Target, settings: CameraSettings, *, seed: int = 1) -> CameraCalibration:
    """A calibration with a virtual sheet before a virtual camera of 1280 x 720."""
    rng = np.random.default_rng(seed)
    camera = RehearsalCamera(usual_lens((1280, 720)))
    views: list[CalibrationView] = []
    for number, pose in enumerate(good_poses(rng, REHEARSED_VIEWS), start=1):
        views.append(look_at(f"view {number}", camera.picture(pose, rng), views, target, settings))
        _say(f"view {number}: {views[-1].rejected or 'taken'}", "")
    return calibrate_camera(views, camera.lens.size_px, settings)


def _show(guide: Guide, advice: Advice, settings: CameraSettings, picture: Path) -> None:
    """The map in letters, and the coverage picture written anew for whoever has it open."""
    seen = [view.sighting for view in guide.views if view.sighting is not None]
    counts = coverage(seen, guide.size_px, settings)
    print(coverage_text(counts, settings), file=sys.stderr)
    outcome = advice.outcome or CameraCalibration(
        tuple(guide.views), guide.size_px, None, counts, (guide.next_wish(),), "insufficient"
    )
    write_picture(picture, coverage_picture(outcome, settings))


def _say(sentence: str, before: str) -> str:
    """Print a sentence unless it was the last one."""
    if sentence != before:
        print(sentence, file=sys.stderr, flush=True)
    return sentence
