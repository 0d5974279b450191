"""The learned look at Big City's lots: what it answers where the others ask."""

from pathlib import Path

from tabletop.gamefile import load_game
from tabletop.piecefile import load_pieces
from vision import load_image, read_image
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings

GAME = load_game("big-city")
PHOTO = Path(__file__).parents[1] / "photos" / "big-city" / "tuning-hard-plain-cars-phone-35.jpg"


def test_the_learned_look_answers_at_lots_where_the_others_ask() -> None:
    """A business whose colour tells too little by itself; nothing becomes certain by it."""
    pieces = load_pieces(str(PHOTO.parent / "pieces" / "blocks-and-cars.toml"))
    image = load_image(PHOTO)
    without = ReaderSettings(learned=LearnedSettings(used=False))
    asked = read_image(image, GAME, pieces=pieces, settings=without).reading
    answered = read_image(image, GAME, pieces=pieces).reading
    assert asked.confidence["property:82"] == "ask"
    assert answered.confidence["property:82"] == "likely"
    assert (82,) in {one.on for one in answered.position.pieces if one.kind == "business"}
    surer = {place for place, one in answered.confidence.items() if one == "certain"}
    assert surer <= {place for place, one in asked.confidence.items() if one == "certain"}
