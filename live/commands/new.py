"""`boardsight new`: a commented game, board or pieces file that works at once, to be edited."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("what", choices=("game", "board", "pieces"), help="what kind of file")
    parser.add_argument("name", metavar="NAME", help="its name; the file is NAME.toml in this folder")
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")


def run(arguments: argparse.Namespace) -> int:
    """Write the file and say what to do next."""
    import re
    import sys
    from importlib import resources
    from pathlib import Path

    from tabletop.errors import UsageError
    from tabletop.textfiles import write_whole

    path = Path(arguments.name)
    if path.suffix != ".toml":
        path = path.with_name(path.name + ".toml")
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    if not name:
        raise UsageError(
            f"'{arguments.name}' gives no file name; use letters and digits, for example my-{arguments.what}"
        )
    if path.exists() and not arguments.force:
        raise UsageError(f"{path} is there already; choose another name, or --force to write over it")
    template = resources.files("tabletop") / "templates" / f"{arguments.what}.toml"
    title = path.stem.replace("-", " ").replace("_", " ").strip().title()
    text = template.read_text(encoding="utf-8").format(name=name, title=title, file=path)
    write_whole(path, text.encode())
    print(path)
    print(f"edit {path}, then: boardsight check {path}", file=sys.stderr)
    return 0
