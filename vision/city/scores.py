"""What each lot and street shows, as likelihoods: codes in four turns, emptiness, or nothing that can be told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.gamefile import GameFile
from vision.city.art import empty_half_street, empty_lot
from vision.city.ground_plan import Lot, Street
from vision.city.heights import piece_heights
from vision.pixels.arrays import Floats, PointsMm
from vision.pixels.codes import SeenCode, corners_of
from vision.places.assignment import Where
from vision.places.confidence import log_likelihood
from vision.places.frame import PlaceFrame
from vision.places.matching import Hint, match_art, match_codes
from vision.places.patches import Pyramid, inside_picture
from vision.settings import ConfidenceSettings, PlaceSettings, ReaderSettings
from vision.table.plane import TablePlane

FAR_MM = 17.0
"""A code that was found further than this from every place's middle belongs to none of them."""


@dataclass(frozen=True, slots=True)
class LotView:
    """What one lot shows: correlations with every piece code (ids, 4 turns) and with the empty lot's art."""

    lot: Lot
    codes: Floats
    empty: float

    @property
    def place(self) -> str:
        """The lot's."""
        return self.lot.name

    @property
    def where(self) -> Where:
        """All lots are one surface."""
        return 0, self.lot.cell

    def ground_log(self, settings: ConfidenceSettings) -> float:
        """Natural log-likelihood that it shows the art of an empty lot, a cover that shows nothing being 0."""
        return float(log_likelihood(self.empty, settings))

    @property
    def ground_correlation(self) -> float:
        """With the empty lot's art."""
        return self.empty


@dataclass(frozen=True, slots=True)
class StreetView:
    """What one street shows: correlation with the streetcar's code, and with the rail of each seen half."""

    street: Street
    car: float
    rails: tuple[float, ...]

    def hidden(self, settings: ConfidenceSettings) -> bool:
        """Whether neither streetcar nor rails explain what is seen."""
        return max(self.car, *self.rails) < settings.nothing_known


def piece_ids(game: GameFile) -> tuple[int, ...]:
    """The ids of all codes on pieces, ascending."""
    return tuple(sorted(code.id for part in game.of_kind("piece") for code in part.codes))


def score_lots(
    pyramid: Pyramid,
    plane: TablePlane,
    lots: Sequence[Lot],
    seen: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    *,
    known: Mapping[str, LotView],
) -> tuple[LotView, ...]:
    """Correlate every lot that lies in the picture with all pieces and with emptiness; add what was found directly.

    Places that are `known` already are not looked at again.
    """
    all_lots = lots
    kept = tuple(known[lot.name] for lot in lots if lot.name in known)
    lots = [lot for lot in lots if lot.name not in known]
    if not lots:
        return kept
    shown = inside_picture(plane, [lot.spot for lot in lots], game.codes.side_mm / 2)
    lots = [lot for lot, inside in zip(lots, shown, strict=True) if inside]
    spots = [lot.spot for lot in lots]
    ids = piece_ids(game)
    places = settings.places
    picture, weights = empty_lot(game, places.fine_mm)
    empty = match_art(pyramid, plane, spots, picture, weights, step_mm=places.fine_mm, reach_mm=2 * places.fine_mm)
    heights = piece_heights(seen, [lot.spot for lot in all_lots], plane, game)
    found = _found(seen, set(ids), spots, plane, heights)
    codes = np.zeros((len(lots), len(ids), 4))
    for height in sorted(set(heights.values())):
        matches = match_codes(
            pyramid,
            plane,
            spots,
            game.codes.dictionary,
            ids,
            game.codes.side_mm,
            places,
            height_mm=height,
            hints={
                index: one.hint
                for index, one in found.items()
                if one.near(places.reach_mm) and heights[one.code.id] == height
            },
            enough=np.where(empty > places.plainly_empty, places.not_empty, places.worth_a_look),
        )
        codes = np.maximum(codes, matches.best)
    for index, one in found.items():
        row = codes[index, ids.index(one.code.id)]
        row[one.turns] = np.maximum(row[one.turns], one.code.correlation)
    return kept + tuple(LotView(lot, codes[index], float(empty[index])) for index, lot in enumerate(lots))


def on_no_lot(
    seen: Sequence[SeenCode], lots: Sequence[Lot], plane: TablePlane, game: GameFile
) -> tuple[tuple[SeenCode, PointsMm], ...]:
    """Codes of pieces that lie on the city but on none of its lots, with their middles (2,) on the table."""
    ids = set(piece_ids(game))
    codes = [code for code in seen if code.own and code.id in ids]
    if not codes or not lots:
        return ()
    heights = piece_heights(seen, [lot.spot for lot in lots], plane, game)
    tops = np.array([heights[code.id] for code in codes]).reshape(-1, 1)
    middles = plane.to_table(corners_of(codes), height_mm=tops).mean(axis=1)
    away = middles[:, None] - np.array([lot.spot.middle_mm for lot in lots])
    nearest = np.linalg.norm(away, axis=2).argmin(axis=1)
    found = []
    for code, middle, row, index in zip(codes, middles, away, nearest, strict=True):
        spot = lots[index].spot
        within = max(abs(row[index] @ spot.right), abs(row[index] @ spot.down)) < game.grid.pitch_mm / 2
        if within and np.linalg.norm(row[index]) > FAR_MM:
            found.append((code, middle))
    return tuple(found)


