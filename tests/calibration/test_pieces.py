"""Plain pieces taught from drawn photos: a neighbourhood's codes and patches, coloured blocks, strange light."""

import math

import numpy as np
import pytest
from drawn_pieces import COLD, GAME, WARM, drawn

from calibration.pieces import Teaching, TeachingSettings, see_pieces, teach
from calibration.segments import rectify
from live.calibrating.colours import piece_names
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet, SolvedTable

SETTINGS = TeachingSettings()
PIECES = {"red": (190, 30, 35), "yellow": (235, 195, 20), "green": (30, 120, 60), "white": (240, 238, 230)}


def taught(light: tuple[float, float, float]) -> Teaching:
    """The four pieces taught under a light."""
    photo = drawn([(colour, (36, 18) if name == "green" else (18, 18)) for name, colour in PIECES.items()], light)
    return teach(see_pieces(photo, GAME, SETTINGS), list(PIECES), SETTINGS)


def test_pieces_are_found_in_order_with_their_footprints() -> None:
    """Each piece has its measured size within 1.5 mm, the names in reading order."""
    colours = taught(WARM).colours
    assert [colour.name for colour in colours] == list(PIECES)
    for colour in colours:
        assert colour.footprint_mm == pytest.approx((36, 18) if colour.name == "green" else (18, 18), abs=1.5)


def test_taught_colours_are_known_again_under_another_light() -> None:
    """What was taught in warm light is named right in cold light, every colour."""
    known, seen = taught(WARM).colours, taught(COLD).colours
    nearest = [min(known, key=lambda one: math.dist(one.lab, colour.lab)).name for colour in seen]
    assert nearest == list(PIECES)


def test_pieces_alike_are_one_colour() -> None:
    """Two pieces with one name become one colour, taught from both."""
    photo = drawn([(PIECES["red"], (18, 18)), (PIECES["red"], (18, 18)), (PIECES["yellow"], (18, 18))], WARM)
    found = teach(see_pieces(photo, GAME, SETTINGS), ["red", "red", "yellow"], SETTINGS)
    assert [colour.name for colour in found.colours] == ["red", "yellow"]


def test_colours_too_near_are_refused() -> None:
    """Two reds that no camera tells apart are refused by name, with a way out."""
    photo = drawn([((190, 30, 35), (18, 18)), ((186, 36, 33), (18, 18))], WARM)
    with pytest.raises(BoardsightError, match="are too near in colour"):
        teach(see_pieces(photo, GAME, SETTINGS), ["red", "rust"], SETTINGS)


def test_one_colour_in_two_sizes_may_be_taught() -> None:
    """Pieces of one colour but clearly different size are told apart by their size."""
    photo = drawn([((190, 30, 35), (18, 18)), ((190, 30, 35), (36, 18))], WARM)
    found = teach(see_pieces(photo, GAME, SETTINGS), ["hut", "house"], SETTINGS)
    assert not found.pairs


def test_other_count_than_names_is_refused() -> None:
    """Three pieces and two names are refused with both numbers."""
    photo = drawn([(colour, (18, 18)) for colour in list(PIECES.values())[:3]], WARM)
    with pytest.raises(UnreadableInput, match="3 pieces are seen, 2 names given"):
        teach(see_pieces(photo, GAME, SETTINGS), ["red", "yellow"], SETTINGS)


def test_burnt_patches_are_refused() -> None:
    """In a photo whose reference patches are burnt out nothing is taught."""
    with pytest.raises(UnreadableInput, match="expose"):
        see_pieces(drawn([(PIECES["red"], (18, 18))], (9.0, 9.0, 9.0)), GAME, SETTINGS)


def test_photo_without_a_neighbourhood_is_refused() -> None:
    """Without a printed sheet there is no reference, and the message says what to lay down."""
    with pytest.raises(UnreadableInput, match="lay one beside"):
        see_pieces(np.full((480, 640, 3), 100, np.uint8), GAME, SETTINGS)


def test_names_from_words_and_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Names come from words with counts, from a list of lines, or from a pieces file."""
    assert piece_names(["red*2", "blue"]) == ["red", "red", "blue"]
    lines = tmp_path / "pieces.txt"
    lines.write_text("red*2  # big ones\n\nblue\n")
    assert piece_names([str(lines)]) == ["red", "red", "blue"]
    table = tmp_path / "pieces.toml"
    table.write_text('[[pieces]]\nname = "red"\ncount = 2\n[[pieces]]\nname = "blue"\n')
    assert piece_names([str(table)]) == ["red", "red", "blue"]
    with pytest.raises(UsageError, match="red\\*x"):
        piece_names(["red*x"])


@pytest.mark.parametrize("bent", [0.0, -0.2])
def test_the_view_from_above_has_all_that_the_picture_shows(bent: float) -> None:
    """Seen at 50 degrees: wherever a point of the table lies in the picture its colour is known, to the last corner."""
    lens_px = np.array([[900.0, 0.0, 640.0], [0.0, 900.0, 360.0], [0.0, 0.0, 1.0]])
    homography = lens_px @ np.array([[1.0, 0.0, 0.0], [0.0, 0.64, 0.0], [0.0, 0.77, 700.0]]) / 700.0
    plane = TablePlane(homography, bent, (1280, 720))
    picture = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    view = rectify(picture, SolvedTable(plane, (Sheet(GAME.by_id["tile-1"], 0.0, 0.0, 0.0, ()),), 0.0))
    inner = np.stack(np.meshgrid(np.linspace(4, 1275, 200), np.linspace(4, 715, 200)), axis=-1)
    near = np.abs(seen := plane.to_table(inner)).max(axis=-1) < 415.0
    columns, rows = np.rint(view.to_view(seen[near])).astype(int).T
    assert near.sum() > 1000
    assert view.known[rows, columns].all()
