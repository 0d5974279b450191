"""Plain pieces taught from drawn photos: a neighbourhood's codes and patches, coloured blocks, strange light."""

import cv2
import numpy as np
import pytest

from calibration.pieces import Teaching, TeachingSettings, see_pieces, teach
from live.calibrating.colours import piece_names
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.gamefile import load_game
from tabletop.profiles import ColourProfile, parse_profile, profile_text
from vision.pixels.colours import linear_from_srgb, name_colour

GAME = load_game("big-city")
SETTINGS = TeachingSettings()
SCALE = 3.0  # px a mm
PIECES = {"red": (190, 30, 35), "yellow": (235, 195, 20), "green": (30, 120, 60), "white": (240, 238, 230)}
WARM, COLD = (0.75, 0.5, 0.3), (0.4, 0.55, 0.7)
Block = tuple[str, tuple[float, float]]


def drawn(
    blocks: list[tuple[tuple[int, int, int], tuple[float, float]]], light: tuple[float, float, float]
) -> np.ndarray:  # type: ignore[type-arg]
    """A photo from nearly above: tile 1 at the left, blocks of (colour, size in mm) in a row of four beside it."""
    table = np.full((720, 1280, 3), (128, 118, 108), np.uint8)
    tile = GAME.by_id["tile-1"]
    corner = np.array([90.0, 120.0])

    def box(centre: tuple[float, float], size: tuple[float, float], colour: tuple[int, int, int]) -> None:
        upper_left = np.round(SCALE * (np.array(centre) - np.array(size) / 2) + corner * SCALE).astype(int)
        lower_right = np.round(SCALE * (np.array(centre) + np.array(size) / 2) + corner * SCALE).astype(int)
        table[upper_left[1] : lower_right[1], upper_left[0] : lower_right[0]] = colour

    box((0, 0), (144, 144), (230, 225, 215))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    for code in tile.codes:
        box(code.centre_mm, (21, 21), (255, 255, 255))
        side = round(code.side_mm * SCALE / 7) * 7
        x, y = np.round(SCALE * (np.array(code.centre_mm) + corner) - side / 2).astype(int)
        table[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, code.id, side)[:, :, None]
    for patch in tile.patches:
        box(patch.centre_mm, (patch.side_mm, patch.side_mm), GAME.palette[patch.colour])
    for index, (colour, size) in enumerate(blocks):
        box((120 + 45.0 * (index % 4), -40 + 45.0 * (index // 4)), size, colour)
    seen = (linear_from_srgb(table) * light + 0.01) ** (1 / 2.2)
    warp = np.array([[1.0, 0.02, 5.0], [-0.015, 1.0, 12.0], [1e-5, 2e-5, 1.0]])
    photo = cv2.warpPerspective(
        (255 * np.clip(seen, 0, 1))[:, :, ::-1].copy(), warp, (1280, 720), borderMode=cv2.BORDER_REPLICATE
    )
    noisy = cv2.GaussianBlur(photo, (0, 0), 0.8) + np.random.default_rng(1).normal(0, 1.5, photo.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


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
    assert [name_colour(colour.lab, known).name for colour in seen] == list(PIECES)


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


def test_profile_of_taught_colours_parses_back() -> None:
    """The colours' profile reads back the same."""
    profile = ColourProfile("big-city", "2026-11-20", taught(WARM).colours)
    assert parse_profile(profile_text(profile), ColourProfile) == profile


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
