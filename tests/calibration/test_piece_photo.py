"""A whole pieces file from one photograph: what is taught is held against what was laid."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_pieces import GAME, GROUND, WARM, drawn, spot

from calibration.piece_photo import Lesson, see_laid, teach_kinds
from calibration.pieces import TeachingSettings
from live.calibrating.pieces import taught_set
from live.main import main
from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import Pose
from tabletop.lattice import PlacedPiece, PlacedTile
from tabletop.layingdown import kinds_of_set, kinds_to_lay, on_tracks
from tabletop.piececheck import remarks_about
from tabletop.piecefile import PieceSet, PlainPiece, load_pieces, pieces_text
from tabletop.plainkinds import box_mm, pieces_for, plain_kinds
from tabletop.plans import Plan, PlannedPart, plan_of
from vision import read_image
from vision.uncoded.materials import veiled_lab

RED, YELLOW, GREEN, BLUE = (190, 30, 35), (235, 195, 20), (30, 120, 60), (30, 70, 170)
SMALL = (20.0, 20.0)
FOUR = ("residence-1", "business-1", "church", "bank")
COLOURS = dict(zip(FOUR, (RED, YELLOW, GREEN, BLUE), strict=True))
WOOD = PieceSet(
    "wood",
    "Wooden blocks",
    "big-city",
    (
        PlainPiece("residence-1", (237, 187, 30), (22.0, 22.0), 12.0),
        PlainPiece("business-1", (36, 88, 168), (22.0, 22.0), 15.0),
        PlainPiece("church", (179, 38, 46), (22.0, 22.0), 18.0),
        PlainPiece("residence-2", (237, 187, 30), (68.0, 22.0), 12.0),
        PlainPiece("shopping-center", (179, 38, 46), (68.0, 22.0), 12.0),
        PlainPiece("stanford", (107, 74, 53), (71.0, 71.0), 12.0),
        PlainPiece("puck", (40, 130, 120), (26.0, 26.0), 8.0, round=True),
    ),
)
"""One colour in several shapes, one shape in several colours, an L, a disc."""


def laid_beside(pieces: PieceSet, sheet: str) -> Plan:
    """The set's pieces in rows beside a printed part, a finger apart."""
    game = load_game(pieces.game)
    wide, high = game.by_id[sheet].size_mm
    parts, x, y, row = [PlannedPart(sheet, Pose(wide / 2, high / 2))], wide + 40.0, 0.0, 0.0
    for kind in plain_kinds(pieces, game):
        width, height = box_mm(kind)
        if x + width > wide + 250.0:
            x, y, row = wide + 40.0, y + row + 22.0, 0.0
        parts.append(PlannedPart(kind.part.id, Pose(x + width / 2, y + height / 2)))
        x, row = x + width + 22.0, max(row, height)
    return Plan((wide + 260.0, max(high, y + row)), tuple(parts))


@pytest.fixture(scope="module")
def aslant() -> Any:
    """A photograph of the wooden blocks, laid once each on a white table, from aslant."""
    shot = Shot(view="webcam-35", table="white", seed=3, size_px=(1600, 900))
    return shoot(laid_beside(WOOD, "tile-1"), PartsBox(GAME, WOOD), shot).image


@pytest.fixture(scope="module")
def lesson(aslant: Any) -> Lesson:
    """What that photograph taught."""
    kinds = kinds_of_set(WOOD, GAME)
    return teach_kinds(see_laid(aslant, GAME, kinds), kinds)


def test_footprints_and_heights_are_those_of_what_was_laid(lesson: Lesson) -> None:
    """Sides within 3 mm; heights, where they are told at all, within 2.5 mm, and most are; the disc is round."""
    wanted = {piece.part: piece for piece in WOOD.pieces}
    told = 0
    for one in lesson.kinds:
        piece = wanted[one.kind.parts[0].id]
        assert one.piece.footprint is not None
        assert sorted(one.size_mm) == pytest.approx(sorted(piece.size_mm), abs=3.0), piece.part
        assert one.piece.footprint.is_round == piece.round, piece.part
        if one.piece.height_mm is not None:
            told += 1
            assert one.piece.height_mm == pytest.approx(piece.height_mm, abs=2.5), piece.part
    assert told >= 5


