"""Mirrored light over pieces without codes: measured on the codes, taken off, and never certain under it."""

from dataclasses import replace

import numpy as np
import pytest
from measuring.plain import plain_picture
from thinned import thinned

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import Rgb, load_game
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedZone
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plainkinds import plain_kinds
from tabletop.plans import plan_of
from vision import BgrImage, FrameReading, read_image
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import PlainAnswer, unless_larger
from vision.uncoded.materials import materials_of
from vision.uncoded.pieces import grounds_like_pieces, printed_grounds
from vision.uncoded.shapes import Laid
from vision.uncoded.veil import Veil, veil_of

SETTINGS = PlainSettings()
PLACES = np.array([[x, y] for x in (0.0, 100.0, 200.0, 300.0) for y in (0.0, 100.0)])
WHITE = np.full((8, 3), 0.8)


def _veil(*shares: float, black: float = 0.06) -> Veil:
    """Codes whose black is this share of white, and by so much lighter at the first few places."""
    added = np.zeros((8, 1))
    added[: len(shares), 0] = shares
    return veil_of(PLACES, WHITE + 0.8 * added, WHITE * black + 0.8 * added, SETTINGS)


def test_what_is_added_to_black_and_white_alike_is_a_veil() -> None:
    """Its light is told where it lies, and none where black is as black as ink and lens make it."""
    veil = _veil(0.5, 0.5)
    assert veil.shows
    assert veil.light[:2] == pytest.approx(np.full((2, 3), 0.4), abs=0.02)
    assert veil.share_at(PLACES[:1]) > 0.2
    assert veil.share_at(PLACES[-1:]) < SETTINGS.certain_veil


@pytest.mark.parametrize("black", [0.02, 0.06, 0.14])
def test_black_that_is_light_everywhere_is_no_veil(black: float) -> None:
    """A lens, blur or a printer that is short of ink does that."""
    assert not _veil(black=black).shows


def test_black_that_is_grey_everywhere_is_a_veil() -> None:
    """No ink, lens or blur makes black that light: the window is mirrored in all of the table."""
    assert _veil(black=0.4).share.min() > SETTINGS.certain_veil


def test_few_codes_tell_no_veil() -> None:
    """Nobody knows what black looks like in that picture."""
    count = SETTINGS.veil_codes - 1
    assert not veil_of(PLACES[:count], WHITE[:count], WHITE[:count] * 0.5, SETTINGS).shows


CHESS = load_game("my-city-chess")
COUNTERS = PieceSet(
    "counters",
    "Counters",
    "my-city-chess",
    tuple(
        PlainPiece(f"{player}-{kind}", colour, size, 8.0)
        for player, colour in (("red", (198, 43, 43)), ("blue", (37, 82, 176)))
        for kind, size in (("residential-1", (14.0, 14.0)), ("commercial-2", (26.0, 13.0)))
    ),
)


def _glaring(seed: int) -> tuple[FrameReading, MyCityChessPosition]:
    zones = tuple(
        PlacedZone(player, kind, value, square)
        for square, player, kind, value in (
            ("c4", "red", "residential", 1), ("d5", "blue", "commercial", 2), ("e4", "blue", "residential", 1),
            ("f5", "red", "commercial", 2), ("d3", "red", "residential", 1), ("e6", "blue", "residential", 1),
        )
    )  # fmt: skip
    position = MyCityChessPosition(zones=zones, players=("red", "blue"))
    image = shoot(plan_of(position, CHESS), PartsBox(CHESS, COUNTERS), Shot("above", "glare", "wood", seed)).image
    by_colour = ReaderSettings(learned=LearnedSettings(used=False))
    return read_image(image, CHESS, pieces=COUNTERS, players=position.players, settings=by_colour), position


@pytest.mark.parametrize("seed", thinned([3, 4], 1))
def test_under_glare_no_counter_is_told_empty_for_certain(seed: int) -> None:
    """Pale with a mirrored window they look like their squares."""
    sight, position = _glaring(seed)
    assert sight.table is not None
    squares = [f"square:{zone.on}" for zone in position.zones]
    told = {zone.on for zone in sight.reading.position.zones}
    missed = [place for place in squares if place.partition(":")[2] not in told]
    assert [place for place in missed if sight.reading.confidence[place] == "certain"] == []


