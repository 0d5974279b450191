"""Folders of pictures and records: many workers, the same results, nothing lost when it stops half-way."""

import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from live.archive.columns import write_columns
from live.archive.workers import outcomes_from_workers
from live.main import main

PHOTOS = Path(__file__).parents[2] / "photos" / "big-city"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photos, the folder of a later evening with one more, and a file that is no picture."""
    folder = tmp_path_factory.mktemp("evening")
    photos = ["above-720p-window-early.jpg", "above-ceiling-early.jpg"]
    for name in photos:
        shutil.copy(PHOTOS / name, folder / name)
    (folder / "later").mkdir()
    shutil.copy(PHOTOS / photos[0], folder / "later" / photos[0])
    (folder / "broken.jpg").write_bytes(b"\xff\xd8\xff not a picture")
    (folder / "notes.txt").write_text("not looked at")
    return folder


@pytest.fixture(scope="module")
def one_worker(folder: Path) -> bytes:
    """The results of the folder with one worker."""
    out = folder.parent / "one.jsonl"
    assert main(["read", str(folder), "--game", "big-city", "--out", str(out)]) == 4
    return out.read_bytes()


def test_a_folder_is_read_with_what_is_broken_told(folder: Path, one_worker: bytes) -> None:
    """Each picture has its line, in the order of the names; the broken one has no position, the others are read."""
    lines = [json.loads(line) for line in one_worker.splitlines()]
    names = [
        "above-720p-window-early.jpg",
        "above-ceiling-early.jpg",
        "broken.jpg",
        "later/above-720p-window-early.jpg",
    ]
    assert [line["image"] for line in lines] == [str(folder / name) for name in names]
    assert [line["position"] is None for line in lines] == [False, False, True, False]
    assert lines[0]["position"] == lines[3]["position"]


def test_two_processes_give_the_same_file(folder: Path, one_worker: bytes, tmp_path: Path) -> None:
    """Byte for byte."""
    out = tmp_path / "two.jsonl"
    assert main(["read", str(folder), "--game", "big-city", "--jobs", "2", "--out", str(out)]) == 4
    assert out.read_bytes() == one_worker


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A Dask cluster on this machine: a scheduler and two workers, processes of their own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as running:
        yield running.scheduler_address


def test_a_cluster_gives_the_same_file(folder: Path, one_worker: bytes, cluster: str, tmp_path: Path) -> None:
    """Byte for byte."""
    out = tmp_path / "cluster.jsonl"
    assert main(["read", str(folder), "--game", "big-city", "--dask", cluster, "--out", str(out)]) == 4
    assert out.read_bytes() == one_worker


def test_a_cluster_that_is_not_there_is_wrong_use(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit 2, soon."""
    pytest.importorskip("distributed")
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    assert main(["read", str(folder), "--dask", "tcp://127.0.0.1:9", "--out", str(tmp_path / "no.jsonl")]) == 2
    assert "no scheduler answers there" in capsys.readouterr().err


def test_what_was_torn_is_done_again_and_nothing_twice(folder: Path, one_worker: bytes, tmp_path: Path) -> None:
    """Stopped in the middle of the second line: the first stays, the second is written anew."""
    out = tmp_path / "torn.jsonl"
    main(["read", str(folder), "--game", "big-city", "--out", str(out)])
    first = one_worker.index(b"\n") + 1
    out.write_bytes(one_worker[: first + 200])
    main(["read", str(folder), "--game", "big-city", "--out", str(out)])
    assert out.read_bytes() == one_worker


def test_results_of_another_question_are_not_mixed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same file for other options is refused, and left as it is."""
    out = tmp_path / "mixed.jsonl"
    picture = str(folder / "above-ceiling-early.jpg")
    main(["read", picture, "--game", "big-city", "--out", str(out)])
    before = out.read_bytes()
    assert main(["read", picture, "--game", "big-city", "--players", "Ann,Ben", "--out", str(out)]) == 2
    assert "results of something else" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_readings_as_columns(folder: Path, one_worker: bytes, tmp_path: Path) -> None:
    """A Parquet file has a row a picture, and its positions are those of the lines."""
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "columns.parquet"
    main(["read", str(folder), "--game", "big-city", "--out", str(out)])
    rows = parquet.read_table(out).to_pylist()
    lines = [json.loads(line) for line in one_worker.splitlines()]
    assert [row["position"] and json.loads(row["position"]) for row in rows] == [line["position"] for line in lines]
    assert [dict(row["confidence"]) for row in rows] == [line["confidence"] for line in lines]
    assert [dict(row["p"]) for row in rows] == [line["p"] for line in lines]


def test_reasons_are_a_column(one_worker: bytes, tmp_path: Path) -> None:
    """Of a picture in which a place is asked about; one that was read before there were reasons has none."""
    parquet = pytest.importorskip("pyarrow.parquet")
    asked = json.loads(one_worker.splitlines()[0]) | {"reasons": {"property:11": "a hand covers it"}}
    earlier = {key: value for key, value in asked.items() if key != "reasons"}
    lines, out = tmp_path / "readings.jsonl", tmp_path / "readings.parquet"
    lines.write_text(f"{json.dumps(asked)}\n{json.dumps(earlier)}\n", encoding="utf-8")
    write_columns(lines, out)
    rows = parquet.read_table(out).to_pylist()
    assert [dict(row["reasons"]) for row in rows] == [{"property:11": "a hand covers it"}, {}]


def test_records_in_a_folder_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three games, one of which is no record: two totals and one reason, and the columns say the same."""
    parquet = pytest.importorskip("pyarrow.parquet")
    script = Path(__file__).parents[3] / "tabletop" / "games" / "big_city" / "script.jsonl"
    games = tmp_path / "games"
    games.mkdir()
    for name in ("monday.jsonl", "tuesday.jsonl"):
        shutil.copy(script, games / name)
    (games / "no.jsonl").write_text("hello")
    out = tmp_path / "games.parquet"
    assert main(["replay", str(games), "--jobs", "2", "--out", str(out)]) == 4
    assert "is no record" in capsys.readouterr().err
    rows = parquet.read_table(out).to_pylist()
    assert [(Path(row["record"]).name, row["problem"] is None) for row in rows] == [
        ("monday.jsonl", True),
        ("no.jsonl", False),
        ("tuesday.jsonl", True),
    ]
    assert main(["replay", str(games / "monday.jsonl"), "--json"]) == 0
    assert dict(rows[0]["totals"]) == json.loads(capsys.readouterr().out)["totals"]


def test_an_empty_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what was looked for."""
    assert main(["read", str(tmp_path)]) == 4
    assert "no pictures in this folder" in capsys.readouterr().err


def deadly(number: int) -> int:
    """Work that kills its process for one item."""
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def lost(number: int, reason: str) -> int:
    """What is put in the place of a lost item."""
    return -number


def test_one_item_that_kills_its_worker_stops_none_of_the_others() -> None:
    """All others have their results, in order."""
    results = list(outcomes_from_workers(deadly, list(range(12)), lost, jobs=2))
    assert results == [-5 if number == 5 else number * number for number in range(12)]
