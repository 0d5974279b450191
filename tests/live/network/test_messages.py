"""The messages: parsing what was written gives the same value back, and strangers' messages never raise."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.network import commands, messages, topics
from live.network.formats import Format
from live.network.messages import RecordEvent, Sender, TableState
from live.page.shown import MoveShown, PlayerShown, QuestionShown
from scoring.protocol import ScoreLine
from tabletop.errors import UsageError
from tabletop.readings import Problem

SENDER = Sender("club-3", "a1b2", "c3d4", "2026-11-20T19:00:00.123Z")
MOVE = MoveShown(
    4,
    "Ann",
    "builds a double residence on 11 and 12",
    7,
    True,
    (ScoreLine("base", 7, ("property:11",), "base"),),
    (),
    None,
)
STATE = TableState(
    SENDER,
    n=4,
    game="big-city",
    title="Big City",
    players=(PlayerShown("Ann", 1, "#d55e00", 7, winner=True, last_points=7), PlayerShown("Łucja", 2, "#0072b2", 0)),
    turn="Łucja",
    moves=(MOVE,),
    questions=(QuestionShown("q1", "Which?", ("this", "that")),),
    problems=(Problem("duplicate-tile", "tile 3 lies twice", ("tile:3",)),),
    position={"game": "big-city"},
    commands=("pause",),
)
EVENT = RecordEvent(SENDER, 4, "move", MOVE, line={"n": 4, "do": "pass"}, totals={"Ann": 7}, turn="Łucja")


COMMAND = commands.Command("turn", "x1", {"do": "pass"}, token="secret")
ANSWER = commands.Answer("club-3", "x1", "turn", False, code="wrong", error="the game is over")


@pytest.mark.parametrize(
    ("value", "write", "parse", "of"),
    [
        (STATE, messages.state_message, messages.parse_state, "club-3"),
        (EVENT, messages.event_message, messages.parse_event, "club-3"),
        (COMMAND, commands.command_message, commands.parse_command, "turn"),
        (ANSWER, commands.answer_message, commands.parse_answer, "club-3"),
    ],
    ids=["state", "event", "command", "answer"],
)
def test_what_was_written_is_read_as_the_same_value(value: Any, write: Any, parse: Any, of: str) -> None:
    """Every kind of message comes back."""
    assert parse(write(value), of) == value


@pytest.mark.parametrize("form", [messages.STATE, messages.EVENT])
def test_the_messages_in_the_docs_come_back(form: Format[Any]) -> None:
    """The examples of docs/network.md are read, and written again with the same fields in the same order."""
    shown = (Path(__file__).parents[3] / "docs" / "network.md").read_text(encoding="utf-8")
    example = next(
        text.replace("…", "") for text in re.findall(r"```json\n(.*?)```", shown, re.DOTALL) if form.name in text
    )
    document = json.loads(example)
    value = form.parse(example, "club-3")
    assert not isinstance(value, Problem)
    assert json.loads(form.payload(value)) == document
    assert list(form.document(value)) == list(document)


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _places(item, (*path, key))


@pytest.mark.parametrize("wrong", [None, True, -1.5, 10**400, "x" * 501, "\x00", "\ud800", [], [3], {}, {"\ud800": 1}])
@pytest.mark.parametrize(
    ("document", "parse"),
    [
        (messages.STATE.document(STATE), messages.parse_state),
        (messages.EVENT.document(EVENT), messages.parse_event),
        (messages.CLAIM.document(messages.Claim("club-3", "c3d4", 2.5)), messages.parse_claim),
        (commands.ANSWER.document(commands.Answer("club-3", "x1", "turn", True)), commands.parse_answer),
        (
            commands.COMMAND.document(commands.Command("turn", "x1", {}, "secret", "proof")),
            lambda text: commands.parse_command(text, "turn"),
        ),
    ],
)
def test_a_wrong_type_anywhere_is_a_value_or_a_problem(document: Any, parse: Any, wrong: Any) -> None:
    """Whatever stands wherever in a message: a value, or a Problem that can be shown."""
    for path in _places(document):
        damaged = copy.deepcopy(document)
        at = damaged
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = wrong
        read = parse(json.dumps(damaged))
        if isinstance(read, Problem):
            assert read.message.isprintable()
            assert read.code in ("misfit", "format")


def test_a_token_of_the_wrong_kind_is_not_repeated() -> None:
    """What is wrong with a token is said without the token."""
    read = commands.parse_command(json.dumps({"token": ["hunter2"]}), "pause")
    assert isinstance(read, Problem)
    assert "'token'" in read.message
    assert "hunter2" not in read.message


def test_another_version_is_named() -> None:
    """A message of a later version is told with both versions and the table's name."""
    document = json.loads(messages.state_message(STATE)) | {"format": "boardsight-table/2"}
    problem = messages.parse_state(json.dumps(document), "club-3")
    assert isinstance(problem, Problem)
    assert problem.code == "version"
    assert "boardsight-table/2" in problem.message
    assert "boardsight-table/1" in problem.message
    assert problem.places == ("table:club-3",)


