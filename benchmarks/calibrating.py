"""How good a calibration is against a lens that is known exactly, and whether its error bars hold.

    python benchmarks/calibrating.py [--draws N]

Virtual views of the sheet (1280 x 720) are drawn again and again from a pool.
"""

import argparse

import cv2
import numpy as np

from calibration.lens import fit_lens, ray_error_px
from calibration.synthetic_views import SyntheticCamera, frontal_poses, good_poses, usual_lens
from calibration.targets import TargetSighting, find_target, parse_target
from vision.pixels.arrays import to_grey

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


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=12)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    lens_table(arguments.draws)


if __name__ == "__main__":
    main()
