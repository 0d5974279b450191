"""What pictures to which numbers were fitted share with those by which the reader is judged."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from measuring.corpus import SETS, UNSEEN, Picture, pictures

TAKEN_OUT = "of the unseen set's pictures three were looked at, and are tuning pictures now"
SAME_PIECES = "tuning and testing pictures of 20 November 2026 show the same pieces"
SHARED: Mapping[str, Mapping[str, str]] = {
    "room": {"conservatory": TAKEN_OUT},
    "camera": {"webcam E": TAKEN_OUT, "phone E": TAKEN_OUT},
    "pieces": {
        "big-city/painted": TAKEN_OUT,
        "my-city-chess/painted": TAKEN_OUT,
        "my-city-chess/woods": TAKEN_OUT,
        "big-city/blocks": SAME_PIECES,
        "big-city/blocks-and-cars": SAME_PIECES,
        "my-city/shapes": SAME_PIECES,
        "my-city-chess/cubes": SAME_PIECES,
        "small-city/shapes": SAME_PIECES,
    },
}
"""Rooms, cameras and sets of pieces that are not apart, and why; `docs/accuracy.md` has the same list."""
ASKED: Mapping[str, Callable[[Picture], str]] = {
    "room": lambda picture: picture.room,
    "camera": lambda picture: picture.camera,
    "pieces": lambda picture: f"{picture.path.parent.name}/{picture.pieces.stem}" if picture.pieces else "",
}
ACCURACY = Path(__file__).parents[2] / "docs" / "accuracy.md"


@pytest.mark.parametrize("what", SHARED)
def test_tuning_pictures_share_nothing_else_with_the_others(what: str) -> None:
    """No other room, camera or set of pieces is in the tuning set and in the testing or unseen one."""
    tuning, others = (
        {ASKED[what](picture) for picture in pictures(sets=sets)} - {""} for sets in (SETS[:1], (*SETS[1:], UNSEEN))
    )
    assert tuning & others == set(SHARED[what])


@pytest.mark.parametrize("what", SHARED)
def test_the_page_tells_what_they_share(what: str) -> None:
    """By its name, where it tells in what the sets are not apart."""
    told = ACCURACY.read_text("utf-8").partition("**Where the sets are not cleanly apart.**")[2].partition("\n\n")[0]
    words = " ".join(told.split())
    assert [name for name in SHARED[what] if name not in words] == []
