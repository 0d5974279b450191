"""My City's ledger over 24 episodes, and `boardsight campaign`."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from live.archive.campaigns import campaign_in, changed_campaign
from live.main import main
from scoring.games.my_city.campaign import Ledger, Result, Sticker, scored, symbols_of
from scoring.games.my_city.ledger import begun, episode_line, read_campaign
from tabletop.boards import load_board
from tabletop.boardwriting import written
from tabletop.errors import UnreadableInput, UsageError


def test_symbols_of_three_players():
    """With three players the most points give two symbols, the second-most one."""
    results = [Result("Ann", 12), Result("Ben", 20), Result("Cem", 3)]
    assert symbols_of(results) == {"Ann": 1, "Ben": 2, "Cem": 0}


def test_symbols_of_two_players():
    """With two players the second gets nothing."""
    assert symbols_of([Result("Ann", 12), Result("Ben", 20)]) == {"Ann": 0, "Ben": 2}


def test_reaching_50_gives_a_symbol_at_once():
    """A token that reaches 50 colours one symbol more, whatever the place; 47 + 6 - 8 stays at 50."""
    assert scored(47, [6, -8]) == (50, True)
    results = [Result("Ann", 50), Result("Ben", 20)]
    assert symbols_of(results) == {"Ann": 3, "Ben": 0}


def test_ties_by_the_top_row():
    """Equal points are placed by the fewest empty spaces of the first row that differs."""
    results = [Result("Ann", 9, empty_by_row=(1, 3)), Result("Ben", 9, empty_by_row=(1, 1)), Result("Cem", 2)]
    assert symbols_of(results) == {"Ann": 1, "Ben": 2, "Cem": 0}


def test_negative_points_are_deducted_from_the_next():
    """A token under 0 keeps its negative points."""
    assert scored(2, [-5]) == (-3, False)
    assert scored(2, [-5, 4]) == (1, False)


def test_stickers_change_the_board():
    """A sticker turns a marked plain cell of one player's board into another terrain, and goes nowhere else."""
    board = load_board("episode-1")
    ledger = Ledger(("Ann", "Ben")).with_sticker(Sticker("Ann", "F4", "one-tree"))
    assert ledger.board("Ann").terrain[board.cell("F4")] == "one-tree"
    assert ledger.board("Ben").terrain[board.cell("F4")] == "plain"
    for cell, terrain in (
        ("F4", "one-rock"),
        ("A1", "one-rock"),
        ("C2", "one-rock"),
        ("Z9", "one-rock"),
        ("D8", "sea"),
    ):
        with pytest.raises(UsageError, match="sticker"):
            ledger.with_sticker(Sticker("Ann", cell, terrain))
    with pytest.raises(UsageError, match="expected Ann or Ben"):
        ledger.with_sticker(Sticker("Cem", "D8", "one-tree"))


def test_a_sticker_on_the_wrong_cell_tells_where_it_may_go():
    """The sentence names the spaces of that board that still have their small square."""
    with pytest.raises(UsageError, match="on Ann's board D1, F4, H5, C6, I6, D8, H8, F10"):
        Ledger(("Ann", "Ben")).with_sticker(Sticker("Ann", "C2", "one-tree"))


def test_negative_points_are_told_before_the_next_episode():
    """Ben's -3 are carried into the next episode, and no further."""
    ledger = Ledger(("Ann", "Ben")).with_episode([Result("Ann", 12), Result("Ben", -3)])
    assert ledger.carried() == {"Ann": 0, "Ben": -3}
    assert ledger.with_episode([Result("Ann", 12), Result("Ben", 2)]).carried() == {"Ann": 0, "Ben": 0}


def test_the_whole_campaign():
    """After 24 episodes the player with the most symbols has won, and a 25th is refused."""
    ledger = Ledger(("Ann", "Ben"))
    for episode in range(24):
        ledger = ledger.with_episode([Result("Ann", 3 * (episode % 4)), Result("Ben", 1)])
    assert ledger.symbols() == {"Ann": 2 * 18, "Ben": 2 * 6}
    assert ledger.leaders() == ("Ann",)
    assert ledger.next_episode is None
    with pytest.raises(UsageError, match="24 episodes"):
        ledger.with_episode([Result("Ann", 1), Result("Ben", 1)])