def test_colours_are_those_of_what_was_laid(lesson: Lesson) -> None:
    """Each kind's colour lies nearest to the one it was drawn in, of all that were."""
    drawn_in = {piece.part: veiled_lab(piece.colour) for piece in WOOD.pieces if piece.colour is not None}
    for one in lesson.kinds:
        away = {part: float(np.linalg.norm(lab - one.colour.lab)) for part, lab in drawn_in.items()}
        assert away[one.kind.parts[0].id] == min(away.values())


def test_a_position_is_read_with_the_taught_file_as_with_the_described_one(lesson: Lesson, tmp_path: Path) -> None:
    """The file that was written reads back the same and reads a table as the set that it was taught from."""
    taught = taught_set(lesson, GAME, "big-city", "mine").pieces
    path = tmp_path / "mine.toml"
    path.write_text(pieces_text(taught), "utf-8")
    known = load_pieces(str(path))
    assert (known.pieces, known.colours) == (taught.pieces, taught.colours)
    pieces = (PlacedPiece("residence", (11,)), PlacedPiece("business", (13,)), PlacedPiece("residence", (15, 16)),
              PlacedPiece("church", (18,)))  # fmt: skip
    position = BigCityPosition(tiles=(PlacedTile(1, (0, 0), 0),), pieces=tuple(sorted(pieces)))
    shot = Shot(seed=4, size_px=(1280, 720))
    image = shoot(plan_of(position, GAME), PartsBox(GAME, WOOD), shot).image
    read = [read_image(image, GAME, pieces=one).reading.position for one in (WOOD, pieces_for(str(path), GAME))]
    assert read[0] == read[1] == position


def four(*, more: Any = (), light: tuple[float, float, float] = WARM, colours: Any = None) -> np.ndarray:  # type: ignore[type-arg]
    """Four small blocks, drawn flat."""
    return drawn([(colour, SMALL) for colour in (colours or COLOURS.values())], light, more)


def taught_four(photo: Any, **how: Any) -> Lesson:
    """What such a photograph teaches."""
    kinds = kinds_to_lay(GAME, FOUR)
    return teach_kinds(see_laid(photo, GAME, kinds), kinds, **how)


@pytest.fixture(scope="module")
def found() -> Lesson:
    """What four small ones of four colours teach."""
    return taught_four(four())


def test_reading_order_says_which_is_which(found: Lesson) -> None:
    """They are the four kinds in the order in which they were named; none tells a height."""
    assert [one.kind.label for one in found.kinds] == list(FOUR)
    assert [one.number for one in found.kinds] == [1, 2, 3, 4]
    assert {one.piece.height_from for one in found.kinds} == {"untold"}
    for one in found.kinds:
        assert one.size_mm == pytest.approx(SMALL, abs=1.5)


def test_a_hole_is_measured_and_kept_out_of_the_colour(found: Lesson) -> None:
    """A square ring has its hole's size, and the colour of its rim alone."""
    plain, ring = found.kinds[0], taught_four(four(more=[(spot(0), (8.0, 8.0), GROUND)])).kinds[0]
    assert ring.piece.footprint is not None
    assert ring.piece.footprint.hole_mm == pytest.approx((8.0, 8.0), abs=1.5)
    assert np.linalg.norm(np.subtract(ring.colour.lab, plain.colour.lab)) < 3.0


def test_all_kinds_that_look_alike_are_named_at_once() -> None:
    """Two pairs of nearly one colour: all four names stand in one sentence, with the mend."""
    alike = [RED, (186, 36, 33), BLUE, (32, 66, 165)]
    with pytest.raises(BoardsightError, match=r"residence-1.*business-1.*mark the tops") as told:
        taught_four(four(colours=alike))
    assert "church" in str(told.value)
    assert "bank" in str(told.value)


def test_kinds_that_may_look_alike_share_a_colour() -> None:
    """Where people allow it, both have one taught colour, so that the reader asks which it is."""
    found = taught_four(four(colours=[RED, (186, 36, 33), BLUE, YELLOW]), alike_allowed=True)
    names = [one.colour.name for one in found.kinds]
    assert names[0] == names[1]
    assert len(set(names)) == 3


