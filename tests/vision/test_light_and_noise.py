"""Light between the codes and noise: measured in the picture, and allowed for where cells and colours are told."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from measuring.plain import plain_picture
from measuring.tally import compare
from thinned import thinned

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plans import plan_of
from vision import read_image
from vision.boards.local_light import local_light
from vision.pixels.arrays import to_grey
from vision.pixels.noise import IN_LEVELS, CalmingSettings, calmed, noise_of
from vision.pixels.smoothing import planes_round
from vision.places.shot import Pyramid, SolvedShot
from vision.settings import ReaderSettings
from vision.settings.boards import BoardSettings, LocalLightSettings
from vision.settings.uncoded import PlainSettings
from vision.uncoded import colour_image
from vision.uncoded.adjacency import seam_in_noise
from vision.uncoded.colour_image import colour_field
from vision.uncoded.faces import evened
from vision.uncoded.streetcars import Blocks

SETTINGS = LocalLightSettings()
ROWS, COLUMNS = np.mgrid[0:8, 0:8].reshape(2, -1)
MIDDLES = np.stack([COLUMNS, ROWS], axis=1).astype(float)
LOOKS = (ROWS + COLUMNS) % 2
PRINT = np.where(LOOKS[:, None] == 0, [0.9, 0.95, 0.97], [0.65, 0.78, 0.88])
NEAR_A_LAMP = np.exp(0.2 - 0.06 * COLUMNS)[:, None]


def _light(shown: np.ndarray) -> np.ndarray:
    return local_light(MIDDLES, shown, PRINT, np.ones(64, bool), LOOKS, SETTINGS)


def test_light_that_grows_over_the_board_is_told_by_its_cells() -> None:
    """No white code need lie there: all cells know how they are printed."""
    assert _light(PRINT * NEAR_A_LAMP) * PRINT == pytest.approx(PRINT * NEAR_A_LAMP, abs=0.05)


def test_what_covers_a_cell_does_not_speak_for_itself() -> None:
    """A pale thing on a dark square stays as much lighter than its print as it is."""
    shown = PRINT * NEAR_A_LAMP
    expected = _light(shown)[27]
    shown[27] += 0.12
    assert _light(shown)[27] == pytest.approx(expected, abs=0.01)


def test_what_covers_many_cells_is_no_light() -> None:
    """Skin over nine cells differs from their print by more than light does."""
    covered = (np.abs(ROWS - 4) <= 1) & (np.abs(COLUMNS - 4) <= 1)
    shown = np.where(covered[:, None], [0.45, 0.55, 0.75], PRINT)
    assert np.abs(_light(shown) * PRINT - PRINT).max() < 0.03


def test_few_cells_tell_no_light() -> None:
    """Their print may be off as well as the light."""
    few = np.arange(64) < SETTINGS.fewest - 1
    assert (local_light(MIDDLES, PRINT * 1.1, PRINT, few, LOOKS, SETTINGS) == 1.0).all()


CHESS = load_game("my-city-chess")
BARE = MyCityChessPosition(players=("red", "blue"))


def _squares(light: str, seed: int, settings: ReaderSettings, *, noise: float = 0.0) -> Counter[str]:
    """How sure an empty board's squares are."""
    image = shoot(
        plan_of(BARE, CHESS), PartsBox(CHESS), Shot("webcam-35", light, "wood", seed, size_px=(1600, 900))
    ).image
    shaken = np.random.default_rng(seed).normal(0.0, noise, image.shape)
    image = np.clip(image + shaken, 0, 255).astype(np.uint8)
    told = read_image(image, CHESS, players=BARE.players, settings=settings).reading.confidence
    return Counter(sure for place, sure in told.items() if place.startswith("square"))


def test_under_one_lamp_every_empty_square_is_told() -> None:
    """Near it squares look lighter than the codes round the board promise; without their own light two are asked."""
    assert _squares("lamp", 3, ReaderSettings()) == {"likely": 64}
    by_codes = ReaderSettings(boards=BoardSettings(light=replace(SETTINGS, most=0.0)))
    assert _squares("lamp", 3, by_codes)["ask"] == 2


def test_in_noise_every_empty_square_is_told() -> None:
    """A sensor at its end scatters each colour; smoothed between edges the squares are as plain as they are."""
    assert "ask" not in _squares("ceiling", 1, ReaderSettings(), noise=30.0)


