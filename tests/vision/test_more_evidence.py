"""More to see never hurts: a code more, a wider picture, a finer one lose nothing certain; nothing is wrong more."""

from collections.abc import Mapping
from typing import Any

import cv2
import pytest
from measuring.corpus import NOT_LOOKED_AT, SETS, Picture, pictures
from measuring.evidence import A_CODE, LARGER, MoreSeen, finer, image_of, kept_exceptions, read, without_one

from tabletop.gamefile import load_game
from vision import load_grey

CORPUS = {picture.name: picture for picture in pictures(sets=(*SETS, *NOT_LOOKED_AT))}
PRINTED = ("big-city/tuning-hard-lamp", "my-city-chess/tuning-ordinary-ceiling", "small-city/tuning-ordinary-ceiling")
PLAIN = ("big-city/hard-plain-glare-20", "my-city-chess/hard-plain-hand-window-25")
SAMPLE = PRINTED + PLAIN
KNOWN: Mapping[str, str] = {
    "my-city/brutal-dim-720p": "of one board a single code is found in the finer picture, three in the picture itself",
    "small-city/hard-hand-dim": "two bare cells beside the hand look a fifth lighter in the finer picture",
}
"""What a finer picture loses, and why; a line goes when it is mended."""
NOT_FOUND: Mapping[str, Mapping[int, str]] = {
    "big-city/hard-phone-55-dim-07": {
        8: "others of neighbourhood 3 are found, and all places that show are right",
        15: "others of neighbourhood 5 are found, and all places that show are right",
    },
    "big-city/hard-plain-45-lamp": {15: "others of neighbourhood 5 are found"},
    "my-city-chess/brutal-dim-hand-blur": {184: "its square is read all the same"},
    "my-city-chess/tuning-hard-lamp": {210: "a hand lies against it; its square is read all the same"},
    "small-city/ordinary-above-window": {550: "others of the board are found"},
}
"""Codes that OpenCV's finder sees and the reader does not, and what comes of it; a line goes when one is found."""
KEPT: Mapping[str, Mapping[str, Mapping[str, int]]] = kept_exceptions()
"""By what more there is to see and picture: so many places fewer are right, so many more are wrong, as likely.
Everywhere else none. `python benchmarks/accuracy.py more` writes the file."""


def no_worse(change: MoreSeen, picture: Picture, what: str) -> None:
    """No place fewer is right, none more is wrong, nothing is wrong and certain; of printed parts nothing certain is
    lost."""
    less, exception = change.less, KEPT[what].get(picture.name, {})
    assert change.more.compared.wrong_certain == 0, change.more.compared.wrong
    if picture.pieces is None:
        assert [place for place in sorted(change.lost) if less.confidence.get(place) == "certain"] == []
    assert change.fewer_right <= exception.get("fewer_right", 0), sorted(change.lost)
    assert change.more_wrong <= exception.get("more_wrong", 0), change.more.compared.wrong


def examples() -> list[Any]:
    """All pictures, most of them for long runs."""
    return [pytest.param(name, marks=[] if name in SAMPLE else [pytest.mark.soak]) for name in sorted(CORPUS)]


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("what", LARGER)
def test_a_larger_picture_tells_no_less(what: str, name: str, request: pytest.FixtureRequest) -> None:
    """With more table round the game, or more pixels for the same."""
    if LARGER[what] is finer and name in KNOWN:
        request.applymarker(pytest.mark.xfail(reason=KNOWN[name], raises=AssertionError))
    picture = CORPUS[name]
    no_worse(MoreSeen(read(picture), read(picture, LARGER[what])), picture, what)


@pytest.mark.parametrize("name", examples())
def test_a_code_more_tells_no_less(name: str) -> None:
    """With all codes of the sheets no less than with one of them taken away."""
    picture = CORPUS[name]
    more = read(picture)
    with without_one(name):
        less = read(picture)
    no_worse(MoreSeen(less, more), picture, A_CODE)


@pytest.mark.parametrize("name", [one for one in examples() if CORPUS[one.values[0]].set not in NOT_LOOKED_AT])
def test_codes_that_another_finder_sees_are_found(name: str) -> None:
    """All of the game's that OpenCV decodes as it comes, but for those that are known."""
    picture = CORPUS[name]
    game = load_game(picture.truth.game)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, game.codes.dictionary))
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(load_grey(picture.path))
    found = {code.id for code in picture.read(image_of(picture)).codes}
    seen = set() if ids is None else set(ids.ravel().tolist())
    assert (seen & game.by_code.keys()) - found == NOT_FOUND.get(name, {}).keys()
