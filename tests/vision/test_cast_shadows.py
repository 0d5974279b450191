"""Shadows of a window's bars: taken off a picture where that leaves fewer questions, and nothing is certain there."""

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from measuring.plain import PlainPicture, plain_picture
from measuring.tally import Compared, compare

from tabletop.gamefile import load_game
from tabletop.readings import Confidence, Reading
from vision import FrameReading, read_image, reread
from vision.boards.manned_tiles import NOTHING_SEEN
from vision.boards.setup import setup_of
from vision.pixels.arrays import BgrImage, Samples
from vision.pixels.semi_global import semi_global
from vision.places.shot import SolvedShot
from vision.reading import BoardReading, ShadowSearch
from vision.settings import ReaderSettings
from vision.settings.uncoded import PlainSettings, ShadowSettings
from vision.uncoded import shadow_search
from vision.uncoded.cast_shadows import CastShadows

SHADE = 0.3
"""Light that a bar leaves, of the sun's."""


def barred(image: BgrImage) -> tuple[BgrImage, Samples]:
    """The picture with the shadows of two bars of a window across it, and how light each pixel is left."""
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.linspace(0.0, 1.0, width), np.linspace(0.0, 1.0, height))
    light = np.ones((height, width))
    for away in (0.8 * x + 0.25 * y - 0.62, y + 0.2 * x - 0.6):
        dark = 1.0 / (1.0 + np.exp(np.clip((np.abs(away) - 0.05) / 0.004, -30, 30)))
        light = np.minimum(light, 1.0 - (1.0 - SHADE) * dark)
    shaded = (image / 255.0) * light[..., None] ** (1.0 / 2.2)
    return np.asarray(np.rint(255.0 * shaded), np.uint8), np.asarray(light, np.float32)


@pytest.fixture(scope="module")
def drawn() -> PlainPicture:
    """A virtual table of My City with plain pieces."""
    return plain_picture("tuning", "window", "my-city", 9101)


def _read(picture: PlainPicture, image: BgrImage, own: ShadowSettings | None = None) -> FrameReading:
    settings = ReaderSettings()
    if own is not None:
        settings = replace(settings, uncoded=PlainSettings(shadows=own))
    game, players = load_game(picture.truth.game), picture.truth.players
    return read_image(image, game, players=players, pieces=picture.pieces, settings=settings)


def _told(picture: PlainPicture, sight: FrameReading) -> Compared:
    return compare(picture.truth, sight.reading, picture.hidden)


def test_what_lies_in_the_shadow_of_a_windows_bars_is_read(drawn: PlainPicture) -> None:
    """Both bars cross whole rows of cells; without the search for shadows many of these are asked about."""
    image, light = barred(drawn.photo.image)
    sight = _read(drawn, image)
    found, before = _told(drawn, sight), _told(drawn, _read(drawn, image, ShadowSettings(least_apart=np.inf)))
    assert len(before.asked_visible) > 10
    assert len(found.asked_visible) < len(before.asked_visible) / 3
    assert not found.wrong
    shaded = {
        place
        for place, outline in sight.outlines_px.items()
        if place.startswith("cell:") and _least_light(light, outline) < 0.5
    }
    assert len(shaded) > 20
    assert "certain" not in {sight.reading.confidence[place] for place in shaded}
    assert "certain" in sight.reading.confidence.values()


def test_what_stands_in_a_windows_shadow_in_a_city_is_read_and_so_is_it_in_the_next_look() -> None:
    """Both bars cross neighbourhoods; a corner of the table that changes leaves the shadows where they were."""
    picture = plain_picture("tuning", "window", "big-city", 9101)
    image, _ = barred(picture.photo.image)
    sight = _read(picture, image)
    found = _told(picture, sight)
    before = _told(picture, _read(picture, image, ShadowSettings(least_apart_in_cities=np.inf)))
    assert len(before.asked_visible) > 8
    assert len(found.asked_visible) < len(before.asked_visible) / 2
    assert not found.wrong
    assert sight.shadow_search is not None
    assert sight.shadow_search.shadows is not None
    assert "certain" not in {sight.reading.confidence.get(place) for place in sight.shadow_search.shadows.places}
    later = image.copy()
    later[:40, :40] = 255 - later[:40, :40]
    again = reread(later, sight)
    assert again.shadow_search is not None
    assert again.shadow_search.shadows is sight.shadow_search.shadows
    assert again.reading.confidence == sight.reading.confidence


