"""`boardsight print`: the PDFs of a game's boards and pieces, and the parts manifest."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from live.console.language import told
from live.console.terminal import say
from tabletop.errors import UsageError

if TYPE_CHECKING:
    from printables.choice import PrintSettings
    from printables.sheets import Document
    from tabletop.gamefile import GameFile

Answer = TypeVar("Answer")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from tabletop.gamefile import all_games

    parser.add_argument("game", help=f"{', '.join(all_games())}, cards, or a game or board file of your own (.toml)")
    parser.add_argument("--out", type=Path, default=Path("printed"), metavar="DIR", help="folder for the files")
    parser.add_argument("--paper", default="a4", choices=("a4", "letter", "a3"), help="default: %(default)s")
    parser.add_argument(
        "--parts", default="", metavar="WORDS", help="only these: groups, kinds or ids, with commas (tiles,puck,bank)"
    )
    parser.add_argument("--players", type=int, metavar="N", help="only what N players need")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="only what this variant of the rules needs"
    )
    parser.add_argument(
        "--style",
        default="standard",
        choices=("light", "standard", "fine"),
        help="light: fewest sheets and cuts that play, no cards; fine: paper houses, wide bleed (default: %(default)s)",
    )
    parser.add_argument("--ink-saver", action="store_true", help="grounds nearly white; codes stay black")
    parser.add_argument(
        "--backs",
        default="duplex",
        choices=("duplex", "fold", "none"),
        help="cards' backs: on the sheet's other side, beside the faces to be folded behind them, or none",
    )
    parser.add_argument(
        "--printer", metavar="NAME", help="print on it, true to size: a name of `boardsight printers`, or ipp://…"
    )
    parser.add_argument("--sheets", default="", metavar="NUMBERS", help="only these sheets, as 3 or 1-4,7 (--printer)")
    parser.add_argument("--copies", type=int, default=1, metavar="N", help="of every sheet (--printer)")
    parser.add_argument("--best", action="store_true", help="the printer's best quality (--printer)")
    parser.add_argument("--cut", choices=("svg", "dxf"), help="cut files for cutting machines, one a sheet")


def run(arguments: argparse.Namespace) -> int:
    """Print the game's files and list them; on stderr what cutting takes, and what is not needed to begin."""
    from live.console.arguments import check_game_name
    from printables.book import PrintSettings, documents_of, files_of, write_files
    from printables.ownfiles import game_to_print
    from tabletop.commandcards import CARDS
    from tabletop.options import from_words_for

    if arguments.game != CARDS:
        check_game_name(arguments.game)
    game = game_to_print(arguments.game)
    if arguments.players is not None and not game.players[0] <= arguments.players <= game.players[1]:
        fewest, most = game.players
        raise UsageError(f"{game.title} is for {most if fewest == most else f'{fewest} to {most}'} players")
    parts = tuple(word.strip() for word in arguments.parts.split(",") if word.strip())
    players, options = arguments.players, from_words_for(game, arguments.game, arguments.option)
    if not parts and sys.stdin.isatty() and sys.stderr.isatty():
        players, options = _asked(game, players, options, arguments.style)
    settings = PrintSettings(
        paper=arguments.paper,
        parts=parts,
        players=players,
        options=tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in options.items()),
        style=arguments.style,
        ink_saver=arguments.ink_saver,
        backs=arguments.backs,
        cut=arguments.cut,
        folder=Path(arguments.game).parent if arguments.game.endswith(".toml") else None,
    )
    documents = documents_of(game, settings)
    paths = write_files(files_of(documents, game, settings), arguments.out)
    for sentence in _what_it_takes(game, documents, settings):
        say(sentence)
    for path in paths:
        print(path)
    return 0 if arguments.printer is None else _to_printer(arguments, documents, game, settings)


def _to_printer(
    arguments: argparse.Namespace, documents: "Sequence[Document]", game: "GameFile", settings: "PrintSettings"
) -> int:
    """Send the sheets, and tell how far they are until the last one lies there; Ctrl-C takes the job back."""
    from live.printing.ipp import JobState, PrinterLink
    from live.printing.jobs import Wish, remarks, sheet_numbers, state_words, steps_of, watch
    from live.printing.printers import printer_named
    from printables.looks import Looks

    wish = Wish(arguments.paper, sheet_numbers(arguments.sheets), arguments.copies, arguments.best)
    link = PrinterLink(printer_named(arguments.printer))
    name, abilities = link.printer.name, link.abilities()
    for sentence in remarks(name, abilities, wish.paper):
        say(sentence)

    def tell(state: JobState) -> None:
        if not state.over:
            say(state_words(name, state))

    looks = Looks(game.palette, settings.ink_saver, settings.folder)
    for step in steps_of(documents, game, looks, wish, two_sided=abilities.two_sided):
        if step.first:
            _answer(step.first, str, "")
        say(step.job.title)
        number = link.send(step.job)
        try:
            watch(link, number, tell)
        except KeyboardInterrupt:
            link.cancel(number)
            say("the job is cancelled")
            return 1
    return 0


