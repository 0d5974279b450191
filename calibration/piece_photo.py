"""One photograph of all kinds of plain pieces beside a printed part, taught whole: colour, footprint, hole, height."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.blockheights import TopHeight, top_height, top_of, viewpoint_over
from calibration.footprints import PieceFootprint, Shape, footprint, shape_class
from calibration.pieces import (
    Pair,
    Teaching,
    TeachingSettings,
    correct_by_sheets,
    pairs_of_a_size,
    reading_order,
    taught_colour,
)
from calibration.segments import Segment, SegmentSettings, TableView, linear_view, outer_contour, rectify
from calibration.silhouettes import Mask, Silhouette, silhouettes
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.layingdown import KindToLay
from tabletop.profiles import TaughtColour
from tabletop.rounding import rounded_down
from vision.pixels.arrays import BgrImage, Floats, to_grey
from vision.pixels.colours import ColourSettings, lab_through_veil
from vision.pixels.detection import find_codes
from vision.settings import ReaderSettings
from vision.table.sheet_patches import patches_on_sheets
from vision.table.sheets import SolvedTable, solve_table
from vision.uncoded.table_colours import TableColours


@dataclass(frozen=True, slots=True)
class PhotoSettings:
    """When a photograph of pieces teaches; chosen on pictures of the virtual table (`tests/calibration`)."""

    view: SegmentSettings = field(default_factory=lambda: SegmentSettings(px_per_mm=1.6, reach_mm=600.0))
    """A table's width, as fine as 1080p shows it."""
    too_dark: float = 50.0
    """Of 255: white paper that shows darker than this leaves too few levels for colours."""
    most_burnt: float = 0.12
    """Share of a piece's top that may be burnt out: a tenth is left out of its colour anyway."""
    apart_mm: float = 2.0
    """Pieces nearer to each other touch, or one of them is a shadow or a side."""
    rim_mm: float = 1.2
    """The rim of a top, which does not count for its colour."""
    like_others_mm: float = 2.5
    """Heights of a set that differ by no more are taken to be one ..."""
    like_others_share: float = 0.5
    """... where so many of its pieces tell theirs, and the rest is taken to have it, too."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPiece:
    """One piece of the photograph."""

    segment: Segment
    footprint: PieceFootprint | None
    """None where it has the shape of none of the kinds."""
    height_mm: float | None
    height_from: str
    """`seen` at its side, `given` by people, taken from the `others`, or `untold`."""
    burnt: float
    """Share of its top that is burnt out."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPieces:
    """What a photograph shows, in reading order."""

    pieces: tuple[SeenPiece, ...]
    correction: TableColours
    cut_off: int
    """More things, cut by the picture's edge or by the printed part."""
    touching: tuple[tuple[int, int], ...]
    """Pieces, by their numbers, between which no ground shows."""

    @property
    def as_teaching(self) -> Teaching:
        """For the picture with outlines and numbers."""
        return Teaching(tuple(piece.segment for piece in self.pieces), self.correction)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtKind:
    """A kind with everything that was learned of it."""

    kind: KindToLay
    number: int
    """Of the piece in reading order, 1 for the first."""
    piece: SeenPiece
    size_mm: tuple[float, float]
    colour: TaughtColour


@dataclass(frozen=True, slots=True)
class Lesson:
    """All kinds, in the order in which they were to be laid."""

    kinds: tuple[TaughtKind, ...]
    alike: tuple[Pair, ...]
    """Kinds that look alike, the nearest first."""


def see_laid(
    image: BgrImage,
    game: GameFile,
    kinds: Sequence[KindToLay],
    *,
    height_mm: float | None = None,
    settings: PhotoSettings | None = None,
) -> SeenPieces:
    """The pieces beside the printed part. UnreadableInput with the mend where the photograph can't teach."""
    settings = settings or PhotoSettings()
    reader, size_px = ReaderSettings(), (image.shape[1], image.shape[0])
    codes = find_codes(to_grey(image), game, reader)
    solved = solve_table(codes, game, size_px, reader.plane)
    _check_light(image, solved, settings)
    if solved is None:
        raise UnreadableInput(
            f"no printed neighbourhood or board of {game.title} is seen; lay one beside the pieces, all of it in view"
        )
    correction = correct_by_sheets(image, game, codes, solved, TeachingSettings())
    view = rectify(image, solved, settings.view)
    seen = silhouettes(view, solved, correction)
    lab = lab_through_veil(linear_view(view.bgr, view, correction))
    heights = [top_height(one.mask, seen.lab, view, solved.plane) for one in seen.silhouettes]
    usual = _usual([found for found in heights if found is not None], len(heights), settings)
    parts = [part for kind in kinds for part in kind.parts]
    found: dict[int, SeenPiece] = {}
    for one, height in zip(seen.silhouettes, heights, strict=True):
        told, source = _height(height, height_mm, usual)
        top = one.mask if told is None else top_of(one.mask, view, viewpoint_over(solved.plane), told)
        shrunk = 1.0 if told is None else 1.0 / float(viewpoint_over(solved.plane).factor(told))
        scale = view.px_per_mm / shrunk
        segment = _segment(one, top, view, solved, lab, settings)
        covers = footprint(top, one.holes, scale, parts, game)
        burnt = float((view.bgr[top].max(axis=1) >= ColourSettings().clipped_from).mean()) if top.any() else 0.0
        found[id(segment)] = SeenPiece(segment, covers, told, source, burnt)
    ordered = reading_order([piece.segment for piece in found.values()])
    numbers = {id(segment): number for number, segment in enumerate(ordered, start=1)}
    touching = _touching(seen.silhouettes, [numbers[key] for key in found], view.px_per_mm * settings.apart_mm)
    return SeenPieces(tuple(found[id(segment)] for segment in ordered), correction, seen.cut_off, touching)


