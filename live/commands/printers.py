"""`boardsight printers`: the printers that there are, with what each can do."""

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from live.console.terminal import say, tell
from tabletop.errors import BoardsightError

if TYPE_CHECKING:
    from live.printing.ipp import Abilities


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("printer", nargs="?", metavar="NAME", help="only this one, by its name or by ipp://HOST/…")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """List them; who does not answer is listed with the reason."""
    from live.printing.ipp import PrinterLink
    from live.printing.printers import printer_named, printers

    rows = []
    for printer in printers() if arguments.printer is None else [printer_named(arguments.printer)]:
        try:
            abilities = PrinterLink(printer).abilities()
        except BoardsightError as error:
            rows.append({"name": printer.name, "trouble": str(error)})
            if not arguments.json:
                tell(f"{printer.name}: {error}")
        else:
            rows.append({"name": printer.name, **asdict(abilities)})
            if not arguments.json:
                tell(f"{printer.name}: {_words(abilities)}")
    if arguments.json:
        print(json.dumps(rows, ensure_ascii=False))
    elif not rows:
        say("no printer is found here; name one by its address, ipp://HOST/ipp/print, or print the PDFs at 100 %")
    return 0


def _words(abilities: "Abilities") -> str:
    words = [", ".join(abilities.papers) or "no paper of ours"]
    words.append("two sides" if abilities.two_sided else "one side")
    words.append("colour" if abilities.colour else "grey")
    words.append(f"{max(abilities.margins_mm):.1f} mm free at the edge")
    words += [] if abilities.true_size else ["may scale"]
    words += [] if abilities.pdf else ["takes no PDF"]
    return "; ".join([*words, *abilities.state])
