"""How modules fetch one another: at their top, and never in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

from rooms import ROOMS, ROOT

LATE = {
    "PIL", "aiomqtt", "cryptography", "cv2", "distributed", "fcntl", "font_source_sans_pro", "msvcrt", "numpy",
    "pyarrow", "pyipp", "reportlab", "segno", "serial", "tty", "uvicorn",
}  # fmt: skip
"""Libraries that take long to fetch, that may be missing, or that not every system has."""
NEEDS_PICTURES = {"live/console/position_input.py": {"live.console.pictures", "vision"}}
"""Where a text is read without the picture library, and a picture with it."""


def modules() -> dict[str, Path]:
    """Every module of the rooms by its dotted name."""
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def fetched(body: list[ast.stmt]) -> Iterator[str]:
    """The modules, and the names that may be modules, that statements import."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_no_module_fetches_itself_by_way_of_others() -> None:
    """What a module needs at its top is there before it; else two of them are one, or a wall stands wrongly."""
    known = modules()
    needs = {
        name: {
            one if one in known else one.rpartition(".")[0] for one in fetched(ast.parse(path.read_text("utf-8")).body)
        }
        & known.keys() - {name}
        for name, path in known.items()
    }
    try:
        tuple(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = error.args[1]
        raise AssertionError(" -> ".join(f"{one}" for one, _ in pairwise([*circle, ""]))) from error


def late_imports(path: Path) -> Iterator[str]:
    """Imports inside functions, but for those in `try`, which are of what may be missing."""
    tree = ast.parse(path.read_text("utf-8"))
    tried = {id(one) for node in ast.walk(tree) if isinstance(node, ast.Try) for one in ast.walk(node)}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = [one for one in ast.walk(function) if isinstance(one, ast.stmt) and id(one) not in tried]
            yield from fetched(inner)


def test_imports_stand_at_the_top() -> None:
    """Only commands fetch what carries them out when they are called, so that `--help` is quick."""
    found = []
    for path in modules().values():
        place = path.relative_to(ROOT).as_posix()
        allowed = LATE | NEEDS_PICTURES.get(place, set())
        if not place.startswith("live/commands/") and place != "live/main.py":
            found += [
                f"{place}: {one}"
                for one in late_imports(path)
                if one.partition(".")[0] not in allowed and one.rpartition(".")[0] not in allowed
            ]
    assert sorted(set(found)) == []
