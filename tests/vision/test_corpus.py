"""What pictures to which numbers were fitted share with those by which the reader is judged."""

import json
import lzma
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from measuring.corpus import FOLDER, HELD_OUT, SETS, UNSEEN, Picture, pictures

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
APART: Mapping[str, Callable[[Picture], str]] = {
    **ASKED,
    "light": lambda picture: picture.light,
    "recipe": lambda picture: picture.recipe,
}
"""In what held-out pictures have nothing in common with tuning ones."""
WANTED: Mapping[str, Callable[[Picture], bool]] = {
    "60 in all": lambda _: True,
    "20 with glare": lambda picture: "glaring" in picture.light,
    "10 wood on wood": lambda picture: "wood on wood" in picture.about,
    "10 with hands": lambda picture: "a hand" in picture.about,
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


@pytest.mark.parametrize("what", APART)
def test_held_out_pictures_share_nothing_with_tuning_ones(what: str) -> None:
    """Neither room nor camera, light, set of pieces or recipe of the renderer."""
    tuning, held_out = ({APART[what](picture) for picture in pictures(sets=(which,))} for which in ("tuning", HELD_OUT))
    assert held_out
    assert tuning & held_out == set()


@pytest.mark.parametrize("what", WANTED)
def test_so_many_pictures_are_held_out(what: str) -> None:
    """All of pieces without codes."""
    chosen = [picture for picture in pictures(sets=(HELD_OUT,)) if WANTED[what](picture)]
    assert len(chosen) >= int(what.split()[0])
    assert all(picture.pieces for picture in chosen)


def test_recipes_are_on_record() -> None:
    """Each picture names one, and of each held-out picture the scene is kept as it was rendered."""
    recipes = tomllib.loads((FOLDER / "recipes.toml").read_text(encoding="utf-8"))
    assert {picture.recipe for picture in pictures(sets=(*SETS, UNSEEN, HELD_OUT))} == recipes.keys()
    with lzma.open(FOLDER / "scenes-2.jsonl.xz", "rt", encoding="utf-8") as lines:
        scenes = {f"{scene['game']}/{scene['name']}" for scene in map(json.loads, lines)}
    assert scenes == {picture.name for picture in pictures(sets=(HELD_OUT,))}
