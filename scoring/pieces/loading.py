"""The play of a game of pieces on cells, read from its file."""

from functools import lru_cache

from scoring.pieces.complaints import complaints_about
from scoring.pieces.entries import Condition, Term, worded
from scoring.pieces.reading import play_of
from scoring.pieces.setup import setup_of
from scoring.pieces.spec import Spec
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.pieces.notation import board_of


@lru_cache(maxsize=16)
def spec_of(game: str) -> Spec:
    """A game's play from its file. Raises UnreadableInput with the first complaint."""
    file = load_game(game)
    if complaints := complaints_about(file):
        raise UnreadableInput(f"{game}: {complaints[0].sentence}; `boardsight check {game}` says more")
    about, own = file.sections.game, file.sections
    play, _ = play_of(file)
    return Spec(
        game=game,
        turns=about.turns,
        passing=about.passing,
        removing=about.removing or bool(play.of("take")),
        mirror=about.mirror,
        conditions=tuple(Condition(**worded(Condition, entry)) for entry in own.conditions),
        terms=tuple(Term(**{"label": entry["term"], **worded(Term, entry)}) for entry in own.terms),
        parts={part.id: part for part in file.parts if part.cells},
        play=play,
        setup=setup_of(file, board_of(game)),
        forward=about.forward,
        options=file.options,
    )
