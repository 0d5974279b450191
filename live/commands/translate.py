"""`boardsight translate`: a language as a PO file for Poedit, and a translated file back into the program."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tabletop.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    choices = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    words = "a language as a PO file: English and what is translated so far"
    export = choices.add_parser("export", help=words, description=words)
    export.add_argument("language", metavar="LANGUAGE", help="two letters: de, fr, it, …")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PO file (default: stdout)")
    words = "write a PO file into the program's catalogues"
    back = choices.add_parser("import", help=words, description=words)
    back.add_argument("file", type=Path, metavar="FILE", help="a PO file that was exported here and translated")


def run(arguments: argparse.Namespace) -> int:
    """Export or import."""
    from live.console.catalogues import entries_of, home, write_entries
    from tabletop.po import po_text, read_po
    from tabletop.textfiles import read_text
    from tabletop.wholefiles import write_whole

    if arguments.what == "import":
        language, entries = read_po(read_text(arguments.file), str(arguments.file))
        for path in write_entries(language, entries, home()):
            print(path)
        return 0
    if not re.fullmatch(r"[a-z]{2}", arguments.language) or arguments.language == "en":
        raise UsageError(f"'{arguments.language}' is no language to translate into; write two letters, like fr")
    text = po_text(arguments.language, entries_of(arguments.language, home()))
    if arguments.output is None:
        print(text, end="")
    else:
        write_whole(arguments.output, text.encode())
        print(arguments.output)
    return 0
