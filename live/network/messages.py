"""What tables say over the broker, as values, and as JSON both ways; whoever receives gets a value or a Problem.

Every message is JSON in UTF-8 of at most `LARGEST_MESSAGE` bytes with its `format`; only the status is one bare word.
Unknown fields are left alone; another version is a Problem. `run` names one record (one game) and stays when the
program is restarted with it; `process` names one start of the program. An event is told apart by (table, run, n).
"""

from live.network.fields import LARGEST_MESSAGE
from live.network.reading import clock_off_s, parse_claim, parse_event, parse_state, parse_status, parsed
from live.network.values import (
    CLAIM,
    EVENT,
    MOST_LINES,
    MOST_MOVES,
    MOST_PLACES,
    MOST_PLAYERS,
    MOST_PROBLEMS,
    MOST_QUESTIONS,
    STATE,
    Claim,
    Event,
    MoveShown,
    PlayerShown,
    QuestionShown,
    Sender,
    Status,
    TableState,
)
from live.network.writing import claim_message, event_json, event_message, now_utc, state_message, status_message

__all__ = [
    "CLAIM",
    "EVENT",
    "LARGEST_MESSAGE",
    "MOST_LINES",
    "MOST_MOVES",
    "MOST_PLACES",
    "MOST_PLAYERS",
    "MOST_PROBLEMS",
    "MOST_QUESTIONS",
    "STATE",
    "Claim",
    "Event",
    "MoveShown",
    "PlayerShown",
    "QuestionShown",
    "Sender",
    "Status",
    "TableState",
    "claim_message",
    "clock_off_s",
    "event_json",
    "event_message",
    "now_utc",
    "parse_claim",
    "parse_event",
    "parse_state",
    "parse_status",
    "parsed",
    "state_message",
    "status_message",
]
