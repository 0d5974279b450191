"""A whole game as files: which parts go into which document, rendered, with the manifest, written all or nothing."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printables.art import BACKS as KINDS_WITH_BACKS
from printables.backs import BACKS, sheets_with_backs
from printables.codes import OURS, can_print
from printables.components import printed_parts
from printables.cutfiles import FORMATS, cut_file
from printables.faults import faults_of
from printables.guide import Contents, guide_of
from printables.houses import houses_of
from printables.looks import Looks
from printables.manifest import manifest, to_text
from printables.packing import PackedSheet, fits, pack
from printables.paper import Paper, paper_named
from printables.sheets import Document, render
from printables.tiling import tiled
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.gamefile import CUSTOM, GameFile, Part


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """What to print and how."""

    paper: str = "a4"
    parts: tuple[str, ...] = ()
    """Groups, kinds or ids to print; all where empty."""
    players: int | None = None
    ink_saver: bool = False
    backs: str = BACKS[0]
    cut: str | None = None
    folder: Path | None = None
    """Where a game file's own icons lie."""


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that share a document: its name in the file name, its title, the kinds."""

    name: str
    title: str
    kinds: tuple[str, ...]


GUIDE = Group("guide", "How to print and cut", ())
HOUSES = Group("houses", "Paper houses", ("house", "wall"))
GROUPS = (
    Group("tiles", "Tiles", ("tile",)),
    Group("boards", "Boards", ("board", "corner")),
    Group("pieces", "Pieces", ("piece", "streetcar", "building", "landmark", "zone", "citizen")),
    HOUSES,
    Group("mats", "Mats, turn puck, score track", ("mat", "puck", "track", "marker", "hundred", "token")),
    Group("cards", "Cards", ("card",)),
    Group("stickers", "Stickers", ("sticker",)),
    Group("aids", "Player aids", ("aid",)),
)
OWNED = ("mat", "marker", "hundred", "aid", "board", "citizen", "token")
"""Kinds of which each player has a part with the seat's number, or a copy."""


def print_game(game: GameFile, settings: PrintSettings) -> dict[str, bytes]:
    """All files of a game by their names: the PDFs, the cut files asked for, and `parts.json`.

    Raises UsageError for words that name no part and for parts larger than the paper, UnreadableInput for a file
    whose parts could not be cut or read.
    """
    paper = paper_named(settings.paper)
    for fault in faults_of(game):
        raise UnreadableInput(fault)
    looks = Looks(game.palette, settings.ink_saver, settings.folder)
    documents = [(f"{document.stem}.pdf", document) for document in _documents(game, settings, paper)]
    files = {name: render(document, game, looks) for name, document in documents}
    for _, document in documents if settings.cut else ():
        for index, sheet in enumerate(document.sheets):
            if sheet.slots and not sheet.back:
                stem = f"{document.stem}-sheet-{document.numbers[index]}"
                files[f"{stem}.{settings.cut}"] = cut_file(sheet, stem, settings.cut or FORMATS[0])
    files["parts.json"] = to_text(manifest(documents, game, paper.name)).encode("utf-8")
    return files


def _documents(game: GameFile, settings: PrintSettings, paper: Paper) -> list[Document]:
    """The guide (with all parts, and with houses), then one document for each group of parts that is wanted."""
    suffix = f"{paper.name}-ink-saver" if settings.ink_saver else paper.name
    wanted = chosen(game, settings)
    titles: Mapping[str, str] = game.raw.get("print", {}).get("titles", {})
    documents = []
    for group in _groups(wanted):
        parts = [(part, count) for part, count in wanted if part.kind in group.kinds]
        if parts:
            sheets = _sheets(parts, paper, settings)
            title = titles.get(group.name, group.title)
            documents.append(Document(f"{game.name}-{group.name}-{suffix}", title, sheets))
    if not settings.parts or {GUIDE.name, HOUSES.name} & set(settings.parts):
        art = guide_of(_contents(wanted, documents, game))
        guide = Document(f"{game.name}-{GUIDE.name}-{suffix}", GUIDE.title, (PackedSheet(paper, ()),), art)
        return [guide, *documents]
    return documents


