"""`check` of a pieces file that can be used: what was taught is compared, too, and parts that are printed only."""

from io import StringIO
from pathlib import Path

import pytest

from live.main import main
from tabletop.gamefile import load_game
from tabletop.piececheck import complaints_about, remarks_about
from tabletop.piecefile import PieceSet, PlainPiece, load_pieces, pieces_text
from tabletop.profiles import TaughtColour
from vision.pixels.colours import srgb_from_lab

SCATTER = ((4.0, 0.0, 0.0), (0.0, 3.0, 0.0), (0.0, 0.0, 5.0))
RED, BLUE, PALE = (45.0, 55.0, 35.0), (43.0, 8.0, -38.0), (84.1, 10.3, 12.8)
SQUARE = (22.0, 22.0)


def taught(name: str, lab: tuple[float, float, float]) -> TaughtColour:
    """A colour as a photograph taught it."""
    return TaughtColour(name, lab, SCATTER, 900, SQUARE, 484.0, "white")


def piece(part: str, colour: str | tuple[int, int, int], size: tuple[float, float] = SQUARE) -> PlainPiece:
    """A piece of a taught colour, or of a described one."""
    if isinstance(colour, str):
        return PlainPiece(part, None, size, 10.0, taught=colour)
    return PlainPiece(part, colour, size, 10.0)


def remarks(*pieces: PlainPiece, **colours: tuple[float, float, float]) -> list[str]:
    """What is told of a set for Big City."""
    known = tuple(taught(name, lab) for name, lab in colours.items())
    return [one.sentence for one in remarks_about(PieceSet("s", "", "big-city", pieces, known), load_game("big-city"))]


def test_taught_pieces_are_compared_with_each_other() -> None:
    """Two kinds of one size in nearly one colour are told; another colour, size or shape is enough."""
    near = (RED[0] + 1.0, *RED[1:])
    (said,) = remarks(piece("church", "a"), piece("bank", "b"), a=RED, b=near)
    assert said.startswith("church (a) and bank (b) are of one size and too near in colour: they lie 0.")
    assert remarks(piece("church", "a"), piece("bank", "b"), a=RED, b=BLUE) == []
    assert remarks(piece("church", "a"), piece("bank", "b", (30.0, 30.0)), a=RED, b=near) == []
    assert remarks(piece("church", "a"), piece("residence-2", "b"), a=RED, b=near) == []


def test_taught_pieces_are_compared_with_described_ones() -> None:
    """Whichever stands first."""
    red = srgb_from_lab(RED)
    for pieces in ((piece("church", "a"), piece("bank", red)), (piece("bank", red), piece("church", "a"))):
        (said,) = remarks(*pieces, a=RED)
        assert "are of one size and too near in colour" in said


def test_kinds_that_share_a_taught_colour_are_told_to_be_asked() -> None:
    """As `calibrate pieces --alike` writes them; those that are printed alike are one kind."""
    said = remarks(piece("church", "a"), piece("bank", "a"), a=RED)
    assert said == ["church and bank look alike: which of them lies there is asked"]
    pieces = tuple(piece(f"red-residential-{number}", "a") for number in (1, 2, 3))
    alike = PieceSet("s", "", "my-city-chess", pieces, (taught("a", RED),))
    assert remarks_about(alike, load_game("my-city-chess")) == []


def test_taught_pieces_are_compared_with_their_grounds() -> None:
    """A church of the third district's colour, a streetcar of pale wood; each colour once."""
    said = remarks(piece("church", "a"), piece("streetcar", "b", (34.0, 10.0)), a=PALE, b=(75.1, 7.6, 28.1))
    assert [one.partition(" #")[0] for one in said] == [
        "church (a) looks like the ground it lies on (district-3",
        "streetcar (b) looks like the ground it lies on (pale wood",
    ]
    assert len(remarks(piece("church", "a"), piece("residence-2", "a", (68.0, 22.0)), a=PALE)) == 1


def test_a_white_puck_lies_on_a_white_mat() -> None:
    """Only the puck lies there: a white church is far enough from every district."""
    (said,) = remarks(piece("puck", (255, 255, 255)))
    assert "puck #ffffff looks like the ground it lies on (a player's mat #ffffff)" in said
    assert remarks(piece("church", (255, 255, 255))) == []
    (spot,) = remarks(piece("puck", (246, 220, 199)))
    assert "(mat-1 #f6dcc7)" in spot