def test_the_ledger_as_text():
    """A campaign written as lines comes back the same, what was taken back among them."""
    campaign = begun(("Ann", "Ben")).with_line({"do": "bonus", "player": "Ben", "symbols": 1})
    campaign = campaign.with_line({"do": "sticker", "player": "Ann", "cell": "F4", "terrain": "one-tree"}).undone()
    assert read_campaign(campaign.to_text().encode(), "it") == campaign
    assert (campaign.ledger.bonus, campaign.ledger.stickers, len(campaign.lines)) == ({"Ben": 1}, (), 3)


def test_what_came_last_is_taken_back_first():
    """An earlier line stays; the sentence names both."""
    campaign = begun(("Ann", "Ben")).with_line({"do": "bonus", "player": "Ann", "symbols": 1})
    campaign = campaign.with_line({"do": "bonus", "player": "Ben", "symbols": 1})
    first, last = (line.n for line in campaign.counting)
    with pytest.raises(UsageError, match=f"line {last} is taken back first, since what came later rests on {first}"):
        campaign.with_line({"do": "undo", "of": first})


def test_a_board_is_written_as_it_is_read():
    """The text of a board with stickers reads back as that board, terrains of people's own too."""
    board = Ledger(("Ann", "Ben")).with_sticker(Sticker("Ann", "F4", "gold")).board("Ann")
    path = Path("sticky.toml")
    path.write_text(written(board), "utf-8")
    try:
        assert load_board(str(path)) == board
    finally:
        path.unlink()


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of Ann's and Ben's that has just begun."""
    monkeypatch.chdir(tmp_path)
    assert main(["campaign", "new", "ours.jsonl", "--players", "Ann,Ben"]) == 0
    return tmp_path / "ours.jsonl"


def campaign(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What a well spoken command says as JSON."""
    capsys.readouterr()
    assert main(["campaign", words[0], "ours.jsonl", *words[1:], "--json"]) == 0
    said: dict[str, object] = json.loads(capsys.readouterr().out)
    return said


def test_three_evenings(ledger: Path, capsys: pytest.CaptureFixture[str]):
    """50 : -3, a sticker, 12 : 12 decided by the rows: 3 + 0 and 0 + 2 symbols, kept in the file from call to call."""
    campaign(capsys, "score", "--points", "Ann=50,Ben=-3")
    campaign(capsys, "sticker", "--player", "Ann", "--cell", "F4", "--terrain", "one-tree")
    said = campaign(capsys, "score", "--points", "Ann=12,Ben=12", "--empty", "Ann=1/0,Ben=0/1", "--episode", "2")
    assert (said["symbols"], said["next_episode"], said["leaders"]) == ({"Ann": 3, "Ben": 2}, 3, ["Ann"])
    assert campaign(capsys, "undo")["symbols"] == {"Ann": 3, "Ben": 0}
    assert campaign(capsys, "undo")["stickers"] == []
    assert len(ledger.read_text("utf-8").splitlines()) == 6


def test_a_campaign_is_not_begun_on_the_other_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A board file of the Eternal side is refused with the mend, and no ledger is written."""
    (tmp_path / "anns.toml").write_text(written(load_board("eternal")).replace("[board]", '[board]\nside = "eternal"'))
    ledger = tmp_path / "theirs.jsonl"
    begun = ["campaign", "new", str(ledger), "--players", "Ann,Ben", "--board", str(tmp_path / "anns.toml")]
    assert main(begun) == 2
    assert "the campaign is played on the other one, entered with --side episode-1" in capsys.readouterr().err
    assert not ledger.exists()


def test_the_next_episode_is_played_on_the_boards_as_they_are(ledger: Path, capsys: pytest.CaptureFixture[str]):
    """`next --out` writes each player's board with its stickers, and says how to play on them."""
    main(["campaign", "sticker", "ours.jsonl", "--player", "Ben", "--cell", "D8", "--terrain", "one-tree"])
    assert campaign(capsys, "next", "--out", "boards")["boards"] == ["boards/board-1.toml", "boards/board-2.toml"]
    anns, bens = (load_board(f"boards/board-{seat}.toml") for seat in (1, 2))
    assert (anns.terrain[anns.cell("D8")], bens.terrain[bens.cell("D8")]) == ("plain", "one-tree")
    assert main(["campaign", "next", "ours.jsonl", "--out", "boards"]) == 0
    assert "--option board=boards/board-1.toml,boards/board-2.toml" in capsys.readouterr().out


