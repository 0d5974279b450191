"""A whole game as files: which parts go into which document, rendered, with the manifest, written all or nothing."""

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printables.art import BACKS as KINDS_WITH_BACKS
from printables.backs import sheets_with_backs
from printables.choice import GUIDE, HOUSES, Group, PrintSettings, chosen, groups_of, light_groups
from printables.cutfiles import FORMATS, cut_file
from printables.faults import faults_of
from printables.guide import Contents, guide_of
from printables.guillotine import pack_with_shared_cuts
from printables.looks import Looks
from printables.manifest import manifest, to_text
from printables.packing import PackedSheet, fits, pack, pack_one_sheet
from printables.paper import Paper, paper_named
from printables.sheets import Document, render
from printables.tiling import tiled
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import GameFile, Part

__all__ = ["PrintSettings", "documents_of", "files_of", "print_game", "write_files"]


def print_game(game: GameFile, settings: PrintSettings) -> dict[str, bytes]:
    """All files of a game by their names: the PDFs, the cut files asked for, and `parts.json`.

    Raises UsageError for words that name no part and for parts larger than the paper, UnreadableInput for a file
    whose parts could not be cut or read.
    """
    return files_of(documents_of(game, settings), game, settings)


def documents_of(game: GameFile, settings: PrintSettings) -> tuple[Document, ...]:
    """The guide (with all parts, and with houses), then one document for each group of parts that is wanted.

    Raises as `print_game` does.
    """
    paper = paper_named(settings.paper)
    for fault in faults_of(game):
        raise UnreadableInput(fault)
    suffix = f"{paper.name}-ink-saver" if settings.ink_saver else paper.name
    wanted = chosen(game, settings)
    if game.raw.get("print", {}).get("one_sheet") and not settings.parts:
        return (Document(f"{game.name}-{suffix}", game.title, (pack_one_sheet(wanted, paper),)),)
    titles: Mapping[str, str] = game.raw.get("print", {}).get("titles", {})
    packed = []
    for group in light_groups(wanted) if settings.style == "light" else groups_of(wanted):
        parts = [(part, count) for part, count in wanted if part.kind in group.kinds]
        if parts:
            packed.append(_Packed(group, parts, _sheets(parts, paper, game, settings)))
    if not settings.parts:
        packed = _without_lonely_parts(packed, lambda parts: _sheets(parts, paper, game, settings))
    documents = [
        Document(f"{game.name}-{one.group.name}-{suffix}", titles.get(one.group.name, one.group.title), one.sheets)
        for one in packed
    ]
    if not settings.parts or {GUIDE.name, HOUSES.name} & set(settings.parts):
        art = guide_of(_contents(wanted, documents, game))
        guide = Document(f"{game.name}-{GUIDE.name}-{suffix}", GUIDE.title, (PackedSheet(paper, ()),), art)
        documents.insert(0, guide)
    return tuple(documents)


def files_of(documents: Sequence[Document], game: GameFile, settings: PrintSettings) -> dict[str, bytes]:
    """The documents as files, with the cut files asked for and the manifest."""
    looks = Looks(game.palette, settings.ink_saver, settings.folder)
    files = {f"{document.stem}.pdf": render(document, game, looks) for document in documents}
    for document in documents if settings.cut else ():
        for index, sheet in enumerate(document.sheets):
            if sheet.slots and not sheet.back:
                stem = f"{document.stem}-sheet-{document.numbers[index]}"
                files[f"{stem}.{settings.cut}"] = cut_file(sheet, stem, settings.cut or FORMATS[0])
    named = [(f"{document.stem}.pdf", document) for document in documents]
    files["parts.json"] = to_text(manifest(named, game, settings.paper)).encode("utf-8")
    return files


def _contents(wanted: Sequence[tuple[Part, int]], documents: Sequence[Document], game: GameFile) -> Contents:
    """What of the printed parts wants a step in the guide; all steps of a guide that is printed alone."""
    kinds = {part.kind for part, _ in wanted} or {part.kind for part in game.parts}
    sheets = [sheet for document in documents for sheet in document.sheets]
    return Contents(
        pieces=bool(kinds - {*KINDS_WITH_BACKS, "board", "aid", "sticker", "house", "wall", "box", "label"}),
        joined=any(slot.window_mm is not None for sheet in sheets for slot in sheet.slots),
        houses="house" in kinds,
        box="box" in kinds,
        labels="label" in kinds,
        backs=any(sheet.back or sheet.folded for sheet in sheets) or (not sheets and "card" in kinds),
        mats="mat" in {part.kind for part in game.parts},
        shared_cuts=any(sheet.shared_cuts for sheet in sheets),
    )


@dataclass(frozen=True, slots=True)
class _Packed:
    """A group's parts with their numbers of copies, and the sheets on which they lie."""

    group: Group
    parts: list[tuple[Part, int]]
    sheets: tuple[PackedSheet, ...]


def _without_lonely_parts(
    packed: Sequence[_Packed], lay: Callable[[list[tuple[Part, int]]], tuple[PackedSheet, ...]]
) -> list[_Packed]:
    """A puck or aid card that has a sheet for itself lies with another group that has room for it."""
    groups = list(packed)
    for index, one in enumerate(packed):
        alone = [sheet.slots[0].part for sheet in one.sheets if len(sheet.slots) == 1]
        for part in alone:
            if part.kind not in ("puck", "aid"):
                continue
            for other, host in enumerate(groups):
                if other == index or not {its.kind for its, _ in host.parts}.isdisjoint(KINDS_WITH_BACKS):
                    continue
                together = lay([*host.parts, (part, 1)])
                if len(together) == len(host.sheets):
                    groups[other] = replace(host, parts=[*host.parts, (part, 1)], sheets=together)
                    left = [(its, count - (its == part)) for its, count in groups[index].parts]
                    rest = [entry for entry in left if entry[1]]
                    groups[index] = replace(groups[index], parts=rest, sheets=lay(rest) if rest else ())
                    break
    return [one for one in groups if one.parts]


def _sheets(
    parts: list[tuple[Part, int]], paper: Paper, game: GameFile, settings: PrintSettings
) -> tuple[PackedSheet, ...]:
    """A group's sheets: parts with backs, large boards over several sheets, all others packed."""
    large = [(part, count) for part, count in parts if part.kind in ("board", "track") and not fits(part, paper)]
    with_backs = [(part, count) for part, count in parts if part.kind in KINDS_WITH_BACKS]
    others = [entry for entry in parts if entry not in large and entry not in with_backs]
    boards = [sheet for part, count in large for copy in range(count) for sheet in tiled(part, copy, paper)]
    packed = pack_with_shared_cuts(others, paper, game) if settings.style == "light" else pack(others, paper)
    narrow = settings.style != "fine"
    return (*boards, *packed, *sheets_with_backs(with_backs, paper, settings.backs, narrow=narrow))


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
        raise BoardsightError(f"{folder} cannot be written ({error.strerror}); name another --out folder") from error
    return [target for _, target in written]
