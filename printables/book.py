"""A whole game as files: which parts go into which document, rendered, with the manifest, written all or nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from printables.art import BACKS as KINDS_WITH_BACKS
from printables.backs import sheets_with_backs, with_company
from printables.choice import GUIDE, HOUSES, Group, PrintSettings, chosen, groups_of, light_groups
from printables.cutfiles import FORMATS, cut_file
from printables.faults import faults_of
from printables.guide import Contents, guide_of, how_to_play_pages
from printables.guillotine import GuillotineSettings, pack_with_few_cuts
from printables.looks import Looks
from printables.manifest import manifest, to_text
from printables.packing import BLEED_MM, PackedSheet, Slot, fits, pack_one_sheet
from printables.paper import PAPERS, Paper, paper_named
from printables.sheets import Document, render
from printables.tiling import footprint_mm
from tabletop import wholefiles
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.parts import Part
from tabletop.wholefiles import unwritable_words

SPREAD = ("board", "track")
"""Kinds that are printed over several sheets where one is too small."""
STYLE_OF_FINE = GuillotineSettings(bleed_mm=BLEED_MM, touching=False)
__all__ = [
    "PrintSettings",
    "documents_of",
    "files_of",
    "needs_larger_paper",
    "print_game",
    "trial_print",
    "write_files",
]


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
    if game.sections.print.one_sheet and not settings.parts:
        return (Document(f"{game.name}-{suffix}", game.title, (pack_one_sheet(wanted, paper),)),)
    titles = game.sections.print.titles
    groups = light_groups(wanted) if settings.style == "light" else groups_of(wanted)
    documents = [
        Document(f"{game.name}-{group.name}-{suffix}", titles.get(group.name, group.title), sheets)
        for group, sheets in _laid(wanted, groups, paper, game, settings)
    ]
    if not settings.parts or {GUIDE.name, HOUSES.name} & set(settings.parts):
        arts = (guide_of(_contents(wanted, documents, game)), *how_to_play_pages(game))
        sheets = (PackedSheet(paper, ()),) * len(arts)
        documents.insert(0, Document(f"{game.name}-{GUIDE.name}-{suffix}", GUIDE.title, sheets, arts))
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
        track="track" in kinds,
        shared_cuts=any(sheet.shared_cuts for sheet in sheets),
    )


def _laid(
    wanted: Sequence[tuple[Part, int]], groups: Sequence[Group], paper: Paper, game: GameFile, settings: PrintSettings
) -> list[tuple[Group, tuple[PackedSheet, ...]]]:
    """Each group's sheets. Parts of all groups that share their paper are laid together, so that small ones lie where
    large ones leave room; such a sheet goes with the group that takes most of it."""
    style = STYLE_OF_FINE if settings.style == "fine" else GuillotineSettings()
    group_of = {kind: group for group in groups for kind in group.kinds}
    shared = list(
        pack_with_few_cuts([entry for entry in wanted if not group_of[entry[0].kind].own_paper], paper, game, style)
    )
    sheets: dict[Group, list[PackedSheet]] = {group: [] for group in groups}
    for group in groups:
        own = [entry for entry in wanted if group.own_paper and entry[0].kind in group.kinds]
        with_backs: Sequence[tuple[Part, int]] = [entry for entry in own if entry[0].kind in KINDS_WITH_BACKS]
        others = [entry for entry in own if entry[0].kind not in KINDS_WITH_BACKS]
        further: tuple[PackedSheet, ...] = ()
        if with_backs and settings.backs != "fold":
            emptiest = min(filter(_is_whole, shared), key=_taken_mm2, default=None)
            if emptiest is not None:
                with_backs, further = with_company(with_backs, _parts_on(emptiest), paper, game, style)
                shared = [sheet for sheet in shared if not (further and sheet is emptiest)]
        sheets[group] += pack_with_few_cuts(others, paper, game, style)
        sheets[group] += sheets_with_backs(
            with_backs, paper, settings.backs, game, touching=style.touching, further=further
        )
    for sheet in reversed(shared):
        taken: dict[Group, float] = dict.fromkeys(groups, 0.0)
        for slot in sheet.slots:
            taken[group_of[slot.part.kind]] += _slot_mm2(slot)
        sheets[max(groups, key=lambda group: taken[group])].insert(0, sheet)
    return [(group, tuple(found)) for group, found in sheets.items() if found]


def _slot_mm2(slot: Slot) -> float:
    left, top, right, bottom = footprint_mm(slot, 0.0)
    return (right - left) * (bottom - top)


def _taken_mm2(sheet: PackedSheet) -> float:
    return sum(map(_slot_mm2, sheet.slots))


def _is_whole(sheet: PackedSheet) -> bool:
    """Whether no board over several sheets lies on it."""
    return all(slot.window_mm is None for slot in sheet.slots)


def _parts_on(sheet: PackedSheet) -> list[tuple[Part, int]]:
    """What lies on a sheet, each part with its number of copies there."""
    counted = Counter(slot.part.id for slot in sheet.slots)
    return [(part, counted[part.id]) for part in {slot.part.id: slot.part for slot in sheet.slots}.values()]


def trial_print(game: GameFile, folder: Path | None = None) -> str | None:
    """The sentence with which printing on the largest paper would be refused; None where all can be printed.

    `folder` is where the file's own icons lie.
    """
    largest = max(PAPERS.values(), key=lambda paper: paper.width_mm)
    try:
        print_game(game, PrintSettings(paper=largest.name, folder=folder))
    except BoardsightError as error:
        return str(error)
    return None


def needs_larger_paper(game: GameFile) -> tuple[str, ...]:
    """Ids of the parts that neither A4 nor Letter can hold and that are not spread over several sheets."""
    usual = [paper for name, paper in PAPERS.items() if name in ("a4", "letter")]
    return tuple(
        part.id for part in game.parts if part.kind not in SPREAD and not all(fits(part, paper) for paper in usual)
    )


def write_files(files: Mapping[str, bytes], folder: Path) -> Sequence[Path]:
    """Write all files into the folder, or none: each first under another name, then all renamed.

    Raises BoardsightError where the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = unwritable_words(folder, error)
        raise BoardsightError(f"{folder} cannot be written: {reason}; name another --out folder") from error
    placed = {folder / name: content for name, content in files.items()}
    wholefiles.write_files(placed)
    return list(placed)