def test_two_descriptions_of_one_colour_are_one_colour() -> None:
    """A single piece beside a hidden cell may be a larger one's end though people described that a shade darker."""
    game = load_game("small-city")
    single, double = (game.by_id[f"park-{number}"] for number in (1, 2))
    size = (25.0, 25.0)
    kinds = PieceSet("shapes", "", "small-city", (PlainPiece(single.id, (230, 190, 30), size, 4.0),))
    both = replace(kinds, pieces=(*kinds.pieces, PlainPiece(double.id, (224, 196, 36), (52.0, 25.0), 4.0)))
    materials = materials_of(plain_kinds(both, game), SETTINGS)
    assert len(materials) == 2
    answer = PlainAnswer(Laid(single, 0, ((3, 3),), 9.0, 9.0), "certain", {})
    assert unless_larger({(3, 3): answer}, {(3, 4)}, materials, SETTINGS)[3, 3].sureness == "ask"
    assert unless_larger({(3, 3): answer}, {(5, 7)}, materials, SETTINGS)[3, 3].sureness == "certain"


def test_what_no_shape_explains_hides_the_rest_of_a_piece() -> None:
    """A finger over a piece has a colour of its own: what lies under it may belong to what shows beside it."""
    game = load_game("small-city")
    single, double = (game.by_id[f"park-{number}"] for number in (1, 2))
    kinds = tuple(
        PlainPiece(part.id, (230, 190, 30), size, 4.0)
        for part, size in ((single, (25.0, 25.0)), (double, (52.0, 25.0)))
    )
    materials = materials_of(plain_kinds(PieceSet("shapes", "", "small-city", kinds), game), SETTINGS)
    told = PlainAnswer(Laid(single, 0, ((3, 3),), 9.0, 9.0), "certain", {})
    skin = PlainAnswer(None, "ask", {})
    assert unless_larger({(3, 3): told, (3, 4): skin}, (), materials, SETTINGS)[3, 3].sureness == "ask"
    assert unless_larger({(3, 3): told, (6, 7): skin}, (), materials, SETTINGS)[3, 3].sureness == "certain"


def test_pieces_without_a_seam_reach_under_what_hides_a_cell_beside_them_together() -> None:
    """A cross of which a citizen hides one arm: its rest fits as a bar and a single piece, which it is not."""
    game = load_game("small-city")
    single, bar = (game.by_id[f"park-{number}"] for number in (1, 3))
    kinds = tuple(
        PlainPiece(part.id, (47, 143, 58), size, 4.0) for part, size in ((single, (25.0, 25.0)), (bar, (79.0, 25.0)))
    )
    materials = materials_of(plain_kinds(PieceSet("shapes", "", "small-city", kinds), game), SETTINGS)
    row = ((3, 2), (3, 3), (3, 4))
    for seamless, sureness in ((True, "ask"), (False, "likely")):
        below = PlainAnswer(Laid(single, 0, ((4, 3),), 9.0, 9.0), "likely", {}, seamless=seamless)
        across = PlainAnswer(Laid(bar, 0, row, 9.0, 9.0), "likely", {}, seamless=seamless)
        asked = unless_larger({(4, 3): below} | dict.fromkeys(row, across), {(2, 3)}, materials, SETTINGS)
        assert {one.sureness for one in asked.values()} == {sureness}


def test_what_may_go_on_under_something_is_as_likely_larger() -> None:
    """A citizen stands on one end of a bar of three: what shows of it fits as a piece of two, and that is no clue."""
    game = load_game("small-city")
    sizes = {"park-1": (25.0, 25.0), "park-2": (52.0, 25.0), "park-3": (79.0, 25.0)}
    kinds = tuple(PlainPiece(part, (47, 143, 58), size, 4.0) for part, size in sizes.items())
    materials = materials_of(plain_kinds(PieceSet("shapes", "", "small-city", kinds), game), SETTINGS)
    pair = Laid(game.by_id["park-2"], 0, ((3, 3), (3, 4)), 9.0, 9.0)
    shown = dict.fromkeys(pair.cells, PlainAnswer(pair, "certain", {"park-2": 9.0, "park-1": 2.0}))
    asked = unless_larger(shown, {(3, 5)}, materials, SETTINGS)
    assert [one.evidence for one in asked.values()] == [{"park-1": 2.0, "park-2": 9.0, "park-3": 9.0}] * 2
    single = Laid(game.by_id["park-1"], 0, ((3, 3),), 9.0, 9.0)
    ends = {cell: PlainAnswer(replace(single, cells=(cell,)), "certain", {"park-1": 9.0}) for cell in ((3, 3), (3, 5))}
    asked = unless_larger(ends, {(3, 4)}, materials, SETTINGS)
    assert [set(one.evidence) for one in asked.values()] == [{"park-1", "park-2", "park-3"}] * 2
    assert unless_larger(shown, {(5, 3)}, materials, SETTINGS) == shown


