"""Photographs with whole rounds between them: nothing is asked on which nothing hangs; else the table as it lies."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from seen import reading_of

from live.table.corrections import answer
from live.table.decisions import observe
from live.table.interpretation import DecisionSettings
from live.table.session import Draft, Session, begin, write
from simulator.games import random_game
from tabletop.gamefile import load_game
from tabletop.readings import Reading
from tabletop.records import Header

NOW = "2026-01-01T00:00:00Z"
PHOTOGRAPHED = DecisionSettings(photograph=True)
PLAYERS = ("Ann", "Ben", "Cem")
EXAMPLES = Path(__file__).parents[2] / "examples"
TRY = Path(__file__).parents[2] / "tabletop" / "templates" / "try.toml"
CONDITIONS = {
    "beside": 'parts = "hive"\nbeside = "flower"',
    "two beside": 'parts = "hive"\nbeside = "flower"\nreach = "around"\ncount = 2',
    "not beside": 'parts = "flower"\nnot_beside = "hive"\nwhose = "own"',
    "touching": 'touching = "any"\nreach = "around"',
    "start": 'start = ["A1", "B1"]',
}
"""Of which each depends on what lies there already."""


def seen(session: Session) -> Reading:
    """A photograph of the table as it lies in a session, every place certain."""
    if session.header.game == "big-city":
        return reading_of(session.position)
    words = {part.id for part in load_game(session.header.game).parts if part.kind != "board"}
    evidence = {
        place: {word: 0.0 if word == what else -25.0 for word in {"empty", what, *words}}
        for place, what in session.rules.contents(session.state).items()
    }
    confidence = dict.fromkeys(evidence, "certain")
    position = replace(session.position, turn=None)
    return Reading(session.header.game, position, confidence, evidence=evidence)  # type: ignore[arg-type]


def photographed(session: Session, table: Session, from_s: float = 0.0) -> Session:
    """A photograph shown for as long as the loop sees one."""
    for look in range(14):
        session = observe(session, seen(table), seen_s=from_s + look / 4, at=NOW, settings=PHOTOGRAPHED).session
    return session


def game_of(game: str, players: int = 2, seed: int = 1) -> list[Session]:
    """The sessions of a random game, before its first move and after each."""
    record = random_game(Header(game, PLAYERS[:players]), seed)
    session = begin(record.header)
    moves = [entry.move for entry in record.entries if entry.move is not None]
    return [session, *(session := write(session, [Draft(move)], at=None).session for move in moves)]


def photographs(known: Sequence[Session], counts: Sequence[int]) -> Session:
    """What comes of photographs after so many moves, where nobody answers."""
    session = known[0]
    for number, count in enumerate(counts):
        session = photographed(session, known[count], 10.0 * number)
    return session


def totals(session: Session) -> dict[str, int]:
    """Everybody's points."""
    return dict(session.rules.totals(session.state))


def lies(session: Session) -> Any:
    """What the record has on the table."""
    return session.rules.contents(session.state)


def shown(session: Session) -> str:
    """The points as an offer tells them."""
    return " : ".join(map(str, totals(session).values()))


