"""A whole game as files: which parts go into which document, rendered, with the manifest, written all or nothing."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printables.looks import Looks
from printables.manifest import manifest, to_text
from printables.packing import pack
from printables.paper import paper_named
from printables.sheets import Document, render
from tabletop.errors import BoardsightError, UsageError
from tabletop.gamefile import GameFile, Part


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """What to print and how."""

    paper: str = "a4"
    parts: tuple[str, ...] = ()
    """Ids, kinds or groups to print; all where empty."""
    players: int | None = None
    ink_saver: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that share a document: its name in the file name, its title, the kinds."""

    name: str
    title: str
    kinds: tuple[str, ...]


GROUPS = (
    Group("tiles", "Neighbourhoods", ("tile",)),
    Group("pieces", "Buildings and streetcars", ("piece", "streetcar")),
    Group("mats", "Players’ mats and turn puck", ("mat", "puck")),
)


def print_game(game: GameFile, settings: PrintSettings) -> dict[str, bytes]:
    """All files of a game by their names: the PDFs and `parts.json`.

    Raises UsageError for words that name no part and for parts larger than the paper.
    """
    paper = paper_named(settings.paper)
    wanted = chosen(game, settings)
    looks = Looks(game.palette, settings.ink_saver)
    documents: list[tuple[str, Document]] = []
    suffix = f"{paper.name}-ink-saver" if settings.ink_saver else paper.name
    for group in GROUPS:
        parts = [(part, part.count) for part in wanted if part.kind in group.kinds]
        if parts:
            stem = f"{game.name}-{group.name}-{suffix}"
            documents.append((f"{stem}.pdf", Document(stem, group.title, pack(parts, paper))))
    files = {name: render(document, game, looks) for name, document in documents}
    files["parts.json"] = to_text(manifest(documents, game, paper.name)).encode("utf-8")
    return files


def chosen(game: GameFile, settings: PrintSettings) -> list[Part]:
    """The parts that the settings ask for, in the file's order."""
    by_group = {group.name: group.kinds for group in GROUPS}
    kinds = {part.kind for part in game.parts}
    for word in settings.parts:
        if word not in game.by_id and word not in kinds and word not in by_group:
            known = ", ".join((*by_group, *sorted(kinds - set(by_group))))
            raise UsageError(
                f"{game.title} has no parts '{word}'; use {known}, or a part's id such as {game.parts[0].id}"
            )
    words = set(settings.parts)
    return [
        part
        for part in game.parts
        if (
            not words or words & {part.id, part.kind, *(name for name, kinds in by_group.items() if part.kind in kinds)}
        )
        and not (settings.players is not None and part.kind == "mat" and (part.number or 0) > settings.players)
    ]


def write_files(files: Mapping[str, bytes], folder: Path) -> Sequence[Path]:
    """Write all files into the folder, or none: each first under another name, then all renamed.

    Raises BoardsightError where the folder cannot be made or written.
    """
    written: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            written.append((Path(temporary), folder / name))
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.chmod(temporary, 0o644)
        for source, target in written:
            source.replace(target)
    except OSError as error:
        for source, _ in written:
            source.unlink(missing_ok=True)
        raise BoardsightError(
            f"{folder} cannot be written ({error.strerror}); name another folder with --out"
        ) from error
    return [target for _, target in written]
