"""`boardsight calibrate camera`: views from files, from a camera with guidance, or from a rehearsal; the profile."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from calibration.camera import CalibrationView, CameraCalibration, calibrate_camera, camera_profile, look_at
from calibration.exif import ExifFacts, photo_facts
from calibration.guidance import coverage, coverage_text
from calibration.guide import Advice, Guide
from calibration.pictures import coverage_picture
from calibration.settings import CameraSettings
from calibration.synthetic_views import SyntheticCamera, good_poses, usual_lens
from calibration.targets import Target, parse_target
from live.calibrating.files import write_picture, write_text
from live.console.arguments import PICTURES, REFUSED_PICTURES
from live.console.language import told
from live.console.terminal import say, steered, tell
from live.sources.frames import Silence
from live.sources.opening import open_source
from tabletop.errors import BoardsightError, DeviceLost, UnreadableInput, UsageError
from tabletop.profiles import CLOCKWISE_TURNS, CameraProfile, profile_text
from tabletop.rounding import rounded_down, rounded_up
from tabletop.visible import one_line
from vision.pixels.arrays import BgrImage
from vision.pixels.images import load_image

Kind = tuple[tuple[int, int], str, str]
"""Size in pixels, camera, focus."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One picture as the sensor saw it."""

    name: str
    image: BgrImage
    facts: ExifFacts

    @property
    def kind(self) -> Kind:
        """Size, camera and focus: views of one calibration must share them."""
        return ((self.image.shape[1], self.image.shape[0]), self.facts.camera, self.facts.focus)


def picture_paths(given: Sequence[Path]) -> list[Path]:
    """Files as given, folders as their pictures in the order of their names; UnreadableInput where there is none."""
    paths: list[Path] = []
    for path in given:
        if os.path.isdir(path):
            inside = sorted(entry for entry in path.iterdir() if entry.suffix.lower() in PICTURES | REFUSED_PICTURES)
            if not inside:
                raise UnreadableInput(f"{path} has no pictures; JPEG, PNG, WebP, BMP and TIFF can be read")
            paths += inside
        else:
            paths.append(path)
    return paths


def load_photo(path: Path) -> Photo:
    """A picture turned back to how the sensor saw it; UnreadableInput where that can't be done."""
    image = load_image(path)
    facts = photo_facts(path.read_bytes())
    if facts.orientation in (2, 4, 5, 7):
        raise UnreadableInput(f"{path} is mirrored by its EXIF data; switch the selfie mirror off")
    turns = CLOCKWISE_TURNS[facts.orientation]
    return Photo(path.name, np.ascontiguousarray(np.rot90(image, turns)), facts)


def usual_kind(photos: Sequence[Kind]) -> Kind:
    """The size, camera and focus that most pictures have; the first ones at a tie."""
    return Counter(photos).most_common(1)[0][0]


def odd_one(kind: Kind, usual: Kind) -> str:
    """Why a picture of that kind does not go with the usual ones; empty where it does."""
    (size, camera, focus), (usual_size, usual_camera, usual_focus) = kind, usual
    if size != usual_size:
        return f"has {size[0]} x {size[1]} pixels, the others {usual_size[0]} x {usual_size[1]}"
    if camera != usual_camera:
        return f"was taken by another camera ({camera or 'unknown'})"
    if focus != usual_focus:
        return f"was taken at another focus or zoom ({focus or 'unknown'} instead of {usual_focus or 'unknown'})"
    return ""


def run_camera(arguments: argparse.Namespace) -> int:
    """Make the profile; raises where there is no camera, no picture of the sheet, or not enough to go by."""
    settings, target = CameraSettings(), parse_target(arguments.sheet)
    if sum((bool(arguments.images), arguments.camera is not None, arguments.rehearse)) > 1:
        raise UsageError("give pictures, or --camera, or --rehearse, not several of them")
    picture = arguments.picture or arguments.out.with_name(f"{arguments.out.stem}-coverage.png")
    name, focus = arguments.name, arguments.focus
    if arguments.images:
        outcome, found_name, found_focus = from_photos(arguments.images, target, settings)
        name, focus = name or found_name, focus or found_focus
    elif arguments.rehearse:
        outcome, name = rehearse(target, settings), name or "rehearsal"
    else:
        outcome, found_name = guide_through(arguments.camera, target, settings, picture)
        name = name or found_name
    write_picture(picture, coverage_picture(outcome, settings))
    profile = None
    if outcome.verdict != "insufficient":
        today = datetime.now(UTC).date().isoformat()
        profile = camera_profile(outcome, camera=name, focus=focus, made=today, sheet=target.name)
        write_text(arguments.out, profile_text(profile))
    if arguments.json:
        print(json.dumps(as_json(outcome, profile, arguments.out, picture), ensure_ascii=False))
    else:
        tell(as_text(outcome, settings))
        tell(f"coverage: {picture}")
        if profile is not None:
            tell(f"profile: {arguments.out}")
    if profile is None:
        raise BoardsightError(f"no profile was written: {shortfall(outcome, settings)}")
    return 0


