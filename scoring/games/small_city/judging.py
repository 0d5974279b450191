"""Each move of Small City judged: building, moving citizens, what is entered by hand, the end of a round."""

from scoring.altered import altered
from scoring.games.small_city.accounts import PROMISES
from scoring.games.small_city.builds import build, owed
from scoring.games.small_city.citizens import bring_by_tramway, move_citizen
from scoring.games.small_city.state import ROUNDS, SmallCityState
from scoring.games.small_city.texts import WORDING, entry_words
from scoring.protocol import ScoreLine
from scoring.ruling import Ruling
from scoring.wording import joined
from tabletop.games.small_city.values import BuildTile, EndRound, Enter, MoveCitizen
from tabletop.moves import Move
from tabletop.readings import Problem

BANK_INCOME = 2
NUMBERS = ("votes", "money", "pollution", "output", "generated", "white", "grey", "black", "council")
"""What may be entered as a number; `output`, `generated` and `council` hold for one round."""
COUNCIL_LARGEST = 4
"""The council's construction spaces give a tile of one to four squares [base game, from reviews]."""
LARGEST, LAST_PROMISE, LONGEST_NAME = 999, 37, 60
"""The most that can be entered of anything; the promise cards (32 of the base game, 33 to 37); a helper's letters."""
ONE_ROUND = ("output", "generated", "council", "helper")


def ruling(state: SmallCityState, move: Move) -> Ruling[SmallCityState]:
    """Judge a move: what is impossible leaves the boroughs as they are, the rest lies there even if it may not."""
    if isinstance(move, BuildTile):
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
        late = altered(found.state, unseen=state.unseen, gained=state.gained, at_end=state.at_end or state)
        return Ruling((WORDING.problem("game-over"), *found.problems), late)
    return found


def _enter(state: SmallCityState, move: Enter) -> Ruling[SmallCityState]:
    """What no camera sees: a number stands from then on, `output` and `generated` for this round.

    What cannot be is not taken down, so that nothing is counted that no line tells. Entries stay possible when the
    game is over, since promises and the last votes are told then.
    """
    if move.key == "extension":
        return _extend(state, move)
    problems = _entry_problems(state, move)
    return Ruling(problems, state if problems else state.with_entry(move.player, **{move.key: move.value}))


def _entry_problems(state: SmallCityState, move: Enter) -> tuple[Problem, ...]:
    """What is wrong with something that was entered."""
    head, _, card = move.key.partition(":")
    number = int(card) if card.isascii() and card.isdigit() and len(card) <= len(str(LAST_PROMISE)) else 0
    if head == "promise" and 1 <= number <= LAST_PROMISE and card == str(number):
        return _promise_problems(state, move, number)
    if move.key == "helper":
        fits, expected = isinstance(move.value, str) and len(move.value) <= LONGEST_NAME, "a name"
    elif move.key == "council":
        fits, expected = (
            _is_amount(move.value, least=1, most=COUNCIL_LARGEST),
            f"a whole number from 1 to {COUNCIL_LARGEST}",
        )
    elif move.key in NUMBERS:
        fits, expected = _is_amount(move.value, least=0), f"a whole number from 0 to {LARGEST}"
    else:
        expected = joined([*NUMBERS, "helper", "extension", "promise:NUMBER"], "or")
        return (WORDING.problem("unknown-entry", key=move.key, expected=expected),)
    return () if fits else _wrong_entry(move, expected)


def _promise_problems(state: SmallCityState, move: Enter, number: int) -> tuple[Problem, ...]:
    """What is wrong with a promise: what nothing tells the worth of has to be entered as the votes it gave or cost."""
    promise, palaces = PROMISES.get(number), "palaces" in state.modules
    expected = ""
    if move.value is True:
        if promise is not None and not promise.kept(state.boroughs[move.player]):
            place = f"mat:{move.player}"
            return (WORDING.problem("promise-not-kept", [place], number=number, what=promise.asks),)
        expected = "" if promise is not None or palaces else "the votes that it gave, as a number"
    elif move.value is False:
        expected = "" if palaces else "the votes that it cost, as a number below zero"
    elif move.value == "held":
        expected = "" if promise is not None else "the votes that it gave, as a number"
    elif not _is_amount(move.value, least=-LARGEST):
        expected = "votes as a number, true, false or held"
    return _wrong_entry(move, expected) if expected else ()