def _noisy(noise: float) -> np.ndarray:
    """Two plain halves with an edge between them."""
    plain = np.full((240, 240, 3), 60.0, np.float32)
    plain[:, 120:] = 30.0
    return (plain + np.random.default_rng(7).normal(0.0, noise, plain.shape)).astype(np.float32)


@pytest.mark.parametrize("noise", [0.5, 2.0, 6.0])
def test_noise_is_measured(noise: float) -> None:
    """Three channels added up, an edge and all."""
    assert noise_of(_noisy(noise)) == pytest.approx(3 * noise, rel=0.1)


def test_noise_is_calmed_and_edges_stay() -> None:
    """Between edges it shrinks to a fraction, and the step from one side to the other is as steep as before."""
    picture = calmed(_noisy(2.0), noise_of(_noisy(2.0)), CalmingSettings(1.0, reach_px=5))
    assert picture[20:220, 20:100].std() < 0.6
    assert picture[:, 117:119].mean() - picture[:, 121:123].mean() > 28.0


def _shot(noise: float) -> SolvedShot:
    """A bare board on wood, slanted, with so much noise."""
    image = shoot(
        plan_of(BARE, CHESS), PartsBox(CHESS), Shot("webcam-35", "lamp", "wood", 3, size_px=(1280, 720))
    ).image
    image = np.clip(image + np.random.default_rng(3).normal(0.0, noise, image.shape), 0, 255).astype(np.uint8)
    sight = read_image(image, CHESS, players=BARE.players)
    assert sight.table is not None
    return SolvedShot(image, Pyramid(to_grey(image)), sight.codes, sight.table, CHESS)


EVERYWHERE = np.stack(np.meshgrid(np.arange(0, 1280, 7.3), np.arange(0, 720, 7.3)), axis=-1)


def test_a_colour_is_the_same_whatever_else_is_looked_at() -> None:
    """Of some points by themselves, of none, and far beyond the picture's rim."""
    field = colour_field(_shot(25.0))
    shown, burnt = field.at(EVERYWHERE), field.burnt_at(EVERYWHERE)
    for rows in range(0, len(EVERYWHERE), 20):
        assert field.at(EVERYWHERE[rows : rows + 20]) == pytest.approx(shown[rows : rows + 20], abs=1e-3)
        assert (field.burnt_at(EVERYWHERE[rows : rows + 20]) == burnt[rows : rows + 20]).all()
    assert field.at(EVERYWHERE[:0]).shape == (0, EVERYWHERE.shape[1], 3)
    assert np.isfinite(field.at(np.array([[-4000.0, 5000.0]]))).all()


def test_what_clips_in_all_channels_is_burnt_and_nothing_else() -> None:
    """Half of the picture is white with glare."""
    shot = _shot(0.0)
    shot.image[:, 640:] = 255
    burnt = colour_field(shot).burnt_at(np.array([[500.0, 360.0], [800.0, 360.0]]))
    assert burnt.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("noise", thinned([12.0, 25.0], 1))