def from_photos(given: Sequence[Path], target: Target, settings: CameraSettings) -> tuple[CameraCalibration, str, str]:
    """The outcome of photos, and their camera and focus as they tell; UnreadableInput where none shows the sheet.

    A picture that cannot be read is told and left out.
    """
    paths = picture_paths(given)
    views: list[CalibrationView] = []
    kinds: list[Kind] = []
    for number, path in enumerate(paths, start=1):
        try:
            photo = load_photo(path)
        except UnreadableInput as error:
            if len(paths) == 1:
                raise
            say(f"{error}; it is left out")
            continue
        if sys.stderr.isatty():
            line = f"\r\x1b[K{told(f'{number} of {len(paths)}')}: {one_line(photo.name)}"
            print(line, end="", file=steered(sys.stderr), flush=True)
        same = [view for view, kind in zip(views, kinds, strict=True) if kind == photo.kind]
        views.append(look_at(photo.name, photo.image, same, target, settings))
        kinds.append(photo.kind)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=steered(sys.stderr), flush=True)
    if not views:
        raise UnreadableInput(f"none of {len(paths)} pictures can be read")
    if all(view.sighting is None for view in views):
        raise UnreadableInput(
            f"none of {len(views)} pictures shows the sheet '{target.name}'; print it with "
            "`boardsight calibrate sheet`, or name your own with --sheet"
        )
    usual = usual_kind([kind for view, kind in zip(views, kinds, strict=True) if view.sighting is not None])
    views = [
        CalibrationView(view.name, view.sighting, view.rejected or odd_one(kind, usual))
        for view, kind in zip(views, kinds, strict=True)
    ]
    size, camera, focus = usual
    return calibrate_camera(views, size, settings), camera, focus


def shortfall(outcome: CameraCalibration, settings: CameraSettings) -> str:
    """One sentence: why there is no profile, and what is missing."""
    if outcome.fit is None or len(outcome.used) < settings.least_views:
        why = f"too few views count ({len(outcome.used)}; at least {settings.least_views} are needed)"
    else:
        limit = settings.insufficient_share * outcome.size_px[0]
        why = (
            f"a pixel's direction may be {rounded_up(outcome.fit.ray_error_px, 1)} px wrong "
            f"(at most {rounded_down(limit, 1)} are allowed), though the residual is only "
            f"{outcome.fit.reprojection_px:.2f} px"
        )
    return f"{why}; {'; '.join(outcome.wishes[:3])}"


def as_text(outcome: CameraCalibration, settings: CameraSettings) -> str:
    """The outcome for people: views, lens with error bars, coverage, what is missing."""
    width = max(len(view.name) for view in outcome.views)
    residuals = iter(outcome.fit.view_residuals_px if outcome.fit else ())
    lines = []
    for view in outcome.views:
        corners = f"{len(view.sighting.ids):3} corners" if view.sighting else "   no corners"
        said = view.rejected and f"left out: {view.rejected}"
        if not said and outcome.fit is not None:
            said = f"residual {next(residuals):.3f} px"
        lines.append(f"{view.name:{width}}  {corners}  {said}")
    lines += ["", coverage_text(outcome.coverage, settings)]
    if outcome.fit is not None:
        fx, fy, cx, cy, *_ = outcome.fit.lens.parameters
        sd = outcome.fit.sd
        lines += [
            "",
            f"focal length {fx:.1f} ± {sd[0]:.1f}, {fy:.1f} ± {sd[1]:.1f} px; "
            f"centre {cx:.1f} ± {sd[2]:.1f}, {cy:.1f} ± {sd[3]:.1f} px; "
            f"residual {outcome.fit.reprojection_px:.3f} px",
            f"{outcome.verdict}: a pixel's direction is known to {outcome.fit.ray_error_px:.2f} px at worst (95 %)",
        ]
    return "\n".join(lines + [f"missing: {wish}" for wish in outcome.wishes])


def as_json(outcome: CameraCalibration, profile: CameraProfile | None, out: Path, picture: Path) -> dict[str, Any]:
    """The outcome for programs."""
    fit = outcome.fit
    residuals = iter(fit.view_residuals_px if fit else ())
    views = [
        {
            "name": view.name,
            "corners": len(view.sighting.ids) if view.sighting else 0,
            "blur_px": view.sighting.blur_px if view.sighting else None,
            "residual_px": next(residuals) if fit and not view.rejected else None,
            "rejected": view.rejected or None,
        }
        for view in outcome.views
    ]
    finite = fit is not None and fit.ray_error_px != float("inf")
    return {
        "format": "boardsight-calibration/1",
        "verdict": outcome.verdict,
        "profile": str(out) if profile else None,
        "picture": str(picture),
        "size_px": list(outcome.size_px),
        "ray_error_px": fit.ray_error_px if fit and finite else None,
        "reprojection_px": fit.reprojection_px if fit else None,
        "lens": dict(zip(PARAMETERS, (float(v) for v in fit.lens.parameters), strict=True)) if fit else None,
        "sd": dict(zip(PARAMETERS, (float(v) for v in fit.sd), strict=True)) if fit else None,
        "coverage": outcome.coverage.tolist(),
        "missing": list(outcome.wishes),
        "views": views,
    }


PARAMETERS = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")


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
    say(f"{source.name}: show the sheet; Ctrl-C ends with what was taken so far")
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
    camera = SyntheticCamera(usual_lens((1280, 720)))
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
        say(sentence)
    return sentence
