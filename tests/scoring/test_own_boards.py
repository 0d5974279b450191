"""My City on boards that people own: in headers, game files and positions; what was played stays as it was."""

import json
from pathlib import Path

import pytest

from live.main import main
from live.runtime.setup import header_for
from scoring import replay, rules_for
from tabletop.boards import board_word, boards_in, load_board
from tabletop.entries import Entry
from tabletop.errors import UnreadableInput, UsageError
from tabletop.games.my_city.values import PlaceBuilding, TurnCard
from tabletop.notation import load_position, read_position, write_position
from tabletop.records import Header, Record
from tabletop.sections import BOARD_FILE

GAME = Path(__file__).parents[2] / "tabletop" / "games" / "my_city" / "game.toml"
TERRAIN = ["T" + "." * 10, *["." * 11] * 9, "." * 10 + "R"]
RULES = rules_for("my-city")


def board_file(folder: Path, name: str = "ours", terrain: list[str] | None = None, **about: object) -> Path:
    """A board of our own with a river between A and B, two trees on A1 and two rocks on K11."""
    said = {"name": name, "game": "my-city", "size_mm": [281.0, 371.0], **about}
    lines = ["[board]", *(f"{key} = {json.dumps(value)}" for key, value in said.items()), "[grid]"]
    lines += ["rows = 11", "columns = 11", "pitch_mm = 25.0", "first_cell_mm = [15.5, 36.5]", "[terrain]"]
    lines += [f"rows = {json.dumps(terrain or TERRAIN)}", 'river = ["A1 B1", "A2 B2"]']
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines), "utf-8")
    return path


def header(board: object, **options: object) -> Header:
    """A header of Ann's and Ben's with a board."""
    return Header("my-city", ("Ann", "Ben"), {"board": board, **options})


def total(state: object) -> int:
    """What Ann has."""
    return RULES.totals(state)["Ann"]


def test_a_header_with_ones_own_board(tmp_path: Path):
    """The record is judged on the board that its header names: 10 + 2 - 2 - 119 empty spaces, whoever has one."""
    path = board_file(tmp_path)
    for board in (str(path), BOARD_FILE.write(load_board(str(path)).sections), [str(path), str(path)]):
        state = RULES.start(header(board))
        assert total(state) == 10 + 2 - 2 - 119
        assert state.cities["Ben"].board.terrain[(0, 0)] == "two-trees"


def test_a_building_on_ones_own_board(tmp_path: Path):
    """On our board the river runs beside A1: a building there is legal, and the invented board's own spot is not."""
    moves = (
        TurnCard("yellow-1"),
        PlaceBuilding("Ann", "yellow-1", ("A1", "A2")),
        PlaceBuilding("Ben", "yellow-1", ("E4", "E5")),
    )
    entries = tuple(Entry(n, move) for n, move in enumerate(moves, start=1))
    judged = replay(Record(header(str(board_file(tmp_path))), entries)).moves
    assert [move.judged.legal for move in judged] == [True, True, False]


def test_a_game_file_with_ones_own_board(tmp_path: Path):
    """A copy of the game file whose boards name our file, beside it, is judged by that and not by the invented one."""
    board_file(tmp_path)
    text = GAME.read_text("utf-8").replace('board = "eternal"', 'board = "ours.toml"')
    game = tmp_path / "our-city.toml"
    game.write_text(text, "utf-8")
    state = rules_for(str(game)).start(Header(str(game), ("Ann", "Ben")))
    assert (rules_for(str(game)).totals(state)["Ann"], state.variant) == (10 + 2 - 2 - 119, "eternal")


def test_a_board_that_is_changed_leaves_older_records_as_they_were(tmp_path: Path):
    """`play` keeps the board itself in the header: a sticker in the file next week changes nothing of tonight's."""
    path = board_file(tmp_path)
    begun = header_for("my-city", "Ann,Ben", [f"board={path}"])
    assert begun is not None
    board_file(tmp_path, terrain=["TTTTT......", *TERRAIN[1:]])
    assert total(RULES.start(begun)) == 10 + 2 - 2 - 119
    assert total(RULES.start(header(str(path)))) != total(RULES.start(begun))


def test_a_map_of_chess_is_kept_too(tmp_path: Path):
    """The same for a map of MY CITY on a chess board: the record holds it."""
    path = tmp_path / "small.toml"
    path.write_text('[board]\nname = "small"\ngame = "my-city-chess"\n[grid]\nrows = 4\ncolumns = 4\npitch_mm = 40.0\n')
    begun = header_for("my-city-chess", "red,blue", [f"map={path}"])
    path.unlink()
    assert begun is not None
    assert len(rules_for("my-city-chess").start(begun).setting.board.cells) == 16