def _least_light(light: Samples, outline_px: np.ndarray) -> float:
    column, row = np.clip(np.rint(outline_px.mean(axis=0)), 0, np.array(light.shape[::-1]) - 1).astype(int)
    return float(light[row, column])


def test_a_picture_in_one_light_is_read_as_it_is(drawn: PlainPicture) -> None:
    """Codes that are as light as one another tell of no shadow."""
    sight = _read(drawn, drawn.photo.image)
    plain = _read(drawn, drawn.photo.image, ShadowSettings(least_apart=np.inf))
    assert sight.reading == plain.reading


@pytest.mark.parametrize(("asked", "believed"), [(6, False), (3, False), (2, True)])
def test_shadows_are_believed_where_they_leave_fewer_questions(
    drawn: PlainPicture, monkeypatch: pytest.MonkeyPatch, asked: int, believed: bool
) -> None:
    """Four fewer are no chance; and what lay in a shadow is never certain."""
    found, _ = _look(drawn, monkeypatch, 6, asked, None)
    assert found.shadow_search is not None
    assert found.shadow_search.asked == (2 if believed else 6)
    assert (found.shadow_search.shadows is not None) is believed
    without = _sight(drawn, asked).reading.confidence
    assert found.reading.confidence == (
        {**without, "cell:2": "likely", "cell:3": "likely", "cell:8": "likely"}
        if believed
        else _sight(drawn, 6).reading.confidence
    )


SOME = CastShadows(np.ones((2, 2, 3), np.float32), frozenset({"cell:5"}))


@pytest.mark.parametrize(
    ("before", "asked", "read"),
    [
        (None, 3, ["as it is lit"]),
        (None, 4, ["as it is lit", "without shadows"]),
        (ShadowSearch(6, None), 9, ["as it is lit"]),
        (ShadowSearch(5, None), 9, ["as it is lit", "without shadows"]),
        (ShadowSearch(30, None), 9, ["as it is lit", "without shadows"]),
        (ShadowSearch(2, SOME), 9, ["without shadows"]),
    ],
    ids=["little is asked", "much is asked", "none were there", "more is asked", "a hand has gone", "some were there"],
)
def test_the_next_look_searches_where_there_may_be_shadows(
    drawn: PlainPicture, monkeypatch: pytest.MonkeyPatch, before: ShadowSearch | None, asked: int, read: list[str]
) -> None:
    """What the last look found out about them is not found out again."""
    assert _look(drawn, monkeypatch, asked, 2, before)[1] == read


@pytest.mark.parametrize(("changed", "likely"), [(0.02, [5]), (0.3, [2, 3, 8])], ids=["a piece", "a hand"])
def test_shadows_fall_where_they_fell_unless_a_hand_throws_its_own(
    drawn: PlainPicture, monkeypatch: pytest.MonkeyPatch, changed: float, likely: list[int]
) -> None:
    """A piece that is laid changes no light, and the look after it knows that."""
    found, _ = _look(drawn, monkeypatch, 6, 2, ShadowSearch(2, SOME), changed=changed)
    told = found.reading.confidence
    assert [number for number in range(10) if told[f"cell:{number}"] == "likely"] == likely
    assert found.shadow_search is not None
    assert (found.shadow_search.shadows is SOME) is (changed < 0.1)


