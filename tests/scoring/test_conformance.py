"""What every game's rules must keep, shipped games and samples alike; and one golden transcript for each of them."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scoring import replay, rules_for
from scoring.random_play import play_game
from scoring.taking_up import lines_by_moves
from scoring.transcript import transcript
from tabletop.entries import Entry
from tabletop.gamefile import load_game, shipped_games
from tabletop.moves import TakeUp
from tabletop.notation import move_from_json, move_to_json, read_position, write_position
from tabletop.positions import TrackMarker
from tabletop.records import Header, Record, read_record, write_record

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
GAMES = (
    *shipped_games(),
    *sorted(f"examples/{path.name}" for path in (ROOT / "examples").glob("*.toml") if "[game]" in path.read_text()),
)
COLOURS = ("red", "blue", "green")

pytestmark = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def _at_root(monkeypatch):
    """The samples are named by their path from the root."""
    monkeypatch.chdir(ROOT)


def header_of(game):
    """The smallest company that may play."""
    least, most = load_game(game).players
    count = max(least, min(2, most))
    return Header(game, COLOURS[:count] if game == "my-city-chess" else ("Ann", "Ben", "Cem")[:count])


def random_record(game, seed, at_most=60):
    """A random legal game, or its beginning."""
    return play_game(rules_for(game), header_of(game), Random(seed), at_most=at_most)


def seen(rules, state):
    """What lies where; of several citizens on one square a position does not say which stands in front."""
    return {
        place: word.rstrip("0123456789") if "citizen" in word else word for place, word in rules.contents(state).items()
    }


def test_golden_transcript(game):
    """The record in `golden/` replays to the text beside it, word for word.

    After a wanted change: `boardsight replay tests/scoring/golden/NAME.jsonl > tests/scoring/golden/NAME.txt`, and
    read the difference.
    """
    name = Path(game).stem
    assert (GOLDEN / f"{name}.jsonl").exists(), f"{game} has no golden record in tests/scoring/golden"
    record, tear = read_record((GOLDEN / f"{name}.jsonl").read_bytes())
    assert tear is None
    assert record.header.game == game
    assert transcript(replay(record)) + "\n" == (GOLDEN / f"{name}.txt").read_text()


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_legal_add_up_and_have_texts(game, seed):
    """Every sampled move is legal, lines sum to points, totals belong to the players, the text reads back."""
    record = random_record(game, seed)
    replayed = replay(record)
    assert len(replayed.moves) == len(record.entries)
    for move in replayed.moves:
        assert move.judged.legal
        assert move.judged.problems == ()
        assert sum(line.points for line in move.judged.lines) == move.judged.points
        assert set(move.totals) == set(record.header.players)
    assert set(replayed.winners) <= set(record.header.players)
    assert read_record(write_record(record)) == (record, None)


def test_a_record_replayed_gives_the_same_again(game):
    """Judging holds nothing back between games."""
    record = random_record(game, 7)
    first, second = replay(record), replay(record)
    assert first.to_json() == second.to_json()


def test_positions_and_moves_have_texts_both_ways(game):
    """Any position of a random game, as TOML and as JSON, and any move, is the same after printing and parsing."""
    rules = rules_for(game)
    for index, move in enumerate(replay(random_record(game, 3)).moves):
        document = move_to_json(game, move.judged.move)
        assert move_from_json(game, document) == move.judged.move
        if index % 10 == 0:
            position = rules.position(move.judged.state)
            for form in ("toml", "json"):
                assert read_position(write_position(position, form)) == position


def test_a_legal_game_has_positions_without_problems(game):
    """What came about by the rules is not complained about."""
    rules = rules_for(game)
    for move in replay(random_record(game, 5)).moves[::8]:
        assert rules.problems(rules.position(move.judged.state)) == ()


def test_a_position_resumed_lies_as_it_lay(game):
    """`resume` and `position` agree on what lies where."""
    rules = rules_for(game)
    for move in replay(random_record(game, 4)).moves[::8]:
        position = rules.position(move.judged.state)
        resumed = rules.resume(position)
        assert seen(rules, resumed) == seen(rules, move.judged.state)
        assert rules.score(position).problems == ()


def test_a_game_is_taken_up_from_what_lies_there(game):
    """A record whose first line is a position: it lies as it lay, nothing is illegal, the game goes on by the rules."""
    rules, record = rules_for(game), random_record(game, 6)
    for at in (1, len(record.entries) // 2):
        then = replay(replace(record, entries=record.entries[:at])).state
        line = TakeUp(replace(rules.position(then), players=()))
        taken = Record(record.header, (Entry(1, line),))
        assert read_record(write_record(taken)) == (taken, None)
        replayed = replay(taken)
        (move,) = replayed.moves
        assert (move.judged.legal, move.judged.points, move.judged.lines) == (True, 0, ())
        assert seen(rules, replayed.state) == seen(rules, then)
        assert set(replayed.totals) == set(record.header.players)
        assert transcript(replayed).startswith("   1  the game is taken up as it lies")
        state = replayed.state
        for _ in range(6):
            if rules.over(state):
                break
            judged = rules.judge(state, rules.sample(state, Random(at)))
            assert judged.legal, judged.problems
            state = judged.state


def test_what_people_have_in_a_game_that_is_taken_up_adds_up(game):
    """The reasons of every player's points sum to them, with the points from before where only moves tell them."""
    rules, record = rules_for(game), random_record(game, 6)
    position = rules.position(replay(record).state)
    marks = tuple(TrackMarker(player, 10 * seat, seat) for seat, player in enumerate(record.header.players, start=1))
    for scores in ((), marks):
        replayed = replay(Record(record.header, (Entry(1, TakeUp(replace(position, scores=scores))),)))
        only_moves = rules.reasons(replayed.state) is None
        reasons = rules.reasons(replayed.state) or lines_by_moves(replayed.moves, record.header.players)
        assert {player: sum(line.points for line in lines) for player, lines in reasons.items()} == replayed.totals
        assert replayed.guesses == ({1} if only_moves and not scores else set())
        if only_moves and scores:
            assert list(replayed.totals.values()) == [110, 220][: len(record.header.players)]


