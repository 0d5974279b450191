"""Building in Small City: free squares, supply, conditions, what it costs, construction actions, what is owed then."""

from collections.abc import Mapping

from scoring.altered import altered
from scoring.games.small_city.borough import BoroughState, Cells, Tile, entered, stock_of
from scoring.games.small_city.building import (
    NEEDS_CITIZENS,
    citizens_problem,
    condition_problems,
    play_problems,
    shape_problems,
)
from scoring.games.small_city.state import SmallCityState
from scoring.games.small_city.texts import WORDING
from scoring.ruling import Ruling
from tabletop.games.small_city.values import BuildTile
from tabletop.readings import Problem

MONEY: Mapping[str, int] = {
    "palace": 2, "swimming-pool": 1, "cinema": 2, "stadium": 4, "statue": 1, "tramway": 2, "airport": 3, "bank": 2,
    "recycling": 4,
}  # fmt: skip
"""What the tiles of the modules cost in $; of the base game only a residence's price is readable."""
RESIDENCE_SQUARE = 1
"""A residence costs 1 $ for each of its squares [base game, from reviews]."""
MEDIATOR = "mediator"
"""The helper, as `enter` names it in any case, with whom building is cheaper."""
MEDIATOR_OFF, MEDIATOR_LEAST = 1, 1
"""What the Mediator takes off a price, and what it leaves at least: only the "minimum is now $ 0" of a commerce with a
bank is readable [#4 Bank], so one dollar off, and one at least without the bank, is our reading (option `mediator`)."""
AIRPORT: Mapping[str, int] = {"votes": 5, "white": 1, "grey": 1, "black": 1}
BANK_REFUND = 1
ACTIONS_A_ROUND, COUNCIL_SQUARES = 3, 4
ACTIONS = {"palace": 2}
"""The kinds that take more than one construction action; the council never gives them."""
NOT_BUILT = ("city-hall",)
"""What lies there from the start: no construction action."""
NO_ACTION = (*NOT_BUILT, "police", "fire")


def build_problems(state: SmallCityState, player: str, tile: Tile) -> list[Problem]:
    """What is against the rules in building a tile on free squares, money and construction actions apart."""
    borough = state.boroughs[player]
    return [
        *play_problems(state.game, borough, tile, state.modules),
        *condition_problems(borough, tile),
        *(citizens_problem(borough, tile, state.active_citizens(player)) if tile.kind == NEEDS_CITIZENS else ()),
        *_not_open(state, player, tile),
        *_owed(state, player, tile),
    ]


def build(state: SmallCityState, move: BuildTile) -> Ruling[SmallCityState]:
    """Judge a build and carry it out."""
    borough = state.boroughs[move.player]
    cells, impossible = _free(borough, move.on)
    if cells is None:
        return Ruling(tuple(impossible), state)
    tile = Tile(move.kind, move.level, cells)
    impossible += shape_problems(state.game, borough, tile) + supply_problems(state, tile)
    if impossible:
        return Ruling(tuple(impossible), state)
    problems = [*build_problems(state, move.player, tile), *_too_many(state, move.player, tile)]
    costs = _costs(state, move.player, tile)
    problems += _not_enough(state, move.player, tile, costs)
    given = _from_council(state, move.player, tile)
    after = _owing(state.with_tile(move.player, tile, by_action=not given), move.player, tile)
    if given:
        after = after.without_entry(move.player, "council")
    if not problems:
        after = after.with_gain(move.player, **{key: -cost for key, cost in costs.items()})
        if (tile.kind, tile.level) == ("residential", 6):
            after = altered(after, sprawlers=(*state.sprawlers, move.player))
    return Ruling(tuple(problems), after)


def owed(state: SmallCityState) -> Mapping[str, Cells]:
    """Player -> the free squares on which the airport's free warehouse must be built, where that is possible."""
    open_squares = {
        player: area - state.boroughs[player].covered.keys() - _closed(state, player)
        for player, area in state.owed.items()
    }
    return {
        player: free
        for player, free in open_squares.items()
        if free and not supply_problems(state, Tile("warehouse", None, frozenset({min(free)})))
    }


def _free(borough: BoroughState, on: tuple[str, ...]) -> tuple[Cells | None, list[Problem]]:
    """The squares of a tile where they are free, or why not."""
    try:
        cells = frozenset(map(borough.board.cell, on))
    except ValueError as error:
        return (None, [WORDING.problem("no-such-square", reason=error)])
    covered = borough.covered
    taken = sorted(cells & covered.keys())
    problems = [
        WORDING.problem(
            "square-taken", [borough.place(cell)], on=borough.board.cell_name(cell), by=covered[cell].spoken
        )
        for cell in taken
    ]
    return (None, problems) if problems else (cells, [])


def supply_problems(state: SmallCityState, tile: Tile) -> list[Problem]:
    """Whether all tiles like this one are built."""
    stock = stock_of(state.game, tile)
    lying = [other for borough in state.boroughs.values() for other in borough.of(tile.kind)]
    if len(lying) < stock.count or sum(stock_of(state.game, other) == stock for other in lying) < stock.count:
        return []
    return [WORDING.problem("tiles-used-up", what=stock.title, count=stock.count)]