def _asked(
    game: "GameFile", players: int | None, options: dict[str, Any], style: str
) -> tuple[int | None, dict[str, Any]]:
    """What somebody at a terminal says about what the command line left open, as far as it saves paper."""
    from printables.choice import options_that_matter
    from tabletop.options import ANY_LIST, expected

    fewest, most = game.players
    if players is None and fewest < most:
        question = f"How many players, {fewest} to {most}? (Enter: {most})"
        players = _answer(question, partial(_between, fewest, most), None)
    usual = "the usual" if style == "light" else "print what any needs"
    for name in options_that_matter(game):
        if name not in options:
            values = game.options[name]
            many = ", several with commas" if ANY_LIST in values else ""
            question = f"Which {name.replace('_', ' ')}: {expected(values)}{many}? (Enter: {usual})"
            options = {**options, **_answer(question, partial(_option, game, name), {})}
    return players, options


def _between(fewest: int, most: int, word: str) -> int | None:
    """A number that was typed; ValueError for one that is not possible."""
    if not fewest <= int(word) <= most:
        raise ValueError(word)
    return int(word)


def _option(game: "GameFile", name: str, word: str) -> dict[str, Any]:
    """An option with the value that was typed; UsageError for one that it cannot have."""
    from tabletop.options import from_words_for

    return from_words_for(game, game.name, [f"{name}={word}"])


def _answer(question: str, read: Callable[[str], Answer], otherwise: Answer) -> Answer:
    """What is typed after a question, which is put again until it can be read; `otherwise` with Enter alone."""
    while True:
        print(told(question), end=" ", file=sys.stderr, flush=True)
        word = sys.stdin.readline().strip()
        try:
            return read(word) if word else otherwise
        except (UsageError, ValueError):
            continue


def _what_it_takes(game: "GameFile", documents: "Sequence[Document]", settings: "PrintSettings") -> Iterator[str]:
    """Sentences on paper, cuts, time and ink, on the variant, and on the documents that can wait."""
    from printables.choice import options_that_matter, variants_printed
    from printables.ink import pages_of_ink
    from printables.looks import Looks
    from printables.work import can_wait, work_of
    from tabletop.options import default

    work = work_of(documents)
    ink = pages_of_ink(documents, game, Looks(game.palette, settings.ink_saver, settings.folder))
    paper = documents[0].sheets[0].paper.title if documents else ""
    yield (
        f"{game.title}: {_number(work.sheets, 'sheet')} of {paper}, {_number(work.edges, 'edge')} to cut "
        f"in {_number(work.strokes, 'stroke')}, about {_number(work.minutes, 'minute')} with knife and ruler; "
        f"ink as for {_number(ink, 'page')} of text."
    )
    if settings.style == "light" and len(documents) > 1:
        yield "Left out: cards (those of a box or slips of paper do), summaries, score track; --parts prints them too."
    taken = {
        name: value for name, value in variants_printed(game, settings).items() if name not in dict(settings.options)
    }
    if taken:
        variant = ", ".join(f"{name}={_shown(value)}" for name, value in taken.items())
        yield f"Printed for {variant}; --option NAME=VALUE prints another variant."
    elif settings.style != "light" and not settings.parts:
        open_ = [name for name in options_that_matter(game) if name not in dict(settings.options)]
        if open_:
            first = f"{open_[-1]}={_shown(default(game.options[open_[-1]]))}"
            yield f"For every variant: name yours for fewer sheets, such as --option {first}."
    waiting = list(can_wait(documents))
    if waiting and len(documents) > 1:
        parts = ", ".join(told(f"{name} ({_number(its.sheets, 'sheet')}, {its.minutes} min)") for name, its in waiting)
        yield f"To begin you can leave out: {parts}."


def _shown(value: Any) -> str:
    """An option's value as people type it."""
    return "none" if value in ([], ()) else str(value).lower()


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