def test_corrected_colours_are_calmed_in_noise(noise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of neighbours differ as in the same picture without noise, more nearly than they would as they are seen."""
    quiet, noisy = _shot(0.0), _shot(noise)
    truth, calm = np.diff(colour_field(quiet).at(EVERYWHERE), axis=0), colour_field(noisy)
    monkeypatch.setattr(colour_image, "CALMED", ())
    as_seen = colour_field(noisy)
    assert colour_field(quiet).noise < 1.0 < calm.noise == as_seen.noise
    off, before = (float(np.median(np.abs(np.diff(one.at(EVERYWHERE), axis=0) - truth))) for one in (calm, as_seen))
    assert off < 0.7 * before


def test_a_slope_of_light_is_smoothed_to_itself() -> None:
    """Round each point a plane is fitted: between places that know it, a slope stays what it is."""
    where = np.stack(np.meshgrid(np.arange(9.0), np.arange(9.0)), axis=-1).reshape(-1, 2) * 20.0 + 500.0
    slope = (where @ np.array([[0.01, -0.02], [0.03, 0.005]])) + 0.5
    between = np.array([[563.0, 571.0], [585.0, 600.0]])
    weight = np.exp(-0.5 * ((between[:, None] - where) ** 2).sum(axis=-1) / 30.0**2)
    fitted = planes_round(between, where, slope, weight, hold=1e-9)
    assert fitted == pytest.approx(between @ np.array([[0.01, -0.02], [0.03, 0.005]]) + 0.5, abs=1e-6)


def test_a_quiet_picture_stays_as_it_is() -> None:
    """Not one value of an ordinary photograph is touched."""
    quiet = _noisy(0.2)
    assert calmed(quiet, noise_of(quiet), IN_LEVELS) is quiet
    assert IN_LEVELS.noisy > 2 * 3.63  # what the corpus' own photographs have, and a webcam's twice


STEPS = np.arange(-5.5, 5.75, 0.5)


@pytest.mark.parametrize(
    ("profile", "parts"),
    [
        (np.where(np.abs(STEPS - 1.0) < 0.6, -9.0, 0.0), True),
        (np.where(np.abs(STEPS - 1.0) < 0.6, -7.0, 0.0), False),
        (np.where(np.abs(STEPS - 4.0) < 0.6, -12.0, 0.0), False),
        (2.0 * STEPS, False),
        (np.where(STEPS > 0.0, 18.0, 0.0), True),
    ],
    ids=["a line", "too faint a line", "a line beyond", "light that grows", "another colour"],
)
def test_a_seam_in_noise_is_a_line_between_two_faces(profile: np.ndarray, parts: bool) -> None:
    """It differs from what lies on both sides of it; a slope does not, and another colour begins somewhere."""
    lab = np.stack([profile, 0.0 * profile, 0.0 * profile], axis=1)
    assert (seam_in_noise(lab, STEPS, 2.0, PlainSettings()) > 0.0) == parts


def test_in_noise_no_line_keeps_a_shape_from_being_thought_of() -> None:
    """However dark it is: heaps end where a joint says more than `linked_nats`."""
    lab = np.where(np.abs(STEPS)[:, None] < 0.6, [-40.0, 0.0, 0.0], 0.0)
    assert 5.0 < seam_in_noise(lab, STEPS, 2.0, PlainSettings()) < PlainSettings().linked_nats


def test_what_is_averaged_against_noise_is_what_counts() -> None:
    """Of nine samples the mean is told, of one beside eight that a block hides itself."""
    values = np.arange(49.0)[None, :, None] * np.ones(3)
    counted = np.ones((1, 49))
    assert evened(values, counted)[0, 24] == pytest.approx(24.0)
    counted[0, [16, 17, 18, 23, 25, 30, 31, 32]] = 0.0
    assert evened(values, counted)[0, 24] == pytest.approx(24.0)
    assert evened(values, np.ones((1, 49)))[0, 0] == pytest.approx((0 + 1 + 7 + 8) / 4)


def test_in_dim_light_shapes_are_told_by_what_noise_leaves() -> None:
    """Each sample scatters by more than faces and seams differ; 17 of 245 places were asked about, and 5 were wrong."""
    shown = plain_picture("tuning", "dim", "my-city", 9000)
    game, players = load_game("my-city"), shown.truth.players
    reading = read_image(shown.photo.image, game, players=players, pieces=shown.pieces).reading
    one = compare(shown.truth, reading, shown.hidden)
    assert not one.wrong
    assert len(one.asked_visible) <= 4


def test_a_table_of_a_streetcars_colour_is_no_question(table: Any) -> None:
    """Beyond the city's rim lies the table: bare rims are told by the strip of street between their rail and it."""
    cars = PieceSet("cars", "", "big-city", (PlainPiece("streetcar", (122, 84, 56), (20.0, 9.0), 8.0),))
    box = PartsBox(table.game, cars)
    shown = shoot(plan_of(table.city, table.game), box, Shot("above", "ceiling", "wood", 3))
    reading = read_image(shown.image, table.game, players=table.city.players, pieces=cars).reading
    streets = {place: how for place, how in reading.confidence.items() if place.startswith("street")}
    assert set(table.city.streetcars) == set(reading.position.streetcars)
    assert list(streets.values()).count("ask") <= 1


def test_a_street_without_rails_between_two_lots_of_which_nobody_knows_is_asked_about() -> None:
    """A grey piece over it looks like the bare street; where a rail shows nothing covers it."""
    segment, cars = ((0, 0), "east"), PlainSettings().cars
    hidden, shown = (cars.rails_likely - 0.1,) * 2, (cars.rails_likely + 0.1,) * 2
    assert Blocks((), {(0, 0), (0, 1)}).may_cover(segment, hidden, cars)
    assert not Blocks((), {(0, 0), (0, 1)}).may_cover(segment, shown, cars)
    assert not Blocks((), {(0, 0)}).may_cover(segment, hidden, cars)
