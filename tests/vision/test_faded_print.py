"""Faded print: brought to the colours in which it was printed, it makes painted pieces look stronger than written."""

from measuring.contents import contents
from measuring.corpus import Picture, pictures

from vision import load_image


def picture_named(name: str) -> Picture:
    """One of the tuning pictures."""
    return next(one for one in pictures(sets=("tuning",)) if one.name == name)


def test_blue_blocks_on_faded_lots_are_no_city_halls() -> None:
    """Seven single businesses look as violet as the one city hall was written, and are told by how strong all are."""
    picture = picture_named("big-city/tuning-brutal-plain-glare-faded")
    reading, there = picture.read(load_image(picture.path)).reading, contents(picture.truth)
    told = contents(reading.position)
    lots = {place: what for place, what in there.items() if place.startswith("property:") and what}
    singles = [place for place, (kind, on) in lots.items() if kind == "business" and len(on) == 1]
    assert len(singles) == 7
    for place in singles:
        assert told[place] == there[place]
        assert reading.confidence[place] != "ask"


def test_dark_green_on_a_faded_board_is_not_called_light_green() -> None:
    """It is as strong there as light green was written, and was taken for that, for certain."""
    picture = picture_named("small-city/tuning-hard-plain-hand-faded")
    reading, there = picture.read(load_image(picture.path)).reading, contents(picture.truth)
    assert contents(reading.position)["cell:Ann:G4"] == there["cell:Ann:G4"]