def test_shadows_on_other_cells_than_those_that_are_asked_about_matter_little(
    drawn: PlainPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked about in another light has other reasons."""
    assert _look(drawn, monkeypatch, 6, 0, None, shaded=3)[1] == ["as it is lit"]


def _look(
    picture: PlainPicture,
    monkeypatch: pytest.MonkeyPatch,
    lit: int,
    without: int,
    before: ShadowSearch | None,
    *,
    shaded: int = 4,
    changed: float = 0.02,
) -> tuple[FrameReading, list[str]]:
    """A look at ten cells of which the first so many are asked about with shadows and without; and how they were read.

    Shadows lie on the first so many, and on the ninth.
    """
    game, settings = load_game(picture.truth.game), ReaderSettings()
    shot, read = SimpleNamespace(image=picture.photo.image, settings=settings, game=game), list[str]()
    moved = frozenset(f"cell:{number}" for number in (*range(shaded), 8))
    monkeypatch.setattr(shadow_search, "cast_shadows", lambda *_: CastShadows(np.ones((2, 2, 3), np.float32), moved))
    monkeypatch.setattr(CastShadows, "taken_off", lambda *_: SimpleNamespace())

    def reading(one: SolvedShot) -> FrameReading:
        read.append("as it is lit" if one is cast(SolvedShot, shot) else "without shadows")
        return _sight(picture, lit if one is cast(SolvedShot, shot) else without)

    found = shadow_search.read_without_shadows(cast(SolvedShot, shot), list, reading, before, changed, 0.2)
    return found, read


def _sight(picture: PlainPicture, asked: int) -> FrameReading:
    """A reading of ten cells, of which the first so many are asked about, and all others certain."""
    sureness: dict[str, Confidence] = {f"cell:{number}": "ask" if number < asked else "certain" for number in range(10)}
    reading = Reading(picture.truth.game, picture.truth, sureness)
    game, players = load_game(picture.truth.game), picture.truth.players
    boards = BoardReading(setup_of(game, None, (), None), NOTHING_SEEN)
    return FrameReading(reading, game, players, (1920, 1080), ReaderSettings(), boards=boards)


def test_along_one_line_the_cheapest_levels_are_the_best_of_all() -> None:
    """On a single row of pixels nothing is approximate: held against all ways there are."""
    random = np.random.default_rng(3)
    cost = random.uniform(0.0, 2.0, (1, 6, 3)).astype(np.float32)
    step, jump = (
        random.uniform(0.1, 0.3, (5, 1)).astype(np.float32),
        random.uniform(0.4, 0.9, (5, 1)).astype(np.float32),
    )
    none = np.zeros((0, 6), np.float32)
    total = semi_global(cost, (none, step), (none, jump))
    best = np.full((6, 3), np.inf)
    for way in itertools.product(range(3), repeat=6):
        price = sum(cost[0, at, level] for at, level in enumerate(way))
        for at, (one, other) in enumerate(itertools.pairwise(way)):
            apart = abs(one - other)
            price += 0.0 if not apart else min(step[at, 0], jump[at, 0]) if apart == 1 else jump[at, 0]
        for at, level in enumerate(way):
            best[at, level] = min(best[at, level], price)
    shown = total[0] - total[0].min(axis=1, keepdims=True)
    assert shown == pytest.approx(best - best.min(axis=1, keepdims=True), abs=1e-4)


def test_levels_go_on_where_a_pixel_tells_nothing() -> None:
    """A hand's pixels are as light as those round them, and an edge in the picture is where light may change."""
    cost = np.full((5, 8, 4), 2.0, np.float32)
    cost[:, :4, 0] = cost[:, 4:, 3] = 0.0
    cost[2, 2:6] = 0.0
    step, jump = np.full((4, 8), 1.0, np.float32), np.full((4, 8), 3.0, np.float32)
    beside, jump_beside = np.full((7, 5), 1.0, np.float32), np.full((7, 5), 3.0, np.float32)
    beside[3], jump_beside[3] = 0.1, 0.1
    found = semi_global(cost, (step, beside), (jump, jump_beside)).argmin(axis=2)
    assert found[:, :4].tolist() == [[0] * 4] * 5
    assert found[:, 4:].tolist() == [[3] * 4] * 5