def _contents(wanted: Sequence[tuple[Part, int]], documents: Sequence[Document], game: GameFile) -> Contents:
    """What of the printed parts wants a step in the guide; all steps of a guide that is printed alone."""
    kinds = {part.kind for part, _ in wanted} or {part.kind for part in game.parts}
    sheets = [sheet for document in documents for sheet in document.sheets]
    return Contents(
        pieces=bool(kinds - {*KINDS_WITH_BACKS, "board", "aid", "sticker", "house", "wall"}),
        joined=any(slot.window_mm is not None for sheet in sheets for slot in sheet.slots),
        houses="house" in kinds,
        backs=any(sheet.back or sheet.folded for sheet in sheets) or (not sheets and "card" in kinds),
        mats="mat" in {part.kind for part in game.parts},
    )


def _groups(wanted: Sequence[tuple[Part, int]]) -> tuple[Group, ...]:
    """The groups, and one more for kinds that a custom file made up."""
    known = {kind for group in GROUPS for kind in group.kinds}
    other = tuple(dict.fromkeys(part.kind for part, _ in wanted if part.kind not in known))
    return tuple(replace(group, kinds=(*group.kinds, *other)) if group.name == "pieces" else group for group in GROUPS)


def _sheets(parts: list[tuple[Part, int]], paper: Paper, settings: PrintSettings) -> tuple[PackedSheet, ...]:
    """A group's sheets: parts with backs, large boards over several sheets, all others packed."""
    large = [(part, count) for part, count in parts if part.kind in ("board", "track") and not fits(part, paper)]
    with_backs = [(part, count) for part, count in parts if part.kind in KINDS_WITH_BACKS]
    others = [entry for entry in parts if entry not in large and entry not in with_backs]
    boards = [sheet for part, count in large for copy in range(count) for sheet in tiled(part, copy, paper)]
    return (*boards, *pack(others, paper), *sheets_with_backs(with_backs, paper, settings.backs))


def chosen(game: GameFile, settings: PrintSettings) -> list[tuple[Part, int]]:
    """The parts that the settings ask for with their numbers of copies, in the file's order."""
    everything = printed_parts(game)
    if HOUSES.name in settings.parts:
        houses = tuple(house for house, _ in houses_of(game))
        ids = {house.id for house in houses}
        everything = (*(part for part in everything if part.id not in ids), *houses)
    group_of = {kind: group.name for group in GROUPS for kind in group.kinds}
    ids, kinds = {part.id for part in everything}, {part.kind for part in everything}
    for word in settings.parts:
        if word not in ids | kinds | {GUIDE.name, *(group.name for group in GROUPS)}:
            known = ", ".join(dict.fromkeys((*(group_of.get(kind, kind) for kind in sorted(kinds)), *sorted(kinds))))
            raise UsageError(f"{game.title} has no parts '{word}'; use {known}, or an id such as {game.parts[0].id}")
    words = set(settings.parts)
    players = settings.players or game.players[1]
    colours = list(dict.fromkeys(part.extra["player"] for part in everything if "player" in part.extra))
    if settings.players is not None:
        colours = colours[: settings.players]
    return [
        (part, _copies(part, players))
        for part in everything
        if (words & {part.id, part.kind, group_of.get(part.kind, "pieces")} if words else not _is_there(part, game))
        and not (part.kind in OWNED and (part.number or 0) > players)
        and part.extra.get("player") in (None, *colours)
    ]


def _is_there(part: Part, game: GameFile) -> bool:
    """Whether a part is a board that somebody made with their own hands, with codes taped on that we don't print."""
    return part.kind == "board" and game.rules == CUSTOM and not can_print(part.extra.get("dictionary", OURS))


def _copies(part: Part, players: int) -> int:
    """How many copies of a part that many players need."""
    if part.kind == "aid":
        return players
    per_player: int = part.extra.get("per_player", 0)
    return per_player * players if per_player else part.count


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
