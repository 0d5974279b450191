"""How the camera is aimed, on the page: on a phone, in both languages, until the first move."""

from dataclasses import replace
from pathlib import Path

from browsing import CHROMIUM, Browser, tab_at
from page_table import Played

from live.page.shown import CameraStatus
from live.runtime.hosting import page_of
from live.table.aiming import Aim
from live.table.session import Choice, Question
from tabletop.games.big_city.values import PlaceTile
from tabletop.readings import Finding, Problem
from tabletop.records import Header

if CHROMIUM is not None:
    from playwright.sync_api import expect


SIZES = [(390, 844), (1280, 720)]
"""A phone's screen, a desk's."""


def test_the_page_says_how_the_camera_is_aimed(browser: Browser, tmp_path: Path) -> None:
    """Before the first move: what is wrong with its mend, in both languages; then large and green; then nothing."""
    played = Played(tmp_path, begun=False, header=Header("big-city", ("Ann", "Ben")))
    table = played.table
    table.watching = CameraStatus("watching", "", "test", (1920, 1080), 10.0)
    mend = "move the camera back, to 130 % of its distance"
    table.aim.aim = Aim((Finding("edges", False, "cut off at the left: neighbourhood 3", mend),))
    with page_of(table, host=None, port=None) as address, tab_at(browser, address.here) as opened:
        opened.goto(address.here)
        expect(opened.locator("#aiming.wrong")).to_contain_text("move the camera back, to 130 %")
        expect(opened.locator("#aiming")).to_contain_text("out of the picture: cut off at the left: neighbourhood 3")
        opened.locator("#language").click()
        for width, height in SIZES:
            opened.set_viewport_size({"width": width, "height": height})
            expect(opened.locator("#aiming")).to_be_visible()
            expect(opened.locator("#aiming")).to_contain_text("abgeschnitten links: Viertel 3")
            assert opened.evaluate("document.documentElement.scrollWidth") <= width
        table.aim.aim = Aim()
        table.tell_aim()
        expect(opened.locator("#aiming.well")).to_contain_text("Alles im Blick")
        fault = Problem("odd", "this does not follow from the game so far")
        for wrong in ({"problems": (fault,)}, {"questions": (Question("q1", "What lies there?", (), (Choice("a"),)),)}):
            quiet = table.session
            table.session = replace(quiet, **wrong)  # type: ignore[arg-type]
            table.show()
            expect(opened.locator("#aiming")).to_be_hidden()  # green stands above nothing that is asked or wrong
            table.session = quiet
            table.show()
            expect(opened.locator("#aiming.well")).to_be_visible()
        played.play(PlaceTile("Ann", 2, (3, 0)))
        expect(opened.locator("#aiming")).to_be_hidden()
    played.close()
