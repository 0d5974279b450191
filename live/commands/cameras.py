"""`boardsight cameras`: what is attached."""

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """List the webcams; NoCamera (exit 3) where there is none."""
    from live.sources.cameras import list_cameras
    from tabletop.errors import NoCamera

    cameras = list_cameras()
    if arguments.json:
        listed = [{"number": camera.number, "name": camera.name, "path": camera.path} for camera in cameras]
        print(json.dumps({"format": "boardsight-cameras/1", "cameras": listed}, ensure_ascii=False))
    else:
        for camera in cameras:
            print(f"{camera.number}  {camera.name}  {camera.path}".rstrip())
    if not cameras:
        raise NoCamera(
            "no camera is attached; plug one in, or give `boardsight play` a phone's address (--camera http://…/video),"
            " a film or a folder of pictures; `boardsight demo` needs none"
        )
    return 0