def test_unknown_fields_are_left_alone() -> None:
    """A newer program of the same version may say more."""
    document = json.loads(messages.state_message(STATE)) | {"weather": {"sun": True}}
    assert messages.parse_state(json.dumps(document), "club-3") == STATE


@pytest.mark.parametrize(("size", "code"), [(10_000_000, "too-large"), (100_000, "not-json")])
def test_what_is_too_large_or_too_deep_is_told(size: int, code: str) -> None:
    """Ten megabytes are refused by their size alone, before anything is parsed; deep nesting is not fallen over."""
    problem = messages.parse_state(b"[" * size, "club-3")
    assert isinstance(problem, Problem)
    assert problem.code == code


def test_our_own_states_are_never_too_large() -> None:
    """A state with an enormous position is sent without it, and says so."""
    payload = messages.state_message(replace(STATE, position={"game": "x" * 400_000}))
    assert len(payload) <= messages.LARGEST_MESSAGE
    state = messages.parse_state(payload)
    assert isinstance(state, TableState)
    assert state.shortened == ("position",)
    assert state.moves == STATE.moves


def test_a_message_under_another_name_is_refused() -> None:
    """What comes on one table's topic must name that table."""
    problem = messages.parse_event(messages.event_message(EVENT), "club-4")
    assert isinstance(problem, Problem)
    assert problem.code == "wrong-table"


@given(payload=st.binary(max_size=200))
def test_bytes_never_raise(payload: bytes) -> None:
    """Any bytes on any topic give a value or a Problem."""
    for parse in (messages.parse_status, messages.parse_state, messages.parse_event, messages.parse_claim):
        parse(payload)
    commands.parse_command(payload, "pause")
    assert isinstance(commands.parse_answer(payload), Problem)


@pytest.mark.parametrize("name", ["", "a/b", "a+b", "#", "x" * 41, "-a", "a\nb", "$SYS"])
def test_names_that_no_topic_can_hold(name: str) -> None:
    """A name that would break the topics is refused with the mend."""
    with pytest.raises(UsageError, match="1 to 40 letters"):
        topics.table_name(name)


@pytest.mark.parametrize("name", ["club-3", "Table 7", "Łódź", "x"])
def test_topics_come_back(name: str) -> None:
    """A topic's parts are found again."""
    assert topics.parse_topic(topics.state_topic(name)) == (name, "state", "")
    assert topics.parse_topic(topics.command_topic(name, "pause")) == (name, "cmd", "pause")
    assert topics.parse_topic(topics.answer_topic(name, "12-a")) == (name, "answer", "12-a")


@pytest.mark.parametrize(
    "topic", ["", "boardsight/v2/a/state", "boardsight/v1/a/b/c", "boardsight/v1/a/cmd/b/c", "x/boardsight/v1/a/state"]
)
def test_other_topics_are_none_of_ours(topic: str) -> None:
    """What is not a topic of this version is None."""
    assert topics.parse_topic(topic) is None


def test_a_clock_that_is_off() -> None:
    """The sender's clock is an hour ahead: the receiver sees by how much."""
    received = datetime(2026, 11, 20, 18, 0, 0, 123000, tzinfo=UTC)
    assert messages.clock_off_s(SENDER.sent, received) == timedelta(hours=1).total_seconds()
    assert messages.clock_off_s("yesterday", received) is None


def test_a_proof_is_of_no_use_elsewhere() -> None:
    """The proof of a command changes with the body, the table, the process and the token."""
    command = replace(COMMAND, token=None)
    other = replace(command, body={"do": "quiet"})
    proofs = {
        commands.proof_of(command, "club-3", "p1", "secret"),
        commands.proof_of(other, "club-3", "p1", "secret"),
        commands.proof_of(command, "club-4", "p1", "secret"),
        commands.proof_of(command, "club-3", "p2", "secret"),
        commands.proof_of(command, "club-3", "p1", "Secret"),
    }
    assert len(proofs) == 5
