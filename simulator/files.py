"""Writing a photograph and its truth to files."""

import json
from pathlib import Path
from typing import Any

import cv2

from simulator.photograph import Truth
from simulator.pictures import BgrImage
from tabletop.errors import BoardsightError, UsageError
from tabletop.wholefiles import write_whole

JPEG_QUALITY = 96
"""Of the file: the camera's own compression is already in the picture."""


def check_picture_path(path: Path) -> None:
    """What can be said before the picture is taken: UsageError for another ending than .jpg or .png.

    BoardsightError where its folder is not there.
    """
    if path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
        raise UsageError(f"{path}: a picture's name ends in .jpg or .png")
    if not path.parent.is_dir():
        raise BoardsightError(f"{path} cannot be written: there is no folder {path.parent}")


def save_picture(image: BgrImage, path: Path) -> None:
    """Write a .jpg or .png; errors as in `check_picture_path`, BoardsightError where it cannot be written."""
    check_picture_path(path)
    settings = [] if path.suffix.lower() == ".png" else [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    done, packed = cv2.imencode(path.suffix.lower(), image, settings)
    if not done:
        raise BoardsightError(f"{path}: the picture could not be packed")
    write_whole(path, packed.tobytes())


def save_truth(truth: Truth, path: Path) -> None:
    """Write where everything is in the picture, as JSON."""
    write_whole(path, json.dumps(truth_to_json(truth)).encode())


def truth_to_json(truth: Truth) -> dict[str, Any]:
    """The truth as a document: camera, and per part its pose in mm and its outline and codes in px."""
    camera = truth.camera
    return {
        "format": "boardsight-truth/1",
        "camera": {
            "size_px": list(camera.size_px),
            "matrix": camera.matrix.tolist(),
            "distortion": camera.distortion.tolist(),
            "rotation": camera.rotation.tolist(),
            "translation_mm": camera.translation_mm.tolist(),
        },
        "parts": [
            {
                "part": seen.part,
                "centre_mm": [seen.pose.x_mm, seen.pose.y_mm],
                "rotation_deg": seen.pose.rotation_deg,
                "visible": round(seen.visible, 3),
                "outline_px": seen.outline_px.round(3).tolist(),
                "codes_px": {str(code): corners.round(3).tolist() for code, corners in seen.codes_px.items()},
            }
            for seen in truth.parts
        ],
    }
