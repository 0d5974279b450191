"""Plain coloured pieces taught from one photo: found beside a printed sheet, corrected by its patches, named."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.segments import Segment, find_segments, rectify
from tabletop.colournearness import separation
from tabletop.errors import BoardsightError, UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.profiles import WHITE, Covariance, TaughtColour
from tabletop.rounding import rounded_down
from vision.pixels.arrays import BgrImage, Floats, to_grey
from vision.pixels.codes import SeenCode
from vision.pixels.colours import ColourSettings
from vision.pixels.detection import find_codes
from vision.settings import ReaderSettings
from vision.table.sheet_patches import patches_on_sheets
from vision.table.sheets import SolvedTable, solve_table
from vision.uncoded.colour_fit import code_tones, fitted_colours
from vision.uncoded.table_colours import TableColours


@dataclass(frozen=True, slots=True)
class TeachingSettings:
    """When a photo teaches, and when two kinds of piece are too near, on simulated lights."""

    least_patches: int = 4
    """Reference patches that must be seen, unburnt and free."""
    largest_residual: float = 16.0
    """Delta E of the patches' fit beyond which light or print are too strange."""
    refused_below: float = 3.0
    """Separation in standard deviations: one in fifteen such pieces would be told wrong."""
    warned_below: float = 4.5
    """One in eighty."""
    other_footprint: float = 1.35
    """Two kinds of one colour may be taught when one's area is so many times the other's: shape tells them."""
    trimmed: float = 0.1
    """Share of a piece's pixels, the farthest from its median, that do not count: glints, letters, dirt."""
    least_spread: float = 1.0
    """Variance added to each axis of a taught colour: noise of the next picture."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours and how far they lie apart, in standard deviations."""

    one: str
    other: str
    separation: float


@dataclass(frozen=True, slots=True, eq=False)
class Teaching:
    """What a photo showed: the segments in reading order, how colours are corrected, and once named the colours."""

    segments: tuple[Segment, ...]
    correction: TableColours
    colours: tuple[TaughtColour, ...] = ()
    pairs: tuple[Pair, ...] = ()
    """The nearest first; only pairs whose footprints do not tell them apart."""


def see_pieces(image: BgrImage, game: GameFile, settings: TeachingSettings) -> Teaching:
    """The pieces beside the printed sheets, in reading order; UnreadableInput where sheet or patches are missing."""
    reader, size_px = ReaderSettings(), (image.shape[1], image.shape[0])
    codes = find_codes(to_grey(image), game, reader)
    solved = solve_table(codes, game, size_px, reader.plane)
    if solved is None:
        raise UnreadableInput(f"no printed neighbourhood of {game.title} is seen; lay one beside the pieces")
    correction = correct_by_sheets(image, game, codes, solved, settings)
    table = rectify(image, solved)
    segments = find_segments(table, solved, correction)
    return Teaching(tuple(reading_order(segments)), correction)


def correct_by_sheets(
    image: BgrImage, game: GameFile, codes: Sequence[SeenCode], solved: SolvedTable, settings: TeachingSettings
) -> TableColours:
    """How colours are corrected, by white and patches; UnreadableInput with the mend where these do not suffice.

    Reading does the same, so that what is taught is what will be seen.
    """
    reader = ReaderSettings()
    patches = patches_on_sheets(image, solved, ColourSettings())
    if patches is None:
        raise UnreadableInput("the printed sheets that are seen carry no colour patches; lay a neighbourhood beside")
    samples, usable = patches.samples, patches.usable
    if usable.sum() < settings.least_patches:
        burnt = int(samples.clipped.sum())
        why = f"{burnt} of {len(usable)} are burnt out; expose darker" if burnt > len(usable) / 3 else "uncover them"
        raise UnreadableInput(f"only {int(usable.sum())} colour patches can be used: {why}")
    tones = code_tones(image, codes, solved.plane, reader.boards.white_correlation)
    correction = fitted_colours(patches, tones, game, reader.uncoded)
    if not correction.lit_by:
        raise UnreadableInput("no white or grey patch can be used; expose darker and take glare off the neighbourhood")
    if correction.matrix.residual > settings.largest_residual:
        raise UnreadableInput(
            "the printed colour patches do not look as they were printed: the light is too dim or too coloured to tell "
            "colours, or the sheet is printed without them; photograph by daylight or a bright white lamp, beside a "
            "sheet printed in colour"
        )
    return correction


