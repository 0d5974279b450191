"""Why places are asked about: each cause is made on purpose in a picture, and the reason names it."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from laid_positions import BOROUGHS
from measuring.plain import PHOTOS

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.scene import NEAT
from simulator.studio import Shot, shoot
from tabletop.gamefile import Rgb, load_game
from tabletop.notation import load_position
from tabletop.piecefile import PieceSet, load_pieces
from tabletop.plans import plan_of
from tabletop.readings import Problem
from vision import FrameReading, load_image, read_image
from vision.pixels.arrays import BgrImage
from vision.reasons import by_reason, why_asked
from vision.uncoded.asked_looks import AskedLook, ColourSeen
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.clusters import Doubt

GAME = load_game("small-city")
PIECES = load_pieces(str(PHOTOS / "small-city" / "pieces" / "shapes.toml"))
CELL_MM = 27.5
DARK_CLOTH, SKIN = (60, 40, 40), (120, 150, 200)


def taken(pieces: PieceSet) -> Photograph:
    """A webcam's picture of the two boroughs from above."""
    shot = Shot(view="above", light="ceiling", table="wood", seed=3, size_px=(1280, 720), disorder=NEAT)
    return shoot(plan_of(BOROUGHS, GAME), PartsBox(GAME, pieces), shot)


@pytest.fixture(scope="module")
def photo() -> Photograph:
    """One for all who paint on it."""
    return taken(PIECES)


def read(image: BgrImage, pieces: PieceSet = PIECES) -> FrameReading:
    """What the picture shows of the boroughs."""
    return read_image(image, GAME, players=("Ann", "Ben"), pieces=pieces)


def reasons(image: BgrImage, pieces: PieceSet = PIECES) -> Mapping[str, str]:
    """Why cells of the picture are asked about, without the word `cell`."""
    return {place.removeprefix("cell:"): reason for place, reason in why_asked(read(image, pieces)).items()}


def coloured(part: str, colour: Rgb) -> PieceSet:
    """The pieces, those of one kind in another colour."""
    changed = [replace(piece, colour=colour) if piece.part.startswith(part) else piece for piece in PIECES.pieces]
    return replace(PIECES, pieces=tuple(changed))


def middle_mm(photo: Photograph, part: str, cells: tuple[float, float] = (0.0, 0.0)) -> np.ndarray[Any, Any]:
    """The middle of a part, or so many cells to the right of it and below."""
    outline = np.array(next(one.outline_mm for one in photo.truth.parts if one.part == part))
    return np.asarray((outline.min(axis=0) + outline.max(axis=0)) / 2 + CELL_MM * np.array(cells))


def square_px(photo: Photograph, at_mm: Any, size_mm: tuple[float, float]) -> np.ndarray[Any, Any]:
    """The corners of a rectangle as the picture shows it."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2
    return np.rint(photo.truth.camera.project(np.column_stack([at_mm + half, np.full(4, 2.0)]))).astype(np.int32)


def covered(photo: Photograph, at_mm: Any, size_mm: tuple[float, float], bgr: tuple[int, int, int]) -> BgrImage:
    """The picture with a thing of one colour on it."""
    return np.asarray(cv2.fillPoly(photo.image.copy(), [square_px(photo, at_mm, size_mm)], bgr, cv2.LINE_AA), np.uint8)


def lit(photo: Photograph, at_mm: Any, radius_px: float, strength: float) -> BgrImage:
    """The picture with a lamp's mirror image upon it: white light, added to what comes from the things."""
    x, y = photo.truth.camera.project(np.array([[*at_mm, 0.0]]))[0]
    rows, columns = np.mgrid[: photo.image.shape[0], : photo.image.shape[1]]
    lamp = strength * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / radius_px**2)[..., None]
    return np.asarray(255 * np.clip((photo.image / 255.0) ** 2.2 + lamp, 0, 1) ** (1 / 2.2), np.uint8)


