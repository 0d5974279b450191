"""The tiny game to begin with: one sheet, ten cuts at most, read, played and scored with nothing but a phone."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy
import pytest
from page_table import phone_table

from live.console.pictures import game_shown
from live.main import main
from printables.book import PrintSettings, documents_of
from printables.work import work_of
from scoring import replay
from simulator.art import PartsBox
from simulator.games import opening_position, random_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.plans import plan_of
from tabletop.records import Header, read_record

TRY = load_game("try")
PLAYED = random_game(Header("try", ("Ann", "Ben")), 1)


def photo(position: object, view: str) -> bytes:
    """A phone's photograph of the printed sheet."""
    image = shoot(plan_of(position, TRY), PartsBox(TRY), Shot(view=view, size_px=(1440, 1080))).image  # type: ignore[arg-type]
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_it_is_one_sheet_and_ten_cuts_at_most(paper: str) -> None:
    """Everything that is needed lies on one sheet; nobody cuts the board out."""
    work = work_of(documents_of(TRY, PrintSettings(paper=paper)))
    assert work.sheets == 1
    assert work.strokes <= 10


def test_print_try_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`boardsight print try` writes one PDF and says what it takes."""
    assert main(["print", "try", "--out", str(tmp_path)]) == 0
    assert [path.name for path in sorted(tmp_path.glob("*.pdf"))] == ["try-a4.pdf"]
    assert "1 sheet of A4" in capsys.readouterr().err


def test_a_photo_alone_tells_that_it_is_this_game() -> None:
    """Its codes are its own: no word and no file is needed."""
    data = numpy.frombuffer(photo(opening_position(PLAYED), "phone-45"), numpy.uint8)
    assert game_shown(cv2.imdecode(data, cv2.IMREAD_COLOR), "photo").name == "try"  # type: ignore[arg-type]


@pytest.mark.parametrize("counts", [(2, 4, 6, 8, 10, 12, 12), (1, 2, 12)], ids=["each round", "now and then"])
def test_it_is_played_to_its_end_with_a_phone(tmp_path: Path, counts: Sequence[int]) -> None:
    """A photo now and then from wherever the phone is: every move in the record, nothing asked, and the final score."""
    positions = [turn.position for turn in turns_of(PLAYED)]
    with phone_table(tmp_path, PLAYED.header) as played:
        for index, count in enumerate(counts):
            taken = played.desk.take(photo(positions[count - 1], ("phone-45", "above", "phone-55")[index % 3]))
            answer = taken.result(120)
        session = played.table.session
    record, _ = read_record((tmp_path / "game.jsonl").read_bytes())
    laid = [entry.move for entry in record.entries if entry.move is not None and entry.move.do == "place"]
    assert sorted(map(str, laid)) == sorted(
        str(entry.move) for entry in PLAYED.entries if entry.move is not None and entry.move.do == "place"
    )
    assert {one["name"]: one["total"] for one in answer["players"]} == dict(replay(PLAYED).totals)
    assert (session.questions, session.problems, dict(session.played.totals)) == ((), (), dict(replay(PLAYED).totals))


def test_a_photo_of_a_game_of_ones_own_is_answered_with_its_title(tmp_path: Path) -> None:
    """A reading knows the game by its name, and only the file's place finds it again."""
    file = tmp_path / "ponds.toml"
    file.write_text((Path(__file__).parents[2] / "tabletop/templates/try.toml").read_text().replace('"try"', '"ponds"'))
    header = replace(PLAYED.header, game=str(file))
    with phone_table(tmp_path, header) as played:
        answer = played.desk.take(photo(turns_of(PLAYED)[0].position, "above")).result(120)
    assert (answer["title"], len(played.table.session.moves)) == ("Four Ponds", 1)
