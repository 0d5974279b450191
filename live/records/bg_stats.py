"""A finished game as a link for BG Stats, an app for logging plays; nothing is sent before somebody opens it."""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import quote

from scoring.replay import Replay
from tabletop.gamefile import load_game
from tabletop.records import moment, write_header

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Boardsight"


def play_link(replayed: Replay, began: str | None = None) -> str:
    """The link; `began` (UTC, ISO 8601) where the record's header does not tell it.

    The winner is always sent, without it the app fails on Android; ranks are by the rules first, then by points.
    """
    return ADDRESS + quote(json.dumps(play_document(replayed, began), ensure_ascii=False, separators=(",", ":")))


def play_document(replayed: Replay, began: str | None = None) -> dict[str, Any]:
    """What the link holds."""
    header, winners = replayed.header, set(replayed.winners)
    totals = {player: replayed.totals.get(player, 0) for player in header.players}
    ranks = {player: (player in winners, totals[player]) for player in header.players}
    identity = hashlib.sha256(f"{write_header(header)}{began}".encode()).hexdigest()[:24]
    when = moment(header.at) or moment(began)
    date = {} if when is None else {"playDate": f"{when:%Y-%m-%d %H:%M:%S}"}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": identity,
        **date,
        "game": {"name": load_game(header.game).title, "sourceGameId": header.game},
        "players": [
            {
                "name": player,
                "sourcePlayerId": player,
                "score": totals[player],
                "winner": player in winners,
                "rank": 1 + sum(other > ranks[player] for other in ranks.values()),
                "startPlayer": seat == 0,
            }
            for seat, player in enumerate(header.players)
        ],
    }
