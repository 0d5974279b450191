"""Each move of Small City judged: building, moving citizens, what is entered by hand, the end of a round."""

from dataclasses import replace

from scoring.protocol import ScoreLine
from scoring.small_city.accounts import PROMISES
from scoring.small_city.borough import entered
from scoring.small_city.builds import build
from scoring.small_city.citizens import move_citizen
from scoring.small_city.state import ROUNDS, State
from scoring.small_city.texts import WORDING
from scoring.small_city.verdict import Verdict
from scoring.wording import joined
from tabletop.moves import Move
from tabletop.moves.small_city import Build, EndRound, Enter, MoveCitizen
from tabletop.readings import Problem

BANK_INCOME = 2
NUMBERS = ("votes", "money", "pollution", "output", "generated", "white", "grey", "black")
"""What may be entered as a number; `output` and `generated` hold for one round."""
ONE_ROUND = ("output", "generated")


def verdict(state: State, move: Move) -> Verdict:
    """Judge a move: what is impossible leaves the boroughs as they are, the rest lies there even if it may not."""
    if isinstance(move, Build):
        found = build(state, move)
    elif isinstance(move, MoveCitizen):
        found = move_citizen(state, move)
    elif isinstance(move, Enter):
        found = _enter(state, move)
    elif isinstance(move, EndRound):
        found = _end_round(state)
    else:
        raise TypeError(f"{move} is not a move of {state.game}")
    if state.over() and not isinstance(move, Enter):
        return replace(found, problems=(WORDING.problem("game-over"), *found.problems), lines=())
    return found


def _enter(state: State, move: Enter) -> Verdict:
    """What no camera sees: a number stands from then on, `output` and `generated` for this round."""
    head, colon, number = move.key.partition(":")
    if head == "promise" and colon and number.isascii() and number.isdigit():
        if not (isinstance(move.value, bool | int) or move.value == "held"):
            expected = "votes as a number, true, false or held"
            problem = WORDING.problem("wrong-entry", key=move.key, value=move.value, expected=expected)
            return Verdict((problem,), state)
        return Verdict(
            tuple(_broken_promise(state, move, int(number))), state.with_entry(move.player, **{move.key: move.value})
        )
    if move.key == "helper":
        return Verdict((), state.with_entry(move.player, helper=move.value))
    if move.key not in NUMBERS:
        expected = joined([*NUMBERS, "helper", "promise:NUMBER"], "or")
        return Verdict((WORDING.problem("unknown-entry", key=move.key, expected=expected),), state)
    if not isinstance(move.value, int) or isinstance(move.value, bool):
        problem = WORDING.problem("wrong-entry", key=move.key, value=move.value, expected="a whole number")
        return Verdict((problem,), state)
    return Verdict((), state.with_entry(move.player, **{move.key: move.value}))


def _broken_promise(state: State, move: Enter, number: int) -> list[Problem]:
    promise = PROMISES.get(number)
    if move.value is not True or promise is None or promise.kept(state.boroughs[move.player]):
        return []
    return [WORDING.problem("promise-not-kept", [f"mat:{move.player}"], number=number, what=promise.asks)]


def _end_round(state: State) -> Verdict:
    """Votes for leisure, the bank's income, the pollution; then the next round, or the end of the game."""
    problems = tuple(
        WORDING.problem("warehouse-owed", state.boroughs[player].places(area), player=player)
        for player, area in state.owed.items()
    )
    lines: list[ScoreLine] = []
    after = state
    for player in state.players:
        unseen = state.of(player)
        votes = entered(unseen, "votes") + sum(line.points for line in state.leisure_lines(player))
        round_lines = state.round_pollution(player)
        pollution = entered(unseen, "pollution") - sum(line.points for line in round_lines)
        carried: dict[str, object] = {"votes": votes, "pollution": pollution}
        if "money" in unseen:
            banked = sum(one.player == player and one.kind == "bank" for one in state.paying())
            carried["money"] = entered(unseen, "money") + BANK_INCOME * banked
        kept = {key: value for key, value in unseen.items() if key not in ONE_ROUND}
        after = replace(after, unseen={**after.unseen, player: {**kept, **carried}})
        for line in round_lines:
            label = WORDING.labels["of-player"].format(player=player, label=line.label)
            lines.append(replace(line, label=label))
    rounds = state.rounds + 1
    sprawl = "urban-sprawler" in state.modules
    finished = bool(state.sprawlers) if sprawl else rounds >= ROUNDS
    after = replace(
        after, rounds=rounds, before=state.paying(), active=(), built={}, owed={}, finished=finished, single=False
    )
    return Verdict(problems, after, () if problems else tuple(lines))
