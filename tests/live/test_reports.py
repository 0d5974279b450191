"""One file for one trouble: made while a game is played, cut, without names, played again elsewhere, kept as a test."""

import io
import itertools
import re
import shutil
import threading
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filmed import Pictures
from page_table import answered, table_with

from live.main import main
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.reporting.content import Report, read_report, write_report
from live.reporting.making import Snapshot, report_desk, report_of, snapshot_of, words_of
from live.reporting.playing import verdict_on
from live.runtime.hosting import Desks, page_of
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import Frame
from live.table.corrections import correct
from live.table.frame_reader import SingleCameraReader
from live.table.recent import RawMoment, RecentPicture, RecentPictures, RecentSettings
from live.table.session import begin
from simulator.games import scripted_game, turns_of
from simulator.gestures import Pace
from simulator.virtual_table import Room, VirtualTable
from tabletop.entries import Entry
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.moves import TakeUp
from tabletop.notation import load_position
from tabletop.records import Header, Record
from vision import decode_image

REPORTS = sorted((Path(__file__).parent.parent / "reports").glob("*.zip"))
EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = load_game("big-city")
LINES = 9
"""Of the script; then two more are played before the camera."""


def test_files_of_ones_own_travel_with_the_report(tmp_path: Path) -> None:
    """Who has neither the game file, nor the board and the pieces that it needs, reads the same; no folder is told."""
    mine = tmp_path / "Anns folder"
    shutil.copytree(EXAMPLES / "own-board", mine)
    game, men = str(mine / "threes.toml"), str(mine / "men.toml")
    image = decode_image((mine / "photo.jpg").read_bytes(), "photo.jpg")
    record = Record(Header(game, ("red", "blue")), (Entry(1, TakeUp(load_position(str(mine / "evening.toml")))),))
    pictures = (RawMoment(Frame(image, 0.1, 1), True, 1).packed(RecentSettings().quality),)
    camera = {"source": "film", "frames_per_s": 10.0}
    made = report_of(Snapshot(record, pictures, (), camera, {}, {}, None), men)
    assert "your own files: threes.toml, plank.toml, men.toml" in words_of(made)
    path = tmp_path / "report.zip"
    path.write_bytes(write_report(made))
    with zipfile.ZipFile(path) as archive:
        assert all(b"Anns folder" not in archive.read(name) for name in archive.namelist())
    shutil.rmtree(mine)
    load_game.cache_clear()
    verdict = verdict_on(read_report(path))
    assert verdict.same_readings
    assert verdict.new == ()
    assert made.outcome.readings[0]


def test_all_cameras_are_in_the_report(snapshot: Snapshot, tmp_path: Path) -> None:
    """Each moment has every camera's picture, cut to the game; played again they are read together, to the byte."""
    first, last = snapshot.pictures[0], snapshot.pictures[-1]
    script = scripted_game("big-city")
    beside = VirtualTable(
        GAME, turns_of(script)[LINES + 3].position, Room(view="webcam-35", seed=4, size_px=(1280, 720))
    )
    beside.lay(turns_of(script)[LINES - 1].position)
    (other,) = itertools.islice(beside.still(1.0), 1)
    ((_, jpeg),) = RawMoment(Frame(other, 0.0, 1, 1), False, 1).packed(RecentSettings().quality).views
    moments = tuple(replace(one, views=(*one.views, (1, jpeg))) for one in (first, last))
    report = report_of(replace(snapshot, pictures=moments))
    assert any("2 of 2 cameras" in line and "grey" in line for line in words_of(report))
    path = tmp_path / "two.zip"
    path.write_bytes(write_report(report))
    again = read_report(path)
    assert [[camera for camera, _ in picture.all_cameras] for picture in again.pictures] == [[0, 1], [0, 1]]
    assert np.array_equal(again.pictures[0].beside[0][1], report.pictures[0].beside[0][1])
    assert (again.pictures[0].beside[0][1][0] == 127).all()
    assert verdict_on(again).same_readings


PINK = (255, 0, 255)
"""No game and no table has this colour."""


def moment(number: int, *images: Any) -> RecentPicture:
    """What the cameras saw at one moment, kept."""
    first, *beside = (Frame(image, float(number), 1, camera) for camera, image in enumerate(images))
    return RawMoment(replace(first, beside=tuple(beside)), True, LINES).packed(100)