def _with(colour: Rgb) -> frozenset[str]:
    pieces = PieceSet("one", "", "my-city-chess", (PlainPiece("red-residential-1", colour, (14.0, 14.0), 8.0),))
    return grounds_like_pieces(printed_grounds(CHESS, SETTINGS), plain_kinds(pieces, CHESS), SETTINGS)


def test_ground_that_looks_like_a_piece_is_known() -> None:
    """Birch lies on light squares unseen; on dark ones, and red on any, it is plain."""
    assert "square-light" in _with((242, 232, 208))
    assert not {"square-light", "square-dark"} & _with((198, 43, 43))


def test_what_is_told_by_colour_on_ground_that_looks_like_a_piece_is_not_certain() -> None:
    """A piece of that colour would hardly show there: neither the bare square nor the piece is sure."""
    birch = PieceSet("one", "", "my-city-chess", (PlainPiece("red-residential-1", (242, 232, 208), (14.0, 14.0), 8.0),))
    position = MyCityChessPosition(zones=(PlacedZone("red", "residential", 1, "c4"),), players=("red", "blue"))
    image = shoot(plan_of(position, CHESS), PartsBox(CHESS, birch), Shot("above", "ceiling", "wood", 5)).image
    told = read_image(image, CHESS, pieces=birch, players=position.players).reading.confidence
    light, dark = ([f"square:{name}" for name in names] for names in (("c4", "e4", "a2"), ("c3", "e5", "a1")))
    assert "certain" not in {told[square] for square in light}
    assert "certain" in {told[square] for square in dark}


@pytest.fixture(scope="module")
def one_counter() -> BgrImage:
    """A board with one counter in even light."""
    position = MyCityChessPosition(zones=(PlacedZone("red", "residential", 1, "c4"),), players=("red", "blue"))
    return shoot(plan_of(position, CHESS), PartsBox(CHESS, COUNTERS), Shot("above", "ceiling", "wood", 5)).image


@pytest.mark.parametrize(
    ("own", "certain"),
    [
        (SETTINGS, True),
        (PlainSettings(certain_residual=SETTINGS.certain_residual - 30.0), False),
        (PlainSettings(certain_veil=-0.01), False),
    ],
    ids=["as shipped", "printed colours look wrong", "light is mirrored"],
)
def test_where_colours_may_be_others_no_colour_is_certain(
    one_counter: BgrImage, own: PlainSettings, certain: bool
) -> None:
    """Noise and dim light move them all: the printed patches tell how far. Mirrored light is added to them: the codes'
    black tells how much."""
    settings = ReaderSettings(uncoded=own)
    told = read_image(one_counter, CHESS, pieces=COUNTERS, players=("red", "blue"), settings=settings).reading
    assert {zone.on for zone in told.position.zones} == {"c4"}
    assert (told.confidence["square:c4"] == "certain") == certain


def test_under_mirrored_light_no_street_is_certain() -> None:
    """A streetcar on the city's rim is nearly as pale as the street there, and its dark side looks like a rail."""
    shown, game = plain_picture("tuning", "glare", "big-city", 9102), load_game("big-city")

    def certain(own: PlainSettings) -> int:
        settings = ReaderSettings(uncoded=own)
        sight = read_image(shown.photo.image, game, players=shown.truth.players, pieces=shown.pieces, settings=settings)
        told = sight.reading.confidence.items()
        return sum(sureness == "certain" for place, sureness in told if place.startswith("street"))

    assert certain(SETTINGS) < certain(replace(SETTINGS, certain_veil=1.0)) - 20
