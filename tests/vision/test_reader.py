"""From pictures of the virtual table to readings."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from thinned import thinned

from vision import FrameReading, annotate, crop_of, read_image

Places = Callable[[Any], dict[str, Any]]


def codes_of(sight: FrameReading) -> list[str]:
    """The problems' codes."""
    return [problem.code for problem in sight.reading.problems]


def assert_nothing_wrong(sight: FrameReading, truth: dict[str, Any], places: Places) -> None:
    """Whatever is not asked about is right."""
    got = places(sight.reading.position)
    wrong = {
        place: (got.get(place), truth.get(place))
        for place, sure in sight.reading.confidence.items()
        if sure != "ask" and place.split(":")[0] in ("property", "street") and got.get(place) != truth.get(place)
    }
    assert not wrong


@pytest.mark.parametrize(
    ("view", "light", "cloth"),
    thinned(
        [
            ("above", "dim", "cloth"),
            ("webcam-35", "window", "stone"),
            ("phone-45", "lamp", "checked-cloth"),
            ("above", "ceiling", "wood"),
            ("phone-55", "mixed", "dark-wood"),
        ],
        3,
    ),
)
def test_the_city_is_read(table: Any, places: Places, view: str, light: str, cloth: str) -> None:
    """Every place right, whole position equal, from above and aslant, in several lights."""
    size = (1600, 1200) if view.startswith("phone") else None
    photo = table.photo(view=view, light=light, table=cloth, seed=11, size_px=size)
    sight = read_image(photo.image, table.game, players=table.city.players)
    assert sight.reading.position == table.city
    assert set(places(table.city)) <= set(sight.reading.confidence)
    assert "ask" not in sight.reading.confidence.values()


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_picture_may_stand_on_its_head(table: Any, turns: int) -> None:
    """However the camera stands, the position comes back in tile 1's frame."""
    image = np.ascontiguousarray(np.rot90(table.photo(seed=11).image, turns))
    assert read_image(image, table.game, players=table.city.players).reading.position == table.city


def test_a_mirrored_picture_is_read_and_told(table: Any) -> None:
    """A selfie camera's picture is read through a mirror; outlines lie in the picture as it was given."""
    photo = table.photo(seed=11)
    straight = read_image(photo.image, table.game, players=table.city.players)
    sight = read_image(np.ascontiguousarray(photo.image[:, ::-1]), table.game, players=table.city.players)
    assert sight.reading.position == table.city
    assert codes_of(sight)[0] == "mirrored"
    expected = straight.outlines_px["property:11"].mean(axis=0)
    seen = sight.outlines_px["property:11"].mean(axis=0)
    assert seen[0] == pytest.approx(photo.image.shape[1] - 1 - expected[0], abs=1.0)


def test_hidden_is_not_empty(table: Any, places: Places) -> None:
    """What a cover hides is asked about, with flat evidence; nothing that is said is wrong."""
    image = table.photo(seed=11, size_px=(1920, 1080)).image.copy()
    before = read_image(image, table.game)
    middle = before.outlines_px["property:15"].mean(axis=0)
    cv2.circle(image, (int(middle[0]), int(middle[1])), 42, (120, 150, 200), -1)
    sight = read_image(image, table.game, players=table.city.players)
    assert sight.hidden
    assert all(sight.reading.confidence[place] != "certain" for place in sight.hidden)
    assert all(set(sight.reading.evidence[place].values()) == {0.0} for place in sight.hidden)
    assert_nothing_wrong(sight, places(table.city), places)


def test_one_seen_cell_tells_the_piece(table: Any) -> None:
    """A triple with two of its codes covered is still there, and its covered cells are not certain."""
    image = table.photo(seed=11).image.copy()
    before = read_image(image, table.game)
    for number in (14, 16):
        middle = before.outlines_px[f"property:{number}"].mean(axis=0)
        cv2.circle(image, (int(middle[0]), int(middle[1])), 22, (120, 150, 200), -1)
    sight = read_image(image, table.game, players=table.city.players)
    assert ("central-park", (14, 15, 16)) in {(p.kind, p.on) for p in sight.reading.position.pieces}
    assert sight.reading.confidence["property:15"] == "certain"
    assert sight.reading.confidence["property:14"] == "likely"


NOISE = np.random.default_rng(0).integers(0, 255, (720, 1280, 3), np.uint8)
SHEET = cv2.rectangle(np.full((720, 1280, 3), 60, np.uint8), (400, 200), (900, 500), (230, 230, 230), -1)


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "too-dark"),
        (np.full((720, 1280, 3), 255, np.uint8), "overexposed"),
        (cv2.GaussianBlur(SHEET, (0, 0), 9), "blurred"),
        (cv2.GaussianBlur(NOISE, (0, 0), 9), "too-little-seen"),
        (NOISE, "too-little-seen"),
        (np.full((1, 1, 3), 90, np.uint8), "too-little-seen"),
    ],
)
def test_nothing_to_read_has_its_reason(table: Any, image: np.ndarray, code: str) -> None:
    """A picture without a city has no position, and the first problem says why."""
    sight = read_image(image, table.game)
    assert sight.reading.position is None
    assert codes_of(sight)[0] == code


def test_the_same_picture_gives_the_same_reading(table: Any) -> None:
    """Reading has no memory."""
    image = table.photo(seed=11).image
    assert read_image(image, table.game).reading == read_image(image, table.game).reading


def test_annotation_and_cut_outs_are_pictures(table: Any) -> None:
    """The annotated picture keeps its size and differs; a cut-out has the height that was asked for."""
    image = table.photo(seed=11).image
    sight = read_image(image, table.game)
    drawn = annotate(image, sight)
    assert drawn.shape == image.shape
    assert (drawn != image).any()
    assert crop_of(image, sight, "property:11", height_px=200).shape[0] == 200
    with pytest.raises(KeyError):
        crop_of(image, sight, "property:99")


def test_paper_houses_are_read(table: Any, places: Places) -> None:
    """Houses of 10 mm, seen at 35 degrees, are put where their feet stand; what they hide is asked about."""
    photo = table.photo(view="webcam-35", seed=11, house_height_mm=10.0)
    sight = read_image(photo.image, table.game, players=table.city.players)
    assert_nothing_wrong(sight, places(table.city), places)
    assert sight.reading.position.pieces == table.city.pieces


def test_a_piece_of_which_a_place_shows_something_else_is_told(table: Any) -> None:
    """A bank's code lies on one property of a park of three: all three are asked about, and the park is named."""
    image = table.photo(seed=11).image.copy()
    outlines = read_image(image, table.game).outlines_px
    (x, y), (to_x, to_y) = (np.rint(outlines[f"property:{n}"].mean(axis=0)).astype(int) for n in (13, 14))
    image[to_y - 20 : to_y + 21, to_x - 20 : to_x + 21] = image[y - 20 : y + 21, x - 20 : x + 21]
    sight = read_image(image, table.game, players=table.city.players)
    told = next(problem for problem in sight.reading.problems if problem.code == "piece-contradicts")
    assert set(told.places) == {"property:14", "property:15", "property:16"}
    assert {sight.reading.confidence[place] for place in told.places} == {"ask"}