def _not_open(state: SmallCityState, player: str, tile: Tile) -> list[Problem]:
    """With the option `site` = `opened`: only on open squares, and not in the round of a site extension."""
    if state.options["site"] != "opened" or tile.kind in NOT_BUILT:
        return []
    borough, problems = state.boroughs[player], []
    if player in state.extended:
        problems.append(WORDING.problem("site-extended", [f"mat:{player}"], player=player))
    if closed := tile.cells & _closed(state, player):
        places, on = borough.places(closed), borough.names(closed)
        problems.append(WORDING.problem("closed-square", places, player=player, on=on))
    return problems


def _closed(state: SmallCityState, player: str) -> Cells:
    """With the option `site` = `opened` the squares that no site extension has opened yet; else none."""
    if state.options["site"] != "opened":
        return frozenset()
    return state.boroughs[player].closed() - state.opened.get(player, frozenset())


def _owed(state: SmallCityState, player: str, tile: Tile) -> list[Problem]:
    """After an airport the next tile is its free warehouse, in its influence area, unless that is impossible."""
    area = owed(state).get(player) if state.owed else None
    if area is None or (tile.kind == "warehouse" and tile.cells & area):
        return []
    return [WORDING.problem("warehouse-owed", state.boroughs[player].places(area), player=player)]


def _owing(state: SmallCityState, player: str, tile: Tile) -> SmallCityState:
    """An airport owes a warehouse in its influence; what else is built does not settle that."""
    if tile.kind == "airport":
        area = state.boroughs[player].influence_of(tile.cells)
        return altered(state, owed={**state.owed, player: area})
    if tile.kind == "warehouse" and tile.cells & state.owed.get(player, frozenset()):
        return altered(state, owed={other: area for other, area in state.owed.items() if other != player})
    return state


def _too_many(state: SmallCityState, player: str, tile: Tile) -> list[Problem]:
    """Three construction actions in a round, a palace takes two [#1 Palaces].

    The three are known from reviews of the base game only, and so is that the council may give one tile of up to four
    squares more and that police and fire stations come through the council: none of these is counted against anyone,
    nor is the one warehouse that comes free with an airport [#4 Airport]. A palace's actions are the rulebook's own:
    in its round the council gives only what was entered.
    """
    tiles = [one for one in (*state.built.get(player, ()), tile) if one.kind not in NO_ACTION]
    kinds = [one.kind for one in tiles]
    if "airport" in kinds and "warehouse" in kinds[kinds.index("airport") :]:
        tiles.pop(kinds.index("warehouse", kinds.index("airport")))
    actions = sum(ACTIONS.get(one.kind, 1) for one in tiles)
    by_actions_alone = any(one.kind in ACTIONS for one in tiles)
    given = not by_actions_alone and any(len(one.cells) <= COUNCIL_SQUARES for one in tiles)
    if actions - given <= ACTIONS_A_ROUND:
        return []
    return [WORDING.problem("too-many-builds", player=player, count=actions)]


def _costs(state: SmallCityState, player: str, tile: Tile) -> dict[str, int]:
    """What building takes from what was entered; votes for an airport always, the rest where it was entered."""
    costs = dict[str, int]()
    if state.was_entered(player, "money") and not _from_council(state, player, tile):
        costs["money"] = _price(state, player, tile)
    if tile.kind == "airport":
        costs |= {key: cost for key, cost in AIRPORT.items() if key == "votes" or state.was_entered(player, key)}
    return {key: cost for key, cost in costs.items() if cost}


def _price(state: SmallCityState, player: str, tile: Tile) -> int:
    """What a tile costs in $: the Mediator takes one off, never the last one, and a bank gives one back.

    A commerce's own price is not readable: what it costs is entered, and only the bank's dollar is counted.
    """
    if tile.kind == "commercial":
        return -BANK_REFUND if state.boroughs[player].of("bank") else 0
    price = RESIDENCE_SQUARE * len(tile.cells) if tile.kind == "residential" else MONEY.get(tile.kind, 0)
    helped = state.options["mediator"] == "one-dollar" and str(state.of(player).get("helper")).lower() == MEDIATOR
    return max(price - MEDIATOR_OFF, MEDIATOR_LEAST) if helped and price else price


def _from_council(state: SmallCityState, player: str, tile: Tile) -> bool:
    """Whether this is the tile of so many squares that the council was entered to give, free of cost and action."""
    offered = state.was_entered(player, "council") and entered(state.of(player), "council")
    return tile.kind not in ACTIONS and offered == len(tile.cells)


def _not_enough(state: SmallCityState, player: str, tile: Tile, costs: Mapping[str, int]) -> list[Problem]:
    problems = []
    for key, cost in costs.items():
        held = entered(state.of(player), key)
        if state.was_entered(player, key) and held < cost:
            unit = "$" if key == "money" else key
            problems.append(
                WORDING.problem("not-enough", what=tile.spoken, cost=cost, unit=unit, player=player, held=held)
            )
    return problems
