"""The guests' code: it sends pictures and changes nothing, and one press takes it back."""

import json
from collections.abc import Mapping
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import cv2
import numpy
import pytest
from starlette.testclient import TestClient

from live.page import application
from live.page.application import Served, make_application
from live.page.hosting import KeptPage, hosted
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.runtime.hosting import tell_page
from live.sources.phone import Phones

PICTURE = cv2.imencode(".jpg", numpy.zeros((48, 64, 3), numpy.uint8))[1].tobytes()
SENT = {
    "/api/v1/photos": (PICTURE, "image/jpeg"),
    "/api/v1/cameras/{phone}": (PICTURE, "image/jpeg"),
    "/api/v1/cameras": (json.dumps({"ended": "a-phone-1"}).encode(), "application/json"),
}
"""What guests may send."""


class Desk:
    """Reads no photograph, and answers."""

    def take(self, data: bytes, called: str | None = None) -> Future[Mapping[str, Any]]:
        """An answer that is there already."""
        answer: Future[Mapping[str, Any]] = Future()
        answer.set_result({"bytes": len(data)})
        return answer


class Shared:
    """A shared table's page, as its own machine and the network see it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scanned: list[str] = []
        monkeypatch.setattr(application, "qr_svg", lambda text: self.scanned.append(text) or b"<svg/>")
        self.mailbox = Mailbox()
        app = make_application(
            Publication(),
            self.mailbox,
            Served(photos=Desk(), phones=Phones()),  # type: ignore[arg-type]
            share_url="http://192.0.2.7:8765/#token=right",
            token="right",
        )
        self.client = TestClient(app, base_url="http://127.0.0.1")

    def code(self) -> str:
        """What a guest's phone reads in the code on the page."""
        assert self.client.get("/api/v1/qr?page=phone").status_code == 200
        address, _, code = self.scanned[-1].partition("#token=")
        assert address == "http://192.0.2.7:8765/phone"
        return code

    def post(self, path: str, code: str, content: bytes = b"{}", kind: str = "application/json") -> int:
        """The answer's status to who sends something with a code."""
        headers = {"authorization": f"Bearer {code}", "content-type": kind}
        return self.client.post(path.replace("{phone}", "a-phone-1"), content=content, headers=headers).status_code


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Shared:
    """A shared table whose game answers nobody: whatever is let through to it stays in its mailbox."""
    monkeypatch.setattr(application, "ANSWER_TIMEOUT_S", 0.01)
    return Shared(monkeypatch)


def test_guests_send_pictures_and_change_nothing(shared: Shared) -> None:
    """Every address that takes something refuses their code, but for photographs and films; the game hears nothing."""
    code = shared.code()
    changing = [
        path
        for path, operations in shared.client.get("/openapi.json").json()["paths"].items()
        for method in operations
        if method not in ("get", "head", "options")
    ]
    assert {"/api/v1/corrections", "/api/v1/record", "/api/v1/guests", *SENT} <= set(changing)
    taken = {path: shared.post(path, code, *SENT.get(path, ())) for path in changing}
    assert taken == {path: 200 if path in SENT else 403 for path in changing}
    assert shared.mailbox.answer_all(lambda verb, body: {}) == 0
    for path in ("/api/v1/report", "/api/v1/report/file"):
        far = TestClient(shared.client.app, base_url="http://127.0.0.1", client=("192.0.2.50", 4000))
        assert far.get(path, headers={"authorization": f"Bearer {code}"}).status_code in (403, 404)


@pytest.mark.parametrize("path", ["/api/v1/cameras/../corrections", "/api/v1/cameras/%2e%2e/turn", "/api/v1/photos/"])
def test_no_other_address_looks_like_one_for_pictures(shared: Shared, path: str) -> None:
    """Whatever a guest writes behind them."""
    assert shared.post(path, shared.code(), PICTURE, "image/jpeg") not in (200, 500)
    assert shared.mailbox.answer_all(lambda verb, body: {}) == 0


def test_one_press_takes_the_code_back(shared: Shared) -> None:
    """From then on pictures are taken with the next code alone; who runs the game keeps the token."""
    before = shared.code()
    assert shared.post("/api/v1/guests", before) == 403
    assert shared.post("/api/v1/guests", "right") == 200
    assert shared.code() != before
    for path, sent in SENT.items():
        assert [shared.post(path, code, *sent) for code in (before, shared.code(), "right")] == [401, 200, 200]
        assert [shared.post(path, code, *sent) for code in ("", "guest-", "guest-x", "guess")] == [401] * 4


def test_the_organisers_code_is_the_token(shared: Shared) -> None:
    """The table's own code still lets people correct the game."""
    shared.client.get("/api/v1/qr")
    assert shared.scanned == ["http://192.0.2.7:8765/#token=right"]


def test_the_next_page_of_an_evening_takes_the_same_code(capsys: pytest.CaptureFixture[str]) -> None:
    """A guest's phone goes on sending when the next game begins; the terminal names both addresses."""
    kept, codes = KeptPage(), []
    for _ in range(2):
        with hosted(lambda address: SimpleNamespace(), host="0.0.0.0", port=None, kept=kept) as address:  # type: ignore[arg-type,return-value]
            tell_page(address, photos=True)
            codes.append((address.token, address.guests.code if address.guests else ""))
    kept.close()
    assert codes[0] == codes[1]
    told = capsys.readouterr().err
    assert f"/phone#token={codes[0][1]}" in told
    assert told.count(f"#token={codes[0][0]}") == 2
