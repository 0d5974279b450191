"""How the camera is aimed, told while the game is played: what is cut off, far, soft, mirrored, squeezed."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from filmed import Pictures
from page_table import table_with
from thinned import thinned

from live.runtime.loop import watch_table
from live.table.aiming import Aim, AimWatch, aim_of
from live.table.frame_reader import SingleCameraReader
from simulator.games import opening_position, scripted_game, turns_of
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header
from tabletop.translation import translated_json
from vision import read_image
from vision.advice import facts_of
from vision.aiming import aim_findings

GAME = load_game("big-city")
PLAYERS = ("Ann", "Ben", "Cem")


@pytest.fixture(scope="module")
def opening() -> Any:
    """The table before the first move, 1920 × 1080: neighbourhood 1 with its middle at (710, 520), the mats below."""
    script = scripted_game("big-city")
    table = VirtualTable(GAME, turns_of(script)[-1].position, Room(seed=1))
    table.lay(opening_position(script))
    return next(table.still(1.0))


def aimed(image: Any, **how: Any) -> Aim:
    """What there is to say of a picture."""
    return aim_of(image, read_image(image, GAME, players=PLAYERS), **how)


def subjects(aim: Aim) -> list[str]:
    """What is wrong, by subject."""
    return [finding.what for finding in aim.wrong]


@dataclass
class Told:
    """What a table said on the terminal, and the page's states, each with the film's time."""

    source: Pictures
    lines: list[tuple[float, str]] = field(default_factory=list)
    states: list[dict[str, Any]] = field(default_factory=list)


def watched(pictures: list[Any], folder: Path) -> Told:
    """Let a new game watch these pictures."""
    with table_with(folder, Header("big-city", PLAYERS)) as table:
        told = Told(Pictures([one for picture in pictures for one in [picture] * 25]))
        table.faults.say = lambda line: told.lines.append((told.source.number / 10, line))
        table.on_show = lambda: told.states.append(dict(table.publication.state))
        watch_table(table, told.source, SingleCameraReader(GAME, PLAYERS), stop=threading.Event())
    return told


def test_a_good_table_is_all_in_sight(opening: Any) -> None:
    """Nothing is wrong with a picture that shows everything large and sharp."""
    assert aimed(opening) == Aim()


def test_a_cut_off_table_is_told_within_two_seconds_and_when_it_is_put_right(opening: Any, tmp_path: Path) -> None:
    """The terminal names the side and the way, the page has it as advice; moved, all is in sight."""
    told = watched([opening[:, 690:], opening[:, 200:1430]], tmp_path)
    aims = [(at, line) for at, line in told.lines if line.startswith("aim ")]
    assert aims[0][0] <= 2.0
    words = " ".join(line for _, line in told.lines)
    assert "cut off at the left: neighbourhood 1" in words
    assert "cm towards the left of the picture" in words
    aiming = [state["aiming"]["well"] for state in told.states if state["aiming"]]
    assert (aiming[0], aiming[-1]) == (False, True)
    watching = [state["camera"] for state in told.states if state["camera"]["state"] == "watching"]
    assert watching[1]["message"]
    assert aims[-1][1] == "aim      all in sight"


def test_codes_that_are_too_small_say_how_near(opening: Any) -> None:
    """At 40 % of the size the page says to go nearer, and how near."""
    border = cv2.copyMakeBorder(opening, 810, 810, 1440, 1440, cv2.BORDER_REPLICATE)
    far = aimed(cv2.resize(border, (1920, 1080), interpolation=cv2.INTER_AREA))
    assert "codes" in subjects(far) or "reading" in subjects(far)
    assert "nearer" in far.message or "closer" in far.message


def test_what_another_camera_sees_is_not_missed(opening: Any) -> None:
    """With a second camera the edges of the first one are no fault."""
    assert not {"edges", "missing"} & set(subjects(aimed(opening[:, 690:], alone=False)))


def without_a_mat(opening: Any) -> Any:
    """Bare table where Cem's mat lies."""
    picture = opening.copy()
    picture[790:900, 930:1090] = opening[950:1060, 930:1090]
    return picture