def recorded(path: Path, *, options: dict[str, object], ends: int = 2) -> None:
    """A game in which the first card is turned over and some of the two players end."""
    head = {"format": "boardsight-record/1", "game": "my-city", "players": ["Ann", "Ben"], "options": options}
    lines = [head, {"n": 1, "do": "card", "building": "yellow-1"}]
    lines += [{"n": 2 + index, "player": player, "do": "end"} for index, player in enumerate(("Ann", "Ben")[:ends])]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def test_episode_1_is_scored_from_its_record(ledger: Path, capsys: pytest.CaptureFixture[str]):
    """Both end on an empty board of ours: equal points and equal rows share the first place."""
    recorded(Path("evening.jsonl"), options={"game": "episode-1"})
    said = campaign(capsys, "score", "--record", "evening.jsonl")
    assert said["symbols"] == {"Ann": 2, "Ben": 2}
    assert said["carried"]["Ann"] < 0  # nothing was built


@pytest.mark.parametrize(
    ("options", "ends", "words"),
    [
        ({"game": "eternal"}, 2, "by the rules of eternal cannot be scored from a record"),
        ({"game": "episode-1"}, 1, "not over"),
        ({"game": "episode-1", "board": "blank"}, 2, "another board than Ann has now"),
    ],
)
def test_records_that_are_not_the_episode(ledger, capsys, options, ends, words):
    """Another side, a game that is not over, another board: one sentence, and the ledger stays as it was."""
    before = ledger.read_bytes()
    recorded(Path("evening.jsonl"), options=options, ends=ends)
    assert main(["campaign", "score", "ours.jsonl", "--record", "evening.jsonl"]) == 2
    assert words in capsys.readouterr().err
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["score", "--points", "Ann=12,Ben=9", "--episode", "3"], "episode 1 comes next, not 3"),
        (["score", "--points", "Ann=12"], "one result for each of Ann, Ben"),
        (["score", "--points", "Ann=51,Ben=9"], "token stays at 50"),
        (["score", "--points", "Ann=9,Ben=9"], "row by row"),
        (["score", "--points", "Ann=many,Ben=9"], "not a whole number"),
        (["score", "--points", "12"], "not NAME=VALUE"),
        (["score"], "how did it end"),
        (["undo"], "nothing stands in the ledger"),
        (["bonus", "--player", "Cem", "--symbols", "1"], "Cem does not play"),
        (["new", "--players", "Ann,Ben"], "is there already"),
        (["new", "--players", "Ann"], "for 2 players or more"),
    ],
)
def test_what_cannot_be_entered_changes_nothing(ledger, capsys, words, told):
    """Wrong use is told in one sentence, exit 2, and the file stays as it was."""
    before = ledger.read_bytes()
    capsys.readouterr()
    assert main(["campaign", words[0], "ours.jsonl", *words[1:]]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert ledger.read_bytes() == before


def test_what_many_enter_at_once_is_entered(ledger):
    """Eight at once: eight lines more, and nothing else lies in the folder; a ledger that is not there stays away."""
    before = ledger.read_text().count("\n")

    def enter(symbols):
        changed_campaign(ledger, lambda campaign: campaign.with_line({"do": "bonus", "player": "Ann", "symbols": 1}))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(enter, range(8)))
    assert ledger.read_text().count("\n") == before + 8
    assert campaign_in(ledger).ledger.bonus == {"Ann": 8}
    with pytest.raises(UnreadableInput, match="there is no file"):
        changed_campaign(ledger.with_name("nowhere.jsonl"), lambda campaign: campaign)
    assert list(ledger.parent.iterdir()) == [ledger]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace('"points": 12', '"points": 40'), "line 2: the checksum"),
        (lambda text: "\n".join(text.splitlines()[:1] + text.splitlines()[2:]), "line 2: a line is missing"),
        (lambda text: text.replace("boardsight-ledger/1", "boardsight-record/1"), "line 1"),
        (lambda text: text[:-30], "line 3: not a whole JSON line"),
        (lambda text: "", "is empty"),
        (lambda text: "[1]", "line 1"),
    ],
)
def test_a_ledger_edited_by_hand(ledger, capsys, change, told):
    """What was changed by hand or torn off is told with its line and the mend, exit 4; nothing is written."""
    main(["campaign", "score", "ours.jsonl", "--points", "Ann=12,Ben=9"])
    main(["campaign", "score", "ours.jsonl", "--points", "Ann=2,Ben=3"])
    ledger.write_text(change(ledger.read_text("utf-8")), "utf-8")
    before = ledger.read_bytes()
    capsys.readouterr()
    assert main(["campaign", "score", "ours.jsonl", "--points", "Ann=1,Ben=2"]) == 4
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert ledger.read_bytes() == before


