"""The learned look: the shipped weights on drawn cells, weights that cannot be used, and what `certain` asks of it."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.piecefile import load_pieces
from tabletop.plainkinds import palette_pieces
from tabletop.plans import plan_of
from training.recipe import HELD_OUT
from training.samples import draw_samples
from vision import load_image, read_image
from vision.places.assignment import LyingPart
from vision.places.place import PlaceFrame, TablePlace
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.uncoded.agreement import agreed, of_a_piece, of_an_empty_place, of_two_colours, sides_borne_out
from vision.uncoded.board_input import POINTS
from vision.uncoded.cell_looks import CellTold, look_at_cells
from vision.uncoded.learned import MISSING, WEIGHTS, LearnedNet, learned_net

SETTINGS = LearnedSettings()


@pytest.fixture(scope="module")
def drawn():
    """Boards that the weights have never seen."""
    return draw_samples(np.random.default_rng([0, HELD_OUT + 7]), 24)


def test_the_shipped_weights_read_drawn_cells(drawn):
    """Most of the cells are told rightly, and of those it is sure of nearly all."""
    net = learned_net()
    kinds = np.stack([net.answers(*one)[0] for one in zip(drawn.pictures, drawn.facts, strict=True)], axis=-1)
    known = np.moveaxis(drawn.kind, 0, -1) >= 0
    right = (kinds.argmax(axis=0) == np.moveaxis(drawn.kind, 0, -1))[known]
    sure = kinds.max(axis=0)[known] > 0.97
    assert right.mean() > 0.8
    assert sure.mean() > 0.2
    assert right[sure].mean() > 0.97


def test_the_weights_are_small_and_described():
    """No more than a megabyte, with a sheet that names recipe, licence and checksum."""
    assert WEIGHTS.stat().st_size <= 1_000_000
    sheet = WEIGHTS.with_suffix(".toml").read_text("utf-8")
    assert all(word in sheet for word in ("sha256", "licence", "[recipe]", "version", "held_out_right"))


def test_boards_of_any_size_are_read(drawn):
    """A board of other rows and columns before it changes nothing, and cells far from a cut are told alike."""
    net = learned_net()
    picture, facts = drawn.pictures[0], drawn.facts[0]
    whole, _ = net.answers(picture, facts)
    cut, _ = net.answers(picture[:, : 7 * POINTS], facts[:, :7])
    assert cut.shape == (3, 7, 8)
    assert cut[:, :2] == pytest.approx(whole[:, :2], abs=1e-5)
    assert net.answers(picture, facts)[0] == pytest.approx(whole, abs=1e-6)


@pytest.mark.parametrize(
    ("harm", "word"),
    [
        ("gone", "missing"),
        ("sheet gone", "missing"),
        ("cut", "damaged"),
        ("flipped", "damaged"),
        ("cold", "damaged"),
        ("old", "version"),
    ],
)
def test_weights_that_cannot_be_used_are_told(tmp_path, harm, word):
    """Missing, damaged or of another version: a sentence with the mend, no exception."""
    path = tmp_path / WEIGHTS.name
    shutil.copy(WEIGHTS, path)
    shutil.copy(WEIGHTS.with_suffix(".toml"), path.with_suffix(".toml"))
    data = bytearray(path.read_bytes())
    if harm == "gone":
        path.unlink()
    elif harm == "sheet gone":
        path.with_suffix(".toml").unlink()
    elif harm == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif harm == "flipped":
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    else:
        sheet = path.with_suffix(".toml")
        old, new = {
            "cold": (r"temperature = .*", "temperature = 0.0"),
            "old": ("boardsight-cells/2", "boardsight-cells/0"),
        }[harm]
        sheet.write_text(re.sub(old, new, sheet.read_text("utf-8")), "utf-8")
    told = learned_net(path)
    assert isinstance(told, str)
    assert word in told
    assert "make train" in told


@pytest.fixture(scope="module")
def wooden():
    """A photograph of wooden cubes on a chess board, read with settings of the learned look."""
    photo = Path(__file__).parents[1] / "photos" / "my-city-chess" / "tuning-ordinary-plain-above.jpg"
    pieces = load_pieces(str(photo.parent / "pieces" / "cubes.toml"))
    image = load_image(str(photo))

    def read(**own):
        learned = replace(LearnedSettings(), **own)
        return read_image(image, load_game("my-city-chess"), pieces=pieces, settings=ReaderSettings(learned=learned))

    return read


def test_reading_goes_on_without_weights(wooden, tmp_path):
    """Without the weights all is read by the other looks alone, nothing certainly, and a problem says so, once."""
    without, switched_off = wooden(weights=tmp_path / "none.onnx").reading, wooden(used=False).reading
    assert without.position == switched_off.position
    assert "certain" in switched_off.confidence.values()
    coded = {f"square:{landmark.on}" for landmark in without.position.landmarks}
    assert without.confidence == {
        place: "likely" if sure == "certain" and place not in coded else sure
        for place, sure in switched_off.confidence.items()
    }
    assert [one.message for one in without.problems if one.code == "no-learned-look"] == [MISSING]
    assert not [one for one in switched_off.problems if one.code == "no-learned-look"]


def test_a_city_says_so_too(tmp_path):
    """Its lots are looked at as well: people are told why they are asked more."""
    photo = Path(__file__).parents[1] / "photos" / "big-city" / "tuning-ordinary-plain-above.jpg"
    settings = ReaderSettings(learned=LearnedSettings(weights=tmp_path / "none.onnx"))
    pieces = load_pieces(str(photo.parent / "pieces" / "blocks.toml"))
    reading = read_image(load_image(str(photo)), load_game("big-city"), pieces=pieces, settings=settings).reading
    assert [one.message for one in reading.problems if one.code == "no-learned-look"] == [MISSING]


def test_the_learned_look_can_withhold_certain(wooden):
    """Where it is never sure enough, nothing that bears no code is certain; what it reads stays the same."""
    usual, doubting = wooden().reading, wooden(bare=1.1, colour=1.1).reading
    squares = [place for place in usual.confidence if place.startswith("square:")]
    assert doubting.position == usual.position
    assert sum(usual.confidence[place] == "certain" for place in squares) > 50
    assert sum(doubting.confidence[place] == "certain" for place in squares) < 15


def test_what_shows_of_a_tile_beside_a_citizen_is_looked_at(monkeypatch):
    """The code that a citizen bears is not its tile's: the tile's other cells bear none."""
    game = load_game("small-city")
    tile = PlacedBoroughTile("park", ("B7", "C7", "D7"), 3)
    position = SmallCityPosition((Borough("Ann", (tile,), (PlacedCitizen("Ann", "B7"),)), Borough("Ben")))
    palette = palette_pieces(game)
    plain = replace(palette, pieces=tuple(one for one in palette.pieces if not one.part.startswith("citizen")))
    photo = shoot(plan_of(position, game), PartsBox(game, plain), Shot(light="ceiling", table="wood"))
    looked_at = []

    def look(net, look, grid, cells, materials):
        looked_at.append({one.cell for one in cells})
        return look_at_cells(net, look, grid, cells, materials)

    monkeypatch.setattr("vision.uncoded.agreement.look_at_cells", look)
    reading = read_image(photo.image, game, players=("Ann", "Ben"), pieces=plain).reading
    assert reading.position.boroughs[0].tiles == (tile,)
    assert {(6, 2), (6, 3)} <= looked_at[0]


def test_shipped_weights_are_those_of_their_sheet():
    """Nobody changed them after they were written."""
    assert isinstance(learned_net(), LearnedNet)


def test_certain_needs_the_learned_look():
    """A colour that is certain by itself is not, where the learned look is not sure of it."""
    assert agreed("certain", 0.91, 0.05, 0.9, SETTINGS) == "certain"
    assert agreed("certain", 0.89, 0.05, 0.9, SETTINGS) == "likely"
    assert agreed("certain", 0.0, 0.0, 0.9, SETTINGS) == "likely"


def test_a_likelier_colour_speaks_against_a_piece():
    """Of two colours that fit only the likelier one is certain; one that hardly fits beside one that does is asked."""
    assert agreed("certain", 0.94, 0.88, 0.7, SETTINGS) == "certain"
    assert agreed("certain", 0.75, 0.96, 0.7, SETTINGS) == "likely"
    assert agreed("certain", 0.02, 0.96, 0.7, SETTINGS) == "ask"
    assert agreed("likely", 0.02, 0.96, 0.7, SETTINGS) == "ask"


@pytest.mark.parametrize(
    ("own", "other", "sureness"), [(0.09, 0.81, "ask"), (0.11, 0.81, "likely"), (0.09, 0.79, "likely")]
)
def test_only_what_hardly_fits_beside_what_plainly_does_is_asked(own, other, sureness):
    """Just beside both bounds."""
    assert agreed("certain", own, other, 0.7, SETTINGS) == sureness


@pytest.mark.parametrize(
    ("own", "other", "sureness"), [(0.045, 0.55, "ask"), (0.055, 0.55, "likely"), (0.045, 0.45, "likely")]
)
def test_what_is_hardly_possible_beside_something_likely_is_asked(own, other, sureness):
    """Just beside both bounds."""
    assert agreed("likely", own, other, 0.7, SETTINGS) == sureness


@pytest.mark.parametrize(("bare", "sureness"), [(0.91, "certain"), (0.89, "likely")])
def test_an_empty_place_is_certain_only_where_bare_ground_is_seen(bare, sureness):
    """As delivered: nine in ten."""
    assert of_an_empty_place("certain", CellTold(bare, {}, 1.0 - bare, {}, taught=True), SETTINGS) == sureness


@pytest.mark.parametrize(
    ("colour", "goes_on", "sureness"), [(0.71, 0.29, "certain"), (0.69, 0.29, "likely"), (0.71, 0.31, "likely")]
)
def test_a_piece_is_certain_only_where_colour_and_sides_are_seen(colour, goes_on, sureness):
    """As delivered: seven in ten for its colour and for each side."""
    told = CellTold(0.0, {0: colour}, 0.0, {0: (goes_on, 0.0, 0.0, 0.0)}, taught=True)
    piece = LyingPart(load_game("my-city").parts[0], 0, ((2, 2),), 0)
    place = TablePlace(0, (2, 2), "cell:C3", PlaceFrame(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0])))
    assert of_a_piece("certain", told, piece, 0, place, SETTINGS) == sureness


@pytest.mark.parametrize(
    ("colour", "cells", "sureness"),
    [(0.18, ((2, 2),), "ask"), (0.22, ((2, 2),), "likely"), (0.18, ((2, 2), (2, 3)), "likely")],
)
def test_a_piece_of_one_cell_is_asked_about_where_its_colour_is_doubtful(colour, cells, sureness):
    """Just beside the bound; of a larger piece other cells bear it out."""
    told = CellTold(0.0, {0: colour}, 1.0 - colour, {0: (0.0, 0.0, 0.0, 0.0)}, taught=True)
    piece = LyingPart(load_game("my-city").parts[0], 0, cells, 0)
    place = TablePlace(0, (2, 2), "cell:C3", PlaceFrame(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0])))
    assert of_a_piece("likely", told, piece, 0, place, SETTINGS) == sureness


def test_the_learned_look_makes_nothing_surer():
    """Where a piece is asked about or likely, it stays so however sure the learned look is, but for two colours."""
    assert agreed("ask", 0.9999, 0.0, 0.9, SETTINGS) == "ask"
    assert agreed("likely", 0.9999, 0.0, 0.9, SETTINGS) == "likely"


@pytest.mark.parametrize(
    ("share", "lead", "sureness"), [(0.95, 2.1, "likely"), (0.95, 1.9, "ask"), (0.85, 2.1, "ask"), (0.95, -3.0, "ask")]
)
def test_which_of_two_colours_it_is_the_learned_look_may_tell(share, lead, sureness):
    """Where it is sure, and both together leave no doubt; never for certain."""
    assert of_two_colours(share, lead, 2.0, SETTINGS) == sureness


def test_a_piece_that_goes_on_elsewhere_is_not_borne_out():
    """Sides that are open where the piece is said to end count as much as ends where it is said to go on."""
    on = (0.02, 0.97, 0.05, 0.01)  # goes on to the right
    assert sides_borne_out(on, (2, 2), ((2, 2), (2, 3))) == pytest.approx(0.95)
    assert sides_borne_out(on, (2, 2), ((2, 2),)) == pytest.approx(0.03)
    assert sides_borne_out(on, (2, 2), ((2, 2), (2, 3), (3, 2))) == pytest.approx(0.05)