@pytest.mark.parametrize(
    ("change", "what", "told"),
    [
        (lambda opening: opening[380:, 560:], "edges", "what lies beyond is not seen"),
        (lambda opening: opening[450:880, 650:1000], "edges", "move the camera back, to"),
        (without_a_mat, "missing", "Cem's mat"),
        (lambda opening: opening[:, 850:], "reading", "no neighbourhood"),
        (lambda opening: opening[:, ::-1], "mirrored", "switch mirroring off"),
    ],
    ids=["ends near the city", "no room", "a mat", "no city", "mirrored"],
)
def test_what_is_wrong_is_named_with_its_mend(opening: Any, change: Any, what: str, told: str) -> None:
    """A finger's width beside the city's rim may hide a neighbourhood; a bare table is not called blurred."""
    aim = aimed(np.ascontiguousarray(change(opening)))
    assert what in subjects(aim)
    assert told in aim.message


@pytest.mark.parametrize(("size_px", "which"), [((1440, 1080), "width"), ((1920, 810), "height")])
def test_a_squeezed_picture_is_named_with_its_share(opening: Any, size_px: tuple[int, int], which: str) -> None:
    """A picture forced into 4:3, or flattened: the side and how much of it is left."""
    squeezed = cv2.resize(opening, size_px, interpolation=cv2.INTER_AREA)
    findings = aim_findings(facts_of(squeezed, sight := read_image(squeezed, GAME)), sight)
    told = next(finding.message for finding in findings if finding.what == "proportions")
    assert which in told
    assert 70 <= int(told.split(" %")[0].split()[-1]) <= 80


@pytest.mark.parametrize(
    ("view", "size_px"),
    thinned([("phone-45", (1440, 1080)), ("above", (1280, 720)), ("webcam-35", (1280, 720))], 1),
    ids=str,
)
def test_a_camera_that_looks_aslant_is_not_squeezed(view: str, size_px: tuple[int, int]) -> None:
    """Perspective narrows a table too; nobody is told that the picture has lost its proportions."""
    script = scripted_game("big-city")
    position = turns_of(script)[-1].position
    table = VirtualTable(GAME, position, Room(seed=2, view=view, size_px=size_px))
    table.lay(position)
    image = next(table.still(1.0))
    findings = aim_findings(facts_of(image, sight := read_image(image, GAME)), sight)
    assert "proportions" not in {finding.what for finding in findings}


def test_a_single_look_does_not_change_what_is_told(opening: Any) -> None:
    """A passing disturbance is not told; what two looks agree on is."""
    watch = AimWatch()
    good, cut = read_image(opening, GAME, players=PLAYERS), read_image(opening[:, 690:], GAME, players=PLAYERS)
    assert watch.see(opening, good, 0.0, frozenset(), alone=True)
    assert not watch.see(opening[:, 690:], cut, 1.0, frozenset(), alone=True)
    assert watch.see(opening[:, 690:], cut, 2.0, frozenset(), alone=True)
    assert watch.aim is not None
    assert watch.aim.wrong


def test_the_advice_is_told_in_german(opening: Any) -> None:
    """No English is left in what the page and the camera's line say."""
    aim = aimed(opening[:, 690:])
    shown = translated_json({**aim.to_json(), "message": aim.message}, "de")
    assert shown["wrong"][0]["message"].startswith("abgeschnitten links: Viertel 1")
    assert "cm verschieben" in shown["wrong"][0]["mend"]
    assert shown["wrong"][1]["message"] == "die Matte von Ann"
    assert shown["message"].startswith("nicht im Bild: abgeschnitten links")


@pytest.mark.parametrize("turned", [False, True])
def test_a_picture_on_its_head_is_named(opening: Any, turned: bool) -> None:
    """It is read as it is, and that is said."""
    image = np.ascontiguousarray(opening[::-1, ::-1]) if turned else opening
    findings = aim_findings(facts_of(image, sight := read_image(image, GAME)), sight)
    assert ("upside-down" in {finding.what for finding in findings}) is turned
