"""What each witness says of the places of a photograph, in probabilities, and whether it is so."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from measuring.calibration import FLOOR, Prediction, predict
from measuring.contents import contents
from measuring.corpus import Picture
from measuring.holding import sight_of
from scoring.registry import rules_for
from tabletop.readings import Confidence, Evidence, Reading
from tabletop.records import Header
from vision import FrameReading, probabilities
from vision.places.assignment import EMPTY
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.learned_cuts import shares_of

CODES, COLOURS, LEARNED, ANSWER = "printed codes", "colours and shapes", "learned look", "the answer"
OTHER = "something else"
Said = tuple[str, Prediction]
"""Witness and prediction."""
Stated = tuple[Confidence, bool]
"""How sure an answer is, and whether its best guess is right."""


@dataclass(frozen=True, slots=True)
class Testimony:
    """What is said of the places that a picture shows: by every witness, and in the answer's words."""

    said: tuple[Said, ...] = ()
    stated: tuple[Stated, ...] = ()


def said_of(picture: Picture) -> Testimony:
    """Read the picture and ask the witnesses; nothing of a picture that is refused."""
    sight = sight_of(picture)
    if sight.reading.position is None:
        return Testimony()
    truth = {place: word for place, word in words_of(picture.truth).items() if place not in picture.hidden}
    said = [
        (witness, predict(nats, truth[place], picture.truth.game, place.partition(":")[0]))
        for witness, places in _witnesses(picture, sight).items()
        for place, nats in places.items()
        if place in truth and len(nats) > 1
    ]
    answers = dict(_answers(picture, sight.reading))
    stated = tuple((sight.reading.confidence[place], one.right) for place, one in answers.items())
    return Testimony((*said, *_learned(picture, sight, truth), *((ANSWER, one) for one in answers.values())), stated)


def nothing_said(picture: Picture, reason: str) -> Testimony:
    """Of a picture whose worker died of it."""
    return Testimony()


def words_of(position: Any) -> Mapping[str, str]:
    """What lies at each place, in the words of evidence; streets under pieces are no places."""
    rules = rules_for(position.game)
    header = Header(position.game, position.players or ("Ann", "Ben"), getattr(position, "options", {}))
    words = {**rules.contents(rules.taken_up(rules.start(header), position)), "puck": getattr(position, "turn", None)}
    places = contents(position)
    return {place: word for place, word in words.items() if word is not None and place in places}


def _witnesses(picture: Picture, sight: FrameReading) -> Mapping[str, Evidence]:
    """Those that speak in the words of evidence.

    Codes alone are asked only where all pieces bear one. What colours tell of lots is kept of those alone that are
    asked about in the end, so that it is left out.
    """
    codes = {} if picture.pieces else {place: told.evidence for place, told in sight.places.told.items()}
    boards = getattr(sight.boards, "plain", ())
    return {CODES: codes, COLOURS: {place: one.by_colour.evidence[place] for one in boards for place in one.sureness}}


def _learned(picture: Picture, sight: FrameReading, truth: Mapping[str, str]) -> Iterator[Said]:
    """What the learned look says: bare ground, a piece of one of the colours, or something else.

    Of a city's lots it is asked about those alone that would else be asked about, and what lies round them.
    """
    if sight.asked is None:
        return
    colour_of = {part: f"colour {number}" for number, parts in enumerate(sight.asked.colours) for part in parts}
    for place, told in _looked_at(sight).items():
        if place in truth:
            shares = shares_of(told, range(len(sight.asked.colours)), sight.settings.learned)
            classes = {EMPTY: shares.bare, OTHER: shares.other}
            classes |= {f"colour {number}": share for number, share in shares.colours.items()}
            word = EMPTY if truth[place] == EMPTY else colour_of.get(truth[place], OTHER)
            nats = {name: math.log(max(share, FLOOR)) for name, share in classes.items()}
            yield LEARNED, predict(nats, word, picture.truth.game, place.partition(":")[0])


def _looked_at(sight: FrameReading) -> Mapping[str, CellTold]:
    """What the learned look told, by place."""
    if sight.city is not None:
        numbers = {cell: number for number, cell in sight.game.neighbourhoods.cells_of(sight.city.city.tiles).items()}
        return {f"property:{numbers[cell]}": told for cell, told in sight.city.learned.items() if cell in numbers}
    if sight.boards is None or sight.boards.cells is None:
        return {}
    learned = {number: board.learned.told for number, board in enumerate(sight.boards.plain) if board.learned}
    return {
        place.name: learned[place.board][place.cell]
        for place in sight.boards.cells.cells
        if place.cell in learned.get(place.board, {})
    }


def _answers(picture: Picture, reading: Reading) -> Iterator[tuple[str, Prediction]]:
    """Of every place, how probable it is told that what the position has there is right with its whole extent."""
    expected, got = contents(picture.truth), contents(reading.position)
    for place, told in probabilities(reading).items():
        if place in expected.keys() - picture.hidden:
            right = place in got and got[place] == expected[place]
            yield place, Prediction(told, right, told if right else 1.0 - told, (picture.truth.game, str(right)))
