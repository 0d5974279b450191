"""Moving citizens in Small City: where they come from, whether there is room, what they activate."""

from collections.abc import Iterator

from scoring.altered import altered
from scoring.games.small_city.borough import LEISURE, Citizen, Tile
from scoring.games.small_city.state import Activation, SmallCityState
from scoring.games.small_city.texts import WORDING, place_words
from scoring.protocol import ScoreLine
from scoring.ruling import Ruling
from scoring.wording import joined
from tabletop.cellnames import Cell
from tabletop.games.small_city.values import MoveCitizen
from tabletop.readings import Problem

SPOTS = ("pool", "city-hall", "career-center")


def move_citizen(state: SmallCityState, move: MoveCitizen) -> Ruling[SmallCityState]:
    """Judge a citizen's way and carry it out."""
    origin = move.origin or move.borough
    for name in (origin, move.borough):
        if name not in state.boroughs:
            expected = joined(state.players, "or")
            return Ruling((WORDING.problem("no-such-borough", borough=name, expected=expected),), state)
    here, there = state.boroughs[origin], state.boroughs[move.borough]
    try:
        source = None if move.source in SPOTS else here.board.cell(move.source)
        target = None if move.target in SPOTS else there.board.cell(move.target)
    except ValueError as error:
        return Ruling((WORDING.problem("no-such-place", reason=error),), state)
    citizen = _citizen_at(state, move, origin, source)
    if citizen is None and source is None:
        count = state.citizens_of(move.player)
        return Ruling((WORDING.problem("no-citizen-left", player=move.player, count=count),), state)
    if citizen is None:
        places = [] if source is None else [here.place(source)]
        problem = WORDING.problem("no-citizen-there", places, player=move.player, source=place_words(move.source))
        return Ruling((problem,), state)
    others = tuple(other for other in state.citizens if other.id != citizen.id)
    moved = Citizen(citizen.id, citizen.owner, move.borough, target, move.target if target is None else "")
    after = altered(
        state,
        citizens=others if move.target == "pool" else (*others, moved),
        moved=state.moved | {citizen.id} if _comes_anew(state, move, origin, source, target) else state.moved,
    )
    if target is None:
        return Ruling((), after)
    tile = there.covered.get(target)
    if tile is None:
        return Ruling((WORDING.problem("no-tile-there", [there.place(target)], target=move.target),), after)
    problems: tuple[Problem, ...] = ()
    if tile.kind in (*LEISURE, "bank") and any(
        other.borough == move.borough and other.cell in tile.cells for other in others
    ):
        problems = (WORDING.problem("occupied", there.places(tile.cells), what=f"the {tile.spoken}"),)
    elif tile.kind == "tramway" and move.source == "pool" and move.player == move.borough:
        after = altered(after, trammed=state.trammed | {move.player})
    elif _activates(state, move, origin, source, tile):
        active = Activation(move.player, citizen.id, move.borough, tile.kind)
        after = altered(after, active=(*state.active, active))
    return Ruling(problems, after)


def tramways_waiting(state: SmallCityState) -> Iterator[MoveCitizen]:
    """The citizens that tramway stations still have to bring in this round, one for each station.

    "Move 1 of your citizens from the common pool to the Tramway Station in your borough" [#3, III Move Citizens,
    Step D]; with the option `tramway` = `by-hand` nobody comes by itself. Whom somebody has moved there from the pool
    in this round is the one; with an empty pool nobody comes.
    """
    if state.options["tramway"] != "automatic":
        return
    for player, borough in state.boroughs.items():
        for station in borough.of("tramway"):
            if player in state.trammed or state.in_pool(player) < 1:
                continue
            standing = {one.cell for one in state.citizens if one.borough == player}
            square = min(station.cells, key=lambda cell: (cell in standing, cell))
            yield MoveCitizen(player, player, "pool", borough.board.cell_name(square))


def bring_by_tramway(state: SmallCityState) -> tuple[SmallCityState, tuple[ScoreLine, ...]]:
    """The state after every waiting citizen has come, and a line without points for each of them."""
    lines = []
    for move in list(tramways_waiting(state)):
        borough = state.boroughs[move.player]
        state = move_citizen(state, move).state
        lines.append(WORDING.line("tramway", 0, [borough.place(borough.board.cell(move.target))], player=move.player))
    return (state, tuple(lines))


def _citizen_at(state: SmallCityState, move: MoveCitizen, origin: str, source: Cell | None) -> Citizen | None:
    """The citizen that moves; one comes from the pool, and from where no camera looks, until all are on the boards."""
    for citizen in state.citizens:
        at_home = citizen.cell == source and citizen.borough == origin and citizen.owner == move.player
        if at_home and (source is not None or citizen.spot == move.source):
            return citizen
    if source is not None or state.in_pool(move.player) < 1:
        return None
    used = [citizen.id for citizen in state.citizens] + [one.citizen for one in (*state.active, *state.before)]
    fresh = 1 + max(used, default=-1)
    return Citizen(fresh, move.player, origin, None, move.source)


def _comes_anew(
    state: SmallCityState, move: MoveCitizen, origin: str, source: Cell | None, target: Cell | None
) -> bool:
    """Whether a citizen comes to another tile than it stood on."""
    if source is None or target is None or origin != move.borough:
        return target is not None
    covered = state.boroughs[origin].covered
    return covered.get(source) != covered.get(target)


def _activates(state: SmallCityState, move: MoveCitizen, origin: str, source: Cell | None, tile: Tile) -> bool:
    """Leisure and bank by anyone's citizen; recycling by an own one from a square that is not the city hall."""
    if tile.kind in (*LEISURE, "bank"):
        return True
    if tile.kind != "recycling" or source is None or not move.player == move.borough == origin:
        return False
    left = state.boroughs[origin].covered.get(source)
    return left is None or left.kind != "city-hall"