def test_score_markers_are_compared_with_markers_and_with_their_track() -> None:
    """A church of a marker's colour lies elsewhere; on the track a marker of its own colour is lost."""
    near = (RED[0] + 1.0, *RED[1:])
    assert remarks(piece("marker-1", "a"), piece("church", "b"), a=RED, b=near) == []
    (said,) = remarks(piece("marker-1", "a"), piece("marker-2", "b"), a=RED, b=near)
    assert said.startswith("marker-1 (a) and marker-2 (b) are of one size and too near in colour")
    (said,) = remarks(piece("marker-1", (245, 241, 232)))
    assert "marker-1 #f5f1e8 looks like the ground it lies on (the score track, district-8 #eeefe3)" in said
    assert remarks(piece("marker-1", (101, 67, 45))) == []  # stained oak: a streetcar of it would be lost on a table


def test_each_players_token_stands_on_a_track_of_its_own() -> None:
    """Both may be of one colour, and no building of that colour is confused with them."""
    game = load_game("my-city")
    same = tuple(piece(part, "a", (40.0, 40.0)) for part in ("token-1", "token-2", "church-1"))
    assert [*remarks_about(PieceSet("s", "", "my-city", same, (taught("a", RED),)), game)] == []
    (said,) = remarks_about(PieceSet("s", "", "my-city", (piece("token-1", (245, 239, 226)),)), game)
    assert "(the score track #f5efe2)" in said.sentence


@pytest.mark.parametrize(
    ("game", "part", "said"),
    [
        ("big-city", "hundred-1", "'hundred-1' is no plain piece, it is read by its code alone; "),
        ("big-city", "tile-1", "'tile-1' is no plain piece, it is read by its code alone; "),
    ],
)
def test_parts_that_no_plain_piece_stands_for_are_named_by_check_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, part: str, said: str
) -> None:
    """Exit 4, and the command that prints them; the file is still read, for those who play with it."""
    path = tmp_path / "marks.toml"
    path.write_text(pieces_text(PieceSet("marks", "Marks", game, (piece(part, (192, 48, 48)),))), "utf-8")
    assert main(["check", str(path)]) == 4
    told = capsys.readouterr().out
    assert said in told
    assert f"boardsight print {game} --parts {part.partition('-')[0]}\n" in told
    assert load_pieces(str(path)).pieces[0].part == part


def test_every_piece_that_is_taught_may_be_described() -> None:
    """No part that `calibrate pieces` teaches is refused, and none that bears a code on its top."""
    coded = PlainPiece("hundred-1", None, SQUARE, 10.0, "DICT_4X4_50", 7, 12.0)
    game = load_game("big-city")
    assert [*complaints_about(PieceSet("s", "", "big-city", (piece("puck", "a"), coded)), game)] == []


def test_check_never_says_that_nothing_is_wrong_after_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `calibrate pieces` writes is checked as taught; the exit code stays 0."""
    path = tmp_path / "mine.toml"
    found = PieceSet("mine", "Mine", "big-city", (piece("church", "a"),), (taught("a", PALE),))
    path.write_text(pieces_text(found), "utf-8")
    assert main(["check", str(path)]) == 0
    told = capsys.readouterr().out
    assert "mine.toml, line 10: church (a) looks like the ground it lies on (district-3" in told
    assert "a set of 1 pieces; it can be used, but mind what stands above" in told
    assert "nothing is wrong" not in told


def test_a_pieces_file_on_standard_input_is_checked_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It can be read but once."""
    for part, code in (("church", 0), ("hundred-1", 4)):
        found = PieceSet("mine", "Mine", "big-city", (piece(part, "a"),), (taught("a", PALE),))
        monkeypatch.setattr("sys.stdin", StringIO(pieces_text(found)))
        assert main(["check", "-"]) == code
    told = capsys.readouterr().out
    assert "-, line 10: church (a) looks like the ground it lies on" in told
    assert "'hundred-1' is no plain piece" in told