def _wrong_entry(move: Enter, expected: str) -> tuple[Problem, ...]:
    return (WORDING.problem("wrong-entry", entry=entry_words(move.key, move.value), expected=expected),)


def _is_amount(value: object, *, least: int, most: int = LARGEST) -> bool:
    """Whether a value is a whole number that players may have of something."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _extend(state: SmallCityState, move: Enter) -> Ruling[SmallCityState]:
    """Open squares beyond the seven by seven, `H2 H3`; a site extension takes the place of the round's building.

    How a site extension looks is not readable: any squares that are not open yet will do. Its being told twice in a
    round is one extension told in two parts.
    """
    borough, words = state.boroughs[move.player], str(move.value).replace(",", " ").split()
    try:
        cells = frozenset(borough.board.cell(name) for name in words)
    except ValueError as error:
        return Ruling((WORDING.problem("no-such-square", reason=error),), state)
    known = state.opened.get(move.player, frozenset())
    open_already = cells - (borough.closed() - known)
    if open_already or not cells:
        on = borough.names(open_already)
        return Ruling((WORDING.problem("no-site-extension", borough.places(open_already), on=on),), state)
    if state.options["site"] == "opened" and state.built.get(move.player):
        problem = WORDING.problem("built-already", [f"mat:{move.player}"], player=move.player)
        return Ruling((problem,), state)
    opened = {**state.opened, move.player: known | cells}
    return Ruling((), altered(state, opened=opened, extended=state.extended | {move.player}))


def _end_round(state: SmallCityState) -> Ruling[SmallCityState]:
    """Votes for leisure, the bank's income, the pollution; then the next round, or the end of the game.

    While somebody owes a warehouse the round cannot end, and nothing is settled.
    """
    owing = owed(state)
    if owing or state.over():
        return Ruling(
            tuple(
                WORDING.problem("warehouse-owed", state.boroughs[player].places(free), player=player)
                for player, free in owing.items()
            ),
            state,
        )
    state, brought = bring_by_tramway(state)
    after = state
    polluted = {player: state.round_pollution(player) for player in state.players}
    for player, lines in polluted.items():
        votes = sum(line.points for line in state.leisure_lines(player))
        after = after.with_gain(player, votes=votes, pollution=-sum(line.points for line in lines))
        if state.was_entered(player, "money"):
            banked = sum(one.player == player and one.kind == "bank" for one in state.paying())
            after = after.with_gain(player, money=BANK_INCOME * banked)
        after = after.without_entry(player, *ONE_ROUND)
    rounds = state.rounds + 1
    sprawl = "urban-sprawler" in state.modules
    after = altered(
        after,
        rounds=rounds,
        before=state.paying(),
        active=(),
        moved=frozenset(),
        built={},
        owed={},
        extended=frozenset(),
        trammed=frozenset(),
        finished=bool(state.sprawlers) if sprawl else rounds >= ROUNDS,
        single=False,
    )

    def told() -> tuple[ScoreLine, ...]:
        of_all = [(player, line) for player in polluted for line in (*_goods(state, player), *polluted[player])]
        return (*brought, *(WORDING.of_player(player, line) for player, line in of_all))

    return Ruling((), after, told)


def _goods(state: SmallCityState, player: str) -> list[ScoreLine]:
    """The building materials that a player takes in this round, from every borough, told with the factories."""
    taken, places = 0, list[str]()
    for borough in state.boroughs.values():
        units = state.production(borough.player).units.get(player, 0)
        if units:
            taken += units
            places += borough.places(cell for tile in borough.of("factory") for cell in tile.cells)
    return [WORDING.line("goods", 0, places, count=taken)] if taken else []
