"""The command itself: `boardsight play … --mqtt`, from its first word on the network to its last."""

from pathlib import Path

import cv2
import numpy
import pytest
from real_broker import Listener, RealBroker, free_port, until

from live.main import main
from live.network.messages import TableState, parse_state


def pictures(folder: Path) -> Path:
    """A camera for which it is dark."""
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), numpy.zeros((120, 160, 3), numpy.uint8))
    return folder


def test_play_says_hello_and_good_bye(broker: RealBroker, tmp_path: Path) -> None:
    """A game over a folder of pictures is online, tells its players, and ends as `ended` and offline; exit code 0."""
    words = ["play", "big-city", "--players", "Ann,Ben", "--camera", str(pictures(tmp_path / "dark")), "--port", "0"]
    words += ["--record", str(tmp_path / "game.jsonl"), "--mqtt", broker.url, "--table", "Table 7"]
    with Listener(broker.port, "boardsight/#") as listener:
        assert main(words) == 0
        until(lambda: listener.of("/Table 7/status") == [b"online", b"offline"])
        state = parse_state(listener.of("/Table 7/state")[-1], "Table 7")
        assert isinstance(state, TableState)
        assert [player.name for player in state.players] == ["Ann", "Ben"]
        assert state.closed == "ended"


def test_play_without_a_broker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody answers at the address, it is said in a sentence, and the game is played all the same."""
    words = ["play", "big-city", "--players", "Ann,Ben", "--camera", str(pictures(tmp_path / "dark")), "--port", "0"]
    words += ["--record", str(tmp_path / "game.jsonl"), "--mqtt", f"mqtt://127.0.0.1:{free_port()}"]
    assert main(words) == 0
    assert "Traceback" not in capsys.readouterr().err
