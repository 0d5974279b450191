"""A game's sheets as print jobs: which sheets, which sides, in which order; and a job watched to its end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from live.printing.ipp import Abilities, JobState, PrinterLink, PrintJob
from printables.looks import Looks
from printables.paper import MARGIN_MM
from printables.sheets import Document, render
from tabletop.errors import BoardsightError, DeviceLost, UsageError
from tabletop.gamefile import GameFile

EVERY_S = 0.5
"""So often a printer is asked how far it is."""
PATIENCE_S = 60.0
"""So long a printer that is printing may be away."""
STATES = {3: "waits for its turn", 4: "is held at the printer", 5: "prints", 6: "has stopped"}


@dataclass(frozen=True, slots=True)
class Wish:
    """How people want their sheets."""

    paper: str
    sheets: frozenset[int] = frozenset()
    """Numbers of sheets as they stand at their heads; all where empty."""
    copies: int = 1
    best: bool = False


@dataclass(frozen=True, slots=True)
class PrintStep:
    """A job, and what people do before it."""

    job: PrintJob
    first: str = ""


def sheet_numbers(words: str) -> frozenset[int]:
    """`3` or `1-4,7` as numbers. Raises UsageError.

    >>> sorted(sheet_numbers("1-3,7"))
    [1, 2, 3, 7]
    """
    numbers: set[int] = set()
    for word in filter(None, words.replace(" ", "").split(",")):
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", word)
        if found is None:
            raise UsageError(f"--sheets {words}: expected numbers such as 3 or 1-4,7")
        numbers.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return frozenset(numbers)


def steps_of(
    documents: Sequence[Document], game: GameFile, looks: Looks, wish: Wish, *, two_sided: bool
) -> Iterator[PrintStep]:
    """The jobs in order: faces with their backs, or where the printer has one side, each sheet put in once more."""
    for document in documents:
        chosen = [i for i, number in enumerate(document.numbers) if not wish.sheets or number in wish.sheets]
        backed = {document.numbers[i] for i in chosen if document.sheets[i].back}
        for both, run in groupby(chosen, key=lambda i: document.numbers[i] in backed):
            pages = list(run)
            for group in [[page] for page in pages] if both and not two_sided else [pages]:
                pdf = render(document, game, looks, group)
                job = PrintJob(f"{game.title}: {document.title}", pdf, wish.paper, both and two_sided, best=wish.best)
                back = both and not two_sided and document.sheets[group[0]].back
                number = document.numbers[group[0]]
                yield PrintStep(
                    replace(job, copies=wish.copies),
                    f"Put sheet {number} in again, turned over along its long edge, then press Enter" if back else "",
                )


def remarks(name: str, abilities: Abilities, paper: str) -> Iterator[str]:
    """What people should know before paper is used. Raises UsageError where nothing can come of it."""
    if not abilities.pdf:
        raise UsageError(
            f"{name} takes no PDF itself; add it to this machine's printers and name it as it is called there"
        )
    if abilities.papers and paper not in abilities.papers:
        raise UsageError(f"{name} has no {paper} paper; print with --paper {' or '.join(abilities.papers)}")
    if not abilities.true_size:
        yield f"{name} may scale what it prints: measure the ruler of the first sheet before you print the others."
    if max(abilities.margins_mm) > MARGIN_MM:
        yield f"{name} leaves up to {max(abilities.margins_mm):.1f} mm at the edge free; sheets want 5 mm."
    if not abilities.colour:
        yield f"{name} prints grey: players' pieces differ by their patterns then."
    for words in abilities.state:
        yield f"{name}: {words}."


def state_words(name: str, state: JobState) -> str:
    """How far a job is, and what holds the printer up."""
    held = f": {', '.join(state.reasons)}" if state.reasons else ""
    return f"{name} {STATES[state.number]}{f', {state.pages} pages so far' if state.pages else ''}{held}"


def watch(
    link: PrinterLink, number: int, tell: Callable[[JobState], None], wait: Callable[[float], None] = time.sleep
) -> None:
    """Tell each change until a job is printed. Raises BoardsightError where it won't be."""
    told, away_s = None, 0.0
    while True:
        try:
            state, away_s = link.state(number), 0.0
        except DeviceLost:
            away_s += EVERY_S
            if away_s > PATIENCE_S:
                raise
            wait(EVERY_S)
            continue
        if state != told:
            tell(state)
        told = state
        if state.over:
            break
        wait(EVERY_S)
    if state.number != 9:
        end = "was cancelled at the printer" if state.number == 7 else "was given up by the printer"
        raise BoardsightError(f"the job {end}; `--parts` and `--sheets` print what is missing")