def dim(image: BgrImage, share: float, noise: float) -> BgrImage:
    """The picture in so little light that noise shows."""
    grain = np.random.default_rng(1).normal(0.0, noise, image.shape)
    return np.asarray(np.clip(image * share + grain, 0, 255), np.uint8)


def test_nothing_is_asked_about_where_nothing_is_wrong(photo: Photograph) -> None:
    """The other pictures differ from this one in one thing each."""
    assert reasons(photo.image) == {}


def test_where_a_lamp_burns_out_the_colour_light_is_blamed(photo: Photograph) -> None:
    """Over the cells round one end of a piece."""
    found = reasons(lit(photo, middle_mm(photo, "park-2", (0.0, -0.5)), 60.0, 6.0))
    assert set(found.values()) == {"light or glare washes out its colour"}


def test_where_codes_show_mirrored_light_that_is_blamed(photo: Photograph) -> None:
    """The rim of a lamp's mirror image lies over a factory, whose yellow it makes paler."""
    found = reasons(lit(photo, middle_mm(photo, "park-2", (0.0, -0.5)), 90.0, 2.0))
    assert found["Ann:E6"] == "a lamp or a window mirrors itself there, and its light changes the colour"


def test_a_thing_that_is_neither_ground_nor_piece_is_told_as_such(photo: Photograph) -> None:
    """A dark sleeve lies over two bare cells."""
    found = reasons(covered(photo, middle_mm(photo, "factory-2", (0.0, 2.2)), (40.0, 40.0), DARK_CLOTH))
    strange = "it looks like neither ground nor piece: a hand or another thing covers it"
    assert found == {"Ann:E8": strange, "Ann:E9": strange}


def test_what_may_go_on_under_a_hand_is_named_and_so_is_the_hand(photo: Photograph) -> None:
    """It lies over half of a piece of two cells."""
    found = reasons(covered(photo, middle_mm(photo, "commercial-2", (0.0, 1.0)), (30.0, 40.0), SKIN))
    assert found["Ann:H3"].endswith("may go on under what hides the places beside it")
    assert found["Ann:H4"].startswith("it looks like neither ground nor piece")


def test_a_bare_cell_in_shadow_is_told_to_be_darker(photo: Photograph) -> None:
    """A hard shadow takes three fifths of the light from two of them: no hand is blamed."""
    shadow = square_px(photo, middle_mm(photo, "factory-2", (0.0, 2.2)), (60.0, 60.0))
    share = np.ones(photo.image.shape[:2], np.float32)
    cv2.fillPoly(share, [shadow], 0.4)
    found = reasons(np.asarray(photo.image * share[..., None], np.uint8))
    assert found["Ann:E9"] == "it has its ground's colour, but is much darker: a shadow, or something plain"


def test_in_noise_no_hand_and_no_glare_is_blamed(photo: Photograph) -> None:
    """Dark and noisy, half of a pink card is nothing that anybody knows."""
    image = covered(photo, middle_mm(photo, "factory-2", (0.0, 2.2)), (40.0, 40.0), (120, 120, 220))
    assert reasons(dim(image, 0.35, 10.0))["Ann:E8"].startswith("the picture is dark and noisy")


def test_where_noise_leaves_no_black_no_light_is_blamed(photo: Photograph) -> None:
    """Codes whose black is as light as under glare: the picture is too dark, and nothing mirrors itself."""
    image = covered(photo, middle_mm(photo, "factory-2", (0.0, 2.2)), (26.0, 26.0), (150, 120, 220))
    assert reasons(dim(image, 0.3, 12.0))["Ann:E9"] == "the picture is too dark and noisy to tell its colour"


def test_kinds_of_nearly_one_colour_are_named_together() -> None:
    """Parks nearly as yellow as factories."""
    pieces = coloured("park", (238, 180, 40))
    found = reasons(taken(pieces).image, pieces)
    assert found["Ben:B2"] == "the colours of Park 1 and Factory 1 are too alike in this light"