@pytest.fixture(scope="module")
def faces() -> dict[str, Any]:
    """The game at the left and at the right of a wide picture with a face beside it, and a room without a game."""
    lying = turns_of(scripted_game("big-city"))[LINES - 1].position
    filmed = VirtualTable(GAME, lying, Room(seed=4, size_px=(1280, 720)))
    filmed.lay(lying)
    (seen,) = itertools.islice(filmed.still(1.0), 1)
    face = np.full((720, 640, 3), PINK, np.uint8)
    return {"left": np.hstack([seen, face]), "right": np.hstack([face, seen]), "room": np.hstack([face, face, face])}


def shows_face(image: Any) -> bool:
    """Whether anything of the face's colour is left in a picture."""
    return bool((np.abs(image.astype(int) - PINK).max(axis=2) < 60).any())


def test_each_picture_is_cut_by_what_is_seen_in_it(faces: dict[str, Any], snapshot: Snapshot) -> None:
    """The game moves from left to right, and the camera looks into the room: no face is in it, and that is told."""
    seen = tuple(moment(number, faces[name]) for number, name in enumerate(("left", "room", "right", "room")))
    made = report_of(replace(snapshot, pictures=seen))
    assert [shows_face(picture.image) for picture in made.pictures] == [False, False]
    assert [picture.captured_s for picture in made.pictures] == [0.0, 2.0]
    told = words_of(made)
    assert "left out: 2 pictures in which no game is seen, since they would be whole" in told
    assert any("pictures: 2 of" in line and "everything grey but the game" in line for line in told)


def test_pictures_without_a_game_are_in_it_where_that_is_ticked(faces: dict[str, Any], snapshot: Snapshot) -> None:
    """They are as they were taken, and that is told; the others are cut all the same."""
    seen = tuple(moment(number, faces[name]) for number, name in enumerate(("left", "room")))
    made = report_of(replace(snapshot, pictures=seen), whole=True)
    assert [shows_face(picture.image) for picture in made.pictures] == [False, True]
    told = "\n".join(words_of(made))
    assert "whole: 1 pictures in which no game is seen, with everything in the room" in told
    assert "grey" not in told
    assert "left out" not in told
    nothing = report_of(replace(snapshot, pictures=seen[1:]))
    assert nothing.pictures == ()
    assert "pictures: none" in words_of(nothing)


def test_of_two_cameras_the_one_without_a_game_is_left_out(faces: dict[str, Any], snapshot: Snapshot) -> None:
    """The other is cut, whichever of the two it is; a report of the moment can be written and read."""
    seen = (moment(0, faces["room"], faces["left"]), moment(1, faces["right"], faces["room"]))
    made = report_of(replace(snapshot, pictures=seen))
    assert [[camera for camera, _ in picture.all_cameras] for picture in made.pictures] == [[1], [0]]
    assert not any(shows_face(image) for picture in made.pictures for _, image in picture.all_cameras)


def test_boards_and_files_called_after_players_are_called_otherwise(tmp_path: Path) -> None:
    """Of a game file, its board, the pieces and what is remarked in them; the game is read the same all the same."""
    mine = tmp_path / "folder"
    shutil.copytree(EXAMPLES / "own-board", mine)
    for old, new in (("threes.toml", "anns-threes.toml"), ("plank.toml", "Ben_plank.toml"), ("men.toml", "ann.toml")):
        text = (mine / old).read_text("utf-8").replace("plank.toml", "Ben_plank.toml")
        text = text.replace("threes.toml", "anns-threes.toml")
        (mine / old).unlink()
        (mine / new).write_text(f"# made by Ann and BEN\n{text}", "utf-8")
    image = decode_image((mine / "photo.jpg").read_bytes(), "photo.jpg")
    game, men = str(mine / "anns-threes.toml"), str(mine / "ann.toml")
    lying = load_position(str(mine / "evening.toml"))
    record = Record(Header(game, ("Ann", "Ben")), (Entry(1, TakeUp(replace(lying, game=game))),))
    camera = {"source": "Ann’s iPhone", "frames_per_s": 10.0}
    made = report_of(Snapshot(record, (moment(0, image),), (), camera, {}, {}, None), men)
    data = write_report(made)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        texts = "".join(archive.read(name).decode() for name in names if not name.endswith(".png"))
    assert {name for name in names if name.startswith("files/")} == {
        f"files/{n}.toml" for n in ("P1s-threes", "P2_plank", "P1")
    }
    assert not re.search(r"(?<![^\W_])(anns?|bens?)(?![^\W_])", texts, re.IGNORECASE)
    path = tmp_path / "report.zip"
    path.write_bytes(data)
    shutil.rmtree(mine)
    load_game.cache_clear()
    assert verdict_on(read_report(path)).same_readings


