"""The house as a drawing: every room with its inner rooms, how large they are, and who may import whom.

    python docs/pictures/house_drawing.py           # draw it
    python docs/pictures/house_drawing.py --count   # tell the sizes, and what is too large or too small

Sizes are lines of code without blank lines, comments and docstrings; the layers are those of `pyproject.toml`.
"""

import ast
import io
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
OUT = Path(__file__).with_name("house.svg")
WIDTH, MARGIN, GAP = 1180, 16, 10
INNER_WIDTH, INNER_HEIGHT, HEAD = 123, 46, 30
FILLS = {
    "live": "#e8f1fa", "simulator": "#f3ecf8", "calibration": "#fdf3dc", "vision": "#e3f3e6", "scoring": "#fdebd0",
    "printables": "#f7e6e6", "firmware_bridge": "#e4eef0", "tabletop": "#f1f1ea",
    "training": "#f6eef1", "history": "#efe9dc",
}  # fmt: skip


SCRIPTS = ("benchmarks", "training", "firmware")
"""Counted with the rooms, but no part of the program."""
MOST_LINES, FEW_LINES = 350, 100
"""Lines of a file, comments and all: above the first it may be two ideas, below the second half of one."""


def main() -> None:
    """Write the drawing, or count."""
    if "--count" in sys.argv[1:]:
        return _count()
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = [[name.strip() for name in layer.split("|")] for layer in contracts[0]["layers"]]
    shapes: list[str] = []
    y = MARGIN
    for layer in layers:
        share = (WIDTH - 2 * MARGIN - GAP * (len(layer) - 1)) // len(layer)
        heights = []
        for place, room in enumerate(layer):
            drawn, height = _room(room, MARGIN + place * (share + GAP), y, share)
            shapes += drawn
            heights.append(height)
        y += max(heights) + GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" fill="#1d2733">'
    ground = f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>'
    OUT.write_text("\n".join([head, ground, *shapes, "</svg>"]) + "\n", "utf-8")


def _count() -> None:
    """Lines of code of every room; files that are large, and small ones that only one other file imports."""
    rooms = [*FILLS, *(name for name in SCRIPTS if name not in FILLS)]
    paths = {_module(path): path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))}
    print("| room | files | lines of code |\n| --- | --- | --- |")
    for room in rooms:
        print(f"| {room} | {len(list((ROOT / room).rglob('*.py')))} | {_lines(ROOT / room)} |")
    print(f"| all | {len(paths)} | {sum(_lines(ROOT / room) for room in rooms)} |\n")
    importers: dict[str, set[str]] = {module: set() for module in paths}
    for module, path in paths.items():
        known = {name for name, other in paths.items() if _is_script(path) or not _is_script(other)}
        for name in _names_in(ast.parse(path.read_text("utf-8"))) & (known - {module}):
            importers[name].add(module)
    for module, path in paths.items():
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MOST_LINES:
            print(f"{lines} lines: {path.relative_to(ROOT)}")
        elif lines < FEW_LINES and path.name != "__init__.py" and not _one_a_game(path):
            asking = [paths[name] for name in importers[module]]
            if len(asking) == 1 and _room_of(asking[0]) == _room_of(path):
                print(f"{lines} lines, for {min(importers[module])} alone: {path.relative_to(ROOT)}")


def _module(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__").removeprefix("benchmarks.")


def _room_of(path: Path) -> Path:
    """The room in which a file lies, inner ones too: what another room asks for is a door of this one."""
    return path.parents[1] if path.name == "__init__.py" and path.parents[1] != ROOT else path.parent


def _is_script(path: Path) -> bool:
    """Whether it is a file of `SCRIPTS`, which no room imports."""
    return path.relative_to(ROOT).parts[0] in SCRIPTS


def _one_a_game(path: Path) -> bool:
    """Whether several games have a file of this name in their folders, where one looks for it."""
    return path.parents[1].name == "games" and len(list(path.parents[1].glob(f"*/{path.name}"))) > 1


def _names_in(tree: ast.Module) -> set[str]:
    """All that may be a module's name: what is imported, and texts, since commands and games are asked for by name."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _room(name: str, x: int, y: int, width: int) -> tuple[list[str], int]:
    """One room with its inner rooms, and its height."""
    folder = ROOT / name
    inner = sorted(path for path in folder.iterdir() if (path / "__init__.py").is_file())
    a_row = max(1, (width - GAP) // (INNER_WIDTH + GAP))
    rows = -(-len(inner) // a_row)
    height = HEAD + 20 + rows * (INNER_HEIGHT + GAP) + (GAP if rows else 0)
    shapes = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{FILLS[name]}" stroke="#8896a3"/>',
        f'<text x="{x + 12}" y="{y + 22}" font-size="16" font-weight="bold">{name}/</text>',
        f'<text x="{x + width - 12}" y="{y + 22}" font-size="12" text-anchor="end">{_lines(folder):,} lines</text>',
        f'<text x="{x + 12}" y="{y + 40}" font-size="11">{escape(_sentence(folder, width // 6))}</text>',
    ]
    for place, path in enumerate(inner):
        left = x + GAP + (place % a_row) * (INNER_WIDTH + GAP)
        top = y + HEAD + 20 + (place // a_row) * (INNER_HEIGHT + GAP)
        shapes += [
            f'<rect x="{left}" y="{top}" width="{INNER_WIDTH}" height="{INNER_HEIGHT}" rx="5" fill="#fff" '
            'stroke="#b8c2cb"/>',
            f'<text x="{left + 8}" y="{top + 19}" font-size="13" font-weight="bold">{path.name}</text>',
            f'<text x="{left + 8}" y="{top + 36}" font-size="11">{len(list(path.rglob("*.py")))} files, '
            f"{_lines(path):,} lines</text>",
        ]
    return shapes, height


def _sentence(folder: Path, most: int) -> str:
    """The first sentence of a room's `__init__`, cut where it is too long."""
    words = (ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or "").split("\n")[0]
    return words if len(words) <= most else words[: most - 1].rsplit(" ", 1)[0] + " …"


def _lines(folder: Path) -> int:
    return sum(sum(1 for _ in _code_lines(path)) for path in folder.rglob("*.py"))


def _code_lines(path: Path) -> Iterator[int]:
    """Numbers of the lines that hold code."""
    text = path.read_text("utf-8")
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in skipped:
            found.update(range(token.start[0], token.end[0] + 1))
    yield from sorted(found - docstrings)


if __name__ == "__main__":
    main()
