"""Site extensions in Small City: squares beyond the seven by seven that are open at the start."""

from scoring.altered import altered
from scoring.games.small_city.state import State
from scoring.games.small_city.texts import WORDING
from scoring.ruling import Ruling
from tabletop.games.small_city.values import Enter


def extend(state: State, move: Enter) -> Ruling[State]:
    """Open the squares that were entered, `H2 H3`; a site extension takes the place of the round's building.

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