def _touching(seen: Sequence[Silhouette], numbers: Sequence[int], apart_px: float) -> tuple[tuple[int, int], ...]:
    """The numbers of things that lie less than so many pixels of the view apart."""
    owner = np.zeros(seen[0].mask.shape if seen else (1, 1), np.int16)
    pairs: set[tuple[int, int]] = set()
    side = 2 * max(1, round(apart_px)) + 1
    for one, number in zip(seen, numbers, strict=True):
        grown = cv2.dilate(one.mask.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
        pairs |= {(min(number, int(other)), max(number, int(other))) for other in np.unique(owner[grown]) if other}
        owner[one.mask] = number
    return tuple(sorted(pairs))


def _check_light(image: BgrImage, solved: SolvedTable | None, settings: PhotoSettings) -> None:
    """UnreadableInput where the photograph is too dark to tell colours."""
    white = float(np.quantile(to_grey(image), 0.99))
    if solved is not None and (patches := patches_on_sheets(image, solved, ColourSettings())) is not None:
        whites = [name == "white" for name in patches.names]
        if any(whites):
            white = float(np.median(patches.samples.bgr[whites].max(axis=1)))
    if white < settings.too_dark:
        raise UnreadableInput(
            f"the photograph is too dark: white shows as {rounded_down(white)} of 255, {settings.too_dark:.0f} are the "
            "least; switch on more light, or expose longer"
        )


def _usual(told: Sequence[TopHeight], count: int, settings: PhotoSettings) -> float | None:
    """The height that the pieces of a set share, where enough of them tell it."""
    if len(told) < max(2, settings.like_others_share * count):
        return None
    values = np.array([one.height_mm for one in told])
    middle = float(np.median(values))
    return middle if float(np.abs(values - middle).max()) <= settings.like_others_mm else None


def _height(seen: TopHeight | None, given: float | None, usual: float | None) -> tuple[float | None, str]:
    if given is not None:
        return given, "given"
    if seen is not None:
        return seen.height_mm, "seen"
    return usual, "untold" if usual is None else "others"


def _segment(
    one: Silhouette, top: Mask, view: TableView, solved: SolvedTable, lab: Floats, settings: PhotoSettings
) -> Segment:
    """A piece's colours, of the `lab` of a view (height, width, 3): its top without the rim; its outline and size."""
    scale = view.px_per_mm
    size = 2 * max(1, round(settings.rim_mm * scale)) + 1
    inner = cv2.erode(top.astype(np.uint8), np.ones((size, size), np.uint8)) > 0
    rows, columns = np.nonzero(inner if inner.any() else one.mask)
    outline = outer_contour(one.mask)
    _, sides, _ = cv2.minAreaRect(outline)
    long, short = sorted(((float(side) + 1.0) / scale for side in sides), reverse=True)
    return Segment(
        lab=lab[rows, columns],
        outline_px=solved.plane.to_picture(view.to_mm(outline.reshape(-1, 2).astype(np.float64))),
        area_mm2=float(one.mask.sum()) / scale**2,
        footprint_mm=(long, short),
    )


def teach_kinds(
    seen: SeenPieces, kinds: Sequence[KindToLay], *, alike_allowed: bool = False, settings: PhotoSettings | None = None
) -> Lesson:
    """The pieces as the kinds that were to be laid: of each shape in reading order.

    Raises UnreadableInput where other pieces are seen than were to be laid or one is burnt out, BoardsightError where
    kinds look alike and that is not `alike_allowed`; then they share one colour, and the reader asks which it is.
    """
    settings = settings or PhotoSettings()
    _check_number(seen, kinds)
    waiting: dict[Shape, list[int]] = {}
    for index, piece in enumerate(seen.pieces):
        assert piece.footprint is not None
        waiting.setdefault(piece.footprint.shape, []).append(index)
    taught = []
    for kind in kinds:
        index = waiting[shape_class(kind.parts[0])].pop(0)
        piece = seen.pieces[index]
        if piece.burnt > settings.most_burnt:
            raise UnreadableInput(
                f"piece {index + 1} ({kind.label}) is burnt out on {100 * piece.burnt:.0f} % of its top, by glare or "
                "by too long an exposure; turn it or the lamp, or expose shorter"
            )
        assert piece.footprint is not None
        size = piece.footprint.size_mm
        colour = taught_colour(kind.label, [_sized(piece.segment, size)], TeachingSettings())
        taught.append(TaughtKind(kind, index + 1, piece, size, colour))
    alike = _alike(taught)
    if alike and not alike_allowed:
        raise BoardsightError(_alike_sentence(alike))
    return Lesson(tuple(_sharing(taught, alike)), alike)


def _sized(segment: Segment, size_mm: tuple[float, float]) -> Segment:
    return replace(segment, footprint_mm=(max(size_mm), min(size_mm)))


def _check_number(seen: SeenPieces, kinds: Sequence[KindToLay]) -> None:
    wanted = Counter(shape_class(kind.parts[0]) for kind in kinds)
    found = Counter(piece.footprint.shape for piece in seen.pieces if piece.footprint is not None)
    strange = [index + 1 for index, piece in enumerate(seen.pieces) if piece.footprint is None]
    if seen.touching:
        one, other = seen.touching[0]
        raise UnreadableInput(
            f"pieces {one} and {other} touch, or one of them is the other's side or shadow; lay them a finger apart, "
            "in even light"
        )
    if wanted != found and seen.cut_off:
        raise UnreadableInput(
            f"{seen.cut_off} pieces are cut off by the picture's edge or lie on the printed part; lay all of them "
            "beside it, wholly in the picture"
        )
    if strange:
        raise UnreadableInput(
            f"piece {strange[0]} has the shape of none that are to be laid; two may touch there, one may be turned "
            "over, or it is something else: lay it anew or take it away"
        )
    for shape in wanted | found:
        if wanted[shape] != found[shape]:
            names = ", ".join(kind.label for kind in kinds if shape_class(kind.parts[0]) == shape)
            raise UnreadableInput(
                f"{len(seen.pieces)} pieces are seen, {len(kinds)} are to be laid; of the shape of {names} "
                f"{found[shape]} are seen and {wanted[shape]} wanted: lay every kind once, apart from each other, on "
                "plain paper of a colour that none of them has"
            )


def _alike(taught: Sequence[TaughtKind]) -> tuple[Pair, ...]:
    """Kinds of one shape and size whose colours are too near."""
    by_shape: dict[Shape, list[TaughtColour]] = {}
    for one in taught:
        by_shape.setdefault(shape_class(one.kind.parts[0]), []).append(one.colour)
    settings = TeachingSettings()
    pairs = [pair for colours in by_shape.values() for pair in pairs_of_a_size(colours, settings)]
    near = [pair for pair in pairs if pair.separation < settings.refused_below]
    return tuple(sorted(near, key=lambda pair: pair.separation))


def _alike_sentence(alike: Sequence[Pair]) -> str:
    names = ", ".join(f"'{pair.one}' and '{pair.other}' ({rounded_down(pair.separation, 1)})" for pair in alike)
    return (
        f"these look alike in size and colour: {names}; below {TeachingSettings().refused_below:g} standard deviations "
        "nobody tells them apart: mark the tops of one kind, take other pieces for it, or allow it (--alike) and be "
        "asked which one lies there"
    )


def _sharing(taught: Sequence[TaughtKind], alike: Sequence[Pair]) -> list[TaughtKind]:
    """The kinds, those that look alike with one colour of all of them."""
    first: dict[str, str] = {one.kind.label: one.kind.label for one in taught}
    for pair in alike:
        own, other = first[pair.one], first[pair.other]
        first = {label: own if name == other else name for label, name in first.items()}
    members: Mapping[str, list[TaughtKind]] = {
        name: [one for one in taught if first[one.kind.label] == name] for name in first.values()
    }
    return [
        replace(
            one,
            colour=one.colour
            if len(group) == 1
            else taught_colour(
                first[one.kind.label], [_sized(each.piece.segment, each.size_mm) for each in group], TeachingSettings()
            ),
        )
        for one in taught
        for group in [members[first[one.kind.label]]]
    ]
