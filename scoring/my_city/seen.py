"""My City as a camera sees it: what lies where, and which moves would explain a change."""

from collections.abc import Iterator, Mapping

from scoring.my_city.city import Cells, City, spots
from scoring.my_city.state import State
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.moves.my_city import Build, End, Pass, TurnCard
from tabletop.positions.my_city import MyCityPosition
from tabletop.readings import Evidence

EMPTY = "empty"
CARD = "card-"
UNSEEN = -10.0
"""What a thing counts that the evidence does not name (natural logarithm): one misread cell must not hide a piece."""
PLAUSIBLE = 6.0
"""How much less likely than the best a card may be (natural logarithm) and still be thought of."""
BEST_PLACES = 4
"""How many places of each building are thought of, likeliest first."""


def contents(state: State) -> dict[str, str]:
    """Cell -> `empty` or the building on it; `card` -> the open card."""
    lying = {city.place(cell): EMPTY for city in state.cities.values() for cell in city.board.cells}
    for city in state.cities.values():
        lying |= {city.place(cell): building for cell, building in city.covered().items()}
    if state.cards:
        lying["card"] = f"{CARD}{state.cards[-1]}"
    return lying


def suggest(state: State, evidence: Evidence) -> Iterator[Move]:
    """The card that lies open, and the buildings that cells show."""
    cards = evidence.get("card", {})
    unturned = set(state.unturned())
    for part, weight in sorted(cards.items(), key=lambda entry: -entry[1]):
        card = part.removeprefix(CARD)
        if card in unturned and weight >= max(cards.values()) - PLAUSIBLE:
            yield TurnCard(card)
    for city in state.cities.values():
        yield from _builds(state.game, city, evidence)


def changes(move: Move) -> dict[str, str]:
    """What a move would put where."""
    if isinstance(move, TurnCard):
        return {"card": f"{CARD}{move.building}"}
    if isinstance(move, Build):
        return {f"cell:{move.player}:{name}": move.building for name in move.on}
    return {}


def supported(move: Move, position: MyCityPosition) -> bool | None:
    """Whether a position has a move's building on just these cells; None for what is no build."""
    if not isinstance(move, Build):
        return None
    for board in position.boards:
        if board.player == move.player:
            return any((one.building, set(one.on)) == (move.building, set(move.on)) for one in board.buildings)
    return None


def tell(move: Move) -> str:
    """A move as a short sentence."""
    if isinstance(move, TurnCard):
        return f"the card {move.building} is turned over"
    if isinstance(move, Build):
        return f"{move.player} builds {move.building} on {', '.join(move.on)}"
    assert isinstance(move, Pass | End)
    return f"{move.player} passes" if isinstance(move, Pass) else f"{move.player} ends"


def _builds(game: str, city: City, evidence: Evidence) -> Iterator[Build]:
    """The likeliest places of each building that some cell shows beyond what stands there."""
    shown = {cell: evidence.get(city.place(cell)) or {} for cell in city.board.cells}
    covered = city.covered()
    buildings = {
        max(likely, key=likely.__getitem__) for cell, likely in shown.items() if likely and cell not in covered
    }
    known = {part.piece for part in load_game(game).of_kind("building") if part.piece}
    for building in sorted((buildings & known) - set(city.buildings)):
        places = list(spots(game, city, building))
        gains = {cells: _gain(shown, cells, building) for cells in places}
        for cells in sorted(places, key=lambda cells: -gains[cells])[:BEST_PLACES]:
            if gains[cells] > 0:
                yield Build(city.player, building, tuple(city.board.cell_name(cell) for cell in sorted(cells)))


def _gain(shown: Mapping[Cell, Mapping[str, float]], cells: Cells, building: str) -> float:
    """How much better a building on these cells explains them than nothing there."""
    gain = 0.0
    for cell in cells:
        gain += shown[cell].get(building, UNSEEN) - shown[cell].get(EMPTY, UNSEEN)
    return gain
