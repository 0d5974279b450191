"""Which printers there are, by CUPS: this machine's queues, and printers that announce themselves on the network."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.addresses import address_name, is_address, is_well_formed
from tabletop.errors import BoardsightError, UsageError
from tabletop.nearest import nearest

SCHEMES = ("ipp://", "ipps://")
LIST_S = 20.0
"""CUPS waits a few seconds for answers from the network."""


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name, or by its address where it has been named so, and where it is spoken to."""

    name: str
    uri: str


def printers() -> tuple[Printer, ...]:
    """All printers that CUPS knows or finds; none where there is no CUPS. Raises BoardsightError where it fails."""
    if shutil.which("lpstat") is None:
        return ()
    try:
        asked = subprocess.run(["lpstat", "-l", "-e"], capture_output=True, text=True, timeout=LIST_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BoardsightError(f"CUPS does not say which printers there are ({type(error).__name__})") from error
    rows = asked.stdout.splitlines()  # name, kind, the queue's address or `none`, the device's address
    found = ((row.split()[0], *(word for word in row.split()[2:] if word.startswith(SCHEMES))) for row in rows if row)
    return tuple(Printer(name, uris[0]) for name, *uris in found if uris)


def printer_named(word: str) -> Printer:
    """A printer of the list by its name, or of that address. Raises UsageError with the names there are."""
    if is_address(word):
        if not word.startswith(SCHEMES) or not is_well_formed(word):
            raise UsageError(f"--printer {address_name(word)}: expected a name of the list or ipp://HOST/ipp/print")
        return Printer(address_name(word), word)
    known = printers()
    for printer in known:
        if printer.name.lower() == word.lower():
            return printer
    raise UsageError(f"there is no printer '{word}'{nearest(word, [one.name for one in known])}; {_known(known)}")


def _known(known: Sequence[Printer]) -> str:
    if not known:
        return "no printer is found here; name one by its address, ipp://HOST/ipp/print"
    return f"the printers are {', '.join(printer.name for printer in known)}"