def test_one_colour_in_two_sizes_is_told() -> None:
    """A square and a bar of one colour are two kinds."""
    kinds = kinds_to_lay(GAME, ["residence-1", "streetcar"])
    photo = drawn([(RED, (24.0, 24.0)), (RED, (30.0, 12.0))], WARM)
    assert not teach_kinds(see_laid(photo, GAME, kinds), kinds).alike


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"light": (0.008, 0.006, 0.005)}, "too dark"),
        ({"more": [(spot(1), (10.0, 10.0), (255, 255, 255))], "light": (1.0, 1.0, 1.0)}, "burnt out on"),
        ({"more": [((142.0, -40.0), (25.0, 8.0), RED)]}, "piece 1 has the shape of none"),
        ({"colours": [RED, YELLOW, GREEN]}, "3 pieces are seen, 4 are to be laid"),
        ({"more": [((88.0, 0.0), (30.0, 20.0), RED)], "colours": [RED, YELLOW, GREEN]}, "cut off by the picture's"),
        ({"more": [((142.5, -40.0), (22.5, 12.0), BLUE)]}, "touch"),
        ({"more": [((150.0, 60.0), (100.0, 70.0), RED)]}, "piece 5 has the shape of none"),
    ],
)  # fmt: skip
def test_what_a_photograph_cannot_teach_is_named(what: dict[str, Any], said: str) -> None:
    """Too dark, glare, two that hang together, too few, cut off, touching, of no shape: one sentence for each."""
    with pytest.raises(UnreadableInput, match=said):
        taught_four(four(**what))


def test_pieces_alike_as_printed_are_laid_once() -> None:
    """A player's counters are one kind to lay, and stand for all of them; what needs a module is left out."""
    kinds = kinds_to_lay(load_game("my-city-chess"))
    assert [kind.label for kind in kinds] == [
        "landmark", "red", "blue", "green", "yellow", "white", "black", "puck"
    ]  # fmt: skip
    assert len(kinds[1].parts) > 20
    assert "tramway" not in [kind.label for kind in kinds_to_lay(load_game("small-city"))]
    assert len(kinds_to_lay(GAME, without=["puck", "streetcar"])) == len(kinds_to_lay(GAME)) - 2


def test_score_markers_are_laid_where_people_say_so() -> None:
    """Printed ones do as well, so that nobody is told to lay markers who has none; My City's tokens the same."""
    usual = kinds_to_lay(GAME)
    assert not {part.kind for kind in usual for part in kind.parts} & {"marker", "token"}
    assert kinds_to_lay(GAME, besides=["marker"])[: len(usual)] == usual
    assert [kind.label for kind in kinds_to_lay(GAME, besides=["marker"])[len(usual) :]] == on_tracks(GAME)
    assert len(kinds_to_lay(GAME, ["marker-2"], besides=["marker"])) == 5
    assert [kind.label for kind in kinds_to_lay(load_game("my-city"), ["token"])] == on_tracks(load_game("my-city"))


def test_a_word_that_means_no_piece_is_refused() -> None:
    """With the words that do."""
    with pytest.raises(UsageError, match=r"'castle' is no plain piece of Big City; expected .*residence-1"):
        kinds_to_lay(GAME, ["castle"])


def test_the_command_writes_a_file_or_says_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Well: file and picture, exit code 0; a piece missing: exit code 4, and the picture shows what was found."""
    photo, few, out = tmp_path / "four.png", tmp_path / "three.png", tmp_path / "mine.toml"
    cv2.imwrite(str(photo), four())
    cv2.imwrite(str(few), four(colours=[RED, YELLOW, GREEN]))
    words = ["--pieces", *FOUR, "--out", str(out)]
    assert main(["calibrate", "pieces", str(few), *words]) == 4
    assert "three.png: 3 pieces are seen" in capsys.readouterr().err
    assert (tmp_path / "mine-pieces.png").exists()
    assert not out.exists()
    assert main(["calibrate", "pieces", str(photo), *words]) == 0
    assert "how high is not told" in capsys.readouterr().out
    assert [piece.part for piece in load_pieces(str(out)).pieces] == list(FOUR)
    assert main(["check", str(out)]) == 0


@pytest.mark.parametrize(
    ("light", "most", "said"),
    [
        (0.008, 16.0, r"four.png: the photograph is too dark: white shows as \d+ of 255, 50 are the least"),
        (0.7, 0.1, "four.png: the printed colour patches do not look as they were printed: the light is too dim"),
    ],
)
def test_light_that_does_not_do_is_told_of_the_photograph(
    light: float,
    most: float,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By its name, and in words: no Delta E."""
    for module in ("calibration.piece_photo", "live.calibrating.colours"):
        monkeypatch.setattr(f"{module}.TeachingSettings", partial(TeachingSettings, largest_residual=most))
    photo = tmp_path / "four.png"
    cv2.imwrite(str(photo), four(light=(light, light, light)))
    for kind in ("pieces", "colours") if most < 16.0 else ("pieces",):
        assert main(["calibrate", kind, str(photo), "--pieces", *FOUR, "--out", str(tmp_path / "mine.toml")]) == 4
        told = capsys.readouterr().err
        assert re.search(said, told)
        assert "Delta" not in told