@pytest.mark.parametrize("counts", [(1, 2, 12), (12,), (4, 11), (2, 9, 12), (1, 5)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_nothing_hangs_on_is_written_without_a_question(counts: Sequence[int], seed: int) -> None:
    """Four Ponds, photographed now and then: every piece in the record, each in its player's turn, the points right."""
    known = game_of("try", seed=seed)
    session = photographs(known, counts)
    assert (session.questions, session.problems, session.played.guesses) == ((), (), frozenset())
    assert lies(session) == lies(known[counts[-1]])
    assert totals(session) == totals(known[counts[-1]])
    assert all(move.judged.legal for move in session.moves)
    assert session.rules.to_move(session.state) == known[counts[-1]].rules.to_move(known[counts[-1]].state)


def with_condition(folder: Path, condition: str) -> str:
    """Four Ponds with a condition that depends on what lies there already."""
    file = folder / "ponds.toml"
    more = f'\n[[conditions]]\n{CONDITIONS[condition]}\nsays = "not like that"\n' if condition else ""
    file.write_text(TRY.read_text() + more)
    return str(file)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_where_a_condition_depends_on_order_the_table_as_it_lies_is_offered_first(
    tmp_path: Path, condition: str
) -> None:
    """With its points; nothing is written before somebody answers, and the answer leaves nothing to put right."""
    known = game_of(with_condition(tmp_path, condition))
    session = photographs(known, (1, len(known) - 1))
    assert len(session.moves) == 1
    (question,) = session.questions
    assert question.choices[0].label == f"The table, as it lies: {shown(known[-1])}"
    assert session.problems == ()
    said = answer(session, {"question": question.id, "choice": 0}, at=NOW).session
    after = photographed(said, known[-1], 90.0)
    assert (after.questions, after.problems) == ((), ())
    assert (lies(after), totals(after)) == (lies(known[-1]), totals(known[-1]))


GAMES = ["big-city", "my-city", "my-city-chess", "small-city", "meadow.toml", "lighthouses.toml"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("counts", [(3, 11), (3, 16)])
def test_after_skipped_photographs_any_game_goes_on(game: str, counts: Sequence[int]) -> None:
    """No question, or one with the table as it lies before all else; then the record is as the table, and stays so."""
    known = game_of(str(EXAMPLES / game) if game.endswith(".toml") else game, players=2)
    session = photographs(known, counts)
    assert len(session.questions) <= 1
    for question in session.questions:
        assert question.choices[0].label.startswith("The table, as it lies: ")
        session = answer(session, {"question": question.id, "choice": 0}, at=NOW).session
    after = photographed(session, known[counts[-1]], 90.0)
    assert (after.questions, after.problems) == ((), ())
    assert lies(after) == lies(known[counts[-1]])
    later = photographed(after, known[counts[-1] + 1], 120.0)
    assert lies(later) == lies(known[counts[-1] + 1])


@pytest.mark.parametrize("game", ["big-city", "meadow.toml"])
def test_who_answers_nothing_is_asked_about_the_newest_photograph_alone(game: str) -> None:
    """Questions don't pile up, and one that was refused is not asked again of the same table."""
    known = game_of(str(EXAMPLES / game) if game.endswith(".toml") else game)
    session = photographs(known, (2, 10, 18))
    (question,) = session.questions
    refused = answer(session, {"question": question.id, "choice": len(question.choices) - 1}, at=NOW).session
    again = photographed(replace(refused, seen=None), known[18], 90.0)
    assert (again.questions, again.moves) == ((), session.moves)
    assert [problem.code for problem in again.problems] == ["unexplained"]


def test_who_laid_more_than_the_turns_allow_is_asked_with_the_points_as_they_lie() -> None:
    """Ann has laid five more pieces and Ben two: no order of turns explains that."""
    known = game_of("try")
    anns = [move.judged.move for move in known[-1].moves if move.judged.move.player == "Ann"][:6]
    bens = [move.judged.move for move in known[-1].moves if move.judged.move.player == "Ben"][:3]
    table = write(known[0], [Draft(move) for move in (*anns, *bens)], at=None).session
    session = photographed(photographs(known, (2,)), table, 20.0)
    (question,) = session.questions
    assert question.choices[0].label == f"The table, as it lies: {shown(table)}"
    said = answer(session, {"question": question.id, "choice": 0}, at=NOW).session
    assert (totals(said), said.rules.to_move(said.state)) == (totals(table), "Ben")


def test_a_few_moves_that_may_have_been_made_otherwise_are_offered_as_they_lie() -> None:
    """In Big City points hang on whose move each was: the first answer is what is written, with the points."""
    known = game_of("big-city")
    session = photographs(known, (1, 2, 3, 4, 5, 8))
    (question,) = session.questions
    assert question.choices[0].label.startswith(f"The table, as it lies: {shown(session)} (")
    assert len(session.moves) == 8


def test_a_film_of_the_same_is_asked_about_as_ever() -> None:
    """Only a photograph shows whole rounds: between two looks of a camera lie a few moves, or a hand."""
    known = game_of(str(EXAMPLES / "meadow.toml"))
    session = replace(known[2], unchecked=False)
    for look in range(14):
        session = observe(session, seen(known[10]), seen_s=look / 4, at=NOW).session
    assert not any(choice.label.startswith("The table") for one in session.questions for choice in one.choices)
