"""The commands as people call them: play over a folder of pictures, its record, its errors."""

import socket
from pathlib import Path

import cv2
import pytest

from live.main import main
from live.records.store import RecordStore
from simulator.games import opening_position, scripted_game, turns_of
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.readings import Problem
from tabletop.records import Header, read_record

DRAUGHTS = str(Path(__file__).parents[2] / "examples" / "draughts.toml")
TURNS = 5


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script's first turns, a picture after each, as somebody would take them with a webcam."""
    folder = tmp_path_factory.mktemp("pictures")
    record = scripted_game("big-city")
    turns = turns_of(record)[:TURNS]
    table = VirtualTable(load_game("big-city"), turns[-1].position, Room(seed=3, size_px=(1280, 720)))
    for number, position in enumerate([opening_position(record), *(turn.position for turn in turns)]):
        table.lay(position)
        cv2.imwrite(str(folder / f"{number:02d}.jpg"), next(table.still(0.1)))
    return folder


def test_a_folder_of_pictures_becomes_a_record(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every move between two pictures is read, whose it was is known, and the record holds them all."""
    path = tmp_path / "game.jsonl"
    arguments = ["play", "big-city", "--players", "Ann,Ben,Cem", "--camera", str(pictures), "--record", str(path)]
    assert main(arguments) == 0
    record, tear = read_record(path.read_bytes())
    assert tear is None
    script = scripted_game("big-city").entries[:TURNS]
    assert [entry.move for entry in record.entries] == [entry.move for entry in script]
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == TURNS
    assert "http://127.0.0.1:" in printed.err


def test_a_game_is_taken_up_again_where_it_was(pictures: Path, tmp_path: Path) -> None:
    """The same pictures over the finished record add nothing; after a torn line the missing move is read again."""
    path = tmp_path / "game.jsonl"
    arguments = ["play", "big-city", "--players", "Ann,Ben,Cem", "--camera", str(pictures), "--record", str(path)]
    assert main(arguments) == 0
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    last = pictures.parent / "last"
    last.mkdir(exist_ok=True)
    (last / "last.jpg").write_bytes((pictures / f"{TURNS:02d}.jpg").read_bytes())
    assert main(["play", "big-city", "--camera", str(last), "--record", str(path)]) == 0
    record, _ = read_record(path.read_bytes())
    again, _ = read_record(whole)
    assert [entry.move for entry in record.entries] == [entry.move for entry in again.entries]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["play", "big-city"], 2, "--players Ann,Ben"),
        (["play", "big-city", "--players", "Ann"], 2, "2 to 5 players"),
        (["play", "big-city", "--players", "Ann,Ann"], 2, "same name"),
        (["play", "bigcity", "--players", "Ann,Ben"], 2, "big-city"),
        (["play", "big-city", "--players", "Ann,Ben", "--camera", "films/none.mp4"], 4, "is not there"),
        (["play", "big-city", "--players", "Ann,Ben", "--option", "trams=many"], 2, "trams"),
        (["serve", "nowhere.jsonl"], 2, "no record"),
        (["demo", "--fault", "earthquake"], 2, "forgotten-puck"),
        (["demo", "--speed", "0"], 2, "--speed"),
        (["demo", "my-city", "--option", "game=episode-1"], 2, "--random"),
        (["demo", "small-city", "--players", "Ann,Ben"], 2, "--random"),
    ],
)
def test_wrong_use_is_one_sentence(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Each mistake ends with its exit code and one sentence that names the mend, and writes nothing."""
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert words in said[0]
    assert list(tmp_path.iterdir()) == []


def test_a_game_in_which_parts_move_is_told_to_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """The camera may take a move for a correction."""
    assert main(["play", DRAUGHTS, "--players", "Ann,Ben", "--camera", "films/none.mp4"]) == 4
    assert "parts move in this game" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["play", "big-city", "--players", "Ann,Ben", "--camera"], ["demo"]])
def test_a_game_that_could_not_begin_leaves_no_record(
    words: list[str], pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The port is somebody else's: that is said, and no empty record lies there; one that was there stays."""
    before = tmp_path / "before.jsonl"
    RecordStore.open(before, header=Header("big-city", ("Ann", "Ben"))).close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        more = ["--port", str(taken.getsockname()[1]), "--record"]
        words = [*words, str(pictures)] if words[0] == "play" else words
        assert main([*words, *more, str(tmp_path / "game.jsonl")]) == 2
        assert "can't be used" in capsys.readouterr().err
        assert main([*words, *more, str(before)]) == 2
    assert list(tmp_path.iterdir()) == [before]


def test_a_virtual_table_of_no_game_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The process that films says it by the one that looks."""
    words = ["play", "big-city", "--players", "Ann,Ben", "--camera", "virtual:chess"]
    assert main([*words, "--record", str(tmp_path / "game.jsonl")]) == 2
    said = capfd.readouterr().err
    assert "no scripted game of chess" in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_play_says_that_the_learned_look_is_lost(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pieces without codes are played with, and there alone; the game goes on."""
    lost = Problem("no-learned-look", "the weights are missing")
    monkeypatch.setattr("vision.uncoded.learned.without_weights", lambda settings: (lost,))
    one = tmp_path / "one"
    one.mkdir()
    (one / "00.jpg").write_bytes((pictures / "00.jpg").read_bytes())
    words = ["play", "big-city", "--players", "Ann,Ben,Cem", "--camera", str(one)]
    assert main([*words, "--pieces", "palette", "--record", str(tmp_path / "plain.jsonl")]) == 0
    assert "pieces   the weights are missing\n" in capsys.readouterr().err
    assert main([*words, "--record", str(tmp_path / "printed.jsonl")]) == 0
    assert "the weights are missing" not in capsys.readouterr().err
