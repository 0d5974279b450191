"""`boardsight cameras`: what is attached."""

import argparse
import json

from live.console.terminal import tell
from tabletop.errors import NoCamera


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """List the webcams, and what they answer when they are held; NoCamera (exit 3) where there is none."""
    from live.sources.cameras import list_cameras

    cameras = list_cameras()
    if arguments.json:
        listed = [
            {"number": camera.number, "name": camera.name, "path": camera.path, "held": list(_held(camera.number))}
            for camera in cameras
        ]
        print(json.dumps({"format": "boardsight-cameras/1", "cameras": listed}, ensure_ascii=False))
    else:
        for camera in cameras:
            print(f"{camera.number}  {camera.name}  {camera.path}".rstrip())
            for message in _held(camera.number):
                tell(f"   {message}")
        if cameras:
            tell("a phone in the same network is a camera, too: --camera phone")
    if not cameras:
        raise NoCamera(
            "no camera is attached; plug one in, or give `boardsight play` a phone (--camera phone: photos, or its "
            "film), a camera's address (--camera http://…/video), a film or a folder of pictures; `boardsight demo` "
            "needs none"
        )
    return 0


def _held(number: int) -> tuple[str, ...]:
    """What a webcam answers when its exposure, focus and white balance are held; why it can't be asked."""
    from live.sources.cameras import open_webcam
    from live.sources.holding import tried
    from live.sources.opening import WEBCAM_SIZE_PX

    try:
        capture = open_webcam(number, WEBCAM_SIZE_PX)
    except OSError as error:
        return (str(error),)
    try:
        capture.read()  # many drivers know no values before the first picture
        return tuple(answer.message for answer in tried(capture.controls))
    finally:
        capture.release()
