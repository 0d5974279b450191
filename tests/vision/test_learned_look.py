"""The learned look: the shipped weights on drawn cells, weights that cannot be used, and what goes on without."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.piecefile import load_pieces
from training.recipe import HELD_OUT
from training.samples import draw_samples
from vision import load_image, read_image
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.uncoded.board_input import POINTS
from vision.uncoded.learned import MISSING, WEIGHTS, learned_net


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
    """Without the weights all is read by the other looks alone, and a problem says so, once."""
    without, switched_off = wooden(weights=tmp_path / "none.onnx").reading, wooden(used=False).reading
    assert without.position == switched_off.position
    assert without.confidence == switched_off.confidence
    coded = {f"square:{landmark.on}" for landmark in without.position.landmarks}
    certain = {place for place, sure in without.confidence.items() if sure == "certain"}
    assert {place for place in certain if place.startswith("square:")} <= coded
    assert [one.message for one in without.problems if one.code == "no-learned-look"] == [MISSING]
    assert not [one for one in switched_off.problems if one.code == "no-learned-look"]


def test_a_city_says_so_too(tmp_path):
    """Its lots are looked at as well: people are told why they are asked more."""
    photo = Path(__file__).parents[1] / "photos" / "big-city" / "tuning-ordinary-plain-above.jpg"
    settings = ReaderSettings(learned=LearnedSettings(weights=tmp_path / "none.onnx"))
    pieces = load_pieces(str(photo.parent / "pieces" / "blocks.toml"))
    reading = read_image(load_image(str(photo)), load_game("big-city"), pieces=pieces, settings=settings).reading
    assert [one.message for one in reading.problems if one.code == "no-learned-look"] == [MISSING]
