"""Which files are meant: those that are named, and all of their kind in folders, in an order that never changes."""

from collections.abc import Collection, Sequence
from pathlib import Path

from tabletop.errors import UnreadableInput

PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
RECORDS = frozenset((".jsonl",))


def files_in(names: Sequence[str], endings: Collection[str], what: str) -> list[str]:
    """The named files as they are, and in place of a folder all files in it with such endings, sorted by name.

    Hidden files and folders are left out. Raises UnreadableInput for a folder in which there is no such file.
    """
    found: list[str] = []
    for name in names:
        folder = Path(name)
        if not folder.is_dir():
            found.append(name)
            continue
        inside = sorted(
            path
            for path in folder.rglob("*")
            if path.suffix.lower() in endings
            and path.is_file()
            and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        )
        if not inside:
            raise UnreadableInput(f"{name}: there are no {what} in this folder ({', '.join(sorted(endings))})")
        found += [str(path) for path in inside]
    return found
