"""The docs' pictures of readings: photographs of the tests as `boardsight read --annotate` draws them, smaller.

python docs/pictures/what_was_read.py
"""

import sys
from pathlib import Path

import cv2

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "benchmarks"))

from measuring.corpus import pictures  # noqa: E402

from vision import annotate, load_image  # noqa: E402

WIDTH_PX = 960
NAMES = {
    "big-city/phone-45-lamp-middle": "what-was-read",
    "my-city-chess/ordinary-plain-above": "read-wooden-pieces",
    "my-city/hard-hand-720p": "read-under-a-hand",
    "my-city-chess/brutal-plain-sun-hand": "read-in-the-sun",
}
"""Photograph, and how its picture is called."""


def main() -> None:
    """Read, draw, shrink, write."""
    for picture in pictures():
        if picture.name in NAMES:
            image = load_image(picture.path)
            drawn = annotate(image, picture.read(image))
            size = (WIDTH_PX, round(WIDTH_PX * drawn.shape[0] / drawn.shape[1]))
            small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(HERE / f"{NAMES[picture.name]}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 80])


if __name__ == "__main__":
    main()
