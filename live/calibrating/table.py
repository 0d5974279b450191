"""`boardsight calibrate table`: one photo of printed sheets into the table's plane, and what it means for reading."""

import argparse
import json
from datetime import UTC, datetime

import numpy as np

from calibration.exif import photo_facts
from calibration.table import TableCalibration, TableSettings, calibrate_table, table_profile
from live.calibrating.files import write_text
from live.console.arguments import game_named
from live.console.terminal import tell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.profiles import CLOCKWISE_TURNS, CameraProfile, parse_profile, profile_text
from tabletop.textfiles import read_text
from vision.pixels.images import load_image


def run_table(arguments: argparse.Namespace) -> int:
    """Make the profile; UnreadableInput where the photo shows no sheet or the camera's profile is another camera's."""
    game, settings = game_named(arguments.game), TableSettings()
    image = load_image(arguments.image)
    facts = photo_facts(arguments.image.read_bytes())
    camera = None
    if arguments.camera is not None:
        camera = read_camera_profile(arguments.camera).turned(CLOCKWISE_TURNS.get(facts.orientation, 0))
        size = (image.shape[1], image.shape[0])
        refusal = camera.refusal(camera=facts.camera, size_px=size, focus=facts.focus)
        if refusal:
            raise UnreadableInput(f"{arguments.camera} does not fit {arguments.image}: {refusal}")
    found = calibrate_table(image, game, camera, settings)
    name = camera.camera if camera else facts.camera
    profile = table_profile(found, camera=name, made=datetime.now(UTC).date().isoformat())
    write_text(arguments.out, profile_text(profile))
    figures = table_figures(found, game)
    if arguments.json:
        document = {"format": "boardsight-calibration/1", "profile": str(arguments.out), **figures}
        print(json.dumps(document, ensure_ascii=False))
    else:
        tell("\n".join([*table_words(found, figures, settings), f"profile: {arguments.out}"]))
    return 0


def read_camera_profile(path: object) -> CameraProfile:
    """A camera's profile from its file; UnreadableInput where it cannot be read."""
    try:
        text = read_text(str(path))
    except UnreadableInput as error:
        raise UnreadableInput(f"{error}; make it with `boardsight calibrate camera`") from error
    return parse_profile(text, CameraProfile, str(path))


def table_figures(found: TableCalibration, game: GameFile) -> dict[str, float]:
    """What the plane means, as numbers; the scale is the smallest over the middle nine tenths of the picture."""
    width, height = found.lens.size_px
    x, y = np.meshgrid(np.linspace(0.05, 0.95, 5) * (width - 1), np.linspace(0.05, 0.95, 5) * (height - 1))
    scales = found.px_per_mm(np.column_stack([x.ravel(), y.ravel()]))
    middle = found.px_per_mm(np.array([[(width - 1) / 2, (height - 1) / 2]]))[0]
    return {
        "height_mm": found.height_mm,
        "height_sd_mm": found.height_sd_mm,
        "tilt_deg": found.tilt_deg,
        "tilt_sd_deg": found.tilt_sd_deg,
        "focal_px": float(found.lens.parameters[0]),
        "focal_sd_px": found.focal_sd_px,
        "reprojection_px": found.reprojection_px,
        "codes": found.codes,
        "px_per_mm_middle": float(middle),
        "px_per_mm_least": float(np.nan_to_num(scales).min()),
        "px_per_module_least": float(np.nan_to_num(scales).min()) * game.codes.module_mm,
    }


def table_words(found: TableCalibration, figures: dict[str, float], settings: TableSettings) -> list[str]:
    """The same for people."""
    lines = [
        f"lens {found.height_mm:.0f} ± {found.height_sd_mm:.0f} mm above the table, "
        f"tilted {found.tilt_deg:.1f} ± {found.tilt_sd_deg:.1f}°, from {found.codes} codes "
        f"(residual {found.reprojection_px:.2f} px)",
        f"{figures['px_per_mm_middle']:.2f} px a mm in the picture's middle, "
        f"{figures['px_per_mm_least']:.2f} where it is least: {figures['px_per_module_least']:.1f} px a code's module",
    ]
    if figures["px_per_module_least"] < settings.module_px:
        lines.append(
            f"codes read well from {settings.module_px:g} px a module: bring the camera nearer or higher, or use a "
            "larger picture, before you lay parts into those corners"
        )
    if found.focal_sd_px > 0:
        lines.append(
            f"without a camera's profile the focal length was solved with it: {found.lens.parameters[0]:.0f} ± "
            f"{found.focal_sd_px:.0f} px; `boardsight calibrate camera` makes the height exact"
        )
    return lines