def test_a_line_without_its_checksum_is_taken_as_it_stands(ledger, capsys):
    """Who wants the change takes the line's crc out, as the sentence says."""
    main(["campaign", "score", "ours.jsonl", "--points", "Ann=12,Ben=9"])
    head, line = ledger.read_text("utf-8").splitlines()
    document = json.loads(line)
    document["results"][0]["points"] = 8
    del document["crc"]
    ledger.write_text(f"{head}\n{json.dumps(document)}\n", "utf-8")
    assert campaign(capsys, "show")["leaders"] == ["Ben"]


def test_no_other_game_has_a_campaign(tmp_path, capsys):
    """Asked of another game, one sentence."""
    assert main(["campaign", "new", str(tmp_path / "a.jsonl"), "--players", "Ann,Ben", "--game", "big-city"]) == 2
    assert "has no campaign" in capsys.readouterr().err
    with pytest.raises(UnreadableInput):
        read_campaign(b"", "nothing")


def test_somebody_else_plays_on(ledger, capsys):
    """Dora has Ann's points, symbols, stickers and board; Ann's name is free again, and `undo` brings her back."""
    for words in (
        "score --points Ann=50,Ben=9",
        "sticker --player Ann --cell F4 --terrain one-tree",
        "bonus --player Ann --symbols 2",
    ):
        assert main(["campaign", words.split()[0], "ours.jsonl", *words.split()[1:]]) == 0
    before = read_campaign(ledger.read_bytes(), "ours").ledger
    assert main(["campaign", "successor", "ours.jsonl", "--player", "Ann", "--by", "Dora"]) == 0
    assert "Dora plays on for Ann, after episode 1" in capsys.readouterr().out
    after = read_campaign(ledger.read_bytes(), "ours").ledger
    assert (after.players, after.symbols()) == (("Dora", "Ben"), {"Dora": before.symbols()["Ann"], "Ben": 0})
    assert after.board("Dora") == before.board("Ann")
    assert main(["campaign", "score", "ours.jsonl", "--points", "Ann=1,Ben=9"]) == 2
    assert main(["campaign", "score", "ours.jsonl", "--points", "Dora=1,Ben=9"]) == 0
    assert main(["campaign", "undo", "ours.jsonl"]) == main(["campaign", "undo", "ours.jsonl"]) == 0
    assert read_campaign(ledger.read_bytes(), "ours").ledger == before


@pytest.mark.parametrize(("player", "by", "told"), [
    ("Ann", "Ben", "plays this campaign already"), ("Eve", "Dora", "does not play"),
    ("Ann", "D=1", "is no name here"), ("Ann", " ", "not blank"),
])  # fmt: skip
def test_no_successor(ledger, capsys, player, by, told):
    """Nobody succeeds a stranger or plays twice, and a name must be one; the ledger stays as it was."""
    before = ledger.read_bytes()
    assert main(["campaign", "successor", "ours.jsonl", "--player", player, "--by", by]) == 2
    assert (told in capsys.readouterr().err, ledger.read_bytes()) == (True, before)


def test_after_the_last_episode(ledger, capsys):
    """A twenty-fifth episode is refused with the reason, and nothing is written."""
    campaign = read_campaign(ledger.read_bytes(), "ours")
    for episode in range(1, 25):
        campaign = campaign.with_line(episode_line(episode, (Result("Ann", 9), Result("Ben", 2))))
    ledger.write_text(campaign.to_text())
    for more in ([], ["--episode", "25"], ["--episode", "24"]):
        assert main(["campaign", "score", "ours.jsonl", "--points", "Ann=1,Ben=2", *more]) == 2
        assert ("all 24 episodes have been played" in capsys.readouterr().err) == (more != ["--episode", "25"])
    assert ledger.read_text() == campaign.to_text()