def test_a_taught_piece_is_told_of_the_table_on_which_it_lies() -> None:
    """A streetcar of pale wood on a table of pale wood, by the same measure as `check`."""
    kinds = kinds_of_set(
        PieceSet("w", "w", "big-city", (PlainPiece("streetcar", (222, 184, 135), (34.0, 10.0), 8.0),)), GAME
    )
    photo = drawn([((222, 184, 135), (34.0, 10.0))], WARM)
    taught = taught_set(teach_kinds(see_laid(photo, GAME, kinds), kinds), GAME, "big-city", "mine")
    assert any("looks like the ground it lies on (pale wood" in remark for remark in taught.remarks)
    assert [one.sentence for one in remarks_about(taught.pieces, GAME)] == [
        remark for remark in taught.remarks if "looks like" in remark
    ]


@pytest.mark.parametrize(
    ("words", "drawn_in"),
    [
        ([], None),
        (["--json"], None),
        (["--out", "x.toml"], "x-pieces.svg"),
        (["--picture", "seen.png"], "seen.svg"),
        (["--picture", "seen.svg"], "seen.svg"),
    ],
)
def test_without_a_photo_the_command_says_what_to_lay(
    words: list[str],
    drawn_in: str | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In order, and as a picture beside the file that was named, always as SVG; who names none gets none."""
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "pieces", "--game", "my-city-chess", *words]) == 0
    assert "landmark" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ([] if drawn_in is None else [drawn_in])
    if drawn_in is not None:
        assert "2 red" in Path(drawn_in).read_text("utf-8")


MEN = PieceSet(
    "men",
    "Men seen from the side",
    "big-city",
    (
        PlainPiece("residence-1", (237, 187, 30), (16.0, 12.0), 40.0),
        PlainPiece("business-1", (36, 88, 168), (18.0, 18.0), 40.0, round=True),
        PlainPiece("church", (179, 38, 46), (22.0, 22.0), 18.0),
        PlainPiece("puck", (40, 130, 120), (26.0, 26.0), 40.0, round=True),
    ),
)
"""Upright ones more than twice as high as wide, one with sides, and a block."""


def taught_by(pieces: PieceSet, shot: Shot) -> PieceSet:
    """What a picture of the pieces beside a printed part teaches."""
    image = shoot(laid_beside(pieces, "tile-1"), PartsBox(GAME, pieces), shot).image
    kinds = kinds_of_set(pieces, GAME)
    return taught_set(teach_kinds(see_laid(image, GAME, kinds), kinds), GAME, "big-city", "mine").pieces


def assert_alike(taught: PieceSet, laid: PieceSet) -> None:
    """Footprints within 1.5 mm, heights within 2.5, discs round."""
    wanted = {piece.part: piece for piece in laid.pieces}
    for piece in taught.pieces:
        one = wanted[piece.part]
        assert sorted(piece.size_mm) == pytest.approx(sorted(one.size_mm), abs=1.5), piece.part
        assert piece.height_mm == pytest.approx(one.height_mm, abs=2.5), piece.part
        assert piece.round == one.round, piece.part


@pytest.fixture(scope="module")
def men_at_45_degrees() -> PieceSet:
    """What a picture of the men from the side teaches."""
    return taught_by(MEN, Shot(view="phone-45", table="white", seed=4, size_px=(1280, 960)))


def test_a_tall_man_seen_from_the_side_has_the_footprint_of_his_feet(men_at_45_degrees: PieceSet) -> None:
    """His side, three times as long as he is wide in the picture, is none of it, and tells how tall he is."""
    assert_alike(men_at_45_degrees, MEN)


def test_sides_of_a_tall_man_that_point_away_from_the_lens_are_no_near_edge() -> None:
    """Nearly upright in the picture, they run with the rays: points of theirs had hidden where a disc's top begins."""
    assert_alike(taught_by(MEN, Shot(view="webcam-35", table="white", seed=5, size_px=(1600, 900))), MEN)


def test_a_game_of_tall_men_is_read_with_what_a_photograph_taught(men_at_45_degrees: PieceSet) -> None:
    """From the side, too, each man is told on his lot, and nobody on those that he hides."""
    pieces = [PlacedPiece("residence", (11,)), PlacedPiece("business", (13,)), PlacedPiece("residence", (15,)),
              PlacedPiece("church", (18,))]  # fmt: skip
    position = BigCityPosition(tiles=(PlacedTile(1, (0, 0), 0),), pieces=tuple(sorted(pieces)))
    shot = Shot(view="phone-45", seed=4, size_px=(1280, 960))
    image = shoot(plan_of(position, GAME), PartsBox(GAME, MEN), shot).image
    assert read_image(image, GAME, pieces=men_at_45_degrees).reading.position == position


PHOTOS = Path(__file__).parent / "photos"
"""Path-traced, at 38 degrees, as `tests/photos` was: five pieces beside a printed part, then in a game."""
LAID = {
    "residence-1": PlainPiece("residence-1", (225, 175, 35), (16.0, 12.0), 40.0),
    "church": PlainPiece("church", (179, 38, 46), (26.0, 26.0), 5.0, round=True, hole_mm=(13.0, 13.0)),
    "bank": PlainPiece("bank", (60, 130, 70), (22.0, 22.0), 4.0, hole_mm=(11.0, 11.0)),
    "puck": PlainPiece("puck", (120, 60, 140), (27.0, 27.0), 8.0, round=True),
}
"""A man, a ring, a frame and a disc. The fifth is a pawn of 20 mm below, 12 in its middle, 36 high (`business-1`)."""


@pytest.fixture(scope="module")
def men_and_rings() -> PieceSet:
    """What the photograph of them teaches."""
    kinds = kinds_to_lay(GAME, [*list(LAID)[:1], "business-1", *list(LAID)[1:]])
    image = cv2.imread(str(PHOTOS / "men-and-rings-laid.jpg"))
    return taught_set(teach_kinds(see_laid(image, GAME, kinds), kinds), GAME, "big-city", "mine").pieces


def test_men_and_rings_of_a_photograph_are_measured(men_and_rings: PieceSet) -> None:
    """All but the pawn, which no single outline and height describe."""
    known = tuple(piece for piece in men_and_rings.pieces if piece.part in LAID)
    assert_alike(replace(men_and_rings, pieces=known), replace(MEN, pieces=tuple(LAID.values())))


@pytest.mark.parametrize("part", ["church", "bank"])
def test_a_hole_of_a_photograph_is_what_shows_of_the_ground_in_it(part: str, men_and_rings: PieceSet) -> None:
    """From aslant its rim hides a part of it, and the light in it is dim: half of its width and more, never more."""
    hole = next(piece.hole_mm for piece in men_and_rings.pieces if piece.part == part)
    assert hole is not None
    assert LAID[part].hole_mm is not None
    assert LAID[part].hole_mm[0] / 2 <= min(hole) <= max(hole) <= LAID[part].hole_mm[0]


def test_a_photographed_game_of_men_and_rings_is_read_with_them(men_and_rings: PieceSet) -> None:
    """Two men, the pawn, the ring and the frame lie where they lie; nothing is told wrongly."""
    image = cv2.imread(str(PHOTOS / "men-and-rings-played.jpg"))
    lots = {"residence": (11, 17), "business": (14,), "church": (18,), "bank": (16,)}
    pieces = tuple(sorted(PlacedPiece(kind, (lot,)) for kind, places in lots.items() for lot in places))
    position = BigCityPosition(tiles=(PlacedTile(1, (0, 0), 0),), pieces=pieces)
    assert read_image(image, GAME, pieces=men_and_rings).reading.position == position
