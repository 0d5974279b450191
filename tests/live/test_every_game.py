"""What every game can do, shipped ones and examples alike: checked, printed, planned, rendered, read, played."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from live.main import main
from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.notation import position_from_json, write_position
from tabletop.records import Header, Record, write_record

ROOT = Path(__file__).parents[2]
GAMES = (
    *shipped_games(),
    *sorted(f"examples/{path.name}" for path in (ROOT / "examples").glob("*.toml") if "[game]" in path.read_text()),
)
pytestmark = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples are named by their path from the root."""
    monkeypatch.chdir(ROOT)


def _record(game: str, moves: int) -> Record:
    """The beginning of a random game of two, or of as few as may play it."""
    least, most = load_game(game).players
    count = max(least, min(2, most))
    players = ("red", "blue", "green") if game == "my-city-chess" else ("Ann", "Ben", "Cem")
    return play_game(rules_for(game), Header(game, players[:count]), Random(11), at_most=moves)


def _lying(position: Any) -> dict[str, str]:
    """What lies where; of citizens who share a square a picture does not say which is which."""
    rules = rules_for(position.game)
    contents = rules.contents(rules.resume(position))
    return {place: word.rstrip("0123456789") if "citizen" in word else word for place, word in contents.items()}


def test_a_game_in_progress_is_checked_planned_rendered_and_read(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A position that came about by the rules has no fault, is laid out, photographed, and read as it lay.

    What is asked about is little: a citizen on a small tile of Small City hides which one it is.
    """
    record = _record(game, 24)
    position = rules_for(game).position(replay(record).state)
    (tmp_path / "game.position").write_text(write_position(position, "toml"), encoding="utf-8")
    (tmp_path / "game.jsonl").write_text(write_record(record), encoding="utf-8")
    assert main(["check", str(tmp_path / "game.position")]) == 0
    assert main(["check", str(tmp_path / "game.jsonl")]) == 0
    capsys.readouterr()
    assert main(["plan", str(tmp_path / "game.position"), "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["parts"]
    assert {part["part"] for part in plan["parts"]} <= set(load_game(game).by_id) | {"board"}
    photo = str(tmp_path / "photo.png")
    assert main(["render", str(tmp_path / "game.position"), "-o", photo, "--seed", "1", "--size", "1280x720"]) == 0
    capsys.readouterr()
    assert main(["read", photo, "--game", game, "--players", ",".join(record.header.players), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    read = position_from_json(told["position"])
    asked = {place for place, sureness in told["confidence"].items() if sureness == "ask"}
    truth, seen = _lying(position), _lying(read)
    assert {place: seen.get(place) for place in truth if place not in asked and seen.get(place) != truth[place]} == {}
    assert len(asked) <= 0.03 * len(truth)


def test_a_game_prints_its_guide(game: str, tmp_path: Path) -> None:
    """One PDF and the list of parts; what all sheets draw is held by `tests/nets`."""
    assert main(["print", game, "--parts", "guide", "--out", str(tmp_path)]) == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".pdf"]