def test_placements_are_legal_and_score_what_they_say(game):
    """Some of the listed places, made into moves, are judged legal with the same points."""
    rules = rules_for(game)
    random = Random(9)
    for move in replay(random_record(game, 9)).moves[::6]:
        state = move.judged.state
        player = rules.to_move(state)
        if rules.over(state) or player is None:
            continue
        for kind in rules.kinds(state):
            places = rules.placements(state, kind, player=player)
            for placement in random.sample(places, min(2, len(places))):
                judged = rules.judge(state, rules.move_for(state, player, kind, placement))
                assert judged.legal, (kind, placement, judged.problems)
                assert sum(line.points for line in placement.lines) == placement.points
                assert judged.points == placement.points


def test_a_move_taken_out_leaves_the_others_their_numbers(game):
    """A replacement by nothing is as if the move had never been there; undone it is there again."""
    record = random_record(game, 8, at_most=20)
    count = len(record.entries)
    shorter = Record(record.header, record.entries[:-1])
    without = Record(record.header, (*record.entries, Entry(count + 1, None, "replace", of=count)))
    again = Record(record.header, (*without.entries, Entry(count + 2, None, "replace", of=count + 1)))
    assert replay(without).to_json() == replay(shorter).to_json()
    assert replay(again).to_json() == replay(record).to_json()


def test_a_forgotten_move_put_in_later_is_as_if_it_had_been_there(game):
    """The judgement is the same; only the inserted move's number is its own."""
    record = random_record(game, 2, at_most=20)
    third = record.entries[2]
    entries = [entry for entry in record.entries if entry is not third]
    renumbered = tuple(Entry(n, entry.move) for n, entry in enumerate(entries, start=1))
    mended = Record(record.header, (*renumbered, Entry(len(renumbered) + 1, third.move, "insert", after=2)))
    expected, found = replay(record), replay(mended)
    assert [move.judged.move for move in found.moves] == [move.judged.move for move in expected.moves]
    assert found.totals == expected.totals
    assert found.moves[2].n == len(renumbered) + 1


def test_moves_are_told_in_words(game):
    """Every move has a sentence that begins with who did it; pages show the name beside it and leave it out."""
    rules = rules_for(game)
    for move in replay(random_record(game, 1)).moves:
        told = rules.tell(move.judged.move)
        assert told
        assert move.judged.move.player is None or told.startswith(f"{move.judged.move.player} ")


def test_what_a_move_changes_is_what_lies_there_after_it(game):
    """`changes` foretells `contents`, which the referee relies on."""
    rules = rules_for(game)
    state = rules.start(header_of(game))
    for move in replay(random_record(game, 2)).moves:
        foretold = rules.changes(state, move.judged.move)
        state = move.judged.state
        after = rules.contents(state)
        assert {place: after.get(place) for place in foretold} == dict(foretold)


def test_reasons_sum_to_totals_and_the_own_position_changes_nothing(game):
    """What a total is made of sums to it; a position that shows what the record leads to counts as the record does."""
    rules = rules_for(game)
    for move in replay(random_record(game, 10)).moves[::7]:
        state = move.judged.state
        totals = dict(rules.totals(state))
        reasons = rules.reasons(state)
        assert reasons is None or {name: sum(line.points for line in reasons[name]) for name in totals} == totals
        shown = rules.on_table(state, rules.position(state))
        assert dict(rules.totals(shown)) == totals
        assert rules.winners(shown) == rules.winners(state)
        assert seen(rules, shown) == seen(rules, state)
