"""Each move of Small City judged: building, moving citizens, what is entered by hand, the end of a round."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.protocol import ScoreLine
from scoring.small_city.accounts import PROMISES
from scoring.small_city.borough import LEISURE, Borough, Cells, Citizen, Tile, entered, supply
from scoring.small_city.building import citizens_problem, condition_problems, play_problems, shape_problems
from scoring.small_city.state import ROUNDS, Activation, State
from scoring.small_city.texts import WORDING
from scoring.wording import joined
from tabletop.cellnames import Cell
from tabletop.moves import Move
from tabletop.moves.small_city import Build, EndRound, Enter, MoveCitizen
from tabletop.readings import Problem

MONEY: Mapping[str, int] = {
    "palace": 2, "swimming-pool": 1, "cinema": 2, "stadium": 4, "statue": 1, "tramway": 2, "airport": 3, "bank": 2,
    "recycling": 4,
}  # fmt: skip
"""What the tiles of the modules cost in $; the base game's prices are not readable."""
AIRPORT: Mapping[str, int] = {"votes": 5, "white": 1, "grey": 1, "black": 1}
BANK_REFUND, BANK_INCOME = 1, 2
ACTIONS_A_ROUND, COUNCIL_SQUARES = 3, 4
ACTIONS = {"palace": 2}
NUMBERS = ("votes", "money", "pollution", "output", "generated", "white", "grey", "black")
"""What may be entered as a number; `output` and `generated` hold for one round."""
ONE_ROUND = ("output", "generated")
SPOTS = ("pool", "city-hall", "career-center")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a move, the state after it, and score lines that belong to no single player."""

    problems: tuple[Problem, ...]
    state: State
    lines: tuple[ScoreLine, ...] = ()


def verdict(state: State, move: Move) -> Verdict:
    """Judge a move: what is impossible leaves the boroughs as they are, the rest lies there even if it may not."""
    if isinstance(move, Build):
        found = _build(state, move)
    elif isinstance(move, MoveCitizen):
        found = _move_citizen(state, move)
    elif isinstance(move, Enter):
        found = _enter(state, move)
    elif isinstance(move, EndRound):
        found = _end_round(state)
    else:
        raise TypeError(f"{move} is not a move of {state.game}")
    if state.over() and not isinstance(move, Enter):
        return replace(found, problems=(WORDING.problem("game-over"), *found.problems), lines=())
    return found


def build_problems(state: State, player: str, tile: Tile) -> list[Problem]:
    """What is against the rules in building a tile on free squares, money and construction actions apart."""
    borough = state.boroughs[player]
    return [
        *play_problems(state.game, borough, tile, state.modules),
        *condition_problems(borough, tile),
        *citizens_problem(borough, tile, state.active_citizens(player)),
        *_owed(state, player, tile),
    ]


def _build(state: State, move: Build) -> Verdict:
    borough = state.boroughs[move.player]
    cells, impossible = _free(borough, move.on)
    if cells is None:
        return Verdict(tuple(impossible), state)
    tile = Tile(move.kind, move.level, cells)
    impossible += shape_problems(state.game, borough, tile) + _supply(state, tile)
    if impossible:
        return Verdict(tuple(impossible), state)
    problems = [*build_problems(state, move.player, tile), *_too_many(state, move.player, tile)]
    costs = _costs(state, move.player, tile)
    problems += _not_enough(state, move.player, tile, costs)
    after = _owing(state.with_tile(move.player, tile), move.player, tile)
    built = {**state.built, move.player: (*state.built.get(move.player, ()), tile)}
    sprawler = (tile.kind, tile.level) == ("residential", 6)
    after = replace(after, built=built, sprawlers=(*state.sprawlers, move.player) if sprawler else state.sprawlers)
    if not problems:
        paid = {key: entered(state.of(move.player), key) - cost for key, cost in costs.items()}
        after = after.with_entry(move.player, **paid)
    return Verdict(tuple(problems), after)


def _free(borough: Borough, on: tuple[str, ...]) -> tuple[Cells | None, list[Problem]]:
    """The squares of a tile where they are free, or why not."""
    try:
        cells = frozenset(borough.board.cell(name) for name in on)
    except ValueError as error:
        return (None, [WORDING.problem("no-such-square", reason=error)])
    covered = borough.covered()
    taken = sorted(cells & set(covered))
    problems = [
        WORDING.problem(
            "square-taken", [borough.place(cell)], on=borough.board.cell_name(cell), by=covered[cell].spoken
        )
        for cell in taken
    ]
    return (None, problems) if problems else (cells, [])


def _supply(state: State, tile: Tile) -> list[Problem]:
    lying = sum(len(borough.of(tile.kind)) for borough in state.boroughs.values())
    count = supply(state.game, tile.kind)
    if lying < count:
        return []
    return [WORDING.problem("tiles-used-up", what=tile.kind.replace("-", " "), count=count)]


def _owed(state: State, player: str, tile: Tile) -> list[Problem]:
    """After an airport the next tile is its free warehouse, in its influence area, unless that is impossible."""
    area = state.owed.get(player)
    if area is None or (tile.kind == "warehouse" and tile.cells & area):
        return []
    return [WORDING.problem("warehouse-owed", state.boroughs[player].places(area), player=player)]


def _owing(state: State, player: str, tile: Tile) -> State:
    """An airport owes a warehouse where a square of its influence is free and a warehouse is left."""
    owed = {name: area for name, area in state.owed.items() if name != player}
    if tile.kind == "airport":
        borough = state.boroughs[player]
        area = borough.influence_of(tile.cells)
        warehouses = sum(len(other.of("warehouse")) for other in state.boroughs.values())
        if area - set(borough.covered()) and warehouses < supply(state.game, "warehouse"):
            owed[player] = area
    return replace(state, owed=owed)


def _too_many(state: State, player: str, tile: Tile) -> list[Problem]:
    """Three construction actions in a round, a palace takes two [#1 Palaces].

    The three are known from reviews of the base game only, and so is that the council may give one tile of up to four
    squares more and that police and fire stations come through the council: none of these is counted against anyone.
    """
    free = ("police", "fire", "warehouse") if "airport" in {one.kind for one in state.built.get(player, ())} else ()
    tiles = [one for one in (*state.built.get(player, ()), tile) if one.kind not in ("police", "fire", *free)]
    actions = [ACTIONS.get(one.kind, 1) for one in tiles]
    given = max(
        (cost for one, cost in zip(tiles, actions, strict=True) if len(one.cells) <= COUNCIL_SQUARES), default=0
    )
    if sum(actions) - given <= ACTIONS_A_ROUND:
        return []
    return [WORDING.problem("too-many-builds", player=player, count=sum(actions))]


def _costs(state: State, player: str, tile: Tile) -> dict[str, int]:
    """What building takes from what was entered; votes for an airport always, the rest where it was entered."""
    unseen, costs = state.of(player), dict[str, int]()
    if "money" in unseen:
        costs["money"] = MONEY.get(tile.kind, 0)
        if tile.kind == "commercial" and state.boroughs[player].of("bank"):
            costs["money"] -= BANK_REFUND
    if tile.kind == "airport":
        costs |= {key: cost for key, cost in AIRPORT.items() if key == "votes" or key in unseen}
    return {key: cost for key, cost in costs.items() if cost}


def _not_enough(state: State, player: str, tile: Tile, costs: Mapping[str, int]) -> list[Problem]:
    problems, unseen = [], state.of(player)
    for key, cost in costs.items():
        held = entered(unseen, key)
        if key in unseen and held < cost:
            unit = "$" if key == "money" else key
            problems.append(
                WORDING.problem("not-enough", what=tile.spoken, cost=cost, unit=unit, player=player, held=held)
            )
    return problems


def _move_citizen(state: State, move: MoveCitizen) -> Verdict:
    origin = move.origin or move.borough
    for name in (origin, move.borough):
        if name not in state.boroughs:
            expected = joined(state.players, "or")
            return Verdict((WORDING.problem("no-such-borough", borough=name, expected=expected),), state)
    here, there = state.boroughs[origin], state.boroughs[move.borough]
    try:
        source = None if move.source in SPOTS else here.board.cell(move.source)
        target = None if move.target in SPOTS else there.board.cell(move.target)
    except ValueError as error:
        return Verdict((WORDING.problem("no-such-place", reason=error),), state)
    citizen = _citizen_at(state, move, origin, source)
    if citizen is None:
        places = [] if source is None else [here.place(source)]
        problem = WORDING.problem("no-citizen-there", places, player=move.player, source=move.source)
        return Verdict((problem,), state)
    others = tuple(other for other in state.citizens if other.id != citizen.id)
    moved = replace(citizen, borough=move.borough, cell=target, spot=move.target if target is None else "")
    after = replace(state, citizens=others if move.target == "pool" else (*others, moved))
    if target is None:
        return Verdict((), after)
    tile = there.covered().get(target)
    if tile is None:
        return Verdict((WORDING.problem("no-tile-there", [there.place(target)], target=move.target),), after)
    problems: tuple[Problem, ...] = ()
    if tile.kind in (*LEISURE, "bank") and any(
        other.borough == move.borough and other.cell in tile.cells for other in others
    ):
        problems = (WORDING.problem("occupied", there.places(tile.cells), what=f"the {tile.spoken}"),)
    elif _activates(state, move, origin, source, tile):
        active = Activation(move.player, citizen.id, move.borough, tile.kind)
        after = replace(after, active=(*state.active, active))
    return Verdict(problems, after)


def _citizen_at(state: State, move: MoveCitizen, origin: str, source: Cell | None) -> Citizen | None:
    """The citizen that moves; from the pool, and from where the camera does not look, there is always one."""
    for citizen in state.citizens:
        at_home = (citizen.owner, citizen.borough, citizen.cell) == (move.player, origin, source)
        if at_home and (source is not None or citizen.spot == move.source):
            return citizen
    if source is not None:
        return None
    fresh = 1 + max((citizen.id for citizen in state.citizens), default=-1)
    fresh = max([fresh, *(one.citizen + 1 for one in (*state.active, *state.before))])
    return Citizen(fresh, move.player, origin, None, move.source)


def _activates(state: State, move: MoveCitizen, origin: str, source: Cell | None, tile: Tile) -> bool:
    """Leisure and bank by anyone's citizen; recycling by an own one from a square that is not the city hall."""
    if tile.kind in (*LEISURE, "bank"):
        return True
    if tile.kind != "recycling" or source is None or not move.player == move.borough == origin:
        return False
    left = state.boroughs[origin].covered().get(source)
    return left is None or left.kind != "city-hall"


def _enter(state: State, move: Enter) -> Verdict:
    """What no camera sees: a number stands from then on, `output` and `generated` for this round."""
    head, colon, number = move.key.partition(":")
    if head == "promise" and colon and number.isdigit():
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
