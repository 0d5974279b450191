"""A board that is entered from several browsers at once, without any: nothing that somebody tapped is written over."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from live.entering.application import make_application
from live.entering.desk import BoardDesk
from live.page.hosting import address_of

CORNERS = [[20, 20], [380, 20], [380, 380], [20, 380]]
SIZE = {"rows": 5, "columns": 5}


@pytest.fixture
def desk(tmp_path: Path) -> BoardDesk:
    """A board on a photograph of nothing."""
    return BoardDesk("lagoon", tmp_path / "lagoon.toml", np.full((400, 400, 3), 150, np.uint8))


@pytest.fixture
def browser(desk: BoardDesk) -> TestClient:
    """Whoever asks the page."""
    return TestClient(make_application(desk, address_of(None, 80)), base_url="http://127.0.0.1")


def tapped(browser: TestClient, gold: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """A whole board with gold on one cell."""
    fitted = browser.post("/api/v1/fit", json={"corners": CORNERS, **SIZE}).json()
    terrain = [["gold" if (row, column) == gold else "plain" for column in range(5)] for row in range(5)]
    return {"corners": CORNERS, **SIZE, "terrain": terrain, "river": fitted["river"]}


def test_a_file_that_came_meanwhile_stays(browser: TestClient, desk: BoardDesk):
    """Somebody else's board is not written over, and what was tapped is not lost; moved away, the same saves."""
    board = tapped(browser)
    desk.path.write_text("somebody else's")
    refused = browser.post("/api/v1/board", json=board)
    assert (refused.status_code, refused.json()["code"]) == (409, "file")
    assert desk.path.read_text() == "somebody else's"
    desk.path.unlink()
    assert browser.post("/api/v1/board", json=board).status_code == 200
    again = browser.post("/api/v1/board", json=board)
    assert (again.status_code, again.json()["code"]) == (409, "saved-before")


def test_of_two_browsers_the_second_learns_of_the_first(browser: TestClient, desk: BoardDesk):
    """What one tapped stays until the other has seen it: its taps are refused with a sentence, a save too."""
    seen = {"if-match": browser.get("/api/v1/board").headers["etag"]}
    first = browser.put("/api/v1/draft", json=tapped(browser, (1, 1)), headers=seen)
    assert first.headers["etag"] != seen["if-match"]
    late = browser.put("/api/v1/draft", json=tapped(browser, (2, 2)), headers=seen)
    assert (late.status_code, late.json()["code"]) == (412, "changed")
    assert browser.post("/api/v1/board", json=tapped(browser), headers=seen).status_code == 412
    draft = browser.get("/api/v1/board").json()["draft"]
    assert draft["terrain"][1][1] == "gold"
    assert draft["terrain"][2][2] == "plain"
    assert not desk.path.exists()


def test_more_columns_than_letters_are_refused(browser: TestClient):
    """A sentence says how many there may be; the last letter's column is taken."""
    wide = {"corners": CORNERS, "rows": 2, "columns": 27}
    refused = browser.post("/api/v1/fit", json=wide)
    assert (refused.status_code, refused.json()["code"]) == (409, "wide")
    assert browser.post("/api/v1/fit", json={**wide, "columns": 26}).status_code == 200
