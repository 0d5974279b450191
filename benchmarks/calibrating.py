"""How good a calibration is against lenses that are known exactly, and whether its error bars hold.

    python benchmarks/calibrating.py [--draws N] [--photos DIR]

Virtual views of the sheet (1280 x 720) are drawn again and again from a pool; `--photos` takes a folder of pictures of
the printed sheet with `NAME.truth.json` beside them (`camera`: `K` and `dist`), from whatever made them.
The table's plane is measured on the virtual table. Colours have a benchmark of their own, `benchmarks/colours.py`.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from calibration.camera import CalibrationView, calibrate_camera, look_at
from calibration.lens import Lens, fit_lens, ray_error_px
from calibration.settings import CameraSettings
from calibration.synthetic_views import SyntheticCamera, frontal_poses, good_poses, usual_lens
from calibration.table import calibrate_table
from calibration.targets import TargetSighting, find_target, parse_target
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.plans import plan_of
from tabletop.profiles import CameraProfile
from vision.pixels.arrays import to_grey
from vision.pixels.images import load_image

SIZE_PX = (1280, 720)


def lens_table(draws: int) -> None:
    """True worst ray error, the bar that was told, and how often it held, by number of views."""
    lens, rng, target = usual_lens(SIZE_PX), np.random.default_rng(11), parse_target("a4")
    camera = SyntheticCamera(lens, blur_px=0.8)

    def seen(poses: object) -> list[TargetSighting]:
        sightings = [find_target(to_grey(camera.picture(pose, rng)), target) for pose in poses]  # type: ignore[attr-defined]
        return [sighting for sighting in sightings if sighting is not None and len(sighting.ids) >= 12]

    print("| views | worst ray error, median (largest) px | told, median px | bar held |")
    print("| --- | --- | --- | --- |")
    for title, pool, counts in (
        ("leaning, everywhere", seen(good_poses(rng, 48)), (4, 6, 8, 12, 16, 24)),
        ("frontal, centred", seen(frontal_poses(rng, 24)), (12, 20)),
    ):
        for count in counts:
            true, told, rms = [], [], []
            for _ in range(draws):
                fit = fit_lens([pool[index] for index in rng.choice(len(pool), count, replace=False)], SIZE_PX)
                true.append(float(ray_error_px(fit.lens, lens).max()))
                told.append(fit.ray_error_px)
                rms.append(fit.reprojection_px)
            held = sum(a < b for a, b in zip(true, told, strict=True))
            print(
                f"| {count} {title} (rms {np.median(rms):.3f}) | {np.median(true):.2f} ({max(true):.2f}) "
                f"| {np.median(told):.2f} | {held} of {draws} |"
            )


def plane_table() -> None:
    """Height and tilt of the virtual table's camera, with and without its lens."""
    game = load_game("big-city")
    plan, box = plan_of(turns_of(scripted_game("big-city"))[6].position, game), PartsBox(game)
    print("\n| view | height mm | with the lens known | without | tilt | with the lens known | without |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for view in ("above", "webcam-35", "phone-45"):
        photo = shoot(plan, box, Shot(view=view, light="ceiling", table="wood", seed=7))
        camera = photo.truth.camera
        matrix = camera.matrix
        k1, k2, p1, p2, k3 = (float(value) for value in camera.distortion)
        profile = CameraProfile(
            "virtual", camera.size_px, "", "", (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])), (k1, k2, p1, p2, k3), (0.0, 0.0), (0.0, 0.0), 0.0, 0.0, 1, "",
        )  # fmt: skip
        known, alone = (calibrate_table(photo.image, game, lens) for lens in (profile, None))
        tilt = np.degrees(np.arccos(camera.rotation[2, 2]))
        print(
            f"| {view} | {camera.position_mm[2]:.1f} | {known.height_mm:.1f} ± {known.height_sd_mm:.1f} "
            f"| {alone.height_mm:.0f} ± {alone.height_sd_mm:.0f} | {tilt:.2f} "
            f"| {known.tilt_deg:.2f} ± {known.tilt_sd_deg:.2f} | {alone.tilt_deg:.2f} ± {alone.tilt_sd_deg:.2f} |"
        )


def rejection_table() -> None:
    """What becomes of a view by how far the sheet moved during the exposure."""
    lens, target, settings = usual_lens(SIZE_PX), parse_target("a4"), CameraSettings()
    camera, rng = SyntheticCamera(lens, blur_px=0.8), np.random.default_rng(2)
    print("\n| moved px | what is said |\n| --- | --- |")
    for moved in (0, 2, 4, 6, 8, 12):
        pose = next(good_poses(rng, 1))
        view = look_at("view", camera.picture(pose, rng, moved_px=moved), [], target, settings)
        print(f"| {moved} | {view.rejected or 'taken'} |")


def photo_table(folder: Path) -> None:
    """The lens from a folder of pictures whose truth is known."""
    paths = sorted(path for path in folder.glob("*.jpg") if path.with_suffix(".truth.json").is_file())
    truth = json.loads(paths[0].with_suffix(".truth.json").read_text())["camera"]
    print("\n| photos | used | verdict | focal px (true) | worst ray error px | told px |")
    print("| --- | --- | --- | --- | --- | --- |")
    settings, target = CameraSettings(), parse_target("a4")
    views: list[CalibrationView] = []
    for path in paths:
        image = load_image(path)
        views.append(look_at(path.name, image, views, target, settings))
    used = [view for view in views if not view.rejected]
    lens = Lens(np.array(truth["K"]), np.array(truth["dist"][:5]), (image.shape[1], image.shape[0]))
    for count in sorted({6, 8, 12, 16, len(used)}):
        outcome = calibrate_camera(used[:count], lens.size_px, settings)
        if outcome.fit is not None:
            print(
                f"| {count} | {len(outcome.used)} | {outcome.verdict} | {outcome.fit.lens.parameters[0]:.1f} ± "
                f"{outcome.fit.sd[0]:.1f} ({lens.parameters[0]:.1f}) "
                f"| {ray_error_px(outcome.fit.lens, lens).max():.2f} | {outcome.fit.ray_error_px:.2f} |"
            )


def main() -> None:
    """Print the tables of docs/calibration.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=12)
    parser.add_argument("--photos", type=Path)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    lens_table(arguments.draws)
    rejection_table()
    plane_table()
    if arguments.photos:
        photo_table(arguments.photos)


if __name__ == "__main__":
    main()
