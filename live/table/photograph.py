"""One photograph of the table, read and scored: what a phone sends, or what is dropped on the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from live.sources.frames import BgrImage
from live.table.frame_reader import OwnFiles
from live.table.session import Session
from scoring.protocol import PositionScore
from scoring.with_record import differences, score_of_record
from tabletop.gamefile import load_game
from tabletop.notation import position_to_json
from tabletop.readings import Problem
from vision import FrameReading, read_image


@dataclass(frozen=True, slots=True, eq=False)
class ReadPhotograph:
    """A photograph with what was read in it; `score` is None where no position was."""

    image: BgrImage
    sight: FrameReading
    score: PositionScore | None = None
    problems: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the page gets it; `sure` counts the places by how sure they are."""
        reading, score = self.sight.reading, self.score
        sure = list(reading.confidence.values())
        return {
            "format": "boardsight-photo/1",
            "game": reading.game,
            "title": self.sight.game.title,
            "position": None if reading.position is None else position_to_json(reading.position),
            "confidence": dict(reading.confidence),
            "sure": {word: sure.count(word) for word in ("certain", "likely", "ask")},
            "players": [] if score is None else [player.to_json() for player in score.players],
            "winners": [] if score is None else list(score.winners),
            "bounds": None if score is None or score.bounds is None else [one.to_json() for one in score.bounds],
            "problems": [problem.to_json() for problem in self.problems],
        }


def read_photograph(image: BgrImage, session: Session, files: OwnFiles) -> ReadPhotograph:
    """Read a photograph of this game's table for itself, and score it."""
    sight = read_image(
        image,
        load_game(session.header.game),
        players=session.header.players,
        name=files.name,
        own_boards=files.boards,
        pieces=files.pieces,
    )
    return scored(image, sight, session)


def scored(image: BgrImage, sight: FrameReading, session: Session) -> ReadPhotograph:
    """What was read in a photograph, with the points of the game as the record and the picture have them together."""
    reading, rules = sight.reading, session.rules
    if reading.position is None:
        return ReadPhotograph(image, sight, None, reading.problems)
    position: Any = reading.position
    if session.header.options != position.options:
        position = replace(position, options=session.header.options)
    alone = rules.score(position)
    found = (*reading.problems, *alone.problems)
    if session.moves:
        found = (*found, *differences(rules, session.played, position))
        return ReadPhotograph(image, sight, score_of_record(rules, session.played, position, found), found)
    score = replace(score_of_record(rules, session.played, position, found), bounds=alone.bounds)
    return ReadPhotograph(image, sight, score, found)