def score_streets(
    pyramid: Pyramid,
    plane: TablePlane,
    streets: Sequence[Street],
    seen: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    *,
    known: Mapping[str, StreetView],
) -> tuple[StreetView, ...]:
    """Correlate every street that lies in the picture with the streetcar and its rails, but for those `known`."""
    kept = tuple(known[street.name] for street in streets if street.name in known)
    streets = [street for street in streets if street.name not in known]
    if not streets:
        return kept
    part = game.by_id["streetcar"]
    code = part.codes[0]
    shown = inside_picture(plane, [street.spot for street in streets], code.side_mm / 2)
    streets = [street for street, inside in zip(streets, shown, strict=True) if inside]
    spots = [street.spot for street in streets]
    places = settings.places
    found = _found(seen, {code.id}, spots, plane, {code.id: part.height_mm})
    cars = match_codes(
        pyramid,
        plane,
        spots,
        game.codes.dictionary,
        (code.id,),
        code.side_mm,
        places,
        height_mm=part.height_mm,
        hints={index: one.hint for index, one in found.items() if one.near(places.reach_mm)},
    )
    best = cars.best.max(axis=(1, 2))
    for index, one in found.items():
        best[index] = max(best[index], one.code.correlation)
    rails = _rails(pyramid, plane, streets, game, places)
    return kept + tuple(
        StreetView(street, float(best[index]), rails[street.name]) for index, street in enumerate(streets)
    )


def _rails(
    pyramid: Pyramid, plane: TablePlane, streets: Sequence[Street], game: GameFile, settings: PlaceSettings
) -> Mapping[str, tuple[float, ...]]:
    """How clearly the rail of each half shows."""
    picture, weights, offset = empty_half_street(game, settings.fine_mm)
    halves = [
        replace(half, middle_mm=half.middle_mm + offset * half.down) for street in streets for half in street.halves
    ]
    step = settings.fine_mm
    values = iter(match_art(pyramid, plane, halves, picture, weights, step_mm=step, reach_mm=2 * step))
    return {street.name: tuple(float(next(values)) for _ in street.halves) for street in streets}


@dataclass(frozen=True, slots=True)
class _Found:
    """A code that was found directly on a spot: its clockwise quarter turns there, two when it lies askew."""

    code: SeenCode
    hint: Hint
    turns: list[int]

    def near(self, reach_mm: float) -> bool:
        """Whether it lies well enough for its neighbourhood to be looked at nowhere else."""
        x, y = self.hint.offset_mm
        return max(abs(x), abs(y)) <= reach_mm and abs(self.hint.turn_deg) < 8.0 and self.code.correlation > 0.8


def _found(
    seen: Sequence[SeenCode],
    ids: set[int],
    spots: Sequence[PlaceFrame],
    plane: TablePlane,
    heights: Mapping[int, float],
) -> dict[int, _Found]:
    """Spot -> the best code that was found on it."""
    result: dict[int, _Found] = {}
    if not spots:
        return result
    middles = np.array([spot.middle_mm for spot in spots])
    codes = [code for code in seen if code.own and code.id in ids]
    tops = np.array([heights[code.id] for code in codes]).reshape(-1, 1)
    tables = plane.to_table(corners_of(codes), height_mm=tops)
    aways = tables.mean(axis=1)[:, None] - middles[None]  # (codes, spots, 2)
    distances = np.linalg.norm(aways, axis=2)
    for code, corners, away, index in zip(codes, tables, aways, distances.argmin(axis=1), strict=True):
        if np.linalg.norm(away[index]) > FAR_MM:
            continue
        spot = spots[index]
        top = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
        degrees = float(np.degrees(np.arctan2(top @ spot.down, top @ spot.right)))
        turns = {round(degrees / 90) % 4}
        odd = degrees - 90 * round(degrees / 90)
        if abs(odd) > 25.0:
            turns = {int(np.floor(degrees / 90)) % 4, int(np.ceil(degrees / 90)) % 4}
        hint = Hint((float(away[index] @ spot.right), float(away[index] @ spot.down)), odd)
        if index not in result or code.correlation > result[index].code.correlation:
            result[index] = _Found(code, hint, sorted(turns))
    return result