def teach(seen: Teaching, names: Sequence[str], settings: TeachingSettings) -> Teaching:
    """The segments named in reading order; equal names are pieces alike.

    Raises UnreadableInput when there are more or fewer pieces than names, BoardsightError when two are too near.
    """
    if len(names) != len(seen.segments):
        raise UnreadableInput(
            f"{len(seen.segments)} pieces are seen, {len(names)} names given; lay them apart from each other, "
            "camera straight above, on plain paper of a colour that none of them has, and look at the picture"
        )
    grouped: dict[str, list[Segment]] = {}
    for name, segment in zip(names, seen.segments, strict=True):
        grouped.setdefault(name, []).append(segment)
    colours = tuple(taught_colour(name, members, settings) for name, members in grouped.items())
    pairs = tuple(sorted(pairs_of_a_size(colours, settings), key=lambda pair: pair.separation))
    if pairs and pairs[0].separation < settings.refused_below:
        near = pairs[0]
        raise BoardsightError(
            f"'{near.one}' and '{near.other}' are too near in colour ({rounded_down(near.separation, 1)} standard "
            f"deviations, {settings.refused_below:g} are the least) and alike in size; mark one of them or take "
            "another colour"
        )
    return Teaching(seen.segments, seen.correction, colours, pairs)


def pairs_of_a_size(colours: Sequence[TaughtColour], settings: TeachingSettings) -> list[Pair]:
    """Pairs that their footprints do not tell apart, with their distance in colour."""
    return [
        Pair(one.name, other.name, separation(one, other))
        for index, one in enumerate(colours)
        for other in colours[index + 1 :]
        if max(one.area_mm2, other.area_mm2) < settings.other_footprint * min(one.area_mm2, other.area_mm2)
    ]


def taught_colour(name: str, segments: Sequence[Segment], settings: TeachingSettings) -> TaughtColour:
    """Mean, covariance and footprint of pieces alike; every piece counts the same."""
    share = min(len(segment.lab) for segment in segments)
    chosen = [segment.lab[np.linspace(0, len(segment.lab) - 1, share).astype(int)] for segment in segments]
    values = np.concatenate(chosen)
    distance = np.linalg.norm(values - np.median(values, axis=0), axis=1)
    kept = values[distance <= np.quantile(distance, 1 - settings.trimmed)]
    lightness, green_red, blue_yellow = (float(value) for value in kept.mean(axis=0))
    spread = np.cov(kept.T) + settings.least_spread * np.eye(3)
    footprints = np.median([segment.footprint_mm for segment in segments], axis=0)
    return TaughtColour(
        name=name,
        lab=(lightness, green_red, blue_yellow),
        covariance=_rows(spread),
        samples=len(kept),
        footprint_mm=(float(footprints[0]), float(footprints[1])),
        area_mm2=float(np.median([segment.area_mm2 for segment in segments])),
        against=WHITE,
    )


def _rows(matrix: Floats) -> Covariance:
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in matrix)
    return (a, b, c)


def reading_order(segments: Sequence[Segment]) -> list[Segment]:
    """Rows from the top of the picture, each from the left: a row ends where the next piece begins below its middle."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda one: float(one.outline_px[:, 1].mean())):
        middle = float(segment.outline_px[:, 1].mean())
        if rows and middle - float(np.mean([one.outline_px[:, 1].mean() for one in rows[-1]])) < 0.6 * max(
            float(np.ptp(one.outline_px[:, 1])) for one in (*rows[-1], segment)
        ):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return [segment for row in rows for segment in sorted(row, key=lambda one: float(one.outline_px[:, 0].mean()))]


def pieces_picture(image: BgrImage, teaching: Teaching, names: Sequence[str]) -> BgrImage:
    """A copy of the photo with every segment's outline, number and name."""
    canvas = image.copy()
    thick = max(1, round(image.shape[1] / 900))
    for number, segment in enumerate(teaching.segments):
        outline: Any = np.round(segment.outline_px).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(canvas, [outline], True, (255, 255, 255), 3 * thick, cv2.LINE_AA)
        cv2.polylines(canvas, [outline], True, (0, 0, 0), thick, cv2.LINE_AA)
        said = f"{number + 1} {names[number]}" if number < len(names) else f"{number + 1} ?"
        spot = (int(outline[:, 0, 0].min()), int(outline[:, 0, 1].min()) - 3 * thick)
        for colour, width in (((255, 255, 255), 4 * thick), ((0, 0, 0), thick)):
            cv2.putText(canvas, said, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, colour, width, cv2.LINE_AA)
    return canvas