def noisy(at_s: float, size: tuple[int, int] = (400, 400), *, beside: tuple[Frame, ...] = ()) -> Frame:
    """A picture that no JPEG makes small: about a quarter of a megabyte."""
    noise = np.random.default_rng(round(at_s * 10)).integers(0, 255, (*size, 3), dtype=np.uint8)
    return Frame(noise, at_s, 1, beside=beside)


@pytest.mark.parametrize("name", ["files/../../evil.toml", "files/../evil.toml"])
def test_a_reports_files_lie_nowhere_else(name: str, packed: Path, tmp_path: Path) -> None:
    """A stranger's report writes nothing outside its own folder."""
    path = tmp_path / "evil.zip"
    shutil.copyfile(packed, path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(name, "evil")
    with pytest.raises(UnreadableInput, match="no place for a report's file"):
        read_report(path)


def test_every_kept_report_has_lost_its_trouble() -> None:
    """What was kept by `report --replay FILE --as-test tests/reports` is read rightly from then on."""
    for path in REPORTS:
        verdict = verdict_on(read_report(path))
        assert not verdict.still_there, path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> LiveTable:
    """A game in which two moves were read, and the first of them put right by people: that is the trouble."""
    script = scripted_game("big-city")
    turns = turns_of(script)
    filmed = VirtualTable(GAME, turns[LINES + 3].position, Room(seed=4, pace=Pace(10.0, 1.0), size_px=(1600, 900)))
    filmed.lay(turns[LINES - 1].position)
    pictures = [*filmed.still(1.0)]
    for turn in turns[LINES : LINES + 2]:
        filmed.lay(turn.position)
        pictures += filmed.still(1.5)
    store = RecordStore.open(tmp_path_factory.mktemp("game") / "game.jsonl", header=script.header)
    store.append(script.entries[:LINES])
    made = LiveTable(begin(script.header, script.entries[:LINES]), store, Publication(), Mailbox())
    watch_table(
        made,
        Pictures(pictures, name="rtsp://ann:secret@camera/1"),
        SingleCameraReader(GAME, script.header.players),
        stop=threading.Event(),
    )
    assert len(made.session.moves) == LINES + 2
    body = {"do": "replace", "of": LINES + 1, "move": {"player": script.header.players[0], "do": "pass"}}
    made.take(correct(made.session, body, at="2026-01-01T00:00:00Z"))
    return made


@pytest.fixture(scope="module")
def snapshot(table: LiveTable) -> Snapshot:
    """What the loop hands over."""
    return snapshot_of(table)


@pytest.fixture(scope="module")
def made(snapshot: Snapshot) -> Report:
    """The report of it."""
    return report_of(snapshot)


@pytest.fixture(scope="module")
def packed(made: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file."""
    path = tmp_path_factory.mktemp("report") / "report-big-city.zip"
    path.write_bytes(write_report(made))
    return path


def test_a_report_played_again_reads_the_same_to_the_byte_and_shows_the_trouble(packed: Path) -> None:
    """The corrected move is read as it was read at the table, and that is told as still there."""
    verdict = verdict_on(read_report(packed))
    assert verdict.same_readings
    assert any(trouble.startswith(f"move {LINES + 1}: read ") for trouble in verdict.still_there)
    assert (verdict.gone, verdict.new) == ((), ())


def test_a_trouble_that_is_mended_is_told_as_gone(packed: Path) -> None:
    """With the record as it was read nothing is wrong any more."""
    report = read_report(packed)
    right = replace(report, record=Record(report.record.header, report.record.entries[:-1]))
    verdict = verdict_on(right)
    assert verdict.still_there == ()
    assert verdict.gone == report.outcome.troubles


def test_no_name_and_no_address_is_in_a_report(packed: Path, table: LiveTable) -> None:
    """Neither in the record nor in what is told about it; the camera's password is nowhere."""
    with zipfile.ZipFile(packed) as archive:
        text = "".join(archive.read(name).decode() for name in archive.namelist() if not name.endswith(".png"))
    for name in (*table.session.header.players, "secret", "@camera"):
        assert f'"{name}' not in text
        assert f" {name} " not in text
        assert f"{name}'s" not in text
    assert '"P1"' in text


def test_the_pictures_are_grey_but_for_the_game(packed: Path, snapshot: Snapshot) -> None:
    """Their corners are grey, the game in them is as it was kept."""
    report = read_report(packed)
    assert len(report.pictures) == len(snapshot.pictures)
    first, ((_, original),) = report.pictures[0].image, snapshot.pictures[0].images
    assert first.shape == original.shape
    assert (first[:4, :4] == 127).all()
    kept = (first != 127).any(axis=2)
    assert kept.mean() > 0.2
    assert np.array_equal(first[kept], original[kept])


def test_people_see_what_is_in_it(made: Report) -> None:
    """Lines, pictures, camera, versions, trouble."""
    words = words_of(made)
    assert words[0] == f"record: {LINES + 3} lines, the players as P1, P2, P3"
    assert "everything grey but the game" in words[1]
    assert words[2].startswith("camera: ")
    assert any(line.startswith(f"trouble: move {LINES + 1}") for line in words)


def test_the_page_makes_a_report_and_the_terminal_saves_it(
    table: LiveTable, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`boardsight report` shows what is in it and saves nothing before it is told to; then the file can be played."""
    path, desks = tmp_path / "sent.zip", Desks(reports=report_desk(table))
    with answered(table), page_of(table, host=None, port=None, desks=desks) as address:
        words = ["report", "--page", address.here, "-o", str(path)]
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert main(words) == 0
        assert "players as P1, P2, P3" in capsys.readouterr().out
        assert not path.exists()
        assert main([*words, "--yes"]) == 0
    folder = tmp_path / "tests"
    assert main(["report", "--replay", str(path), "--as-test", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "to the byte" in out
    assert "still there" in out
    assert (folder / "sent.zip").read_bytes() == path.read_bytes()


def test_without_a_table_the_mend_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody answers: one sentence, exit 1."""
    assert main(["report", "--page", "http://127.0.0.1:9"]) == 1
    assert "while `boardsight play` runs" in capsys.readouterr().err


@pytest.mark.parametrize("kept", [0, 0.5, 0.99])
def test_a_file_that_is_no_report_is_refused(packed: Path, tmp_path: Path, kept: float) -> None:
    """Exit 4 for half a report, nearly a whole one, and an archive of something else."""
    data = packed.read_bytes()
    path = tmp_path / "report.zip"
    path.write_bytes(data[: int(kept * len(data))] or b"PK\x05\x06" + bytes(18))
    assert main(["report", "--replay", str(path)]) == 4


def frame(at_s: float, size: tuple[int, int] = (100, 100)) -> Frame:
    """A picture at some time."""
    return Frame(np.zeros((*size, 3), np.uint8), at_s, 1)


def test_the_ring_keeps_what_was_read_with_its_neighbours_and_forgets_what_is_old() -> None:
    """The picture before a reading and the two after it, one in two seconds between, nothing older than 30 s."""
    ring = RecentPictures()
    for number in range(500):
        ring.take(frame(number / 10), read=number == 405, lines=0)
    times = [picture.captured_s for picture in ring.kept]
    assert {40.4, 40.5, 40.6, 40.7} <= set(times)
    assert 15 <= len(times) <= 21
    assert times[-1] - times[0] <= 30.0
    assert times == sorted(set(times))


def test_the_rings_memory_is_bounded() -> None:
    """Every picture of every camera read: no more megabytes than allowed; with none allowed nothing is kept."""
    ring, none = RecentPictures(RecentSettings(most_mb=2)), RecentPictures(RecentSettings(most_mb=0))
    other = replace(noisy(0.0), camera=1)
    for number in range(30):
        ring.take(noisy(number / 10, beside=(other,)), read=True, lines=0)
        none.take(frame(number / 10), read=True, lines=0)
    assert ring.kept[-1].captured_s == 2.9
    assert [[camera for camera, _ in picture.images] for picture in ring.kept] == [[0, 1]] * len(ring.kept)
    assert 1 < ring.megabytes <= 2
    assert none.kept == ()


def test_a_header_alone_makes_a_report(tmp_path: Path) -> None:
    """Before anything was seen a report has no pictures, and can be played again all the same."""
    with table_with(tmp_path, Header("big-city", ("Ann", "Ben"))) as table:
        made = report_of(snapshot_of(table))
    assert made.pictures == ()
    assert verdict_on(made).same_readings
