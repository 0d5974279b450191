"""The steps of docs/adding-a-game.md, walked with a tiny sample game: Three Stones."""

from pathlib import Path
from random import Random

import pytest

from scoring import registry as rules_registry
from scoring import replay, rules_for
from scoring.random_play import play_game
from scoring.referee.explanation import explain
from scoring.transcript import transcript
from tabletop.notation import read_position, write_position
from tabletop.notation import registry as text_registry
from tabletop.readings import Reading
from tabletop.records import Header, read_record, write_record

SAMPLE = Path(__file__).parent / "sample_game"
GAME = str(SAMPLE / "three-stones.toml")


@pytest.fixture(autouse=True)
def _added(monkeypatch):
    """The two lines that make a game known: one in each registry."""
    monkeypatch.syspath_prepend(str(SAMPLE))
    monkeypatch.setitem(text_registry.MODULES, "three-stones", "three_stones_texts")
    monkeypatch.setitem(rules_registry.MODULES, "three-stones", "three_stones_rules")


def random_game(seed=1):
    """A random game of nine stones."""
    return play_game(rules_for(GAME), Header(GAME, ("Ann", "Ben")), Random(seed))


def test_the_new_game_is_played_written_and_replayed():
    """Record, corrections, transcript and totals come with the protocol."""
    record = random_game()
    assert read_record(write_record(record)) == (record, None)
    replayed = replay(record)
    assert replayed.over
    assert sum(replayed.totals.values()) == sum(move.judged.points for move in replayed.moves)
    assert "puts a stone on" in transcript(replayed)


def test_its_positions_have_texts_both_ways():
    """From one table of keys."""
    position = rules_for(GAME).position(replay(random_game()).state)
    for form in ("toml", "json"):
        assert read_position(write_position(position, form)) == position


def test_the_referee_understands_it_with_the_defaults_alone():
    """A stone seen on one more cell is the move of whose turn it is."""
    rules = rules_for(GAME)
    moves = [entry.move for entry in random_game(2).entries]
    state = rules.start(Header(GAME, ("Ann", "Ben")))
    words = ("empty", "stone-1", "stone-2")
    for move in moves:
        after = rules.judge(state, move).state
        evidence = {
            place: {other: 0.0 if other == word else -20.0 for other in words}
            for place, word in rules.contents(after).items()
        }
        explanation = explain(rules, state, Reading(GAME, rules.position(after), evidence=evidence))
        assert explanation.moves == (move,)
        state = after


def test_a_game_without_rules_is_refused_by_name(monkeypatch):
    """Until the registry knows it."""
    from tabletop.errors import UnreadableInput

    monkeypatch.delitem(rules_registry.MODULES, "three-stones")
    rules_for.cache_clear()
    with pytest.raises(UnreadableInput, match="the rules 'three-stones' are not known"):
        rules_for(GAME)
