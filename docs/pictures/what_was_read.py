"""The README's picture of a reading: a photograph of the tests with what was read drawn on it, smaller.

python docs/pictures/what_was_read.py
"""

from pathlib import Path

import cv2

from tabletop.gamefile import load_game
from vision import annotate, load_image, read_image

HERE = Path(__file__).parent
PHOTO = HERE.parents[1] / "tests" / "photos" / "big-city" / "phone-45-lamp-middle.jpg"


def main() -> None:
    """Read, draw, shrink, write."""
    image = load_image(PHOTO)
    drawn = annotate(image, read_image(image, load_game("big-city")))
    half = cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(HERE / "what-was-read.jpg"), half, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