def test_a_piece_of_the_grounds_colour_is_told_to_have_it() -> None:
    """Parks as pale as the paper: bare cells are asked about, and the file's colour is why."""
    pieces = coloured("park", (226, 221, 204))
    found = reasons(taken(pieces).image, pieces)
    assert set(found.values()) == {"Park 1 has nearly the colour of the ground there"}


def test_what_stands_in_front_is_named_where_it_hides_the_place() -> None:
    """A photograph of blocks seen aslant: all places that one of them is told to hide are hidden."""
    path = PHOTOS / "big-city" / "tuning-hard-plain-lamp-42.jpg"
    index = tomllib.loads((path.parent / "photos.toml").read_text("utf-8"))[path.stem]
    truth = load_position(str(path.with_suffix(".toml")))
    pieces = load_pieces(str(path.parent / "pieces" / f"{index['pieces']}.toml"))
    sight = read_image(load_image(path), load_game(truth.game), players=truth.players, pieces=pieces)
    behind = {place for place, reason in why_asked(sight).items() if reason.endswith("in front of it hides it")}
    assert len(behind) > 10
    assert behind <= set(index["hidden"])


# -- what looks told, by itself


@pytest.fixture(scope="module")
def sight(photo: Photograph) -> FrameReading:
    """A reading in which nothing is asked about."""
    return read(photo.image)


PLACE = "cell:Ann:C3"
PARK, FACTORY = {"park-2": 5.0, "factory-2": -9.0}, {"park-2": -9.0, "factory-2": 5.0}


def seen(nats: Mapping[str, float], **other: float) -> ColourSeen:
    """What a cell shows in even light."""
    usual = {"ground_nats": -9.0, "lighter": -30.0, "tinted": 40.0, "plain": 1.0, "burnt": 0.0, "veil": 0.0}
    return ColourSeen(nats=nats, **{**usual, **other})


def held_for(sight: FrameReading, *, bare: float = 0.0, other: float = 0.0, part: str = "") -> CellTold:
    """What the learned look tells of a cell that it holds for ground, for a stranger, or for a part."""
    assert sight.asked is not None
    pieces = {number: 0.9 if part in ids else 0.0 for number, ids in enumerate(sight.asked.colours)}
    return CellTold(bare, pieces, other, {}, True)


Change = Callable[[FrameReading], AskedLook]


def asked(
    shown: ColourSeen,
    doubt: Doubt | None = None,
    *,
    evidence: Mapping[str, float] | None = None,
    certain: bool = False,
    **look: Any,
) -> Change:
    """A place that colours ask about for a doubt, or are certain of, and what the learned look holds it for."""

    def of(sight: FrameReading) -> AskedLook:
        told = evidence or {"park-2": 0.0, "empty": -12.0}
        return AskedLook("certain" if certain else "ask", told, doubt, held_for(sight, **look), shown)

    return of


def reason(sight: FrameReading, change: Change, *, hidden: bool = False) -> str:
    """The reason of one place of which looks told so much."""
    assert sight.asked is not None
    one = change(sight)
    flat = dict.fromkeys(one.evidence, 0.0)
    reading = replace(
        sight.reading, confidence={PLACE: "ask"}, evidence={PLACE: flat if hidden else one.evidence}, problems=()
    )
    looks = replace(sight.asked, places={PLACE: one})
    hides = frozenset({PLACE}) if hidden else frozenset()
    changed = replace(sight, reading=reading, asked=looks, hidden=hides, places=replace(sight.places, parts=()))
    return why_asked(changed)[PLACE]


