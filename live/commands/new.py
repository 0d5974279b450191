"""`boardsight new`: a commented game, board or pieces file that works at once, or a game's rules, to be edited."""

import argparse
import re
from pathlib import Path

from live.console.terminal import say
from tabletop.errors import UsageError

SIDES = ("eternal", "episode-1")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("what", choices=("game", "board", "pieces", "rules"), help="what kind of file")
    parser.add_argument("name", metavar="NAME", help="its name; the file is NAME.toml in this folder")
    parser.add_argument("--photo", metavar="PHOTO", help="a board: enter it on a page, over this photograph of it")
    parser.add_argument(
        "--side", choices=SIDES, default="eternal", help="with --photo: which side of My City's board it is"
    )
    parser.add_argument("--port", type=int, help="with --photo: the page's (default: 8765 or the next free one)")
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")


def run(arguments: argparse.Namespace) -> int:
    """Write the file and say what to do next."""
    from tabletop.shipped import template_file
    from tabletop.wholefiles import new_file, write_whole

    path = Path(arguments.name)
    if path.name and path.suffix != ".toml":
        path = path.with_name(path.name + ".toml")
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    if not name:
        raise UsageError(
            f"'{arguments.name}' gives no file name; use letters and digits, for example my-{arguments.what}"
        )
    title = re.sub(r'[-_"\\\s]+', " ", path.stem).strip().title()
    if arguments.what == "rules":
        return _write_rules(name, title, force=arguments.force)
    mend = "choose another name, or --force to write over it"
    if not str(path).isprintable():
        raise UsageError(f"{str(path)!r} is no name to read aloud; use letters and digits")
    if path.exists() and not (arguments.force and path.is_file()):
        raise UsageError(f"{path} is there already; {mend}")
    if arguments.photo is not None:
        return _entered(arguments, name, path)
    text = template_file(arguments.what).read_text(encoding="utf-8").format(name=name, title=title, file=path)
    if arguments.force:
        write_whole(path, text.encode())
    else:
        with new_file(path, mend) as file:
            file.write(text.encode())
    print(path)
    say(f"edit {path}, then: boardsight check {path}")
    if arguments.what == "pieces":
        say(
            "or let one photograph of your pieces write it, measured: boardsight calibrate pieces says what to lay down"
        )
    return 0


def _write_rules(name: str, title: str, *, force: bool) -> int:
    """Write a new game's facts and rules; where they are, what follows from them and is not there yet."""
    from scoring.golden import files_of
    from tabletop.codecheck import free_codes
    from tabletop.shipped import ROOM, TRIAL, game_word, template_file
    from tabletop.wholefiles import write_files

    root, folder, codes = ROOM.parent, name.replace("-", "_"), free_codes()
    if not (root / "tests/scoring/golden").is_dir():
        raise UsageError("rules are written in a copy of Boardsight's source; CONTRIBUTING.md says how to get one")
    if game_word(name) == TRIAL:
        raise UsageError(f"{name} is there already; choose another name")
    kind = "".join(filter(str.isalnum, f"Game{title}" if title[0].isdigit() else title))
    given = {"name": name, "title": title, "kind": kind, "first": codes.start, "last": codes.stop - 1}
    first = {f"tabletop/games/{folder}/game.toml": "rules.toml", f"scoring/games/{folder}/rules.py": "rules.txt"}
    new = {path: template_file(source).read_text("utf-8").format(**given).encode() for path, source in first.items()}
    if begun := any((root / path).exists() for path in new):
        written = files_of(name)
        again = {path for path in written if force and not path.endswith(".md")}
        new = {path: text for path, text in written.items() if path in again or not (root / path).exists()}
    for path in new:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
    write_files({root / path: text for path, text in new.items()})
    print("".join(f"{path}\n" for path in new), end="")
    if not begun:
        say(f"edit both, then: boardsight new rules {name} (script, golden files, page)")
    elif new:
        say(f"read them; name the page in mkdocs.yml, then: pytest tests/scoring/test_conformance.py -k {name}")
    else:
        say("all is there already; --force writes the script and the golden files anew")
    return 0


def _entered(arguments: argparse.Namespace, name: str, path: Path) -> int:
    """Serve the page until the board is saved, or Ctrl-C: then what was tapped is there the next time."""
    from live.console.pictures import picture_in
    from live.page.hosting import hosted, tell_address
    from live.runtime.hosting import need_page

    if arguments.what != "board":
        raise UsageError("--photo goes with a board: boardsight new board NAME --photo PHOTO")
    need_page()
    from live.entering.application import make_application
    from live.entering.desk import BoardDesk

    desk = BoardDesk(name, path, picture_in(arguments.photo), arguments.side)
    with hosted(lambda address: make_application(desk, address), host=None, port=arguments.port) as address:
        tell_address("board", address.here, "open it in a browser, and tap")
        try:
            while not desk.done.wait(0.2):
                pass
        except KeyboardInterrupt:
            say(f"stopped; the same command goes on with what was tapped, kept in {desk.draft_path}")
            return 0
    print(path)
    return 0
