"""A game of pieces on cells as a camera sees it: what lies where, and which moves would explain a change."""

from collections.abc import Iterator

from scoring.defaults import believed
from scoring.pieces.judging import ruling
from scoring.pieces.moving import Way
from scoring.pieces.spec import Spec
from scoring.pieces.state import PiecesState
from scoring.pieces.table import PartOnBoard, shapes
from scoring.polyomino_gain import EmptyBoard, best_places
from tabletop.moves import Move
from tabletop.pieces.values import EnterValue, MovePart, PassTurn, PlacePart, Remove
from tabletop.readings import Evidence

EMPTY = "empty"


def contents(state: PiecesState) -> dict[str, str]:
    """Cell -> `empty` or the part's id."""
    table = state.table
    return {
        table.place(cell): table.covered[cell].part if cell in table.covered else EMPTY for cell in table.board.cells
    }


def suggest(state: PiecesState, evidence: Evidence, player: str | None) -> Iterator[Move]:
    """The likeliest places of each part that a free cell may show; parts taken off where the game allows it."""
    table = state.table
    shown: set[str] = set()
    for place, believes in contents(state).items():
        likely = evidence.get(place)
        if not likely:
            continue
        if believes == EMPTY:
            shown.update(word for word in likely if believed(likely, word))
        elif max(likely, key=likely.__getitem__) == EMPTY and state.spec.removing:
            owner = table.covered[table.board.cell(place.partition(":")[2])].owner or player
            if owner is not None and player in (None, owner):
                yield Remove(owner, place.partition(":")[2])
    yield from _moves_shown(state, evidence, player)
    for part in sorted(shown & state.spec.parts.keys()) if state.spec.play.places else ():
        owner = state.owner(part) or player  # a part's own colour names its player, also of a move out of turn
        if owner in state.players:
            yield from _places(state, evidence, part, owner)


def changes(state: PiecesState, move: Move) -> dict[str, str]:
    """What a move would put where."""
    if isinstance(move, PlacePart):
        return {f"cell:{name}": move.part for name in move.on}
    if isinstance(move, MovePart):
        before, after = contents(state), contents(ruling(state, move)[1])
        return {place: word for place, word in after.items() if before[place] != word}
    if isinstance(move, Remove):
        lying = state.table.covered.get(state.table.board.cell(move.on))
        return dict.fromkeys(state.table.places(lying.cells), EMPTY) if lying else {}
    return {}


def places_of(move: Move) -> tuple[str, ...]:
    """The cells that a move touches."""
    if isinstance(move, PlacePart):
        return tuple(f"cell:{name}" for name in move.on)
    if isinstance(move, MovePart):
        return tuple(f"cell:{name}" for name in move.path)
    return (f"cell:{move.on}",) if isinstance(move, Remove) else ()


def tell(move: Move, spec: Spec, state: PiecesState | None) -> str:
    """A move as a short sentence; of a player's own parts the title tells enough."""
    if isinstance(move, PlacePart):
        own = state is not None and move.part in spec.parts and state.owner(move.part) == move.player
        what = spec.name_among_own(move.part) if own else spec.name_of(move.part)
        return f"{move.player} places {what} on {', '.join(move.on) or 'none'}"
    if isinstance(move, MovePart):
        after = None if state is None else _lying_at(state, move.path[-1])
        what = "a part" if after is None else spec.name_among_own(after.part)
        return f"{move.player} moves {what} from {move.path[0]} to {', '.join(move.path[1:])}"
    if isinstance(move, Remove):
        return f"{move.player} takes the part at {move.on} off the board"
    if isinstance(move, EnterValue):
        return f"{move.player} enters {move.key} = {move.value}"
    assert isinstance(move, PassTurn)
    return f"{move.player} passes"


def _lying_at(state: PiecesState, name: str) -> PartOnBoard | None:
    """What lies on a cell by its name; nothing where the board has none of that name."""
    return next(
        (lying for cell, lying in state.table.covered.items() if state.table.board.cell_name(cell) == name), None
    )


def move_of(way: Way, state: PiecesState) -> MovePart:
    """A way as a move of a record."""
    return MovePart(str(way.before.owner), tuple(state.table.board.cell_name(cell) for cell in way.path))


def _moves_shown(state: PiecesState, evidence: Evidence, player: str | None) -> Iterator[Move]:
    """Moves of which something is seen: where the part went, or that it is gone."""
    for mover in state.players if player is None else (player,):
        for way in state.ways(mover):
            shown = {state.table.place(way.path[0]): EMPTY, state.table.place(way.path[-1]): way.after.part}
            if any(believed(evidence.get(place), word) for place, word in shown.items()):
                yield move_of(way, state)


def _places(state: PiecesState, evidence: Evidence, part: str, player: str) -> Iterator[PlacePart]:
    table = state.table
    turned = shapes(state.spec.parts[part].cells, table.spec.mirror)
    board = EmptyBoard(table.board.cell_set, turned, table.place)
    for cells in best_places(evidence, part, board, table.covered.keys()):
        yield PlacePart(player, part, tuple(table.board.cell_name(cell) for cell in sorted(cells)))