SEEN = seen(PARK)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (asked(SEEN, "supply"), "more pieces like Park 2 show than there are"),
        (asked(SEEN, "lines"), "the printed lines round it do not show"),
        (asked(SEEN, "upon"), "what stands upon it hides whether one piece lies there or two"),
        (asked(SEEN, "beyond"), "Park 2 may go on under what hides the places beside it"),
        (asked(SEEN, "mirrored"), "a lamp or a window mirrors itself there"),
        (asked(SEEN, "end"), "nothing shows where Park 2 ends"),
        (asked(SEEN, "cut"), "pieces of the colour of Park 2 lie side by side"),
        (asked(SEEN, "middle"), "Park 2 lies between this place and the next one"),
        (asked(SEEN, "stranger"), "its colour is nearest to that of Park 2, but hardly nearer"),
        (asked(SEEN, "colour", evidence={"park-2": 0.0, "park-1": -0.5}), "Park 2 and Park 1 look alike"),
        (asked(SEEN, "colour", evidence={"park-2": 0.0, "factory-2": -0.5}), "the colours of Park 2 and Factory 2 are"),
        (asked(SEEN, "end", other=0.9), "it has the colour of Park 2, but looks like neither ground nor piece"),
        (asked(SEEN, certain=True, part="factory-2"), "by its colour it is Park 2, but it looks like Factory"),
        (asked(SEEN, certain=True, bare=0.9), "by its colour it is Park 2, but it looks like bare ground"),
        (asked(SEEN, evidence={"park-2": 0.0, "factory-2": -0.5}), "Park 2 and Factory 2 fit it equally well"),
        (asked(SEEN), "Park 2 fits it best, but not clearly enough"),
    ],
)
def test_what_made_colours_ask_is_told_with_the_piece(sight: FrameReading, change: Change, told: str) -> None:
    """Each doubt has its sentence; where none is kept, both pieces or the best one are named."""
    assert reason(sight, change).startswith(told)


NOTHING = seen({"park-2": -9.0})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (asked(seen(PARK, burnt=0.9)), "light or glare washes out its colour"),
        (asked(seen(PARK, veil=0.3)), "a lamp or a window mirrors itself there"),
        (asked(NOTHING, other=0.9), "it looks like neither ground nor piece"),
        (asked(seen(PARK, ground_nats=5.0)), "Park 2 has nearly the colour of the ground there"),
        (asked(seen(FACTORY), "no-shape"), "it has the colour of Factory 2, but no known piece of that colour fits"),
        (asked(seen(FACTORY), "size"), "it has the colour of Factory 2, but no known piece of that colour fits"),
        (asked(seen({"park-2": -9.0}, ground_nats=5.0)), "it has its ground's colour, but does not look bare"),
        (asked(seen({"park-2": -9.0}, tinted=1.0)), "it has its ground's colour, but is much darker"),
        (asked(seen({"park-2": -9.0}, tinted=1.0, lighter=20.0)), "it has its ground's colour, but is much lighter"),
        (asked(NOTHING, bare=0.9), "it looks bare, but its colour is not its ground's"),
        (asked(NOTHING), "what shows there is unlike anything known"),
    ],
)
def test_what_shows_where_nothing_known_does_is_told(sight: FrameReading, change: Change, told: str) -> None:
    """By the light that was measured there, the colour, and what the learned look holds it for."""
    assert reason(sight, change, hidden=True).startswith(told)


def test_a_place_that_reaches_out_of_the_picture_is_told_to(sight: FrameReading) -> None:
    """By its outline."""
    beyond = {PLACE: sight.outlines_px[PLACE] - np.array([sight.outlines_px[PLACE][:, 0].min() + 9.0, 0.0])}
    reading = replace(sight.reading, confidence={PLACE: "ask"})
    assert why_asked(replace(sight, reading=reading, outlines_px=beyond)) == {
        PLACE: "part of it lies outside the picture"
    }


def test_what_a_problem_says_of_a_place_is_its_reason(sight: FrameReading) -> None:
    """Whatever else could be said of it."""
    problem = Problem("too-many-seen", "Park 2 is seen twice", (PLACE,))
    reading = replace(sight.reading, confidence={PLACE: "ask"}, problems=(problem,))
    assert why_asked(replace(sight, reading=reading)) == {PLACE: "Park 2 is seen twice"}


def test_places_of_one_reason_stand_together() -> None:
    """In the order in which they came."""
    assert by_reason({"b": "dark", "a": "covered", "c": "dark"}) == {"dark": ["b", "c"], "covered": ["a"]}
