"""What holds of the code as a whole, file by file; which room may import which is `lint-imports`' work."""

import ast
import re
import runpy
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rooms import ROOMS, ROOT, SETTINGS

import vision
from tabletop.shipped import game_folders


def test_one_name_names_one_class() -> None:
    """No two public classes bear one name, games' own neither."""
    assert {name: places for name, places in _classes().items() if len(places) > 1} == {}


def _classes() -> Mapping[str, Sequence[Path]]:
    found = defaultdict(list)
    for file in _files():
        for name in file.classes:
            found[name].append(file.path)
    return found


@dataclass(frozen=True)
class File:
    """What the tests ask of a file, gathered in one walk through it; of texts only those that are a game's name."""

    path: Path
    classes: Sequence[str]
    games: Sequence[int]
    functions: Sequence[tuple[str, int]]
    """Each with the number of its arguments."""
    asserts: Sequence[int]


def _files(rooms: Sequence[str] = (*ROOMS, "benchmarks")) -> Iterator[File]:
    for room in rooms:
        yield from _walked(room)


@cache
def _walked(room: str) -> Sequence[File]:
    return [_seen(path) for path in sorted((ROOT / room).rglob("*.py"))]


def _seen(path: Path) -> File:
    tree, games = ast.parse(path.read_text("utf-8")), game_folders()
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    named, functions, asserts = [], [], []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in games:
            named.append(node.lineno)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = {one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
            functions.append((node.name, len(arguments - {"self", "cls"})))
        elif isinstance(node, ast.Assert):
            asserts.append(node.lineno)
    return File(path.relative_to(ROOT), classes, named, functions, asserts)


def test_no_game_is_known_by_name_outside_its_folders() -> None:
    """No text of the program is a shipped game's name; `tabletop.shipped` says which is meant where none is named."""
    knowing = {
        f"{file.path}:{line}"
        for file in _files(ROOMS)
        if file.path.parts[1] != "games" and file.path != Path("tabletop/shipped.py")
        for line in file.games
    }
    assert knowing == set()


STYLED = {"path", "text", "draw_icon", "draw_terrain", "letter"}
"""Drawing: what, where, how large, and attributes of style as in SVG."""
WEIGHING = {"puck_weight", "observe"}
"""They weigh a state against what is seen now, seen before, and when; only the referee and the loop call them."""
CHOOSING = {"read_image"}
"""The way into a room: a picture, a game, and choices that most leave as they are."""
MOST_ARGUMENTS = 6


def test_no_function_takes_seven_loose_arguments() -> None:
    """What a function needs together has a name of its own, and is one value."""
    loose = {
        f"{file.path}: {name}"
        for file in _files([*ROOMS, "benchmarks", "training"])
        for name, arguments in file.functions
        if arguments > MOST_ARGUMENTS and name not in STYLED | WEIGHING | CHOOSING
    }
    assert loose == set()


def test_the_reader_has_no_assert_for_half_a_value() -> None:
    """Where a value may be empty the reader has another value: nothing tells the type checker which half is filled."""
    asserted = {f"{file.path}:{line}" for file in _files(["vision"]) for line in file.asserts}
    assert asserted == set()


WRITERS = {"tabletop/wholefiles.py", "live/reporting/own_files.py", "live/main.py", "simulator/displays/font.py"}
"""The one way to write; a report's files in a temporary folder; standard output closed; a source file made anew."""


def test_files_are_written_in_one_way() -> None:
    """As a whole or not at all, on the disk before they have their name: by `tabletop.wholefiles`."""
    bare = re.compile(r"""\.write_(text|bytes)\(|os\.replace\(|\.open\("[wx]|open\([^)]*, "[wx]b?\+?"|mkstemp""")
    found = {file.path.as_posix() for file in _files(ROOMS) if bare.search((ROOT / file.path).read_text("utf-8"))}
    assert found == WRITERS


def test_types_are_checked_in_every_room() -> None:
    """The benchmarks, too: `make lint` says of a script that nobody has run for long that it runs no more."""
    assert {*ROOMS, "benchmarks", "training"} - {*SETTINGS["mypy"]["files"]} == set()


def test_what_mutants_are_tried_with_exists() -> None:
    """The code and the tests that `benchmarks/mutants.toml` names."""
    parts = tomllib.loads((ROOT / "benchmarks" / "mutants.toml").read_text("utf-8"))
    named = [path for part in parts.values() for path in (*part["code"], *part["tests"])]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_name_that_vision_gives_can_be_fetched() -> None:
    """Names are fetched when they are asked for, so that a wrong module would be noticed by whoever asks first."""
    assert [name for name in vision.__all__ if getattr(vision, name, None) is None] == []


def test_no_name_that_vision_gives_is_one_of_its_modules() -> None:
    """Else whoever asks for another name of that module first gets the module itself in place of the name."""
    assert {name for name in vision.__all__ if find_spec(f"vision.{name}") is not None} == set()


def test_every_file_that_begins_first_is_there() -> None:
    """What `tests/conftest.py` lets begin first has not been renamed or taken away."""
    longest = runpy.run_path(str(ROOT / "tests" / "conftest.py"))["LONGEST"]
    assert [name for name in longest if not (ROOT / "tests" / name).is_file()] == []
