"""A hand over the board leaves the page calm, and the camera's picture is shown whole."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from browsing import CHROMIUM
from page_table import HEADER, Played

from live.page.pictures import without_doubts
from live.table.session import Choice, Question
from tabletop.gamefile import load_game
from tabletop.readings import Reading
from vision import FrameReading, ReaderSettings

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

PLACES = {f"property:{number}": "ask" if number % 2 else "likely" for number in range(11, 26)}


def test_what_a_hand_hides_is_dashed_only_where_it_is_asked_about(page: "Page", played: Played) -> None:
    """Fifteen places are in doubt, and nothing on the board changes until a question comes; then its own places do."""
    doubtful = Reading("big-city", played.table.session.position, confidence=PLACES)
    played.table.session = replace(played.table.session, seen=doubtful)
    played.table.show()
    expect(page.locator("#city .lot")).not_to_have_count(0)
    assert page.locator("#city :is(.ask, .likely)").count() == 0
    question = Question("q1", "What lies there?", ("property:13", "property:14"), (Choice("a"), Choice("b")), (), 4)
    played.table.session = replace(played.table.session, questions=(question,))
    played.table.show()
    expect(page.locator("#city .ask")).to_have_count(2)


def test_the_picture_has_no_doubts_but_those_that_are_asked_about() -> None:
    """What a hand covers is not outlined in the camera's picture either."""
    sureness = {**PLACES, "property:11": "certain"}
    square = np.zeros((4, 2))
    sight = FrameReading(
        Reading("big-city", None, confidence=sureness),
        load_game("big-city"),
        HEADER.players,
        (1920, 1080),
        ReaderSettings(),
        outlines_px=dict.fromkeys(sureness, square),
    )
    shown = {place for place, sure in sureness.items() if sure != "ask"}
    assert without_doubts(sight, ()).outlines_px.keys() == shown
    assert without_doubts(sight, ("property:13",)).outlines_px.keys() == shown | {"property:13"}


@pytest.mark.parametrize("size_px", [(1280, 720), (1200, 1600)])
def test_the_cameras_picture_is_shown_whole(page: "Page", played: Played, size_px: tuple[int, int]) -> None:
    """Nothing of it is cut off at any size of the page, so that the board's rim can be checked."""
    jpeg = cv2.imencode(".jpg", np.full((size_px[1], size_px[0], 3), 90, np.uint8))[1].tobytes()
    played.table.publication.show_picture(lambda: jpeg)
    picture = page.locator("#picture")
    expect(picture).to_be_visible()
    for width, height in ((1280, 720), (1366, 768), (1920, 1080), (768, 1024), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert picture.evaluate("image => getComputedStyle(image).objectFit") == "contain"
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 60, (width, height)


def test_a_new_games_page_has_no_picture_of_the_game_before(page: "Page", played: Played) -> None:
    """Until its own first picture has come there is none."""
    jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()
    played.table.publication.show_picture(lambda: jpeg)
    expect(page.locator("#picture")).to_be_visible()
    page.route("**/api/v1/picture", lambda route: route.fulfill(status=204))
    expect(page.locator("#picture")).to_be_hidden()