def test_each_player_has_another_board(tmp_path: Path):
    """Of several boards each is its player's, for the rules and, with the seat, for the reader."""
    ann, ben = board_file(tmp_path, "anns"), board_file(tmp_path, "bens", ["." * 11] * 11)
    begun = header_for("my-city", "Ann,Ben", [f"board={ann},{ben}"])
    assert begun is not None
    assert RULES.totals(RULES.start(begun)) == {"Ann": 10 + 2 - 2 - 119, "Ben": 10 - 121}
    assert [load_board(name).sections.board.seat for name in boards_in(begun.options)] == [1, 2]


def test_taped_codes_tell_whose_board_it_is(tmp_path: Path):
    """One board with taped codes is not two players', and two boards do not bear the same codes."""
    taped = '\n[codes]\ndictionary = "DICT_5X5_1000"\nside_mm = 16.8\n[[codes.at]]\nid = {}\ncentre_mm = [20.0, 20.0]\n'
    paths = [board_file(tmp_path, name) for name in ("anns", "bens", "cems")]
    for path, code in zip(paths, (350, 356, 350), strict=True):
        path.write_text(path.read_text("utf-8") + taped.format(code), "utf-8")
    ann, ben, cem = paths
    with pytest.raises(UsageError, match=r"lies there only once: give every player's board file"):
        header_for("my-city", "Ann,Ben", [f"board={ann}"])
    with pytest.raises(UsageError, match="have the same code 350 taped on"):
        header_for("my-city", "Ann,Cem", [f"board={ann},{cem}"])
    assert header_for("my-city", "Ann,Ben", [f"board={ann},{ben}"]) is not None


def test_the_side_of_ones_own_board_decides_the_rules(tmp_path: Path):
    """A board that is the campaign's side is played by its rules; an option that says otherwise is told."""
    path = board_file(tmp_path, side="episode-1")
    state = RULES.start(header(str(path)))
    assert state.variant == "episode-1"
    position = RULES.position(state)
    assert RULES.resume(position).variant == "episode-1"
    said = read_position(
        f'game = "my-city"\noptions = {{ game = "eternal" }}\n[[boards]]\nplayer = "Ann"\nboard = "{path}"'
    )
    assert [problem.code for problem in RULES.problems(said) if problem.code == "other-side"] == ["other-side"]


def test_a_position_with_a_board_in_it_reads_back(tmp_path: Path):
    """A position of a record whose header holds the board is the same after printing and parsing."""
    word = board_word(load_board(str(board_file(tmp_path))))
    position = RULES.position(RULES.start(header(word)))
    assert read_position(write_position(position)) == position


@pytest.mark.parametrize(
    ("about", "count", "words"),
    [
        ({"game": "my-city-chess"}, 1, "is a board for my-city-chess, not for My City"),
        ({}, 3, "3 boards for 2 players; give one, or one for each"),
    ],
)
def test_boards_that_do_not_go_with_the_game(tmp_path: Path, about: dict[str, str], count: int, words: str):
    """A board for another game, and more boards than players, are refused in one sentence."""
    path = str(board_file(tmp_path, **about))
    with pytest.raises(UnreadableInput, match=words):
        RULES.start(header([path] * count if count > 1 else path))


@pytest.mark.parametrize("board", ["nowhere.toml", '{"board": 3}', "{", {"grid": {}}])
def test_a_board_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], board: object):
    """A record whose board is not there or broken ends the command in a sentence, exit 4."""
    record = tmp_path / "record.jsonl"
    head = {"format": "boardsight-record/1", "game": "my-city", "players": ["Ann", "Ben"], "options": {"board": board}}
    record.write_text(json.dumps(head) + "\n")
    assert main(["replay", str(record)]) == 4
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_photograph_of_ones_own_board_with_the_record(tmp_path: Path):
    """What a photo shows lies on the record's board, as it was then, not on the file as it is today."""
    path = board_file(tmp_path)
    state = RULES.start(header_for("my-city", "Ann,Ben", [f"board={path}"]))
    board_file(tmp_path, terrain=["." * 11] * 11)
    shown = tmp_path / "shown.toml"
    shown.write_text(f'game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "{path}"\n')
    assert total(RULES.on_table(state, load_position(str(shown)))) == total(state)
