"""Accounts that put earlier moves right: none that would leave a later move nowhere to go."""

from dataclasses import replace

from seen import THREE_LAID, reading_of

from live.table.interpretation import DecisionSettings
from live.table.repairs import repairs
from live.table.session import Draft, begin, write
from tabletop.games.big_city.values import Build, PlacedStreetcar, Streetcars
from tabletop.records import Header

HALL = Build("Ann", "city-hall", (15,))
FIRST, SECOND, THIRD = PlacedStreetcar(13, "south"), PlacedStreetcar(15, "east"), PlacedStreetcar(16, "south")


def test_no_repair_takes_the_place_of_a_later_move() -> None:
    """Ben's streetcar looks gone: Cem's, which lies where Ben's might have been laid, stays Cem's and legal."""
    moves = (*THREE_LAID, HALL, Streetcars("Ben", (FIRST,)), Streetcars("Cem", (SECOND, THIRD)))
    session = write(begin(Header("big-city", ("Ann", "Ben", "Cem"))), [Draft(move) for move in moves], at=None).session
    seen = replace(session.position, streetcars=tuple(sorted((SECOND, THIRD))))
    illegal_now = sum(not move.judged.legal for move in session.moves)
    accounts = list(repairs(session, reading_of(seen, puck="Ann"), DecisionSettings()))
    assert accounts
    for account in accounts:
        after = write(session, account.drafts, at=None).session
        assert sum(not move.judged.legal for move in after.moves) <= illegal_now, account.drafts
